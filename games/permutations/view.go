package permutations

import "parlour/games"

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
