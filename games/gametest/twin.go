package gametest

import (
	"slices"
	"testing"

	"parlour/games"
	"parlour/games/board"
)

// A Cell is a cell of a twin, by column and row.
type Cell = [2]int

// Flood returns the cells that are joined to one side by side and like it, of those that were not seen before. Like is
// false for cells outside of the board.
func Flood(cell Cell, seen map[Cell]bool, like func(a, b Cell) bool) (all []Cell) {
	if seen[cell] {
		return nil
	}
	seen[cell] = true
	all = []Cell{cell}
	for _, d := range []Cell{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
		if next := (Cell{cell[0] + d[0], cell[1] + d[1]}); like(cell, next) {
			all = append(all, Flood(next, seen, like)...)
		}
	}
	return all
}

// Descending sorts sizes of groups.
func Descending(sizes [2][]int) [2][]int {
	for _, all := range sizes {
		slices.Sort(all)
		slices.Reverse(all)
	}
	return sizes
}

// Winner compares the groups of two sides, each descending, from the largest: 1 if the first wins, -1 if the second
// does, 0 for a draw.
func Winner(groups [2][]int) int { return slices.Compare(groups[0], groups[1]) }

// Agree compares a position of a game of groups with its twin: the moves, which are sorted, and the groups that count.
func Agree(t *testing.T, twin any, moves []string, groups [2][]int, pos interface {
	Count() int
	Over() bool
	Groups() [2][]int
	Winner() (board.Colour, bool)
}, nth func(n int) games.Move) {
	t.Helper()
	var got []string
	for n := range pos.Count() {
		got = append(got, string(nth(n)))
	}
	if slices.Sort(got); !slices.Equal(got, moves) || pos.Over() != (len(moves) == 0) {
		t.Fatalf("%v: moves %v, Over() = %v, want %v", twin, got, pos.Over(), moves)
	}
	for side, sizes := range pos.Groups() {
		if !slices.Equal(sizes, groups[side]) {
			t.Fatalf("%v: groups %v, want %v", twin, pos.Groups(), groups)
		}
	}
	side, won := pos.Winner()
	if want := Winner(groups); won != (want != 0) || won && int(side) != (1-want)/2 {
		t.Fatalf("%v: Winner() = %v, %v, want %d", twin, side, won, want)
	}
}

// AgreeAtTheEnd compares the result of a finished game with the groups of its twin. Scores are the sizes of the largest
// ones. Orange is the side that seat has.
func AgreeAtTheEnd(t *testing.T, groups [2][]int, s games.State, seat int) {
	t.Helper()
	places, scores := []int{1, 1}, []int{0, 0}
	if w := Winner(groups); w != 0 {
		places[seat^((1+w)/2)] = 2
	}
	for side, sizes := range groups {
		if len(sizes) > 0 {
			scores[seat^side] = sizes[0]
		}
	}
	if r, over := s.Result(); !over || !slices.Equal(r.Scores, scores) || !slices.Equal(r.Places, places) {
		t.Fatalf("over: %v, scores %v and places %v, want %v and %v", over, r.Scores, r.Places, scores, places)
	}
}

// SameOdds checks that two players of a game at random come to their results as often, within a bound of so many.
func SameOdds[R comparable](t *testing.T, n, bound int, one, other func() R) {
	t.Helper()
	more := map[R]int{}
	for range n {
		more[one()]++
		more[other()]--
	}
	for result, d := range more {
		if max(d, -d) > bound {
			t.Errorf("of %d playouts %v came up %+d times more often than of the plain ones", n, result, d)
		}
	}
}
