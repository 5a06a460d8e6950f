package bolt

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"syscall"
	"time"

	"go.etcd.io/bbolt"
	bbolterrors "go.etcd.io/bbolt/errors"

	"parlour/storage"
)

// lockWait is how long Open waits for another process to let go of the file: a
// restart passes unnoticed, and nobody thinks that the program hangs.
const lockWait = 500 * time.Millisecond

// room is how many bytes a file has room for from the start. A file that grows in
// small steps is mapped and flushed anew at each, while everybody waits.
const room = 8 << 20

// openFile opens a bbolt file, if all of it is there.
func openFile(path string) (*bbolt.DB, error) {
	i, err := os.Stat(path)
	if err == nil && !i.Mode().IsRegular() {
		return nil, errors.New("it is not a file")
	}
	if err == nil && i.Size() > 0 {
		if err := whole(path); err != nil {
			return nil, err
		}
	}
	return openBolt(path, &bbolt.Options{Timeout: lockWait, InitialMmapSize: room})
}

// whole returns an error when a file is shorter than the database in it. It
// opens it for reading, which looks at no page but the first two: a page that is
// missing faults when it is read, and bbolt, once it has panicked, keeps its
// lock on the file for as long as the process lives.
func whole(path string) error {
	db, err := openBolt(path, &bbolt.Options{Timeout: lockWait, ReadOnly: true})
	if err != nil {
		return err
	}
	defer db.Close()
	return db.View(func(tx *bbolt.Tx) error {
		i, err := os.Stat(path)
		if err != nil {
			return err
		}
		if i.Size() < tx.Size() {
			return fmt.Errorf("it is cut short: %d bytes of %d are there", i.Size(), tx.Size())
		}
		return nil
	})
}

// openBolt opens a bbolt file and says in words why it cannot.
func openBolt(path string, o *bbolt.Options) (db *bbolt.DB, err error) {
	err = safely(func() (err error) {
		db, err = bbolt.Open(path, 0o600, o)
		return err
	})
	if err != nil {
		return nil, reason(err)
	}
	return db, nil
}

// reason says in words why bbolt did not open a file.
func reason(err error) error {
	var errno syscall.Errno
	switch {
	case errors.Is(err, bbolterrors.ErrTimeout):
		return storage.ErrInUse
	case errors.As(err, &errno):
		return errno
	default:
		return fmt.Errorf("it is damaged, or not a store (%w)", err)
	}
}

// safely turns a panic, which is how bbolt says that a page is damaged, and a
// fault, which is what a page gives that cannot be read, into an error.
func safely(fn func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return fn()
}
