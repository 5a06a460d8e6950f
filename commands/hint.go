package commands

import (
	"context"

	"parlour/games"
)

// hint shows somebody the move that an opponent would make for them, where that is no
// help against another person.
func (h *Host) hint(ctx context.Context, r Request) (Reply, error) {
	m, reply, err := h.find(ctx, r, mine)
	if m == nil {
		return reply, err
	}
	seat := m.seatOf(r.By.ID)
	switch err := m.playing(); {
	case err != nil:
		return Reply{}, err
	case len(m.people()) > 1:
		return Reply{}, games.Refuse("refuse.hint")
	case m.opponent() == nil:
		return Reply{}, games.Refuse("refuse.parlour", "Game", m.info.Title)
	case !m.in(seat):
		return Reply{}, m.outRefusal(seat)
	case len(m.state.Legal(seat)) == 0:
		return Reply{}, m.withNames(games.Refuse("refuse.turn", "Player", m.state.ToMove()))
	}
	done, ok := h.minds.ask("hint " + r.By.ID)
	if !ok {
		return Reply{}, games.Refuse("refuse.hint.asked")
	}
	defer done()
	var advice games.Advice
	err = h.minds.alone(ctx, func() { advice = m.opponent().Advise(m.state.View(seat), seat, "", m.chanceOf(m.turn, seat)) })
	if err != nil {
		return Reply{}, tooLong(err)
	}
	shown, err := m.sightOf(r).trying(advice.Best)
	if err != nil {
		return Reply{}, err
	}
	v := h.voice(r.Lang, m.names())
	return Reply{Message: Message{
		Content: v.Say(games.Say("hint.move", "Move", string(advice.Best), "Worth", advice.Worth)),
		Picture: h.picture(shown),
	}}, nil
}
