package bolt

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"

	"parlour/storage"
)

// The errors for a file that was taken away while it was open.
var (
	errRemoved = errors.New("it was removed or replaced while it was open, so nothing is written to it: " +
		"put it back, or have parlour backup save what is still open and restore that")
	errShrunk = errors.New("it was cut short while it was open: stop the bot and restore a copy")
)

// failed returns the error for a read or a write that the disk did not do, and logs the
// first of an outage.
func (s *Store) failed(err error) error {
	if s.reach.Failed() && s.Log != nil {
		s.Log.Error("the file of all games is out of reach, and people are asked to try again later; this is said once",
			"file", s.path, "err", err)
	}
	return fmt.Errorf("%w: %w", storage.ErrUnavailable, err)
}

// written notes a successful commit, and logs the end of an outage.
func (s *Store) written() {
	if s.reach.Succeeded() && s.Log != nil {
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
