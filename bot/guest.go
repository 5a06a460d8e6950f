package bot

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"

	"parlour/bot/rest"
	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/commands/publish"
)

// mostFurther is how many messages may follow the answer to an interaction where the bot is a guest.
const mostFurther = 5

// errNoAnswer is the error where the bot can only answer, and nobody has pressed anything lately.
var errNoAnswer = errors.Join(publish.ErrForbidden, errors.New("nobody has pressed anything there lately"))

// guest is the [publish.Channel] of the DMs of others, where the bot is no member. It works by the
// tokens of interactions that were answered; without one it fails with [publish.ErrForbidden], and
// the next press there shows what is missing.
type guest struct{ b *bot }

var _ publish.Channel = guest{}

// Post makes a message that follows the newest answer in a channel. It tries once, because such a
// message has no nonce and may be there after a failure.
func (g guest) Post(ctx context.Context, id, _ string, m message.Message) (string, error) {
	by := g.b.answers.Take(id, g.b.Now())
	if by.Text == "" {
		return "", errNoAnswer
	}
	p, files := g.b.payload(m)
	p.Mentions.Users = append(p.Mentions.Users, m.Pings...)
	if m.Silent {
		p.Flags = silent
	}
	var made struct{ ID string }
	r := rest.Request{Method: http.MethodPost, Path: g.b.webhook(by.Text), Bucket: "follow up " + id, Priority: rest.Exempt}
	if err := g.b.send(ctx, r, p, files, &made); err != nil {
		return "", errors.Join(publish.ErrForbidden, err)
	}
	by.Name = made.ID
	g.b.tokens.Put(made.ID, by)
	return made.ID, nil
}

// Edit replaces a message that was pressed, or posted, lately.
func (g guest) Edit(ctx context.Context, _, id string, m message.Message) error {
	p, files := g.b.payload(m)
	r, err := written(rest.Request{Method: http.MethodPatch}, p, files)
	if err != nil {
		return err
	}
	return g.do(ctx, id, r)
}

// Strip removes the buttons of a message, as Edit does.
func (g guest) Strip(ctx context.Context, _, id string) error {
	return g.do(ctx, id, rest.Request{Method: http.MethodPatch, Body: []byte(`{"components":[],"allowed_mentions":{"parse":[]}}`)})
}

// Delete deletes a message, as Edit changes one.
func (g guest) Delete(ctx context.Context, _, id string) error {
	err := g.do(ctx, id, rest.Request{Method: http.MethodDelete})
	if errors.Is(err, publish.ErrGone) {
		return nil
	}
	return err
}

// do makes a request about a message by its token.
func (g guest) do(ctx context.Context, id string, r rest.Request) error {
	by := g.b.tokens.Of(id, g.b.Now())
	if by.Text == "" {
		return errNoAnswer
	}
	r.Path, r.Bucket, r.Priority = g.b.webhook(by.Text)+original, "edit by a press "+id, rest.Exempt
	if by.Name != "" {
		r.Path = g.b.webhook(by.Text) + "/messages/" + by.Name
	}
	err := g.b.do(ctx, r, nil)
	if status := refusal(err).Status; status == http.StatusUnauthorized || status == http.StatusNotFound && !errors.Is(err, publish.ErrGone) {
		g.b.tokens.Forget(id, by.Text)
		return errors.Join(publish.ErrForbidden, err)
	}
	return err
}

// Own finds nothing: the bot cannot read there.
func (guest) Own(context.Context, string, time.Time) ([]publish.Posted, error) { return nil, nil }

// A guest can do nothing else, and takes everybody for a member.

func (guest) Rename(context.Context, string, string) error { return errNoAnswer }
func (guest) Invite(context.Context, string, string, []string) (string, error) {
	return "", errNoAnswer
}
func (guest) Rouse(context.Context, string) error { return errNoAnswer }
func (guest) Thread(context.Context, string, string, string, string) (string, error) {
	return "", errNoAnswer
}
func (guest) Direct(context.Context, string) (string, error)       { return "", errNoAnswer }
func (guest) Member(context.Context, string, string) (bool, error) { return true, nil }

// showSoon publishes what a request changed. Where the bot is a guest it does so after the answer,
// by its token.
func (x *exchange) showSoon(due []match.Unshown, came time.Time) {
	if x.guest {
		x.waiting = func() { x.b.show(due, came) }
		return
	}
	x.b.show(due, came)
}

// noteAnswer keeps the token of an interaction that was answered where the bot is a guest, so that
// messages can follow. A deferred answer is none before it has its message, because the first message
// that follows would become that.
func (x *exchange) noteAnswer() {
	if x.guest {
		kept := x.token()
		kept.Left = mostFurther
		x.b.answers.Put(x.ChannelID, kept)
	}
}

// sayAloud answers with a new message that everybody sees. Another message follows for the asker
// alone, if there is something to press in it.
func (x *exchange) sayAloud(ctx context.Context, reply drawnReply, came time.Time) error {
	p, files := x.b.payload(*reply.Aloud)
	p.Mentions.Users = append(p.Mentions.Users, reply.Aloud.Pings...)
	p.callback = int(discordgo.InteractionResponseChannelMessageWithSource)
	r := callbackTo(x)
	r.Path += "?with_response=true"
	var made struct {
		Resource struct{ Message struct{ ID string } }
	}
	err := x.b.send(ctx, r, p, files, &made)
	if err == nil && made.Resource.Message.ID == "" { // the first try arrived, and its answer was lost
		err = x.b.do(ctx, x.originalOf(http.MethodGet), &made.Resource.Message)
	}
	if err != nil {
		x.showWaiting(reply.Reply, came)
		return err
	}
	x.answered, x.aloud = discordgo.InteractionResponseChannelMessageWithSource, true
	x.noteAnswer()
	id := made.Resource.Message.ID
	x.b.tokens.Put(id, x.token())
	shows := *reply.Shows
	shows.Message = id
	_ = x.b.shown(shows, came, x.b.host.Delivered) // if it fails, the next press notes it
	if reply.Message.Rows == nil {
		return nil
	}
	_, err = x.answer(ctx, reply)
	return err
}
