package bolt

import (
	"cmp"
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
const room = min(64<<30, most)

// least is mapped where room is refused.
const least = 8 << 20

// most is where a file ends, in bytes. With 32 bits that is 1 GB: bbolt would map 2 GB next, for which there are
// often no addresses, and then it has nothing mapped; and past 2 GB it would write what it cannot read.
const most = math.MaxInt/2 + 1

// ErrLarge is the error for a file that ends there, or is larger.
var ErrLarge = errors.New("a 32-bit program cannot use so large a file")

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
	if err == nil && !empty { // bbolt uses it only when all that leads to its records was looked at
		src, err := openLocked(s.path, false)
		if err == nil {
			err = src.Close()
		}
		if err == nil && src.schema > 0 && src.schema < newest {
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
	path := followed(s.path)
	held, err := lock(path)
	if err != nil {
		return err
	}
	defer held.Close()
	found, kept, err := upgrade(context.Background(), path)
	if err != nil {
		return err
	}
	s.Notes = append(s.Notes,
		fmt.Sprintf("the store is brought to schema %d, and the old file is kept as %s", newest, kept))
	if err := found.Sound(); err != nil {
		s.Notes = append(s.Notes, fmt.Sprintf("in the old file %v, which the new one does not have", err))
	}
	return nil
}

// ErrNoFile is the error of [Open], [Save] and [Restore] for a folder or a device.
var ErrNoFile = errors.New("it is not a file")

// followed returns the path of the file that a path leads to, which may be another one.
func followed(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// readOnly opens a bbolt file that is only read. Nobody can write to it meanwhile.
func readOnly(path string) (*bbolt.DB, error) {
	return openBolt(path, &bbolt.Options{Timeout: lockWait, ReadOnly: true})
}

// forAlone opens a bbolt file that is to be replaced. Nobody else can read it or write to it meanwhile. bbolt itself
// gives such a lock only to those who write, and of those it reads a list of pages that may be damaged.
func forAlone(path string) (*bbolt.DB, error) {
	var f *os.File
	open := func(name string, flag int, mode os.FileMode) (_ *os.File, err error) {
		f, err = os.OpenFile(name, flag, mode)
		return f, err
	}
	db, err := openBolt(path, &bbolt.Options{Timeout: lockWait, ReadOnly: true, OpenFile: open})
	if err != nil {
		return nil, err
	}
	for began := time.Now(); ; time.Sleep(lockWait / 10) {
		if err = exclude(f); err == nil || time.Since(began) > lockWait {
			break
		}
	}
	is, failed := f.Stat()
	if at, gone := os.Stat(path); cmp.Or(err, failed, gone) != nil || !os.SameFile(is, at) { // or replaced meanwhile
		db.Close()
		return nil, storage.ErrInUse
	}
	return db, nil
}

// openBolt opens a bbolt file. Its error says in words why it cannot.
func openBolt(path string, o *bbolt.Options) (db *bbolt.DB, err error) {
	if i, err := os.Stat(path); err == nil && i.Size() > most {
		return nil, ErrLarge
	}
	o.MaxSize = most
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

// The errors for a file that was taken away while it was open.
var (
	errRemoved = errors.New("it was removed or replaced while it was open, so nothing is written to it: " +
		"put it back, or have parlour backup save what is still open and restore that")
	errShrunk = errors.New("it was cut short while it was open: stop the bot and restore a copy")
)

// failed returns the error for a read or a write that the disk did not do, and logs the
// first of an outage.
func (s *Store) failed(err error) error {
	if errors.Is(err, bbolterrors.ErrMaxSizeReached) {
		err = fmt.Errorf("%w: parlour compact may make it smaller, and a 64-bit Parlour can (%w)", ErrLarge, err)
	}
	if s.reach.Failed() {
		s.Log.Error("the file of all games is out of reach, and people are asked to try again later; this is said once",
			"file", s.path, "err", err, "see", "docs/trouble.md#disk-full")
	}
	return fmt.Errorf("%w: %w", storage.ErrUnavailable, err)
}

// written notes a successful commit, and logs the end of an outage.
func (s *Store) written() {
	if s.reach.Succeeded() {
		s.Log.Info("the file of all games can be written again", "file", s.path)
	}
}

// inPlace returns an error if writes to the file would not be found under its name.
func (s *Store) inPlace() error {
	i, err := os.Stat(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return errRemoved
	}
	mine, own := s.file.Stat()
	if err != nil || own != nil {
		return nil // bbolt will find out whether it can write
	}
	if !os.SameFile(i, mine) {
		return errRemoved
	}
	if err := s.allThere(); err != nil {
		return err
	}
	s.least.Store(mine.Size())
	return nil
}

// allThere returns an error if the file has become shorter, and from then on always:
// bbolt's view of the file is lost even if somebody makes it longer again. Without this
// check bbolt would fault at the first missing page, in places where it has locked out
// everybody.
func (s *Store) allThere() error {
	i, err := s.file.Stat()
	if err != nil {
		return nil // it is closed
	}
	if i.Size() < s.least.Load() {
		s.least.Store(math.MaxInt64)
		return errShrunk
	}
	return nil
}
