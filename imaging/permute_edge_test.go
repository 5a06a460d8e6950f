package imaging

import (
	"slices"
	"testing"

	"parlour/games"
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

// TestFacesShowTheLastTwist checks that the frame of the last twist is on the picture of which face
// to twist: on the whole board, on its areas, and on the area where it lies.
func TestFacesShowTheLastTwist(t *testing.T) {
	t.Parallel()
	g := permute.Game{}
	scenes := g.Scenes()
	scene := scenes[slices.IndexFunc(scenes, func(s games.Scene) bool { return s.Name == "9-faces" })]
	state, err := scene.State(g)
	if err != nil {
		t.Fatal(err)
	}
	v := state.Shown(scene.Seat, nil).(permute.View)
	for _, p := range []Drawing{{}, {Areas: true}, {Area: 2}} {
		p.View = v
		if n := accents(t, p); n < 500 {
			t.Errorf("areas %v, area %d: %d pixels of the last twist, want a frame", p.Areas, p.Area, n)
		}
		first := v
		first.Twist = nil
		p.View = first
		if n := accents(t, p); n > 0 {
			t.Errorf("areas %v, area %d: %d pixels of the accent before the first twist", p.Areas, p.Area, n)
		}
	}
}

// accents returns the number of pixels of the accent.
func accents(t *testing.T, p Drawing) (n int) {
	t.Helper()
	im, accent := mustRender(t, p), canvas.Classic().Accent
	for i := 0; i < len(im.Pix); i += 4 {
		if im.Pix[i] == accent.R && im.Pix[i+1] == accent.G && im.Pix[i+2] == accent.B {
			n++
		}
	}
	return n
}
