package bolt

import (
	"path/filepath"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"parlour/storage"
	"parlour/storage/storetest"
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
		s, path := fresh(b), filepath.Join(b.TempDir(), "plain")
		viaStore := storetest.Table(b, s, writers)
		var viaUpdate []storage.Head
		inStore(b, path, func(s *Store) error { viaUpdate = storetest.Table(b, s, writers); return nil })
		plain, err := bbolt.Open(path, 0o600, nil)
		if err != nil {
			b.Fatal(err)
		}
		apart += storetest.Moves(b, viaUpdate, short, func(h storage.Head, e storage.Entry) (storage.Head, error) {
			return update(plain, h, e)
		})
		b.StartTimer()
		shared += storetest.Moves(b, viaStore, long, func(h storage.Head, e storage.Entry) (storage.Head, error) {
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

// update does what [Store.Append] does, in a transaction of its own.
func update(db *bbolt.DB, h storage.Head, e storage.Entry) (storage.Head, error) {
	c := &change{head: h, entries: []storage.Entry{e}}
	if err := db.View(c.read); err != nil {
		return h, err
	}
	c.head.Version, c.head.Plies = c.was.Version+1, c.was.Plies+1
	if err := c.prepare(); err != nil {
		return h, err
	}
	return c.head, db.Update(c.apply)
}
