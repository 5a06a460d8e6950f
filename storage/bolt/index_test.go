package bolt

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"parlour/storage"
)

// TestIndexes changes matches and records at random, and looks for index keys that should
// be gone.
func TestIndexes(t *testing.T) {
	t.Parallel()
	s := fresh(t)
	r := rand.New(rand.NewPCG(1, 2))
	heads := make(map[string]storage.Head)
	for range 300 {
		id := fmt.Sprint(r.IntN(12))
		h, known := heads[id]
		if !known {
			h = sample(id)
		}
		shuffle(r, &h)
		var err error
		if known {
			h, err = s.Append(ctx, h, ply("a"))
		} else {
			h, err = s.Create(ctx, h)
		}
		if err != nil {
			t.Fatal(err)
		}
		heads[id] = h
		changeRecord(t, s, r)
	}
	verify(t, s)
	for id, h := range heads {
		if m, err := s.Get(ctx, id); err != nil || m.Version != h.Version || len(m.Log) != h.Plies {
			t.Errorf("Get(%q) = version %d, %d plies, %v, want %d and %d", id, m.Version, len(m.Log), err, h.Version, h.Plies)
		}
	}
}

// changeRecord changes all fields of a record that are indexed, or removes it.
func changeRecord(t *testing.T, s *Store, r *rand.Rand) {
	t.Helper()
	is, err := s.Record(ctx, fmt.Sprint("kind", r.IntN(2)), fmt.Sprint(r.IntN(5)))
	if err != nil {
		t.Fatal(err)
	}
	if is.NextCheck = (time.Time{}); r.IntN(3) > 0 {
		is.NextCheck = noon.Add(time.Duration(r.IntN(10)) * time.Second)
	}
	if is.Value = []byte("{}"); r.IntN(5) == 0 {
		is.Value = nil
	}
	if _, err := s.PutRecord(ctx, is); err != nil {
		t.Fatal(err)
	}
}

// shuffle changes all fields of a head that are indexed.
func shuffle(r *rand.Rand, h *storage.Head) {
	person := func() storage.Player { return storage.Player{ID: fmt.Sprint("person", r.IntN(5))} }
	h.Phase = []storage.Phase{storage.Open, storage.Playing, storage.Over, storage.Off}[r.IntN(4)]
	h.Players = nil
	for range r.IntN(4) {
		h.Players = append(h.Players, person())
	}
	if h.Invited = nil; r.IntN(2) == 0 {
		p := person()
		h.Invited = &p
	}
	h.Home, h.Channel = fmt.Sprint("channel", r.IntN(3)), fmt.Sprint("channel", r.IntN(3))
	h.Created = noon.Add(time.Duration(r.IntN(3)) * time.Minute)
	h.EndedAt = noon.Add(time.Duration(r.IntN(90)) * 24 * time.Hour)
	h.Outcome = []string{"", "wl", "dd", "l-", "-w"}[r.IntN(5)]
	if h.NextCheck = (time.Time{}); r.IntN(3) > 0 {
		h.NextCheck = noon.Add(time.Duration(r.IntN(100)) * time.Second)
	}
}

// Ids that a careless key would mix up: those of storetest, but with a NUL, an empty and a long one. What is no text is
// refused.
func TestKeys(t *testing.T) {
	t.Parallel()
	s := fresh(t)
	ids := []string{"", "a", "a\x00", "\x00a", "\x01a", "aa", string(make([]byte, 8)), strings.Repeat("a", 300)}
	for _, id := range ids {
		h := sample(id)
		h.Home, h.Players = id, []storage.Player{{ID: id}}
		h, err := s.Create(ctx, h)
		if err != nil {
			t.Fatalf("Create(%q) = %v", id, err)
		}
		if _, err := s.Append(ctx, h, ply("a"), ply("b")); err != nil {
			t.Fatalf("Append(%q) = %v", id, err)
		}
		palette(t, s, id, "of "+id)
	}
	for _, id := range ids {
		p, err := storage.People.Get(ctx, s, id)
		m, err2 := s.Get(ctx, id)
		if err != nil || err2 != nil || p.Palette != "of "+id || m.ID != id || len(m.Log) != 2 {
			t.Errorf("of %q there are %+v, %v, and %q with %d plies, %v", id, p, err, m.ID, len(m.Log), err2)
		}
		players, _ := s.OfPlayer(ctx, id, true, storage.All)
		channel, _ := s.OfChannel(ctx, id, true, storage.All)
		if len(players) != 1 || len(channel) != 1 || players[0].ID != id || channel[0].ID != id {
			t.Errorf("%q is a player of %d and a channel of %d matches, want its own", id, len(players), len(channel))
		}
	}
	for _, id := range []string{"\xff", "a\xff", strings.Repeat("x", bbolt.MaxKeySize)} {
		_, err := s.Create(ctx, sample(id))
		_, err2 := storage.People.Change(ctx, s, id, func(p *storage.Person) error { p.Palette = "a"; return nil })
		if err == nil || err2 == nil {
			t.Errorf("Create(%.9q) = %v, and a change of a person %v, want errors", id, err, err2)
		}
	}
	verify(t, s)
}
