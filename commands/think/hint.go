package think

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"parlour/commands/match"
	"parlour/games"
)

// ErrNoOther is returned, with the last hint again, if an opponent would make no other move than
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
	if len(hinted) > 0 {
		return p.another(ctx, person, m, seat, hinted)
	}
	err = p.inRoom(ctx, person, hinting, func(int) {
		advice = m.Opponent().Advise(m.State.View(seat), seat, "", chanceOf(m, m.Turn, seat))
	})
	return advice, err
}

// another returns a move besides those that were hinted at, and its worth: one that advice names beside the best, or
// else one that a player of another chance or level would make. It gives its room up between the thoughts, so that
// nobody waits for all of them.
func (p *Pool) another(ctx context.Context, person string, m *match.Match, seat games.Seat, hinted []games.Move) (advice games.Advice, err error) {
	view, chance := m.State.View(seat), chanceOf(m, m.Turn, seat)
	move, none := hinted[len(hinted)-1], ErrNoOther
	found := func(other games.Move) bool {
		if none != nil && other != "" && !slices.Contains(hinted, other) {
			move, none = other, nil
		}
		return none == nil
	}
	var first games.Advice
	err = p.inRoom(ctx, person, hinting, func(int) { first = m.Opponent().Advise(view, seat, "", chance) })
	if err != nil {
		return advice, err
	}
	named := append(append([]games.Move{first.Best}, first.Good...), first.Second)
	if !slices.ContainsFunc(named, found) {
		for i, level := range others {
			player, err := m.Opponent().Player(string(level), 0)
			if err != nil {
				return advice, err
			}
			var made games.Move
			err = p.inRoom(ctx, person, hinting, func(int) {
				made = player(view, seat, games.SeedOf(chance, []string{"another", strconv.Itoa(i)}))
			})
			if err != nil {
				return advice, err
			}
			if found(made) {
				break
			}
		}
	}
	err = p.inRoom(ctx, person, hinting, func(int) {
		a := m.Opponent().Advise(view, seat, move, chance)
		advice = games.Advice{Best: move, Worth: a.Made, Cost: a.Cost}
	})
	return advice, errors.Join(err, none)
}
