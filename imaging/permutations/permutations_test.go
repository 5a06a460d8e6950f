package permutations

import (
	"slices"
	"testing"

	"parlour/games/permutations"
	"parlour/imaging/canvas"
)

// TestLargeHandLiesAsItsButtons checks that the cards of a large hand lie in as few rows of up to four as
// can be, whose lengths differ by one at most, the longest first.
func TestLargeHandLiesAsItsButtons(t *testing.T) {
	for n, rows := range [][]int{1: {1}, 2: {2}, 3: {3}, 4: {4}, 5: {3, 2}, 6: {3, 3}, 7: {4, 3}, 8: {4, 4}, 9: {3, 3, 3}, 10: {4, 3, 3}, 11: {4, 4, 3}} {
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

// TestShapes checks that the shapes of colours and icons can be told apart at 20 pixels without
// colour: two of them differ in at least a fifth of the pixels that they cover.
func TestShapes(t *testing.T) {
	var drawn [][]bool
	for i := range 7 {
		c := canvas.NewPlain(24)
		c.Stamp(canvas.Key{}, canvas.NewBox(0, 0, 24, 24), func(pen *canvas.Pen, _ canvas.Box) {
			if i < 4 {
				suitPath(pen, permutations.Colour(i), 12, 12, 10)
			} else {
				iconPath(pen, permutations.Icon(i-3), 12, 12, 10)
			}
			pen.Fill(Painter.Table.Classic().Paper)
		})
		var covered []bool
		for at := range 24 * 24 {
			covered = append(covered, c.Pixels().RGBAAt(at%24, at/24).A > 127)
		}
		drawn = append(drawn, covered)
	}
	for x, a := range drawn {
		for y, b := range drawn[:x] {
			either, one := 0, 0
			for i := range a {
				if a[i] || b[i] {
					either++
				}
				if a[i] != b[i] {
					one++
				}
			}
			if 5*one < either {
				t.Errorf("shapes %d and %d differ in %d of %d pixels, want a fifth", x, y, one, either)
			}
		}
	}
}
