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
	got, err := commands.Count(t.Context(), now, s)
	if err != nil || got.Bytes == 0 {
		t.Fatalf("%+v, %v", got, err)
	}
	got.Bytes = 0
	want := commands.Census{
		At: now, Servers: 1, People: 3, Unshown: 1, Lines: 3, Notices: 3,
		Games: map[commands.Sort]int{{"hex", storage.Open}: 1, {"hex", storage.Playing}: 3},
		Due:   map[string]commands.Late{"match": {All: 2, Late: 1, Oldest: ago(time.Hour)}, "person": {All: 1, Late: 1, Oldest: ago(5 * time.Minute)}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the count is\n%+v, want\n%+v", got, want)
	}
	if got.Oldest() != time.Hour {
		t.Errorf("the oldest is due for %v, want an hour", got.Oldest())
	}
}

// running returns a game of two people as it stands after 20 plies.
func running(id string) storage.Head {
	at := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	board := func(n int) storage.Board {
		return storage.Board{Channel: "1312345678901234567", Message: fmt.Sprintf("13123456789012300%02d", n), From: n, To: n + 1, Turn: n, Posted: n, Pinged: []string{"812345678901234567"}}
	}
	h := storage.Head{ID: id, Version: 80, Plies: 20, Created: at, NextCheck: time.Now().Add(time.Hour)}
	h.Phase, h.Began, h.First, h.Number, h.Stand = storage.Playing, at, "random", 3, &storage.Stand{ToMove: []games.Seat{0}, In: []games.Seat{0, 1}}
	h.Setup = games.Setup{Game: "permute", Rules: 1, Options: map[string]string{"size": "12"}}
	h.Players = []storage.Player{{ID: "812345678901234567", Name: "Ann", User: "ann"}, {ID: "812345678901234568", Name: "Ben", User: "ben"}}
	h.TurnTime, h.Clocks = 72*time.Hour, []storage.Clock{{Since: at, Due: at}, {Spent: time.Hour}}
	h.Lang, h.Thread, h.Guild, h.Channel, h.Home, h.Table, h.Message = "en", true, "912345678901234567", "1312345678901234567", "1312345678901234568", "1312345678901234569", "1312345678901234560"
	h.Desired, h.Published, h.Live = storage.Revision{Post: 20}, storage.Revision{Post: 20}, board(20)
	for n := range 4 {
		h.Lines = append(h.Lines, storage.Line{Board: board(n)})
	}
	return h
}

// BenchmarkCount counts 10,000 live games of 20 plies, of 10,000 people, beside 10,000 settled ones.
func BenchmarkCount(b *testing.B) {
	const many = 10_000
	s := stored(b)
	var all sync.WaitGroup
	for writer := range 64 {
		all.Go(func() {
			for n := writer; n < 2*many; n += 64 {
				h := running(fmt.Sprint(n))
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
		if c, err := commands.Count(b.Context(), time.Now(), s); err != nil || c.People != many || len(c.Games) != 1 {
			b.Fatalf("%+v, %v", c, err)
		}
	}
}
