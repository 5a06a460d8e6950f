package storage

import (
	"time"

	"parlour/games"
)

// A Match is a head and its whole log.
type Match struct {
	Head
	Log []Entry
}

// An Entry is a ply and when it was made.
type Entry struct {
	games.Ply
	At   time.Time  `json:"at"`
	Salt games.Salt `json:"salt,omitzero"` // of the hash of a bid, in games that hide something
	// number of playouts of an opponent that had fewer than its level has; 0 for every other move
	Playouts int `json:"playouts,omitempty"`
	// the request that made the move, which may arrive twice; empty for system moves
	RequestID string `json:"request_id,omitempty"`
	Here      bool   `json:"here,omitempty"` // whether a bid was made in the server, not in a direct message
}

// A Head is everything about a match but its log: when somebody must next look at it,
// and four parts. The parts are embedded, so a stored head is one flat JSON object.
type Head struct {
	ID        string    `json:"id"`
	Version   int       `json:"version"` // number of writes; the store sets it
	Plies     int       `json:"plies"`   // length of the log; the store sets it
	Created   time.Time `json:"created"`
	NextCheck time.Time `json:"next_check"` // when somebody must look at the match; zero for never

	// id of the [Member] that has claimed its check; empty if none has, and where a process is alone
	Owner string `json:"owner,omitempty"`

	Lobby
	Timing
	Place
	Publication
}

// A Phase is where a match is in its life.
type Phase string

// The phases. The first two are live.
const (
	Open    Phase = "open"    // a table or a challenge that waits for people
	Playing Phase = "playing" // begun and not over
	Over    Phase = "over"    // ended with a result
	Off     Phase = "off"     // ended without one: cancelled, declined, called off
)

// Live reports whether a match in this phase can still change.
func (p Phase) Live() bool { return p == Open || p == Playing }

// A Lobby is the part of a [Head] that says who plays what, and how the match ended.
type Lobby struct {
	Phase Phase       `json:"phase"`
	Setup games.Setup `json:"setup"` // its seed and rules are fixed when the game starts
	// the seed is made from it and the words; fixed when the table opens
	Secret games.Seed `json:"secret,omitzero"`
	// by seat; while open, in the order in which they sat down, the opener first
	Players []Player `json:"players"`
	Changes int      `json:"changes,omitempty"`  // number of times that the options were changed on the table
	Invited *Player  `json:"invited,omitempty"`  // the person who is challenged; nil at an open table
	First   string   `json:"first"`              // the opener's wish for the first seat: me, them or random
	Ended   string   `json:"ended,omitempty"`    // why the match ended without a result
	EndedBy string   `json:"ended_by,omitempty"` // name of the person who ended it so
	// number of such games that these players have begun, this one included; 0 until it has begun, and where one
	// person plays
	Number  int      `json:"number,omitempty"`
	Places  []int    `json:"places,omitempty"`  // by seat, 1 is best, once there is a result
	Starts  bool     `json:"starts,omitempty"`  // whether the opener of the table started it
	Next    string   `json:"next,omitempty"`    // id of the rematch, once all agree to one
	Again   bool     `json:"again,omitempty"`   // whether it is a rematch, which has no table of its own
	Plan    *Plan    `json:"plan,omitempty"`    // the answer that a player has planned; shown to nobody else
	Thought *Thought `json:"thought,omitempty"` // the move that an opponent thinks about; nil before it has begun
	// whose turn it is while the game is played; nil in a rematch until it is looked at
	Stand *Stand `json:"stand,omitempty"`
	// a secret that opponents draw from, which nobody is ever told; nil where none plays
	Chance *games.Seed `json:"chance,omitempty"`

	// Shares are what the players put into the deal, in the order in which they sat down: one
	// for each player that there may be, without words until the game has begun. They are nil
	// in games without chance.
	Shares []games.Share `json:"shares,omitempty"`
	// the seats in the order in which people sat down, once the game has begun
	Order []games.Seat `json:"order,omitempty"`
}

// A Player is a person at a table, or one of Parlour's own opponents.
type Player struct {
	ID    string      `json:"id"`              // of an opponent: unique at its table, and no person's id
	Name  string      `json:"name"`            // as it was when they sat down
	Word  string      `json:"word,omitempty"`  // what they said for the deal
	Level games.Level `json:"level,omitempty"` // of an opponent; empty for a person
}

// A Timing is the part of a [Head] that says how much time there is, and what the
// passing of time has led to.
type Timing struct {
	TurnTime   time.Duration `json:"turn_time,omitempty"`  // limit for one turn of a seat; 0 for none
	TotalTime  time.Duration `json:"total_time,omitempty"` // limit for all turns of a seat together; 0 for none
	Clocks     []Clock       `json:"clocks,omitempty"`     // by seat, once the game has begun
	Offered    []games.Seat  `json:"offered,omitempty"`    // seats that anybody may take over
	Past       []string      `json:"past,omitempty"`       // ids of the people who have left the table
	OutageTold time.Time     `json:"outage_told,omitzero"` // end of the last outage that the channel was told of
	// when Discord first said that the bot is not in the server; zero while it is
	GuildLostAt time.Time `json:"guild_lost_at,omitzero"`
}

// A Clock is the time of one seat.
type Clock struct {
	// when the running turn began; zero while the seat owes nothing
	Since time.Time `json:"since,omitzero"`
	// when the clock expires or, once it has, when the opponent's win comes unasked; as last computed, zero for never
	Due time.Time `json:"due,omitzero"`
	// extra time granted: the clock cannot expire before all of it has run
	Extension Span          `json:"extension,omitzero"`
	Spent     time.Duration `json:"spent,omitempty"`  // total time used up before Since
	Missed    int           `json:"missed,omitempty"` // number of turns missed in a row
	// when the clock expired and the opponent was asked to decide; zero while nobody is asked
	ExpiredAt time.Time `json:"expired_at,omitzero"`
	// when the absence of the player ends, as last computed; zero while they are not away
	Away time.Time `json:"away,omitzero"`
}

// A Span is the time from one moment up to another.
type Span struct {
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
}

// A Place is the part of a [Head] that says where and how a match is shown.
type Place struct {
	Palette string `json:"palette,omitempty"` // of its public pictures; empty for the usual one
	Lang    string `json:"lang"`              // the language of the server
	Thread  bool   `json:"thread,omitempty"`  // whether the game gets a thread of its own when it starts
	Guild   string `json:"guild"`             // the server; empty in a DM
	// whether Parlour can only answer there: in a DM of two friends, or of a group
	Guest   bool   `json:"guest,omitempty"`
	Channel string `json:"channel"`         // where new messages go: Home or, later, its thread
	Home    string `json:"home"`            // the channel of the table message
	Table   string `json:"table,omitempty"` // id of the table message
	// of a rematch: the code on the table message, which is that of the first game
	Deal    string `json:"deal,omitempty"`
	Message string `json:"message,omitempty"` // id of the newest message, which has the buttons
}
