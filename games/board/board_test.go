package board

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"parlour/commands/locale"
	"parlour/games"
)

func TestCells(t *testing.T) {
	for name, want := range map[string][2]int{"a1": {0, 0}, "c12": {2, 11}, "z26": {25, 25}} {
		col, row, ok := ReadCell(name)
		if !ok || [2]int{col, row} != want || Cell(col, row) != name {
			t.Errorf("ReadCell(%q) = %d, %d, %v, want %v", name, col, row, ok, want)
		}
	}
	for _, name := range []string{"", "a", "1", "a0", "a-1", "a01", "a+1", "A1", "aa", "a1 ", "é1", "{1"} {
		if col, row, ok := ReadCell(name); ok {
			t.Errorf("ReadCell(%q) = %d, %d, want no cell", name, col, row)
		}
	}
}

func TestWithoutAndIn(t *testing.T) {
	some, more := Cells{1: 0b0110}, Cells{1: 0b1110, 2: 1}
	if got := more.Without(some); got != (Cells{1: 0b1000, 2: 1}) {
		t.Errorf("Without = %v", got)
	}
	for _, c := range []struct {
		one, other Cells
		some, all  bool
	}{{some, more, true, true}, {more, some, true, false}, {Cells{}, some, false, true}} {
		if some, all := c.one.In(c.other); some != c.some || all != c.all {
			t.Errorf("%v.In(%v) = %v, %v, want %v, %v", c.one, c.other, some, all, c.some, c.all)
		}
	}
}

// Groups are what a flood fill finds on random boards.
func TestGroupsAreFloods(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		n := 2 + rng.IntN(Max-1)
		var cells, union Cells
		for row := 1; row <= n; row++ {
			cells[row] = rng.Uint32() & (1<<n - 1)
		}
		left, want, got := cells, []int{}, []int{}
		for row := range left {
			for col := range n {
				if size := flood(&left, row, col); size > 0 {
					want = append(want, size)
				}
			}
		}
		cells.Groups(func(group Cells, size int) {
			got = append(got, size)
			union = union.With(group)
		})
		for _, sizes := range [][]int{want, got} {
			slices.Sort(sizes)
			slices.Reverse(sizes)
		}
		var census Census
		census.Take(1, cells)
		if sizes := census.Sizes(n * n); !slices.Equal(sizes[1], want) || len(sizes[0]) != 0 || sizes[0] == nil {
			t.Fatalf("the groups of %v are %v, want %v", cells, sizes, want)
		}
		if most := cells.Largest(); !slices.Equal(got, want) || union != cells || most != append(want, 0)[0] {
			t.Fatalf("the groups of %v have %v cells, the largest %d, want %v", cells, got, most, want)
		}
	}
}

// flood takes away the group of a cell, and returns its size.
func flood(cells *Cells, row, col int) int {
	if row < 0 || row >= len(cells) || col < 0 || col >= 32 || cells[row]>>col&1 == 0 {
		return 0
	}
	cells[row] &^= 1 << col
	return 1 + flood(cells, row-1, col) + flood(cells, row+1, col) + flood(cells, row, col-1) + flood(cells, row, col+1)
}

// The largest groups are compared, then the second largest, and so on. A missing group
// counts as nothing.
func TestCompare(t *testing.T) {
	for _, c := range []struct {
		groups              [2][]int
		rank, first, second int
	}{
		{[2][]int{{5, 1}, {4, 3}}, 0, 5, 4},
		{[2][]int{{5, 1}, {5, 3}}, 1, 1, 3},
		{[2][]int{{5}, {5, 1}}, 1, 0, 1},
		{[2][]int{{5, 2}, {5, 2}}, 0, 0, 0},
		{[2][]int{{10, 5, 5, 4, 4, 1, 1, 1, 1}, {10, 5, 5, 4, 1, 1, 1, 1, 1, 1, 1, 1}}, 4, 4, 1},
		{[2][]int{nil, nil}, 0, 0, 0},
	} {
		rank, first, second := Compare(c.groups)
		if rank != c.rank || first != c.first || second != c.second {
			t.Errorf("Compare(%v) = %d %d %d, want %d %d %d", c.groups, rank, first, second, c.rank, c.first, c.second)
		}
		var n Census
		for side, sizes := range c.groups {
			for _, size := range sizes {
				n[side][size]++
			}
		}
		side, won := n.Winner(Max * Max)
		if won != (first != second) || won && (side == 0) != (first > second) {
			t.Errorf("Winner of %v = %d, %v", c.groups, side, won)
		}
	}
}

// The words for a win say which group decides, and how many before it are equal.
func TestDecide(t *testing.T) {
	c, err := locale.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	voice := c.Voice("en", nil, nil)
	for want, groups := range map[string][2][]int{
		"It ends with the largest group, 43 to 16":                              {{43}, {16, 16}},
		"The largest groups are equal. It ends with the second group, 8 to 6":   {{9, 8, 2}, {9, 6, 6}},
		"The 2 largest groups are equal. It ends with the third group, 6 to 1":  {{9, 8, 1}, {9, 8, 6}},
		"The 4 largest groups are equal. It ends with group number 5, 2 to 0":   {{4, 3, 3, 2, 2}, {4, 3, 3, 2}},
		"The 3 largest groups are equal. It ends with the fourth group, 2 to 1": {{4, 3, 3, 2, 2}, {4, 3, 3, 1}},
		"The 5 largest groups are equal. It ends with group number 6, 2 to 1":   {{4, 3, 3, 3, 3, 2}, {4, 3, 3, 3, 3, 1}},
		"It ends, because all groups are equal":                                 {{4, 3}, {4, 3}},
	} {
		winner, reason := Decide(groups)
		if got := voice.Say(reason.With("Outcome", "It ends")); got != want {
			t.Errorf("the reason is %q, want %q", got, want)
		}
		_, first, second := Compare(groups)
		better := games.Spectator
		if first > second {
			better = 0
		} else if second > first {
			better = 1
		}
		if winner != better {
			t.Errorf("%v is won by %d, want %d", groups, winner, better)
		}
	}
}

// Of reasons that are worth as much the first is given, and none that is worth nothing.
func TestStrongest(t *testing.T) {
	for want, stones := range map[string][]int{"": {0, -2}, "1": {0, 3, 3, 2}, "2": {1, 2, 4}} {
		var claims []Claim
		for n, worth := range stones {
			claims = append(claims, Claim{worth, games.Say(strconv.Itoa(n))})
		}
		if got := Strongest(claims...).Key; got != want {
			t.Errorf("of reasons worth %v number %q is given, want %q", stones, got, want)
		}
	}
}

// Lines are found at their full length in all directions, and only straight ones on the board are within it.
func TestLines(t *testing.T) {
	rows := []string{ // from the top
		"#--#.",
		"-##-.",
		"-##..",
		"####.",
	}
	all := Lines(5, 4, 3, func(col, row int) bool { return rows[3-row][col] == '#' })
	if got, want := fmt.Sprint(all), "[{a1 d1} {b1 b3} {c1 c3} {a1 d4} {a4 d1}]"; got != want {
		t.Errorf("the lines are %s, want %s", got, want)
	}
	for _, line := range all {
		cells := line.Cells()
		if len(cells) != line.Long() || cells[0] != line.From || cells[len(cells)-1] != line.To || !line.Within(5, 4) || line.Within(5, 2) && line.To.Row > 1 {
			t.Errorf("%v has the cells %v", line, cells)
		}
	}
	if (Line{Spot{0, 0}, Spot{3, 1}}).Within(5, 4) {
		t.Error("a1 to d2 is a line")
	}
}
