package layout

import (
	"slices"
	"testing"

	"parlour/games"
)

// A row of choices is parted evenly: at most four each, and as long as each other but for one.
func TestRowsAreEven(t *testing.T) {
	for n, want := range [][]int{nil, {1}, {2}, {3}, {4}, {3, 2}, {3, 3}, {4, 3}, {4, 4}, {3, 3, 3}, {4, 3, 3}, {4, 4, 3}, {4, 4, 4}, {4, 3, 3, 3}} {
		step := games.Step{Lies: games.Row}
		for i := range n {
			step.Choices = append(step.Choices, games.Choice{X: i})
		}
		var long []int
		next := 0
		for _, row := range Of(step, 0) {
			long = append(long, len(row))
			for _, s := range row {
				if s.Choice.X != next {
					t.Errorf("of %d choices, %d lies where %d should", n, s.Choice.X, next)
				}
				next++
			}
		}
		if !slices.Equal(long, want) {
			t.Errorf("%d choices lie in rows of %v, want %v", n, long, want)
		}
	}
}
