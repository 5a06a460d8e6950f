package permutations

import (
	"math/rand/v2"
	"slices"

	"parlour/games"
)

// The limits of the game. The pool has as many cards as there are seats.
const (
	maxSeats = 5
	rounds   = 3
)

// A Position is the whole game in its typed form, without text: the cards, the bids,
// and the seats that the rules play for. It is a value, so a copy is independent, and
// its methods for play do not allocate.
//
// An auction runs as follows. [Position.Open] makes the bids that need no player, and
// [Position.Bid] makes the others. Once [Position.AllBid] is true, call
// [Position.Reveal]; then call [Position.Take] for each [Position.Next] seat, with the
// card of [Position.Unasked] if there is one. The last take begins the next auction,
// which is to be opened again, or ends the game.
type Position struct {
	humans, seats            int8
	round, auction, auctions int8 // round and auction count from 1; auctions is their number in a round
	finished                 int8 // number of finished rounds
	phase                    Phase
	pool                     Cards
	hands                    [maxSeats]Cards
	taken                    [rounds][maxSeats]Cards
	bids                     [maxSeats]Card
	wishes                   [maxSeats]wishes
	took                     seatSet // the seats that took a card in this auction
	dummy, away, due, back   seatSet // as in [Side]
}

// wishes are the cards that a seat would take, best first, padded with [None].
type wishes [maxSeats]Card

var noWishes = wishes{None, None, None, None, None}

// A seatSet is a set of seats: bit n stands for seat n.
type seatSet uint8

func (s seatSet) has(seat int) bool     { return s>>seat&1 != 0 }
func (s seatSet) with(seat int) seatSet { return s | 1<<seat }
func (s seatSet) but(seat int) seatSet  { return s &^ (1 << seat) }
func allSeats(n int8) seatSet           { return 1<<n - 1 }

// deckOf returns the deck for a number of players as a set.
func deckOf(humans int) Cards {
	if humans > 3 {
		return stars | moons | suns | SetOf(Multicoloured, Colourless)
	}
	return stars | moons | suns
}

// Deck returns the deck for a number of players, in ascending order.
func Deck(humans int) []Card { return deckOf(humans).List() }

// Deal deals a shuffled deck: seat 0 gets the first cards, seat 1 the next, and so on,
// and the rest is the pool. The first auction is not opened yet.
func Deal(humans int, deck []Card) Position {
	p := Position{humans: int8(humans), seats: 4, round: 1, auctions: 11, phase: Bidding}
	if humans > 3 {
		p.seats, p.auctions = 5, 9
	}
	n := int(p.auctions)
	for seat := range p.Seats() {
		p.hands[seat] = SetOf(deck[:n]...)
		deck = deck[n:]
	}
	p.pool = SetOf(deck...)
	p.nextAuction()
	return p
}

// Humans returns the number of players' seats, which come first.
func (p *Position) Humans() int { return int(p.humans) }

// Seats returns the number of seats, dummies included.
func (p *Position) Seats() int { return int(p.seats) }

// nextAuction begins an auction. Seats that are back are asked again, and seats that
// are away become dummies.
func (p *Position) nextAuction() {
	p.auction++
	p.took = 0
	p.away = p.away&^p.back | p.due
	p.due = 0
	p.back = 0
	p.dummy = allSeats(p.seats)&^allSeats(p.humans) | p.away
	p.clearBids()
}

// clearBids removes all bids and wishes.
func (p *Position) clearBids() {
	for seat := range p.bids {
		p.bids[seat], p.wishes[seat] = None, noWishes
	}
}

// Asked reports whether the player of a seat makes its moves in this auction.
func (p *Position) Asked(seat int) bool { return !(p.dummy | p.away).has(seat) }

