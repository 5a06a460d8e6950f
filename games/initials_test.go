package games

import (
	"fmt"
	"slices"
	"testing"
)

func TestInitial(t *testing.T) {
	for _, c := range []struct {
		name, text string
		all, ok    bool
	}{
		{"red E", "r", false, true},
		{"red E", "e", false, true},
		{"red E", "red", false, true},
		{"red E", "er", true, true},
		{"red E", "re", true, true},
		{"red E", "rede", true, true},
		{"red E", "ered", true, true},
		{"black B", "bb", true, true},
		{"black B", "b", false, true},
		{"red E", "", false, false},
		{"red E", "g", false, false},
		{"red E", "rr", false, false},
		{"red E", "ree", false, false},
		{"red E", "err", false, false},
		{"column 7", "c", false, false},
		{"49 none", "n", false, false},
		{"b1 ↑", "b", false, false},
		{"Swap", "s", false, false},
		{"", "s", false, false},
	} {
		if all, ok := Initial(c.name, c.text); all != c.all || ok != c.ok {
			t.Errorf("Initial(%q, %q) = %v, %v, want %v, %v", c.name, c.text, all, ok, c.all, c.ok)
		}
	}
}

// A shelf has a red and a black block of each symbol of a text, column by column.
type shelf struct {
	count
	symbols string
}

func (s shelf) Step(Seat, []string) Step {
	step := Step{Lies: Grid, Wide: len(s.symbols), High: 2}
	for i, symbol := range s.symbols {
		for y, colour := range []string{"red", "black"} {
			name := fmt.Sprint(colour, " ", string(symbol))
			step.Choices = append(step.Choices, Choice{Value: fmt.Sprint(i+1, colour[:1]), Move: "x", Short: Say(name), X: i, Y: y})
		}
	}
	return step
}

func TestInitials(t *testing.T) {
	say := func(c Choice) string { return c.Short.Key }
	for _, c := range []struct {
		symbols, text string
		steps         []string
		area          int
		ok            bool
	}{
		{"ABCDEFGH", "r", nil, 0, true},
		{"ABCDEFGH", "E", nil, 7, true}, // the fifth column, after two areas
		{"ABCDEFGH", "Er", []string{"5r"}, 0, true},
		{"ABCDEFGH", "black e", []string{"5b"}, 0, true},
		{"ABCDEFGR", "br", nil, 0, true}, // red B or black R
		{"ABCDEFGE", "E", nil, 2, true},  // in two columns
		{"EBCDEFGH", "Er", nil, 0, true},
		{"EBCDEFGH", "E", nil, 0, true},
		{"ABC", "B", nil, 0, true},
		{"ABC", "x", nil, 0, false},
		{"ABC", "", nil, 0, false},
	} {
		steps, area, ok := Initials(shelf{symbols: c.symbols}, 0, c.text, say)
		if !slices.Equal(steps, c.steps) || area != c.area || ok != c.ok {
			t.Errorf("of %s, %q is read as %q, %d, %v, want %q, %d, %v", c.symbols, c.text, steps, area, ok, c.steps, c.area, c.ok)
		}
	}
	if _, _, ok := Initials(ways, 0, "d", say); ok {
		t.Error("a step that is no grid has initials")
	}
}
