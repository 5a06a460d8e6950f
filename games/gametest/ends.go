package gametest

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"parlour/games"
	"parlour/games/search"
)

var endings = flag.Int("ends", 0, "number of late positions of each game that a plain solver solves too; a few that end soon by default")

// A Plain is a game of two as one would write it at first, by its positions, for a solver that shares no code with the
// game's. Seats are 0 and 1.
type Plain[T any] struct {
	After func(setup games.Setup, log []games.Ply) T // the position after some moves
	Moves func(T) []string                           // none once it is over
	Play  func(T, string) T
	Mover func(T) int
	Worth func(T) int    // of a position that is over: 1 if seat 0 wins, 0 for a tie, -1 if seat 1 does
	Key   func(T) string // tells positions apart
	Nodes int            // how many positions it may look at, for one whose moves it solves
	Draws games.Player   // plays the games that positions are drawn from; nil for the beginner
}

// A plainSearch solves positions by trying moves until one wins, and keeps what it has found.
type plainSearch[T any] struct {
	Plain[T]
	nodes int // that it may still look at
	known map[string]int
}

// value returns what a position comes to for seat 0, and nothing of use once the nodes are spent.
func (s *plainSearch[T]) value(p T) int {
	moves := s.Moves(p)
	if len(moves) == 0 {
		return s.Worth(p)
	}
	key := s.Key(p)
	if v, ok := s.known[key]; ok {
		return v
	}
	if s.nodes--; s.nodes < 0 {
		return 0
	}
	wins := 1 - 2*s.Mover(p) // for the mover
	best := -wins
	for _, m := range moves {
		if v := s.value(s.Play(p, m)); v*wins > best*wins {
			best = v
		}
		if best == wins || s.nodes < 0 {
			break
		}
	}
	if s.nodes >= 0 {
		s.known[key] = best
	}
	return best
}

// Ends compares the values that a game finds in late positions with those of a plain solver. The positions are drawn from
// games of two beginners, or of others, with some options: late ones or, where few are compared, those that end soon. The game finds the
// values of all legal moves in at least so many of a hundred, perhaps with more positions than the plain solver.
func Ends[T any](t *testing.T, g games.Exact, p Plain[T], late func(s games.State, soon bool) bool, least int, options ...string) {
	t.Helper()
	want := *endings
	if want == 0 {
		want, p.Nodes = 6, 200
	}
	if p.Draws == nil {
		var err error
		if p.Draws, err = g.Player(search.Beginner, games.Limit{}); err != nil {
			t.Fatal(err)
		}
	}
	rng := rand.New(rand.NewPCG(7, 8))
	many, found, both, mixed, took, plainly := 0, 0, 0, 0, time.Duration(0), time.Duration(0)
	for i := 0; both < want && i < 5*want; i++ {
		many++
		setup := SetupOf(g, options[i%len(options)])
		setup.Seats, setup.Seed = 2, games.Seed{byte(i), byte(i >> 8)}
		s, log := drawLate(t, g, setup, p.Draws, late, rng)
		seat := s.ToMove()[0]
		began := time.Now()
		all, ok := g.Values(s.View(seat), seat)
		took += time.Since(began)
		if !ok {
			continue
		}
		found++
		if moves := valuedMoves(all); !slices.Equal(moves, s.Legal(seat)) {
			t.Fatalf("values of %v, want all of %v", moves, s.Legal(seat))
		}
		began = time.Now()
		if compare(t, p, p.After(setup, log), all) {
			both++
		}
		plainly += time.Since(began)
		if slices.ContainsFunc(all, func(v games.Valued) bool { return v.Value.Wins != games.Best(all).Wins }) {
			mixed++
		}
	}
	t.Logf("%d of %d positions decided in %v each; a plain solver decided %d of these, in %v each, and agrees; in %d a move loses something",
		found, many, took/time.Duration(many), both, plainly/time.Duration(max(found, 1)), mixed)
	if 100*found < least*many || both < want || mixed == 0 {
		t.Errorf("of %d positions %d are decided, %d by both, %d with something to lose: want more", many, found, both, mixed)
	}
}

// drawLate plays games until one has late positions, and returns one of these with the moves before it.
func drawLate(
	t *testing.T, g games.Game, setup games.Setup, choose games.Player, late func(games.State, bool) bool, rng *rand.Rand,
) (games.State, []games.Ply) {
	t.Helper()
	for range 10_000 {
		s, err := g.Start(setup)
		var log []games.Ply
		var all []games.State
		first := 0 // of the late ones
		for err == nil && len(s.ToMove()) > 0 {
			if all = append(all, s); !late(s, *endings == 0) {
				first = len(all)
			}
			seat := s.ToMove()[0]
			m := choose(s.View(seat), seat, games.Seed{byte(len(log)), byte(rng.IntN(256)), byte(rng.IntN(256))})
			log = append(log, games.Ply{Seat: seat, Move: m})
			s, err = s.Play(seat, m)
		}
		if err != nil {
			t.Fatal(err)
		}
		if first < len(all) {
			n := first + rng.IntN(len(all)-first)
			return all[n], log[:n]
		}
	}
	t.Fatalf("no game of %s has a late position", g.Info().Title)
	return nil, nil
}

// valuedMoves returns the moves of values.
func valuedMoves(all []games.Valued) (moves []games.Move) {
	for _, v := range all {
		moves = append(moves, v.Move)
	}
	return moves
}

// compare compares the values of all moves of a position with those of a plain solver, and reports whether that got through.
func compare[T any](t *testing.T, p Plain[T], at T, all []games.Valued) bool {
	t.Helper()
	s := &plainSearch[T]{p, p.Nodes, map[string]int{}}
	for _, v := range all {
		want := s.value(p.Play(at, string(v.Move))) * (1 - 2*p.Mover(at))
		if s.nodes < 0 {
			return false
		}
		if v.Value.Wins != want {
			t.Errorf("%v: %s is worth %s, want %d", p.Key(at), v.Move, v.Value, want)
		}
	}
	return true
}
