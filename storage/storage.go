// Package storage says what a store of matches is, and of people: what they have set
// for themselves and what they are yet to be told.
//
// Its policy: a match is a Head, which is small and changes, and a log of
// entries, which only grows. A store compares and appends: a write names the
// version that it was made against, and changes nothing if the match has moved
// on since. Nobody locks a match; who loses the race reads again and decides
// again.
//
// Every match, and every person, may carry one time, Wake, at which somebody must
// look at it. Who looks first claims the look by moving Wake ahead, so that of many
// hosts over one store one looks.
package storage

import (
	"context"
	"errors"
	"time"

	"parlour/games"
)

// What a store answers when it will not do what was asked. Nothing was changed.
// A store wraps them with the id of the match or the person: ask with errors.Is.
var (
	ErrNotFound = errors.New("no such match")
	ErrExists   = errors.New("a match with this id exists")
	ErrConflict = errors.New("the match has moved on since it was read")
	ErrInUse    = errors.New("another process has the store open")
	ErrNewer    = errors.New("the store was written by a newer version of Parlour")
	ErrClosed   = errors.New("the store is closed")
	ErrNotDue   = errors.New("nobody need look at this now")

	// ErrUnavailable is for want of room, a disk that fails, or a file that was taken
	// away: the same may go well in a while.
	ErrUnavailable = errors.New("the store is out of reach at present")
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

// A Player is a person at a table, or an opponent of Parlour's own.
type Player struct {
	ID    string      `json:"id"`              // of an opponent: unique at its table, and of no person
	Name  string      `json:"name"`            // as it was when they sat down
	Word  string      `json:"word,omitempty"`  // what they said for the deal
	Level games.Level `json:"level,omitempty"` // of an opponent; empty for a person
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

// A Clock is the time of one seat.
type Clock struct {
	Since  time.Time     `json:"since,omitzero"`   // since when it owes what it owes; zero while it owes nothing
	Due    time.Time     `json:"due,omitzero"`     // when its time is up or, once it was, that for the answer; as last worked out, zero for never
	Grace  Span          `json:"grace,omitzero"`   // its time is not up before it has run for so long from then on
	Spent  time.Duration `json:"spent,omitempty"`  // of the total time, before Since
	Missed int           `json:"missed,omitempty"` // how often running its time was up
	Up     time.Time     `json:"up,omitzero"`      // since when its opponent is asked what becomes of the game; zero while nobody is
	Away   time.Time     `json:"away,omitzero"`    // until when its player is away, as last worked out; zero while they are not
}

// A Span is the time from one moment up to another.
type Span struct {
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
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

	TurnTime  time.Duration `json:"turn_time,omitempty"`  // for what a seat owes; 0 for as long as it takes
	TotalTime time.Duration `json:"total_time,omitempty"` // for all that a seat owes in the whole game; 0 likewise
	Clocks    []Clock       `json:"clocks,omitempty"`     // by seat, once the game has begun
	Offered   []games.Seat  `json:"offered,omitempty"`    // seats that anybody may take over
	Past      []string      `json:"past,omitempty"`       // the ids of those who sat and sit no more
	Excused   time.Time     `json:"excused,omitzero"`     // the end of the last outage that its channel was told of
	Barred    time.Time     `json:"barred,omitzero"`      // since when its server does not know us; zero while it does

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

	News   []games.Text `json:"news,omitempty"`    // what a message says besides; values are strings and numbers
	NewsOf int          `json:"news_of,omitempty"` // the number of that message

	Looked time.Time `json:"looked,omitzero"` // since when a look is under way, or has failed; zero when the last one did all there was

	Told int `json:"told"` // how many plies had been told of before its newest message
	Seen int `json:"seen"` // how many plies it has been told of
}

// An Entry is a ply and when it was made.
type Entry struct {
	games.Ply
	At   time.Time   `json:"at"`
	Salt *games.Salt `json:"salt,omitempty"` // of the seal of a move in a game that hides something; nil in a log from before
	Deed string      `json:"deed,omitempty"` // the request that made it, which may come twice; empty for the host's own and in a log from before
}

// A Match is a head and its whole log.
type Match struct {
	Head
	Log []Entry
}

// A Window is the same hours of every day, in minutes after midnight on the clocks of
// somebody's zone. One that ends before it begins goes over midnight; one that ends
// when it begins is no time at all.
type Window struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// A Person is what a person has set, and what is gathered for them over their
// matches. The zero value, with an ID, is that of who has set nothing.
type Person struct {
	ID   string    `json:"id"`            // the store sets it
	Wake time.Time `json:"wake,omitzero"` // when somebody must look; zero for never

	Palette string `json:"palette,omitempty"` // of the pictures that they alone see, and of tables that they open
	Direct  string `json:"direct,omitempty"`  // the channel of direct messages with them; empty until it is opened

	// NoDirect is whether they are sent no direct message, because they take none
	// or want none. It stays until they ask for them.
	NoDirect bool `json:"no_direct,omitempty"`

	Zone   string  `json:"zone,omitempty"`   // by its IANA name; empty while it is not known
	Quiet  *Window `json:"quiet,omitempty"`  // when nothing reminds them; nil for the usual hours
	Remind *[]int  `json:"remind,omitempty"` // after how many percent of their time, ascending; nil for the usual, none for never
	Digest *int    `json:"digest,omitempty"` // when they want one, in minutes after midnight; nil for never
	Away   []Span  `json:"away,omitempty"`   // when their clocks stand, earliest first

	Digested time.Time  `json:"digested,omitzero"`  // when they had the last digest
	Reminded []Reminder `json:"reminded,omitempty"` // what they were reminded of and owe still
	Ended    []string   `json:"ended,omitempty"`    // the ids of matches of whose end they are yet to be told
	Sending  []Notice   `json:"sending,omitempty"`  // what was decided to be sent and may have been
	Notices  int        `json:"notices,omitempty"`  // how many were decided in all
}

// A Reminder is how far somebody was reminded of what they owe in a match.
type Reminder struct {
	Match string    `json:"match"`
	Since time.Time `json:"since"` // of the clock: another turn has another
	Share int       `json:"share"` // percent of the time for it
}

// A Notice is a message to a person, and what is settled once it was sent.
type Notice struct {
	At       time.Time  `json:"at"`                // when it was decided
	Nonce    string     `json:"nonce"`             // by which the channel knows it again for a few minutes
	Channel  string     `json:"channel,omitempty"` // of a match, where they are pinged; empty for a direct message
	Content  string     `json:"content"`
	Reminded []Reminder `json:"reminded,omitempty"`
	Digest   bool       `json:"digest,omitempty"` // whether it is a digest too
	Ended    []string   `json:"ended,omitempty"`  // the matches of whose end it tells
}

// An Uptime is when hosts over this store were at work.
type Uptime struct {
	Alive   time.Time `json:"alive"`             // when one last was
	Outages []Outage  `json:"outages,omitempty"` // when none was, earliest first
}

// An Outage is a time in which no host was at work.
type Outage struct {
	Span
	Told bool `json:"told,omitempty"` // whether the channels were told, or need not be
}

// A Store keeps matches and people. It is safe for concurrent use. A method that returns
// nil has done its work durably; one that returns an error has changed nothing.
// Heads, entries, people and uptimes that go in or come out are the caller's own: the
// store keeps no memory of theirs. Ids are any text in UTF-8. Times keep their instant, to
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

	// Waking returns the ids of all matches whose Wake is set, earliest first. It
	// costs what is stored: it is for what happens seldom.
	Waking(ctx context.Context) ([]string, error)

	// Person returns a person, of whom all but the ID is zero when they are not known.
	Person(ctx context.Context, id string) (Person, error)

	// ChangePerson has a function change a person, and returns them as they are then.
	// Nothing comes between what the function is handed and what it leaves, so of two
	// changes at once none is lost. When it returns an error, that is returned and
	// nothing is changed. It may be called several times, of which the last counts,
	// and must not use the store.
	ChangePerson(ctx context.Context, id string, change func(*Person) error) (Person, error)

	// DuePeople returns the people whose Wake is set and not after now, earliest
	// first and at most limit of them. It costs what is due, not what is stored.
	DuePeople(ctx context.Context, now time.Time, limit int) ([]Person, error)

	// Uptime returns when hosts were at work; the zero value in a new store.
	Uptime(ctx context.Context) (Uptime, error)

	// ChangeUptime changes that as ChangePerson does a person.
	ChangeUptime(ctx context.Context, change func(*Uptime) error) (Uptime, error)

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

// ClaimPerson takes the look at a person for the caller, if it is due by a time, by
// moving their Wake ahead to the end of a lease. It returns ErrNotDue when it is not,
// or not any more.
func ClaimPerson(ctx context.Context, s Store, id string, by, lease time.Time) (Person, error) {
	return s.ChangePerson(ctx, id, func(p *Person) error {
		if p.Wake.IsZero() || p.Wake.After(by) {
			return ErrNotDue
		}
		p.Wake = lease
		return nil
	})
}
