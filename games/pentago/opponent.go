package pentago

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"parlour/games"
	"parlour/games/search"
)

// A mind is how a level thinks. It draws some of its turns and overlooks the others, looks at the board after
// each of these once, and searches them further as long as it has looks left.
type mind struct {
	turns int // number of turns that it draws; 0 for a level that overlooks none
	looks int // number of boards that it looks at
}

// minds are those of the levels. There are up to 288 turns, so at 288 looks a level looks at each once; hard takes
// half a second to a second on a core of today.
var minds = []mind{{15, 15}, {40, 40}, {90, 90}, {0, cells * twistings}, {0, 1000}, {200, 1_000_000}, {0, 4_000_000}}

// hard is how the last of them thinks.
var hard = minds[len(minds)-1]

// playouts is how many plain UCT makes for a turn.
const playouts = 400_000

// Table says how the players think.
func (Game) Table() search.Table[View] {
	return search.Table[View]{
		Levels:   games.Ladder(len(minds), 4),
		Decide:   func(step int) search.Searcher[View] { return swapping(moving(minds[step-1].decide)) },
		Playouts: func(step, _ int) int { return minds[step-1].looks }, Overlooks: func(int) float64 { return 0 },
		Yardsticks: []search.Yardstick[View]{
			{Name: search.PlainUCT, Decide: swapping(moving(plainDecide)), Searches: true},
			{Name: search.Beginner, Decide: moving(guess)},
		},
		See: func(view games.View, _ games.Seat) (v View, cells, ply int) {
			v = view.(View)
			return v, 0, v.Ply
		},
		Curves: chances, Values: View.values,
	}
}

// Player is that of [search.Opponent], but a level that overlooks turns takes no time.
func (g Game) Player(name string, by games.Limit) (games.Player, error) {
	if step := games.Level(name).Step(g.Levels()); by.Time > 0 && step > 0 && minds[step-1].turns > 0 {
		return nil, games.Unlimited(g, name)
	}
	return g.Opponent.Player(name, by)
}

// A chooser chooses the turn of the mover of a position that is not over.
type chooser func(Position, search.Budget, *rand.Rand) Turn

// moving makes a searcher of a chooser, which never swaps.
func moving(choose chooser) search.Searcher[View] {
	return func(v View, b search.Budget, rng *rand.Rand) games.Move { return choose(v.position(), b, rng).Move() }
}

// swapping makes a searcher that swaps if White wins, and that opens evenly where the turn may be answered with a swap. It
// leaves all other moves to another searcher.
func swapping(choose search.Searcher[View]) search.Searcher[View] {
	return func(v View, b search.Budget, rng *rand.Rand) games.Move {
		p := v.position()
		switch {
		case v.MaySwap && !p.even():
			return games.SwapMove
		case v.Offers:
			first := p.opening(rng)
			return first.Move()
		}
		return choose(v, b, rng)
	}
}

// even reports whether a position after one turn is a draw. The game is solved (Irving, 2014): White wins unless its
// first stone lies in a corner of the board.
func (p *Position) even() bool { return p.stones[0]&corners != 0 }

// opening returns a first turn that is even.
func (p *Position) opening(rng *rand.Rand) Turn {
	for {
		t, after := p.draw(rng), *p
		if after.Play(t); after.even() {
			return t
		}
	}
}

// position returns the position of a View.
func (v View) position() Position {
	p := Position{loose: v.Neutral, corner: v.Corner}
	for i, stone := range v.Cells {
		if stone != Empty {
			p.stones[stone-White] |= CellAt(i%Side, i/Side).bit()
		}
	}
	return p
}

// decide returns the best turn by alpha-beta, of those that a mind does not overlook.
func (m mind) decide(p Position, budget search.Budget, rng *rand.Rand) Turn {
	s := newSearcher(rng, budget)
	if m.turns > 0 {
		return s.glimpse(p, m.turns)[0].turn
	}
	return s.root(p)[0].turn
}

// guess returns any turn, or a greedy one: a turn that wins, or else one after which the lines
// on the board are best for the mover, drawn from the best ones.
func guess(p Position, b search.Budget, rng *rand.Rand) Turn {
	if b.Careless(rng) {
		return p.draw(rng)
	}
	most, best, same := -won, Turn{}, 0
	for n := range p.Count() {
		t := p.Nth(n)
		b := p.after(t)
		w := b.worth
		if !b.over {
			mine, theirs := b.other.tally(), b.own.tally()
			var g glance
			g.add(&mine, &theirs, stillTwo, stillThree, stillFour)
			w = worth(g.score)
		}
		switch {
		case w > most:
			most, best, same = w, t, 1
		case w == most:
			if same++; rng.IntN(same) == 0 {
				best = t
			}
		}
	}
	return best
}