// Open makes the missing bids that need no player: a dummy bids a random card, and a
// hand of one card is bid as it is. The function draw returns a random rank below n in
// the hand of a seat.
func (p *Position) Open(draw func(seat, n int) int) {
	for seat := range p.Seats() {
		n := p.hands[seat].Count()
		switch {
		case p.bids[seat] != None:
		case n == 1:
			p.bids[seat] = p.hands[seat].Lowest()
		case p.dummy.has(seat):
			p.bids[seat] = p.hands[seat].At(draw(seat, n))
		}
	}
}

// Bid makes or changes the bid of a seat. The card must be in its hand; wish lists the
// cards of the pool that it would take, best first.
func (p *Position) Bid(seat int, c Card, wish []Card) {
	p.bids[seat], p.wishes[seat] = c, noWishes
	copy(p.wishes[seat][:], wish)
}

// HasBid reports whether a seat has bid.
func (p *Position) HasBid(seat int) bool { return p.bids[seat] != None }

// AllBid reports whether every seat has bid.
func (p *Position) AllBid() bool {
	for seat := range p.Seats() {
		if p.bids[seat] == None {
			return false
		}
	}
	return true
}

// Reveal reveals the bids: they leave the hands, and the takes begin.
func (p *Position) Reveal() {
	for seat := range p.Seats() {
		p.hands[seat] &^= SetOf(p.bids[seat])
	}
	p.phase = Taking
}

// Next returns the seat that takes next: the highest bidder among those that have not
// taken yet.
func (p *Position) Next() int {
	best := -1
	for seat := range p.Seats() {
		if !p.took.has(seat) && (best < 0 || p.bids[seat] > p.bids[best]) {
			best = seat
		}
	}
	return best
}

// Unasked returns the card that a seat takes without being asked, or [None] if it must
// choose. That is the last card of the pool, or the first of its wishes that is still
// there, or the lowest card for a seat that is not asked at all.
func (p *Position) Unasked(seat int) Card {
	if p.pool.Count() == 1 {
		return p.pool.Lowest()
	}
	for _, c := range p.wishes[seat] {
		if p.pool.Has(c) {
			return c
		}
	}
	if !p.Asked(seat) {
		return p.pool.Lowest()
	}
	return None
}

// Take gives a card of the pool to the [Position.Next] seat. The last card ends the
// auction, and the last auction ends the round.
func (p *Position) Take(c Card) {
	seat := p.Next()
	p.pool &^= SetOf(c)
	p.taken[p.round-1][seat] |= SetOf(c)
	p.took = p.took.with(seat)
	if p.pool == 0 {
		p.endAuction()
	}
}

// endAuction makes the bids the next pool. It then begins the next auction or round,
// unless the game is over.
func (p *Position) endAuction() {
	p.pool = SetOf(p.bids[:p.seats]...)
	p.phase = Bidding
	if p.auction == p.auctions {
		p.finished++
		if p.round == rounds {
			p.Stop()
			return
		}
		p.hands = p.taken[p.round-1]
		p.round++
		p.auction = 0
	}
	p.nextAuction()
}

// Stop ends the game as it stands.
func (p *Position) Stop() {
	p.phase = Over
	p.clearBids()
}

// drawBids draws every missing bid.
func (p *Position) drawBids(rng *rand.Rand) {
	for seat := range p.Seats() {
		if p.bids[seat] == None {
			p.bids[seat] = p.hands[seat].At(rng.IntN(p.hands[seat].Count()))
		}
	}
}

// list returns the wishes without the padding; it is never nil.
func (w wishes) list() []Card {
	return slices.DeleteFunc(w[:], func(c Card) bool { return c == None })
}

// list returns the seats in ascending order; it is never nil.
func (s seatSet) list() []games.Seat {
	list := []games.Seat{}
	for seat := range maxSeats {
		if s.has(seat) {
			list = append(list, games.Seat(seat))
		}
	}
	return list
}

// past returns what each seat collected in each finished round.
func (p *Position) past() [][][]Card {
	all := make([][][]Card, p.finished)
	for round := range all {
		all[round] = lists(p.taken[round][:p.seats])
	}
	return all
}
