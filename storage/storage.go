// Package storage says what a store of matches is, and of what people have set for
// themselves.
//
// Its policy: a match is a Head, which is small and changes, and a log of
// entries, which only grows. A store compares and appends: a write names the
// version that it was made against, and changes nothing if the match has moved
// on since. Nobody locks a match; who loses the race reads again and decides
// again.
//
// Every live match may carry one time, Wake, at which somebody must look at it.
// Who looks first claims the look by moving Wake ahead, so that of many hosts
// over one store one looks.
package storage

import (
	"context"
	"errors"
	"time"

	"parlour/games"
)

// What a store answers when it will not do what was asked. Nothing was changed.
// A store wraps them with the id of the match: ask with errors.Is.
var (
	ErrNotFound = errors.New("no such match")
	ErrExists   = errors.New("a match with this id exists")
	ErrConflict = errors.New("the match has moved on since it was read")
	ErrInUse    = errors.New("another process has the store open")
	ErrNewer    = errors.New("the store was written by a newer version of Parlour")
	ErrClosed   = errors.New("the store is closed")
)

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

// A Player is a person at a table.
type Player struct {
	ID   string `json:"id"`
	Name string `json:"name"`           // as it was when they sat down
	Word string `json:"word,omitempty"` // what they said for the deal
}

// A Face numbers what the public is shown of a match: Post rises with every new
// message, Edit with every change of the newest one.
type Face struct {
	Post int `json:"post"`
	Edit int `json:"edit"`
}

// A Direct is how a player was asked for a move in private: by a direct message with
// buttons or, where none could be sent, not at all.
type Direct struct {
	Player  string `json:"player"` // the person's id
	Turn    int    `json:"turn"`
	Channel string `json:"channel,omitempty"`
	Message string `json:"message,omitempty"` // empty where none could be sent
}

// A Head is everything about a match but its log.
type Head struct {
	ID      string    `json:"id"`
	Version int       `json:"version"` // counts the writes; the store sets it
	Plies   int       `json:"plies"`   // length of the log; the store sets it
	Created time.Time `json:"created"`
	Wake    time.Time `json:"wake"` // when somebody must look; zero for never

	Phase    Phase       `json:"phase"`
	Setup    games.Setup `json:"setup"`              // its seed and rules are fixed when the game starts
	Secret   *games.Seed `json:"secret,omitempty"`   // from which, with the words, the seed is made; fixed when the table opens, and nil in a head from before
	Words    []string    `json:"words,omitempty"`    // of the players as they sat down, once the game has begun
	Players  []Player    `json:"players"`            // by seat; while open, as they sat down, the host first
	Invited  *Player     `json:"invited,omitempty"`  // a challenge: who was asked
	First    string      `json:"first"`              // who is to have the first seat: me, them or random
	Offers   []string    `json:"offers,omitempty"`   // the ids of those who would agree to a draw now
	Declined string      `json:"declined,omitempty"` // the name of who declined the last offer
	Ended    string      `json:"ended,omitempty"`    // why it ended without a result
	EndedBy  string      `json:"ended_by,omitempty"` // the name of who ended it so

	Palette string `json:"palette,omitempty"` // of its public pictures; empty for the usual one
	Lang    string `json:"lang"`              // the language of the place it is shown in
	Thread  bool   `json:"thread,omitempty"`  // whether the game gets a thread of its own when it starts
	Guild   string `json:"guild"`             // the server; empty in a DM
	Channel string `json:"channel"`           // where new messages go: the channel, later perhaps its thread
	Home    string `json:"home"`              // the channel of the table message
	Table   string `json:"table,omitempty"`   // the table message
	Message string `json:"message,omitempty"` // the newest message, which has the buttons

	Want  Face     `json:"want"`            // what the public should see
	Shown Face     `json:"shown"`           // what it was shown last
	Asked []Direct `json:"asked,omitempty"` // in the newest turn

	Told int `json:"told"` // how many plies had been told of before its newest message
	Seen int `json:"seen"` // how many plies it has been told of
}

// An Entry is a ply and when it was made.
type Entry struct {
	games.Ply
	At   time.Time   `json:"at"`
	Salt *games.Salt `json:"salt,omitempty"` // of the seal of a move in a game that hides something; nil in a log from before
}

// A Match is a head and its whole log.
type Match struct {
	Head
	Log []Entry
}

// Settings are what a person has set, and where direct messages to them go. The
// zero value is that of who has set nothing.
type Settings struct {
	Palette string `json:"palette,omitempty"` // of the pictures that they alone see, and of tables that they open
	Direct  string `json:"direct,omitempty"`  // the channel of direct messages with them; empty until it is opened

	// NoDirect is whether they are sent no direct message, because they take none
	// or want none. It stays until they ask for them.
	NoDirect bool `json:"no_direct,omitempty"`
}

// A Store keeps matches and settings. It is safe for concurrent use. A method that returns
// nil has done its work durably; one that returns an error has changed nothing.
// Heads and entries that go in or come out are the caller's own: the store keeps
// no memory of theirs. Ids are any text in UTF-8. Times keep their instant, to
// the microsecond at least, and come back from a read in UTC. A call whose
// context is done returns its error; a write that is already being committed is
// carried through all the same.
type Store interface {
	// Create adds a match with an empty log, at version 1, and returns the head
	// as it was written. It returns ErrExists when the id is taken.
	Create(ctx context.Context, h Head) (Head, error)

	// Get returns a match, or ErrNotFound.
	Get(ctx context.Context, id string) (Match, error)

	// Append replaces the head of a match and appends to its log, if the match
	// is still at h.Version, and returns the head as it was written, a version
	// later. It returns ErrConflict when the match is at another version,
	// ErrNotFound when there is none.
	Append(ctx context.Context, h Head, entries ...Entry) (Head, error)

	// OfPlayer returns the matches in which a person sits or to which they are
	// invited, oldest first: the live ones, or the ended ones.
	OfPlayer(ctx context.Context, player string, live bool) ([]Head, error)

	// OfChannel returns the live matches that are shown in a channel, its Home
	// or its Channel, oldest first.
	OfChannel(ctx context.Context, channel string) ([]Head, error)

	// Due returns the matches, of any phase, whose Wake is set and not after
	// now, earliest first and at most limit of them, which for 0 is none. It
	// costs what is due, not what is stored.
	Due(ctx context.Context, now time.Time, limit int) ([]Head, error)

	// Settings returns what a person has set, which for who is not known is
	// nothing.
	Settings(ctx context.Context, person string) (Settings, error)

	// ChangeSettings has a function change what a person has set, and returns
	// what it is then. Nothing comes between what the function is handed and what
	// it leaves, so of two changes at once none is lost. It may be called several
	// times, of which the last counts, and must not use the store.
	ChangeSettings(ctx context.Context, person string, change func(*Settings)) (Settings, error)

	// Close waits for writes under way and closes the store. Every later call
	// returns ErrClosed.
	Close() error
}

// Claim takes the look at a match for the caller, by moving its Wake ahead to
// the end of a lease. It returns ErrConflict when somebody else was first; who
// loses leaves the match alone. If the one who claimed it dies, the look is due
// again when the lease ends.
func Claim(ctx context.Context, s Store, h Head, lease time.Time) (Head, error) {
	h.Wake = lease
	return s.Append(ctx, h)
}
