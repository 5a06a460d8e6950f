package permutu

import (
	"math"

	"parlour/games"
)

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
