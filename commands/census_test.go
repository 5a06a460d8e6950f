package commands_test

import (
	"fmt"
	"path/filepath"
	"reflect"
	"sync"
	"testing"
	"time"

	"parlour/commands"
	"parlour/games"
	"parlour/storage"
	"parlour/storage/bolt"
	"parlour/storage/storetest"
)

// stored opens a store in a file of its own.
func stored(t testing.TB) *bolt.Store {
	s, err := bolt.Open(filepath.Join(t.TempDir(), "parlour.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// A count has games by kind and phase, what is due and since when, what is not shown, and what waits to be tidied or sent.
func TestCount(t *testing.T) {
	t.Parallel()
	s, now := stored(t), time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	ago := func(d time.Duration) time.Time { return now.Add(-d) }
	for id, change := range map[string]func(h *storage.Head){
		"table":   func(h *storage.Head) { h.Phase, h.NextCheck = storage.Open, ago(-time.Hour) },
		"playing": func(h *storage.Head) { h.NextCheck = ago(time.Second) },
		"late": func(h *storage.Head) {
			h.NextCheck, h.FailingSince, h.Old, h.Overdue = ago(time.Hour), ago(time.Hour), make([]storage.Board, 3), ago(time.Hour)
		},
		"shown soon": func(h *storage.Head) {
			h.NextCheck, h.FailingSince, h.Old = time.Time{}, ago(time.Second), make([]storage.Board, 1)
		},
		"over": func(h *storage.Head) {
			h.Phase, h.EndedAt, h.NextCheck = storage.Over, ago(2*time.Hour), ago(-time.Second)
		},
		"settled": func(h *storage.Head) { h.Phase, h.EndedAt = storage.Off, ago(30*time.Hour) },
	} {
		h := storage.Head{ID: id, Lobby: storage.Lobby{Phase: storage.Playing, Setup: games.Setup{Game: "hex"}}}
		change(&h)
		if _, err := s.Create(t.Context(), h); err != nil {
			t.Fatal(err)
		}
	}
	for id, p := range map[string]storage.Person{
		"ann":  {NextCheck: ago(5 * time.Minute), Outbox: make([]storage.Notice, 2)},
		"ben":  {NextCheck: ago(-time.Second), Outbox: make([]storage.Notice, 1)}, // claimed
		"cleo": {Zone: "Europe/Berlin"},
	} {
		if _, err := storage.People.Change(t.Context(), s, id, func(to *storage.Person) error { p.ID, *to = id, p; return nil }); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := storage.Servers.Change(t.Context(), s, "1", func(to *storage.Server) error { to.Flat = true; return nil }); err != nil {
		t.Fatal(err)
	}
	got, err := commands.Count(t.Context(), now, s, s.Unsettled(t.Context()))
	if err != nil || got.Bytes == 0 {
		t.Fatalf("%+v, %v", got, err)
	}
	got.Bytes = 0
	want := commands.Census{
		At: now, Servers: 1, People: 3, Ended: 1, Unshown: 1, Lines: 3, Notices: 3,
		Games: map[commands.Sort]int{{"hex", storage.Open}: 1, {"hex", storage.Playing}: 3, {"hex", storage.Over}: 1},
		Due:   map[string]commands.Late{"match": {All: 2, Late: 1, Oldest: ago(time.Hour)}, "person": {All: 1, Late: 1, Oldest: ago(5 * time.Minute)}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the count is\n%+v, want\n%+v", got, want)
	}
	if got.Oldest() != time.Hour {
		t.Errorf("the oldest is due for %v, want an hour", got.Oldest())
	}
}

// BenchmarkCount counts 10,000 live games of 20 plies, of 10,000 people, beside 10,000 settled ones.
func BenchmarkCount(b *testing.B) {
	const many = 10_000
	s := stored(b)
	var all sync.WaitGroup
	for writer := range 64 {
		all.Go(func() {
			for n := writer; n < 2*many; n += 64 {
				h := storetest.Full(fmt.Sprint(n))
				h.Version, h.Plies, h.Phase, h.NextCheck = 1, 20, storage.Playing, time.Now().Add(time.Hour)
				if n%2 == 0 {
					h.Phase, h.NextCheck = storage.Over, time.Time{}
				}
				log := make([]storage.Entry, h.Plies)
				for i := range log {
					log[i] = storage.Entry{Ply: games.Ply{Move: "d3-d4"}, At: h.Created}
				}
				if err := s.Put(b.Context(), storage.Match{Head: h, Log: log}); err != nil {
					b.Error(err)
					return
				}
				if n%2 > 0 {
					continue
				}
				if _, err := storage.People.Change(b.Context(), s, fmt.Sprint(n), func(p *storage.Person) error { p.Zone = "UTC"; return nil }); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	for b.Loop() {
		if c, err := commands.Count(b.Context(), time.Now(), s, s.Unsettled(b.Context())); err != nil || c.People != many || len(c.Games) != 1 {
			b.Fatalf("%+v, %v", c, err)
		}
	}
}
