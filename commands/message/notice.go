package message

import (
	"slices"
	"time"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
)

// Bounds of a direct message, in bytes.
const (
	maxDigest   = 1800 // leaves room to say that there is more
	maxReminded = 1700 // with what it reminds of: leaves room for the head of a digest
)

// RemindLine says how much time is left of a turn, first, then in which game, what is owed,
// and where the board is. In a channel it mentions the person.
func (w *Writer) RemindLine(m *match.Match, seat games.Seat, mentioned string, now time.Time) string {
	say, sees := w.sayer(m), seat
	if mentioned != "" {
		sees = games.Spectator
	}
	pairs := []any{
		"Game", m.Info.Title, "Others", m.Others(seat), "Owes", m.State.View(sees).Words().Owes,
		"Link", Link(m.Guild, m.Channel, m.Message),
	}
	if mentioned != "" {
		pairs = append(pairs, "Who", Mention(mentioned))
	}
	due := m.Clocks[seat].Due
	switch {
	case !m.Clocks[seat].ExpiredAt.IsZero():
		return say("remind.up", pairs...)
	case due.IsZero():
		return say("remind.calm", pairs...)
	}
	return upper(say("remind.turn", append(pairs, "Left", Span(due.Sub(now)), "Due", Dated(due))...))
}

// OverLine is what a reminder becomes if the game is over and its person has not moved since.
func (w *Writer) OverLine(m *match.Match, seat games.Seat) string {
	return w.sayer(m)("remind.over", "Game", m.Info.Title, "Others", m.Others(seat))
}

// FitsNotice reports whether the lines of a notice leave room for the rest of a direct message.
func FitsNotice(said []string) bool { return len(Lines(said...)) <= maxReminded }

// Notice joins the lines of a direct message. A digest has a head; lines that do not fit
// are counted.
func (w *Writer) Notice(digest bool, all []string) string {
	said := slices.Clone(all)
	if digest && len(all) > 0 {
		said = slices.Insert(said, 0, w.Say("", "digest.head", "Count", len(all)))
	}
	for i := range said {
		if len(Lines(said[:i+1]...)) > maxDigest {
			return Lines(append(said[:i:i], w.Say("", "list.more", "Count", len(said)-i))...)
		}
	}
	return Lines(said...)
}

// RemovedLine tells a player of a match that ended because the bot was removed from its server.
func (w *Writer) RemovedLine(m *match.Match) string {
	return w.sayer(m)("ended.removed", "Game", m.Info.Title, "Players", locale.Listed(m.Others(games.Spectator)))
}

// OutageLine tells a channel that clocks were given back the time of an outage.
func (w *Writer) OutageLine(m *match.Match, lost time.Duration) string {
	return w.sayer(m)("excuse.told", "Lost", Span(lost))
}

// sayer says sentences about a match, in the language of its server.
func (w *Writer) sayer(m *match.Match) func(key string, pairs ...any) string {
	voice := w.Voice(m.Lang, m.Names())
	return func(key string, pairs ...any) string { return voice.Say(games.Say(key, pairs...)) }
}
