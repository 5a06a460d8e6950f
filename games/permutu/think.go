package permutu

import (
	"math"
	"math/rand/v2"

	"parlour/games"
	"parlour/games/search"
)

// A thinker searches a position of several players for the best move, by a tree in
// which every seat wants the most for itself (max^n) and uniform playouts; those that
// prefer what looks good did not play better. As most moves mean much the same some turns
// later, what they did later counts for long.
type thinker struct {
	tuning
	*search.Tree
	rng   *rand.Rand
	live  []uint8       // in the playout under way: the columns that may have blocks left
	takes []Take        // a buffer
	moves []search.Move // a buffer
	ends  prospect      // of all playouts
}

// tuning is what matches decide.
type tuning struct {
	explore float64 // the constant of UCB1
	rave    float32 // how many playouts of its own weigh as much as all that had the move at any time
	margin  float64 // the share of worth that goes by points
	scale   float64 // how many points more than the others are much
}

// hardest is the best tuning known.
var hardest = tuning{explore: 0.1, rave: 400, margin: 0.25, scale: 8}

func newThinker(how tuning, rng *rand.Rand) *thinker {
	return &thinker{tuning: how, Tree: search.NewTree(MaxTakes, rng), rng: rng}
}

// think searches a position that is not over and returns the move tried most.
func (t *thinker) think(root Position, b search.Budget) Take {
	if takes := root.Takes(root.mover, t.takes[:0]); len(takes) == 1 {
		return takes[0]
	}
	t.search(&root, b)
	best, _ := t.Best()
	return takeOf(best)
}

// search makes the playouts of a budget from a position that is not over.
func (t *thinker) search(root *Position, b search.Budget) {
	for clock := b.Start(); clock.Next(1); {
		p := *root
		t.descend(&p)
		t.finish(&p)
		worths := t.worths(&p)
		t.Record(worths[:])
	}
}

// finish plays to the end, every legal move equally likely.
func (t *thinker) finish(p *Position) {
	t.lie(p)
	for p.mover != games.Spectator {
		t.play(p, t.draw(p))
	}
}

// lie notes that every column may have blocks left.
func (t *thinker) lie(p *Position) {
	t.live = t.live[:0]
	for column := range p.columns {
		t.live = append(t.live, uint8(column))
	}
}

// draw draws a legal move. Mostly it finds one by drawing from all that a board has
// until one is legal, which is faster than to list those that are.
func (t *thinker) draw(p *Position) Take {
	const tries = 10
	for range tries {
		r := t.rng.Uint64()
		at := int(r >> 32 * uint64(len(t.live)) >> 32)
		take := takeOf(search.Move(t.live[at])*(colours+1) + search.Move(r&3))
		switch {
		case p.left[take.Column] == 0:
			last := len(t.live) - 1
			t.live[at] = t.live[last]
			t.live = t.live[:last]
		case p.Legal(p.mover, take):
			return take
		}
	}
	t.takes = p.Takes(p.mover, t.takes[:0])
	return t.takes[t.rng.IntN(len(t.takes))]
}

// play makes a move of the playout under way.
func (t *thinker) play(p *Position, take Take) {
	t.Made(take.number(), int(p.mover))
	p.Play(take)
}

// number numbers the moves of a board.
func (t Take) number() search.Move {
	colour := t.Colour
	if t.Whole {
		colour = colours
	}
	return search.Move(t.Column)*(colours+1) + search.Move(colour)
}

// takeOf returns the move of a number.
func takeOf(number search.Move) Take {
	take := Take{Column: uint8(number / (colours + 1)), Colour: Colour(number % (colours + 1))}
	if take.Colour == colours {
		take = Take{Column: take.Column, Whole: true}
	}
	return take
}

// descend begins a playout: it walks to where the tree ends.
func (t *thinker) descend(p *Position) {
	for t.Begin(); p.mover != games.Spectator; {
		if !t.Grown() {
			if !t.Due() {
				return
			}
			t.grow(p)
		}
		t.play(p, takeOf(t.Choose(int(p.mover), t.explore, t.rave)))
	}
}

// grow gives a node of the tree its moves.
func (t *thinker) grow(p *Position) {
	t.takes, t.moves = p.Takes(p.mover, t.takes[:0]), t.moves[:0]
	for _, take := range t.takes {
		t.moves = append(t.moves, take.number())
	}
	t.Grow(t.moves, func(search.Move) search.Mean { return search.Mean{N: 1, Sum: 0.5} })
}

// worths returns what the end of a playout is worth to each seat, from 0 to 1: being
// first, and for a share of it how many points more it has than the best of the
// others.
func (t *thinker) worths(end *Position) [maxSeats]float32 {
	wins, points := end.wins(), end.points()
	t.ends.add(&wins, &points)
	var worths [maxSeats]float32
	for seat := range end.seats {
		lead := float64(points[seat]-end.bestOther(seat, &points)) / t.scale
		worths[seat] = float32((1-t.margin)*wins[seat] + t.margin*(0.5+0.5*lead/math.Sqrt(1+lead*lead)))
	}
	return worths
}

// A prospect sums up how playouts ended.
type prospect struct {
	n      int
	wins   [maxSeats]float64 // by seat: first places; a shared one counts in part
	points [maxSeats]int     // by seat
}

func (e *prospect) add(wins *[maxSeats]float64, points *[maxSeats]int) {
	e.n++
	for seat := range wins {
		e.wins[seat] += wins[seat]
		e.points[seat] += points[seat]
	}
}

// wins returns by seat whether it is first as it stands: 1, shared by those who are.
func (p *Position) wins() [maxSeats]float64 {
	var wins [maxSeats]float64
	places, first := p.Places(), 0
	for _, place := range places {
		if place == 1 {
			first++
		}
	}
	for seat, place := range places {
		if place == 1 {
			wins[seat] = 1 / float64(first)
		}
	}
	return wins
}

// points returns the points by seat.
func (p *Position) points() [maxSeats]int {
	var points [maxSeats]int
	for seat := range p.seats {
		points[seat] = p.Points(games.Seat(seat))
	}
	return points
}

// bestOther returns the most points of the seats that are in, one left out.
func (p *Position) bestOther(but int, points *[maxSeats]int) int {
	best := 0
	for seat := range p.seats {
		if seat != but && p.In(games.Seat(seat)) {
			best = max(best, points[seat])
		}
	}
	return best
}
