package message

import (
	"time"

	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

// Unseen tells a player that nobody sees their table or game, as its channel refuses it, and what would
// help: to try again there, or to move it to where they are. private says that they are in a private
// thread.
func (w *Writer) Unseen(r Reader, m *match.Match, private bool, now time.Time) Message {
	say := func(key string, pairs ...any) string { return w.Say(r.Lang, key, pairs...) }
	control := func(verb Verb, label string, s Style) Control {
		return Control{ID: NewButton(m, verb).String(), Label: w.Label(r.Lang, label), Style: s}
	}
	what, where := []any{"Channel", Channels([]string{m.Home})}, []Control{control(VerbAgain, "button.again", Main)}
	mend := "unseen.mend"
	switch there := r.Channel == m.Home || r.Channel == m.Channel; {
	case there && private:
		what, mend = nil, "unseen.mend-thread"
	case there:
		what = nil
	case Movable(r, m, now):
		where, mend = []Control{control(VerbHere, "button.here", Good)}, "unseen.move"
	}
	said := say("unseen.table", what...)
	asked, unasked := match.Unasked(m.Head, now)
	switch {
	case unasked && !match.Unreachable(m.Head, now):
		others := m.AskedBy(asked)
		what = append(what, "Others", others, "Count", len(others))
		said, mend = w.Voice(r.Lang, m.Names()).Say(games.Say("unseen.question", what...)), "unseen.mend-question"
	case m.Phase == storage.Playing:
		said = say("unseen.game", what...)
	case m.Invited != nil:
		said = say("unseen.challenge", append(what, "Name", m.Invited.Name)...)
	}
	if m.Phase == storage.Open && m.SeatOf(r.ID) == 0 {
		where = append(where, control(VerbCancel, "button.cancel", Danger))
	}
	return Message{Content: Lines(said, say(mend)), Rows: [][]Control{where}}
}
