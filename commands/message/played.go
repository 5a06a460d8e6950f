package message

import (
	"slices"

	"parlour/commands/match"
	"parlour/commands/match/proof"
	"parlour/games"
)

// Played answers the move of a request. If it was the last bid, it says what came of it, or that all
// bids are in as long as their code is not shown, and links the board in another channel.
func (w *Writer) Played(r Reader, m *match.Match, request string) string {
	i := slices.IndexFunc(m.Steps(), func(s match.Step) bool {
		return s.RequestID == request && s.EndsTurn && games.IsBid(s.Before, s.Move)
	})
	if i < 0 {
		return w.Say(r.Lang, "move.played")
	}
	p := w.private(r, m)
	said := p.voice.All(m.Steps()[i].After.View(m.SeatOf(r.ID)).Words().Last)
	if proof.Unproven(m) >= 0 {
		said = []string{p.say("move.all")}
	}
	if r.Channel != m.Channel {
		said = append(said, p.say("move.look", "Link", Link(m.Guild, m.Channel, "")))
	}
	return Lines(said...)
}
