package permutations

import (
	"slices"

	"parlour/games"
)

// The limits of the game. The pool has as many cards as there are seats.
const (
	maxSeats = 5
	rounds   = 3
)

// A position is the whole game in its typed form, without text: the cards, the bids,
// and the seats that the rules play for. It is a value, so a copy is independent, and
// its methods for play do not allocate.
//
// An auction runs as follows. [position.Open] makes the bids that need no player, and
// [position.bid] makes the others. Once [position.allBid] is true, call
// [position.reveal]; then call [position.take] for each [position.Next] seat, with the
// card of [position.unasked] if there is one. The last take begins the next auction,
// which is to be opened again, or ends the game.
type position struct {
	Humans, Seats            int  // number of players' seats, which come first, and of all
	Orders                   bool // whether each bid names an order of takes, so that nobody is asked for a take
	Round, Auction, Auctions int  // round and auction count from 1; auctions is their number in a round
	Finished                 int  // number of finished rounds
	Phase                    Phase
	Pool                     Cards
	Hands                    [maxSeats]Cards
	Taken                    [rounds][maxSeats]Cards
	Bids                     [maxSeats]Card
	Wishes                   [maxSeats]Wishes
	Took                     seatSet // the seats that took a card in this auction

	Dummy seatSet // the seats that play as dummies in this auction: bid face up, take the lowest card
	Away  seatSet // the seats that are not asked: their players left, or lapsed too often
	Due   seatSet // the seats that are still asked in this auction, and are away from the next one on
	Back  seatSet // the seats whose players play again from the next auction on
}

// A Phase is what an auction waits for.
type Phase string

// The phases.
const (
	Bidding Phase = "bid"
	Taking  Phase = "take"
	Over    Phase = "over"
)

// Wishes are the cards that a seat would take, best first, padded with [None].
type Wishes [maxSeats]Card

// noWishes has no card.
var noWishes = Wishes{None, None, None, None, None}

// A seatSet is a set of seats: bit n stands for seat n.
type seatSet uint8

// Has reports whether a seat is in the set.
func (s seatSet) Has(seat int) bool { return s>>seat&1 != 0 }

// With returns the set with a seat.
func (s seatSet) With(seat int) seatSet { return s | 1<<seat }

// but returns the set without a seat.
func (s seatSet) but(seat int) seatSet { return s &^ (1 << seat) }

// allSeats returns the first n seats.
func allSeats(n int) seatSet { return 1<<n - 1 }

// deck returns the deck for a number of players.
func deck(humans int) Cards {
	if humans > 3 {
		return Stars | Moons | Suns | SetOf(Multicoloured, Colourless)
	}
	return Stars | Moons | Suns
}

// newDeal deals a shuffled deck: seat 0 gets the first cards, seat 1 the next, and so on,
// and the rest is the pool. The first auction is not opened yet.
func newDeal(humans int, deck []Card) position {
	p := position{Humans: humans, Seats: 4, Round: 1, Auctions: 11, Phase: Bidding}
	if humans > 3 {
		p.Seats, p.Auctions = 5, 9
	}
	n := p.Auctions
	for seat := range p.Seats {
		p.Hands[seat] = SetOf(deck[:n]...)
		deck = deck[n:]
	}
	p.Pool = SetOf(deck...)
	p.nextAuction()
	return p
}

// nextAuction begins an auction. Seats that are back are asked again, and seats that
// are away become dummies.
func (p *position) nextAuction() {
	p.Auction++
	p.Took = 0
	p.Away = p.Away&^p.Back | p.Due
	p.Due = 0
	p.Back = 0
	p.Dummy = allSeats(p.Seats)&^allSeats(p.Humans) | p.Away
	p.clearBids()
}

// clearBids removes all bids and wishes.
func (p *position) clearBids() {
	for seat := range p.Bids {
		p.Bids[seat], p.Wishes[seat] = None, noWishes
	}
}

// asked reports whether the player of a seat makes its moves in this auction.
func (p *position) asked(seat int) bool { return !(p.Dummy | p.Away).Has(seat) }

