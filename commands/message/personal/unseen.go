package personal

import (
	"time"

	"parlour/commands/match"
	"parlour/commands/match/refused"
	"parlour/commands/message"
	"parlour/commands/message/button"
	"parlour/games"
	"parlour/storage"
)

// Unseen tells a player that nobody sees their table or game, as its channel refuses it, and what would
// help: to try again there, or to move it to where they are. private says that they are in a private
// thread.
func Unseen(w *message.Writer, r message.Reader, m *match.Match, private bool, now time.Time) message.Message {
	say := func(key string, pairs ...any) string { return w.Say(r.Lang, key, pairs...) }
	control := func(verb, label string, s message.Style) message.Control {
		return message.Control{ID: button.Of(m, verb).String(), Label: w.Label(r.Lang, label), Style: s}
	}
	what, where := []any{"Channel", message.Channels([]string{m.Home})}, []message.Control{control("again", "button.again", message.Main)}
	mend := "unseen.mend"
	switch there := r.Channel == m.Home || r.Channel == m.Channel; {
	case there && private:
		what, mend = nil, "unseen.mend-thread"
	case there:
		what = nil
	case message.Movable(r, m, now):
		where, mend = []message.Control{control("here", "button.here", message.Good)}, "unseen.move"
	}
	said := say("unseen.table", what...)
	asked, unasked := refused.Unasked(m.Head, now)
	switch {
	case unasked && !refused.Unreachable(m.Head, now):
		others := m.AskedBy(asked)
		what = append(what, "Others", others, "Count", len(others))
		said, mend = w.Voice(r.Lang, m.Names()).Say(games.Say("unseen.question", what...)), "unseen.mend-question"
	case m.Phase == storage.Playing:
		said = say("unseen.game", what...)
	case m.Invited != nil:
		said = say("unseen.challenge", append(what, "Name", m.Invited.Name)...)
	}
	if m.Phase == storage.Open && m.SeatOf(r.ID) == 0 {
		where = append(where, control("cancel", "button.cancel", message.Danger))
	}
	return message.Message{Content: message.Lines(said, say(mend)), Rows: [][]message.Control{where}}
}
