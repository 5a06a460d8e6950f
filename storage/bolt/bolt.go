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
// What is damaged is found, not handed on. Each value begins with a checksum of its bucket, its
// key and what it says, and is refused with [storage.ErrDamaged] if it does not fit; lists leave
// such a match out, and the rest goes on. Before bbolt opens a file, [pages.File] reads all that
// leads to the records by itself and checks each number, because bbolt reads the file as memory.
// The records themselves are read by [Store.Check], beside the work, and in every copy.
//
// Whatever needs a whole store is one [sweep.Run]: a check, a copy, a compaction, and the way from
// an older schema, which writes a new file beside the old one.
//
// The file is a bbolt database; the package layout says what it holds, byte by byte.
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
	"parlour/storage/bolt/sweep"
)

// Contents says what a file holds.
type Contents = sweep.Contents

// ErrUnsound is the error for a store of which a part is damaged.
var ErrUnsound = sweep.ErrUnsound

// A Store keeps matches and records in one file. It implements [storage.Movable].
type Store struct {
	// Log gets one line when the file gets out of reach and one when it is back; nil for
	// none. It is set before the first use.
	Log *slog.Logger

	// Notes say what was done to the file when it was opened, a sentence each.
	Notes []string

	db    *bbolt.DB
	path  string
	file  *os.File      // the one that db has open
	least atomic.Int64  // size of the file at the last check, in bytes: it never gets shorter
	reach storage.Reach // of the file
	told  sync.Map      // what was logged as damaged
	life  context.Context
	end   context.CancelFunc // ends life, and with it what may take long

	mu     sync.Mutex
	closed bool
	busy   bool          // whether a commit is under way
	queue  []*request    // writes that came meanwhile
	work   sync.Cond     // on mu: the writer may have something to do
	done   chan struct{} // closed when the writer has ended
}

var _ storage.Movable = (*Store)(nil)

// Open opens the store in a file. If there is none it makes both the file, readable by
// nobody else, and the store. Open writes a file that an older Parlour made anew,
// keeps the old one beside it, and leaves one that a newer Parlour wrote as it is: the error
// is [storage.ErrNewer]. If
// another process has the file open, the error is [storage.ErrInUse], within a second.
// Open looks at all that leads to the records, and refuses a file in which that is damaged or
// cut short. A record that is damaged is found when it is read, and by [Store.Check].
func Open(path string) (*Store, error) {
	s := &Store{path: path, done: make(chan struct{})}
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
