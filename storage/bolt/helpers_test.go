package bolt

import (
	"context"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"parlour/games"
	"parlour/storage"
)

var (
	ctx  = context.Background()
	noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
)

// sample returns a match of two that has begun.
func sample(id string) storage.Head {
	return storage.Head{
		ID: id, Created: noon, NextCheck: noon.Add(time.Hour),
		Lobby: storage.Lobby{
			Phase: storage.Playing,
			Setup: games.Setup{Game: "permute", Rules: 1, Seats: 2,
				Options: map[string]string{"size": "3", "turns": "any"}, Seed: games.Seed{1, 2, 3}},
			Players: []storage.Player{{ID: "100000000000000001", Name: "Ann"}, {ID: "100000000000000002", Name: "Bob"}},
			First:   "random",
		},
		Place: storage.Place{
			Lang:    "en",
			Guild:   "100000000000000003",
			Channel: "100000000000000004",
			Home:    "100000000000000005",
			Table:   "100000000000000006",
			Message: "100000000000000007",
		},
		Publication: storage.Publication{Desired: storage.Revision{Post: 3}, Published: storage.Revision{Post: 2}},
	}
}

// ply returns an entry.
func ply(move games.Move) storage.Entry {
	return storage.Entry{Ply: games.Ply{Move: move}, At: noon}
}

// palette sets the palette of a person, who is then due at noon.
func palette(t *testing.T, s *Store, id, palette string) {
	t.Helper()
	if _, err := storage.People.Change(ctx, s, id, func(p *storage.Person) error {
		p.Palette, p.NextCheck = palette, noon
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// usedBy returns the size of the store in a file, in bytes.
func usedBy(s *Store) (n int64) {
	s.db.View(func(tx *bbolt.Tx) error { n = tx.Size(); return nil })
	return n
}
