package permutations

import (
	"slices"

	"parlour/games"
)

// View returns what a seat may know. A dummy's seat has nobody to look.
func (s state) View(seat games.Seat) games.View {
	if seat < 0 || int(seat) >= s.pos.Humans() {
		seat = games.Spectator
	}
	p := &s.pos
	v := View{
		Seat: seat, Humans: p.Humans(),
		Round: int(p.round), Auction: int(p.auction), Auctions: int(p.auctions),
		Phase: p.phase, Pool: p.pool.List(), Own: s.own(seat), ToMove: s.ToMove(),
		Shown: s.shown.clone(), News: cloneNews(s.news), Ended: s.ended,
		Sides: s.sides(seat), Past: p.past(), Rounds: [][]int{},
		Moon: games.Seat(p.MoonBonus()), Burning: games.Seat(p.Burnt()),
	}
	for round := range int(p.finished) {
		scores := p.RoundScores(round + 1)
		v.Rounds = append(v.Rounds, slices.Clone(scores[:p.seats]))
	}
	if r, over := s.Result(); over {
		v.Places, v.Scores = r.Places, r.Scores
	}
	return v
}

// own returns the bid that a seat made itself or the rules sealed for it. A
// dummy's is for all to see and nobody's own.
func (s state) own(seat games.Seat) *Bid {
	if seat == games.Spectator || s.pos.dummy.has(int(seat)) || !s.pos.HasBid(int(seat)) {
		return nil
	}
	return &Bid{Card: s.pos.bids[seat], Take: s.pos.wishes[seat].list()}
}

// sides returns what a seat may know of every seat.
func (s state) sides(looker games.Seat) []Side {
	p := &s.pos
	sides := make([]Side, p.Seats())
	totals, suns := p.Totals(), p.Suns()
	for seat := range sides {
		sides[seat] = Side{
			Cards: p.hands[seat].Count(), Collection: p.taken[p.round-1][seat].List(),
			HasBid: p.phase == Bidding && p.HasBid(seat), Bid: s.shownBid(seat, looker),
			Suns: suns[seat], Total: totals[seat],
			Dummy: p.dummy.has(seat), Away: p.away.has(seat), Due: p.due.has(seat), Back: p.back.has(seat),
		}
		if p.round > 1 || int(looker) == seat {
			sides[seat].Hand = p.hands[seat].List()
		}
	}
	return sides
}

// shownBid returns the bid of a seat, or None while the looker may not see it.
func (s state) shownBid(seat int, looker games.Seat) Card {
	if s.pos.phase == Bidding && !s.pos.dummy.has(seat) && int(looker) != seat {
		return None
	}
	return s.pos.bids[seat]
}

func (a *Auction) clone() *Auction {
	if a == nil {
		return nil
	}
	c := *a
	c.Pool, c.Order = slices.Clone(a.Pool), slices.Clone(a.Order)
	c.Bids, c.Takes = slices.Clone(a.Bids), slices.Clone(a.Takes)
	return &c
}

func cloneNews(news []Event) []Event {
	if news == nil {
		return nil
	}
	c := slices.Clone(news)
	for i := range c {
		c[i].Seats, c[i].Numbers = slices.Clone(c[i].Seats), slices.Clone(c[i].Numbers)
	}
	return c
}
