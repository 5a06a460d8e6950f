package permutations

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"parlour/games"
)

// A state is a [position] with its seed, the system moves and the news. The slices
// behind news and shown may be shared by several states, so they are never written to.
type state struct {
	pos    position
	seed   games.Seed
	lapses [maxSeats]int8 // lapses in a row, by player
	orders seatSet        // the seats whose players named an order of takes when they last had a choice of bids
	news   []Event        // what the last ply caused
	shown  *Auction       // the auction whose bids were revealed last
	unit   int            // number of auctions that were begun by a ply, or are over
	told   []Auction      // the newest of these, once its bids are revealed; two if the last ply completed two
	absent [maxSeats]Kind // by player: what happened to its seat in that auction: Lapsed, Left or Returned
	ended  Ending
	ender  games.Seat // the last player to agree to a draw
}

// ToMove lists the players who owe a bid, or the one who is to take.
func (s state) ToMove() []games.Seat {
	var owe []games.Seat
	for seat := range s.pos.Humans {
		if s.owes(seat) {
			owe = append(owe, games.Seat(seat))
		}
	}
	return owe
}

// Bidding reports whether bids are owed; it implements [games.Bidder].
func (s state) Bidding() bool { return s.pos.Phase == Bidding }

// owes reports whether a seat owes a move. It expects that [state.run] has made every
// move that needs no player.
func (s state) owes(seat int) bool {
	switch s.pos.Phase {
	case Bidding:
		return s.pos.asked(seat) && !s.pos.hasBid(seat)
	case Taking:
		return s.pos.Next() == seat
	}
	return false
}

// In lists the players who still play, including those who play again from the next
// auction on.
func (s state) In() []games.Seat {
	var in []games.Seat
	for seat := range s.pos.Humans {
		if !(s.pos.Away | s.pos.Due).Has(seat) || s.pos.Back.Has(seat) {
			in = append(in, games.Seat(seat))
		}
	}
	return in
}

// Legal lists the takes, or the bids without wishes, or with the order [lowestFirst] where all
// give one. It includes bids of a seat that may still change its bid.
func (s state) Legal(seat games.Seat) []games.Move {
	var moves []games.Move
	verb, cards := s.options(seat)
	for _, c := range cards.list() {
		b := Bid{Card: c}
		if verb == bid && s.pos.Orders {
			b.Take = lowestFirst(nil, s.pos.Pool)
		}
		moves = append(moves, verb.of(b))
	}
	slices.Sort(moves)
	return moves
}

// options returns the kind of move that a seat may make and the cards for it; no cards
// means that it may not move.
func (s state) options(seat games.Seat) (verb, Cards) {
	switch {
	case seat < 0 || int(seat) >= s.pos.Humans || !s.pos.asked(int(seat)):
		return bid, 0
	case s.pos.Phase == Bidding:
		return bid, s.pos.Hands[seat]
	case s.pos.Phase == Taking && s.pos.Next() == int(seat):
		return take, s.pos.Pool
	}
	return bid, 0
}

// Play makes a bid, a take or a system move.
func (s state) Play(seat games.Seat, m games.Move) (games.State, error) {
	switch {
	case s.pos.Phase == Over:
		return nil, games.Refuse("refuse.over")
	case seat < 0 || int(seat) >= s.pos.Humans:
		return nil, games.Refuse("refuse.seat", "Seat", int(seat))
	case m.System():
		return s.system(int(seat), m)
	}
	typed, err := s.read(seat, m)
	if err != nil {
		return nil, err
	}
	s.begin()
	s.lapses[seat] = 0
	if typed.verb == take {
		s.news = nil
		s.run(typed.Card)
		return s, nil
	}
	if !s.pos.hasBid(int(seat)) {
		s.news = []Event{about(Sealed, int(seat))}
	}
	// A changed bid keeps the news as they were, so nobody learns of the change.
	s.pos.bid(int(seat), typed.Bid)
	s.run(None)
	return s, nil
}

// run plays on until a player must choose or the game is over. It first takes the chosen
// card, unless that is [None], and then makes all moves that need no player.
func (s *state) run(chosen Card) {
	for s.pos.Phase != Over {
		if s.pos.Phase == Bidding {
			s.pos.Open(s.draw)
			if !s.pos.allBid() {
				return
			}
			s.reveal()
		}
		if !s.give(chosen) {
			return
		}
		if s.pos.Phase == Bidding && len(s.In()) == 0 {
			s.stop(Deserted)
			return
		}
		chosen = None
	}
	s.ended = Played
	s.burn()
}

