package bot

import (
	"context"
	"errors"
	"net/http"
	"time"

	"parlour/bot/rest"
	"parlour/commands/message"
	"parlour/commands/publish"
)

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
	p, files := g.b.newMessage(m)
	var made struct{ ID string }
	if err := g.b.send(ctx, g.b.followUp(by.Text, id), p, files, &made); err != nil {
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
	_, err = g.b.byPress(ctx, id, r)
	return err
}

// Strip removes the buttons of a message, as Edit does.
func (g guest) Strip(ctx context.Context, _, id string) error {
	_, err := g.b.byPress(ctx, id, rest.Request{Method: http.MethodPatch, Body: []byte(stripped)})
	return err
}

// Delete deletes a message, as Edit changes one.
func (g guest) Delete(ctx context.Context, _, id string) error {
	_, err := g.b.byPress(ctx, id, rest.Request{Method: http.MethodDelete})
	return unlessGone(err)
}

// Own finds nothing: the bot cannot read there.
func (guest) Own(context.Context, string, time.Time) ([]publish.Posted, error) { return nil, nil }

// A guest can do nothing else, and takes everybody for a member.

func (guest) Rename(context.Context, string, string, bool) error { return errNoAnswer }
func (guest) Invite(context.Context, string, string, []string) (string, error) {
	return "", errNoAnswer
}
func (guest) Rouse(context.Context, string) error { return errNoAnswer }
func (guest) Thread(context.Context, string, string, string, string) (string, error) {
	return "", errNoAnswer
}
func (guest) Direct(context.Context, string) (string, error)       { return "", errNoAnswer }
func (guest) Member(context.Context, string, string) (bool, error) { return true, nil }
func (guest) Layout(context.Context, string) (publish.Layout, error) {
	return publish.Layout{}, errNoAnswer
}
