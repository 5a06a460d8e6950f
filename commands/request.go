package commands

import (
	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// A call is a request as a handler gets it.
type call struct {
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
	return !c.Alone && c.Pressed.Verb != message.VerbMove && c.Pressed.Verb != message.VerbOpen && m.OnBoard(c.By.ID, c.Message)
}
