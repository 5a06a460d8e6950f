package match_test

import (
	"errors"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"parlour/commands/match"
	"parlour/games"
	"parlour/games/all"
	"parlour/storage"
	"parlour/storage/bolt"
	"parlour/storage/storetest"
)

// In every game of two people the second game of a match of two begins with swapped sides, from the position of the first
// where that hides nothing, and else from one of its own.
func TestTheSecondGameSharesADealThatIsOpen(t *testing.T) {
	store, err := bolt.Open(filepath.Join(storetest.Dir(t), "parlour.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	random := rand.NewChaCha8([32]byte{7})
	env := match.NewEnv(all.Games(), store, func() time.Time { return now }, random)
	for _, g := range all.Games() {
		info := g.Info()
		options, err := info.Complete(nil)
		if err != nil {
			t.Fatal(err)
		}
		head := storage.Head{ID: info.Name, Created: now, Place: storage.Place{Guild: "guild", Home: "games"}}
		head.Setup.Options, head.First = options, match.Firsts[0]
		head.Players = []storage.Player{{ID: "ann", Name: "Ann"}}
		m, err := env.NewTable(g, head)
		if err != nil {
			t.Fatal(err)
		}
		if err = m.SetMatch(match.Matches[1]); match.ForTwo(info) != (err == nil) {
			t.Fatalf("%s for two: %v", info.Name, err)
		}
		m.Players, m.Random = append(m.Players, storage.Player{ID: "ben", Name: "Ben"}), random
		if err := m.StartAtOnce(match.Venue{}); err != nil {
			t.Fatal(err)
		}
		for _, shown := range []bool{false, true, true} {
			if shown {
				m.Live.Message = "a board"
			}
			begun, err := env.BeginTwin(t.Context(), m)
			if err != nil || begun != (shown && m.Other == nil) {
				t.Fatalf("%s, whose first board is shown: %t, begins its second game: %t, %v", info.Name, shown, begun, err)
			}
			if err := env.ReadTwin(t.Context(), m); err != nil {
				t.Fatal(err)
			}
		}
		first, err := g.Start(m.Setup)
		second, failed := g.Start(m.Other.Setup)
		if err = errors.Join(err, failed); err != nil {
			t.Fatal(err)
		}
		a, _ := first.MarshalJSON()
		b, _ := second.MarshalJSON()
		info = info.With(m.Setup.Options)
		if same := string(a) == string(b); same != (info.CommonDeal() || !info.Chance) {
			t.Errorf("both games of %s begin from one position: %t", info.Name, same)
		}
		if same := m.Secret == m.Other.Secret; same != (info.Chance && info.CommonDeal()) {
			t.Errorf("both games of %s have one secret: %t", info.Name, same)
		}
		if got := m.Other.Players; got[0].ID != m.Players[1].ID || got[1].ID != m.Players[0].ID {
			t.Errorf("%s: the players are %v and then %v", info.Name, m.Players, got)
		}
	}
}

// A match of two counts as two games, before and after it begins.
func TestAMatchOfTwoCountsAsTwo(t *testing.T) {
	for most, want := range map[int]string{3: "refuse.cap.games", 4: ""} {
		g := newGated(t)
		g.env.Caps.Games = most
		for range 2 {
			m := g.wants("ann", "", "")
			if err := m.SetMatch(match.Matches[1]); err != nil {
				t.Fatal(err)
			}
			_, err := g.env.OpenTable(t.Context(), m, false)
			var refusal *games.Refusal
			if last := g.made == 2; last && want != "" && (!errors.As(err, &refusal) || refusal.Text.Key != want) || (!last || want == "") && err != nil {
				t.Errorf("with at most %d games, table %d for two is refused: %v", most, g.made, err)
			}
		}
	}
}
