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
			b.metrics.retry("rate limit")
		}
	}
}

// Discord's codes for what a channel or a server cannot do. The last three are of
// direct messages: opened too fast, closed, and to somebody with whom the bot shares
// no server.
const (
	codeUnknownChannel = 10003
	codeUnknownServer  = 10004
	codeUnknownMember  = 10007
	codeUnknownMessage = 10008
	codeUnknownPerson  = 10013
	codeNoAccess       = 50001
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
	case codeUnknownChannel, codeUnknownServer, codeUnknownMember, codeUnknownMessage, codeUnknownPerson:
		return errors.Join(commands.ErrGone, err)
	case codeDirectClosed, codeNoMutualServer:
		return errors.Join(commands.ErrClosed, err)
	case codeThreadExists, codeDirectTooFast: // the latter passes, and nobody has closed anything
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
