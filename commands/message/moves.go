package message

import (
	"slices"
	"strings"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/commands/match/fair"
	"parlour/games"
)

// Played answers the move of a request. Of the last bid it says what came of it, unless that is to
// be told once its code is shown, and where to look if that is in another channel.
func (w *Writer) Played(r Reader, m *match.Match, request string) string {
	i := slices.IndexFunc(m.Steps(), func(s match.Step) bool {
		return s.RequestID == request && s.EndsTurn && games.IsBid(s.Before, s.Move)
	})
	if i < 0 {
		return w.Say(r.Lang, "move.played")
	}
	p := w.private(r, m)
	said := p.voice.All(m.Steps()[i].After.View(m.SeatOf(r.ID)).Words().Last)
	if fair.Unproven(m) >= 0 {
		said = []string{p.say("move.all")}
	}
	if r.Channel != m.Channel {
		said = append(said, p.say("move.look", "Link", Link(m.Guild, m.Channel, "")))
	}
	return Lines(said...)
}

// SayMove says a legal move as people read it, in the words of its steps: "↻ d4, keep d5". A
// move whose steps are not found is said in its notation.
func SayMove(voice locale.Voice, s games.State, seat games.Seat, move games.Move) string {
	picked := Pick(s, seat, games.StepsTo(s, seat, move))
	if len(picked) == 0 {
		return voice.Say(games.Say("move.notation", "Move", string(move)))
	}
	if last := picked[len(picked)-1]; last.Value != games.Enough && last.Echo.Key != "" {
		return voice.Say(last.Echo)
	}
	var said []string
	for _, c := range picked {
		switch {
		case c.Value == games.Enough && len(said) > 0: // what is enough was said before
		case c.Echo.Key != "":
			said = []string{voice.Say(c.Echo)}
		default:
			said = append(said, voice.Say(c.Label))
		}
	}
	return strings.Join(said, ", ")
}
