package storage

import (
	"slices"
	"strings"
	"time"

	"parlour/games"
)

// A Person is what somebody has set for themselves, and what is still to be sent to
// them. The zero value, with an ID, is a person who has set nothing.
type Person struct {
	ID        string    `json:"id"`                  // that of the record
	NextCheck time.Time `json:"next_check,omitzero"` // when somebody must look at the person; zero for never

	// id of the [Member] that has claimed their check; empty if none has, and where a process is alone
	Owner string `json:"owner,omitempty"`

	Lang    string `json:"lang,omitempty"`    // of their client, as far as Parlour speaks it; empty for English
	Palette string `json:"palette,omitempty"` // of the pictures that they alone see, and of tables that they open
	Direct  string `json:"direct,omitempty"`  // the channel of direct messages with them; empty until it is opened

	// NoDirect reports whether they are sent no direct messages, because they take
	// none or want none. It stays until they ask for them.
	NoDirect bool `json:"no_direct,omitempty"`

	// Unconfirmed reports whether their moves are played without being asked about. A bid
	// that reveals is asked about all the same.
	Unconfirmed bool `json:"unconfirmed,omitempty"`

	// Unlisted reports whether no lobby and no channel for results shows a game of theirs.
	Unlisted bool `json:"unlisted,omitempty"`

	Zone  string  `json:"zone,omitempty"`  // IANA name; empty while it is not known
	Quiet *Window `json:"quiet,omitempty"` // hours without reminders; nil for the usual hours
	// percents of a turn at which they are reminded, ascending; nil for the usual ones, empty for never
	Remind *[]int `json:"remind,omitempty"`
	Digest *int   `json:"digest,omitempty"` // when their daily digest comes, in minutes after midnight; nil for never
	Away   []Span `json:"away,omitempty"`   // when their clocks stand, earliest first

	AutoAway     []Span    `json:"auto_away,omitempty"`     // when Parlour had them be away by itself, earliest first
	AutoAwayTold time.Time `json:"auto_away_told,omitzero"` // when the last of these began that they were told of
	NoAutoAway   bool      `json:"no_auto_away,omitempty"`  // whether they want none

	NoProfile bool   `json:"no_profile,omitempty"` // whether they alone see their profile
	NoOnTime  bool   `json:"no_on_time,omitempty"` // whether their profile leaves out how often they lost on time
	Pace      string `json:"pace,omitempty"`       // [PaceHidden] hides their pace, [PaceAsked] shows it in challenges too; empty for the profile alone

	// Challenges is [FromKnown] or [FromNobody] for a person who takes challenges and rematches from
	// fewer people than all. They take none from the Blocked.
	Challenges string    `json:"challenges,omitempty"`
	Blocked    []Blocked `json:"blocked,omitempty"` // in the order in which they were blocked

	Invites []time.Time `json:"invites,omitempty"` // when they last asked people to tables, within an hour

	// by the name of a game: the level at which they play it with Parlour, unless that is easy as at first
	Levels map[string]games.Level `json:"levels,omitempty"`

	Lessons map[string]int `json:"lessons,omitempty"` // by the name of a game: how many of its lessons they have done

	Rated bool `json:"rated,omitempty"` // whether the tables that they open are rated where that is possible

	// Unserved is since when whoever runs Parlour has it not serve them; zero while it does. It stays when they are forgotten.
	Unserved time.Time `json:"unserved,omitzero"`

	Puzzles Puzzles `json:"puzzles,omitzero"` // how they do with the puzzles of days

	Notes []Note `json:"notes,omitempty"` // to themselves, one a match at most

	Met       []string `json:"met,omitempty"`        // names of the games that they were introduced to
	ZoneAsked bool     `json:"zone_asked,omitempty"` // whether they were asked for their time zone

	Digested time.Time  `json:"digested,omitzero"`  // when they had the last digest
	Reminded []Reminder `json:"reminded,omitempty"` // reminders sent for turns that they still owe
	Ended    []string   `json:"ended,omitempty"`    // ids of ended matches that they are yet to be told of
	// messages with reminders that are deleted once their moves are made
	Sent    []Sent   `json:"sent,omitempty"`
	Outbox  []Notice `json:"outbox,omitempty"`  // notices that were decided and have perhaps not been sent
	Notices int      `json:"notices,omitempty"` // number of notices decided so far

	// Leaving is set while the person is being forgotten. From then on nothing else is kept of them but the
	// Owner and Unserved, and the record is removed at the end, unless that is set.
	Leaving *Leaving `json:"leaving,omitempty"`
}

// The values of [Person.Challenges], beside the empty one.
const (
	FromKnown  = "known"  // from people with whom they have played lately in the same server
	FromNobody = "nobody" // from nobody
)

// A Blocked is somebody whom a person has blocked.
type Blocked struct {
	ID   string `json:"id"`
	Name string `json:"name"` // as it was then
}

// The values of [Person.Pace]. While it is empty, everybody who sees the person's profile sees their pace there.
const (
	PaceHidden = "off"        // nobody sees it
	PaceAsked  = "challenges" // people whom they ask to play see it too
)

