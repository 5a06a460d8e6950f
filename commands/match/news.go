package match

import (
	"slices"

	"parlour/games"
)

// Of returns what the first of some plies did, as a seat sees it, without what a later one says
// again. The last card of an auction tells of all its cards. Bids have a row of their own on the
// board, and of a seat that leaves and comes back only the newest ply counts.
func News(steps []Step, seat games.Seat) []games.Text {
	s, later := steps[0], steps[1:]
	last := s.After.View(seat).Words().Last
	if _, auctions := s.After.(games.Bidder); !auctions || len(last) == 0 {
		return last
	}
	again := func(l Step) bool { return l.Seat == s.Seat && comesOrGoes(l.Move) }
	toldLater := !s.EndsUnit() && slices.ContainsFunc(later, Step.EndsUnit)
	switch {
	case s.Move.System():
		if toldLater {
			last = last[:1]
		}
		if comesOrGoes(s.Move) && slices.ContainsFunc(later, again) {
			last = last[1:]
		}
	case onlyBids(s), toldLater:
		return nil
	}
	return last
}

// comesOrGoes reports whether a move says whether its seat plays on.
func comesOrGoes(m games.Move) bool { return m.Leaves() || m == games.Return }

// onlyBids reports whether a ply was a bid that did not reveal the bids.
func onlyBids(s Step) bool {
	return games.Bids(s.Before) && games.Bids(s.After) && !s.EndsTurn && !s.Move.System()
}
