package permutations

import (
	"encoding/json"
	"strconv"

	"parlour/games"
)

// MarshalJSON writes everything but the seed. The bids are those of the bid phase,
// by seat, and so are the wishes, which stay until the last take; shown is the
// auction whose bids were revealed last, with what is taken so far.
func (s state) MarshalJSON() ([]byte, error) {
	p, n := &s.pos, s.pos.Seats()
	hands := lists(p.hands[:n])
	bids, wishes := map[string]Card{}, map[string][]Card{}
	for seat := range n {
		name := strconv.Itoa(seat)
		if p.phase == Bidding && p.HasBid(seat) {
			bids[name] = p.bids[seat]
		}
		if wish := p.wishes[seat].list(); len(wish) > 0 {
			wishes[name] = wish
		}
	}
	var endedBy any // null unless a draw was agreed
	if s.ended == Drawn {
		endedBy = s.ender
	}
	totals := p.Totals()
	return json.Marshal(map[string]any{
		"humans": p.humans, "round": p.round, "auction": p.auction, "phase": p.phase, "pool": p.pool.List(),
		"hands": hands, "collections": lists(p.taken[p.round-1][:n]), "past": p.past(), "totals": totals[:n],
		"bids": bids, "wishes": wishes, "shown": s.shown, "news": s.news,
		"dummies": p.dummy.list(), "away": p.away.list(), "due": p.due.list(), "back": p.back.list(), "lapses": s.lapses[:p.humans],
		"ended": s.ended, "endedBy": endedBy,
	})
}

// past returns what each seat collected in the finished rounds.
func (p *Position) past() [][][]Card {
	all := make([][][]Card, p.finished)
	for round := range all {
		all[round] = lists(p.taken[round][:p.seats])
	}
	return all
}

// lists turns sets of cards into lists.
func lists(sets []Cards) [][]Card {
	all := make([][]Card, len(sets))
	for i, set := range sets {
		all[i] = set.List()
	}
	return all
}

// list returns the cards of an order of preference; never nil.
func (w wishes) list() []Card {
	list := []Card{}
	for _, c := range w {
		if c != None {
			list = append(list, c)
		}
	}
	return list
}

// list returns the seats of a set, ascending; never nil.
func (s seatSet) list() []games.Seat {
	list := []games.Seat{}
	for seat := range maxSeats {
		if s.has(seat) {
			list = append(list, games.Seat(seat))
		}
	}
	return list
}
