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

// Result ranks the seats as Compare does, those who agreed on a draw alike; the
// scores are the points. A solo attempt has the one place there is, and its
// reason says how it ended.
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

// places returns the places of a game that is over, by seat.
func (s state) places() []int {
	all := s.pos.Places()
	if s.ended == drawn {
		all = s.pos.drawnPlaces()
	}
	return append([]int(nil), all[:s.pos.seats]...)
}

// reason says why a game that is over ended so.
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

func (s state) soloReason() games.Text {
	r := s.pos.Solo()
	if r.Finished() {
		return games.Say("permutu.reason.finished", "Count", r.Singles)
	}
	return games.Say("permutu.reason.failed", "Count", r.Left)
}

// scoreReason says by what the best who are in rank before the next.
func (s state) scoreReason() games.Text {
	best, next := s.best()
	p, q := s.pos.Points(best), s.pos.Points(next)
	t, u := s.pos.Triples(best), s.pos.Triples(next)
	switch {
	case p != q:
		return games.Say("permutu.reason.points", "High", p, "Low", q)
	case t != u:
		return games.Say("permutu.reason.triples", "High", t, "Low", u)
	case s.pos.Compare(best, next) != 0:
		return games.Say("permutu.reason.starter", "Player", next)
	}
	return games.Say("permutu.reason.level")
}

// best returns a seat in first place and, of those who are in and behind it, one
// that none of them is before; the same seat twice when all who are in share it.
func (s state) best() (best, next games.Seat) {
	in := s.In()
	best = in[0]
	for _, seat := range in {
		if s.pos.Compare(seat, best) < 0 {
			best = seat
		}
	}
	next = best
	for _, seat := range in {
		behind := s.pos.Compare(best, seat) < 0
		if behind && (next == best || s.pos.Compare(seat, next) < 0) {
			next = seat
		}
	}
	return best, next
}
