package imaging

import (
	"image"
	"slices"
	"testing"

	"parlour/games"
	"parlour/games/slyde"
)

// TestSlydePlasterStaysSeen checks that where a stone is picked to be fixed or freed, a mark lies on
// every stone of the column, and on no plaster.
func TestSlydePlasterStaysSeen(t *testing.T) {
	scenes := slyde.Game{}.Scenes()
	scene := scenes[slices.IndexFunc(scenes, func(s games.Scene) bool { return s.Name == "12-change" })]
	state, err := scene.State(slyde.Game{})
	if err != nil {
		t.Fatal(err)
	}
	marked := state.Shown(scene.Seat, scene.Picked).(slyde.View)
	for _, size := range []int{Smallest, Size, Largest} {
		places, err := Places(Drawing{View: marked, Size: size})
		if err != nil || len(places) != marked.Size {
			t.Fatalf("%d places, %v, want one for each stone of the column", len(places), err)
		}
		plain, step := mustRender(t, Drawing{View: state.View(scene.Seat), Size: size}), mustRender(t, Drawing{View: marked, Size: size})
		differ := func(at image.Rectangle) bool {
			for y := at.Min.Y; y < at.Max.Y; y++ {
				for x := at.Min.X; x < at.Max.X; x++ {
					if plain.At(x, y) != step.At(x, y) {
						return true
					}
				}
			}
			return false
		}
		fixed := 0
		for i, p := range places {
			inner := image.Rect(p.X, p.Y, p.X+p.W, p.Y+p.H).Inset(p.W / 6) // within the frame of the column
			x, y, pad := p.X+p.W/2, p.Y+p.H/2, p.W/10
			middle := image.Rect(x-pad, y-pad, x+pad, y+pad)
			isFixed := marked.At(marked.Picked.Col, i).Fixed
			if isFixed {
				fixed++
			}
			if !differ(inner) || differ(middle) == isFixed {
				t.Errorf("at %d pixels, %s: marked %v, and on its middle %v; it is fixed: %v", size, p.Value, differ(inner), differ(middle), isFixed)
			}
		}
		if fixed == 0 {
			t.Error("no stone of the column is fixed")
		}
	}
}
