package match

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"parlour/games"
	"parlour/games/all"
	"parlour/storage"
	"parlour/storage/bolt"
)

// noon is when the tests happen.
var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// zeros is a random source that returns zeros only.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// game returns the game with a name.
func game(t testing.TB, name string) games.Game {
	t.Helper()
	for _, g := range all.Games() {
		if g.Info().Name == name {
			return g
		}
	}
	t.Fatalf("there is no game %s", name)
	return nil
}

// begun returns the head of a game that has just begun, between P0, P1 and so on.
func begun(t testing.TB, name string, seats int) storage.Head {
	t.Helper()
	info := game(t, name).Info()
	options, err := info.Complete(nil)
	if err != nil {
		t.Fatal(err)
	}
	head := storage.Head{ID: "m", Created: noon, NextCheck: noon}
	head.Phase, head.Setup = storage.Playing, games.Setup{Game: name, Rules: info.Rules, Seats: seats, Options: options}
	head.TurnTime, head.Clocks = 24*time.Hour, make([]storage.Clock, seats)
	head.Guild, head.Channel, head.Home = "guild", "games", "games"
	head.Desired.Post, head.Published.Post = 2, 2
	for seat := range seats {
		head.Players = append(head.Players, storage.Player{ID: string(rune('a' + seat)), Name: "P" + string(rune('0'+seat))})
	}
	return head
}

