package commands_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"parlour/commands"
	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/commands/publish"
)

// Limits of Discord on the answers to one interaction of an app that is not in the channel.
const (
	tokenLives  = 15 * time.Minute
	mostFurther = 5
)

// isGuest reports whether a channel is a DM of people without the bot.
func isGuest(channel string) bool { return strings.HasPrefix(channel, "friends") }

// asMember fails the test if the bot acts by itself in a channel where it can only answer.
func (w *world) asMember(channel string) {
	if isGuest(channel) {
		w.t.Errorf("the bot acts by itself in %s", channel)
	}
}

// A guest is the Channel of a world where the bot can only answer.
type guest struct {
	w *world
	answers
}

// answers are what one process has answered where the bot is a guest.
type answers struct {
	open    map[string]*further  // the newest answer, by channel
	pressed map[string]time.Time // when a message was last given, or pressed and changed
}

func newAnswers() answers { return answers{map[string]*further{}, map[string]time.Time{}} }

// further is what can follow an answer.
type further struct {
	at   time.Time
	left int
}

// invite returns the guest of a process that begins.
func (w *world) invite() *guest {
	w.guest = &guest{w, newAnswers()}
	return w.guest
}

// answered notes that a request was answered.
func (a answers) answered(r commands.Request, reply commands.Reply, now time.Time) {
	a.open[r.Channel] = &further{now, mostFurther}
	if r.Message != "" && !r.Alone && (reply.Public || reply.Vanish) {
		a.pressed[r.Message] = now
	}
}

// take uses the newest answer in a channel for one more message. It returns when that was given,
// zero if no message can follow it.
func (a answers) take(channel string, now time.Time) time.Time {
	f := a.open[channel]
	if f == nil || now.Sub(f.at) >= tokenLives || f.left == 0 {
		return time.Time{}
	}
	f.left--
	return f.at
}

// reaches reports whether a message can still be changed.
func (a answers) reaches(id string, now time.Time) bool {
	at, ok := a.pressed[id]
	return ok && now.Sub(at) < tokenLives
}

func (g *guest) Post(_ context.Context, channel, _ string, m message.Message) (string, error) {
	at := g.take(channel, g.w.now)
	if at.IsZero() {
		fmt.Fprintf(&g.w.out, "(nothing can be posted in #%s)\n", channel)
		return "", publish.ErrForbidden
	}
	id, err := g.w.post(channel, fmt.Sprint("follow-up ", len(g.w.public)), m)
	if err != nil {
		return "", errors.Join(publish.ErrForbidden, err) // it may be there, and is not posted again
	}
	g.pressed[id] = at
	return id, nil
}

// may returns an error unless a message can still be changed.
func (g *guest) may(id string) error {
	if !g.reaches(id, g.w.now) {
		fmt.Fprintf(&g.w.out, "(message %s cannot be changed)\n", id)
		return publish.ErrForbidden
	}
	return nil
}

func (g *guest) Edit(_ context.Context, channel, id string, m message.Message) error {
	if err := g.may(id); err != nil {
		return err
	}
	return g.w.edit(channel, id, m)
}

func (g *guest) Delete(_ context.Context, channel, id string) error {
	if err := g.may(id); err != nil {
		return err
	}
	fmt.Fprintf(&g.w.out, "#%s, message %s is deleted\n", channel, id)
	return nil
}

func (g *guest) Own(context.Context, string, time.Time) ([]publish.Posted, error) { return nil, nil }

func (g *guest) Strip(context.Context, string, string) error  { return g.never("strip") }
func (g *guest) Rename(context.Context, string, string) error { return g.never("rename") }
func (g *guest) Rouse(context.Context, string) error          { return g.never("rouse") }

func (g *guest) Invite(context.Context, string, string, []string) (string, error) {
	return "", g.never("invite")
}

func (g *guest) Thread(context.Context, string, string, string, string) (string, error) {
	return "", g.never("thread")
}

func (g *guest) Direct(context.Context, string) (string, error) { return "", g.never("direct") }

func (g *guest) Member(context.Context, string, string) (bool, error) {
	return false, g.never("member")
}

// never fails the test.
func (g *guest) never(what string) error {
	g.w.t.Errorf("a guest was asked to %s", what)
	return publish.ErrForbidden
}

// sayAloud posts the first answer to a command, as the edge does.
func (w *world) sayAloud(r commands.Request, reply commands.Reply) {
	if w.unanswered {
		w.unanswered = false
		fmt.Fprintln(&w.out, "(the answer is lost)")
		w.publish([]match.Unshown{*reply.Shows})
		return
	}
	id, err := w.post(r.Channel, "answer "+r.ID, *reply.Aloud)
	if err != nil {
		w.t.Fatal(err)
	}
	w.guest.pressed[id] = w.now
	shows := *reply.Shows
	shows.Message = id
	if err := w.service.Delivered(context.Background(), shows); err != nil {
		fmt.Fprintf(&w.out, "(not shown: %v)\n", err)
	}
	if reply.Message.Rows != nil {
		w.write("only "+r.By.ID, reply.Message)
		w.panel[r.By.ID], w.panelID[r.By.ID] = append(w.panel[r.By.ID], reply.Message), append(w.panelID[r.By.ID], "")
	}
}
