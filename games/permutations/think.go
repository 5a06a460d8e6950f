package permutations

import (
	"cmp"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"parlour/games/search"
)

// A thinker weighs what a seat may do: in positions that fit what the seat sees it
// tries each move, and has everybody play on by instinct to the end of the game. In
// one position all moves are tried with the same chance. The worse half of them is
// dropped time and again, so that the best are weighed most.
type thinker struct {
	view  View
	seat  int
	rng   *rand.Rand
	habit *instinct // by which everybody plays on
	search.Budget
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
func (t *thinker) options() []option {
	v, cards := bid, t.view.Sides[t.seat].Hand
	if t.view.Phase == Taking {
		v, cards = take, t.view.Pool
	}
	var all []option
	for _, c := range cards {
		all = append(all, option{typedMove: typedMove{verb: v, card: c}})
	}
	return all
}

// best returns the best move. A bid names nothing to take: who chooses when the bids
// are revealed knows the next pool, and beats who does not in seven games of ten.
func (t *thinker) best() option { return t.rank(t.options(), t.Budget)[0] }

// rank weighs moves and returns them, the best first.
func (t *thinker) rank(all []option, b search.Budget) []option {
	alive, stages := all, bits.Len(uint(len(all)-1))
	for range stages {
		for clock := b.Part(1, stages).Start(); clock.Next(len(alive)); {
			t.try(alive)
		}
		slices.SortStableFunc(alive, func(x, y option) int { return cmp.Compare(y.mean(), x.mean()) })
		alive = alive[:(len(alive)+1)/2]
	}
	return all
}

// try tries each move in one position.
func (t *thinker) try(moves []option) {
	p, key := t.draw(), t.rng.Uint64()
	for i := range moves {
		q := p
		if moves[i].verb == take {
			q.Take(moves[i].card)
		} else {
			q.Bid(t.seat, moves[i].card, moves[i].wish)
		}
		t.habit.playout(&q, key)
		worth, won := t.value(&q)
		o := &moves[i]
		o.tries, o.worth, o.wins = o.tries+1, o.worth+worth, o.wins+won
	}
}

// draw draws a position. Those who are asked bid by instinct, not at random.
func (t *thinker) draw() Position {
	p := Sample(t.view, t.rng)
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
func (t *thinker) value(p *Position) (worth, won float64) {
	scores := p.Scores()
	own, equal := scores[t.seat], 0
	var players, all int // the most that another player has, and another seat
	for seat, score := range scores[:p.Seats()] {
		if seat == t.seat {
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
	left := (rounds-t.view.Round)*t.view.Auctions + t.view.Auctions - t.view.Auction
	scale := 2 + 0.4*float64(left)
	chance := func(margin int) float64 { return 1 / (1 + math.Exp(-float64(margin)/scale)) }
	return (chance(own-players) + chance(own-all)) / 2, won
}
