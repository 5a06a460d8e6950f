package lobby_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"parlour/commands/match"
	"parlour/commands/match/lobby"
	"parlour/games"
	"parlour/games/magic"
	"parlour/storage"
	"parlour/storage/bolt"
)

// A gated world is a store, with tables that people open through a gate.
type gated struct {
	*testing.T
	*lobby.Gate
	env   *match.Env
	store storage.Store
	now   time.Time
	made  int
}

// zeros is a random source that returns zeros only.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

func newGated(t *testing.T, caps lobby.Caps) *gated {
	t.Helper()
	store, err := bolt.Open(filepath.Join(t.TempDir(), "parlour.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	g := &gated{T: t, Gate: lobby.NewGate(store, caps), store: store, now: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)}
	g.env = match.NewEnv([]games.Game{magic.Game{}}, store, func() time.Time { return g.now }, zeros{})
	return g
}

// wanted returns a table of a person, for another person, for an opponent of a level, or for anybody.
// Each is another than the one before.
func (g *gated) wanted(opener, other string, level games.Level) *match.Match {
	g.Helper()
	g.made++
	head := storage.Head{ID: fmt.Sprint("m", g.made), Created: g.now, Timing: storage.Timing{TurnTime: time.Duration(g.made) * time.Hour}}
	head.Players = []storage.Player{{ID: opener, Name: opener}}
	if other != "" {
		head.Invited = &storage.Player{ID: other, Name: other}
	}
	m, err := lobby.NewTable(zeros{}, magic.Game{}, head)
	if err != nil {
		g.Fatal(err)
	}
	if level != "" {
		m.Players = append(m.Players, storage.Player{ID: "opponent", Level: level})
	}
	return m
}

// open opens a table, and returns the key of the refusal, "" for none.
func (g *gated) open(m *match.Match, atOnce bool) string {
	g.Helper()
	_, err := g.Open(g.Context(), g.env, m, atOnce)
	return g.key(err)
}

// key returns the key of a refusal, "" for no error.
func (g *gated) key(err error) string {
	g.Helper()
	var refusal *games.Refusal
	if err != nil && !errors.As(err, &refusal) {
		g.Fatal(err)
	}
	if refusal == nil {
		return ""
	}
	return refusal.Text.Key
}

// close ends a match.
func (g *gated) close(id string) {
	g.Helper()
	m, err := g.store.Get(g.Context(), id)
	if err == nil {
		m.Phase = storage.Off
		_, err = g.store.Append(g.Context(), m.Head)
	}
	if err != nil {
		g.Fatal(err)
	}
}

// Each cap allows so many and no more. Once one ends, there is room again, and without a cap
// there is always room.
func TestCapsAtTheirEdge(t *testing.T) {
	for name, c := range map[string]struct {
		caps   lobby.Caps
		wanted func(g *gated, n int) (m *match.Match, atOnce bool)
		free   func(g *gated) *match.Match // what the cap does not count
		want   string
	}{
		"games": {
			lobby.Caps{Games: 3},
			func(g *gated, n int) (*match.Match, bool) { return g.wanted("ann", fmt.Sprint("other", n), ""), false },
			func(g *gated) *match.Match { return g.wanted("ben", "ann", "") }, "refuse.cap.games",
		},
		"with Parlour": {
			lobby.Caps{Parlour: 3},
			func(g *gated, n int) (*match.Match, bool) { return g.wanted("ann", "", games.Hard), n%2 == 0 },
			func(g *gated) *match.Match { return g.wanted("ann", "", "") }, "refuse.cap.parlour",
		},
		"tables": {
			lobby.Caps{Tables: 3},
			func(g *gated, _ int) (*match.Match, bool) { return g.wanted("ann", "", ""), false },
			func(g *gated) *match.Match { return g.wanted("ann", "ben", "") }, "refuse.cap.tables",
		},
		"challenges to one": {
			lobby.Caps{Pair: 3},
			func(g *gated, _ int) (*match.Match, bool) { return g.wanted("ann", "ben", ""), false },
			func(g *gated) *match.Match { return g.wanted("ben", "ann", "") }, "refuse.cap.pair",
		},
		"challenges from all": {
			lobby.Caps{Challenges: 3},
			func(g *gated, n int) (*match.Match, bool) { return g.wanted(fmt.Sprint("other", n), "ben", ""), false },
			func(g *gated) *match.Match { return g.wanted("ben", "cay", "") }, "refuse.cap.challenges",
		},
	} {
		g := newGated(t, c.caps)
		for n := range 3 {
			if key := g.open(c.wanted(g, n)); key != "" {
				t.Errorf("%s: number %d is refused with %s", name, n+1, key)
			}
		}
		above, atOnce := c.wanted(g, 3)
		if key := g.open(above, atOnce); key != c.want {
			t.Errorf("%s: number 4 is refused with %q, want %s", name, key, c.want)
		}
		if key := g.open(c.free(g), false); key != "" {
			t.Errorf("%s: what is not counted is refused with %s", name, key)
		}
		g.close("m2")
		if key := g.open(above, atOnce); key != "" {
			t.Errorf("%s: after one has ended the next is refused with %s", name, key)
		}
		g.Caps = lobby.Caps{}
		if key := g.open(c.wanted(g, 5)); key != "" {
			t.Errorf("%s: without a cap the next is refused with %s", name, key)
		}
	}
}

// A game that begins at once is no open table, though it is stored as one first.
func TestAGameAtOnceIsNoTable(t *testing.T) {
	g := newGated(t, lobby.Caps{Tables: 1})
	if key := g.open(g.wanted("ann", "", ""), false); key != "" {
		t.Fatalf("the first table is refused with %s", key)
	}
	if key := g.open(g.wanted("ann", "", ""), true); key != "" {
		t.Errorf("a game that begins at once is refused with %s", key)
	}
}

// A person who sits down, or with whom Parlour sits down, is counted; one who gets up, says a word
// or sits there already never is.
func TestWhoSitsDownIsCounted(t *testing.T) {
	for name, c := range map[string]struct {
		person string
		level  games.Level // of an opponent who sits there before
		decide func(*match.Match) error
		want   string
	}{
		"sits down":               {"ann", "", func(m *match.Match) error { return lobby.Join(m, storage.Player{ID: "ann"}) }, "refuse.cap.games"},
		"sits there already":      {"ben", "", func(m *match.Match) error { return lobby.SayWord(m, "ben", "fox") }, ""},
		"cannot sit down":         {"ben", "", func(m *match.Match) error { return lobby.Join(m, storage.Player{ID: "ben"}) }, "refuse.seated"},
		"adds Parlour":            {"ben", "", seatOpponent, "refuse.cap.parlour"},
		"has Parlour already":     {"ben", games.Easy, func(m *match.Match) error { return lobby.SayWord(m, "ben", "fox") }, ""},
		"closes it":               {"ben", games.Easy, func(m *match.Match) error { return lobby.Cancel(m, storage.Player{ID: "ben"}) }, ""},
		"sits nowhere afterwards": {"ann", "", func(*match.Match) error { return nil }, ""},
	} {
		g := newGated(t, lobby.Caps{})
		for _, person := range []string{"ann", "ben"} {
			g.open(g.wanted(person, "", games.Hard), true)
		}
		m := g.wanted("ben", "", c.level)
		m.Game, m.Info = magic.Game{}, magic.Game{}.Info()
		g.open(m, false)
		g.Caps = lobby.Caps{Games: 1, Parlour: 1}
		_, err := g.Decide(t.Context(), m, c.person, func() ([]games.Ply, error) { return nil, c.decide(m) })
		if key := g.key(err); key != c.want {
			t.Errorf("a person who %s is refused with %q, want %q", name, key, c.want)
		}
	}
}

// seatOpponent seats an opponent.
func seatOpponent(m *match.Match) error {
	m.Players = append(m.Players, storage.Player{ID: "opponent", Level: games.Easy})
	return nil
}

// Many who come at once do not count past each other: as many enter as there may be.
func TestManyAtOnceKeepACap(t *testing.T) {
	g := newGated(t, lobby.Caps{Games: 4, Challenges: 6})
	var all sync.WaitGroup
	for i := range 24 {
		m := g.wanted(fmt.Sprint("person", i%3), "ben", "")
		all.Go(func() { g.open(m, false) })
	}
	all.Wait()
	theirs, err := g.store.OfPlayer(t.Context(), "ben", true, storage.All)
	if err != nil || len(theirs) != 6 {
		t.Errorf("%d challenges wait for ben, %v; want 6", len(theirs), err)
	}
	for i := range 3 {
		own, err := g.store.OfPlayer(t.Context(), fmt.Sprint("person", i), true, storage.All)
		if err != nil || len(own) > 4 {
			t.Errorf("person %d has %d games, %v; want 4 or fewer", i, len(own), err)
		}
	}
}
