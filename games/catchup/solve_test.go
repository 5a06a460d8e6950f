package catchup

import (
	"cmp"
	"math/bits"
	"slices"
	"testing"

	"parlour/games/gametest"
)

// On size 2 the middle is the only first stone that wins under match and overtake, and under quiet
// every first stone loses.
func TestSolvedBoards(t *testing.T) {
	for bonus, want := range map[Bonus][]string{match: {"b2"}, overtake: {"b2"}, quiet: nil} {
		if got := firstWins(2, bonus); !slices.Equal(got, want) {
			t.Errorf("on size 2 with %s the first stones %v win, want %v", bonus, got, want)
		}
	}
}

// On size 3 under overtake the middle and the six middles of the sides win, as others found.
func TestSolvedBoardsInTheLongRun(t *testing.T) {
	gametest.InTheLongRun(t)
	want := []string{"a2", "b1", "b4", "c3", "d1", "d4", "e2"}
	if got := firstWins(3, overtake); !slices.Equal(got, want) {
		t.Errorf("on size 3 with overtake the first stones %v win, want %v", got, want)
	}
}

// firstWins names the first stones that win.
func firstWins(size int, bonus Bonus) (names []string) {
	s, start := newSolver(size), newPosition(size, bonus)
	for c := range Cell(start.cells()) {
		if s.winsBy(start, turnOf(c)) {
			names = append(names, start.shape.name[c])
		}
	}
	return names
}

// winsAfter reports whether a turn wins for the player who makes it.
func winsAfter(p position, turn Turn) bool { return newSolver(p.Size()).winsBy(p, turn) }

// A solver finds who wins by plain search, on boards of at most 64 cells. It keeps whether the mover
// wins in each position, and small boards that mirror or turn into each other as one.
type solver struct {
	known   map[solved]bool
	mirrors [][]uint8 // by symmetry and cell: the cell to which it goes
}

type solved struct {
	white, black uint64
	mover, limit uint8
}

func newSolver(size int) *solver {
	s := &solver{known: map[solved]bool{}}
	count := 12
	if size > 3 {
		count = 1 // most searches there are short
	}
	for m := range count {
		s.mirrors = append(s.mirrors, mirror(shapes[size](), m))
	}
	return s
}

// mirror returns where the cells go when the board is turned by so many sixths, from 6 on mirrored too.
func mirror(s *shape, m int) []uint8 {
	place := func(c Cell) [3]int { // three coordinates with the sum 0
		row := 0
		for int(c) >= s.rows[row+1] {
			row++
		}
		x, z := int(c)-s.rows[row]-min(row, s.size-1), row-s.size+1
		return [3]int{x, -x - z, z}
	}
	cells := map[[3]int]Cell{}
	for c := range Cell(s.cells) {
		cells[place(c)] = c
	}
	to := make([]uint8, s.cells)
	for c := range Cell(s.cells) {
		at := place(c)
		for range m % 6 {
			at = [3]int{-at[2], -at[0], -at[1]}
		}
		if m >= 6 {
			at[0], at[1] = at[1], at[0]
		}
		to[c] = uint8(cells[at])
	}
	return to
}

// key returns the least of the positions into which one turns and mirrors.
func (s *solver) key(p *position) solved {
	var stones [2]uint64
	for c, stone := range p.stone[:p.cells()] {
		if stone != Empty {
			stones[stone-1] |= 1 << c
		}
	}
	best := solved{white: ^uint64(0)}
	for _, to := range s.mirrors {
		var moved [2]uint64
		for side, left := range stones {
			for ; left != 0; left &= left - 1 {
				moved[side] |= 1 << to[bits.TrailingZeros64(left)]
			}
		}
		if cmp.Or(cmp.Compare(moved[0], best.white), cmp.Compare(moved[1], best.black)) < 0 {
			best = solved{white: moved[0], black: moved[1]}
		}
	}
	best.mover, best.limit = p.mover, p.limit
	return best
}

// winsBy reports whether a turn wins for the player who makes it.
func (s *solver) winsBy(p position, turn Turn) bool {
	p.Play(turn)
	return !s.wins(p)
}

// wins reports whether the mover wins. It tries turns of many stones in good places first.
func (s *solver) wins(p position) bool {
	if p.Over() {
		winner, _ := p.winner()
		return winner == p.mover
	}
	key := s.key(&p)
	won, known := s.known[key]
	if known {
		return won
	}
	type promise struct {
		turn Turn
		good int
	}
	var all []promise
	p.each(func(turn Turn, next *position) {
		good := 4*int(turn.n) + next.Largest(p.mover) - 2*next.earns(next.largest[p.mover])
		for _, c := range turn.Cells() {
			good += p.joinSize(c, 1-p.mover)
		}
		all = append(all, promise{turn, good})
	})
	slices.SortStableFunc(all, func(a, b promise) int { return b.good - a.good })
	won = slices.ContainsFunc(all, func(a promise) bool { return s.winsBy(p, a.turn) })
	s.known[key] = won
	return won
}

// Each symmetry moves every cell to a place of its own and keeps neighbours; no two are alike.
func TestMirrors(t *testing.T) {
	for _, size := range []int{2, 3, 5} {
		s, met := shapes[size](), map[string]bool{}
		for m := range 12 {
			to, seen := mirror(s, m), map[uint8]bool{}
			for c := range Cell(s.cells) {
				seen[to[c]] = true
				for _, o := range s.by[c] {
					if o != outside && !slices.Contains(s.by[to[c]][:], Cell(to[o])) {
						t.Fatalf("size %d, symmetry %d: %s and %s touch no more", size, m, s.name[c], s.name[o])
					}
				}
			}
			met[string(to)] = true
			if len(seen) != s.cells {
				t.Errorf("size %d, symmetry %d: it has %d cells, want %d", size, m, len(seen), s.cells)
			}
		}
		if len(met) != 12 {
			t.Errorf("size %d: %d symmetries differ, want 12", size, len(met))
		}
	}
}
