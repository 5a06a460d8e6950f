package postgres_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parlour/games"
	"parlour/storage"
	"parlour/storage/bolt"
	"parlour/storage/postgres"
	"parlour/storage/postgres/pgtest"
	"parlour/storage/storetest"
)

// many is the number of matches in a store that is moved, more than are read at a time.
const many = 2*postgres.PageSize + 7

// fill makes matches and records of all sorts.
func fill(t *testing.T, s storage.Store) {
	t.Helper()
	for n := range many {
		h := storetest.Full(fmt.Sprintf("m%d <&> é", n))
		h.Created = h.Created.Add(time.Duration(n) * 1001 * time.Nanosecond) // a database orders by microseconds
		h, err := s.Create(ctx, h)
		for i := 0; err == nil && i < n%5; i++ {
			h, err = s.Append(ctx, h, storage.Entry{Ply: games.Ply{Move: games.Move(fmt.Sprint(i))}, At: h.Created})
		}
		if n%3 == 0 && err == nil {
			h.Phase, h.NextCheck, h.Past = storage.Over, time.Time{}, []string{"gone"}
			_, err = s.Append(ctx, h)
		} else if n%4 == 0 && err == nil {
			h.NextCheck = time.Time{}
			_, err = s.Append(ctx, h)
		} else if n%4 == 1 && err == nil {
			h.Phase = storage.Off // but it is to be looked at
			_, err = s.Append(ctx, h)
		}
		if err != nil {
			t.Fatal(err)
		}
		r := storage.Record{Kind: []string{"", "k", "person"}[n%3], ID: fmt.Sprint("r", n), Value: json.RawMessage(`{"a":"\u003cé"}`)}
		if n%2 == 0 {
			r.NextCheck = h.Created.Add(1234567 * time.Nanosecond)
		}
		if _, err := s.PutRecord(ctx, r); err != nil {
			t.Fatal(err)
		}
	}
}

// A store is moved to a database, from there to another one and back to a file, and says the same each time.
//
//test:unwatched
func TestMove(t *testing.T) {
	t.Parallel()
	server := pgtest.Shared(t)
	first, last := file(t), file(t)
	fill(t, first)
	stores := []storage.Movable{first, opened(t, server.Migrated(t)), opened(t, server.Migrated(t)), last}
	for i, to := range stores[1:] {
		for _, round := range []string{"", " again"} {
			n, err := storage.Move(ctx, stores[i], to)
			if size, err := to.Size(ctx); err != nil || size < many {
				t.Errorf("store %d takes %d bytes, %v", i+1, size, err)
			}
			if want := (storage.Count{Matches: many, Records: many}); err != nil || n != want {
				t.Fatalf("move %d%s = %+v, %v, want %+v", i, round, n, err, want)
			}
		}
	}
	questions := []string{"scheduled", "live bob", "ended bob", "live past gone", "ended past gone", "channel home", "newest 9999 past home", "records person 99 9999"}
	for m := range first.Matches(ctx) {
		questions = append(questions, "match "+m.ID)
	}
	for _, question := range questions {
		want, err := storetest.Answer(ctx, first, question)
		for i, to := range stores[1:] {
			if got, err2 := storetest.Answer(ctx, to, question); err != nil || err2 != nil || got != want {
				t.Fatalf("after move %d %s is %s, %v, %v, want %s", i, question, got, err, err2, want)
			}
		}
	}
}

// What is counted is the same in a file and in a database: matches that are not settled, each once, and records by kind.
//
//test:unwatched
func TestUnsettledAndRecordCounts(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]storage.Movable{"file": file(t), "database": opened(t, pgtest.Shared(t).Migrated(t))} {
		fill(t, s)
		want, got := map[string]int{}, map[string]int{}
		for m, err := range s.Matches(ctx) {
			if err != nil {
				t.Fatal(err)
			}
			if !m.Settled() {
				want[m.ID+" "+string(m.Phase)]++
			}
		}
		for h, err := range s.Unsettled(ctx) {
			if err != nil {
				t.Fatal(err)
			}
			got[h.ID+" "+string(h.Phase)]++
		}
		if len(want) != many-(many+2)/3 || !maps.Equal(got, want) {
			t.Errorf("the matches of a %s that are not settled are %v, want %v", name, got, want)
		}
		count, err := s.RecordCounts(ctx)
		if want := map[string]int{"": (many + 2) / 3, "k": (many + 1) / 3, "person": many / 3}; err != nil || !maps.Equal(count, want) {
			t.Errorf("the records of a %s are %v, %v, want %v", name, count, err, want)
		}
		over, cancel := context.WithCancel(ctx)
		cancel()
		for _, err := range s.Unsettled(over) {
			if err == nil {
				t.Errorf("a %s is read when that is to end", name)
			}
		}
	}
}

