// Package bolt keeps matches and records in one file on the machine that Parlour runs on.
// It implements [storage.Movable].
//
// Its policy: one process has the file, and holds a lock on it as long as it is open; a
// second process is refused with [storage.ErrInUse]. A write that a method has
// acknowledged is on the disk. Writes that come while another is being committed share
// the next commit, and a lone writer never waits for company.
//
// When a commit fails, everybody who shared it gets [storage.ErrUnavailable], and the
// store goes on as soon as the disk does. In one case a write that was reported as failed
// may be there after all: when the disk fails in the last moment of a commit, while the
// page that makes it valid is flushed. Nothing is written to a file that was removed or
// replaced, because nobody would find it again.
//
// # Damage
//
// What is damaged is found, not handed on. Each value begins with a checksum of its bucket, its
// key and what it says, and is refused with [storage.ErrDamaged] if it does not fit; lists leave
// such a match out, and the rest goes on. Before bbolt opens a file, a reader of its own goes
// through all that leads to the records and checks each number before it is used, because bbolt
// reads the file as memory: a wrong number there is a fault, which ends the process.
// The records themselves are read by [Store.Check], beside the work, and in every copy.
//
// # Sweeps
//
// Whatever needs a whole store is one sweep, which reads it from its first record to its last by
// that same reader, so that a damaged part is named and the rest is read: a check, a copy, a
// compaction, and the way from an older schema, which writes a new file beside the old one.
//
// # The file
//
// The file is a bbolt database with these buckets:
//
//	meta               "schema"                        number of the schema, as text and without a checksum
//	meta               "checked schema"                the same
//	meta               "version"                       highest version that a record has had, as text
//	match              text(id)                        the head of a match that is not settled, as JSON
//	match              text(id) index                  an entry of its log, as JSON
//	settled            sum(id) id                      a settled match, as [storage.Pack] packs it
//	live               text(player) stamp(Age) id      one key for each person of a live match: see storage.PeopleOf
//	ended              text(player) stamp(Age) id      one key for each person of an ended match, likewise
//	channel            text(channel) stamp(Age) id     one key for each channel of a live match
//	ended channel      text(channel) stamp(Age) id     one key for each channel of an ended match
//	next check         stamp(NextCheck) id             one key for each match that has a NextCheck
//	record             text(kind) id                   a record, as JSON
//	record next check  text(kind) stamp(NextCheck) id  one key for each record that has a NextCheck
//	counter            text(guild) period text(channel) text(game) person
//	                                                   a [storage.Tally], as four numbers
//
// where text is a string after its length, sum a checksum, period a number of two bytes, and stamp is a time in twelve bytes that sort
// as times do. An index is eight bytes, big-endian, and counts down from the highest
// number. So the newest entry comes right after the head, and an append mostly changes
// one page, whatever the length of the log.
//
// The buckets from live to next check, and record next check, are indexes: keys that say nothing more, kept
// in the transaction that writes the head or the record. So are the counters. Any text can be the id of a
// match, a record or a channel, as long as the keys have at most 32768 bytes.
package bolt

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"

	"go.etcd.io/bbolt"

	"parlour/storage"
)

// A Store keeps matches and records in one file. It implements [storage.Movable].
type Store struct {
	// Log gets one line when the file gets out of reach and one when it is back; by default it drops them. It
	// is set before the first use.
	Log *slog.Logger

	// Notes say what was done to the file when it was opened, a sentence each.
	Notes []string

	db    *bbolt.DB
	path  string
	file  *os.File      // the one that db has open
	least atomic.Int64  // size of the file at the last check, in bytes: it never gets shorter
	reach storage.Reach // of the file
	told  sync.Map      // what was logged as damaged
	// how many read it now, or are about to
	readers atomic.Int64
	life    context.Context
	end     context.CancelFunc // ends life, and with it what may take long

	mu     sync.Mutex
	closed bool
	queue  []*request    // writes that wait for the next commit
	work   sync.Cond     // on mu: the writer may have something to do
	done   chan struct{} // closed when the writer has ended
}

var _ storage.Movable = (*Store)(nil)

// Open opens the store in a file. If there is none it makes both the file, readable by
// nobody else, and the store. A file of an
// older schema is brought up: Open writes it anew and keeps the old file beside it. A schema from which no
// step leads to today's is left as it is: the error is [storage.ErrSchema]. If another process has the file open, the
// error is [storage.ErrInUse], within a second.
// Open looks at all that leads to the records, and refuses a file in which that is damaged or
// cut short. A record that is damaged is found when it is read, and by [Store.Check].
func Open(path string) (*Store, error) {
	s := &Store{Log: slog.New(slog.DiscardHandler), path: path, done: make(chan struct{})}
	s.life, s.end = context.WithCancel(context.Background())
	if err := s.openFile(); err != nil {
		return nil, fmt.Errorf("the store %s cannot be opened: %w", path, err)
	}
	s.work.L = &s.mu
	go s.writer()
	return s, nil
}

// Close carries out the writes that are queued, waits for the reads under way, and closes
// the file.
func (s *Store) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return storage.ErrClosed
	}
	s.closed = true
	s.end()
	s.work.Signal()
	s.mu.Unlock()

	<-s.done
	return s.db.Close()
}
