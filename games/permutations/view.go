package permutations

import (
	"math/rand/v2"
	"slices"

	"parlour/games"
)

// A View is all that one seat may know of a position.
type View struct {
	Seat     games.Seat `json:"seat"`     // the viewer's seat; [games.Spectator] for everybody without one
	Humans   int        `json:"humans"`   // number of players' seats; dummies come after them
	Round    int        `json:"round"`    // from 1 to 3
	Auction  int        `json:"auction"`  // from 1
	Auctions int        `json:"auctions"` // in a round
	Phase    Phase      `json:"phase"`
	Pool     []Card     `json:"pool"`  // ascending; during the takes, the cards that are left
	Sides    []Side     `json:"sides"` // by seat
	Own      *Bid       `json:"own"`   // the viewer's bid of this auction, until its last take; nil before the bid
	// the card that the viewer tries to take, already in its collection; only Try sets it
	Tried  *Card        `json:"-"`
	ToMove []games.Seat `json:"toMove"`

	Orders  bool `json:"orders"`  // whether each bid names an order of takes
	Ordered bool `json:"ordered"` // whether the viewer did so when it last had a choice of bids

	// Shown is the auction whose bids were revealed last: the current one during the
	// takes, otherwise the one before. It is nil before the first reveal.
	Shown *Auction `json:"shown"`

	Unit int `json:"unit"` // number of auctions that were begun by a ply, or are over
	// the newest of these, nil before its bids are revealed; two if the last ply completed two
	Told []Auction `json:"told"`
	// by player: [Lapsed], [Left] or [Returned] if its seat was in that auction, else ""
	Absent []Kind `json:"absent"`

	Past   [][][]Card `json:"past"`   // what each seat collected, by finished round and seat, ascending
	Rounds [][]int    `json:"rounds"` // points of each seat, by finished round and seat
	Parts  [][][]Part `json:"parts"`  // what these points are made of, by finished round and seat; see [Parts]

	// the seat that had the moon bonus, by finished round; [games.Spectator] if there was none
	Bonus []games.Seat `json:"bonus"`
	News  []Event      `json:"news"` // what the last ply caused; nil before the first ply

	Moon    games.Seat `json:"moon"`    // the seat with the moon bonus as it stands; [games.Spectator] if there is none
	Burning games.Seat `json:"burning"` // the seat with the most suns as it stands; [games.Spectator] if there is none

	Ended  Ending `json:"ended"`  // "" while the game goes on
	Places []int  `json:"places"` // by seat; nil while the game goes on
	Scores []int  `json:"scores"` // final scores by seat, after the suns are judged; nil while the game goes on

	Making *games.Making `json:"-"` // a move in the making, which only Shown sets; nil once it is complete
	Cards  []Card        `json:"-"` // the cards that Making offers, in order: of the hand for a bid, else of the pool
}

// A Side is what the viewer knows of one seat, a player's or a dummy's.
type Side struct {
	// ascending; nil if it is secret. A bid stays in it until all bids are revealed
	Hand       []Card `json:"hand"`
	Cards      int    `json:"cards"`      // number of cards in the hand
	Collection []Card `json:"collection"` // cards collected in this round, ascending
	HasBid     bool   `json:"hasBid"`     // whether the seat has bid; only in the bid phase
	Bid        Card   `json:"bid"`        // in this auction; [None] until the viewer may see it
	Suns       int    `json:"suns"`       // number of suns collected in all rounds so far
	Total      int    `json:"total"`      // points of the finished rounds, before the suns are judged
	Dummy      bool   `json:"dummy"`      // plays as a dummy in this auction: bids face up, takes the lowest card
	Away       bool   `json:"away"`       // not asked: its player left, or lapsed twice in a row before this auction
	Due        bool   `json:"due"`        // still asked in this auction, and away from the next one on
	Back       bool   `json:"back"`       // its player plays again from the next auction on
}

// A Bid is what a seat seals: a card of its hand, and the cards of the pool that it
// would take, best first.
type Bid struct {
	Card Card   `json:"card"`
	Take []Card `json:"take"`
}

// An Auction is an auction whose bids are revealed.
type Auction struct {
	Round  int          `json:"round"`
	Number int          `json:"number"` // from 1
	Pool   []Card       `json:"pool"`   // the whole pool, ascending
	Order  []games.Seat `json:"order"`  // seats, highest bid first
	Bids   []Card       `json:"bids"`   // by seat
	Takes  []Card       `json:"takes"`  // by seat; [None] before the take
}

