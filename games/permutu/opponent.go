package permutu

import (
	"math/rand/v2"
	"time"

	"parlour/games"
	"parlour/games/search"
	"parlour/games/search/levels"
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

// ladder is that of the levels.
var ladder = games.Ladder(len(steps), 5)

// Levels returns the ladder.
func (Game) Levels() []games.Level { return ladder }

// Yardsticks names the greedy player and the beginner.
func (Game) Yardsticks() []string { return []string{greedyName, levels.Beginner} }

// A chooser chooses a move in a position that is not over.
type chooser func(p *Position, rng *rand.Rand) Take

// yardsticks holds the players that do not search.
var yardsticks = map[string]chooser{greedyName: greedy, levels.Beginner: begins}

// Player returns the player of a level or a yardstick. Against others, levels differ only in their playouts and in
// what they overlook; a solo attempt hardly needs time and ignores it.
func (g Game) Player(name string, each time.Duration) (games.Player, error) {
	choose, plain := yardsticks[name]
	number := games.Level(name).Step(ladder)
	switch {
	case !plain && number == 0:
		return nil, games.NoPlayer(g, name)
	case plain && each > 0:
		return nil, games.Untimed(g, name)
	case plain:
		return player(choose), nil
	}
	return player(func(p *Position, rng *rand.Rand) Take {
		return level(p, number, search.Budget{Playouts: playouts(number, p.columns), Time: each}, rng)
	}), nil
}

// player makes a player of a chooser.
func player(choose chooser) games.Player {
	return func(view games.View, seat games.Seat, seed games.Seed) games.Move {
		p := view.(View).position(seat)
		return choose(&p, seed.Rand(p.Left())).Move()
	}
}

// Budget implements [games.Thrifty]. Each level can do with the playouts of the one that is [levels.Thrift] steps
// below; a solo attempt takes no playouts.
func (Game) Budget(l games.Level, view games.View, seat games.Seat) (full, least int) {
	p := view.(View).position(seat)
	number := l.Step(ladder)
	full = playouts(number, p.columns)
	if p.seats == 1 {
		return full, full
	}
	return full, min(full, playouts(max(number-levels.Thrift, 1), p.columns))
}

// PlayerWith implements [games.Thrifty].
func (g Game) PlayerWith(l games.Level, playouts int) (games.Player, error) {
	number := l.Step(ladder)
	if number == 0 {
		return nil, games.NoPlayer(g, string(l))
	}
	return player(func(p *Position, rng *rand.Rand) Take {
		return level(p, number, search.Budget{Playouts: playouts}, rng)
	}), nil
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
func level(p *Position, number int, b search.Budget, rng *rand.Rand) Take {
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
func hard(p *Position, b search.Budget, rng *rand.Rand) Take {
	if p.seats == 1 {
		first, _ := solve(p, soloNodes, rng)
		return first
	}
	return newThinker(hardest, rng).think(*p, b)
}

// position returns the position of a [View], with a seat to move.
func (v View) position(mover games.Seat) Position {
	p := Position{
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
func greedy(p *Position, rng *rand.Rand) Take {
	var buf [MaxTakes]Take
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
func greed(p *Position, t Take) int {
	after := *p
	after.Play(t)
	gain := after.Points(p.mover) - p.Points(p.mover)
	return gain*(colours+1) + p.Left() - after.Left()
}

// begins is the beginner: it takes any, or as often what gains the most at once.
func begins(p *Position, rng *rand.Rand) Take {
	takes := p.Takes(p.mover, nil)
	return takes[levels.HalfGreedy(len(takes), func(n int) int { return greed(p, takes[n]) }, rng)]
}
