package permute

import (
	"math"
	"math/rand/v2"
	"strings"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/search"
)

// Table says how the players think.
func (Game) Table() search.Table[View] {
	return search.Table[View]{
		Levels: games.Ladder(len(row), 6), Decide: func(int) search.Searcher[View] { return decide },
		Playouts: playouts, Overlooks: overlooks,
		Yardsticks: []search.Yardstick[View]{
			{Name: search.PlainUCT, Decide: plainDecide, Searches: true}, {Name: search.Beginner, Decide: begin},
		},
		See: func(view games.View, _ games.Seat) (v View, cells, ply int) {
			v = view.(View)
			return v, v.Size * v.Size, v.Ply
		},
		Rank: rank, Chance: View.chance, Curve: View.curve, Curves: chances,
	}
}

// row has the playouts of each level for one move on 9×9: about twice as many as the level below has, and in the upper
// half two and a half times as many, since the more playouts a search has, the less it gains by as many again.
var row = [...]float64{20, 38, 72, 140, 270, 530, 1100, 2400, 5800, 15_000, 42_000, 120_000}

// playouts returns the number of playouts of a level for one move on a board of so many cells. Those of hard and of
// the yardstick take about a second on a core of today, at the start of any board that a table offers, and less later
// in the game. Easy has the same on any board, since a beginner plays no better there, and the others lie between the
// two as in row.
func playouts(step, cells int) int {
	hard := float64(min(10_000_000/cells, 120_000))
	share := math.Log(row[step-1]/row[0]) / math.Log(row[len(row)-1]/row[0])
	return int(math.Round(row[0] * math.Pow(hard/row[0], share)))
}

// overlooks returns the share of its twists that a level overlooks: easy half, and each step a tenth less.
func overlooks(step int) float64 { return max(0, float64(6-step)/10) }

// optimism is how much a search early in a game overrates the chances of the mover, by
// the games that followed.
const optimism = 0.03

// decide returns the move of a [search.Thinker] for the seat to move. Where the seat may swap, it
// does so if the other side is better; where the other seat may, decide looks for the
// twist after which both sides are worth the same.
func decide(v View, budget search.Budget, rng *rand.Rand) games.Move {
	t := newThinker(rng)
	t.Even, t.Stops = v.Offers, !v.Swap // whether to swap depends on the worth, which every playout changes
	best, worth := t.Think(v.position(), budget)
	if v.Swap && worth < 0.5+optimism {
		return swapMove
	}
	return twistOf(best).Move()
}

// rank returns the best twists of a search and the play that it expects; while a swap is possible, only what decide
// returns.
func rank(v View, most int, budget search.Budget, rng *rand.Rand) (best, line []games.Move) {
	if v.Swap || v.Offers {
		return []games.Move{decide(v, budget, rng)}, nil
	}
	t := newThinker(rng)
	t.Stops = true
	return search.Rank(t, v.position(), most, budget, func(k search.Move) games.Move { return twistOf(k).Move() })
}

// position returns the position of a View of a game that goes on.
func (v View) position() Position {
	p := Position{Stones: board.Stones{Side: uint8(v.Size)}, mover: v.Colours[v.ToMove]}
	for row := range v.Size {
		for col := range v.Size {
			cell := v.At(col, row)
			p.Put(col, row, cell.Colour, cell.Bandaged)
		}
	}
	for row := range v.Size - 1 {
		p.update(row)
	}
	return p
}

// chance estimates, by a search, the chance that the seat to move wins after a legal
// move: from 0 to 1, a draw counting half.
func (v View) chance(m games.Move, budget search.Budget, rng *rand.Rand) float64 {
	p := v.position()
	if m != swapMove {
		typed, _ := parseTwist(strings.ToLower(string(m))) // legal, so it is one
		twist, _ := typed.twist()
		p.Play(twist)
	}
	chance := 1 - newThinker(rng).Chance(p, budget)
	if v.Swap || v.Offers { // where which side is better is the question
		chance = min(chance+optimism, 1)
	}
	if v.Offers {
		chance = min(chance, 1-chance) // the other takes the better side
	}
	return chance
}

// begin returns the move of the beginner. Its greedy moves are those after which its groups are as far ahead as can be,
// the swap among them.
func begin(v View, _ search.Budget, rng *rand.Rand) games.Move {
	p := v.position()
	moves := p.Count()
	if v.Swap {
		moves++
	}
	best := search.HalfGreedy(moves, func(n int) int {
		if n == p.Count() {
			return p.lead(p.mover.Other())
		}
		after := p
		after.Play(p.Nth(n))
		return after.lead(p.mover)
	}, rng)
	if best == p.Count() {
		return swapMove
	}
	return p.Nth(best).Move()
}

// exploration is the constant of UCB1 with which plain UCT played this game best, in
// matches between constants.
const exploration = 0.3

// A searched position is what [search.UCT] plays: its players are the seats, and the swap
// is a move like any other.
type searched struct {
	Position
	orange int // the seat that has Orange
	swapIn int // number of twists until a swap may come; below 0 none can
}

// never is a swapIn without a swap.
const never = -1

// searched returns the position of a View of a game that goes on.
func (v View) searched() searched {
	s := searched{Position: v.position(), orange: int(v.Colours[1]), swapIn: never}
	switch {
	case v.Swap:
		s.swapIn = 0
	case v.Offers:
		s.swapIn = 1
	}
	return s
}

func (s *searched) Player() int { return s.orange ^ int(s.mover) }

// Count counts the swap after the twists.
func (s *searched) Count() int {
	if s.swapIn == 0 && !s.Over() {
		return s.Position.Count() + 1
	}
	return s.Position.Count()
}

func (s *searched) PlayNth(n int) {
	swap := n == s.Position.Count()
	s.swapIn = max(s.swapIn-1, never)
	if swap {
		s.orange = 1 - s.orange
		return
	}
	s.Play(s.Nth(n))
}

// Playout draws from the twists alone.
func (s *searched) Playout(rng *rand.Rand) float64 {
	w := s.Position.Playout(rng)
	if s.orange == 1 {
		w = 1 - w
	}
	return w
}

// plainDecide returns the move of plain UCT, the yardstick of the arena, for the seat to
// move.
func plainDecide(v View, budget search.Budget, rng *rand.Rand) games.Move {
	s := v.searched()
	n := search.UCT(s, exploration, budget, rng)
	if n == s.Position.Count() {
		return swapMove
	}
	return s.Nth(n).Move()
}
