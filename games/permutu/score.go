package permutu

import (
	"cmp"
	"math/bits"
	"slices"

	"parlour/games"
)

// triples returns the number of symbols of which a seat holds all three blocks.
func (p *position) triples(seat games.Seat) int { return bits.OnesCount32(p.with(seat, colours)) }

// pairs returns the number of symbols of which a seat holds exactly two blocks.
func (p *position) pairs(seat games.Seat) int {
	return bits.OnesCount32(p.with(seat, 2)) - p.triples(seat)
}

// with returns the symbols of which a seat has that many blocks or more, from 2 up.
func (p *position) with(seat games.Seat, many int) uint32 {
	h := &p.held[seat]
	if many == colours {
		return h[Red] & h[Black] & h[Green]
	}
	return h[Red]&h[Black] | h[Red]&h[Green] | h[Black]&h[Green]
}

// Points returns the points of a seat: 3 for a triple, 1 for a pair.
func (p *position) Points(seat games.Seat) int { return 3*p.triples(seat) + p.pairs(seat) }

// compare is negative if seat a ranks before seat b as it stands, and 0 if they share a
// place. Seats that are in rank before seats that left, and a seat that left later
// before one that left earlier. Among seats that are in, points decide, then triples;
// then the starter ranks behind.
func (p *position) compare(a, b games.Seat) int {
	if p.leftAt[a] != 0 || p.leftAt[b] != 0 {
		return p.compareLeft(a, b)
	}
	return cmp.Or(
		cmp.Compare(p.Points(b), p.Points(a)),
		cmp.Compare(p.triples(b), p.triples(a)),
		p.started(a)-p.started(b),
	)
}

// started returns 1 for the starter and 0 for every other seat.
func (p *position) started(seat games.Seat) int {
	if seat == p.starter {
		return 1
	}
	return 0
}

// compareLeft compares two seats only by whether and when they left.
func (p *position) compareLeft(a, b games.Seat) int {
	return cmp.Compare(p.leftAt[b]-1, p.leftAt[a]-1) // the 0 of a seat that is in becomes 255, above all others
}

// Places returns the place of every seat as it stands. 1 is best, equal places are
// shared, and entries after the last seat are 0.
func (p *position) Places() [maxSeats]int { return p.places(p.compare) }

// places ranks the seats: a place is one more than the number of seats that rank before
// it.
func (p *position) places(compare func(a, b games.Seat) int) [maxSeats]int {
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

// A soloResult is the result of an attempt by one player.
type soloResult struct {
	Left    int // number of blocks that were not taken
	Singles int // number of blocks taken one at a time
}

// solo returns the result of a solo attempt as it stands.
func (p *position) solo() soloResult { return soloResult{p.Left(), p.singles} }

// Finished reports whether every block was taken. Otherwise the attempt failed.
func (r soloResult) Finished() bool { return r.Left == 0 }

// compare is negative if r is better than other. Fewer blocks left are better, so
// finished comes before failed; then fewer singles are.
func (r soloResult) compare(other soloResult) int {
	return cmp.Or(cmp.Compare(r.Left, other.Left), cmp.Compare(r.Singles, other.Singles))
}

// Result ranks the seats by [position.compare]; after a draw, all seats that are in
// share the first place. The scores are the points. A solo attempt has only one place,
// and its reason says how it ended.
func (s state) Result() (games.Result, bool) {
	if s.ended == goesOn {
		return games.Result{}, false
	}
	r := games.Result{Places: s.places(), Reason: s.reason()}
	for seat := range r.Places {
		r.Scores = append(r.Scores, s.pos.Points(games.Seat(seat)))
	}
	return r, true
}

// places returns the places of a finished game, by seat.
func (s state) places() []int {
	all := s.pos.Places()
	if s.ended == drawn {
		all = s.pos.places(s.pos.compareLeft)
	}
	return append([]int(nil), all[:s.pos.seats]...)
}

// reason says why the game ended.
func (s state) reason() games.Text {
	switch {
	case s.pos.seats == 1:
		return s.soloReason()
	case s.ended == left || s.ended == drawn:
		return games.Say("reason."+string(s.last), "Player", s.mover)
	case s.ended == idle:
		return games.Say("permutu.reason.idle", "Reason", s.scoreReason())
	}
	return s.scoreReason()
}

// soloReason says how a solo attempt ended.
func (s state) soloReason() games.Text {
	r := s.pos.solo()
	if r.Finished() {
		return games.Say("permutu.reason.finished", "Count", r.Singles)
	}
	return games.Say("permutu.reason.failed", "Count", r.Left)
}

// scoreReason says what puts the best seat that is in before the next one.
func (s state) scoreReason() games.Text {
	best, next := s.best()
	p, q := s.pos.Points(best), s.pos.Points(next)
	t, u := s.pos.triples(best), s.pos.triples(next)
	switch {
	case p != q:
		return games.Say("permutu.reason.points", "High", p, "Low", q)
	case t != u:
		return games.Say("permutu.reason.triples", "Count", p, "High", t, "Low", u)
	case s.pos.compare(best, next) != 0:
		return games.Say("permutu.reason.starter", "Count", p, "Player", next)
	}
	return games.Say("permutu.reason.level", "Count", p)
}

// best returns a seat in the first place, and the best of the seats that are in and
// behind it. It returns the same seat twice if all seats that are in share the first
// place.
func (s state) best() (best, next games.Seat) {
	in := s.In()
	best = slices.MinFunc(in, s.pos.compare)
	behind := slices.DeleteFunc(in, func(seat games.Seat) bool { return s.pos.compare(best, seat) >= 0 })
	if len(behind) == 0 {
		return best, best
	}
	return best, slices.MinFunc(behind, s.pos.compare)
}
