package bolt

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"sync"

	"parlour/storage"
)

// The errors for a file that was taken away while it was open.
var (
	errRemoved = errors.New("it was removed or replaced while it was open, so nothing is written to it: " +
		"put it back, or have parlour backup save what is still open and restore that")
	errShrunk = errors.New("it was cut short while it was open: stop the bot and restore a copy")
)

// goodWrites is the number of commits in a row after which an outage is over. On a full
// disk some commits still find room for a while.
const goodWrites = 100

// An outage is a time in which some reads or writes of the file fail.
type outage struct {
	sync.Mutex
	on   bool
	good int // commits in a row
}

// failed returns the error for a read or a write that the disk did not do, and logs the
// first of an outage.
func (s *Store) failed(err error) error {
	s.outage.Lock()
	defer s.outage.Unlock()
	if !s.outage.on && s.Log != nil {
		s.Log.Error("the file of all games is out of reach, and people are asked to try again later; this is said once",
			"file", s.path, "err", err)
	}
	s.outage.on, s.outage.good = true, 0
	return fmt.Errorf("%w: %w", storage.ErrUnavailable, err)
}

// written counts a successful commit, and ends the outage after enough of them.
func (s *Store) written() {
	s.outage.Lock()
	defer s.outage.Unlock()
	if !s.outage.on {
		return
	}
	if s.outage.good++; s.outage.good < goodWrites {
		return
	}
	s.outage.on = false
	if s.Log != nil {
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
