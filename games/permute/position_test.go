package permute

import (
	"math/rand/v2"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
	"parlour/games/search"
)

// From the start there are 4(N−1)² twists, as the rules of this project say, which also have
// the other figures.
func TestPerft(t *testing.T) {
	for _, c := range []struct {
		size int
		want []int
	}{{4, []int{36, 928, 15344, 162512}}, {9, []int{256, 62288}}, {12, []int{484, 228000}}} {
		st := play(t, setup(c.size, "chequer", "off"))
		for i, want := range append([]int{1}, c.want...) {
			if got := search.Perft(st.pos, i); got != want {
				t.Errorf("Perft(%d) on %d×%d = %d, want %d", i, c.size, c.size, got, want)
			}
			if got := st.Perft(i); got != want {
				t.Errorf("Perft(%d) of a state on %d×%d = %d, want %d", i, c.size, c.size, got, want)
			}
		}
	}
}

// With the swap on, each first twist has one more answer. After the swap the same twists are
// legal as without it.
func TestPerftWithSwap(t *testing.T) {
	for _, c := range []struct {
		size, depth, want int
	}{
		{9, 1, 256}, {9, 2, 62288 + 256}, {12, 2, 228000 + 484},
		{4, 2, 928 + 36}, {4, 3, 15344 + 928}, {4, 4, 162512 + 15344},
		{2, 1, 4}, {2, 2, 0}, // one twist ends the game, and no swap is left
	} {
		if got := play(t, setup(c.size, "chequer", "on")).Perft(c.depth); got != c.want {
			t.Errorf("Perft(%d) on %d×%d with the swap = %d, want %d", c.depth, c.size, c.size, got, c.want)
		}
	}
	for _, moves := range [][]games.Move{nil, {"Ca1-a1"}, {"Ca1-a1", "swap"}} {
		st := play(t, setup(3, "chequer", "on"), moves...)
		for depth := range 4 {
			if got, want := st.Perft(depth), perftOfTexts(t, st, depth); got != want {
				t.Errorf("Perft(%d) after %v = %d, want %d", depth, moves, got, want)
			}
		}
	}
}

// afresh returns the position computed from the stones alone.
func afresh(p Position) Position {
	p = Position{Stones: p.Stones, mover: p.mover}
	for row := range p.Size() - 1 {
		p.update(row)
	}
	return p
}

func TestPositionDoesNotAllocate(t *testing.T) {
	start := newPosition(12, false)
	rng := rand.New(rand.NewPCG(1, 2))
	gametest.NoAllocs(t, map[string]func(){
		"Play on a copy": func() { p := start; p.Play(p.Nth(7)) },
		"Winner":         func() { start.Winner() },
		"Playout":        func() { p := start; p.Playout(rng) },
	})
	if start != newPosition(12, false) {
		t.Error("a position changed while copies of it were played")
	}
}

// perftOfTexts counts positions by Legal and Play.
func perftOfTexts(t *testing.T, st games.State, depth int) int {
	if depth == 0 || len(st.ToMove()) == 0 {
		return max(0, 1-depth)
	}
	sum, seat := 0, st.ToMove()[0]
	for _, m := range st.Legal(seat) {
		next, err := st.Play(seat, m)
		if err != nil {
			t.Fatal(err)
		}
		sum += perftOfTexts(t, next, depth-1)
	}
	return sum
}
