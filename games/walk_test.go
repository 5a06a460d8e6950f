package games

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A maze has a move for each way through its steps. Each step has the values that follow the
// picked ones in the list of ways.
type maze struct {
	count
	ways [][]string
	move func(way []string) Move
}

func (m maze) Step(_ Seat, picked []string) Step {
	var step Step
	seen := map[string]bool{}
	for _, way := range m.ways {
		n := len(picked)
		if len(way) <= n || !slices.Equal(way[:n], picked) || seen[way[n]] {
			continue
		}
		seen[way[n]] = true
		c := Choice{Value: way[n]}
		if len(way) == n+1 {
			c.Move = m.move(way)
		}
		step.Choices = append(step.Choices, c)
	}
	return step
}

// joined writes a way as its values in another order, the last one first.
func joined(way []string) Move {
	return Move(fmt.Sprint(slices.Concat(way[len(way)-1:], way[:len(way)-1])))
}

var ways = maze{move: joined, ways: [][]string{
	{"d3", "C-d4"}, {"d3", "A-e3"}, {"d4", "C-d4"}, {"swap"}, {"e1", "only", "U"}, {"e1", "only", "D"}, {"f1", "way"},
}}

func TestStepsTo(t *testing.T) {
	for _, way := range ways.ways {
		if got := StepsTo(ways, 0, joined(way)); !slices.Equal(got, way) {
			t.Errorf("StepsTo(%q) = %q, want %q", joined(way), got, way)
		}
	}
	if got := StepsTo(ways, 0, "d3 C-d5"); got != nil {
		t.Errorf("StepsTo of no move = %q, want none", got)
	}
}

// Where each of several steps has a value that the text of the move has, no other is tried before, so
// a move of many steps is found among hundreds of thousands.
func TestStepsToGoesWhereItIsNamed(t *testing.T) {
	if got, want := StepsTo(deep{}, 0, "ca,dd,eb"), []string{"e", "b", "c", "a", "d", "d"}; Made(deep{}, 0, got) != "ca,dd,eb" {
		t.Errorf("StepsTo of six steps = %q, want such as %q", got, want)
	}
}

// A deep game has six steps of 12 values each, two of which make a cell. The cells make a move in any
// order.
type deep struct{ count }

func (deep) Step(_ Seat, picked []string) (step Step) {
	for i := range 12 {
		c := Choice{Value: string(rune('a' + i))}
		if all := append(slices.Clip(picked), c.Value); len(all) == 6 {
			cells := []string{all[0] + all[1], all[2] + all[3], all[4] + all[5]}
			slices.Sort(cells)
			c.Move = Move(strings.Join(cells, ","))
		}
		if len(picked) < 6 {
			step.Choices = append(step.Choices, c)
		}
	}
	return step
}

// A walk through very many steps is given up in time.
func TestStepsToGivesUp(t *testing.T) {
	huge := maze{move: func([]string) Move { return "x" }}
	for n := range 90 {
		for k := range 90 {
			huge.ways = append(huge.ways, []string{fmt.Sprint(n), fmt.Sprint(k), "end"})
		}
	}
	if got := StepsTo(huge, 0, "y"); got != nil {
		t.Errorf("StepsTo of no move = %q, want none", got)
	}
}

func TestForward(t *testing.T) {
	for _, c := range []struct{ picked, want []string }{
		{nil, nil},
		{[]string{"d3"}, []string{"d3"}},
		{[]string{"e1"}, []string{"e1", "only"}},
		{[]string{"f1"}, []string{"f1", "way"}},
		{[]string{"swap"}, []string{"swap"}},
	} {
		if got := Forward(ways, 0, c.picked); !slices.Equal(got, c.want) {
			t.Errorf("Forward(%q) = %q, want %q", c.picked, got, c.want)
		}
	}
}

func TestTyped(t *testing.T) {
	spell := func(c Choice) []string {
		if c.Value == "C-d4" {
			return []string{"keep d4", ""}
		}
		return nil
	}
	for _, c := range []struct {
		text string
		want []string
	}{
		{"d3", []string{"d3"}},
		{" D3 c-D4", []string{"d3", "C-d4"}},
		{"d4 keep d4", []string{"d4", "C-d4"}},
		{"swap", []string{"swap"}},
		{"e1onlyu", []string{"e1", "only", "U"}},
		{"", nil},
		{"d", nil},
		{"d3x", nil},
		{"swap d3", nil},
	} {
		if got := Typed(ways, 0, c.text, spell); !slices.Equal(got, c.want) {
			t.Errorf("Typed(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

// What a text names that is no move is understood in the order in which the steps come, up to the last. A number is meant
// whole, and so is a word.
func TestUnderstood(t *testing.T) {
	for text, want := range map[string][]string{
		"c d4-e9": {"d4"}, "xd3": {"d3"}, "d33": nil, "e1 b1": {"e1"}, "only e1": {"e1", "only"}, "e1 lonely": {"e1"},
		"d4 d3": {"d4"}, "e9 d4": nil, "swap it": nil, "": nil, "nonsense": nil,
	} {
		if got := Understood(ways, 0, text); !slices.Equal(got, want) {
			t.Errorf("Understood(%q) = %q, want %q", text, got, want)
		}
	}
}
