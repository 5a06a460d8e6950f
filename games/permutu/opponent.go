package permutu

import (
	"math"
	"math/rand/v2"

	"parlour/games"
	"parlour/games/search"
)

// greedyName is the name of the yardstick that takes what brings the most points at once.
const greedyName = "greedy"

// steps are those of the ladder below hard, the weakest first, with their playouts on the largest board. From its start those of
// the last take some tenths of a second on a current core, half a second with six players, and less as the game goes
// on.
var steps = search.Steps{{16, 0.92}, {16, 0.75}, {16, 0.48}, {20, 0}, {50, 0}, {130, 0}, {350, 0}, {1000, 0}, {3500, 0},
	{12000, 0}, {sharedPlayouts, 0}}

// sharedPlayouts is the number of playouts of the last step, and of hard while others wait, on boards of any size.
const sharedPlayouts = 40_000

// Table says how the players think. Against others, levels differ only in their playouts and in
// what they overlook; a solo attempt hardly needs time and ignores it.
func (Game) Table() search.Table[*position] {
	return search.Table[*position]{
		Levels: games.Ladder(len(steps)+1, 5), Playouts: playouts, Longer: 5,
		Decide: func(step int) search.Searcher[*position] {
			return func(p *position, b search.Budget, rng *rand.Rand) games.Move {
				if m := p.swapping(b, rng); m != "" {
					return m
				}
				return level(p, step, b, rng).move()
			}
		},
		Overlooks: steps.Overlooks,
		Yardsticks: []search.Yardstick[*position]{{Name: greedyName, Decide: moving(func(p *position, _ search.Budget, rng *rand.Rand) Take { return greedy(p, rng) })}, {Name: search.Beginner,
			Decide: moving(begins)}},
		See: func(view games.View, seat games.Seat) (p *position, columns, left int) {
			at := view.(View).position(seat)
			return &at, at.columns, at.Left()
		},
		Curves: chances, Values: (*position).values,
	}
}

// moving makes a searcher of a function that does not search.
func moving(choose func(*position, search.Budget, *rand.Rand) Take) search.Searcher[*position] {
	return func(p *position, b search.Budget, rng *rand.Rand) games.Move { return choose(p, b, rng).move() }
}

// Budget is that of [search.Opponent], but a solo attempt takes no playouts.
func (g Game) Budget(l games.Level, view games.View, seat games.Seat) (full, shared, least int) {
	full, shared, least = g.Opponent.Budget(l, view, seat)
	if len(view.(View).Own) == 1 {
		return full, full, full
	}
	return full, shared, least
}

// playouts returns how many playouts a step has for a move: fewer on small boards, unless it is the last.
func playouts(number, columns int) int {
	full := steps[number-1].Playouts
	if number == len(steps) {
		return full
	}
	return (full*columns + maxSymbols - 1) / maxSymbols
}

// level chooses as a step of the ladder does, within a budget. In a solo attempt it tries as many ways to the end as
// its number says, and the last step finds the fewest single blocks that finish it.
func level(p *position, number int, b search.Budget, rng *rand.Rand) Take {
	if p.seats > 1 {
		b.Overlooks = steps.Overlooks(number)
		_, best := think(*p, b, rng)
		return best
	}
	if number == len(steps) {
		first, _ := solve(p, soloNodes, rng)
		return first
	}
	first, _ := bestTry(p, number, rng)
	return first
}

// swapping returns the swap if the other side is better, and the move after which the sides are most even if that may
// be answered with a swap; "" for any other move. All levels weigh the sides with so many playouts.
func (p *position) swapping(b search.Budget, rng *rand.Rand) games.Move {
	const weighing = 4000
	t := newThinker(rng)
	b.Playouts, b.Overlooks = max(b.Playouts, weighing), 0
	t.Even = p.swap.Offers
	if !p.swap.MaySwap && !p.swap.Offers {
		return ""
	}
	best, worth := t.Think(searched{*p, new(prospect)}, b)
	switch {
	case p.swap.Offers:
		return takeOf(best).move()
	case worth < 0.5:
		return games.SwapMove
	}
	return ""
}

