package permutu

import "parlour/games"

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
