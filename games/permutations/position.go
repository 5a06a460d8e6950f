package permutations

import (
	"math/rand/v2"

	"parlour/games"
)

// The measures of the game. The pool has as many cards as there are seats.
const (
	maxSeats = 5
	rounds   = 3
)

// A Position is the whole game in its typed form, without text: cards, bids, and
// whom the rules play for. It is a value, so a copy is a position of its own, and
// nothing here allocates.
//
// An auction goes so: Open makes the bids that nobody is asked for; Bid makes
// the others; once AllBid, Reveal; then Take for the Next seat, with the card of
// Unasked where there is one. The last take begins the next auction, to be
// opened again, or ends the game.
type Position struct {
	humans, seats            int8
	round, auction, auctions int8 // round and auction from 1
	finished                 int8 // rounds
	phase                    Phase
	pool                     Cards
	hands                    [maxSeats]Cards
	taken                    [rounds][maxSeats]Cards
	bids                     [maxSeats]Card
	wishes                   [maxSeats]wishes
	took                     seatSet // in this auction
	dummy, away, due, back   seatSet // as in Side
}

// wishes are the cards that a seat would take, best first, and None after them.
type wishes [maxSeats]Card

var noWishes = wishes{None, None, None, None, None}

// A seatSet is a set of seats: bit n is seat n.
type seatSet uint8

func (s seatSet) has(seat int) bool     { return s>>seat&1 != 0 }
func (s seatSet) with(seat int) seatSet { return s | 1<<seat }
func (s seatSet) but(seat int) seatSet  { return s &^ (1 << seat) }
func allSeats(n int8) seatSet           { return 1<<n - 1 }

// deckOf returns the cards of a game with so many players.
func deckOf(humans int) Cards {
	if humans > 3 {
		return stars | moons | suns | SetOf(Multicoloured, Colourless)
	}
	return stars | moons | suns
}

// Deck returns the cards of a game with so many players, ascending.
func Deck(humans int) []Card { return deckOf(humans).List() }

// Deal deals a shuffled deck: the first cards to seat 0, the next to seat 1, and
// so on; what is left is the pool. The first auction is yet to be opened.
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

// Humans returns how many seats are those of players, the first ones.
func (p *Position) Humans() int { return int(p.humans) }

// Seats returns how many seats there are, dummies among them.
func (p *Position) Seats() int { return int(p.seats) }

// Phase returns what the auction waits for.
func (p *Position) Phase() Phase { return p.phase }

// Pool returns the cards that are to be taken.
func (p *Position) Pool() Cards { return p.pool }

// Hand returns the hand of a seat. A bid stays in it until all are revealed.
func (p *Position) Hand(seat int) Cards { return p.hands[seat] }

// nextAuction begins an auction: whoever is back is asked again, and whoever is
// away is a dummy.
func (p *Position) nextAuction() {
	p.auction++
	p.took = 0
	p.away = p.away&^p.back | p.due
	p.due = 0
	p.back = 0
	p.dummy = allSeats(p.seats)&^allSeats(p.humans) | p.away
	p.clearBids()
}

func (p *Position) clearBids() {
	for seat := range p.bids {
		p.bids[seat], p.wishes[seat] = None, noWishes
	}
}

// Asked reports whether a seat makes its moves itself in this auction.
func (p *Position) Asked(seat int) bool { return !(p.dummy | p.away).has(seat) }

// Open makes the bids that nobody is asked for and that are not made yet: those
// of the dummies, drawn from their hands, and the only card of a hand. Draw
// draws the rank of a card in the hand of a seat, below n.
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

// Bid makes or changes the bid of a seat: a card of its hand, and at most as many
// cards as the pool has that it would take, best first.
func (p *Position) Bid(seat int, c Card, wish []Card) {
	p.bids[seat], p.wishes[seat] = c, noWishes
	copy(p.wishes[seat][:], wish)
}

// HasBid reports whether the bid of a seat is made.
func (p *Position) HasBid(seat int) bool { return p.bids[seat] != None }

// AllBid reports whether all bids are made.
func (p *Position) AllBid() bool {
	for seat := range p.Seats() {
		if p.bids[seat] == None {
			return false
		}
	}
	return true
}

// Reveal reveals the bids: they leave the hands, and the pool is given out.
func (p *Position) Reveal() {
	for seat := range p.Seats() {
		p.hands[seat] &^= SetOf(p.bids[seat])
	}
	p.phase = Taking
}

// Next returns the seat that takes a card next: of those that have not yet, the
// one with the highest bid.
func (p *Position) Next() int {
	best := -1
	for seat := range p.Seats() {
		if !p.took.has(seat) && (best < 0 || p.bids[seat] > p.bids[best]) {
			best = seat
		}
	}
	return best
}

// Unasked returns the card that a seat takes without being asked, or None: the
// last card of the pool, the first of its wishes that is there, the lowest for
// who is not asked at all.
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

// Take gives the next seat a card of the pool. With the last card the auction
// ends, and with the last auction the round.
func (p *Position) Take(c Card) {
	seat := p.Next()
	p.pool &^= SetOf(c)
	p.taken[p.round-1][seat] |= SetOf(c)
	p.took = p.took.with(seat)
	if p.pool == 0 {
		p.endAuction()
	}
}

// endAuction makes the bids the next pool.
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

// Playout plays to the end: every bid that is not made and every take that
// nothing decides is drawn, all cards equally likely.
func (p *Position) Playout(rng *rand.Rand) {
	for p.phase != Over {
		if p.phase == Bidding {
			p.drawBids(rng)
			p.Reveal()
		}
		c := p.Unasked(p.Next())
		if c == None {
			c = p.pool.At(rng.IntN(p.pool.Count()))
		}
		p.Take(c)
	}
}

// drawBids draws every bid that is not made.
func (p *Position) drawBids(rng *rand.Rand) {
	for seat := range p.Seats() {
		if p.bids[seat] == None {
			p.bids[seat] = p.hands[seat].At(rng.IntN(p.hands[seat].Count()))
		}
	}
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

// past returns what each seat collected in the finished rounds.
func (p *Position) past() [][][]Card {
	all := make([][][]Card, p.finished)
	for round := range all {
		all[round] = lists(p.taken[round][:p.seats])
	}
	return all
}
