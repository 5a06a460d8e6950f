package permute

import (
	"math"
	"math/rand/v2"

	"parlour/games"
	"parlour/games/search"
)

// Table says how the players think.
func (Game) Table() search.Table[View] {
	t := mind.Table(chances)
	t.Decide = func(int) search.Searcher[View] { return decide }
	t.Yardsticks = []search.Yardstick[View]{
		{Name: search.PlainUCT, Decide: plainDecide, Searches: true}, {Name: search.Beginner, Decide: begin},
	}
	t.Longer = 3
	t.Rank, t.Chance, t.Curve, t.Values = rank, View.chance, View.curve, View.values
	return t
}

// mind holds the best tuning known, and the constant of UCB1 with which plain UCT played this game best, in matches
// between constants. In the opening there are many twists with small differences, so playouts that had a twist at any
// time tell more than trying each of them again; towards the end the search must overlook no reply. It searches for
// players who are the colours, and knows no swap.
var mind = search.Mind[View, Position, Twist, *Position]{
	Levels: games.Ladder(len(row)+1, 6), Playouts: playouts, Overlooks: overlooks,
	Moves: maxSize * maxSize * 8, Tuning: search.Tuning{Explore: 3, Most: 0.3, Rave: 5, Habit: 30}, Explore: 0.3,
	Root: View.position, Lead: (*Position).lead,
}

// row has the playouts of each level below hard for one move on 9×9: about twice as many as the level below has, and in the upper
// half two and a half times as many, since the more playouts a search has, the less it gains by as many again.
var row = [...]float64{20, 38, 72, 140, 270, 530, 1100, 2400, 5800, 15_000, 42_000, 120_000}

// playouts returns the number of playouts of a level below hard for one move on a board of so many cells. Those of the
// highest take about a second on a core of today, at the start of any board that a table offers, and less later
// in the game. Easy has the same on any board, since a beginner plays no better there. The others lie between the two in
// the proportions of [row].
func playouts(step, cells int) int {
	most := float64(min(10_000_000/cells, 120_000))
	share := math.Log(row[step-1]/row[0]) / math.Log(row[len(row)-1]/row[0])
	return int(math.Round(row[0] * math.Pow(most/row[0], share)))
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
	t := mind.Thinker(rng)
	t.Even, t.Stops = v.Offers, !v.MaySwap // whether to swap depends on the worth, which every playout changes
	best, worth := mind.Think(t, v.position(), budget)
	if v.MaySwap && worth < 0.5+optimism {
		return games.SwapMove
	}
	return best
}

// rank returns the best twists of a search with the play that it expects; while a swap is possible, only what decide
// returns.
func rank(v View, most int, budget search.Budget, rng *rand.Rand) [][]games.Move {
	if v.MaySwap || v.Offers {
		return [][]games.Move{{decide(v, budget, rng)}}
	}
	return mind.Rank(v, most, budget, rng)
}

// position returns the position of a View of a game that goes on.
func (v View) position() Position { return positionOf(v.Size, v.Stone, v.Colours[v.ToMove]) }

// chance estimates, by a search, the chance that the seat to move wins after a legal
// move: from 0 to 1, a draw counting half.
func (v View) chance(m games.Move, budget search.Budget, rng *rand.Rand) float64 {
	p := v.position()
	if t, _, twists := parseTwist(m); twists {
		p.Play(t)
	}
	chance := mind.ChanceAfter(p, budget, rng)
	if v.MaySwap || v.Offers { // where which side is better is the question
		chance = min(chance+optimism, 1)
	}
	if v.Offers {
		chance = min(chance, 1-chance) // the other takes the better side
	}
	return chance
}

// begin returns the move of the beginner. Its greedy moves are those after which its groups are as far ahead as can be,
// the swap among them.
func begin(v View, b search.Budget, rng *rand.Rand) games.Move {
	p := v.position()
	moves := p.Count()
	if v.MaySwap {
		moves++
	}
	best := search.MostlyGreedy(moves, func(n int) int {
		if n == p.Count() {
			return p.lead(1 - p.Player())
		}
		after := p
		after.Play(p.Nth(n))
		return after.lead(p.Player())
	}, b, rng)
	if best == p.Count() {
		return games.SwapMove
	}
	return p.Nth(best).Move()
}

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
	case v.MaySwap:
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
	w := search.Playout(&s.Position, rng)
	if s.orange == 1 {
		w = 1 - w
	}
	return w
}

// plainDecide returns the move of plain UCT, the yardstick of the arena, for the seat to
// move.
func plainDecide(v View, budget search.Budget, rng *rand.Rand) games.Move {
	s := v.searched()
	n := search.UCT(s, mind.Explore, budget, rng)
	if n == s.Position.Count() {
		return games.SwapMove
	}
	return s.Nth(n).Move()
}

// Key returns the key of a legal twist, the same on a board of any size. Both directions have the key of the clockwise
// one if they give the same stones, which is so if equal stones are diagonal.
func (p *Position) Key(t Twist) search.Move {
	k := search.Move(t.Row*maxSize+t.Col)<<3 | search.Move(t.Spot)<<1
	if face := p.face(t.Col, t.Row); !t.Clockwise && face != 0b0110 && face != 0b1001 {
		k |= 1
	}
	return k
}

// Turn returns the twist of a key.
func (*Position) Turn(k search.Move) Twist {
	at := int(k >> 3)
	return Twist{Col: at % maxSize, Row: at / maxSize, Clockwise: k&1 == 0, Spot: int(k >> 1 & 3)}
}

// curve returns the curve for the board of a View. While a swap is possible it has no lift: the other side would take
// what is worth more than a half.
func (v View) curve(b search.Band) search.Curve {
	c := chances.At(v.Size, 2, b)
	if v.Offers || v.MaySwap {
		c.Lift = 0
	}
	return c
}
