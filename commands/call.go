package commands

import (
	"context"
	"errors"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// A call is a request as a handler gets it, which is a method of it.
type call struct {
	*Service
	Request
	Pressed message.Button // of a click; else zero
	Own     storage.Person // what the person has set
}

// withBot reports whether the asker is alone with the bot.
func (c call) withBot() bool { return c.Guild == "" && !c.Guest }

// reader returns the person who asked, for a private message.
func (c call) reader() message.Reader {
	return message.Reader{
		ID: c.By.ID, Lang: c.Lang, Guild: c.Guild, Guest: c.Guest, Channel: c.Channel,
		Here: c.Guild != "" && len(c.Lacks) == 0, Own: c.Own, Moderates: c.Moderates,
	}
}

// chosen returns the one value that was chosen in a menu, or a refusal.
func (c call) chosen() (string, error) {
	if len(c.Values) != 1 {
		return "", games.Refuse("refuse.button")
	}
	return c.Values[0], nil
}

// onBoard reports whether the only person of a match has pressed a button of its public board
// that changes it.
func (c call) onBoard(m *match.Match) bool {
	opens := c.Pressed.Verb == message.VerbMove || c.Pressed.Verb == message.VerbOpen
	return !c.Alone && !opens && m.OnBoard(c.By.ID, c.Message)
}

// answer returns a reply with a message.
func answer(msg message.Message, err error) (Reply, error) {
	return Reply{Message: msg}, err
}

// tell returns a reply with a text.
func tell(content string) Reply {
	return Reply{Message: message.Message{Content: content}}
}

// say returns a sentence of no match, for the person who asked.
func (c call) say(key string, pairs ...any) string {
	return c.Writer.Say(c.Lang, key, pairs...)
}

// label returns the label of a button or a menu, for the person who asked.
func (c call) label(key string, pairs ...any) string { return c.Writer.Label(c.Lang, key, pairs...) }

// sayOf returns a sentence of a match, for the person who asked.
func (c call) sayOf(m *match.Match, key string, pairs ...any) string {
	return c.Writer.Voice(c.Lang, m.Names()).Say(games.Say(key, pairs...))
}

// form returns a form of one line, whose sentences have keys with the same beginning.
func (c call) form(about string, most int) Reply {
	reply := tell(c.say("form.late"))
	reply.Form = &message.Form{
		ID: c.Pressed.String(), Title: c.label(about + ".title"),
		Field: c.label(about + ".field"), Hint: c.label(about + ".hint"), Most: most,
	}
	return reply
}

// sentence turns an error into a sentence for the person who asked. An unknown error gets a
// sentence with the id of the request, under which the log has the rest.
func (c call) sentence(err error) string {
	var refusal *games.Refusal
	switch {
	case errors.As(err, &refusal):
		return c.Writer.Voice(c.Lang, nil).Say(refusal.Text)
	case errors.Is(err, storage.ErrNotFound):
		return c.say("refuse.match")
	case errors.Is(err, storage.ErrConflict):
		return c.say("refuse.busy")
	case errors.Is(err, storage.ErrUnavailable): // which the store has logged, once
		return c.say("refuse.store")
	case errors.Is(err, storage.ErrDamaged):
		c.Log.Error("what was asked for is damaged", "request", c.ID, "err", err)
		return c.say("refuse.damaged")
	case errors.Is(err, context.Canceled): // at the end of the bot
		return c.say("refuse.stopping")
	case errors.Is(err, context.DeadlineExceeded): // it waited behind others, mostly those of its person
		c.Log.Warn("a request took too long", "request", c.ID, "err", err)
		return c.say("refuse.busy")
	case errors.Is(err, games.ErrRules):
		return c.say("refuse.rules")
	}
	c.Log.Error("a request failed", "request", c.ID, "err", err)
	return c.say("refuse.error", "ID", c.ID)
}

// isRefusal reports whether an error is a sentence for a person.
func isRefusal(err error) bool {
	refusal := (*games.Refusal)(nil)
	return errors.As(err, &refusal)
}
