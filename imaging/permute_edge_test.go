package imaging

import (
	"image"
	"image/color"
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

// TestFacesShowTheLastTwist checks that the frame of the last twist is on the pictures that ask for a
// face: on the whole board, on its areas, and on the area where it lies.
func TestFacesShowTheLastTwist(t *testing.T) {
	t.Parallel()
	v := permuteStep(t, "9-faces")
	for _, p := range []Drawing{{}, {Areas: true}, {Area: 2}} {
		p.View = v
		if n := pixels(mustRender(t, p), canvas.Classic().Accent); n < 500 {
			t.Errorf("areas %v, area %d: %d pixels of the last twist, want a frame", p.Areas, p.Area, n)
		}
		first := v
		first.Twist = nil
		p.View = first
		if n := pixels(mustRender(t, p), canvas.Classic().Accent); n > 0 {
			t.Errorf("areas %v, area %d: %d pixels of the accent before the first twist", p.Areas, p.Area, n)
		}
	}
}

// TestOutcomesHaveNames checks that each of four outcomes has the names of its rows at its left and
// those of its columns below.
func TestOutcomesHaveNames(t *testing.T) {
	t.Parallel()
	v := permuteStep(t, "9-outcomes", "d5")
	if len(v.Outcomes) != 4 {
		t.Fatalf("there are %d outcomes, want 4", len(v.Outcomes))
	}
	im := mustRender(t, Drawing{View: v})
	for _, at := range [][2]int{{0, 0}, {400, 0}, {0, 400}, {400, 400}} {
		left := image.Rect(0, 50, 36, 360).Add(image.Pt(at[0], at[1]))
		below := image.Rect(36, 340, 400, 394).Add(image.Pt(at[0], at[1]))
		for name, part := range map[string]image.Rectangle{"rows": left, "columns": below} {
			if n := pixels(im.SubImage(part).(*image.RGBA), canvas.Classic().Dim); n < 100 {
				t.Errorf("the outcome at %v has %d pixels of the names of %s", at, n, name)
			}
		}
	}
}

// permuteStep returns the view of a scene of Permute after steps.
func permuteStep(t *testing.T, name string, picked ...string) permute.View {
	t.Helper()
	g := permute.Game{}
	scenes := g.Scenes()
	scene := scenes[slices.IndexFunc(scenes, func(s games.Scene) bool { return s.Name == name })]
	state, err := scene.State(g)
	if err != nil {
		t.Fatal(err)
	}
	return state.Shown(scene.Seat, picked).(permute.View)
}

// pixels returns the number of pixels of a colour.
func pixels(im *image.RGBA, col color.RGBA) (n int) {
	for y := im.Rect.Min.Y; y < im.Rect.Max.Y; y++ {
		for x := im.Rect.Min.X; x < im.Rect.Max.X; x++ {
			if im.RGBAAt(x, y) == col {
				n++
			}
		}
	}
	return n
}
