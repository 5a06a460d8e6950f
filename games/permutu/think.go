package permutu

import (
	"math"
	"math/rand/v2"

	"parlour/games"
	"parlour/games/search"
)

// tuning is the strongest known. Most moves mean much the same some turns later, so the results of later moves count
// for long (see Rave).
var tuning = search.Tuning{Flat: true, Most: 0.1, Rave: 400, Habit: 1}

// The worth of an end: the part that is decided by points, and the lead in points that counts as large.
const (
	margin = 0.25
	scale  = 8
)

// newThinker returns a thinker that has seen nothing.
func newThinker(rng *rand.Rand) *search.Thinker[searched, *searched] {
	return search.NewThinker[searched](maxTakes, tuning, rng)
}

// think searches a position that is not over, and returns the thinker and the move that it tried most.
func think(root position, b search.Budget, rng *rand.Rand) (*search.Thinker[searched, *searched], Take) {
	t := newThinker(rng)
	t.Stops = true
	best, _ := t.Think(searched{root, new(prospect)}, b)
	return t, takeOf(best)
}

// A searched position is what a search plays. Every seat maximises its own worth (max^n), and playouts are uniform:
// those that prefer good-looking moves did not play better.
type searched struct {
	position
	ends *prospect // the ends of all playouts
}

// Player implements [search.Playable].
func (s *searched) Player() int { return int(s.mover) }

// Over implements [search.Playable].
func (s *searched) Over() bool { return s.mover == games.Spectator }

// Keys implements [search.Playable].
func (s *searched) Keys(buf []search.Move) []search.Move {
	var takes [maxTakes]Take
	for _, t := range s.Takes(s.mover, takes[:0]) {
		buf = append(buf, t.number())
	}
	return buf
}

// PlayKey implements [search.Playable].
func (s *searched) PlayKey(m search.Move) { s.Play(takeOf(m)) }

// Roll implements [search.Playable], with every legal move equally likely.
func (s *searched) Roll(rng *rand.Rand, line []search.Made) []search.Made {
	live := s.live()
	for !s.Over() {
		t := s.draw(&live, rng)
		line = append(line, search.Made{Move: t.number(), By: uint8(s.mover)})
		s.Play(t)
	}
	return line
}

// A run is the columns of a playout that may have blocks left, the first n of them.
type run struct {
	columns [maxSymbols]uint8
	n       int
}

// live returns all columns.
func (p *position) live() (r run) {
	for column := range p.columns {
		r.columns[column] = uint8(column)
	}
	r.n = p.columns
	return r
}

// draw returns a random legal move. It tries random moves first, legal or not, because
// that is mostly faster than listing the legal ones.
func (p *position) draw(live *run, rng *rand.Rand) Take {
	const tries = 10
	for range tries {
		r := rng.Uint64()
		at := int(r >> 32 * uint64(live.n) >> 32)
		take := takeOf(search.Move(live.columns[at])*(colours+1) + search.Move(r&3))
		switch {
		case p.left[take.Column] == 0:
			live.n--
			live.columns[at] = live.columns[live.n]
		case p.Legal(p.mover, take):
			return take
		}
	}
	var buf [maxTakes]Take
	takes := p.Takes(p.mover, buf[:0])
	return takes[rng.IntN(len(takes))]
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

// Worth implements [search.Playable]. One part is for the first place, and one for the lead in points over the best
// other seat.
func (s *searched) Worth() (worths search.Worths) {
	wins, points := s.wins(), s.points()
	s.ends.add(&wins, &points)
	for seat := range s.seats {
		lead := float64(points[seat]-s.bestOther(seat, &points)) / scale
		worths[seat] = float32((1-margin)*wins[seat] + margin*(0.5+0.5*lead/math.Sqrt(1+lead*lead)))
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
