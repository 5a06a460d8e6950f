package permutations

import (
	"math/rand/v2"
	"time"

	"parlour/games"
	"parlour/games/permutations/deal"
	"parlour/games/permutations/mind"
	"parlour/games/search"
	"parlour/games/search/levels"
	"parlour/games/search/odds"
)

// greedyName is the name of the yardstick that counts only what a card brings at once.
const greedyName = "greedy"

// A step says how a level plays: with how many playouts for a move, and the share of its own moves that it overlooks.
type step struct {
	playouts  int
	overlooks float64
}

// steps are those of the ladder, the weakest first. A playout takes less than 60 µs on a current core at the start of
// a game of any size, and less as the game goes on.
var steps = []step{{60, 0.5}, {60, 0.27}, {60, 0}, {180, 0}, {hardPlayouts, 0}}

// hardPlayouts is the number of playouts of the last step.
const hardPlayouts = 3000

// ladder is that of the levels.
var ladder = games.Ladder(len(steps), 3)

// Levels returns the ladder.
func (Game) Levels() []games.Level { return ladder }

// Yardsticks names the greedy bidder and the beginner.
func (Game) Yardsticks() []string { return []string{greedyName, levels.Beginner} }

// yardsticks holds the players that do not search.
var yardsticks = map[string]func(mind.Sight, int, *rand.Rand) mind.Move{greedyName: mind.Greedy, levels.Beginner: mind.Begin}

// Player returns the player of a level or a yardstick.
func (g Game) Player(name string, each time.Duration) (games.Player, error) {
	choose, plain := yardsticks[name]
	number := games.Level(name).Step(ladder)
	switch {
	case !plain && number == 0:
		return nil, games.NoPlayer(g, name)
	case plain && each > 0:
		return nil, games.Untimed(g, name)
	case !plain:
		return thinking(number, search.Budget{Playouts: steps[number-1].playouts, Time: each}), nil
	}
	return func(view games.View, seat games.Seat, seed games.Seed) games.Move {
		v := view.(View)
		return v.write(choose(v.sight(), int(seat), seed.Rand(v.moment(seat))))
	}, nil
}

// thinking returns the player who searches as a step of the ladder does, within a budget.
func thinking(number int, b search.Budget) games.Player {
	b.Overlooks = steps[number-1].overlooks
	return func(view games.View, seat games.Seat, seed games.Seed) games.Move {
		v := view.(View)
		return v.write(v.thinker(seat, seed, b).Best())
	}
}

// Budget implements [games.Thrifty]. Each level can do with the playouts of the one that is [levels.Thrift] steps
// below.
func (Game) Budget(l games.Level, _ games.View, _ games.Seat) (full, least int) {
	number := l.Step(ladder)
	return steps[number-1].playouts, steps[max(number-levels.Thrift, 1)-1].playouts
}

// PlayerWith implements [games.Thrifty].
func (g Game) PlayerWith(l games.Level, playouts int) (games.Player, error) {
	number := l.Step(ladder)
	if number == 0 {
		return nil, games.NoPlayer(g, string(l))
	}
	return thinking(number, search.Budget{Playouts: playouts}), nil
}

// thinker returns a thinker for a seat, with chance of its own for each decision.
func (v View) thinker(seat games.Seat, seed games.Seed, b search.Budget) *mind.Thinker {
	return mind.New(v.sight(), int(seat), seed.Rand(v.moment(seat)), b)
}

// moment numbers the decisions of a game in order, so that each one gets its own
// chance.
func (v View) moment(seat games.Seat) int {
	return ((v.Round*16+v.Auction)*8+len(v.Pool))*8 + int(seat)
}

// write writes what a thinker chose at this time.
func (v View) write(m mind.Move) games.Move {
	if v.Phase == deal.Taking {
		return write(take, m.Card, nil)
	}
	return write(bid, m.Card, m.Wish)
}

// duelPlayouts is the number of playouts for comparing the best moves and the one that was made, after a search like
// that of hard.
const duelPlayouts = 8000

// Advise says in how many of a hundred games a move ends ahead of the other players, which moves are as good as the
// best, and which comes next. Bids are secret, so there is no play to foretell.
func (Game) Advise(view games.View, seat games.Seat, made games.Move, seed games.Seed) games.Advice {
	v := view.(View)
	return v.advise(v.thinker(seat, seed, search.Budget{Playouts: hardPlayouts}), made, duelPlayouts)
}

// advise judges a move by a number of playouts.
func (v View) advise(t *mind.Thinker, made games.Move, playouts int) games.Advice {
	var mine *mind.Move
	if typed, ok := parse(string(made)); ok {
		mine = &mind.Move{Card: typed.card, Wish: typed.wish}
	}
	j := t.Judge(mine, playouts)
	a := games.Advice{Best: v.write(j.Best.Move), Worth: v.ahead(j.Best)}
	for _, m := range j.Others {
		good := float64(v.said(j.Best.Wins)-v.said(m.Wins)) <= 100*odds.Alike
		a.Others = append(a.Others, games.Candidate{Move: v.write(m.Move), Worth: v.ahead(m), Good: good})
	}
	if mine != nil {
		a.Made, a.Cost = v.ahead(j.Made), v.lost(j.Best.Wins, j.Made.Wins, j.Cost)
	}
	return a
}

// ahead says in how many of a hundred games a move ends ahead of the other players.
func (v View) ahead(m mind.Judged) games.Text {
	return games.Say("permutations.advice.ahead", "Wins", v.said(m.Wins), "Count", v.Humans-1)
}