// after returns the branch of a legal turn, not judged yet.
func (p Position) after(t Turn) *branch {
	mover := p.Mover()
	p.Play(t)
	b := &branch{own: p.stones[1-mover], other: p.stones[mover], turn: t}
	if winner, over := p.Judge(); over {
		b.over = true
		switch winner {
		case games.Seat(mover):
			b.worth = won - 1
		case games.Spectator:
			b.worth = draw
		default:
			b.worth = 1 - won
		}
	}
	return b
}

// exploration is the constant of UCB1 with which plain UCT plays.
const exploration = 0.15

// A searched position is what [search.UCT] plays.
type searched struct{ Position }

func (s *searched) Player() int { return s.Mover() }

// Count returns 0 when the game is over.
func (s *searched) Count() int {
	if s.Over() {
		return 0
	}
	return s.Position.Count()
}

func (s *searched) PlayNth(n int) { s.Play(s.Nth(n)) }

// Playout returns 1 for a win of seat 0, and a half for a draw.
func (s *searched) Playout(rng *rand.Rand) float64 {
	winner := s.Position.Playout(rng)
	return float64(search.Worth(uint8(winner), winner != games.Spectator)[0])
}

// plainDecide returns the turn of plain UCT, which has fewer playouts than hard has looks.
func plainDecide(p Position, budget search.Budget, rng *rand.Rand) Turn {
	budget.Playouts = min(budget.Playouts, playouts)
	return p.Nth(search.UCT(searched{p}, exploration, budget, rng))
}

// judging is the part of hard's budget with which turns are judged.
const judging = 2

// Judge implements [search.Teller].
func (Game) Judge(view games.View, _ games.Seat, m games.Move, against games.Level, seed games.Seed) (raw, chance float64, ok bool) {
	v := view.(View)
	p := v.position()
	t, err := state{pos: p}.readTurn(m)
	if err != nil {
		return 0, 0, false // it is no move of this position
	}
	budget := search.Budget{Playouts: hard.looks / judging}
	w := newSearcher(seed.Rand(v.Ply), budget).compare(p, []Turn{t})[0]
	return w.raw(), w.chance(curve(against)), w <= sure && w >= -sure
}

// Advise lets hard choose. It judges that turn, some others and the one that was made together, by searches of the
// same depth.
func (Game) Advise(view games.View, seat games.Seat, made games.Move, against games.Level, seed games.Seed) games.Advice {
	return view.(View).advise(seat, made, curve(against), seed, search.Budget{Playouts: hard.looks},
		search.Budget{Playouts: hard.looks / judging})
}

const (
	compared  = 4 // number of turns that advice compares, besides the one that was made
	linePlies = 3 // number of turns of the play that it tells
)

// advise finds the best turn with one budget, and judges it and others with a second.
func (v View) advise(seat games.Seat, made games.Move, c search.Curve, seed games.Seed, find, judge search.Budget) games.Advice {
	p := v.position()
	if v.MaySwap || v.Offers {
		return v.weigh(made, c, seed, judge)
	}
	ranked := newSearcher(seed.Rand(v.Ply), find).root(p)
	best := ranked[0].turn
	a := games.Advice{Best: best.Move()}
	var turns []Turn
	if made != "" {
		t, err := state{pos: p}.readTurn(made)
		if err != nil {
			return a // it is no move of this position
		}
		turns = append(turns, t)
	}
	turns = append(turns, apart(ranked, compared)...)
	worths := newSearcher(seed.Rand(v.Ply), judge).compare(p, turns)
	if all, ok := v.values(); ok && !worths[len(worths)-len(apart(ranked, compared))].certain() { // else the search says in how many turns
		var lines [][]games.Move
		for _, b := range ranked[:min(compared, len(ranked))] {
			lines = append(lines, []games.Move{b.turn.Move()})
		}
		return search.Exactly(all, lines, made)
	}
	if made != "" {
		a.Made, a.Cost = worths[0].text(1-seat, c), max(0, worths[1].chance(c)-worths[0].chance(c))
		turns, worths = turns[1:], worths[1:]
	}
	a.Worth = worths[0].text(1-seat, c)
	p.line(&a.Line, best, find.Part(1, 32), seed.Rand(v.Ply))
	others := map[games.Move]worth{}
	for i, w := range worths[1:] {
		m := turns[i+1].Move()
		others[m] = min(w, worths[0]) // the search that found the best has seen more
		a.Others = append(a.Others,
			games.Candidate{Move: m, Worth: others[m].text(1-seat, c), Good: w.asGoodAs(worths[0], c)})
	}
	slices.SortStableFunc(a.Others,
		func(x, y games.Candidate) int { return cmp.Compare(others[y.Move], others[x.Move]) })
	if len(a.Others) > 0 {
		t, _ := state{pos: p}.readTurn(a.Others[0].Move)
		p.line(&a.Others[0].Line, t, find.Part(1, 32), seed.Rand(v.Ply))
	}
	return a
}

