package permutations

import (
	"cmp"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"time"
)

// A search weighs what a seat may do: in positions that fit what the seat sees it
// tries each move, and has everybody play on by instinct to the end of the game. In
// one position all moves are tried with the same chance. The worse half of them is
// dropped time and again, so that the best are weighed most.
type search struct {
	view  View
	seat  int
	rng   *rand.Rand
	habit *instinct // by which everybody plays on
	budget
}

// A budget is how long a search goes on: a number of playouts, or a time where
// that is above 0.
type budget struct {
	playouts int
	each     time.Duration
}

// part is a part of a budget.
func (b budget) part(n, of int) budget {
	return budget{b.playouts * n / of, b.each * time.Duration(n) / time.Duration(of)}
}

// spend calls a function that makes a number of playouts, at least once and as
// often as the budget allows.
func (b budget) spend(playouts int, f func()) {
	start := time.Now()
	for n := playouts; ; n += playouts {
		f()
		if b.each > 0 && time.Since(start) >= b.each || b.each <= 0 && n+playouts > b.playouts {
			return
		}
	}
}

// An option is a move and what came of it.
type option struct {
	typedMove
	tries int
	worth float64 // the sum of what its playouts were worth
	wins  float64 // how many of them were won
}

// mean is what the move is worth, from 0 to 1.
func (o option) mean() float64 { return o.worth / float64(max(1, o.tries)) }

// options returns all that the seat may do, bids without what they would take.
func (s *search) options() []option {
	v, cards := bid, s.view.Sides[s.seat].Hand
	if s.view.Phase == Taking {
		v, cards = take, s.view.Pool
	}
	var all []option
	for _, c := range cards {
		all = append(all, option{typedMove: typedMove{verb: v, card: c}})
	}
	return all
}

// best returns the best move. A bid names nothing to take: who chooses when the bids
// are revealed knows the next pool, and beats who does not in seven games of ten.
func (s *search) best() option { return s.rank(s.options(), s.budget)[0] }

// rank weighs moves and returns them, the best first.
func (s *search) rank(all []option, b budget) []option {
	alive, stages := all, bits.Len(uint(len(all)-1))
	for range stages {
		b.part(1, stages).spend(len(alive), func() { s.try(alive) })
		slices.SortStableFunc(alive, func(x, y option) int { return cmp.Compare(y.mean(), x.mean()) })
		alive = alive[:(len(alive)+1)/2]
	}
	return all
}

// try tries each move in one position.
func (s *search) try(moves []option) {
	p, key := s.draw(), s.rng.Uint64()
	for i := range moves {
		q := p
		if moves[i].verb == take {
			q.Take(moves[i].card)
		} else {
			q.Bid(s.seat, moves[i].card, moves[i].wish)
		}
		s.habit.playout(&q, key)
		worth, won := s.value(&q)
		o := &moves[i]
		o.tries, o.worth, o.wins = o.tries+1, o.worth+worth, o.wins+won
	}
}

// draw draws a position. Those who are asked bid by instinct, not at random.
func (s *search) draw() Position {
	p := Sample(s.view, s.rng)
	for seat := range p.Humans() {
		if p.phase == Bidding && p.Asked(seat) {
			p.bids[seat], p.wishes[seat] = None, noWishes
		}
	}
	return p
}

// value returns what the end of a game is worth to the seat, from 0 to 1, and its
// share of the victory. Of the worth, one half is to be ahead of the other players
// and one to be ahead of the dummies too. The earlier it is, the more margins count.
func (s *search) value(p *Position) (worth, won float64) {
	scores := p.Scores()
	own, equal := scores[s.seat], 0
	var players, all int // the most that another player has, and another seat
	for seat, score := range scores[:p.Seats()] {
		if seat == s.seat {
			continue
		}
		all = max(all, score)
		if seat < p.Humans() {
			players = max(players, score)
		}
		if score == own {
			equal++
		}
	}
	if own >= all {
		won = 1 / float64(1+equal)
	}
	left := (rounds-s.view.Round)*s.view.Auctions + s.view.Auctions - s.view.Auction
	scale := 2 + 0.4*float64(left)
	chance := func(margin int) float64 { return 1 / (1 + math.Exp(-float64(margin)/scale)) }
	return (chance(own-players) + chance(own-all)) / 2, won
}
