package message

import (
	"slices"

	"parlour/commands/match"
	"parlour/games"
)

// Confirmation asks once more before a game is given up or a seat is offered. Does is the
// verb of the button that means it.
func (w *Writer) Confirmation(r Reader, m *match.Match, does Verb, about games.Seat, steps ...string) Message {
	p, seat, means := w.private(r, m), m.SeatOf(r.ID), does
	key, others := "ask."+string(does), m.Others(seat)
	switch {
	case does == VerbSeat && about == seat:
		key = "ask.seat.own"
	case does == VerbOff && len(m.OffNeeds(seat)) > 0:
		means = "off-ask"
		key, others = "ask.off-ask", m.OffNeeds(seat)
	case does == VerbResign:
		if next, err := m.State.Play(seat, games.Leave); err == nil {
			if _, over := next.Result(); !over && len(m.PeopleIn()) == 1 {
				key, others = "ask.resign.ends", nil
			} else if result, over := next.Result(); over {
				others = slices.DeleteFunc(result.First(), func(s games.Seat) bool { return s == seat || int(s) >= len(m.Players) })
			} else {
				key, others = "ask.resign.on", slices.DeleteFunc(slices.Clone(next.In()), func(s games.Seat) bool { return s == seat })
				if match.MayReturn(next, seat) {
					key = "ask.resign.back"
				}
			}
		}
	}
	return Message{
		Content: p.say(key, "Game", m.Info.Title, "Others", others, "Count", len(others), "Player", about),
		Rows: [][]Control{{
			p.control(VerbKeep, "button.keep", plain),
			p.control(does, "button.yes-"+string(means), Danger, steps...),
		}},
	}
}