// newEnv returns an Env over a new store that has one game of Permute.
func newEnv(t testing.TB) *Env {
	t.Helper()
	store, err := bolt.Open(filepath.Join(t.TempDir(), "parlour.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	if _, err := store.Create(t.Context(), begun(t, "permute", 2)); err != nil {
		t.Fatal(err)
	}
	return NewEnv(all.Games(), store, func() time.Time { return noon }, zeros{})
}

// playNext is a decision: the seat to move makes its n-th legal move.
func playNext(n int) func(*Match) ([]games.Ply, error) {
	return func(m *Match) ([]games.Ply, error) {
		seat := m.State.ToMove()[0]
		return m.Play(seat, m.State.Legal(seat)[n])
	}
}

// overtaken is a store in which somebody else commits before each of the first appends.
type overtaken struct {
	storage.Store
	left int
	do   func()
}

func (s *overtaken) Append(ctx context.Context, h storage.Head, entries ...storage.Entry) (storage.Head, error) {
	if s.left > 0 {
		s.left--
		s.do()
	}
	return s.Store.Append(ctx, h, entries...)
}

// After a lost race the decision is taken again about the match as it is then, and the plies of
// both commits are in the log.
func TestChangeDecidesAgainAfterALostRace(t *testing.T) {
	e := newEnv(t)
	other := NewEnv(all.Games(), e.Store, e.Now, zeros{})
	e.Store = &overtaken{Store: e.Store, left: 1, do: func() {
		if _, err := other.Change(t.Context(), "m", playNext(0)); err != nil {
			t.Fatal(err)
		}
	}}
	var turns []int
	m, err := e.Change(t.Context(), "m", func(m *Match) ([]games.Ply, error) {
		turns = append(turns, m.Turn)
		return playNext(1)(m)
	})
	if err != nil || len(turns) != 2 || turns[0] != 0 || turns[1] != 1 {
		t.Fatalf("Change = %v after decisions in the turns %v, want one in turn 0 and one in turn 1", err, turns)
	}
	stored, err := e.Load(t.Context(), "m")
	if err != nil || len(stored.Log) != 2 || len(m.Log) != 2 || m.Turn != 2 || stored.Version != m.Version {
		t.Errorf("Change returned version %d with %d plies in turn %d, and the store has version %d with %d plies (%v); want 2 plies and turn 2",
			m.Version, len(m.Log), m.Turn, stored.Version, len(stored.Log), err)
	}
	if m.Log[0].Seat != 0 || m.Log[1].Seat != 1 {
		t.Errorf("the log is %v, want a ply of each seat", m.Log)
	}
}

// A decision that refuses after a lost race changes nothing, and Change returns the match that it
// was taken about.
func TestChangeRefusesAfterALostRace(t *testing.T) {
	e := newEnv(t)
	other := NewEnv(all.Games(), e.Store, e.Now, zeros{})
	e.Store = &overtaken{Store: e.Store, left: 1, do: func() {
		if _, err := other.Change(t.Context(), "m", playNext(0)); err != nil {
			t.Fatal(err)
		}
	}}
	m, err := e.Change(t.Context(), "m", func(m *Match) ([]games.Ply, error) {
		if m.Turn > 0 {
			return nil, ErrStale
		}
		return playNext(1)(m)
	})
	if err != ErrStale || m.Turn != 1 || len(m.Log) != 1 {
		t.Errorf("Change = turn %d with %d plies, %v; want turn 1 with the other's ply, ErrStale", m.Turn, len(m.Log), err)
	}
}

// Change gives up after MaxTries lost races.
func TestChangeGivesUp(t *testing.T) {
	e := newEnv(t)
	store, decided := e.Store, 0
	e.Store = &overtaken{Store: store, left: 2 * MaxTries, do: func() {
		m, err := store.Get(t.Context(), "m")
		if err == nil {
			_, err = store.Append(t.Context(), m.Head)
		}
		if err != nil {
			t.Fatal(err)
		}
	}}
	_, err := e.Change(t.Context(), "m", func(m *Match) ([]games.Ply, error) { decided++; return playNext(0)(m) })
	if !errors.Is(err, storage.ErrConflict) || decided != MaxTries {
		t.Errorf("Change = %v after %d decisions, want ErrConflict after %d", err, decided, MaxTries)
	}
	if m, err := store.Get(t.Context(), "m"); err != nil || len(m.Log) > 0 {
		t.Errorf("the log has %d plies (%v), want none", len(m.Log), err)
	}
}

// Change claims the check of the match in the same write and hands on since when its publication
// has been failing. Amend makes the match due at once.
func TestChangeClaims(t *testing.T) {
	e := newEnv(t)
	m, err := e.Change(t.Context(), "m", playNext(0))
	if err != nil || !m.NextCheck.Equal(noon.Add(Lease)) || !m.FailingSince.Equal(noon) || !m.Interrupted.IsZero() {
		t.Errorf("Change: next check %v, failing since %v, interrupted %v (%v)", m.NextCheck, m.FailingSince, m.Interrupted, err)
	}
	e.Now = func() time.Time { return noon.Add(time.Minute) }
	m, err = e.Change(t.Context(), "m", playNext(0))
	if err != nil || !m.NextCheck.Equal(noon.Add(time.Minute+Lease)) || !m.FailingSince.Equal(noon) || !m.Interrupted.Equal(noon) {
		t.Errorf("Change after an unfinished publication: next check %v, failing since %v, interrupted %v (%v)",
			m.NextCheck, m.FailingSince, m.Interrupted, err)
	}
	m, err = e.Amend(t.Context(), "m", playNext(0))
	if err != nil || !m.NextCheck.Equal(noon.Add(time.Minute)) {
		t.Errorf("Amend: next check %v (%v), want now", m.NextCheck, err)
	}
}

// Two matches opened from the same cached positions play different moves. Neither sees the move of
// the other, and a third reader sees none.
func TestSharedPositionsDoNotChange(t *testing.T) {
	e := newEnv(t)
	if _, err := e.Change(t.Context(), "m", playNext(0)); err != nil {
		t.Fatal(err)
	}
	var read [3]*Match
	for i := range read {
		var err error
		if read[i], err = e.Load(t.Context(), "m"); err != nil {
			t.Fatal(err)
		}
	}
	if read[0].Steps()[0].After != read[1].Steps()[0].After {
		t.Fatal("the matches share no positions, so this test shows nothing")
	}
	for i, m := range read[:2] {
		move := m.State.Legal(1)[i]
		if err := m.advance([]storage.Entry{{Ply: games.Ply{Seat: 1, Move: move}}}); err != nil {
			t.Fatal(err)
		}
	}
	for i, m := range read[:2] {
		if want := read[2].State.Legal(1)[i]; len(m.Steps()) != 2 || m.Steps()[1].Move != want || m.Turn != 2 {
			t.Errorf("match %d has the steps %v in turn %d, want its own move %s as the second", i, m.Steps(), m.Turn, want)
		}
	}
	if m := read[2]; len(m.Steps()) != 1 || m.Turn != 1 {
		t.Errorf("a reader has %d steps in turn %d, want 1 in turn 1", len(m.Steps()), m.Turn)
	}
	if m, err := e.Load(t.Context(), "m"); err != nil || len(m.Steps()) != 1 {
		t.Errorf("the cache has %d steps (%v), want the one committed", len(m.Steps()), err)
	}
}

// A match opened at an earlier version plays on from there. The steps of a match opened at the newest
// version, of which the cache has given it the first, stay as they are.
func TestEarlierVersionLeavesOthersAlone(t *testing.T) {
	e := newEnv(t)
	for range 2 {
		if _, err := e.Change(t.Context(), "m", playNext(0)); err != nil {
			t.Fatal(err)
		}
	}
	newest, err := e.Load(t.Context(), "m")
	if err != nil {
		t.Fatal(err)
	}
	move := newest.Log[1].Move
	earlier := newest.Match
	earlier.Log = newest.Log[:1:1]
	m, err := e.Open(earlier)
	if err != nil || len(m.Steps()) != 1 || m.Turn != 1 {
		t.Fatalf("the earlier version has %d steps in turn %d (%v), want 1 in turn 1", len(m.Steps()), m.Turn, err)
	}
	other := storage.Entry{Ply: games.Ply{Seat: 1, Move: m.State.Legal(1)[1]}}
	if err := m.advance([]storage.Entry{other}); err != nil {
		t.Fatal(err)
	}
	if got := newest.Steps()[1].Move; got != move {
		t.Errorf("the second step of the newest version is now %s, want %s", got, move)
	}
	if again, err := e.Load(t.Context(), "m"); err != nil || len(again.Steps()) != 2 || again.Steps()[1].Move != move {
		t.Errorf("read again it has the steps %v (%v), want %s as the second", again.Steps(), err, move)
	}
}

// A match whose setup was changed in the store is replayed by the new setup.
func TestChangedSetupIsReplayed(t *testing.T) {
	e := newEnv(t)
	m, err := e.Load(t.Context(), "m")
	if err != nil {
		t.Fatal(err)
	}
	before := m.State.View(games.Spectator).String()
	stored, err := e.Store.Get(t.Context(), "m")
	if err != nil {
		t.Fatal(err)
	}
	stored.Setup.Options["size"] = "16"
	if _, err = e.Store.Append(t.Context(), stored.Head); err != nil {
		t.Fatal(err)
	}
	after, err := e.Load(t.Context(), "m")
	if err != nil || after.State.View(games.Spectator).String() == before {
		t.Errorf("after the size has changed the board is\n%s (%v)", after.State.View(games.Spectator), err)
	}
}

// Newest compares a head with the newest version that this process wrote.
func TestNewest(t *testing.T) {
	e := newEnv(t)
	first, err := e.Load(t.Context(), "m")
	if err != nil || !e.Newest(first.Head) {
		t.Errorf("before any write a head is not the newest (%v)", err)
	}
	second, err := e.Change(t.Context(), "m", playNext(0))
	if err != nil || e.Newest(first.Head) || !e.Newest(second.Head) {
		t.Errorf("after a write the older head is the newest: %v, and the newer one: %v (%v)", e.Newest(first.Head), e.Newest(second.Head), err)
	}
	if err := e.Touch(t.Context(), "m"); err != nil || e.Newest(second.Head) {
		t.Errorf("after Touch the head of before is the newest: %v (%v)", e.Newest(second.Head), err)
	}
}

// A direct message that asked for a bid of an earlier turn, and could not be taken away yet, is seen to soon, also
// while the game waits for somebody. One of the turn waits with it.
func TestOldDirectMessagesAreSeenTo(t *testing.T) {
	for turn, want := range map[int]bool{2: true, 3: false} {
		var head storage.Head
		head.Phase, head.Live.Turn = storage.Playing, 3
		head.Asked = []storage.Direct{{Player: "ann", Turn: turn, Channel: "direct", Message: "m"}}
		if at := NextCheck(head, noon); at.Equal(noon.Add(Lease)) != want {
			t.Errorf("with a message of turn %d on a board of turn 3 the next check is at %v, want it when a lease ends: %v", turn, at, want)
		}
	}
}
