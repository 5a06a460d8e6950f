package sweep

import (
	"errors"
	"fmt"
	"strings"
)

// Contents says what a file holds.
type Contents struct {
	Matches int
	Size    int64    // of the store in it, in bytes
	Dropped []string // ids of the tables that never began and are old; they are left out
	Damaged []string // what cannot be read, each in a few words
	Astray  bool     // whether the indexes differ from what heads and records say
}

// Sound returns an error that names what is damaged, if anything is.
func (c Contents) Sound() error {
	const most = 3
	n := len(c.Damaged)
	if n == 0 {
		return nil
	}
	named := strings.Join(c.Damaged[:min(n, most)], ", ")
	if n > most {
		return fmt.Errorf("%w: %s and %d more", ErrUnsound, named, n-most)
	}
	return fmt.Errorf("%w: %s", ErrUnsound, named)
}

// ErrUnsound is the error for a store of which a part is damaged.
var ErrUnsound = errors.New("a part of it is damaged")
