package bolt

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"go.etcd.io/bbolt"
	bbolterrors "go.etcd.io/bbolt/errors"

	"parlour/storage"
)

// lockWait is how long [Open] waits for another process to let go of the file. It is long
// enough for a restart, and too short for the program to seem to hang.
const lockWait = 500 * time.Millisecond

// room is the size that is mapped from the start, in bytes; it costs addresses, not memory. A
// file that outgrows it is mapped anew, and for that a write waits until nobody reads.
const room = min(64<<30, math.MaxInt/4)

// least is mapped where room is refused.
const least = 8 << 20

// growth is by how much a file grows, in bytes: it is flushed each time.
const growth = 8 << 20

// openFile looks at the file, brings it to the newest schema and opens it. If that fails it
// removes a file that it made, and empties one that was empty.
func (s *Store) openFile() error {
	i, err := os.Stat(s.path)
	if err == nil && !i.Mode().IsRegular() {
		return ErrNoFile
	}
	empty := err == nil && i.Size() == 0
	if err == nil && !empty {
		schema, err := inspect(s.path)
		if err == nil && schema > 0 && schema < newest {
			err = s.upgrade()
		}
		if err != nil {
			return err
		}
	}
	made := false
	open := func(name string, flag int, mode os.FileMode) (*os.File, error) {
		s.file, err = os.OpenFile(name, flag|os.O_EXCL, mode)
		if made = err == nil; errors.Is(err, fs.ErrExist) {
			s.file, err = os.OpenFile(name, flag, mode)
		}
		if made {
			err = own(name, name)
		}
		return s.file, err
	}
	s.db, err = openBolt(s.path, &bbolt.Options{Timeout: lockWait, InitialMmapSize: room, OpenFile: open})
	if err == nil {
		s.db.AllocSize = growth
		if err = s.inPlace(); err == nil { // another file may have taken its place while this one waited for the lock
			err = safely(s.begin)
		}
		if err != nil {
			s.db.Close()
		}
	}
	if err == nil || errors.Is(err, storage.ErrInUse) {
		return err
	}
	switch {
	case made:
		os.Remove(s.path)
	case empty:
		os.Truncate(s.path, 0)
	}
	return reason(err)
}

// begin makes the buckets of a file that has none.
func (s *Store) begin() error {
	there := false
	if err := s.db.View(func(tx *bbolt.Tx) error {
		there = tx.Bucket([]byte(metaBucket)) != nil
		return nil
	}); err != nil || there {
		return err
	}
	return s.db.Update(begin)
}

// upgrade brings a file of an older schema to the newest, and notes what became of the old one.
func (s *Store) upgrade() error {
	path := s.path
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	db, err := openBolt(path, &bbolt.Options{Timeout: lockWait}) // which keeps others from it
	if err != nil {
		return err
	}
	defer db.Close()
	found, kept, err := upgrade(context.Background(), path)
	if err != nil {
		return err
	}
	s.Notes = append(s.Notes, fmt.Sprintf("the store is brought to schema %d, and the old file is kept as %s", newest, kept))
	if err := found.Sound(); err != nil {
		s.Notes = append(s.Notes, fmt.Sprintf("in the old file %v, which the new one does not have", err))
	}
	return nil
}

// inspect looks at a file before bbolt uses it: at its first pages, at the free ones, at the way
// to each record, but not at the records. It returns its schema, 0 for a file without buckets.
// Its error says why it cannot be opened.
//
// It opens the file for reading, which takes bbolt's lock and reads no page but the first two.
func inspect(path string) (schema int, err error) {
	i, err := os.Stat(path)
	switch {
	case err != nil:
		return 0, reason(err)
	case !i.Mode().IsRegular():
		return 0, ErrNoFile
	case i.Size() == 0:
		return 0, errEmpty
	}
	db, err := openBolt(path, &bbolt.Options{Timeout: lockWait, ReadOnly: true})
	if err != nil {
		return 0, err
	}
	defer db.Close()
	src, err := openSource(path)
	if err != nil {
		return 0, reason(err)
	}
	return src.schema, src.Close()
}

// ErrNoFile is the error of [Open], [Save] and [Restore] for a folder or a device.
var ErrNoFile = errors.New("it is not a file")

// openBolt opens a bbolt file. Its error says in words why it cannot.
func openBolt(path string, o *bbolt.Options) (db *bbolt.DB, err error) {
	err = safely(func() (err error) {
		db, err = bbolt.Open(path, 0o600, o)
		if errors.Is(err, syscall.ENOMEM) && o.InitialMmapSize > least { // where addresses are limited
			with := *o
			with.InitialMmapSize = least
			db, err = bbolt.Open(path, 0o600, &with)
		}
		return err
	})
	switch {
	case err == nil:
		return db, nil
	case errors.Is(err, bbolterrors.ErrTimeout):
		return nil, storage.ErrInUse
	case errors.As(err, new(syscall.Errno)):
		return nil, reason(err)
	default:
		return nil, fmt.Errorf("it is damaged, or not a store (%w)", err)
	}
}

// reason returns the system's error for a failure, if there is one, without the name of
// the file, which the caller adds. When a file grows, bbolt keeps only the words of the
// system's error.
func reason(err error) error {
	if err == nil {
		return nil
	}
	var errno syscall.Errno
	if errors.As(err, &errno) {
		return errno
	}
	for _, errno := range []syscall.Errno{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG, syscall.EIO, syscall.EROFS} {
		if strings.HasSuffix(err.Error(), ": "+errno.Error()) {
			return errno
		}
	}
	return err
}

// The errors for a page that cannot be read, and for one that makes bbolt panic.
var (
	errFault = errors.New("a part of the file cannot be read")
	errPanic = errors.New("panic")
)

// safely calls fn and turns panics and memory faults into errors: bbolt panics at a
// damaged page, and reading a page that is missing from the file faults.
func safely(fn func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		switch p := recover().(type) {
		case nil:
		case interface{ Addr() uintptr }:
			err = errFault
		default:
			err = fmt.Errorf("%w: %v", errPanic, p)
		}
	}()
	return fn()
}
