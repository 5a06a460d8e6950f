package bolt

import (
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"parlour/games"
	"parlour/storage"
)

// BenchmarkSharedCommit has 64 people write at once, each to a match of their own. It
// compares the store with 64 bbolt Updates at once that write the same records to the
// same disk, in turns.
func BenchmarkSharedCommit(b *testing.B) { compare(b, 64) }

// BenchmarkLoneCommit is [BenchmarkSharedCommit] with one person: a lone writer waits for
// nobody.
func BenchmarkLoneCommit(b *testing.B) { compare(b, 1) }

// compare plays games of 64 plies through a store and games of 16 plies as Updates of a
// plain database, each in a new file. It does so in turns, because the speed of a disk
// changes, and compares the rates.
func compare(b *testing.B, writers int) {
	const long, short = 64, 16
	var shared, apart time.Duration
	rounds := 0
	for b.Loop() {
		b.StopTimer()
		s, plain := fresh(b), plainDB(b)
		viaStore, viaUpdate := table(b, s, writers), table(b, &Store{db: plain}, writers)
		apart += timed(b, viaUpdate, short, func(h storage.Head, e storage.Entry) (storage.Head, error) {
			return update(plain, h, e)
		})
		b.StartTimer()
		shared += timed(b, viaStore, long, func(h storage.Head, e storage.Entry) (storage.Head, error) {
			return s.Append(b.Context(), h, e)
		})
		rounds++
		b.StopTimer()
		s.Close()
		plain.Close()
		b.StartTimer()
	}
	ours := float64(rounds*long*writers) / shared.Seconds()
	theirs := float64(rounds*short*writers) / apart.Seconds()
	b.ReportMetric(ours, "appends/s")
	b.ReportMetric(theirs, "Updates/s")
	b.ReportMetric(ours/theirs, "x-vs-Update")
}

// plainDB returns a database with bbolt's default options and the store's buckets.
func plainDB(b *testing.B) *bbolt.DB {
	db, err := bbolt.Open(filepath.Join(b.TempDir(), "plain"), 0o600, nil)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	if err := db.Update(begin); err != nil {
		b.Fatal(err)
	}
	return db
}

// table makes a match for each writer.
func table(b *testing.B, s *Store, writers int) []storage.Head {
	hs := make([]storage.Head, writers)
	for i := range hs {
		h := sample(fmt.Sprint("match", i))
		h.Version = 1
		c := &change{head: h}
		if err := c.prepare(); err != nil {
			b.Fatal(err)
		}
		if err := s.db.Update(c.apply); err != nil {
			b.Fatal(err)
		}
		hs[i] = c.head
	}
	return hs
}

// timed has each writer append to its match, and returns how long all took.
func timed(b *testing.B, hs []storage.Head, appends int,
	do func(storage.Head, storage.Entry) (storage.Head, error)) time.Duration {
	var wg sync.WaitGroup
	start := time.Now()
	for i := range hs {
		wg.Go(func() {
			for range appends {
				h := hs[i]
				h.NextCheck = h.NextCheck.Add(time.Minute)
				h.Desired.Post++
				e := storage.Entry{Ply: games.Ply{Seat: games.Seat(h.Plies % 2), Move: "R3+U2"}, At: h.NextCheck}
				got, err := do(h, e)
				if err != nil {
					b.Error(err)
					return
				}
				hs[i] = got
			}
		})
	}
	wg.Wait()
	return time.Since(start)
}

// update does what [Store.Append] does, in a transaction of its own.
func update(db *bbolt.DB, h storage.Head, e storage.Entry) (storage.Head, error) {
	s := Store{db: db}
	was, old, err := s.head(ctx, h.ID)
	if err != nil {
		return h, err
	}
	h.Version, h.Plies = was.Version+1, was.Plies+1
	c := &change{head: h, was: was, old: old, entries: []storage.Entry{e}}
	if err := c.prepare(); err != nil {
		return h, err
	}
	return c.head, db.Update(c.apply)
}
