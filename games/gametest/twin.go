package gametest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"parlour/games"
	"parlour/games/board"
)

// A Twin is a position of a game of groups as one would write it at first. It shares only the rules with the game, so
// that tests can compare the two.
type Twin[T any] interface {
	Moves() []string // sorted
	Play(move string) T
	Groups() [2][]int // the sizes of the groups that count, of the first side and of the second, descending
}

// Winner compares the groups of a twin from the largest: 1 if the first side wins, -1 if the second does, 0 for a draw.
func Winner[T Twin[T]](p T) int { return slices.Compare(p.Groups()[0], p.Groups()[1]) }

// Playout plays a twin at random to its end, and returns the [Winner].
func Playout[T Twin[T]](p T, rng *rand.Rand) int {
	for moves := p.Moves(); len(moves) > 0; moves = p.Moves() {
		p = p.Play(AnyOf(moves, rng))
	}
	return Winner(p)
}

// AnyOf draws one of some moves.
func AnyOf(moves []string, rng *rand.Rand) string { return moves[rng.IntN(len(moves))] }

// Sequences counts the sequences of moves from a twin on.
func Sequences[T Twin[T]](p T, depth int) (sum int) {
	moves := p.Moves()
	if depth == 1 {
		return len(moves)
	}
	for _, m := range moves {
		sum += Sequences(p.Play(m), depth-1)
	}
	return sum
}

// After plays the moves of a log.
func After[T Twin[T]](p T, moves []games.Ply) T {
	for _, m := range moves {
		p = p.Play(string(m.Move))
	}
	return p
}

// Alongside plays a game by a state and its twin. At every ply it compares the moves, the groups and the winner, and at
// the end the result, in which the first side is that of a seat. Look sees each position and picks a move of those
// that are left.
func Alongside[T Twin[T], S games.State, P interface {
	Groups() [2][]int
	Winner() (board.Colour, bool)
}](t *testing.T, p T, s S, orange int, pos func(S) P, look func(p T, s S, moves []string) string) {
	t.Helper()
	for {
		moves, at := p.Moves(), pos(s)
		var got []string
		for _, owes := range s.ToMove() {
			for _, m := range s.Legal(owes) {
				got = append(got, string(m))
			}
		}
		if !slices.Equal(got, moves) {
			t.Fatalf("%v: moves %v, want %v", p, got, moves)
		}
		for side, sizes := range at.Groups() {
			if !slices.Equal(sizes, p.Groups()[side]) {
				t.Fatalf("%v: groups %v, want %v", p, at.Groups(), p.Groups())
			}
		}
		side, won := at.Winner()
		if want := Winner(p); won != (want != 0) || won && int(side) != (1-want)/2 {
			t.Fatalf("%v: Winner() = %v, %v, want %d", p, side, won, want)
		}
		m := look(p, s, moves)
		if len(moves) == 0 {
			break
		}
		p, s = p.Play(m), Move(t, s, games.Move(m))
	}
	places, scores := []int{1, 1}, []int{0, 0}
	if w := Winner(p); w != 0 {
		places[orange^((1+w)/2)] = 2
	}
	for side, sizes := range p.Groups() {
		scores[orange^side] = First(sizes)
	}
	if r, over := s.Result(); !over || !slices.Equal(r.Scores, scores) || !slices.Equal(r.Places, places) {
		t.Fatalf("over: %v, scores %v and places %v, want %v and %v", over, r.Scores, r.Places, scores, places)
	}
}

// First returns the largest of some sizes, which descend; 0 if there are none.
func First(sizes []int) int {
	if len(sizes) == 0 {
		return 0
	}
	return sizes[0]
}

// SameOdds checks that a game at random is won by each side as often as its twin, within a bound of so many: five
// standard deviations of the difference of two such counts. A playout is worth 1 to the first side if that wins.
func SameOdds[T Twin[T]](t *testing.T, rng *rand.Rand, n, bound int, p T, playout func(*rand.Rand) float64) {
	t.Helper()
	more := map[int]int{}
	for range n {
		more[int(2*playout(rng))-1]++
		more[Playout(p, rng)]--
	}
	for result, d := range more {
		if max(d, -d) > bound {
			t.Errorf("of %d playouts %v came up %+d times more often than of the plain ones", n, result, d)
		}
	}
}

// A Cell is a cell of a twin, by column and row.
type Cell = [2]int

// Name names a cell, of which column and row count from 1, and ReadName reads such a name.
func Name(cell Cell) string { return fmt.Sprintf("%c%d", 'a'+cell[0]-1, cell[1]) }

func ReadName(name string) (cell Cell) {
	cell[0] = int(name[0]-'a') + 1
	if _, err := fmt.Sscan(name[1:], &cell[1]); err != nil {
		panic(err)
	}
	return cell
}

// Face lists the cells of a face of 2×2 by its bottom left one, clockwise.
func Face(at Cell) []Cell {
	col, row := at[0], at[1]
	return []Cell{at, {col, row + 1}, {col + 1, row + 1}, {col + 1, row}}
}

// Twisted returns the stones after a twist of a face, "C" clockwise or "A".
func Twisted[S any](stones map[Cell]S, face []Cell, way string) map[Cell]S {
	next, by := maps.Clone(stones), map[string]int{"C": 1, "A": 3}[way]
	for i, cell := range face {
		next[face[(i+by)%4]] = stones[cell]
	}
	return next
}

// Parts returns the groups of a board: cells that are joined side by side, and whose stones are of one side.
func Parts[S any](stones map[Cell]S, side func(S) int) (all [2][][]Cell) {
	seen := map[Cell]bool{}
	var flood func(from Cell) []Cell
	flood = func(from Cell) []Cell {
		seen[from] = true
		group := []Cell{from}
		for _, d := range []Cell{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			next := Cell{from[0] + d[0], from[1] + d[1]}
			if stone, there := stones[next]; there && !seen[next] && side(stone) == side(stones[from]) {
				group = append(group, flood(next)...)
			}
		}
		return group
	}
	for cell, stone := range stones {
		if !seen[cell] {
			all[side(stone)] = append(all[side(stone)], flood(cell))
		}
	}
	return all
}

// Sizes returns the sizes of the groups of two sides, descending, of those that count.
func Sizes(parts [2][][]Cell, counts func(group []Cell) bool) (sizes [2][]int) {
	for side, groups := range parts {
		for _, group := range groups {
			if counts(group) {
				sizes[side] = append(sizes[side], len(group))
			}
		}
		slices.Sort(sizes[side])
		slices.Reverse(sizes[side])
	}
	return sizes
}

// Joined reports whether two groups of the sizes given lie in one of a size afterwards, but for the cells that a move
// changed.
func Joined(before, after [][]Cell, changed []Cell, one, other, size int) bool {
	return slices.ContainsFunc(after, func(group []Cell) bool {
		var sizes []int
		for _, part := range before {
			rest := slices.DeleteFunc(slices.Clone(part), func(c Cell) bool { return slices.Contains(changed, c) })
			out := func(c Cell) bool { return !slices.Contains(group, c) }
			if len(group) == size && len(rest) > 0 && !slices.ContainsFunc(rest, out) {
				sizes = append(sizes, len(part))
			}
		}
		i := slices.Index(sizes, one)
		return i >= 0 && slices.Contains(slices.Delete(sizes, i, i+1), other)
	})
}