// A breaking store can be read up to some match, or some record.
type breaking struct {
	storage.Movable
	matches, records int
}

var errBroken = errors.New("broken on purpose")

func (b breaking) Matches(ctx context.Context) iter.Seq2[storage.Match, error] {
	return breakOff(b.matches, b.Movable.Matches(ctx))
}

func (b breaking) Records(ctx context.Context) iter.Seq2[storage.Record, error] {
	return breakOff(b.records, b.Movable.Records(ctx))
}

// breakOff breaks off after some values.
func breakOff[T any](most int, all iter.Seq2[T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		n := 0
		for one, err := range all {
			if n++; n > most {
				yield(one, errBroken)
				return
			}
			if !yield(one, err) {
				return
			}
		}
	}
}

// A move that is cut off is begun again, and comes to its end.
//
//test:unwatched
func TestMoveAgain(t *testing.T) {
	t.Parallel()
	server := pgtest.Shared(t)
	from := file(t)
	fill(t, from)
	to := opened(t, server.Migrated(t))
	for _, cut := range []breaking{{from, 10, many}, {from, postgres.PageSize, many}, {from, many, 0}, {from, many, postgres.PageSize + 1}} {
		if _, err := storage.Move(ctx, cut, to); !errors.Is(err, errBroken) {
			t.Errorf("a move that breaks off = %v, want %v", err, errBroken)
		}
		if got := count(to.Matches(ctx)); got != cut.matches {
			t.Errorf("a move that broke off after %d matches has moved %d", cut.matches, got)
		}
		if got := count(to.Records(ctx)); got != cut.records%many {
			t.Errorf("a move that broke off after %d records has moved %d", cut.records%many, got)
		}
	}
	if n, err := storage.Move(ctx, from, to); err != nil || n.Matches != many || n.Records != many {
		t.Errorf("the last move = %+v, %v", n, err)
	}
}

// count returns how much a store returns before an error.
func count[T any](all iter.Seq2[T, error]) (n int) {
	for _, err := range all {
		if err == nil {
			n++
		}
	}
	return n
}

// A move to a store that holds anything else is refused, and leaves that store as it is.
//
//test:unwatched
func TestMoveOverOthers(t *testing.T) {
	t.Parallel()
	server := pgtest.Shared(t)
	from := file(t)
	fill(t, from)
	for name, spoil := range map[string]func(s storage.Movable) error{
		"another match": func(s storage.Movable) error { _, err := s.Create(ctx, storetest.Full("another")); return err },
		"a match that moved": func(s storage.Movable) error {
			return s.Put(ctx, storage.Match{Head: with(storetest.Full("m0 <&> é"), 9)})
		},
		"another record": func(s storage.Movable) error {
			_, err := s.PutRecord(ctx, storage.Record{Kind: "k", ID: "another", Value: json.RawMessage(`1`)})
			return err
		},
		"a record that says more": func(s storage.Movable) error {
			_, err := s.PutRecord(ctx, storage.Record{Kind: "", ID: "r0", Value: json.RawMessage(`1`)})
			return err
		},
	} {
		for kind, to := range map[string]storage.Movable{"file": file(t), "database": opened(t, server.Migrated(t))} {
			if err := spoil(to); err != nil {
				t.Fatal(err)
			}
			if _, err := storage.Move(ctx, from, to); !errors.Is(err, storage.ErrOthers) || !strings.Contains(err.Error(), `"`) {
				t.Errorf("a move to a %s with %s = %v, want %v and its name", kind, name, err, storage.ErrOthers)
			}
			if _, err := to.Get(ctx, "m1 <&> é"); !errors.Is(err, storage.ErrNotFound) {
				t.Errorf("a move to a %s with %s was begun", kind, name)
			}
		}
	}
}

// with returns a head at a version.
func with(h storage.Head, version int) storage.Head {
	h.Version = version
	return h
}

// file returns an empty store in a file.
func file(t testing.TB) *bolt.Store {
	t.Helper()
	s, err := bolt.Open(filepath.Join(t.TempDir(), "store"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}