// An Event is one consequence of the last ply: the seats concerned, in order, and a
// number for each if its [Kind] has numbers.
type Event struct {
	Kind    Kind         `json:"kind"`
	Seats   []games.Seat `json:"seats"`
	Numbers []int        `json:"numbers"`
}

// A Kind is a kind of event.
type Kind string

// The kinds of events. The first seven are the ply itself, the others are its
// consequences.
const (
	Sealed   Kind = "sealed"   // a seat bid
	Lapsed   Kind = "lapsed"   // a seat did not move in time
	Dropped  Kind = "dropped"  // a seat lapsed for the second time in a row: its player is away
	Left     Kind = "left"     // a player left
	Spent    Kind = "spent"    // a player's time for the whole game ran out
	Gone     Kind = "gone"     // a player left the server
	Returned Kind = "returned" // a player plays again from the next auction on

	Revealed Kind = "revealed" // the bids, highest first
	Taken    Kind = "taken"    // the cards that were taken, in order
	Scored   Kind = "scored"   // a round ended; the points of every seat
	Burnt    Kind = "burnt"    // the seat with the most suns, which ends with zero points; its number of suns
)

// leaving is the kind of event of each move by which a seat leaves.
var leaving = map[games.Move]Kind{games.Leave: Left, games.Spent: Spent, games.Absent: Gone}

// An Ending is how a game ended.
type Ending string

// The endings. A game that goes on has none of them, but "".
const (
	Played   Ending = "played"   // the third round is finished
	Deserted Ending = "deserted" // no player was left
	Drawn    Ending = "drawn"    // all players agreed to a draw
)

// View returns all that a seat may know. Seats of dummies and seats that do not exist
// see what [games.Spectator] sees.
func (s state) View(seat games.Seat) games.View {
	if seat < 0 || int(seat) >= s.pos.Humans {
		seat = games.Spectator
	}
	p := &s.pos
	v := View{
		Seat: seat, Humans: p.Humans,
		Round: p.Round, Auction: p.Auction, Auctions: p.Auctions,
		Unit: s.unit, Told: cloneAll(s.told), Absent: slices.Clone(s.absent[:p.Humans]),
		Phase: p.Phase, Pool: p.Pool.list(), Own: s.own(seat), ToMove: s.ToMove(),
		Shown: s.shown.clone(), News: cloneNews(s.news), Ended: s.ended,
		Sides: s.sides(seat), Past: p.past(), Rounds: [][]int{}, Parts: [][][]Part{}, Bonus: []games.Seat{},
		Moon: games.Seat(p.moonBonus()), Burning: games.Seat(p.Burnt()), Orders: p.Orders,
		Ordered: seat != games.Spectator && s.orders.Has(int(seat)),
	}
	for round := range p.Finished {
		scores := p.roundScores(round + 1)
		v.Rounds = append(v.Rounds, slices.Clone(scores[:p.Seats]))
		v.Parts = append(v.Parts, p.roundParts(round+1))
		v.Bonus = append(v.Bonus, games.Seat(moonSeat(&p.Taken[round])))
	}
	if r, over := s.Result(); over {
		v.Places, v.Scores = r.Places, r.Scores
	}
	return v
}

// First reports whether a round's first bids are not revealed yet, so that nobody has collected a card in it.
func (v View) First() bool { return v.Phase == Bidding && v.Auction == 1 }

// Recounts reports whether it is time to see what the points of the last round are made of: until the first bids of the
// next round are revealed.
func (v View) Recounts() bool { return v.First() && len(v.Parts) > 0 }

// own returns the bid that the viewer made, or that the rules sealed for it. It is nil
// for a dummy, whose bid everybody sees.
func (s state) own(seat games.Seat) *Bid {
	if seat == games.Spectator || s.pos.Dummy.Has(int(seat)) || !s.pos.hasBid(int(seat)) {
		return nil
	}
	return &Bid{Card: s.pos.Bids[seat], Take: s.pos.Wishes[seat].list()}
}

