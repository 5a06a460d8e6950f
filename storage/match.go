package storage

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

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

	// With are records that an append writes in its commit. If one of them has moved on, the append changes nothing
	// and returns [ErrConflict]. No store keeps them in the match.
	With []Record `json:"-"`
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
	Changes int      `json:"changes,omitempty"` // number of times that the options were changed on the table
	Invited *Player  `json:"invited,omitempty"` // the person who is challenged; nil at an open table
	// the people whom the opener of a table has asked to it, until it is open no more
	Invitations []Invitation `json:"invitations,omitempty"`
	// how fast the opener usually moves, if they want those whom they ask to know; else 0
	Pace    time.Duration `json:"pace,omitempty"`
	First   string        `json:"first"`              // the opener's wish for the first seat: me, them or random
	Ended   string        `json:"ended,omitempty"`    // why the match ended without a result
	EndedBy string        `json:"ended_by,omitempty"` // name of the person who ended it so
	// id of the person in it whom Parlour does not serve any more, if it ended so; else empty
	Unserved string `json:"unserved,omitempty"`

	Begins  time.Time `json:"begins,omitzero"`   // when the game of a full table begins by itself; zero for not
	Began   time.Time `json:"began,omitzero"`    // when the game began
	EndedAt time.Time `json:"ended_at,omitzero"` // when it ended

	// number of such games that these players have begun, this one included; 0 until it has begun, and where one
	// person plays
	Number int    `json:"number,omitempty"`
	Series string `json:"series,omitempty"` // the [SeriesOf] the match when it began; empty until a seat changes hands
	Places []int  `json:"places,omitempty"` // by seat, 1 is best, once there is a result
	Rated  *Rated `json:"rated,omitempty"`  // nil for a game that is not rated
	// which game of a match of two it is: the first, which has the table, or the second; 0 for a match of one game
	Two int `json:"two,omitempty"`
	// whether the other game of a match of two was over when this one ended, so that this is the end of both
	Last bool `json:"last,omitempty"`
	// by seat, what it counts for in the tables of its server: [HasWon], [HasDrawn], [HasLost], or another letter for nothing. It
	// is empty for a match that does not count: whoever ends it decides, and a store only adds up.
	Outcome string `json:"outcome,omitempty"`
	Starts  bool   `json:"starts,omitempty"` // whether the opener of the table started it
	Next    string `json:"next,omitempty"`   // id of the rematch, once all agree to one
	// whether it is a rematch or the second game of a match of two, which has no table of its own
	Again bool `json:"again,omitempty"`
	// of Parlour's opponents in the rematch; empty if it is the same
	NextLevel games.Level `json:"next_level,omitempty"`
	Plan      *Plan       `json:"plan,omitempty"`    // the answers that a player has planned; shown to nobody else
	Thought   *Thought    `json:"thought,omitempty"` // the move that an opponent thinks about; nil before it has begun
	// whose turn it is while the game is played; nil in a rematch until it is looked at
	Stand *Stand `json:"stand,omitempty"`
	// whether the only person practises: in their first turns the board tells them a hint
	Practice bool `json:"practice,omitempty"`
	// number of the lesson that the game is, the last one of its course; 0 for every other game
	Lesson int   `json:"lesson,omitempty"`
	Ahead  int   `json:"ahead,omitempty"` // plies with which an opponent began that lesson for all seats
	Tips   []Tip `json:"tips,omitempty"`  // the hints told
	// a secret that opponents draw from, which nobody is ever told; nil where none plays
	Chance *games.Seed `json:"chance,omitempty"`

	// Shares are what the players put into the deal, in the order in which they sat down: one
	// for each player that there may be, without words until the game has begun. They are nil
	// in games without chance.
	Shares []games.Share `json:"shares,omitempty"`
	// the seats in the order in which people sat down, once the game has begun
	Order []games.Seat `json:"order,omitempty"`
}

// Age returns the moment by which a list sorts a match: when it was made or, of one that has ended, when it ended.
func (h Head) Age() time.Time {
	if h.Phase.Live() || h.EndedAt.IsZero() {
		return h.Created
	}
	return h.EndedAt
}

