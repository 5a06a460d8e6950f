package permutu

import (
	"math"
	"math/rand/v2"

	"parlour/games"
	"parlour/games/search"
)

// A thinker searches a position of several players for the best move. It uses a
// [search.Tree] in which every seat maximises its own worth (max^n), and uniform
// playouts: playouts that prefer good-looking moves did not play better. Most moves
// mean much the same some turns later, so the results of later moves count for long
// (see tuning.rave).
type thinker struct {
	tuning
	*search.Tree
	rng   *rand.Rand
	live  []uint8       // the columns that may have blocks left in the current playout
	takes []Take        // a buffer
	moves []search.Move // a buffer
	ends  prospect      // the ends of all playouts
	stops bool          // whether a search ends once its best move is certain

	overlooks float64 // the share of the moves of the root that a search does not look at
}

// tuning holds the numbers that were found by playing matches.
type tuning struct {
	explore float64 // the constant of UCB1
	rave    float32 // number of own playouts of a move that weigh as much as all playouts with that move at any time
	margin  float64 // the part of a worth that is decided by points
	scale   float64 // the lead in points that counts as large
}

// hardest is the strongest tuning known.
var hardest = tuning{explore: 0.1, rave: 400, margin: 0.25, scale: 8}

// newThinker returns a thinker with an empty tree.
func newThinker(how tuning, rng *rand.Rand) *thinker {
	return &thinker{tuning: how, Tree: search.NewTree(maxTakes, rng), rng: rng}
}

// think searches a position that is not over, and returns the move that was tried most.
func (t *thinker) think(root position, b search.Budget) Take {
	if takes := root.Takes(root.mover, t.takes[:0]); len(takes) == 1 {
		return takes[0]
	}
	t.stops, t.overlooks = true, b.Overlooks
	t.search(&root, b)
	best, _ := t.Best()
	return takeOf(best)
}

// search plays the playouts of a budget from a position that is not over.
func (t *thinker) search(root *position, b search.Budget) {
	for clock := b.Start(); clock.Next(1); {
		p := *root
		t.descend(&p)
		t.finish(&p)
		worths := t.worths(&p)
		t.Record(worths[:])
		if t.stops && t.Settled(clock) {
			return
		}
	}
}

// finish plays to the end, with every legal move equally likely.
func (t *thinker) finish(p *position) {
	t.resetLive(p)
	for p.mover != games.Spectator {
		t.play(p, t.draw(p))
	}
}

// resetLive marks every column as one that may have blocks left.
func (t *thinker) resetLive(p *position) {
	t.live = t.live[:0]
	for column := range p.columns {
		t.live = append(t.live, uint8(column))
	}
}

// draw returns a random legal move. It tries random moves first, legal or not, because
// that is mostly faster than listing the legal ones.
func (t *thinker) draw(p *position) Take {
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

// play makes a move of the current playout.
func (t *thinker) play(p *position, take Take) {
	t.Made(take.number(), int(p.mover))
	p.Play(take)
}

// number returns the number of a move of a board.
func (t Take) number() search.Move {
	colour := t.Colour
	if t.Whole {
		colour = colours
	}
	return search.Move(t.Column)*(colours+1) + search.Move(colour)
}

// takeOf returns the move with a number; it is the inverse of [Take.number].
func takeOf(number search.Move) Take {
	take := Take{Column: uint8(number / (colours + 1)), Colour: Colour(number % (colours + 1))}
	if take.Colour == colours {
		take = Take{Column: take.Column, Whole: true}
	}
	return take
}

// descend begins a playout: it follows the tree to a leaf.
func (t *thinker) descend(p *position) {
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

// grow adds the moves of a position to a node of the tree.
func (t *thinker) grow(p *position) {
	t.takes, t.moves = p.Takes(p.mover, t.takes[:0]), t.moves[:0]
	if t.AtRoot() {
		t.takes = search.Noticed(t.takes, t.overlooks, t.rng)
	}
	for _, take := range t.takes {
		t.moves = append(t.moves, take.number())
	}
	t.Grow(t.moves, func(search.Move) search.Mean { return search.Mean{N: 1, Sum: 0.5} })
}

// worths returns the worth of a playout's end to each seat, from 0 to 1. One part is
// for the first place, and one for the lead in points over the best other seat.
func (t *thinker) worths(end *position) [maxSeats]float32 {
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

// add adds the end of a playout.
func (e *prospect) add(wins *[maxSeats]float64, points *[maxSeats]int) {
	e.n++
	for seat := range wins {
		e.wins[seat] += wins[seat]
		e.points[seat] += points[seat]
	}
}

// wins returns, by seat, its share of the first place as it stands.
func (p *position) wins() [maxSeats]float64 {
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

// points returns the points of every seat.
func (p *position) points() [maxSeats]int {
	var points [maxSeats]int
	for seat := range p.seats {
		points[seat] = p.Points(games.Seat(seat))
	}
	return points
}

// bestOther returns the highest points of the seats that are in, except one.
func (p *position) bestOther(but int, points *[maxSeats]int) int {
	best := 0
	for seat := range p.seats {
		if seat != but && p.In(games.Seat(seat)) {
			best = max(best, points[seat])
		}
	}
	return best
}
