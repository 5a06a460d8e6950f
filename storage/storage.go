// Package storage defines the store that keeps matches, and everything else that must last.
//
// Its policy: a match is a [Head], which is small and changes, and a log of entries,
// which only grows. A store compares and appends: a write names the version that it
// was made against, and changes nothing if the match has moved on since. Nobody locks
// a match; the loser of a race reads again and decides again.
//
// Everything else, such as a person, is a [Record]: a value of some [Kind] under an id, which is written
// in the same way. A new kind of thing to keep is a new [Kind], and no store changes.
//
// Every match and every record may carry one time, NextCheck, at which somebody must
// look at it. A process claims the check by moving NextCheck ahead, so of many
// processes over one store one does the work: see [Claim] and [Kind.Claim].
//
// The contract is [Store]; package storetest checks that a store keeps it.
package storage

import (
	"context"
	"errors"
	"sync"
	"time"
)

// The errors of a store that refuses a call. Nothing was changed. A store wraps them
// with the id of the match or the record: compare with [errors.Is].
var (
	ErrNotFound = errors.New("no such match")
	ErrExists   = errors.New("a match with this id exists")
	ErrConflict = errors.New("it has moved on since it was read")
	ErrInUse    = errors.New("another process has the store open")
	ErrSchema   = errors.New("it has another schema")
	ErrClosed   = errors.New("the store is closed")
	ErrNotDue   = errors.New("nobody need look at this now")
	ErrDamaged  = errors.New("its record is damaged")

	// ErrUnavailable means that the store is out of reach: a disk is full or failing, a
	// file was taken away, or a database does not answer. The same call may succeed later.
	// A write that a database did not answer may have been carried out all the same.
	ErrUnavailable = errors.New("the store is out of reach at present")
)

// A Store keeps matches and records. It is safe for concurrent use. A method that returns
// nil has done its work durably; one that returns an error has changed nothing, except
// as [ErrUnavailable] says.
// Heads, entries and records that go in or come out belong to the caller: the
// store keeps no memory of theirs. Ids are any text in UTF-8. Times keep their instant, to
// the microsecond at least, and come back from a read in UTC. A call whose
// context is done returns its error; a write that is already being committed is
// carried through all the same.
type Store interface {
	// Create adds a match with an empty log, at version 1, and returns the head
	// as it was written. It returns [ErrExists] when the id is taken.
	Create(ctx context.Context, h Head) (Head, error)

	// Get returns a match, or [ErrNotFound].
	Get(ctx context.Context, id string) (Match, error)

	// Append replaces the head of a match and appends to its log, if the match
	// is still at h.Version, and returns the head as it was written, a version
	// later. In the same commit it writes the records of [Head.With]. It returns
	// [ErrConflict] when the match or one of these is at another version,
	// [ErrNotFound] when there is no match.
	Append(ctx context.Context, h Head, entries ...Entry) (Head, error)

	// OfPlayer returns the matches in which a person sits or to which they are invited,
	// either the live ones or the ended ones, or a part of these, by their [Head.Age]. Its cost grows with the
	// part. For the [Past] of a person it returns the matches that the person has left.
	OfPlayer(ctx context.Context, player string, live bool, part Part) ([]Head, error)

	// OfChannel likewise returns the matches that are shown in a channel, their Home
	// or their Channel. For the [Tables] of a server it returns those that are open to anybody, and for what is
	// [Running] there the games of several people that go on; for the [Others] its other live matches.
	OfChannel(ctx context.Context, channel string, live bool, part Part) ([]Head, error)

	// Standings returns what people have come to in a server, in no order, and only those who have come to something.
	// It adds up one counter for each channel and game of a person, so its cost grows with these.
	Standings(ctx context.Context, of Standings) ([]Standing, error)

	// Due returns the matches, of any phase, whose NextCheck is set and not after
	// now, earliest first and at most limit of them, none for 0. Its cost grows with
	// the matches that are due, not with those that are stored.
	Due(ctx context.Context, now time.Time, limit int) ([]Head, error)

	// Scheduled returns the ids of all matches whose NextCheck is set, earliest
	// first. Its cost grows with what is stored: it is for what happens seldom.
	Scheduled(ctx context.Context) ([]string, error)

	// Record returns a record, at version 0 if there is none. Callers use a [Kind] in
	// place of this method and the next four.
	Record(ctx context.Context, kind, id string) (Record, error)

	// RecordsOf returns those of many records that are there, in no order.
	RecordsOf(ctx context.Context, kind string, ids []string) ([]Record, error)

	// PutRecord writes a record if the one that is there is still at r.Version, and returns
	// it as it was written, at a new version; without a Value it removes it. It returns
	// [ErrConflict] when the record is at another version.
	PutRecord(ctx context.Context, r Record) (Record, error)

	// DueRecords returns the records of a kind whose NextCheck is set and not after now,
	// earliest first and at most limit of them. Its cost grows with those that are due.
	DueRecords(ctx context.Context, kind string, now time.Time, limit int) ([]Record, error)

	// Close waits for writes under way and closes the store. Every later call
	// returns [ErrClosed].
	Close() error
}

// Past returns the text by which [Store.OfPlayer] finds the matches that a person has left: those with the
// person's id in [Timing.Past]. It is no person's id.
func Past(person string) string { return "past " + person }

// Tables returns the text by which [Store.OfChannel] finds the tables of a server that are open to anybody. It is no
// channel's id.
func Tables(guild string) string { return "tables " + guild }

// Running returns the text by which [Store.OfChannel] finds the games of several people that go on in a server. It is no
// channel's id.
func Running(guild string) string { return "running " + guild }

// Others returns the text by which [Store.OfChannel] finds the live matches of a server that are neither its [Tables] nor
// [Running]: challenges, and games of one person. It is no channel's id.
func Others(guild string) string { return "others " + guild }

// A Part is how many matches of a list are read, and in which order: [All] or the [Newest].
type Part int

// All is the whole of a list, oldest first.
const All Part = 0

// Newest is at most limit matches of a list, the newest first. The limit is above 0.
func Newest(limit int) Part { return Part(limit) }

// Claim claims the check of a match for the caller, by moving its NextCheck ahead to
// the end of a lease. It returns [ErrConflict] when somebody else was first; the loser
// leaves the match alone. If the claiming process dies, the check is due again when the
// lease ends.
func Claim(ctx context.Context, s Store, h Head, lease time.Time) (Head, error) {
	h.NextCheck = lease
	return s.Append(ctx, h)
}

// Steady is the number of successes in a row after which an outage of a store is over. In the middle of
// one some calls succeed: a full disk has room for a while, and a database that takes no new connection
// serves the old ones.
const Steady = 100

// A Reach tells a store when an outage begins and when it is over, so that the log says each once. The zero
// value is for a store in reach. It is safe for concurrent use.
type Reach struct {
	mu   sync.Mutex
	lost bool
	good int // successes in a row since the last failure
}

// Failed notes a failure, and reports whether an outage begins with it.
func (r *Reach) Failed() (begins bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	begins = !r.lost
	r.lost, r.good = true, 0
	return begins
}

// Succeeded notes a success, and reports whether an outage is over with it.
func (r *Reach) Succeeded() (over bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.lost {
		return false
	}
	r.good++
	r.lost = r.good < Steady
	return !r.lost
}