// draw returns a random rank in the hand of a seat, for a random bid. It comes from the
// seed as docs/fairness.md describes.
func (s *state) draw(seat, n int) int {
	return s.seed.Chance(fmt.Sprintf("bid %d.%d.%d", s.pos.Round, s.pos.Auction, seat)).Below(n)
}

// reveal reveals the bids and keeps them as the [Auction] that a [View] shows.
func (s *state) reveal() {
	n := s.pos.Seats
	s.noteOrders()
	a := Auction{
		Round: s.pos.Round, Number: s.pos.Auction, Pool: s.pos.Pool.list(),
		Bids: slices.Clone(s.pos.Bids[:n]), Takes: slices.Repeat([]Card{None}, n),
	}
	for seat := range n {
		a.Order = append(a.Order, games.Seat(seat))
	}
	slices.SortFunc(a.Order, func(x, y games.Seat) int { return int(a.Bids[y] - a.Bids[x]) })
	s.shown = &a
	s.pos.reveal()
	e := Event{Kind: Revealed, Seats: slices.Clone(a.Order)}
	for _, seat := range a.Order {
		e.Numbers = append(e.Numbers, int(a.Bids[seat]))
	}
	s.tell(e)
}

// noteOrders notes which of the players who had a choice of bids named an order of takes.
func (s *state) noteOrders() {
	for seat := range s.pos.Humans {
		switch {
		case s.pos.Wishes[seat] != noWishes:
			s.orders = s.orders.With(seat)
		case s.pos.Hands[seat].Count() > 1:
			s.orders = s.orders.but(seat)
		}
	}
}

// give hands out the pool until a player must choose. It reports whether the whole pool
// is handed out.
func (s *state) give(chosen Card) bool {
	a, round := *s.shown, s.pos.Round
	a.Takes = slices.Clone(a.Takes)
	s.shown = &a
	e := Event{Kind: Taken}
	for s.pos.Phase == Taking {
		seat := s.pos.Next()
		c := s.pos.unasked(seat)
		if chosen != None {
			c, chosen = chosen, None
		}
		if c == None {
			break
		}
		s.pos.take(c)
		a.Takes[seat] = c
		e.Seats, e.Numbers = append(e.Seats, games.Seat(seat)), append(e.Numbers, int(c))
	}
	if len(e.Seats) > 0 {
		s.tell(e)
	}
	s.record()
	if s.pos.Finished == round {
		s.tell(s.scored(round))
	}
	return s.pos.Phase != Taking
}

// scored returns the event with the points of a round.
func (s *state) scored(round int) Event {
	e := Event{Kind: Scored}
	scores := s.pos.roundScores(round)
	for seat := range s.pos.Seats {
		e.Seats, e.Numbers = append(e.Seats, games.Seat(seat)), append(e.Numbers, scores[seat])
	}
	return e
}

// burn adds the news of the seat that ends with zero because of its suns.
func (s *state) burn() {
	if seat := s.pos.Burnt(); seat >= 0 {
		e := about(Burnt, seat)
		e.Numbers = []int{s.pos.Suns()[seat]}
		s.tell(e)
	}
}

// tell adds an event to the news. It copies them, as another state may share them.
func (s *state) tell(e Event) { s.news = append(slices.Clip(s.news), e) }

// about returns an event of one seat without a number.
func about(kind Kind, seat int) Event {
	return Event{Kind: kind, Seats: []games.Seat{games.Seat(seat)}}
}

// system makes a system move for a player's seat of a game that goes on.
func (s state) system(seat int, m games.Move) (games.State, error) {
	in := slices.Contains(s.In(), games.Seat(seat))
	switch {
	case m.BackBy() > 0:
		return nil, games.Refuse("refuse.back")
	case m == games.Lapse && s.owes(seat):
		return s.lapse(seat), nil
	case m == games.Lapse:
		return nil, games.Refuse("refuse.lapse", "Player", games.Seat(seat))
	case m == games.Return && !in:
		return s.comeBack(seat), nil
	case m == games.Return:
		return nil, games.Refuse("refuse.return")
	case !in:
		return nil, games.Refuse("refuse.left")
	case m.Leaves():
		return s.leave(seat, m), nil
	}
	s.begin()
	s.ender = games.Seat(seat)
	s.stop(Drawn)
	return s, nil
}

