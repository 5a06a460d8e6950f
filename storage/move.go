package storage

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"time"

	"golang.org/x/sync/errgroup"
)

// A Movable store can be copied to another one, match by match and record by record, while
// nobody else uses either, and counted while anybody does.
type Movable interface {
	Store

	// Matches returns all matches, in an order of its own. It stops at the first error.
	Matches(ctx context.Context) iter.Seq2[Match, error]

	// Records returns all records likewise.
	Records(ctx context.Context) iter.Seq2[Record, error]

	// Put adds a match as another store has it, with its version and its log, or
	// returns [ErrExists].
	Put(ctx context.Context, m Match) error

	// Size returns how much room the store takes, in bytes.
	Size(ctx context.Context) (int64, error)

	// Unsettled returns the matches that were not [Head.Settled] when it began, in an order of its own. It stops at the
	// first error. It reads no log, and no settled match.
	Unsettled(ctx context.Context) iter.Seq2[Head, error]

	// RecordCounts returns how many records of each kind there are. It reads none of them.
	RecordCounts(ctx context.Context) (map[string]int, error)
}

// ErrOthers means that the store to which another one is moved holds something that the other one does not.
var ErrOthers = errors.New("it holds something else already")

// A Count says how much a store holds.
type Count struct{ Matches, Records int }

// moving is how many matches and records are written at a time.
const moving = 16

// Move copies all of a store to another one, and compares the two afterwards. It leaves alone what is there
// already, so a move that was cut off can be begun again. If the other store holds anything that this one
// does not, Move does not touch it and returns [ErrOthers]. Matches keep their versions; records get new ones.
func Move(ctx context.Context, from, to Movable) (Count, error) {
	if _, err := within(ctx, to, from); err != nil {
		return Count{}, err
	}
	var all Count
	writers, writing := errgroup.WithContext(ctx)
	writers.SetLimit(moving)
	for m, err := range from.Matches(writing) {
		if err != nil {
			return Count{}, cmp.Or(writers.Wait(), err)
		}
		all.Matches++
		writers.Go(func() error {
			if err := to.Put(writing, m); !errors.Is(err, ErrExists) {
				return err
			}
			return nil // it was compared before, and is again afterwards
		})
	}
	for r, err := range from.Records(writing) {
		if err != nil {
			return Count{}, cmp.Or(writers.Wait(), err)
		}
		all.Records++
		writers.Go(func() error {
			r.Version = 0
			if _, err := to.PutRecord(writing, r); !errors.Is(err, ErrConflict) {
				return err
			}
			return nil
		})
	}
	if err := writers.Wait(); err != nil {
		return Count{}, err
	}
	moved, err := within(ctx, to, from)
	if err == nil && moved != all {
		err = fmt.Errorf("%d matches and %d other records were read, but %d and %d were written",
			all.Matches, all.Records, moved.Matches, moved.Records)
	}
	return moved, err
}

// within returns how much a store holds. It returns [ErrOthers] if another one lacks any of it.
func within(ctx context.Context, part, whole Movable) (n Count, err error) {
	for m, err := range part.Matches(ctx) {
		if err != nil {
			return n, err
		}
		other, err := whole.Get(ctx, m.ID)
		if err != nil && !errors.Is(err, ErrNotFound) {
			return n, err
		}
		if err != nil || !sameAs(m, other) { // it is not found, or another one
			return n, fmt.Errorf("%w: match %q", ErrOthers, m.ID)
		}
		n.Matches++
	}
	for r, err := range part.Records(ctx) {
		if err != nil {
			return n, err
		}
		other, err := whole.Record(ctx, r.Kind, r.ID)
		if err != nil {
			return n, err
		}
		if !sameAs(plain(r), plain(other)) {
			return n, fmt.Errorf("%w: %s %q", ErrOthers, r.Kind, r.ID)
		}
		n.Records++
	}
	return n, nil
}

// plain returns a record without what differs between stores: it has no version, and its time is in whole
// microseconds.
func plain(r Record) Record {
	r.Version, r.NextCheck = 0, r.NextCheck.UTC().Truncate(time.Microsecond)
	return r
}

// sameAs reports whether two values are equal as they are written.
func sameAs[T any](a, b T) bool {
	x, err := json.Marshal(a)
	y, err2 := json.Marshal(b)
	return err == nil && err2 == nil && bytes.Equal(x, y)
}
