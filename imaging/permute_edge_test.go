package imaging

import (
	"testing"

	"parlour/games/permute"
	"parlour/imaging/canvas"
)

// TestFrameHidesNoText checks that the frame of a twist at the edge of a board changes nothing
// above the board, where the names are, nothing below it, where the letters of the columns are,
// and none of the numbers beside it.
func TestFrameHidesNoText(t *testing.T) {
	t.Parallel()
	for _, size := range []int{9, 12, 19} {
		v := permuteLine{size: size}.play(t)
		plain := mustRender(t, permutePicture(v))
		grid, last := canvas.NewGrid(boardRoom(), size, size), size-2
		left, top := int(grid.At(0, size-1).X), int(grid.At(0, size-1).Y)
		bottom := top + size*int(grid.Cell)
		for i, face := range [][2]int{{0, last}, {3, last}, {last, last}, {0, 3}, {last, 3}, {0, 0}, {3, 0}, {last, 0}} {
			v.Twist = &permute.Twist{Col: face[0], Row: face[1], Clockwise: i%2 == 0}
			framed := mustRender(t, permutePicture(v))
			hidden, accent := 0, 0
			for y := range Size {
				for x := range Size {
					outside := y < top || y >= bottom || x < left && plain.RGBAAt(x, y) == canvas.Classic().Dim
					if outside && framed.RGBAAt(x, y) != plain.RGBAAt(x, y) {
						hidden++
					}
					if framed.RGBAAt(x, y) == canvas.Classic().Accent {
						accent++
					}
				}
			}
			if hidden > 0 || accent < 500 {
				t.Errorf("the frame of face %v of %d×%d has %d pixels, and hides %d around the board", face, size, size, accent, hidden)
			}
		}
	}
}