// weigh advises a seat that may swap, or whose turn may be answered with a swap, with a budget. A swap is worth what the
// best turn is to the other side, and half at least where it is right. A turn that may be answered with a swap is worth at
// most a half.
func (v View) weigh(made games.Move, c search.Curve, seed games.Seed, b search.Budget) games.Advice {
	p, t := v.position(), newSearcher(seed.Rand(v.Ply), b).root(v.position())[0].turn
	best := swapping(func(View, search.Budget, *rand.Rand) games.Move { return t.Move() })(v, b, seed.Rand(v.Ply))
	lines := [][]games.Move{{best}}
	if v.MaySwap {
		lines = append(lines, []games.Move{games.SwapMove}, []games.Move{t.Move()})
	}
	return search.Compare(best, lines, made, func(m games.Move) (o search.Opinion) {
		turn := t
		if m != games.SwapMove {
			turn, _ = state{pos: p}.readTurn(m)
		}
		o.Worth = newSearcher(seed.Rand(v.Ply), b).compare(p, []Turn{turn})[0].chance(c)
		switch {
		case m == games.SwapMove && best == m:
			o.Worth = max(1-o.Worth, 0.5)
		case m == games.SwapMove, v.Offers:
			o.Worth = min(o.Worth, 1-o.Worth)
		}
		if c.Games > 0 {
			o.Words = search.OfHundred(o.Worth)
		}
		return o
	})
}

// apart returns the first turns of some branches that lead to different boards, at most so many.
func apart(all []branch, most int) (turns []Turn) {
	boards := map[[2]Set]bool{}
	for _, b := range all {
		if at := [2]Set{b.own, b.other}; !boards[at] && len(turns) < most {
			boards[at], turns = true, append(turns, b.turn)
		}
	}
	return turns
}

// line adds a turn to a line, with the play that searches expect after it, with a budget for each turn.
func (p Position) line(line *[]games.Move, t Turn, each search.Budget, rng *rand.Rand) {
	for {
		*line = append(*line, t.Move())
		if p.Play(t); p.Over() || len(*line) == linePlies {
			return
		}
		t = newSearcher(rng, each).root(p)[0].turn
	}
}

// compare returns the worths of turns to the side that makes them, by searches of growing depth,
// the same for all.
func (s *searcher) compare(p Position, turns []Turn) []worth {
	branches, worths := make([]*branch, len(turns)), make([]worth, len(turns))
	for i, t := range turns {
		branches[i] = p.after(t)
		worths[i] = branches[i].judge()
	}
	for depth := 1; depth < cells-p.Ply(); depth++ {
		next, open := make([]worth, len(turns)), false
		for i, b := range branches {
			if next[i] = worths[i]; next[i] > sure || next[i] < -sure || b.over {
				continue
			}
			open = true
			next[i] = s.value(b.own, b.other, depth, -won, won).later()
			if s.stopped {
				return worths
			}
		}
		if !open {
			break
		}
		worths = next
	}
	return worths
}

// steep is the number of points ahead at which a first guess of the chance to win is 73 %.
const steep = 75

// curve returns the curve for players about as strong as a level.
func curve(l games.Level) search.Curve { return chances.At(0, 2, search.BandOf(l, Game{}.Levels())) }

// chance returns the chance to win that a worth means, from 0 to 1; a draw counts half.
func (w worth) chance(c search.Curve) float64 { return c.Of(w.raw()) }

// raw returns a first guess of that chance, from which the curve of the game makes it.
func (w worth) raw() float64 {
	switch {
	case w > sure:
		return 1
	case w < -sure:
		return 0
	}
	return 1 / (1 + math.Exp(-float64(w)/steep))
}

// certain reports whether a worth is that of a win or a loss.
func (w worth) certain() bool { return max(w, -w) > sure }

// asGoodAs reports whether a turn is as good as the best. A sooner win or a later loss is better.
func (w worth) asGoodAs(best worth, c search.Curve) bool {
	sure := max(w, -w, best, -best) > sure
	return w >= best || !sure && best.chance(c)-w.chance(c) < search.Alike && search.Near(best.raw(), w.raw())
}

// text returns the words for the worth of a turn against an opponent, for the middle of a sentence:
// in how many turns of its own the winner can win, or the chance.
func (w worth) text(opponent games.Seat, c search.Curve) games.Text {
	switch {
	case w == won-1:
		return games.Say("pentago.worth.won")
	case w > sure:
		return games.Say("pentago.worth.win", "Count", int(won-w+1)/2)
	case w == 1-won:
		return games.Say("pentago.worth.lost")
	case w < -sure:
		return games.Say("pentago.worth.loss", "Player", opponent, "Count", int(won+w)/2)
	}
	return c.Opinion(w.raw()).Words
}
