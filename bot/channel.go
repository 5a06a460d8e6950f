package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"parlour/commands/message"
	"parlour/commands/publish"

	"github.com/bwmarrin/discordgo"
)

// channel is Discord's channels, for the commands, in a class of requests.
type channel struct {
	b     *bot
	class class
}

var _ publish.Channel = channel{}

// raw makes a request of JSON, or without a body.
func (c channel) raw(ctx context.Context, r route, body []byte, out any) error {
	r.class = c.class
	return c.b.raw(ctx, r, "application/json", body, out)
}

// Post makes a message. Where pictures may not be attached any more the board is
// sent as text.
func (c channel) Post(ctx context.Context, id, nonce string, m message.Message) (string, error) {
	made, err := c.post(ctx, id, nonce, m)
	if errors.Is(err, publish.ErrForbidden) && m.Picture != nil {
		return c.post(ctx, id, nonce, asText(m))
	}
	return made, err
}

func (c channel) post(ctx context.Context, id, nonce string, m message.Message) (string, error) {
	p, files := c.b.payload(m)
	p.Nonce, p.EnforceNonce = nonce, true
	var made struct{ ID string }
	r := route{method: http.MethodPost, path: "channels/" + id + "/messages", bucket: "post " + id, class: c.class}
	r.harmless = nonce != "" // a repetition returns the message that is there
	err := c.b.send(ctx, r, p, files, &made)
	return made.ID, err
}

// Edit replaces a message; without a picture of its own it keeps the one it has.
// Where pictures may not be attached any more the board is sent as text.
func (c channel) Edit(ctx context.Context, id, message string, m message.Message) error {
	p, files := c.b.payload(m)
	err := c.edit(ctx, id, message, p, files)
	if errors.Is(err, publish.ErrForbidden) && m.Picture != nil {
		p, _ = c.b.payload(asText(m))
		p.Attachments = &[]attachment{} // the old picture goes
		return c.edit(ctx, id, message, p, nil)
	}
	return err
}

func (c channel) edit(ctx context.Context, id, message string, p payload, files []*discordgo.File) error {
	r := route{method: http.MethodPatch, path: "channels/" + id + "/messages/" + message, bucket: "edit " + id, class: c.class}
	return c.b.send(ctx, r, p, files, nil)
}

// Strip takes the buttons off. It is tried once: Discord takes few edits of old messages,
// and a click on an old board is answered with the newest.
func (c channel) Strip(ctx context.Context, id, message string) error {
	r := route{method: http.MethodPatch, path: "channels/" + id + "/messages/" + message, bucket: "edit " + id, once: true}
	return c.raw(ctx, r, []byte(`{"components":[],"allowed_mentions":{"parse":[]}}`), nil)
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
	err = c.raw(ctx, route{method: http.MethodPost, path: path, bucket: "thread " + id, harmless: true}, body, nil)
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
	r := route{method: http.MethodPost, path: "users/@me/channels", bucket: "direct", harmless: true}
	err = c.raw(ctx, r, body, &opened)
	return opened.ID, err
}

// Rouse wakes a thread that sleeps. It asks first, because Discord limits changes of a
// channel far more than looks at it. A locked thread is left as it is, even where the
// bot could wake it: who locked it wants no more of the game there.
func (c channel) Rouse(ctx context.Context, id string) error {
	var found struct {
		Thread *struct{ Archived, Locked bool } `json:"thread_metadata"`
	}
	err := c.raw(ctx, route{method: http.MethodGet, path: "channels/" + id, bucket: "look " + id}, nil, &found)
	switch {
	case err != nil || found.Thread == nil:
		return err
	case found.Thread.Locked:
		return fmt.Errorf("%w: thread %s is locked", publish.ErrForbidden, id)
	case !found.Thread.Archived:
		return nil
	}
	r := route{method: http.MethodPatch, path: "channels/" + id, bucket: "rouse " + id}
	return c.raw(ctx, r, []byte(`{"archived":false}`), nil)
}

// newest is how many messages of a channel are looked through, the most that Discord
// tells at once.
const newest = 100

// clockDifference is how far Discord's clock may be behind ours.
const clockDifference = time.Minute

// Own returns the bot's own messages among the newest of a channel. Those of up to a
// minute before the moment count too, because Discord's clock is another. Where the bot
// may not read what was said before, Discord tells of none.
func (c channel) Own(ctx context.Context, id string, since time.Time) ([]publish.Posted, error) {
	var found []struct {
		ID, Content string
		Author      struct{ ID string }
		Timestamp   time.Time
		Components  []component
	}
	path := fmt.Sprintf("channels/%s/messages?limit=%d", id, newest)
	if err := c.raw(ctx, route{method: http.MethodGet, path: path, bucket: "own " + id}, nil, &found); err != nil {
		return nil, err
	}
	var own []publish.Posted
	for _, m := range found {
		if m.Author.ID == c.b.self && !m.Timestamp.Before(since.Add(-clockDifference)) {
			own = append(own, publish.Posted{ID: m.ID, Content: m.Content, Buttons: carried(m.Components)})
		}
	}
	return own, nil
}

// A component of a message is a row of components, or a button or menu.
type component struct {
	CustomID   string `json:"custom_id"`
	Components []component
}

// carried lists what the buttons and menus carry.
func carried(all []component) (ids []string) {
	for _, c := range all {
		if c.CustomID != "" {
			ids = append(ids, c.CustomID)
		}
		ids = append(ids, carried(c.Components)...)
	}
	return ids
}

// Member reports whether a person is in a server. Who has deleted their account is in
// none. Where the bot is not, Discord knows no such server or tells nothing of it.
func (c channel) Member(ctx context.Context, guild, person string) (bool, error) {
	r := route{method: http.MethodGet, path: "guilds/" + guild + "/members/" + person, bucket: "member " + guild}
	err := c.raw(ctx, r, nil, nil)
	switch code(err) {
	case codeUnknownMember, codeUnknownPerson:
		return false, nil
	case codeUnknownServer, codeNoAccess:
		return false, fmt.Errorf("%w: %v", publish.ErrGone, err)
	}
	return err == nil, err
}