// Twin returns the id of the other game of a match of two; empty for a match of one game.
func (h Head) Twin() string {
	switch h.Two {
	case 1:
		return h.ID + secondGame
	case 2:
		return strings.TrimSuffix(h.ID, secondGame)
	}
	return ""
}

// secondGame ends the id of the second game of a match of two. No other id has a capital.
const secondGame = "B"

// Ends reports whether a match has ended with this game: of a match of two that has begun, the one that was over last.
func (h Head) Ends() bool { return !h.Phase.Live() && (h.Two == 0 || h.Last || h.Setup.Rules == 0) }

// A Player is a person at a table, or one of Parlour's own opponents.
type Player struct {
	ID    string      `json:"id"`              // of an opponent: unique at its table, and no person's id
	Name  string      `json:"name"`            // as it was when they sat down
	User  string      `json:"user,omitempty"`  // their user name at Discord, of a–z, 0–9, "_" and "."; empty for an opponent
	Word  string      `json:"word,omitempty"`  // what they said for the deal
	Level games.Level `json:"level,omitempty"` // of an opponent; empty for a person
}

// People returns how many people sit at a table.
func (l Lobby) People() (n int) {
	for _, p := range l.Players {
		if p.Level == "" {
			n++
		}
	}
	return n
}

// An Invitation asks a person to a table, where a seat is held for them until they answer.
type Invitation struct {
	Player
	Ask      int       `json:"ask"`                // number of the question that asks them
	Until    time.Time `json:"until"`              // when the seat is open again
	Answered bool      `json:"answered,omitempty"` // whether no seat is held any more; they are not asked twice
}

// Waiting returns the invitations that wait for an answer.
func (l Lobby) Waiting() []Invitation {
	return slices.DeleteFunc(slices.Clone(l.Invitations), func(i Invitation) bool { return i.Answered })
}

// Awaits reports whether a person is asked to a table, by a challenge or an invitation, and has not answered.
func (l Lobby) Awaits(person string) bool {
	return l.Invited != nil && l.Invited.ID == person ||
		slices.ContainsFunc(l.Waiting(), func(i Invitation) bool { return i.ID == person })
}

// A Timing is the part of a [Head] that says how much time there is, and what the
// passing of time has led to.
type Timing struct {
	Allowance
	TimeSet bool         `json:"time_set,omitempty"` // whether somebody asked for these limits; else they are the usual ones
	Asleep  bool         `json:"asleep,omitempty"`   // whether a game of one person without limits sleeps until a press
	Clocks  []Clock      `json:"clocks,omitempty"`   // by seat, once the game has begun
	Offered []games.Seat `json:"offered,omitempty"`  // seats that anybody may take over
	Past    []string     `json:"past,omitempty"`     // ids of the people who have left the table
	// when all players paused the game, earliest first: no clock runs then
	Pauses     []Span    `json:"pauses,omitempty"`
	Paused     bool      `json:"paused,omitempty"`     // whether the last pause runs, or its end is yet to be told
	Absences   []Absence `json:"absences,omitempty"`   // the absences by itself of the players, as last computed
	OutageTold time.Time `json:"outage_told,omitzero"` // end of the last outage that the channel was told of
	// when Discord first said that the bot is not in the server; zero while it is
	GuildLostAt time.Time `json:"guild_lost_at,omitzero"`
}

// An Allowance is how much time each seat of a match has. Without any there is no limit.
type Allowance struct {
	TurnTime  time.Duration `json:"turn_time,omitempty"`  // limit for one turn; 0 for none
	TotalTime time.Duration `json:"total_time,omitempty"` // limit for all turns together; 0 for none
	// of Fischer's clock: what each move adds to the rest of the total time, which is called a bank then; 0 for nothing
	Gain time.Duration `json:"gain,omitempty"`
	Cap  time.Duration `json:"cap,omitempty"` // the most that a bank can hold
	// whether clocks run on while people are away, and nobody can ask for a pause
	Strict bool `json:"strict,omitempty"`
}

// Limited reports whether there is any limit.
func (a Allowance) Limited() bool { return a.TurnTime > 0 || a.TotalTime > 0 }

