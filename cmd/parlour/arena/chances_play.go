package arena

import (
	"context"
	"fmt"
	"math/rand/v2"
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

// curve returns the curve of the table's board for a band.
func (t table) curve(b search.Band) search.Curve { return t.Curves().At(t.size, t.seats, b) }

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

// eighth is the player with an eighth of hard's budget.
const eighth = "eighth"

// players returns who plays the games of a band that its curve is fitted on, and others who play those that check it: every
// other level. On top hard's eighth is for the last level, which takes long. People may be weaker than any level: with the
// lowest a curve is fitted on a beginner too, and checked by a hasty one.
func (t table) players(b search.Band) (fit, check []string) {
	all := t.Levels()
	for _, l := range all {
		switch {
		case search.BandOf(l, all) != b:
		case b == search.Top && l != games.Hard, b != search.Top && len(fit) > len(check):
			check = append(check, string(l))
		case b != search.Top:
			fit = append(fit, string(l))
		}
	}
	switch {
	case b == search.Low:
		fit, check = append(fit, search.Beginner), append(check, search.Hasty)
	case b == search.Top:
		fit = []string{eighth}
		if check == nil {
			check = []string{string(games.Hard)}
		}
	}
	return fit, check
}

// seated draws the players of a game. One may be stronger than another, as a person may be than the level that they play.
func (t table) seated(k key, rng *rand.Rand) (list []games.Player, err error) {
	names, check := t.players(k.band)
	if k.held() {
		names = check
	}
	for len(list) < t.seats && err == nil {
		p := t.eighth
		if name := names[rng.IntN(len(names))]; name != eighth {
			p, err = t.Player(name, games.Limit{})
		}
		list = append(list, p)
	}
	return list, err
}

// The games are varied: they begin with some random plies, fewer than maxOpening. Positions are judged with gaps of 1 to
// 2·meanGap - 1 plies, so that all seats and all moments have their turn; below the top with twice as long ones, as
// the judge takes far longer than the players there.
const (
	maxOpening = 7
	meanGap    = 4
)

// play plays a game. It notes what the judge says of moves before they are made.
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
	players, err := t.seated(k, k.draw("seat").Rand(0))
	if err != nil {
		return g, err
	}
	opening := rng.IntN(maxOpening)
	next, gap := opening, meanGap
	if k.band != search.Top {
		gap *= 2
	}
	for ply := 0; len(state.ToMove()) > 0; ply++ {
		if ctx.Err() != nil {
			return g, context.Canceled
		}
		seat := state.ToMove()[0]
		var move games.Move
		if legal := state.Legal(seat); ply < opening {
			move = legal[rng.IntN(len(legal))]
		} else {
			move = players[seat](state.View(seat), seat, k.draw("move", strconv.Itoa(ply)))
		}
		before := state.View(seat)
		if state, err = state.Play(seat, move); err != nil {
			return g, fmt.Errorf("%s, ply %d: %q is not a legal move: %w", t.name(), ply, move, err)
		}
		if ply < next || len(state.ToMove()) == 0 {
			continue
		}
		next = ply + 1 + rng.IntN(2*gap-1)
		if raw, _, ok := t.Judge(before, seat, move, games.Hard, k.draw("judge", strconv.Itoa(ply))); ok {
			g.said = append(g.said, said{ply, seat, inside(raw)})
		}
	}
	result, _ := state.Result()
	g.won = shares(result.Places[:t.seats]) // dummies don't count
	return g, nil
}

// eighth plays as hard does, with an eighth of the budget that it has while others wait.
func (t table) eighth(v games.View, s games.Seat, seed games.Seed) games.Move {
	_, shared, _ := t.Budget(games.Hard, v, s)
	player, err := t.Player(string(games.Hard), games.Limit{Playouts: max(shared/8, 1)})
	if err != nil {
		panic(err) // every game's hard takes a number of playouts
	}
	return player(v, s, seed)
}
