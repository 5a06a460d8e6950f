package permutu

import (
	"math/rand/v2"

	"parlour/games"
	"parlour/games/search"
)

// greedyName is the name of the yardstick that takes what brings the most points at once.
const greedyName = "greedy"

// A step says how a level plays: with how many playouts for a move on the largest board, and the share of its own
// moves that it overlooks.
type step struct {
	playouts  int
	overlooks float64
}

// steps are those of the ladder, the weakest first. From the start of the largest board the playouts of the last take
// some tenths of a second on a current core, half a second with six players, and less as the game goes on.
var steps = []step{{16, 0.92}, {16, 0.75}, {16, 0.48}, {20, 0}, {50, 0}, {130, 0}, {350, 0}, {1000, 0}, {3500, 0}, {12000, 0}, {hardPlayouts, 0}}

// hardPlayouts is the number of playouts of the last step, on boards of any size.
const hardPlayouts = 40_000

// Table says how the players think. Against others, levels differ only in their playouts and in
// what they overlook; a solo attempt hardly needs time and ignores it.
func (Game) Table() search.Table[*position] {
	return search.Table[*position]{
		Levels: games.Ladder(len(steps), 5), Playouts: playouts,
		Decide: func(step int) search.Searcher[*position] {
			return func(p *position, b search.Budget, rng *rand.Rand) games.Move { return level(p, step, b, rng).move() }
		},
		Overlooks: func(step int) float64 { return steps[step-1].overlooks },
		Yardsticks: []search.Yardstick[*position]{{Name: greedyName, Decide: moving(greedy)}, {Name: search.Beginner,
			Decide: moving(begins)}},
		See: func(view games.View, seat games.Seat) (p *position, columns, left int) {
			at := view.(View).position(seat)
			return &at, at.columns, at.Left()
		},
		Curves: chances,
	}
}

// moving makes a searcher of a function that does not search.
func moving(choose func(*position, *rand.Rand) Take) search.Searcher[*position] {
	return func(p *position, _ search.Budget, rng *rand.Rand) games.Move { return choose(p, rng).move() }
}

// Budget is that of [search.Opponent], but a solo attempt takes no playouts.
func (g Game) Budget(l games.Level, view games.View, seat games.Seat) (full, least int) {
	full, least = g.Opponent.Budget(l, view, seat)
	if len(view.(View).Own) == 1 {
		return full, full
	}
	return full, least
}

// playouts returns how many playouts a step has for a move: fewer on small boards, unless it is the last.
func playouts(number, columns int) int {
	full := steps[number-1].playouts
	if number == len(steps) {
		return full
	}
	return (full*columns + maxSymbols - 1) / maxSymbols
}

// level chooses as a step of the ladder does, within a budget. In a solo attempt it tries as many ways to the end as
// its number says, and the last step finds the fewest single blocks that finish it.
func level(p *position, number int, b search.Budget, rng *rand.Rand) Take {
	switch {
	case p.seats > 1:
		b.Overlooks = steps[number-1].overlooks
		return newThinker(hardest, rng).think(*p, b)
	case number < len(steps):
		first, _ := bestTry(p, number, rng)
		return first
	}
	return hard(p, b, rng)
}

// hard chooses as the last step does.
func hard(p *position, b search.Budget, rng *rand.Rand) Take {
	if p.seats == 1 {
		first, _ := solve(p, soloNodes, rng)
		return first
	}
	return newThinker(hardest, rng).think(*p, b)
}

// position returns the position of a [View], with a seat to move.
func (v View) position(mover games.Seat) position {
	p := position{
		columns: len(v.Columns), seats: len(v.Own), mover: mover, starter: v.Starter,
		singles: v.Singles, gone: len(v.Out),
	}
	for column, blocks := range v.Columns {
		for c, b := range blocks {
			p.dealt[column][c] = b.Symbol
			if !b.Taken() {
				p.left[column] |= 1 << c
				continue
			}
			p.held[b.Owner][c] |= b.Symbol.bit()
			p.owned[b.Owner] |= b.Symbol.bit()
			p.taken |= b.Symbol.bit()
		}
	}
	for i, seat := range v.Out {
		p.leftAt[seat] = uint8(i + 1)
	}
	return p
}

// greedy is the yardstick: it takes what gains the most points at once. Ties go to the
// most blocks and then to chance; in a solo attempt a column goes before a single
// block.
func greedy(p *position, rng *rand.Rand) Take {
	var buf [maxTakes]Take
	var best Take
	most, equals := -1, 0
	for _, t := range p.Takes(p.mover, buf[:0]) {
		switch worth := greed(p, t); {
		case worth > most:
			best, most, equals = t, worth, 1
		case worth == most:
			if equals++; rng.IntN(equals) == 0 {
				best = t
			}
		}
	}
	return best
}

// greed returns what a move gains at once as one number, points before blocks. A solo
// attempt takes columns first, as no column gains less than a single block.
func greed(p *position, t Take) int {
	after := *p
	after.Play(t)
	gain := after.Points(p.mover) - p.Points(p.mover)
	return gain*(colours+1) + p.Left() - after.Left()
}

// begins is the beginner: it takes any, or as often what gains the most at once.
func begins(p *position, rng *rand.Rand) Take {
	takes := p.Takes(p.mover, nil)
	return takes[search.HalfGreedy(len(takes), func(n int) int { return greed(p, takes[n]) }, rng)]
}
