package match

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"parlour/storage"
	"parlour/storage/bolt"
	"parlour/storage/fleet"
	"parlour/storage/storetest"
)

var now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// env is what a process has; a nil store is that of one that is alone.
func env(t *testing.T, s storage.Store) *Env {
	t.Helper()
	e := NewEnv(nil, s, func() time.Time { return now }, nil)
	var err error
	if e.Fleet, err = fleet.Join(t.Context(), s, e.Now, nil); err != nil {
		t.Fatal(err)
	}
	return e
}

// Whose something is decides, and when it is due.
func TestWhatIsDue(t *testing.T) {
	store, err := bolt.Open(filepath.Join(t.TempDir(), "parlour.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	both := storetest.Shared{Store: store, Clock: func() time.Time { return now }}
	alone, own, other := env(t, store), env(t, both), env(t, both)
	mine, theirs := own.Fleet.ID(), other.Fleet.ID()
	const lease = 30 * time.Second
	for _, c := range []struct {
		owner, thinks string
		at            time.Duration // after now
		within        time.Duration
		alone, own    bool
	}{
		{"", "", -1, 0, true, true},
		{"", "", 1, 0, false, false},
		{"", "", lease - 1, lease, true, false},
		{"gone", "", -1, 0, true, true},
		{"gone", "", lease - 1, lease, true, true},
		{"gone", "", lease + 1, lease, false, false},
		{mine, "", -1, 0, true, true},
		{mine, "", lease - 1, lease, true, false},
		{theirs, "", -time.Hour, 0, true, false},
		{theirs, "", lease - 1, lease, true, false},
		{"", theirs, -time.Hour, 0, true, false},
		{"", "gone", -time.Hour, 0, true, true},
		{mine, theirs, -1, 0, true, true},
	} {
		head := storage.Head{Owner: c.owner, NextCheck: now.Add(c.at), Lobby: storage.Lobby{Thought: &storage.Thought{Owner: c.thinks}}}
		for e, want := range map[*Env]bool{alone: c.alone, own: c.own} {
			if got := e.IsDue(t.Context(), head, now.Add(c.within)); got != want {
				t.Errorf("%+v: due for the one alone %v: %v, want %v", c, e == alone, got, want)
			}
		}
		if c.thinks != "" {
			continue
		}
		at := now.Add(c.at)
		for _, p := range []storage.Person{{Owner: c.owner, NextCheck: at}, {Owner: c.owner, Leaving: &storage.Leaving{NextCheck: at}}} {
			if got := own.IsPersonDue(t.Context(), p, now.Add(c.within)); got != c.own {
				t.Errorf("%+v: a person is due: %v, want %v", c, got, c.own)
			}
		}
	}
	if own.IsDue(t.Context(), storage.Head{}, now) {
		t.Error("what never comes due is due")
	}
}

// What others have claimed hides nothing behind it, however much that is.
func TestEachLooksBehindWhatIsOthers(t *testing.T) {
	const others, mine = 350, 250
	var left []string
	for i := range others + mine {
		left = append(left, fmt.Sprint(i))
	}
	var mu sync.Mutex
	var done []string
	err := EachDue(t.Context(), 4, func(limit int) (ids []string, found int, err error) {
		for i, id := range left[:min(limit, len(left))] {
			if i >= others && !slices.Contains(done, id) {
				ids = append(ids, id)
			}
		}
		return ids, min(limit, len(left)), nil
	}, func(id string) error {
		mu.Lock()
		defer mu.Unlock()
		done = append(done, id)
		return nil
	})
	if slices.Sort(done); err != nil || len(slices.Compact(done)) != mine {
		t.Errorf("%d were done (%v), want %d", len(done), err, mine)
	}
}

// When the store gets out of reach all the rest is left.
func TestEachEndsWithoutAStore(t *testing.T) {
	n := 0
	err := EachDue(t.Context(), 1, func(int) ([]string, int, error) { return []string{"a", "b", "c"}, 3, nil }, func(string) error { n++; return storage.ErrUnavailable })
	if !errors.Is(err, storage.ErrUnavailable) || n != 1 {
		t.Errorf("Each = %v after %d, want %v after one", err, n, storage.ErrUnavailable)
	}
}
