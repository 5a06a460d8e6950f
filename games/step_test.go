package games

import (
	"slices"
	"testing"
)

// asking is a position in which a move is a letter, after which a number may be added.
type asking struct{ count }

func (asking) Step(seat Seat, picked []string) Step {
	switch {
	case seat == 0 && len(picked) == 0:
		return Step{Choices: []Choice{{Value: "a"}, {Value: "swap", Move: "swap"}}}
	case seat == 0 && slices.Equal(picked, []string{"a"}):
		return Step{Done: "a", Choices: []Choice{{Value: "1", Move: "a1"}}}
	}
	return Step{}
}

func TestMade(t *testing.T) {
	for _, c := range []struct {
		seat   Seat
		picked []string
		want   Move
	}{
		{0, nil, ""},
		{0, []string{"a"}, ""}, // done, and something may be added
		{0, []string{"swap"}, "swap"},
		{0, []string{"a", "1"}, "a1"},
		{0, []string{"a", Enough}, "a"},
		{0, []string{"a", "2"}, ""},
		{0, []string{"swap", "1"}, ""},
		{0, []string{Enough}, ""},
		{1, []string{"swap"}, ""},
	} {
		if got := Made(asking{}, c.seat, c.picked); got != c.want {
			t.Errorf("Made(%d, %q) = %q, want %q", c.seat, c.picked, got, c.want)
		}
	}
}

// A Grid of any size is parted into areas that cover each place once, as few as can be and as
// large as each other, but for one place across or down.
func TestAreas(t *testing.T) {
	for wide := 1; wide <= 26; wide++ {
		for high := 1; high <= 26; high++ {
			across, down := AreaWide, AreaHigh
			if wide > 16 {
				across, down = across+1, down-1
			}
			cols, rows := (wide+across-1)/across, (high+down-1)/down
			areas := Step{Lies: Grid, Wide: wide, High: high}.Areas()
			if cols*rows == 1 {
				if areas != nil {
					t.Errorf("%d×%d has areas %v, want none", wide, high, areas)
				}
				continue
			}
			if len(areas) != cols*rows {
				t.Errorf("%d×%d has %d areas, want %d", wide, high, len(areas), cols*rows)
			}
			for _, a := range areas {
				if a.Wide < wide/cols || a.Wide > across || a.High < high/rows || a.High > down {
					t.Errorf("%d×%d has the area %+v", wide, high, a)
				}
			}
			for place := range wide * high {
				c := Choice{X: place % wide, Y: place / wide}
				if n := len(slices.DeleteFunc(slices.Clone(areas), func(a Area) bool { return !a.Has(c) })); n != 1 {
					t.Errorf("%d, %d on %d×%d lies in %d areas, want 1", c.X, c.Y, wide, high, n)
				}
			}
		}
	}
	if areas := (Step{Lies: Row, Wide: 26, High: 26}).Areas(); areas != nil {
		t.Errorf("a Row has areas %v", areas)
	}
}

// Behind the areas come the columns of each row of areas, and choices that all lie in one are found
// there. A Grid without areas has none.
func TestAreaOfAColumn(t *testing.T) {
	step := Step{Lies: Grid, Wide: 6, High: 8} // two areas across, two down
	for number, want := range map[int]Area{1: {0, 0, 3, 4}, 4: {3, 4, 3, 4}, 5: {0, 0, 1, 4}, 10: {5, 0, 1, 4}, 11: {0, 4, 1, 4}, 16: {5, 4, 1, 4}} {
		if got, ok := step.Area(number); !ok || got != want {
			t.Errorf("Area(%d) = %v, %v, want %v", number, got, ok, want)
		}
	}
	for _, number := range []int{-1, 0, 17} {
		if got, ok := step.Area(number); ok {
			t.Errorf("Area(%d) = %v, want none", number, got)
		}
	}
	at := func(x, y int) Choice { return Choice{X: x, Y: y} }
	for want, found := range map[int][]Choice{
		10: {at(5, 0), at(5, 3)},
		2:  {at(5, 0), at(4, 3)},
		11: {at(0, 7)},
		0:  {at(5, 3), at(5, 4)},
	} {
		if got := step.AreaOf(found); got != want {
			t.Errorf("%v lie in the area %d, want %d", found, got, want)
		}
	}
	if _, ok := (Step{Lies: Grid, Wide: 4, High: 4}).Area(1); ok {
		t.Error("a small Grid has a column")
	}
}
