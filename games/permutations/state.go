package permutations

import (
	"fmt"
	"slices"

	"parlour/games"
)

// A state is a position with its seed. News and shown are never written to once
// another state may have them.
type state struct {
	pos    Position
	seed   games.Seed
	lapses [maxSeats]int8 // running, of each player
	news   []Event        // what the last ply brought about
	shown  *Auction       // whose bids were revealed last
	ended  Ending
	ender  games.Seat // who was the last to agree on a draw
}

// ToMove lists who owes a bid, or who is to take.
func (s state) ToMove() []games.Seat {
	var owe []games.Seat
	for seat := range s.pos.Humans() {
		if s.owes(seat) {
			owe = append(owe, games.Seat(seat))
		}
	}
	return owe
}

// Bidding reports whether bids are owed.
func (s state) Bidding() bool { return s.pos.phase == Bidding }

// owes reports whether a seat owes a move. It relies on run, which has made every
// move that nobody is asked for.
func (s state) owes(seat int) bool {
	switch s.pos.phase {
	case Bidding:
		return s.pos.Asked(seat) && !s.pos.HasBid(seat)
	case Taking:
		return s.pos.Next() == seat
	}
	return false
}

// In lists the players who still play: those who are back soon, too.
func (s state) In() []games.Seat {
	var in []games.Seat
	for seat := range s.pos.Humans() {
		if !(s.pos.away | s.pos.due).has(seat) || s.pos.back.has(seat) {
			in = append(in, games.Seat(seat))
		}
	}
	return in
}

// Legal lists the plain bids, also for a seat that has bid and may still change
// its mind, or the takes.
func (s state) Legal(seat games.Seat) []games.Move {
	var moves []games.Move
	verb, cards := s.options(seat)
	for _, c := range cards.List() {
		moves = append(moves, write(verb, c, nil))
	}
	slices.Sort(moves)
	return moves
}

// options returns what a seat may do and with which cards; none when it may do
// nothing.
func (s state) options(seat games.Seat) (verb, Cards) {
	switch {
	case seat < 0 || int(seat) >= s.pos.Humans() || !s.pos.Asked(int(seat)):
		return bid, 0
	case s.pos.phase == Bidding:
		return bid, s.pos.hands[seat]
	case s.pos.phase == Taking && s.pos.Next() == int(seat):
		return take, s.pos.pool
	}
	return bid, 0
}

// Play makes a bid, a take, or a move of the host.
func (s state) Play(seat games.Seat, m games.Move) (games.State, error) {
	switch {
	case s.pos.phase == Over:
		return nil, games.Refuse("refuse.over")
	case seat < 0 || int(seat) >= s.pos.Humans():
		return nil, games.Refuse("refuse.seat", "Seat", int(seat))
	case m.System():
		return s.host(int(seat), m)
	}
	typed, err := s.read(seat, m)
	if err != nil {
		return nil, err
	}
	s.lapses[seat] = 0
	if typed.verb == take {
		s.news = nil
		s.run(typed.card)
		return s, nil
	}
	if !s.pos.HasBid(int(seat)) {
		s.news = []Event{about(Sealed, int(seat))}
	}
	// A bid that is changed tells nobody anything: the news stay as they were.
	s.pos.Bid(int(seat), typed.card, typed.wish)
	s.run()
	return s, nil
}

// run plays on until somebody must choose, or the game is over: first a take that
// was chosen, if there is one, then all that nobody is asked for.
func (s *state) run(chosen ...Card) {
	for s.pos.phase != Over {
		if s.pos.phase == Bidding {
			s.pos.Open(s.draw)
			if !s.pos.AllBid() {
				return
			}
			s.reveal()
		}
		if !s.give(chosen) {
			return
		}
		if s.pos.phase == Bidding && len(s.In()) == 0 {
			s.stop(Deserted)
			return
		}
		chosen = nil
	}
	s.ended = Played
	s.burn()
}

