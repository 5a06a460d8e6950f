package permutations

import (
	"math/rand/v2"

	"parlour/games"
	"parlour/games/search"
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

// A glance is a View and the seat that looks.
type glance struct {
	View
	seat games.Seat
}

// Table says how the players think.
func (Game) Table() search.Table[glance] {
	return search.Table[glance]{
		Levels: games.Ladder(len(steps), 3),
		Decide: func(int) search.Searcher[glance] {
			return func(g glance, b search.Budget, rng *rand.Rand) games.Move {
				return g.write(newThinker(g.sight(), int(g.seat), rng, b).best())
			}
		},
		Playouts:  func(step, _ int) int { return steps[step-1].playouts },
		Overlooks: func(step int) float64 { return steps[step-1].overlooks },
		Yardsticks: []search.Yardstick[glance]{{Name: greedyName, Decide: plain(greedy)}, {Name: search.Beginner,
			Decide: plain(begin)}},
		See: func(view games.View, seat games.Seat) (g glance, cells, moment int) {
			v := view.(View)
			return glance{v, seat}, 0, v.moment(seat)
		},
		Curves: chances,
	}
}

// plain makes a searcher of a function that does not search.
func plain(choose func(sight, int, *rand.Rand) decision) search.Searcher[glance] {
	return func(g glance, _ search.Budget, rng *rand.Rand) games.Move {
		return g.write(choose(g.sight(), int(g.seat), rng))
	}
}

// thinker returns a thinker for a seat, with chance of its own for each decision.
func (v View) thinker(seat games.Seat, seed games.Seed, b search.Budget) *thinker {
	return newThinker(v.sight(), int(seat), seed.Rand(v.moment(seat)), b)
}

// moment numbers the decisions of a game in order, so that each one gets its own
// chance.
func (v View) moment(seat games.Seat) int {
	return ((v.Round*16+v.Auction)*8+len(v.Pool))*8 + int(seat)
}

// write writes what a thinker chose at this time.
func (v View) write(m decision) games.Move {
	if v.Phase == Taking {
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
func (v View) advise(t *thinker, made games.Move, playouts int) games.Advice {
	var mine *decision
	if typed, ok := parse(string(made)); ok {
		mine = &decision{Card: typed.card, Wish: typed.wish}
	}
	j := t.Judge(mine, playouts)
	a := games.Advice{Best: v.write(j.Best.decision), Worth: v.ahead(j.Best)}
	for _, m := range j.Others {
		good := float64(v.said(j.Best.Wins)-v.said(m.Wins)) <= 100*search.Alike
		a.Others = append(a.Others, games.Candidate{Move: v.write(m.decision), Worth: v.ahead(m), Good: good})
	}
	if mine != nil {
		a.Made, a.Cost = v.ahead(j.Made), v.lost(j.Best.Wins, j.Made.Wins, j.Cost)
	}
	return a
}

// ahead says in how many of a hundred games a move ends ahead of the other players.
func (v View) ahead(m judged) games.Text {
	return games.Say("permutations.advice.ahead", "Wins", v.said(m.Wins), "Count", v.Humans-1)
}
