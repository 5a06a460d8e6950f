package think

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"parlour/commands/match"
	"parlour/games"
)

// ErrNoOther is returned, with the last hint again, where an opponent would make no move but
// those that it has hinted at.
var ErrNoOther = errors.New("there is no other move to hint at")

// others are the levels that are asked for another move, each as often.
var others = []games.Level{games.Hard, games.Hard, games.Medium, games.Medium, games.Medium}

// Hint returns the move that an opponent would make for a seat, besides those that it has hinted
// at already. It returns [ErrBusy] if the same person waits for a hint, and [ErrNoOther].
func (p *Pool) Hint(ctx context.Context, person string, m *match.Match, seat games.Seat, hinted ...games.Move) (advice games.Advice, err error) {
	done, ok := p.ask("hint " + person)
	if !ok {
		return advice, ErrBusy
	}
	defer done()
	var failed error
	err = p.inRoom(ctx, func() {
		if len(hinted) > 0 {
			advice, failed = another(ctx, m, seat, hinted)
			return
		}
		advice = m.Opponent().Advise(m.State.View(seat), seat, "", chanceOf(m, m.Turn, seat))
	})
	return advice, errors.Join(err, failed)
}

// another returns a move besides those that were hinted at, which a player of another chance or
// level would make, and its worth.
func another(ctx context.Context, m *match.Match, seat games.Seat, hinted []games.Move) (games.Advice, error) {
	view, chance := m.State.View(seat), chanceOf(m, m.Turn, seat)
	weighed := func(move games.Move) games.Advice {
		a := m.Opponent().Advise(view, seat, move, chance)
		return games.Advice{Best: move, Worth: a.Made, Cost: a.Cost}
	}
	for i, level := range others {
		if ctx.Err() != nil {
			return games.Advice{}, ctx.Err()
		}
		player, err := m.Opponent().Player(string(level), 0)
		if err != nil {
			return games.Advice{}, err
		}
		move := player(view, seat, games.SeedOf(chance, []string{"another", strconv.Itoa(i)}))
		if !slices.Contains(hinted, move) {
			return weighed(move), nil
		}
	}
	return weighed(hinted[len(hinted)-1]), ErrNoOther
}