// draw draws the rank of a card in the hand of a seat, for a bid at random.
func (s *state) draw(seat, n int) int {
	return s.seed.Chance(fmt.Sprintf("bid %d.%d.%d", s.pos.round, s.pos.auction, seat)).Below(n)
}

// reveal reveals the bids.
func (s *state) reveal() {
	n := s.pos.Seats()
	a := Auction{
		Round: int(s.pos.round), Number: int(s.pos.auction), Pool: s.pos.pool.List(),
		Bids: slices.Clone(s.pos.bids[:n]), Takes: slices.Repeat([]Card{None}, n),
	}
	for seat := range n {
		a.Order = append(a.Order, games.Seat(seat))
	}
	slices.SortFunc(a.Order, func(x, y games.Seat) int { return int(a.Bids[y] - a.Bids[x]) })
	s.shown = &a
	s.pos.Reveal()
	e := Event{Kind: Revealed, Seats: slices.Clone(a.Order)}
	for _, seat := range a.Order {
		e.Numbers = append(e.Numbers, int(a.Bids[seat]))
	}
	s.tell(e)
}

// give gives out the pool as far as nobody must choose, and reports whether all
// of it is given out.
func (s *state) give(chosen []Card) bool {
	a, round := *s.shown, s.pos.round
	a.Takes = slices.Clone(a.Takes)
	s.shown = &a
	e := Event{Kind: Taken}
	for s.pos.phase == Taking {
		seat := s.pos.Next()
		c := s.pos.Unasked(seat)
		if len(chosen) > 0 {
			c, chosen = chosen[0], nil
		}
		if c == None {
			break
		}
		s.pos.Take(c)
		a.Takes[seat] = c
		e.Seats, e.Numbers = append(e.Seats, games.Seat(seat)), append(e.Numbers, int(c))
	}
	if len(e.Seats) > 0 {
		s.tell(e)
	}
	if s.pos.finished == round {
		s.tell(s.scored(int(round)))
	}
	return s.pos.phase != Taking
}

// scored tells the points of a round.
func (s *state) scored(round int) Event {
	e := Event{Kind: Scored}
	scores := s.pos.RoundScores(round)
	for seat := range s.pos.Seats() {
		e.Seats, e.Numbers = append(e.Seats, games.Seat(seat)), append(e.Numbers, scores[seat])
	}
	return e
}

// burn tells against whom the suns went.
func (s *state) burn() {
	if seat := s.pos.Burnt(); seat >= 0 {
		e := about(Burnt, seat)
		e.Numbers = []int{s.pos.Suns()[seat]}
		s.tell(e)
	}
}

// tell adds to the news, which another state may have too.
func (s *state) tell(e Event) { s.news = append(slices.Clip(s.news), e) }

func about(kind Kind, seat int) Event {
	return Event{Kind: kind, Seats: []games.Seat{games.Seat(seat)}}
}

// Result gives the places by the final scores. A game that was not played to its
// end has no winner, and the scores are those of the finished rounds.
func (s state) Result() (games.Result, bool) {
	if s.pos.phase != Over {
		return games.Result{}, false
	}
	scores := s.pos.Scores()
	r := games.Result{Scores: slices.Clone(scores[:s.pos.Seats()]), Reason: s.reason()}
	for _, own := range r.Scores {
		place := 1
		for _, other := range r.Scores {
			if other > own && s.ended == Played {
				place++
			}
		}
		r.Places = append(r.Places, place)
	}
	return r, true
}

// reason says why the game is over.
func (s state) reason() games.Text {
	switch s.ended {
	case Drawn:
		return games.Say("reason.draw", "Player", s.ender)
	case Deserted:
		return games.Say("permutations.reason.deserted")
	}
	scores := s.pos.Scores()
	best := scores[:s.pos.Seats()]
	slices.Sort(best)
	high, low := best[len(best)-1], best[len(best)-2]
	if high == low {
		return games.Say("permutations.reason.shared", "High", high)
	}
	return games.Say("permutations.reason.score", "High", high, "Low", low)
}
