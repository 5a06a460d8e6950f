package gametest

import (
	"cmp"
	"fmt"
	"slices"

	"parlour/games"
)

// One of so many games is checked for what the moves of its last turns are worth: it has no system moves.
const (
	valued    = 120
	lateTurns = 4
)

// exact checks what a game says of the last turns of a log without system moves. All legal moves have values or none has,
// and a move is worth what the position after it is worth to its seat, a ply later where plies are counted.
func exact(g games.Exact, setup games.Setup, log []games.Ply) error {
	s, err := g.Start(setup)
	for i, ply := range log {
		if err != nil {
			return err
		}
		next, failed := s.Play(ply.Seat, ply.Move)
		if err = failed; err == nil && i >= len(log)-lateTurns {
			err = worthOf(g, s, next, ply)
		}
		s = next
	}
	return err
}

// worthOf checks the values at a position by the one after a ply.
func worthOf(g games.Exact, s, next games.State, ply games.Ply) error {
	all, ok := g.Values(s.View(ply.Seat), ply.Seat)
	if !ok {
		return nil
	}
	if moves, legal := valuedMoves(all), s.Legal(ply.Seat); !slices.Equal(moves, legal) {
		return fmt.Errorf("%v have values, want all of %v", moves, legal)
	}
	want, known := worthTo(g, next, ply.Seat)
	got, _ := games.ValueOf(all, ply.Move)
	if got.Plies == 0 || want.Plies == 0 {
		got.Plies, want.Plies = 0, 0
	}
	if known && got != want {
		return fmt.Errorf("%s is worth %s, and by the position after it %s", ply.Move, got, want)
	}
	return nil
}

// worthTo returns what a move of a seat comes to that has led to a position, and whether that is known.
func worthTo(g games.Exact, s games.State, seat games.Seat) (v games.Value, known bool) {
	if r, over := s.Result(); over {
		return games.Value{Wins: cmp.Compare(r.Places[1-seat], r.Places[seat]), Plies: 1}, true
	}
	next := s.ToMove()[0]
	all, ok := g.Values(s.View(next), next)
	if !ok {
		return v, false
	}
	if v = games.Best(all); v.Plies > 0 {
		v.Plies++
	}
	if next != seat {
		v.Wins = -v.Wins
	}
	return v, true
}
