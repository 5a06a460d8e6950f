package permutations

import (
	"slices"

	"parlour/games"
)

// A View is all that one seat may know of a position.
type View struct {
	Seat     games.Seat   `json:"seat"`     // who looks; Spectator for who has no seat
	Humans   int          `json:"humans"`   // the seats of players; dummies come after them
	Round    int          `json:"round"`    // from 1 to 3
	Auction  int          `json:"auction"`  // from 1
	Auctions int          `json:"auctions"` // in a round
	Phase    Phase        `json:"phase"`
	Pool     []Card       `json:"pool"`  // ascending; in the take phase what is left of it
	Sides    []Side       `json:"sides"` // by seat
	Own      *Bid         `json:"own"`   // the looker's bid of this auction, until its last take; nil while there is none
	Tried    *Card        `json:"-"`     // what the looker tries to take, before it is taken; only Try tells it
	ToMove   []games.Seat `json:"toMove"`

	// Shown is the auction whose bids were revealed last: the present one in the
	// take phase, else the one before. Nil before the first reveal.
	Shown *Auction `json:"shown"`

	Past   [][][]Card `json:"past"`   // what each seat collected, by finished round and by seat, ascending
	Rounds [][]int    `json:"rounds"` // what each seat scored, by finished round and by seat
	News   []Event    `json:"news"`   // what the last ply brought about; nil before the first

	Moon    games.Seat `json:"moon"`    // has the moon bonus of the round as it stands; Spectator for nobody
	Burning games.Seat `json:"burning"` // against whom the suns go as it stands; Spectator for nobody

	Ended  Ending `json:"ended"`  // "" while the game goes on
	Places []int  `json:"places"` // by seat; nil while the game goes on
	Scores []int  `json:"scores"` // by seat: the final ones, after the suns; nil while the game goes on
}

// A Phase is what an auction waits for.
type Phase string

// The phases.
const (
	Bidding Phase = "bid"
	Taking  Phase = "take"
	Over    Phase = "over"
)

// A Side is what is known of one seat, a player's or a dummy's.
type Side struct {
	Hand       []Card `json:"hand"`       // ascending; nil where it is secret. A bid stays in it until all are revealed
	Cards      int    `json:"cards"`      // how many cards the hand has
	Collection []Card `json:"collection"` // of this round, ascending
	HasBid     bool   `json:"hasBid"`     // in the bid phase: whether the bid is made
	Bid        Card   `json:"bid"`        // in this auction; None until it is shown to the looker
	Suns       int    `json:"suns"`       // collected so far, over all rounds
	Total      int    `json:"total"`      // points of the finished rounds, before the suns are judged
	Dummy      bool   `json:"dummy"`      // bids face up in this auction, and takes the lowest card
	Away       bool   `json:"away"`       // its player left, or let time run out twice before this auction: it is asked nothing
	Due        bool   `json:"due"`        // it is still asked in this auction, and away from the next on
	Back       bool   `json:"back"`       // its player plays again from the next auction on
}

// A Bid is what a seat seals: a card of its hand, and the cards of the pool that
// it would take, best first.
type Bid struct {
	Card Card   `json:"card"`
	Take []Card `json:"take"`
}

// An Auction is one whose bids are revealed.
type Auction struct {
	Round  int          `json:"round"`
	Number int          `json:"number"` // from 1
	Pool   []Card       `json:"pool"`   // before the first take, ascending
	Order  []games.Seat `json:"order"`  // of the seats, the highest bid first
	Bids   []Card       `json:"bids"`   // by seat
	Takes  []Card       `json:"takes"`  // by seat; None for what is not taken yet
}

// An Event is one thing that the last ply brought about: its seats in order,
// and a number for each where the kind has numbers.
type Event struct {
	Kind    Kind         `json:"kind"`
	Seats   []games.Seat `json:"seats"`
	Numbers []int        `json:"numbers"`
}

// A Kind is a kind of event.
type Kind string

// The kinds. The first five are a ply itself, the others are what it set off.
const (
	Sealed   Kind = "sealed"   // a seat has bid
	Lapsed   Kind = "lapsed"   // a seat did not move in time
	Dropped  Kind = "dropped"  // the same for the second time running: its player is away
	Left     Kind = "left"     // a player left
	Returned Kind = "returned" // a player plays again from the next auction on

	Revealed Kind = "revealed" // the bids, the highest first
	Taken    Kind = "taken"    // the cards taken, in order
	Scored   Kind = "scored"   // a round ended, with the points of every seat
	Burnt    Kind = "burnt"    // a seat has the most suns and its score is zero, with how many suns
)

// An Ending is how a game ended.
type Ending string

// The endings.
const (
	Played   Ending = "played"   // to the end of the third round
	Deserted Ending = "deserted" // no player was left
	Drawn    Ending = "drawn"    // all players agreed
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

// Try is what a seat sees when it tries a legal move: its bid, or the card that it
// would take, and nothing that follows, as the last bid would reveal the others.
func (s state) Try(seat games.Seat, m games.Move) games.View {
	v := s.View(seat).(View)
	t, _ := parse(string(m))
	if t.verb == bid {
		v.Own = &Bid{Card: t.card, Take: t.wish}
	} else {
		v.Tried = &t.card
	}
	return v
}
