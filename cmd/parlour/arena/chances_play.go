package arena

import (
	"context"
	"fmt"
	"strconv"

	"parlour/games"
	"parlour/games/search"
)

// A table is a game on one of its boards, at which data are gathered.
type table struct {
	search.Teller
	size, seats int // size is 0 in a game with one size
}

// name returns the name of a table, which its file has: "permute-9", "permutations-3-seats".
func (t table) name() string {
	name := t.Info().Name
	if t.size > 0 {
		name += "-" + strconv.Itoa(t.size)
	}
	if t.seats > 2 {
		name += fmt.Sprintf("-%d-seats", t.seats)
	}
	return name
}

// curve returns the curve of the table's board.
func (t table) curve() search.Curve { return t.Curves().At(t.size, t.seats) }

// setup returns the setup of a game.
func (t table) setup(k key) (games.Setup, error) {
	info := t.Info()
	chosen := map[string]string{}
	if t.size > 0 {
		chosen[sizeOf(info).Name] = strconv.Itoa(t.size)
	}
	options, err := info.Complete(chosen)
	return games.Setup{Game: info.Name, Rules: info.Rules, Seats: t.seats, Options: options, Seed: k.draw("deal")}, err
}

// The games are varied: they begin with some random plies, fewer than maxOpening. Positions are judged with gaps of 1
// to
// 2·meanGap - 1 plies, so that all seats and all moments have their turn.
const (
	maxOpening = 7
	meanGap    = 4
)

// play plays a game of the strongest player, with a part of its budget, against itself. It notes what the judge says
// of moves before they are made.
func (t table) play(ctx context.Context, k key) (game, error) {
	g := game{key: k}
	setup, err := t.setup(k)
	if err != nil {
		return g, err
	}
	state, err := t.Start(setup)
	if err != nil {
		return g, err
	}
	rng := k.draw("sample").Rand(0)
	opening := rng.IntN(maxOpening)
	next := opening
	for ply := 0; len(state.ToMove()) > 0; ply++ {
		if ctx.Err() != nil {
			return g, context.Canceled
		}
		seat := state.ToMove()[0]
		var move games.Move
		if legal := state.Legal(seat); ply < opening {
			move = legal[rng.IntN(len(legal))]
		} else if move, err = t.best(state.View(seat), seat, k, ply); err != nil {
			return g, err
		}
		before := state.View(seat)
		if state, err = state.Play(seat, move); err != nil {
			return g, fmt.Errorf("%s, ply %d: %q is not a legal move: %w", t.name(), ply, move, err)
		}
		if ply < next || len(state.ToMove()) == 0 {
			continue
		}
		next = ply + 1 + rng.IntN(2*meanGap-1)
		if raw, _, ok := t.Judge(before, seat, move, k.draw("judge", strconv.Itoa(ply))); ok {
			g.said = append(g.said, said{ply, seat, inside(raw)})
		}
	}
	result, _ := state.Result()
	g.won = shares(result.Places[:t.seats]) // dummies don't count
	return g, nil
}

// best returns the strongest player's move.
func (t table) best(v games.View, s games.Seat, k key, ply int) (games.Move, error) {
	full, _ := t.Budget(games.Hard, v, s)
	player, err := t.Player(string(games.Hard), games.Limit{Playouts: max(full/k.part, 1)})
	if err != nil {
		return "", err
	}
	return player(v, s, k.draw("move", strconv.Itoa(ply))), nil
}