// position returns the position of a [View], with a seat to move.
func (v View) position(mover games.Seat) position {
	p := position{
		columns: len(v.Columns), seats: len(v.Own), mover: mover, starter: v.Starter,
		singles: v.Singles, gone: len(v.Out), swap: v.SwapView,
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
	takes := p.Takes(p.mover, nil)
	return takes[search.Greedy(len(takes), func(n int) int { return greed(p, takes[n]) }, rng)]
}

// greed returns what a move gains at once as one number, points before blocks. A solo
// attempt takes columns first, as no column gains less than a single block.
func greed(p *position, t Take) int {
	after := *p
	after.Play(t)
	gain := after.Points(p.mover) - p.Points(p.mover)
	return gain*(colours+1) + p.Left() - after.Left()
}

// begins is the beginner: it takes any, or what gains the most at once.
func begins(p *position, b search.Budget, rng *rand.Rand) Take {
	takes := p.Takes(p.mover, nil)
	return takes[search.MostlyGreedy(len(takes), func(n int) int { return greed(p, takes[n]) }, b, rng)]
}

// Judge implements [search.Teller]. A player who is alone has nobody to win against.
func (Game) Judge(view games.View, seat games.Seat, m games.Move, against games.Level, seed games.Seed) (raw, chance float64, ok bool) {
	p := view.(View).position(seat)
	take, ok := readNotation(m)
	if !ok || p.seats == 1 {
		return 0, 0, false
	}
	after := p
	if after.Play(take); after.mover == games.Spectator {
		return 0, 0, false // the game is over, so nothing is estimated
	}
	ends, _ := after.explored(seed.Rand(p.Left()), advicePlayouts)
	raw = ends.share(seat)
	return raw, p.curve(against).Of(raw), true
}

// share returns a seat's share of the first places.
func (e *prospect) share(s games.Seat) float64 { return e.wins[s] / float64(e.n) }

// curve returns the curve of the board for players about as strong as a level.
func (p *position) curve(l games.Level) search.Curve {
	return chances.At(p.columns, p.seats, search.BandOf(l, Game{}.Levels()))
}

// The playouts of advice: those that weigh a move after the search of hard, and how many of the best moves it weighs.
const (
	advicePlayouts = 20_000
	compared       = 4
)

// follow is how many moves after a move its expected play tells.
const follow = 2

// Advise says what hard would play. It weighs moves by playing on from after them; in a solo attempt, by the best
// result that they allow.
func (Game) Advise(view games.View, seat games.Seat, made games.Move, against games.Level, seed games.Seed) games.Advice {
	p := view.(View).position(seat)
	if p.seats == 1 {
		return adviseAlone(&p, made, seed)
	}
	return advise(&p, made, p.curve(against), seed, sharedPlayouts, advicePlayouts)
}

// advise searches with one number of playouts, and weighs each of the best moves and the one that was made with
// another.
func advise(p *position, made games.Move, c search.Curve, seed games.Seed, thinking, weighing int) games.Advice {
	t, best := think(*p, search.Budget{Playouts: thinking}, seed.Rand(p.Left()))
	var lines [][]games.Move
	for _, line := range t.Lines(compared, follow+1) {
		lines = append(lines, movesOf(takesOf(line)))
	}
	if all, ok := p.values(); ok {
		a := search.Exactly(all, lines, made)
		if len(a.Line) == 1 { // another move, of which the search expected nothing
			a.Line = append(a.Line, weigh(p, a.Best, c, seed, weighing).Line...)
		}
		return a
	}
	first := best.move()
	if m := p.swapping(search.Budget{Playouts: thinking}, seed.Rand(p.Left())); m != "" {
		first = m
	}
	switch {
	case p.swap.Offers: // the others are those that are best without the swap
		lines = nil
	case p.swap.MaySwap:
		lines = append(lines, []games.Move{games.SwapMove})
	}
	return compare(first, lines, made, func(m games.Move) search.Opinion { return weigh(p, m, c, seed, weighing) })
}

// adviseAlone solves a solo attempt. An open column is best taken at once, so any other is as good; otherwise it
// compares some blocks.
func adviseAlone(p *position, made games.Move, seed games.Seed) games.Advice {
	var others [][]games.Move
	wholes, singles := 0, 0
	for _, t := range p.Takes(p.mover, nil) {
		if t.Whole {
			wholes++
		} else {
			singles++
		}
		if t.Whole && wholes <= compared || !t.Whole && singles < compared {
			others = append(others, []games.Move{t.move()})
		}
	}
	best := level(p, len(steps), search.Budget{}, seed.Rand(p.Left()))
	return compare(best.move(), others, made, func(m games.Move) search.Opinion { return weighAlone(p, m, seed) })
}

// compare is [search.Compare] for this game. The worth of a move is from 0 to 1, except in a solo attempt, where it is the
// negative of its cost.
func compare(best games.Move, others [][]games.Move, made games.Move, judge func(games.Move) search.Opinion) games.Advice {
	a := search.Compare(best, others, made, judge)
	if a.Cost <= search.Alike {
		a.Cost = 0
	}
	a.Cost = min(a.Cost, 1)
	return a
}

// takesOf returns the moves with some numbers.
func takesOf(numbers []search.Move) (takes []Take) {
	for _, number := range numbers {
		takes = append(takes, takeOf(number))
	}
	return takes
}

// movesOf writes takes as moves.
func movesOf(takes []Take) (moves []games.Move) {
	for _, t := range takes {
		moves = append(moves, t.move())
	}
	return moves
}

// made returns the position after a move of the seat that is to move, a swap too.
func (p *position) made(m games.Move) position {
	after := *p
	if t, ok := readNotation(m); ok {
		after.Play(t)
	} else {
		after.swapSides()
	}
	return after
}

// weigh plays on from after a move of the seat that is to move. The worth is the share of games won. Where the other seat
// may answer with a swap, it takes the better side.
func weigh(p *position, m games.Move, c search.Curve, seed games.Seed, playouts int) search.Opinion {
	after := p.made(m)
	ends, line := after.explored(seed.Rand(p.Left()), playouts)
	me := p.mover
	if p.swap.Offers && ends.share(me) > 0.5 {
		me = 1 - me
	}
	o := ends.opinion(&after, me, c)
	if !p.swap.Offers {
		o.Line = movesOf(takesOf(line))
	}
	return o
}

// explored returns how playouts from a position end, and the moves that are expected then. A position that is over ends
// as it is.
func (p *position) explored(rng *rand.Rand, playouts int) (ends *prospect, line []search.Move) {
	s := searched{*p, new(prospect)}
	if s.Over() {
		s.Worth()
		return s.ends, nil
	}
	t := newThinker(rng)
	t.Think(s, search.Budget{Playouts: playouts})
	return s.ends, t.Line(follow)
}

// opinion says how the playouts ended for a seat. The end of a game stays what it is. The points are said unless the chance
// contradicts them: fewer points than another's and more than half of the games, or no fewer and clearly less than an equal
// share of them.
func (e *prospect) opinion(p *position, me games.Seat, c search.Curve) search.Opinion {
	mean := func(points int) int { return int(math.Round(float64(points) / float64(e.n))) }
	worth, measured := e.share(me), c.Games > 0
	if p.mover == games.Spectator {
		measured = true
	} else {
		worth = c.Of(worth)
	}
	own, other := mean(e.points[me]), mean(p.bestOther(int(me), &e.points))
	fits := own == other && worth <= 0.6 || own < other && worth <= 0.5 || own > other
	if share := worth * float64(p.seats); own >= other && share < 0.8 {
		fits = false
	}
	o := search.Opinion{Worth: worth, Words: search.OfHundred(worth)}
	if measured && !fits {
		return o
	}
	pairs := []any{"By", "", "Count", p.seats - 1, "Own", own, "Other", other}
	if p.seats == 2 {
		pairs = append(pairs, "Player", 1-me)
	}
	if measured {
		o.Words = games.Say("permutu.worth", append(pairs, "Wins", o.Words.Arg("Wins"))...)
	} else {
		o.Words = games.Say("permutu.worth.points", pairs...)
	}
	return o
}

// The costs of a solo attempt. A single block costs enough that one too many counts as a turning point. A failed
// attempt costs more than the most singles there can be, and a little for each block that is left.
const (
	singleCost = 0.25
	failCost   = 8
	leftCost   = 0.02
)

// weighAlone says what a solo attempt comes to at best after a move.
func weighAlone(p *position, m games.Move, seed games.Seed) (o search.Opinion) {
	after := p.made(m)
	r := after.solo()
	for at := after; at.mover != games.Spectator && len(o.Line) < follow; {
		next, result := solve(&at, soloNodes, seed.Rand(p.Left()))
		if len(o.Line) == 0 {
			r = result
		}
		o.Line = append(o.Line, next.move())
		at.Play(next)
	}
	o.Worth, o.Words = -failCost-leftCost*float64(r.Left), games.Say("permutu.worth.failed", "Count", r.Left)
	if r.Finished() {
		o.Worth, o.Words = -singleCost*float64(r.Singles), games.Say("permutu.worth.finished", "Count", r.Singles)
	}
	return o
}
