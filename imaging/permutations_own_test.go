package imaging

import (
	"slices"
	"testing"
)

// The cards of a large hand lie in rows as their buttons do: as few rows of up to four as can be,
// whose lengths differ by one at most, the longest first.
func TestLargeHandLiesAsItsButtons(t *testing.T) {
	want := map[int][]int{
		1: {1}, 2: {2}, 3: {3}, 4: {4}, 5: {3, 2}, 6: {3, 3}, 7: {4, 3}, 8: {4, 4}, 9: {3, 3, 3}, 10: {4, 3, 3}, 11: {4, 4, 3},
	}
	for n, rows := range want {
		var got []int
		l, last := layHand(n, 400), -1.0
		left, _ := l.at(0, false)
		for i := range n {
			x, y := l.at(i, false)
			if y > last {
				got, last = append(got, 0), y
				if x != left {
					t.Errorf("%d cards: row %d begins at %v, want %v", n, len(got), x, left)
				}
			}
			got[len(got)-1]++
		}
		if !slices.Equal(got, rows) {
			t.Errorf("%d cards lie as %v, want %v", n, got, rows)
		}
	}
}
