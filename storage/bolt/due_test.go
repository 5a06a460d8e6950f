package bolt

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"parlour/storage"
)

// dueAtOnce is how many matches, and how many people, are due in [BenchmarkDue].
const dueAtOnce = 10

// BenchmarkDue finds what is due, claims it and puts it back, in a store of 100,000
// matches and people and in one of 100. It does so in turns, because the speed of a disk
// changes, and compares the times.
func BenchmarkDue(b *testing.B) {
	large, small := crowd(b, 100_000), crowd(b, 100)
	var inLarge, inSmall time.Duration
	for b.Loop() {
		inLarge += look(b, large)
		b.StopTimer()
		inSmall += look(b, small)
		b.StartTimer()
	}
	b.ReportMetric(inLarge.Seconds()/inSmall.Seconds(), "x-vs-100")
}

// crowd returns a store with size matches and people, of which a few are due at noon and
// the others later.
func crowd(b *testing.B, size int) *Store {
	const batch = 1000 // bbolt is slow in a large transaction, because it splits pages only at its end
	s := fresh(b)
	for from := 0; from < size; from += batch {
		if err := s.db.Update(func(tx *bbolt.Tx) error {
			for i := from; i < min(from+batch, size); i++ {
				wake := noon
				if i%(size/dueAtOnce) != 0 {
					wake = noon.Add(time.Duration(i) * time.Second)
				}
				if err := settle(tx, fmt.Sprintf("%06d", i), wake); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			b.Fatal(err)
		}
	}
	return s
}

// settle adds a match, and a person of its own who has been reminded of it.
func settle(tx *bbolt.Tx, id string, wake time.Time) error {
	h := sample("match" + id)
	h.Version, h.NextCheck, h.Players[0].ID, h.Home = 1, wake, "person"+id, "channel"+id
	h.TurnTime, h.Clocks = 72*time.Hour, []storage.Clock{{Since: noon, Due: noon.Add(72 * time.Hour)}, {}}
	c := &change{head: h}
	if err := c.prepare(); err != nil {
		return err
	}
	if err := c.apply(tx); err != nil {
		return err
	}
	value, err := json.Marshal(storage.Person{
		ID: "person" + id, NextCheck: wake, Direct: "100000000000000008", Zone: "Europe/Zurich",
		Reminded: []storage.Reminder{{Match: h.ID, Since: noon, Share: 50}},
	})
	if err != nil {
		return err
	}
	_, err = putRecord(tx, storage.Record{Kind: storage.People.Name(), ID: "person" + id, NextCheck: wake, Value: value})
	return err
}

// look claims the matches and people that are due, puts them back, and returns how long
// that took.
func look(b *testing.B, s *Store) time.Duration {
	lease := noon.Add(time.Minute)
	start := time.Now()
	due, err := s.Due(ctx, noon, 2*dueAtOnce)
	if err != nil || len(due) != dueAtOnce {
		b.Fatalf("Due = %d matches, %v, want %d", len(due), err, dueAtOnce)
	}
	for _, h := range due {
		if h, err = storage.Claim(ctx, s, h, lease); err != nil {
			b.Fatal(err)
		}
		h.NextCheck = noon
		if _, err := s.Append(ctx, h); err != nil {
			b.Fatal(err)
		}
	}
	waiting, err := storage.People.Due(ctx, s, noon, 2*dueAtOnce)
	if err != nil || len(waiting) != dueAtOnce {
		b.Fatalf("People.Due = %d people, %v, want %d", len(waiting), err, dueAtOnce)
	}
	for _, p := range waiting {
		if _, err := storage.People.Claim(ctx, s, p.ID, noon, lease, nil); err != nil {
			b.Fatal(err)
		}
		if _, err := storage.People.Change(ctx, s, p.ID, func(p *storage.Person) error { p.NextCheck = noon; return nil }); err != nil {
			b.Fatal(err)
		}
	}
	return time.Since(start)
}