// Blocks reports whether a person has blocked somebody.
func (p Person) Blocks(id string) bool {
	return slices.ContainsFunc(p.Blocked, func(b Blocked) bool { return b.ID == id })
}

// A Note is what a person has written to themselves about a match. Nobody else ever sees it.
type Note struct {
	Match string    `json:"match"`
	Text  string    `json:"text"`
	Gone  time.Time `json:"gone,omitzero"` // when it is removed; zero as long as the match is not known to have ended
}

// NoteOn returns what a person has written to themselves about a match, empty for nothing.
func (p Person) NoteOn(match string) string {
	for _, n := range p.Notes {
		if n.Match == match {
			return n.Text
		}
	}
	return ""
}

// A Leaving is what is still to be done until a person is forgotten.
type Leaving struct {
	Secret    string    `json:"secret"`     // random; the id that takes the place of theirs in a match is made of it
	Name      string    `json:"name"`       // theirs, as it was when they asked
	NextCheck time.Time `json:"next_check"` // when the next part is done
}

// formerID begins the id of a person who was forgotten. No person and no opponent has such an id.
const formerID = "former-"

// Former returns the id that takes the place of a forgotten person, made of a random text.
func Former(random string) string { return formerID + random }

// IsFormer reports whether an id is that of a person who was forgotten, whom nobody can reach.
func IsFormer(id string) bool { return strings.HasPrefix(id, formerID) }

// Puzzles are how a person does with the puzzles of days. A day is one of UTC, counted from the first of 1970.
type Puzzles struct {
	Day    int  `json:"day"`              // the last day whose puzzle they answered, of which the next four tell
	Wrong  int  `json:"wrong,omitempty"`  // number of wrong answers
	Solved bool `json:"solved,omitempty"` // whether they found the move
	Shown  bool `json:"shown,omitempty"`  // whether they had it shown instead
	Shared bool `json:"shared,omitempty"` // whether they told others of it

	Last   int `json:"last,omitempty"`   // the last day whose puzzle they solved
	Streak int `json:"streak,omitempty"` // number of days in a row whose puzzles they solved, up to Last
	Best   int `json:"best,omitempty"`   // the highest that Streak has been

	Counting *Counting `json:"counting,omitempty"` // what a [PuzzleDay] has perhaps not counted yet
}

// A Counting is the click by which a person solved the puzzle of a day.
type Counting struct {
	Day     int    `json:"day"`
	Request string `json:"request"`
	First   bool   `json:"first,omitempty"` // whether it was their first try
}

// A Window is the same hours of every day, in minutes after midnight in a person's
// zone. If To is before From it spans midnight; if they are equal it is empty.
type Window struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// A Reminder is the last reminder that a person had for their turn in a match.
type Reminder struct {
	Match string    `json:"match"`
	Since time.Time `json:"since"` // the [Clock.Since] of the turn: another turn has another
	Share int       `json:"share"` // percent of the turn's time
}

// A Sent is a message that reminded a person.
type Sent struct {
	Channel string     `json:"channel"`
	Message string     `json:"message"`
	For     []Reminder `json:"for"`
}

// A Notice is a message to a person, and what is settled once it was sent.
type Notice struct {
	At       time.Time  `json:"at"`                // when it was decided
	Nonce    string     `json:"nonce"`             // by which the channel recognises it for a few minutes
	Channel  string     `json:"channel,omitempty"` // of a match, where they are pinged; empty for a direct message
	Content  string     `json:"content"`
	Reminded []Reminder `json:"reminded,omitempty"`
	Digest   bool       `json:"digest,omitempty"`    // whether it is a digest too
	Ended    []string   `json:"ended,omitempty"`     // ids of the matches of whose end it tells
	AutoAway bool       `json:"auto_away,omitempty"` // whether it tells of the last absence by itself
}

// People is the kind of a [Person]. Of an unknown person all but the ID is zero.
var People = Kind[Person]{
	name:  "person",
	named: func(p *Person, id string) { p.ID = id },
	check: func(p Person) time.Time { return *nextCheck(&p) },
	wait:  func(p *Person, until time.Time) { *nextCheck(p) = until },
	tidy:  tidyPerson,
}

// nextCheck returns when somebody must look at a person. Reminders cannot delay it for a person who is being
// forgotten.
func nextCheck(p *Person) *time.Time {
	if p.Leaving == nil {
		return &p.NextCheck
	}
	leaving := *p.Leaving
	p.Leaving = &leaving
	return &leaving.NextCheck
}

// tidyPerson makes a person ready to be written. An empty list of reminders is not nil, because JSON would turn that
// into the usual ones. Of a person who is being forgotten only the Owner, Unserved and the Leaving are written.
func tidyPerson(p *Person) {
	switch {
	case p.Leaving != nil:
		*p = Person{ID: p.ID, Owner: p.Owner, Unserved: p.Unserved, Leaving: p.Leaving}
	case p.Remind != nil && *p.Remind == nil:
		p.Remind = &[]int{}
	}
}
