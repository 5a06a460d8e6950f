package board

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
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

func TestReadSize(t *testing.T) {
	for text, want := range map[string]bool{"2": true, "9": true, "26": true, "1": false, "27": false, "09": false, "+9": false, " 9": false, "": false, "nine": false} {
		if size, ok := ReadSize(text, 2, 26); ok != want || ok && strconv.Itoa(size) != text {
			t.Errorf("ReadSize(%q) = %d, %v, want %v", text, size, ok, want)
		}
	}
}

func TestReadSpot(t *testing.T) {
	for _, c := range []struct {
		picked []string
		want   Spot
		ok     bool
	}{
		{[]string{"c"}, Spot{2, -1}, true}, {[]string{"c", "4"}, Spot{2, 3}, true}, {[]string{"d", "1"}, Spot{3, 0}, true},
		{nil, Spot{}, false}, {[]string{"e"}, Spot{4, -1}, false}, {[]string{"c", "5"}, Spot{2, 4}, false}, {[]string{"c4"}, Spot{}, false},
		{[]string{"c", "04"}, Spot{}, false}, {[]string{"*"}, Spot{}, false}, {[]string{"", "c4"}, Spot{}, false}, {[]string{"c", "4", "x"}, Spot{}, false},
	} {
		if at, ok := ReadSpot(c.picked, 4); ok != c.ok || ok && at != c.want {
			t.Errorf("ReadSpot(%q) = %v, %v, want %v, %v", c.picked, at, ok, c.want, c.ok)
		}
	}
}

func TestNth(t *testing.T) {
	for n, want := range []int{0, 3, 25} {
		if got := Nth(1<<0|1<<3|1<<25, n); got != want {
			t.Errorf("the cell number %d lies in column %d, want %d", n, got, want)
		}
	}
}

// Groups are what a flood fill finds on random boards, with four neighbours and with six.
func TestGroupsAreFloods(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	steps := map[Neighbours][][2]int{
		Four: {{1, 0}, {-1, 0}, {0, 1}, {0, -1}},
		Six:  {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}},
	}
	for range 200 {
		n := 2 + rng.IntN(Max-1)
		var cells Cells
		for row := 1; row <= n; row++ {
			cells[row] = rng.Uint32() & (1<<n - 1)
		}
		for by, around := range steps {
			var want, got []int
			left := cells
			for row := range left {
				for left[row] != 0 {
					want = append(want, flood(&left, row, around))
				}
			}
			var union Cells
			cells.Groups(by, func(group Cells, size int) {
				got = append(got, size)
				for row := range union {
					union[row] |= group[row]
				}
			})
			slices.Sort(want)
			slices.Reverse(want)
			var census Census
			census.Take(1, cells, by)
			if sizes := census.Sizes(n * n); !slices.Equal(sizes[1], want) || len(sizes[0]) != 0 || sizes[0] == nil {
				t.Fatalf("the groups of %v with %d are %v, want %v", cells, by, sizes, want)
			}
			slices.Sort(got)
			slices.Reverse(got)
			if !slices.Equal(got, want) || union != cells {
				t.Fatalf("the groups of %v with %d have %v cells, want %v", cells, by, got, want)
			}
			if most := cells.Largest(by); len(want) > 0 && most != want[0] || (Cells{}).Largest(by) != 0 {
				t.Fatalf("the largest group of %v is %d, want %v", cells, most, want)
			}
		}
	}
}

