package message

import (
	"slices"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/commands/match/fair"
	"parlour/games"
)

// newsOf returns what the first of some plies did, in the eyes of a seat, as far as a later one
// does not say it again. The last card of an auction tells of all of them; who has bid stands in a
// row of its own; and of a seat that left or came back only the newest is still so.
func newsOf(steps []match.Step, seat games.Seat) []games.Text {
	s, later := steps[0], steps[1:]
	last := s.After.View(seat).Words().Last
	if _, auctions := s.After.(games.Bidder); !auctions || len(last) == 0 {
		return last
	}
	again := func(l match.Step) bool { return l.Seat == s.Seat && comesOrGoes(l.Move) }
	switch {
	case comesOrGoes(s.Move) && slices.ContainsFunc(later, again):
		return last[1:]
	case s.Move.System() || s.EndsUnit():
		return last
	case match.OnlyBids(s), slices.ContainsFunc(later, match.Step.EndsUnit):
		return nil
	}
	return last
}

// comesOrGoes reports whether a move says whether its seat plays on.
func comesOrGoes(m games.Move) bool { return m == games.Leave || m == games.Return }

// haveBid names those who have bid, as long as others still choose. In a game of one person it
// says nothing, as that person owes the bid.
func (p public) haveBid() string {
	if !p.m.Bidding() || match.Solo(p.m) {
		return ""
	}
	seats := fair.Sealed(p.m)
	if len(seats) == 0 {
		return ""
	}
	return p.say("board.have-bid", "Players", locale.Listed(seats))
}
