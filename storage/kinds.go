package storage

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"time"
)

// A Shared store is one that several processes may have open at once.
type Shared interface {
	Store

	// Time returns the time by the clock of the store, which is the same for all processes.
	Time(ctx context.Context) (time.Time, error)
}

// A Fleet lists the processes that share one store, with the requests that each may make, and the jobs that
// one of them has done for all. Its times are by the clock of the store: see [Shared].
type Fleet struct {
	Members []Member `json:"members,omitempty"` // in the order in which they joined
	// until then Discord refuses every request of the application
	HeldUntil time.Time `json:"held_until,omitzero"`
	// by the name of a job: what it was last done for, such as the date of a night
	Done map[string]string `json:"done,omitempty"`
}

// A Member is one process. It gets a new id at each start, and each time it has lost its lease.
type Member struct {
	ID    string    `json:"id"`
	Until time.Time `json:"until"` // the end of its lease
	Share float64   `json:"share"` // the most requests that it makes in a second
}

// Fleets is the kind of the one [Fleet] of a store, whose id is [TheFleet].
var Fleets = Kind[Fleet]{name: "fleet"}

// TheFleet is the id of the fleet.
const TheFleet = ""

// An Uptime says when at least one process over the store was at work for a shard of the gateway.
type Uptime struct {
	Alive time.Time `json:"alive"` // the last sign of life; zero for none
	// earliest first; the first begins at zero if the bot had another number of shards before
	Outages []Outage `json:"outages,omitempty"`
	// only in [TheUptime]: the numbers of shards that the bot has had so far, other than 1
	Shards []int `json:"shards,omitempty"`
}

// An Outage is a time in which no process was at work for a shard.
type Outage struct {
	Span
	Told bool `json:"told,omitempty"` // whether the channels were told, or need not be
}

// Uptimes is the kind of [Uptime]. Their ids are those of shards, such as "3/16".
var Uptimes = Kind[Uptime]{name: "uptime"}

// TheUptime is the id of the uptime of a bot without shards.
const TheUptime = ""

// Openings lists the channels of direct messages that were opened lately, and says when the next may be opened.
type Openings struct {
	Opened []Opening `json:"opened,omitempty"` // of the last day, earliest first
	// none is opened before that, because Discord refused one; zero if it has refused none
	Until time.Time `json:"until,omitzero"`

	// when people turned out to take no direct messages, in the last hour, earliest first
	Closed []time.Time `json:"closed,omitempty"`
}

// An Opening is one channel of direct messages that was opened. It does not say with whom.
type Opening struct {
	At    time.Time `json:"at"`
	Match string    `json:"match,omitempty"` // the match that needed it; empty if the person asked for it
}

// AllOpenings is the kind of the one [Openings] of a store, whose id is [TheOpenings].
var AllOpenings = Kind[Openings]{name: "openings"}

// TheOpenings is the id of the openings.
const TheOpenings = ""

// A Series is the games that the same players have begun with the same options.
type Series struct {
	Begun  int      `json:"begun,omitempty"`  // number of them
	Newest []string `json:"newest,omitempty"` // ids of the newest matches, the last one last
}

// newestOfSeries is how many matches of a series are known by their ids: more than begin at once.
const newestOfSeries = 4

// Number returns the number of a match in the series, from 1. A match that is not known takes the next one.
func (s *Series) Number(match string) int {
	i := slices.Index(s.Newest, match)
	if i < 0 {
		s.Begun++
		s.Newest = append(slices.Clone(s.Newest[max(len(s.Newest)-newestOfSeries+1, 0):]), match)
		i = len(s.Newest) - 1
	}
	return s.Begun - (len(s.Newest) - 1 - i)
}

// Drop takes its number back from a match that does not begin after all, unless another has the next one.
func (s *Series) Drop(match string) {
	if last := len(s.Newest) - 1; last >= 0 && s.Newest[last] == match {
		s.Begun, s.Newest = s.Begun-1, s.Newest[:last]
	}
}

// AllSeries is the kind of a [Series]. Its ids are those that [SeriesOf] returns.
var AllSeries = Kind[Series]{name: "series"}

// SeriesOf returns the id of the [Series] that a match is in or, while it is a table, would be in. It is empty for a
// game of one person, as nobody counts practice. It says the game, its options and, in quotes, who plays.
func SeriesOf(h Head) string {
	if h.Series != "" {
		return h.Series
	}
	players := slices.Clone(h.Players)
	if sits := func(p Player) bool { return p.ID == h.Invited.ID }; h.Invited != nil && !slices.ContainsFunc(players, sits) {
		players = append(players, *h.Invited)
	}
	var people, levels []string
	for _, p := range players {
		if p.Level == "" {
			people = append(people, p.ID)
		} else {
			levels = append(levels, string(p.Level))
		}
	}
	if len(people) < 2 {
		return ""
	}
	slices.Sort(people)
	slices.Sort(levels)
	return fmt.Sprintf("%s %q %q %q", h.Setup.Game, h.Setup.Options, people, levels)
}

