package slyde

import (
	"math/rand/v2"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

// From the start there are 2·N·(N−1) turns, the pairs of neighbours.
func TestPerft(t *testing.T) {
	for _, c := range []struct {
		size int
		rule bool
		want []int
	}{
		{4, true, []int{24, 448, 7020, 75832}}, {6, true, []int{60, 3244, 161296}},
		{8, true, []int{112, 11848, 1195588}}, {10, true, []int{180, 31252}}, {12, true, []int{264, 67984}},
		{8, false, []int{112, 11848, 1182276}}, {12, false, []int{264, 67984}},
	} {
		checkPerft(t, c.size, c.rule, c.want)
	}
}

// The rest of the known figures.
func TestPerftInTheLongRun(t *testing.T) {
	gametest.InTheLongRun(t)
	for _, c := range []struct {
		size int
		rule bool
		want []int
	}{
		{4, true, []int{24, 448, 7020, 75832, 629824}}, {6, true, []int{60, 3244, 161296, 6992588}},
		{8, true, []int{112, 11848, 1195588, 112363792}}, {8, false, []int{112, 11848, 1182276, 111070552}},
		{10, true, []int{180, 31252, 5265000, 849028516}}, {12, true, []int{264, 67984, 17145052, 4197362984}},
		{12, false, []int{264, 67984, 17072476}},
	} {
		checkPerft(t, c.size, c.rule, c.want)
	}
}

func checkPerft(t *testing.T, size int, rule bool, counts []int) {
	t.Helper()
	st := play(t, setup(size, rule))
	for depth, want := range append([]int{1}, counts...) {
		if got := st.Perft(depth); got != want {
			t.Errorf("Perft(%d) on %d×%d, mirror rule %v = %d, want %d", depth, size, size, rule, got, want)
		}
	}
}

// afresh returns the position computed from the stones alone.
func afresh(p Position) Position {
	p = Position{Stones: p.Stones, rule: p.rule, mover: p.mover}
	p.derive()
	return p
}

func TestPositionDoesNotAllocate(t *testing.T) {
	start := newPosition(12, true)
	rng := rand.New(rand.NewPCG(1, 2))
	gametest.NoAllocs(t, map[string]func(){
		"Play on a copy": func() { p := start; p.Play(p.Nth(7)) },
		"Winner":         func() { start.Winner() },
		"Playout":        func() { p := start; p.Playout(rng) },
	})
	if start != newPosition(12, true) {
		t.Error("a position changed while copies of it were played")
	}
}

// Perft of a state counts as its Legal and Play do, in positions with changes too.
func TestPerftOfTexts(t *testing.T) {
	for _, moves := range [][]games.Move{nil, {"b1-a1", "c1-d1"}, {"b1-a1", "c1-d1", "*a1", "b1-a1"}, full} {
		st := play(t, setup(4, true), moves...)
		for depth := range 3 {
			if got, want := st.Perft(depth), perftOfTexts(t, st, depth); got != want {
				t.Errorf("Perft(%d) after %v = %d, want %d", depth, moves, got, want)
			}
		}
	}
}

// perftOfTexts counts positions by Legal and Play.
func perftOfTexts(t *testing.T, st games.State, depth int) int {
	if depth == 0 || len(st.ToMove()) == 0 {
		return max(0, 1-depth)
	}
	sum, seat := 0, st.ToMove()[0]
	for _, m := range st.Legal(seat) {
		sum += perftOfTexts(t, move(t, st, m), depth-1)
	}
	return sum
}