// flood takes away the group of the lowest cell of a row, and returns its size.
func flood(cells *Cells, row int, around [][2]int) int {
	col := 0
	for cells[row]>>col&1 == 0 {
		col++
	}
	size, todo := 0, [][2]int{{col, row}}
	cells[row] &^= 1 << col
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		size++
		for _, d := range around {
			c, r := at[0]+d[0], at[1]+d[1]
			if c >= 0 && c < 32 && r >= 0 && r < len(cells) && cells[r]>>c&1 == 1 {
				cells[r] &^= 1 << c
				todo = append(todo, [2]int{c, r})
			}
		}
	}
	return size
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
		"largest group 43 to 16":                             {{43}, {16, 16}},
		"second group 8 to 6, as the largest are equal":      {{9, 8, 2}, {9, 6, 6}},
		"third group 6 to 1, as the 2 largest are equal":     {{9, 8, 1}, {9, 8, 6}},
		"group number 5, 2 to 0, as the 4 largest are equal": {{4, 3, 3, 2, 2}, {4, 3, 3, 2}},
		"fourth group 2 to 1, as the 3 largest are equal":    {{4, 3, 3, 2, 2}, {4, 3, 3, 1}},
		"group number 6, 2 to 1, as the 5 largest are equal": {{4, 3, 3, 3, 3, 2}, {4, 3, 3, 3, 3, 1}},
		"all groups are equal":                               {{4, 3}, {4, 3}},
	} {
		winner, reason := Decide(groups)
		if got := voice.Say(reason); got != want {
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

// Four twists bring every stone back, a twist either way undoes the other, and clockwise the stone
// at the bottom left goes to the top left.
func TestSource(t *testing.T) {
	for _, side := range []int{2, 3} {
		if got := Source(side, true, side*(side-1)); got != 0 {
			t.Errorf("clockwise, the stone at the top left of %d comes from %d", side, got)
		}
		for place := range side * side {
			at := place
			for range 4 {
				at = Source(side, true, at)
			}
			if back := Source(side, false, Source(side, true, place)); at != place || back != place {
				t.Errorf("on %d, four twists bring %d to %d, and two opposite ones to %d", side, place, at, back)
			}
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

// The text of a large board is short enough for a message; from 25 on it leaves out the names of rows and columns.
func TestTextIsShort(t *testing.T) {
	for size := 2; size <= Max; size++ {
		text := Text(size, func(col, row int) byte { return 'O' })
		if len(text) > 700 || strings.Count(text, "O") != size*size || strings.Contains(text, "a") != (size <= 24) {
			t.Errorf("%d×%d has %d characters, want at most 700 and every stone:\n%s", size, size, len(text), text)
		}
	}
}

// What is read from the beginning of a move leaves the rest of it.
func TestCut(t *testing.T) {
	for text, want := range map[string]string{
		"a1": "0 0 \"\" true", "c12-d1": "2 11 \"-d1\" true", "b123": "1 11 \"3\" true", "z9z": "25 8 \"z\" true",
		"": "0 0 \"\" false", "a": "0 0 \"\" false", "a01": "0 0 \"\" false", "1a": "0 0 \"a\" false",
	} {
		col, row, rest, ok := CutCell(text)
		if got := fmt.Sprintf("%d %d %q %v", col, row, rest, ok); got != want {
			t.Errorf("CutCell(%q) = %s, want %s", text, got, want)
		}
	}
	for text, want := range map[string]string{"ca1": "true a1 true", "aa1": "false a1 true", "d1": "false d1 false", "": "false  false"} {
		clockwise, rest, ok := CutTurn(Plain(" " + strings.ToUpper(text)))
		if got := fmt.Sprint(clockwise, " ", rest, " ", ok); got != want {
			t.Errorf("CutTurn(%q) = %s, want %s", text, got, want)
		}
	}
}

// A picker offers the columns in which something can be picked, then the rows there, and then what comes after a place.
func TestPicker(t *testing.T) {
	p := Picker{Game: "toy", Ask: "toy.ask.", Size: 3, Cells: 4, Choose: func(at Spot) games.Step { return games.Step{Ask: games.Say(at.Name())} },
		Rows: func(col int) []int { return [][]int{{0, 2}, nil, {1}}[col] }}
	for picked, want := range map[string]string{
		"": "toy.ask.column a@0,0 c@2,0", "a": "toy.ask.row 1@0,2 3@0,0", "c": "toy.ask.row 2@2,1", "b": "", "d": "", "a 2": "a2", "a 4": "", "a 2 x": "",
	} {
		step := p.Step(strings.Fields(picked))
		got := []string{step.Ask.Key}
		for _, c := range step.Choices {
			got = append(got, fmt.Sprintf("%s@%d,%d", c.Value, c.X, c.Y))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("after %q the step is %q, want %q", picked, got, want)
		}
	}
	if c := (Spot{2, -1}).Name(); c != "c" {
		t.Errorf("column c is named %s", c)
	}
	if p.Cells = 20; p.Step(nil).Choices[0].Placed() {
		t.Error("the columns of a large board can be touched")
	}
}
