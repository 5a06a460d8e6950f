package permutu

import (
	"cmp"
	"math/bits"

	"parlour/games"
)

// Triples returns of how many symbols a seat holds all three blocks.
func (p *Position) Triples(seat games.Seat) int {
	h := &p.held[seat]
	return bits.OnesCount32(h[Red] & h[Black] & h[Green])
}

// Pairs returns of how many symbols a seat holds exactly two blocks.
func (p *Position) Pairs(seat games.Seat) int {
	h := &p.held[seat]
	twice := h[Red]&h[Black] | h[Red]&h[Green] | h[Black]&h[Green]
	return bits.OnesCount32(twice) - p.Triples(seat)
}

// Points returns the points of a seat: 3 for a triple, 1 for a pair.
func (p *Position) Points(seat games.Seat) int { return 3*p.Triples(seat) + p.Pairs(seat) }

// Compare says which of two seats ranks first as it stands: negative when a does,
// 0 when they share a place. Who is in ranks before who left, and who left later
// before who left earlier. Between two who are in, points decide, then triples;
// then whoever made the first move ranks behind.
func (p *Position) Compare(a, b games.Seat) int {
	if p.leftAt[a] != 0 || p.leftAt[b] != 0 {
		return p.compareLeft(a, b)
	}
	return cmp.Or(
		cmp.Compare(p.Points(b), p.Points(a)),
		cmp.Compare(p.Triples(b), p.Triples(a)),
		started(p.starter, a)-started(p.starter, b),
	)
}

// compareLeft compares two seats by leaving alone.
func (p *Position) compareLeft(a, b games.Seat) int {
	if p.In(a) != p.In(b) {
		if p.In(a) {
			return -1
		}
		return 1
	}
	return cmp.Compare(p.leftAt[b], p.leftAt[a])
}

func started(starter, seat games.Seat) int {
	if seat == starter {
		return 1
	}
	return 0
}

// Places writes the place of every seat as it stands, 1 for the best; equal
// places are shared. Entries after the last seat stay 0.
func (p *Position) Places() [maxSeats]int { return p.places(p.Compare) }

// drawnPlaces are the places when all who are in agree on a draw.
func (p *Position) drawnPlaces() [maxSeats]int { return p.places(p.compareLeft) }

// places ranks the seats: a place is one more than how many rank before it.
func (p *Position) places(compare func(a, b games.Seat) int) [maxSeats]int {
	var places [maxSeats]int
	for a := range games.Seat(p.seats) {
		places[a] = 1
		for b := range games.Seat(p.seats) {
			if compare(b, a) < 0 {
				places[a]++
			}
		}
	}
	return places
}

// A SoloResult is how an attempt by one player ended.
type SoloResult struct {
	Left    int // blocks that were not taken
	Singles int // blocks taken one at a time
}

// Solo returns the result of an attempt as it stands.
func (p *Position) Solo() SoloResult { return SoloResult{p.Left(), p.Singles()} }

// Finished reports whether every block was taken; otherwise the attempt failed.
func (r SoloResult) Finished() bool { return r.Left == 0 }

// Compare says which of two results ranks first: negative when r does. Finished
// comes before failed, then fewer blocks left, then fewer singles.
func (r SoloResult) Compare(other SoloResult) int {
	return cmp.Or(cmp.Compare(r.Left, other.Left), cmp.Compare(r.Singles, other.Singles))
}