// sides returns what the viewer may know of every seat.
func (s state) sides(viewer games.Seat) []Side {
	p := &s.pos
	sides := make([]Side, p.Seats)
	totals, suns := p.totals(), p.Suns()
	for seat := range sides {
		sides[seat] = Side{
			Cards: p.Hands[seat].Count(), Collection: p.Taken[p.Round-1][seat].list(),
			HasBid: p.Phase == Bidding && p.hasBid(seat), Bid: s.shownBid(seat, viewer),
			Suns: suns[seat], Total: totals[seat],
			Dummy: p.Dummy.Has(seat), Away: p.Away.Has(seat), Due: p.Due.Has(seat), Back: p.Back.Has(seat),
		}
		if p.Round > 1 || int(viewer) == seat {
			sides[seat].Hand = p.Hands[seat].list()
		}
	}
	return sides
}

// shownBid returns the bid of a seat, or [None] while the viewer may not see it.
func (s state) shownBid(seat int, viewer games.Seat) Card {
	if s.pos.Phase == Bidding && !s.pos.Dummy.Has(seat) && int(viewer) != seat {
		return None
	}
	return s.pos.Bids[seat]
}

// clone returns a copy that shares no memory with a.
func (a *Auction) clone() *Auction {
	if a == nil {
		return nil
	}
	c := *a
	c.Pool, c.Order = slices.Clone(a.Pool), slices.Clone(a.Order)
	c.Bids, c.Takes = slices.Clone(a.Bids), slices.Clone(a.Takes)
	return &c
}

// cloneNews returns a copy that shares no memory with news.
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

// Try shows a seat its own legal move: its bid, or the card that it would take in its
// collection. It shows nothing that follows, because the last bid would reveal the others.
func (s state) Try(seat games.Seat, m games.Move) games.View {
	t, _ := parse(string(m))
	if t.verb == bid {
		v := s.View(seat).(View)
		v.Own = &t.Bid
		return v
	}
	card := SetOf(t.Card)
	s.pos.Pool &^= card
	s.pos.Taken[s.pos.Round-1][seat] |= card
	v := s.View(seat).(View)
	v.Tried = &t.Card
	return v
}

// sight returns what a [View] shows as a position, for those that play by it.
func (v View) sight() sight {
	s := sight{position: position{
		Humans: v.Humans, Seats: len(v.Sides), Orders: v.Orders,
		Round: v.Round, Auction: v.Auction, Auctions: v.Auctions,
		Finished: len(v.Past), Phase: v.Phase, Pool: SetOf(v.Pool...),
	}}
	s.clearBids()
	for round, collections := range v.Past {
		for seat, c := range collections {
			s.Taken[round][seat] = SetOf(c...)
		}
	}
	for seat, side := range v.Sides {
		v.see(&s, seat, side)
	}
	if v.Round == 1 { // the only round with hidden hands
		s.Unseen = v.unseen()
	}
	if v.Own != nil {
		s.bid(int(v.Seat), *v.Own)
	}
	if v.Phase == Taking {
		for seat, c := range v.Shown.Takes {
			if c != None {
				s.Took = s.Took.With(seat)
			}
		}
	}
	return s
}

// see copies what a [View] shows of a seat. A shown bid is in the hand, even if the rest of the
// hand is secret.
func (v View) see(s *sight, seat int, side Side) {
	s.Hands[seat] = SetOf(side.Hand...)
	s.Taken[v.Round-1][seat] = SetOf(side.Collection...)
	s.Bids[seat] = side.Bid
	if v.Phase == Bidding {
		s.Hands[seat] |= SetOf(side.Bid)
	}
	s.Hidden[seat] = side.Cards - s.Hands[seat].Count()
	s.Sealed |= setIf(side.HasBid && side.Bid == None, seat)
	s.Dummy |= setIf(side.Dummy, seat)
	s.Away |= setIf(side.Away, seat)
	s.Due |= setIf(side.Due, seat)
	s.Back |= setIf(side.Back, seat)
}

// setIf returns the set of one seat, or the empty set.
func setIf(is bool, seat int) seatSet {
	if is {
		return seatSet(0).With(seat)
	}
	return 0
}

// SampleState returns a [games.State] that the viewer cannot tell from the true one. Its
// position is a sample, and its seed is random.
func SampleState(v View, rng *rand.Rand) games.State {
	sight := v.sight()
	s := state{
		pos: sight.sample(rng), shown: v.Shown.clone(), news: cloneNews(v.News), ended: v.Ended,
		unit: v.Unit, told: cloneAll(v.Told),
	}
	if v.Ordered {
		s.orders = s.orders.With(int(v.Seat))
	}
	copy(s.absent[:], v.Absent)
	for i := range s.seed {
		s.seed[i] = byte(rng.Uint32())
	}
	return s
}