// A Server has the settings of a server, which its managers have made, and whether it was greeted. One that
// has only an ID is a server without settings.
type Server struct {
	ID       string   `json:"id"`
	Channels []string `json:"channels,omitempty"` // ids of those where games may begin; empty for all
	Without  []string `json:"without,omitempty"`  // names of the games that are not offered
	// the usual time for a turn, 0 for no limit; nil for Parlour's own
	TurnTime *time.Duration `json:"turn_time,omitempty"`
	Lang     string         `json:"lang,omitempty"`    // of what Parlour posts; empty for the one that Discord says
	Flat     bool           `json:"flat,omitempty"`    // whether games get no threads
	Results  string         `json:"results,omitempty"` // id of the channel that gets the results of games; empty for none
	Greeted  bool           `json:"greeted,omitempty"` // whether Parlour has said hello there, or was about to
	Role     string         `json:"role,omitempty"`    // id of the role that is pinged for open tables; empty for none
	Zone     string         `json:"zone,omitempty"`    // IANA name; empty for UTC
	Called   Call           `json:"called,omitzero"`   // when a role was last pinged, or was about to be
	Month    Monthly        `json:"month,omitzero"`    // the standings of its months
	Unserved time.Time      `json:"unserved,omitzero"` // since when whoever runs Parlour has it not serve there; zero while it does
	Leave    time.Time      `json:"leave,omitzero"`    // when Parlour leaves it; zero for never
}

// A Monthly says when the standings of the month that is over are posted in a server, where its results go.
type Monthly struct {
	Off       bool      `json:"off,omitempty"`       // whether none are posted, though results are
	NextCheck time.Time `json:"next_check,omitzero"` // when the next ones are posted; zero for never
	Owner     string    `json:"owner,omitempty"`     // id of the [Member] that posts them; empty if none does, and where a process is alone
	Posting   time.Time `json:"posting,omitzero"`    // since when they are being posted; zero once that is noted
	Told      Period    `json:"told,omitempty"`      // the last month whose standings were posted, or were not to be
	Lang      string    `json:"lang,omitempty"`      // the language of the server when that was last set
}

// A Call is the ping of a role for the table of a match.
type Call struct {
	At    time.Time `json:"at"`
	Match string    `json:"match"`
	Role  string    `json:"role"`
}

// Servers is the kind of a [Server]. Of an unknown server all but the ID is zero.
var Servers = Kind[Server]{
	name:  "server",
	named: func(s *Server, id string) { s.ID = id },
	check: func(s Server) time.Time { return *s.nextCheck() },
	wait:  func(s *Server, until time.Time) { *s.nextCheck() = until },
}

// nextCheck returns when somebody must look at a server. One that is left gets no standings before.
func (s *Server) nextCheck() *time.Time {
	if !s.Leave.IsZero() {
		return &s.Leave
	}
	return &s.Month.NextCheck
}

// Allows reports whether games may begin in one of some channels, such as a thread and the channel
// above it.
func (s Server) Allows(channels ...string) bool {
	return len(s.Channels) == 0 ||
		slices.ContainsFunc(channels, func(c string) bool { return slices.Contains(s.Channels, c) })
}

// Offers reports whether a game is offered.
func (s Server) Offers(game string) bool { return !slices.Contains(s.Without, game) }

// A Hall is the lobby of a server: one message that shows the open tables, the running games and the last results. One
// without a Channel is none.
type Hall struct {
	Guild     string    `json:"guild"`               // id of the server, and of the record
	NextCheck time.Time `json:"next_check,omitzero"` // when it is to be shown as it is then; zero for not before something changes
	Owner     string    `json:"owner,omitempty"`     // id of the [Member] that shows it; empty if none does, and where a process is alone
	Changed   bool      `json:"changed,omitempty"`   // whether something has changed since somebody last looked
	Channel   string    `json:"channel,omitempty"`   // where the message is
	Lang      string    `json:"lang,omitempty"`      // the language of the server
	Message   string    `json:"message,omitempty"`   // empty until it is posted
	Messages  int       `json:"messages,omitempty"`  // how many messages it has had so far
	Posting   time.Time `json:"posting,omitzero"`    // since when the next one is being posted; zero once it is noted
	Old       []Spot    `json:"old,omitempty"`       // messages that are to be deleted, because the lobby has moved
	ShownAt   time.Time `json:"shown_at,omitzero"`   // when Discord was last asked for something
	Shown     string    `json:"shown,omitempty"`     // a hash of what the message says
	DrawnAt   time.Time `json:"drawn_at,omitzero"`   // when its picture was last drawn
	Drawn     []Drawn   `json:"drawn,omitempty"`     // the games on the picture that it has
	Results   []string  `json:"results,omitempty"`   // ids of the matches that have ended since it is there, the last one last
}

