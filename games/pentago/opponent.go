package pentago

import (
	"math/rand/v2"
	"time"

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
var minds = []mind{{18, 18}, {40, 40}, {90, 90}, {0, cells * twistings}, {0, 1000}, {200, 1_000_000}, {0, 4_000_000}}

// hard is how the last of them thinks.
var hard = minds[len(minds)-1]

// playouts is how many plain UCT makes for a turn.
const playouts = 400_000

// Table says how the players think.
func (Game) Table() search.Table[Position] {
	return search.Table[Position]{
		Levels:   games.Ladder(len(minds), 4),
		Decide:   func(step int) search.Searcher[Position] { return moving(minds[step-1].decide) },
		Playouts: func(step, _ int) int { return minds[step-1].looks }, Overlooks: func(int) float64 { return 0 },
		Yardsticks: []search.Yardstick[Position]{
			{Name: search.PlainUCT, Decide: moving(plainDecide), Searches: true},
			{Name: search.Beginner, Decide: moving(guess)},
		},
		See: func(view games.View, _ games.Seat) (p Position, cells, ply int) {
			v := view.(View)
			return v.position(), 0, v.Ply
		},
		Curves: chances,
	}
}

// Player is that of [search.Opponent], but a level that overlooks turns takes no time.
func (g Game) Player(name string, each time.Duration) (games.Player, error) {
	if step := games.Level(name).Step(g.Levels()); each > 0 && step > 0 && minds[step-1].turns > 0 {
		return nil, games.Untimed(g, name)
	}
	return g.Opponent.Player(name, each)
}

// A chooser chooses the turn of the mover of a position that is not over.
type chooser func(Position, search.Budget, *rand.Rand) Turn

// moving makes a searcher of a chooser.
func moving(choose chooser) search.Searcher[Position] {
	return func(p Position, b search.Budget, rng *rand.Rand) games.Move { return choose(p, b, rng).Move() }
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

// guess returns any turn or, as often, a greedy one: a turn that wins, or else one after which the lines
// on the board are best for the mover, drawn from the best ones.
func guess(p Position, _ search.Budget, rng *rand.Rand) Turn {
	if rng.IntN(2) == 0 {
		return p.draw(rng)
	}
	most, best, same := -won, Turn{}, 0
	for n := range p.Count() {
		t := p.Nth(n)
		b := p.after(t)
		w := b.worth
		if !b.over {
			var mine, theirs reach
			b.other.reach(&mine)
			b.own.reach(&theirs)
			var g glance
			g.add(&mine, &theirs, NoTwist, stillTwo, stillThree, stillFour)
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
	switch s.Position.Playout(rng) {
	case 0:
		return 1
	case 1:
		return 0
	}
	return 0.5
}

// plainDecide returns the turn of plain UCT, which has fewer playouts than hard has looks.
func plainDecide(p Position, budget search.Budget, rng *rand.Rand) Turn {
	budget.Playouts = min(budget.Playouts, playouts)
	return p.Nth(search.UCT(searched{p}, exploration, budget, rng))
}
