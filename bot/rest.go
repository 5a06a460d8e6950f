package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"

	"parlour/commands"
)

// A route is a method and a path below the API's root; the bucket is what its
// rate limit is kept under, a name of ours so that one busy reply never holds up
// another and none holds a token.
type route struct{ method, path, bucket string }

// send makes a request, with files if there are any, and reads the answer into
// out unless that is nil.
func (b *bot) send(ctx context.Context, r route, p payload, files []*discordgo.File, out any) error {
	var (
		kind = "application/json"
		body []byte
		err  error
	)
	if len(files) == 0 {
		body, err = json.Marshal(p.body())
	} else {
		kind, body, err = discordgo.MultipartBodyWithJSON(p.body(), files)
	}
	if err != nil {
		return fmt.Errorf("write a request: %w", err)
	}
	return b.raw(ctx, r, kind, body, out)
}

// raw makes a request of bytes.
func (b *bot) raw(ctx context.Context, r route, kind string, body []byte, out any) error {
	got, err := b.patient(ctx, func() ([]byte, error) {
		return b.rest.RequestRaw(r.method, discordgo.EndpointAPI+r.path, kind, body, r.bucket, 0, discordgo.WithContext(ctx))
	})
	if err != nil {
		return fmt.Errorf("%s: %w", r.bucket, known(redact(err)))
	}
	if out == nil {
		return nil
	}
	if err := json.Unmarshal(got, out); err != nil {
		return fmt.Errorf("%s: read the answer: %w", r.bucket, err)
	}
	return nil
}

// longestPatience is how long a request waits when Discord asks it to.
const longestPatience = 10 * time.Second

// patient makes a request again when Discord asks to wait, as long as that is
// short and the context is not done.
func (b *bot) patient(ctx context.Context, request func() ([]byte, error)) ([]byte, error) {
	for {
		got, err := request()
		var limit *discordgo.RateLimitError
		if !errors.As(err, &limit) || limit.RetryAfter > longestPatience {
			return got, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(limit.RetryAfter):
		}
	}
}

// Discord's codes for what a channel cannot do. The last three are of direct messages:
// opened too fast, closed, and to somebody with whom the bot shares no server.
const (
	codeUnknownChannel = 10003
	codeUnknownMessage = 10008
	codeThreadExists   = 160004
	codeDirectTooFast  = 40003
	codeDirectClosed   = 50007
	codeNoMutualServer = 50278
)

// known adds to an error of Discord's what the commands know of it. Whatever
// Discord says no to, with a code of its own, it will say no to again; trying
// again is for a bad token, a time-out, a rate limit and faults of the network.
func known(err error) error {
	var rest *discordgo.RESTError
	if !errors.As(err, &rest) || rest.Response == nil || code(err) == 0 {
		return err
	}
	switch code(err) {
	case codeUnknownChannel, codeUnknownMessage:
		return errors.Join(commands.ErrGone, err)
	case codeDirectTooFast, codeDirectClosed, codeNoMutualServer:
		return errors.Join(commands.ErrClosed, err)
	case codeThreadExists:
		return err
	}
	switch status := rest.Response.StatusCode; status {
	case http.StatusUnauthorized, http.StatusRequestTimeout, http.StatusTooManyRequests:
		return err
	default:
		if status >= 400 && status < 500 {
			return errors.Join(commands.ErrForbidden, err)
		}
	}
	return err
}

// code returns Discord's code of an error, 0 where it has none.
func code(err error) int {
	var rest *discordgo.RESTError
	if errors.As(err, &rest) && rest.Message != nil {
		return rest.Message.Code
	}
	return 0
}

// channel is Discord's channels, for the commands.
type channel struct{ b *bot }

var _ commands.Channel = channel{}

// Post makes a message. Where pictures may not be attached any more the board is
// sent as text.
func (c channel) Post(ctx context.Context, id, nonce string, m commands.Message) (string, error) {
	made, err := c.post(ctx, id, nonce, m)
	if errors.Is(err, commands.ErrForbidden) && m.Picture != nil {
		return c.post(ctx, id, nonce, asText(m))
	}
	return made, err
}

func (c channel) post(ctx context.Context, id, nonce string, m commands.Message) (string, error) {
	p, files := c.b.payload(m)
	p.Nonce, p.EnforceNonce = nonce, true
	var made struct{ ID string }
	err := c.b.send(ctx, route{http.MethodPost, "channels/" + id + "/messages", bucketOf("post", id)}, p, files, &made)
	return made.ID, err
}

// Edit replaces a message; without a picture of its own it keeps the one it has.
// Where pictures may not be attached any more the board is sent as text.
func (c channel) Edit(ctx context.Context, id, message string, m commands.Message) error {
	p, files := c.b.payload(m)
	err := c.edit(ctx, id, message, p, files)
	if errors.Is(err, commands.ErrForbidden) && m.Picture != nil {
		p, _ = c.b.payload(asText(m))
		p.Attachments = &[]attachment{} // the old picture goes
		return c.edit(ctx, id, message, p, nil)
	}
	return err
}

func (c channel) edit(ctx context.Context, id, message string, p payload, files []*discordgo.File) error {
	return c.b.send(ctx, route{http.MethodPatch, "channels/" + id + "/messages/" + message, bucketOf("edit", id)}, p, files, nil)
}

// Strip takes the buttons off.
func (c channel) Strip(ctx context.Context, id, message string) error {
	return c.b.raw(ctx, route{http.MethodPatch, "channels/" + id + "/messages/" + message, bucketOf("edit", id)},
		"application/json", []byte(`{"components":[],"allowed_mentions":{"parse":[]}}`), nil)
}

// threadSleeps is after how many minutes of silence a thread falls asleep; a
// message of the bot's wakes it.
const threadSleeps = 10080

// Thread opens a thread at a message. The id of such a thread is that of its
// message, so one that is there already is found without asking.
func (c channel) Thread(ctx context.Context, id, message, name string) (string, error) {
	body, err := json.Marshal(map[string]any{"name": name, "auto_archive_duration": threadSleeps})
	if err != nil {
		return "", err
	}
	path := "channels/" + id + "/messages/" + message + "/threads"
	err = c.b.raw(ctx, route{http.MethodPost, path, bucketOf("thread", id)}, "application/json", body, nil)
	if code(err) == codeThreadExists {
		err = nil
	}
	return message, err
}

// Direct opens the channel of direct messages with somebody. Discord returns the one
// that is there already.
func (c channel) Direct(ctx context.Context, person string) (string, error) {
	body, err := json.Marshal(map[string]string{"recipient_id": person})
	if err != nil {
		return "", err
	}
	var opened struct{ ID string }
	err = c.b.raw(ctx, route{http.MethodPost, "users/@me/channels", bucketOf("direct", person)}, "application/json", body, &opened)
	return opened.ID, err
}