// lapse moves for a seat whose time ran out: it bids a random card, or takes the
// lowest. After two lapses in a row its player is away from the next auction on.
func (s state) lapse(seat int) state {
	s.begin()
	s.absent[seat] = Lapsed
	s.news = []Event{about(Lapsed, seat)}
	s.lapses[seat]++
	if s.lapses[seat] == 2 {
		s.news = []Event{about(Dropped, seat)}
		s.lapses[seat] = 0
		s.pos.Due = s.pos.Due.With(seat)
	}
	if s.pos.Phase == Taking {
		s.run(s.pos.Pool.lowest())
		return s
	}
	s.bidFor(seat)
	s.run(None)
	return s
}

// leave takes the player of a seat out of the game. The seat owes nothing more in this
// auction and is a dummy from the next one on. The game ends if no player is left to ask.
func (s state) leave(seat int, m games.Move) state {
	s.begin()
	s.absent[seat] = Left
	s.news = []Event{about(leaving[m], seat)}
	s.lapses[seat] = 0
	owed := s.owes(seat)
	s.pos.Away = s.pos.Away.With(seat)
	s.pos.Back = s.pos.Back.but(seat)
	if len(s.In()) == 0 && s.pos.Due == 0 {
		s.stop(Deserted)
		return s
	}
	if owed && s.pos.Phase == Bidding {
		s.bidFor(seat)
	}
	s.run(None)
	return s
}

// bidFor seals a random bid for a seat whose player owed one.
func (s *state) bidFor(seat int) {
	hand := s.pos.Hands[seat]
	s.pos.bid(seat, Bid{Card: hand.At(s.draw(seat, hand.Count()))})
}

// comeBack lets a player who is away, or due to be, play from the next auction on.
func (s state) comeBack(seat int) state {
	if s.pos.Due.Has(seat) {
		s.pos.Due = s.pos.Due.but(seat)
	} else {
		s.pos.Back = s.pos.Back.With(seat)
	}
	s.begin()
	s.absent[seat] = Returned
	s.lapses[seat] = 0
	s.news = []Event{about(Returned, seat)}
	return s
}

// stop ends the game as it stands, without news: the result says it all.
func (s *state) stop(how Ending) {
	s.pos.stop()
	s.news, s.ended = nil, how
}

// MarshalJSON writes everything but the seed. It writes bids during the bid phase only,
// wishes until the last take, and as shown the last revealed auction with the takes so
// far. The deal is written as records of every version have it.
func (s state) MarshalJSON() ([]byte, error) {
	p, n := &s.pos, s.pos.Seats
	hands := lists(p.Hands[:n])
	bids, wishes := map[string]Card{}, map[string][]Card{}
	for seat := range n {
		name := strconv.Itoa(seat)
		if p.Phase == Bidding && p.hasBid(seat) {
			bids[name] = p.Bids[seat]
		}
		if wish := p.Wishes[seat].list(); len(wish) > 0 {
			wishes[name] = wish
		}
	}
	var endedBy any // null unless the players agreed to a draw
	if s.ended == Drawn {
		endedBy = s.ender
	}
	totals := p.totals()
	said := map[string]any{
		"humans": p.Humans, "round": p.Round, "auction": p.Auction, "phase": p.Phase, "pool": p.Pool.list(),
		"hands": hands, "collections": lists(p.Taken[p.Round-1][:n]), "past": p.past(), "totals": totals[:n],
		"bids": bids, "wishes": wishes, "shown": s.shown, "news": s.news,
		"dummies": p.Dummy.list(), "away": p.Away.list(), "due": p.Due.list(), "back": p.Back.list(),
		"lapses": s.lapses[:p.Humans],
		"ended":  s.ended, "endedBy": endedBy,
	}
	if s.pos.Orders {
		said[orders] = true
	}
	if s.orders != 0 {
		said["ordered"] = s.orders.list()
	}
	if s.unit > 0 { // records of earlier deals know nothing of it
		said["unit"], said["told"], said["absent"] = s.unit, s.told, s.absent[:p.Humans]
	}
	return json.Marshal(said)
}