// A Clock is the time of one seat.
type Clock struct {
	// when the running turn began; zero while the seat owes nothing
	Since time.Time `json:"since,omitzero"`
	// when the clock expires or, once it has, when the opponent's win comes unasked; as last computed, zero for never
	Due time.Time `json:"due,omitzero"`
	// extra time granted: the clock cannot expire before all of it has run
	Extension Span `json:"extension,omitzero"`
	// total time used up before Since, less what was gained; a bank that has grown makes it negative
	Spent  time.Duration `json:"spent,omitempty"`
	Gained int           `json:"gained,omitempty"` // number of moves of the seat that stood when it last gained time
	Missed int           `json:"missed,omitempty"` // number of turns missed in a row
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

// An Absence is a time in which Parlour had the player of a seat be away by itself.
type Absence struct {
	Seat games.Seat `json:"seat"`
	Span
}

// A Place is the part of a [Head] that says where and how a match is shown.
type Place struct {
	Palette string `json:"palette,omitempty"` // of its public pictures; empty for the usual one
	Lang    string `json:"lang"`              // the language of the server
	Thread  bool   `json:"thread,omitempty"`  // whether the game gets a thread of its own when it starts
	Guild   string `json:"guild"`             // the server; empty in a DM
	// whether Parlour can only answer there: in a DM of two friends, or of a group
	Guest bool `json:"guest,omitempty"`
	// whether nothing of it is posted: its only person sees it in the private answers to their presses
	Alone   bool   `json:"alone,omitempty"`
	Channel string `json:"channel"`           // where new messages go: Home or, later, its thread
	Home    string `json:"home"`              // the channel of the table message
	Above   string `json:"above,omitempty"`   // the channel above Home, if that is a thread
	Private bool   `json:"private,omitempty"` // whether Home is a private thread
	Table   string `json:"table,omitempty"`   // id of the table message
	// of a rematch: the code on the table message, which is that of the first game
	Deal    string `json:"deal,omitempty"`
	Message string `json:"message,omitempty"` // id of the newest message, which has the buttons

	Postings []Posting `json:"postings,omitempty"` // what people have posted of it once it was over
}

// A Posting is something of a match that somebody has posted in a channel.
type Posting struct {
	Kind    string `json:"kind"`
	Channel string `json:"channel"`
}

// The kinds of what is posted of a match.
const (
	Film     = "film"
	Analysis = "analysis"
)

// Encode returns what a store writes of a match: the head with all times in UTC, its text, and the texts
// of some entries. It copies what it changes, because the arguments belong to the caller. It returns an
// error for a head whose ids are not valid text: JSON could not write them, so the match would not be
// found again.
func Encode(h Head, entries []Entry) (tidy Head, head json.RawMessage, lines []json.RawMessage, err error) {
	ids := slices.Concat([]string{h.ID}, ChannelsOf(h), PeopleOf(h))
	if h.Outcome != "" {
		ids = append(ids, h.Guild, h.Above, h.Setup.Game)
	}
	for _, id := range ids {
		if !utf8.ValidString(id) {
			return Head{}, nil, nil, fmt.Errorf("the id %q is not text", id)
		}
	}
	tidy = inUTC(h)
	if head, err = json.Marshal(tidy); err != nil {
		return Head{}, nil, nil, fmt.Errorf("encode its head: %w", err)
	}
	for _, e := range entries {
		e.At = e.At.UTC()
		line, err := json.Marshal(e)
		if err != nil {
			return Head{}, nil, nil, fmt.Errorf("encode an entry: %w", err)
		}
		lines = append(lines, line)
	}
	return tidy, head, lines, nil
}

// PeopleOf returns the texts by which [Store.OfPlayer] finds a match, each once and in order: the ids of its
// players and of the people whose answer is waited for, and the [Past] of each person who has left or answered.
func PeopleOf(h Head) []string {
	var ids []string
	for _, p := range h.Players {
		ids = append(ids, p.ID)
	}
	if h.Invited != nil {
		ids = append(ids, h.Invited.ID)
	}
	for _, i := range h.Invitations {
		if i.Answered {
			ids = append(ids, Past(i.ID))
		} else {
			ids = append(ids, i.ID)
		}
	}
	for _, id := range h.Past {
		ids = append(ids, Past(id))
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// ChannelsOf returns the texts by which [Store.OfChannel] finds a match, each once and in order: the ids of the channels
// in which it is shown and, in a server, [Tables] of a table that is open to anybody, [Running] of a game of several
// people that goes on, and [Others] of any other match that can still change.
func ChannelsOf(h Head) []string {
	ids := []string{h.Home, h.Channel}
	switch {
	case h.Guild == "":
	case h.Phase == Open && h.Invited == nil:
		ids = append(ids, Tables(h.Guild))
	case h.Phase == Playing && h.People() > 1:
		ids = append(ids, Running(h.Guild))
	case h.Phase.Live():
		ids = append(ids, Others(h.Guild))
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// A Plan is what a player answers to the move that the opponent has not made yet.
type Plan struct {
	Player string     `json:"player"` // id of the person whose plan it is
	Turn   int        `json:"turn"`   // the opponent's, in which it holds
	Lines  []PlanLine `json:"lines"`  // at least one
}

// A PlanLine is the answer to one move of the opponent's, or to every one that no other line names.
type PlanLine struct {
	If   games.Move `json:"if"` // of the line for all other moves: the one after which the answer was chosen
	Then games.Move `json:"then"`
	Else bool       `json:"else,omitempty"` // whether it is that line, which is the last
}

// A Tip is a move that an opponent would make for the only person of a match.
type Tip struct {
	Turn int        `json:"turn"`
	Move games.Move `json:"move"`
}

// Direct reports whether one person alone sees the place: the direct messages of the bot with them, or what is
// [Place.Alone].
func (p Place) Direct() bool { return p.Guild == "" && !p.Guest }

// A Stand sums up the position to which the log of a match leads, so that a list of matches reads no log.
// Each commit of a game that is played writes a new one, and none is ever changed.
type Stand struct {
	ToMove  []games.Seat `json:"to_move,omitempty"` // seats that owe a move
	Changes []games.Seat `json:"changes,omitempty"` // seats that owe none, and may change the one that they made
	In      []games.Seat `json:"in,omitempty"`      // seats that still play
	Back    []games.Seat `json:"back,omitempty"`    // seats that are out and may come back
	Bids    bool         `json:"bids,omitempty"`    // whether what is owed are secret bids
}

// A Thought notes with how many playouts an opponent began to think about a move. If a crash cuts the
// thought off, it is begun again with as many, and so leads to the same move.
type Thought struct {
	Turn     int        `json:"turn"`
	Seat     games.Seat `json:"seat"`
	Playouts int        `json:"playouts"` // fewer than the level has if others waited; 0 until they are allotted

	Owner string `json:"owner,omitempty"` // id of the [Member] that thinks; empty where a process is alone
}

// A Publication is the part of a [Head] that says what the public should see of a
// match and what it has seen. Messages follow commits, so the two may differ.
type Publication struct {
	Desired   Revision `json:"desired"`         // what the public should see
	Published Revision `json:"published"`       // what it was shown last
	Asked     []Direct `json:"asked,omitempty"` // the direct messages of the newest turn

	Live Board `json:"live,omitzero"` // the newest board, which has the buttons
	// older boards that are still to become lines or to be deleted; the table, if it is to say more; calls to the table
	Old []Board `json:"old,omitempty"`
	// questions to players, each in a message of its own, until its message is a line
	Asks []Ask `json:"asks,omitempty"`

	// the newest questions whose messages are lines, as an earlier answer that is shown late may undo that
	Answered []Ask `json:"answered,omitempty"`

	// the newest lines, the oldest first, which are struck if their plies are taken back
	Lines []Line `json:"lines,omitempty"`

	AskCount int   `json:"ask_count,omitempty"` // number of questions so far
	Named    Phase `json:"named,omitempty"`     // the phase after which its thread is named, or can get no name

	// what one message says besides the board; values are strings and numbers
	News   []games.Text `json:"news,omitempty"`
	NewsOf int          `json:"news_of,omitempty"` // the Revision.Post of that message

	// when an unfinished publication was begun; zero when the last one finished
	FailingSince time.Time `json:"failing_since,omitzero"`

	// since when something waits to be done besides: a line, a deletion, the name of a thread; zero if nothing does
	Overdue time.Time `json:"overdue,omitzero"`

	BroughtAt time.Time `json:"brought_at,omitzero"` // when a player last brought the board down; zero for never
	Brought   int       `json:"brought,omitempty"`   // the Revision.Post of that board, which notifies nobody

	// number of plies announced before the newest message or, if it was brought down, before the one that it repeats
	AnnouncedBefore int `json:"announced_before"`
	Announced       int `json:"announced"` // number of plies announced up to and in the newest message
}

// Misnamed reports whether the thread of a match is still to be renamed because the match has ended, or is a rematch
// that has begun. It is not if the next rematch is played there already, which gives the name, or the other game of a
// match of two.
func Misnamed(h Head) bool {
	return (h.Phase == Playing || h.Ends()) && h.Channel != h.Home && h.Named != h.Phase && h.Next == ""
}

// BroughtDown reports whether the newest message wanted is a board that a player brought down, or that tells who left
// during a turn. It tells what the one before told, and notifies nobody.
func BroughtDown(p Publication) bool { return p.Brought > 0 && p.Brought == p.Desired.Post }

// A Revision numbers what the public is shown of a match: Post rises with every new
// message, Edit with every change of the newest one.
type Revision struct {
	Post int `json:"post"`
	Edit int `json:"edit"`
}

// A Board is a public message with a picture and buttons, and what it tells of.
type Board struct {
	Channel string   `json:"channel"`
	Message string   `json:"message"`
	From    int      `json:"from"`             // it tells of the plies after the first From of the log
	To      int      `json:"to"`               // and up to To
	Turn    int      `json:"turn"`             // the turn that it shows
	Posted  int      `json:"posted,omitempty"` // number of plies when it was posted
	Pinged  []string `json:"pinged,omitempty"` // ids of the people whom it notified then
	// whether it is no board, but calls the opener to a full table, or people into a thread
	Call bool `json:"call,omitempty"`
}

// ResultDue stands for the id of a message in [Publication.Old] as long as the result of a match is yet to be posted in
// the channel for results of its server.
const ResultDue = "result"

// A Line is an older board whose message has become text: a line for each unit of the record that it told of.
type Line struct {
	Board
	Struck int `json:"struck,omitempty"` // number of its units that were struck when it was written
}

// An Ask is a question that a player puts to the others.
type Ask struct {
	Number int      `json:"number"` // rises with every question of the match
	About  string   `json:"about"`  // "draw", "takeback", "pause", "rematch", "calloff", "invite" or "role"
	By     string   `json:"by"`     // id of the person who asks
	Agreed []string `json:"agreed"` // ids of the people who agree, By first
	Turn   int      `json:"turn"`   // the turn in which it was asked
	// the end of the pause that is asked for, or when a role may be pinged: zero while no seat is free
	Until      time.Time `json:"until,omitzero"`
	Answer     string    `json:"answer,omitempty"`      // "agreed", "declined" or "gone"; empty while it waits for one
	AnsweredBy string    `json:"answered_by,omitempty"` // name of the person who declined
	Channel    string    `json:"channel,omitempty"`
	Message    string    `json:"message,omitempty"` // empty until it is posted
	Role       string    `json:"role,omitempty"`    // id of the role that the message has pinged; empty for none
	// which state the message shows: how many of Agreed it knows of or, of a table, which options and whether a seat is
	// free; negative if it may not be the line that it was
	Told int `json:"told,omitempty"`
}

// A Direct records how a player was asked for a bid: by a direct message with buttons
// or, where none could be sent, not at all.
type Direct struct {
	Player  string `json:"player"` // id of the person
	Turn    int    `json:"turn"`
	Channel string `json:"channel,omitempty"`
	Message string `json:"message,omitempty"` // empty where none could be sent
	Spot    bool   `json:"spot,omitempty"`    // whether the answer to their press asked them
	Done    bool   `json:"done,omitempty"`    // whether it asks for nothing any more
	Behind  bool   `json:"behind,omitempty"`  // whether it shows none of a bid that was made in another answer
}
