package canvas

import (
	"image"
	"image/color"
	"math"
	"testing"

	"parlour/games"
)

// TestGrid checks that cells have whole, even pixels and fill the room for the board, at every
// size of picture.
func TestGrid(t *testing.T) {
	c := New()
	pal := Table{}.Classic()
	for _, size := range []int{350, 517, 800, 1600} {
		c.Begin(size, &pal, false)
		for n := 2; n <= 26; n++ {
			room := c.BoardRoom(games.Drawing{})
			g := c.NewGrid(room, n, n)
			for _, v := range []float64{g.Cell / 2, g.left / 2, g.top} {
				if v != math.Trunc(v) {
					t.Errorf("newGrid(%d) = %+v, want whole and even pixels", n, g)
				}
			}
			all := Box{g.left, g.top, g.Cell * float64(n), g.Cell * float64(n)}
			if spare := room.W - all.W; spare < 0 || spare >= float64(2*n) || all.X < room.X-2 || all.X+all.W > room.X+room.W+2 {
				t.Errorf("newGrid(%d) lies at %+v in a room of %+v", n, all, room)
			}
		}
	}
}

// TestPartShowsHalfCells checks that the slab of a part of a board lies within its room, and shows half a cell more where
// the board goes on, and no sliver of one where it ends.
func TestPartShowsHalfCells(t *testing.T) {
	c := New()
	pal := Table{}.Classic()
	c.Begin(Size, &pal, false)
	room := c.BoardRoom(games.Drawing{})
	const n, k = 12, 7
	for at := -2; at < n; at++ {
		g := c.Part(room, n, k, k, at, n-at)
		bed, first, last := g.Bed(), g.At(g.Col, g.Row+k-1), g.At(g.Col+k-1, g.Row)
		for side, s := range map[string]struct {
			shown float64
			goes  bool
		}{
			"left": {first.X - bed.X, g.Col > 0}, "right": {bed.X + bed.W - last.X - last.W, g.Col+k < n},
			"upper": {first.Y - bed.Y, g.Row+k < n}, "lower": {bed.Y + bed.H - last.Y - last.H, g.Row > 0},
		} {
			if s.goes && s.shown != g.Cell/2 || !s.goes && s.shown > g.margin() {
				t.Errorf("from %d, %d: at the %s edge %v of cells of %v are shown, and the board goes on: %v", g.Col, g.Row, side, s.shown, g.Cell, s.goes)
			}
		}
		if out := room.Grow(g.margin()); bed.X < out.X || bed.Y < out.Y || bed.X+bed.W > out.X+out.W || bed.Y+bed.H > out.Y+out.H {
			t.Errorf("from %d, %d: the slab lies at %+v in a room of %+v", g.Col, g.Row, bed, room)
		}
	}
}

// TestDashesAreEven checks that dashes around a box are the same on opposite sides, and lie round all four corners: none
// is cut where the line begins.
func TestDashesAreEven(t *testing.T) {
	for _, size := range [][2]int{{36, 34}, {36, 38}, {60, 84}, {123, 174}} {
		c := NewPlain(200)
		c.Stamp(Key{}, NewBox(0, 0, 200, 200), func(pen *Pen, _ Box) {
			pen.DashedRect(NewBox(4, 4, float64(size[0]), float64(size[1])), 6, 16, 12)
			pen.Stroke(color.RGBA{A: 0xff}, 4)
		})
		im, ink, uneven := c.Pixels(), 0, 0
		dark := func(x, y int) bool { return im.RGBAAt(x, y).A > 0x80 }
		all := image.Rect(0, 0, size[0]+8, size[1]+8)
		for y := range all.Max.Y {
			for x := range all.Max.X {
				if dark(x, y) {
					ink++
				}
				if dark(x, y) != dark(all.Max.X-1-x, y) || dark(x, y) != dark(x, all.Max.Y-1-y) {
					uneven++
				}
			}
		}
		if uneven > 0 {
			t.Errorf("%v: %d of %d pixels of dashes are not those on the other sides", size, uneven, ink)
		}
		if part := float64(ink) / float64(8*(size[0]+size[1])); part < 0.3 || part > 0.8 || !dark(6, 5) {
			t.Errorf("%v: dashes are %.2f of the line", size, part)
		}
	}
}
