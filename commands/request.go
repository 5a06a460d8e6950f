package commands

import (
	"parlour/commands/match"
	"parlour/commands/message"

	"parlour/games"
	"parlour/storage"
)

// A Call is a request as a handler gets it.
type Call struct {
	Request
	Pressed message.Button // of a click; else zero
	Own     storage.Person // what the person has set
}

// WithBot reports whether the asker is alone with the bot.
func (c Call) WithBot() bool { return c.Guild == "" && !c.Guest }

// Reader returns the person who asked, for a private message.
func (c Call) Reader() message.Reader {
	return message.Reader{
		ID: c.By.ID, Lang: c.Lang, Guild: c.Guild, Guest: c.Guest, Channel: c.Channel,
		Here: c.Guild != "" && len(c.Lacks) == 0, Own: c.Own, Moderates: c.Moderates,
	}
}

// Chosen returns the one value that was chosen in a menu, or a refusal.
func (c Call) Chosen() (string, error) {
	if len(c.Values) != 1 {
		return "", games.Refuse("refuse.button")
	}
	return c.Values[0], nil
}

// OnBoard reports whether the only person of a match has pressed a button of its public board
// that changes it.
func (c Call) OnBoard(m *match.Match) bool {
	return !c.Alone && c.Pressed.Verb != "move" && c.Pressed.Verb != "open" && match.OnBoard(m, c.By.ID, c.Message)
}
