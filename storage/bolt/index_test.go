package bolt

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"parlour/storage"
)

// verify checks that the indexes hold exactly the keys of all heads and records, and that
// the file is sound.
func verify(t *testing.T, s *Store) {
	t.Helper()
	want, got := make(map[ref]bool), make(map[ref]bool)
	add := func(rs []ref) {
		for _, r := range rs {
			want[r] = true
		}
	}
	err := s.db.View(func(tx *bbolt.Tx) error {
		for _, name := range indexBuckets {
			tx.Bucket([]byte(name)).ForEach(func(k, _ []byte) error {
				got[ref{Bucket: name, Key: string(k)}] = true
				return nil
			})
		}
		return errors.Join(eachRecord(tx, add), eachHead(tx, add))
	})
	if err != nil {
		t.Fatal(err)
	}
	if !maps.Equal(got, want) {
		t.Errorf("the indexes hold\n%q, want\n%q", slices.Collect(maps.Keys(got)), slices.Collect(maps.Keys(want)))
	}
	sound(t, s)
	if found, err := s.Check(ctx, time.Time{}); err != nil || found.Damaged != nil || found.Astray {
		t.Errorf("Check = %+v, %v, want nothing damaged", found, err)
	}
}

// sound has bbolt check its own pages.
func sound(t *testing.T, s *Store) {
	t.Helper()
	if err := s.db.View(func(tx *bbolt.Tx) error {
		for err := range tx.Check() {
			t.Errorf("bbolt finds: %v", err)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

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
	if h.NextCheck = (time.Time{}); r.IntN(3) > 0 {
		h.NextCheck = noon.Add(time.Duration(r.IntN(100)) * time.Second)
	}
}
