package match_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/commands/match"
	"parlour/games"
	"parlour/games/all"
	"parlour/storage"
	"parlour/storage/bolt"
)

// dice is a random source that gives the same bytes in every run.
type dice struct{ *rand.ChaCha8 }

func newDice() dice { return dice{rand.NewChaCha8([32]byte{1})} }

// openTable returns an Env with an open table, "t", of a game, where people named a, b and so on
// sit.
func openTable(t testing.TB, name string, people int) *match.Env {
	t.Helper()
	store, err := bolt.Open(filepath.Join(t.TempDir(), "parlour.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	noon := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	e := match.NewEnv(all.Games(), store, func() time.Time { return noon }, newDice())
	info := e.Game(name).Info()
	options, err := info.Complete(nil)
	if err != nil {
		t.Fatal(err)
	}
	head := storage.Head{ID: "t", Created: noon, NextCheck: noon}
	head.Phase, head.First, head.Setup = storage.Open, "random", games.Setup{Game: name, Options: options}
	head.TurnTime, head.Guild, head.Channel, head.Home = 24*time.Hour, "guild", "games", "games"
	head.Desired.Post, head.Published.Post = 2, 2
	for i := range people {
		head.Players = append(head.Players, storage.Player{ID: string(rune('a' + i)), Name: "P" + string(rune('0'+i))})
	}
	if err := match.FixDeal(&head.Lobby, info, e.Random); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Store.Create(t.Context(), head); err != nil {
		t.Fatal(err)
	}
	return e
}

// decided has a decision taken at the table and returns the match.
func decided(t testing.TB, e *match.Env, decide func(*match.Match) ([]games.Ply, error)) *match.Match {
	t.Helper()
	m, err := e.Change(t.Context(), "t", decide)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func saying(person, word string) func(*match.Match) ([]games.Ply, error) {
	return func(m *match.Match) ([]games.Ply, error) { return nil, m.SayWord(person, word) }
}

func start(m *match.Match) ([]games.Ply, error) { return nil, m.Start("a", match.Venue{}) }

func playing(seat games.Seat, move games.Move) func(*match.Match) ([]games.Ply, error) {
	return func(m *match.Match) ([]games.Ply, error) { return m.Play(seat, move) }
}

// The code changes with everything that is fixed, a changed bid too, and with nothing else. The
// code of an earlier moment stays what it was.
func TestCode(t *testing.T) {
	e := openTable(t, "permutations", 3)
	m, err := e.Load(t.Context(), "t")
	if err != nil {
		t.Fatal(err)
	}
	codes := []string{m.Code()}
	changes := func(what string, m *match.Match) *match.Match {
		t.Helper()
		if slices.Contains(codes, m.Code()) || len(m.Code()) != 39 {
			t.Errorf("%s the code is %q, after %q", what, m.Code(), codes)
		}
		codes = append(codes, m.Code())
		return m
	}
	changes("with a word", decided(t, e, saying("a", "plum")))
	said := changes("with a second word", decided(t, e, saying("c", "fig"))).Code()
	m = changes("when the game begins", decided(t, e, start))
	if m.TableCode() != said {
		t.Errorf("the code of the table is %s once the game has begun, and was %s", m.TableCode(), said)
	}
	first := m.State.Legal(0)
	changes("with a bid", decided(t, e, playing(0, first[3])))
	m = changes("with a changed bid", decided(t, e, playing(0, first[4])))
	m = changes("with another bid", decided(t, e, playing(1, m.State.Legal(1)[2])))
	if got := m.Sealed(); !slices.Equal(got, []games.Seat{0, 1}) {
		t.Errorf("seats %v have bid in secret, want 0 and 1", got)
	}
	shown := m.Code()
	m = changes("with the last bid", decided(t, e, playing(2, m.State.Legal(2)[1])))
	if m.Sealed() != nil {
		t.Errorf("seats %v have bid in secret, and all bids are open", m.Sealed())
	}
	seat := m.State.ToMove()[0]
	m = decided(t, e, playing(seat, m.State.Legal(seat)[0]))
	if m.Code() != codes[len(codes)-1] {
		t.Error("a take has changed the code")
	}
	if m.CodeAt(3) != shown || m.CodeAt(0) != codes[3] {
		t.Errorf("the code after three plies is %s, and was %s", m.CodeAt(3), shown)
	}
	for _, c := range []struct {
		from, to int
		want     string
	}{{0, 4, shown}, {3, 5, shown}, {0, 3, ""}, {4, 5, ""}} {
		if got := m.LineCode(c.from, c.to); got != c.want {
			t.Errorf("a line of the plies from %d to %d has the code %q, want %q", c.from, c.to, got, c.want)
		}
	}
}

// A game without chance has no code.
func TestNoCode(t *testing.T) {
	e := openTable(t, "permute", 2)
	if m := decided(t, e, start); m.Code() != "" || m.TableCode() != "" || m.Shares != nil {
		t.Errorf("Permute has the code %q and the shares %v", m.Code(), m.Shares)
	}
}

// The seed of a match takes the secret and the salted hash of each word, in the order in which
// the players sat down.
func TestSeedOfAMatch(t *testing.T) {
	e := openTable(t, "permutations", 3)
	decided(t, e, saying("c", "fig"))
	m := decided(t, e, start)
	shares := slices.Clone(m.Shares)
	shares[2] = shares[2].Saying("fig")
	if len(shares) != 5 || m.Setup.Seed != games.SeedFrom(m.Secret, shares) || m.Shares[2].Word != "fig" {
		t.Errorf("the seed is %v, of the shares %v", m.Setup.Seed, m.Shares)
	}
	for i, id := range []string{"a", "b", "c"} {
		if m.Players[m.Order[i]].ID != id {
			t.Errorf("the order is %v, of %v", m.Order, m.Players)
		}
	}
}

// The salt of a word is fixed before the word is known: another salt is another commitment.
func TestSaltsAreFixedFirst(t *testing.T) {
	e := openTable(t, "permutations", 2)
	m, err := e.Load(t.Context(), "t")
	if err != nil {
		t.Fatal(err)
	}
	before := m.Revealed().Proof.Commitment
	m.Shares[1] = games.NewShare(games.Salt{9})
	if m.Revealed().Proof.Commitment == before {
		t.Error("the commitment stays the same with another salt")
	}
}

// At any moment of a match what is revealed can be verified, and holds no secret. At its end so
// can the record.
//
//test:unwatched
func TestProofOfRandomGames(t *testing.T) {
	for _, name := range []string{"permutations", "permutu"} {
		rng := rand.New(rand.NewPCG(1, 2))
		e := openTable(t, name, 3)
		decided(t, e, saying("b", "plum"))
		m, told := decided(t, e, start), 0
		for m.Phase == storage.Playing && len(m.Log) < 60 {
			told = max(told, wantRevealed(t, m))
			wantRunning(t, m)
			m = decided(t, e, anyMove(rng))
		}
		m = decided(t, e, func(m *match.Match) ([]games.Ply, error) {
			m.Phase = storage.Off // called off, so that all may be known
			return nil, nil
		})
		r, err := m.Record()
		if err != nil {
			t.Fatal(err)
		}
		if told == 0 && m.Info.Hidden {
			t.Errorf("%s: no bid was told", name)
		}
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		back, _, err := games.ReadRecord(all.Games(), text)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		wantHolds(t, name, back)
	}
}

// anyMove is a decision: a seat makes any move or changes one, and now and then leaves or comes
// back.
func anyMove(rng *rand.Rand) func(*match.Match) ([]games.Ply, error) {
	return func(m *match.Match) ([]games.Ply, error) {
		seat := m.State.ToMove()[rng.IntN(len(m.State.ToMove()))]
		if rng.IntN(3) == 0 {
			seat = games.Seat(rng.IntN(3))
		}
		moves := m.State.Legal(seat)
		switch {
		case match.MayReturn(m.State, seat):
			return m.Play(seat, games.Return)
		case m.Info.Hidden && len(m.State.In()) == 3 && rng.IntN(8) == 0:
			return m.Resign(seat)
		case len(moves) == 0:
			return nil, nil
		}
		return m.Play(seat, moves[rng.IntN(min(len(moves), 40))])
	}
}

// wantRunning checks the record of a match that goes on: it has neither seed nor secret, and can be
// loaded and verified. There is none where something is hidden.
func wantRunning(t *testing.T, m *match.Match) {
	t.Helper()
	r, err := m.Record()
	if m.Info.Hidden {
		if err == nil {
			t.Fatal("a match with hidden hands has a record before its end")
		}
		return
	}
	text, failed := json.Marshal(r)
	if err != nil || failed != nil {
		t.Fatal(err, failed)
	}
	secret, _ := m.Secret.MarshalText()
	seed, _ := m.Setup.Seed.MarshalText()
	for _, told := range []string{`"seed"`, `"secret"`, string(secret), string(seed)} {
		if strings.Contains(string(text), told) {
			t.Fatalf("after %d plies the record has %s:\n%s", len(m.Log), told, text)
		}
	}
	back, state, err := games.ReadRecord(all.Games(), text)
	if err != nil || !reflect.DeepEqual(state, m.State) {
		t.Fatalf("after %d plies the record leads to another position (%v)", len(m.Log), err)
	}
	wantHolds(t, fmt.Sprintf("the record after %d plies", len(m.Log)), back)
}

// wantHolds checks that everything in a record holds, but for an end that it does not have.
func wantHolds(t *testing.T, what string, r games.Record) {
	t.Helper()
	for _, f := range games.Verify(all.Games(), r) {
		if !f.Holds && f.Text.Key != games.Unended {
			t.Errorf("%s: %v", what, f.Text)
		}
	}
}

// wantRevealed checks that what is revealed of a match holds, and does not have its secret, its
// deal or a bid that others may not know. It returns the number of bids that are told.
func wantRevealed(t *testing.T, m *match.Match) int {
	t.Helper()
	text, err := json.Marshal(m.Revealed())
	if err != nil {
		t.Fatal(err)
	}
	r, err := games.DecodeRecord(text)
	if err != nil {
		t.Fatal(err)
	}
	wantHolds(t, fmt.Sprintf("after %d plies", len(m.Log)), r)
	secret, _ := m.Secret.MarshalText()
	seed, _ := m.Setup.Seed.MarshalText()
	if r.Proof.Secret != nil || r.Proof.Deal != nil || strings.Contains(string(text), string(secret)) || strings.Contains(string(text), string(seed)) {
		t.Fatalf("after %d plies the secret is told:\n%s", len(m.Log), text)
	}
	told, auctions, reveals := 0, map[string]bool{}, revealsOf(m)
	for _, o := range r.Proof.Seals {
		if o.Salt != nil || strings.Contains(string(text), " take ") {
			t.Fatalf("after %d plies a wish is told:\n%s", len(m.Log), text)
		}
		if o.Told == nil {
			continue
		}
		key := fmt.Sprint(o.Told.Seat, reveals[o.Ply])
		if auctions[key] {
			t.Fatalf("after %d plies two bids of seat %d in one auction are told", len(m.Log), o.Told.Seat)
		}
		auctions[key] = true
		if told++; slices.Contains(m.Sealed(), o.Told.Seat) && reveals[o.Ply] == reveals[len(m.Log)] {
			t.Fatalf("after %d plies the bid of ply %d is told", len(m.Log), o.Ply)
		}
	}
	return told
}

// revealsOf counts, for the position before each ply and for the last one, how often bids were
// opened: the position before knew of more bids than the one after.
func revealsOf(m *match.Match) []int {
	count := []int{0}
	known := func(plies int) int {
		var s struct{ Bids map[string]any }
		text, _ := m.StateAt(plies).MarshalJSON()
		_ = json.Unmarshal(text, &s) // Permutu has no bids
		return len(s.Bids)
	}
	before := known(0)
	for i := range m.Log {
		after := known(i + 1)
		count = append(count, count[i])
		if after < before {
			count[i+1]++
		}
		before = after
	}
	return count
}
