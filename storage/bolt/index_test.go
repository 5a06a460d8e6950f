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

// verify checks that the indexes hold exactly the keys of all heads and people, and that
// the file is sound.
func verify(t *testing.T, s *Store) {
	t.Helper()
	want, got := make(map[ref]bool), make(map[ref]bool)
	err := s.db.View(func(tx *bbolt.Tx) error {
		for _, name := range []string{live, ended, channels, pastChannels, checks, peopleChecks} {
			tx.Bucket([]byte(name)).ForEach(func(k, _ []byte) error {
				got[ref{name, string(k)}] = true
				return nil
			})
		}
		tx.Bucket([]byte(people)).ForEach(func(k, v []byte) error {
			var p storage.Person
			if err := decode(v, &p); err != nil || string(personKey(p.ID)) != string(k) {
				t.Errorf("the record of %q is that of %q, %v", k, p.ID, err)
			}
			for _, r := range personRefs(p) {
				want[r] = true
			}
			return nil
		})
		return tx.Bucket([]byte(matches)).ForEach(func(k, v []byte) error {
			if h, err := decodeHead(v); err == nil && string(headKey(h.ID)) == string(k) {
				for _, r := range refs(h) {
					want[r] = true
				}
			}
			return nil
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	if !maps.Equal(got, want) {
		t.Errorf("the indexes hold\n%q, want\n%q", slices.Collect(maps.Keys(got)), slices.Collect(maps.Keys(want)))
	}
	sound(t, s)
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

// TestIndexes changes matches and people at random, and looks for index keys that should
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
		changePerson(t, s, r)
	}
	verify(t, s)
	for id, h := range heads {
		if m, err := s.Get(ctx, id); err != nil || m.Version != h.Version || len(m.Log) != h.Plies {
			t.Errorf("Get(%q) = version %d, %d plies, %v, want %d and %d", id, m.Version, len(m.Log), err, h.Version, h.Plies)
		}
	}
}

// changePerson changes all fields of a person that are indexed, or is refused.
func changePerson(t *testing.T, s *Store, r *rand.Rand) {
	t.Helper()
	broken := errors.New("broken")
	_, err := s.ChangePerson(ctx, fmt.Sprint("person", r.IntN(5)), func(p *storage.Person) error {
		if p.NextCheck = (time.Time{}); r.IntN(3) > 0 {
			p.NextCheck = noon.Add(time.Duration(r.IntN(10)) * time.Second)
		}
		if r.IntN(5) == 0 {
			return broken
		}
		return nil
	})
	if err != nil && !errors.Is(err, broken) {
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
