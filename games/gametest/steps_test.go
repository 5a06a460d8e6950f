package gametest

import (
	"strings"
	"testing"

	"parlour/games"
)

// Areas that leave a choice out, that overlap, or that are too large are found.
func TestPartedFindsEachFault(t *testing.T) {
	step := games.Step{Lies: games.Grid, Wide: 10, High: 6, Choices: []games.Choice{{Value: "swap", X: -1}, {Value: "a", X: 4, Y: 2}, {Value: "b", X: 5, Y: 5}}}
	for _, c := range []struct {
		why   string
		areas []games.Area
		want  string // in the error; empty for none
	}{
		{"as they are", step.Areas(), ""},
		{"none", nil, ""},
		{"one that is left out", []games.Area{{X: 0, Y: 0, Wide: 5, High: 3}}, `"b" at 5, 5 lies in 0 areas`},
		{"two that overlap", []games.Area{{X: 0, Y: 0, Wide: 5, High: 5}, {X: 4, Y: 2, Wide: 2, High: 4}}, `"a" at 4, 2 lies in 2 areas`},
		{"one that is wide", []games.Area{{X: 0, Y: 0, Wide: 6, High: 5}}, "too many places"},
		{"one that is high", []games.Area{{X: 0, Y: 0, Wide: 5, High: 6}}, "too many places"},
		{"an empty one", []games.Area{{X: 0, Y: 0, Wide: 0, High: 5}}, "or none"},
	} {
		if err := parted(step, c.areas); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("with areas of which %s: %v, want %q", c.why, err, c.want)
		}
	}
}