// A Spot is where a message is.
type Spot struct {
	Channel string `json:"channel"`
	Message string `json:"message"`
}

// A Drawn is a game on a picture.
type Drawn struct {
	Match string `json:"match"`
	Names string `json:"names"` // a hash of the ids and the names that the picture has
}

// keptResults is how many results a [Hall] knows: more than it shows, as not all may be shown.
const keptResults = 15

// Ended notes that a match has ended, and reports whether that is new.
func (h *Hall) Ended(match string) bool {
	if slices.Contains(h.Results, match) {
		return false
	}
	h.Results = append(slices.Clone(h.Results[max(len(h.Results)-keptResults+1, 0):]), match)
	return true
}

// Halls is the kind of a [Hall]. Of a server without a lobby all but the Guild is zero.
var Halls = Kind[Hall]{
	name:  "hall",
	named: func(h *Hall, id string) { h.Guild = id },
	check: func(h Hall) time.Time { return h.NextCheck },
	wait:  func(h *Hall, until time.Time) { h.NextCheck = until },
}

// A Daily is the puzzle of each day as it is posted in a server. One without a Channel is none.
type Daily struct {
	Guild     string    `json:"guild"`               // id of the server, and of the record
	NextCheck time.Time `json:"next_check,omitzero"` // when the next one is posted; zero for never
	Owner     string    `json:"owner,omitempty"`     // id of the [Member] that posts it; empty if none does, and where a process is alone
	Channel   string    `json:"channel,omitempty"`   // where it is posted
	Lang      string    `json:"lang,omitempty"`      // the language of the server
	Posting   time.Time `json:"posting,omitzero"`    // since when one is being posted; zero once that is noted
	Told      int       `json:"told,omitempty"`      // the last day whose puzzle was posted, as in [Puzzles]; 0 for none
	Refused   bool      `json:"refused,omitempty"`   // whether Discord refused the last one
}

// Dailies is the kind of a [Daily]. Of a server without one all but the Guild is zero.
var Dailies = Kind[Daily]{
	name:  "daily",
	named: func(d *Daily, id string) { d.Guild = id },
	check: func(d Daily) time.Time { return d.NextCheck },
	wait:  func(d *Daily, until time.Time) { d.NextCheck = until },
}

// A PuzzleDay is how many people have solved the puzzle of a day.
type PuzzleDay struct {
	Solved  int       `json:"solved,omitempty"`
	First   int       `json:"first,omitempty"`   // those of them who did at first try
	Counted []Counted `json:"counted,omitempty"` // the clicks that were counted lately
}

// A Counted is a click that solved a puzzle. It is kept until nobody can count it again.
type Counted struct {
	Request string    `json:"request"`
	Known   time.Time `json:"known,omitzero"` // when its person was told that it is counted; zero if they were not yet
}

// PuzzleDays is the kind of a [PuzzleDay]. Their ids are the numbers of days, as in [Puzzles].
var PuzzleDays = Kind[PuzzleDay]{name: "puzzle"}

// Deeds are what whoever runs Parlour had it do to people and to servers, the oldest first.
type Deeds struct {
	Key  []byte `json:"key,omitempty"` // random; the ids are hashed with it
	Done []Deed `json:"done,omitempty"`
}

// A Deed is one of [Deeds]. It does not say of whom or of which server it is, but shows it to somebody who knows the id.
type Deed struct {
	At   time.Time `json:"at"`
	What string    `json:"what"` // such as "block"
	Of   string    `json:"of"`   // a keyed hash of the id
}

// AllDeeds is the kind of the one [Deeds] of a store, whose id is [TheDeeds].
var AllDeeds = Kind[Deeds]{name: "deeds"}

// TheDeeds is the id of the deeds.
const TheDeeds = ""

// keptDeeds and mostDeeds bound the deeds that are kept.
const (
	keptDeeds = 400 * 24 * time.Hour
	mostDeeds = 1000
)

// hash returns a keyed hash of an id.
func (d *Deeds) hash(id string) string {
	mac := hmac.New(sha256.New, d.Key)
	mac.Write([]byte(id))
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

// Of returns the deeds to a person or to a server, the oldest first.
func (d *Deeds) Of(id string) (all []Deed) {
	of := d.hash(id)
	for _, one := range d.Done {
		if one.Of == of {
			all = append(all, one)
		}
	}
	return all
}

// Note notes a deed to a person or to a server, and drops those that are too old. key is random, for the first deed.
func (d *Deeds) Note(what, id string, at time.Time, key []byte) {
	if d.Key == nil {
		d.Key = key
	}
	d.Done = slices.DeleteFunc(slices.Clone(d.Done), func(one Deed) bool { return at.Sub(one.At) > keptDeeds })
	d.Done = append(d.Done[max(len(d.Done)-mostDeeds+1, 0):], Deed{At: at, What: what, Of: d.hash(id)})
}