// Open makes the missing bids that need no player: a dummy bids a random card, and a
// hand of one card is bid as it is, unless its player owes an order of takes too. The function
// draw returns a random rank below n in the hand of a seat.
func (p *position) Open(draw func(seat, n int) int) {
	for seat := range p.Seats {
		n := p.Hands[seat].Count()
		switch {
		case p.Bids[seat] != None:
		case n == 1 && !(p.Orders && p.asked(seat)):
			p.Bids[seat] = p.Hands[seat].lowest()
		case p.Dummy.Has(seat):
			p.Bids[seat] = p.Hands[seat].At(draw(seat, n))
		}
	}
}

// bid makes or changes the bid of a seat. The card must be in its hand.
func (p *position) bid(seat int, b Bid) {
	p.Bids[seat], p.Wishes[seat] = b.Card, noWishes
	copy(p.Wishes[seat][:], b.Take)
}

// hasBid reports whether a seat has bid.
func (p *position) hasBid(seat int) bool { return p.Bids[seat] != None }

// allBid reports whether every seat has bid.
func (p *position) allBid() bool {
	for seat := range p.Seats {
		if p.Bids[seat] == None {
			return false
		}
	}
	return true
}

// reveal reveals the bids: they leave the hands, and the takes begin.
func (p *position) reveal() {
	for seat := range p.Seats {
		p.Hands[seat] &^= SetOf(p.Bids[seat])
	}
	p.Phase = Taking
}

// Next returns the seat that takes next: the highest bidder among those that have not
// taken yet.
func (p *position) Next() int {
	best := -1
	for seat := range p.Seats {
		if !p.Took.Has(seat) && (best < 0 || p.Bids[seat] > p.Bids[best]) {
			best = seat
		}
	}
	return best
}

// unasked returns the card that a seat takes without being asked, or [None] if it must
// choose. That is the last card of the pool, or the first of its wishes that is still
// there, or the lowest card for a seat that is not asked at all. Where all give orders, only
// a bid that the rules made has none.
func (p *position) unasked(seat int) Card {
	if p.Pool.Count() == 1 {
		return p.Pool.lowest()
	}
	for _, c := range p.Wishes[seat] {
		if p.Pool.Has(c) {
			return c
		}
	}
	if p.Orders || !p.asked(seat) {
		return p.Pool.lowest()
	}
	return None
}

// take gives a card of the pool to the [position.Next] seat. The last card ends the
// auction, and the last auction ends the round.
func (p *position) take(c Card) { p.give(p.Next(), c) }

// give gives a card of the pool to the seat that is next, as [position.take] does.
func (p *position) give(seat int, c Card) {
	p.Pool &^= SetOf(c)
	p.Taken[p.Round-1][seat] |= SetOf(c)
	p.Took = p.Took.With(seat)
	if p.Pool == 0 {
		p.endAuction()
	}
}

// endAuction makes the bids the next pool. It then begins the next auction or round,
// unless the game is over.
func (p *position) endAuction() {
	p.Pool = SetOf(p.Bids[:p.Seats]...)
	p.Phase = Bidding
	if p.Auction == p.Auctions {
		p.Finished++
		if p.Round == rounds {
			p.stop()
			return
		}
		p.Hands = p.Taken[p.Round-1]
		p.Round++
		p.Auction = 0
	}
	p.nextAuction()
}

// stop ends the game as it stands.
func (p *position) stop() {
	p.Phase = Over
	p.clearBids()
}

// list returns the wishes without the padding; it is never nil.
func (w Wishes) list() []Card {
	return slices.DeleteFunc(w[:], func(c Card) bool { return c == None })
}

// list returns the seats in ascending order; it is never nil.
func (s seatSet) list() []games.Seat {
	list := []games.Seat{}
	for seat := range maxSeats {
		if s.Has(seat) {
			list = append(list, games.Seat(seat))
		}
	}
	return list
}

// past returns what each seat collected in each finished round.
func (p *position) past() [][][]Card {
	all := make([][][]Card, p.Finished)
	for round := range all {
		all[round] = lists(p.Taken[round][:p.Seats])
	}
	return all
}
