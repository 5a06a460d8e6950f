package imaging

import (
	"image"
	"strings"
	"testing"

	"parlour/games/all"
)

// TestHalvesShowTheSameCells checks that the halves of an analysis of a board full of stones have the same rows and
// columns, however far apart the two moves lie: the coordinates beside both boards are equal.
func TestHalvesShowTheSameCells(t *testing.T) {
	seen := 0
	for _, g := range all.Games() {
		for _, s := range scenes(t, g) {
			if name := g.Info().Name; s.picture.Better == nil || !strings.Contains("permute slyde twistonly", name) {
				continue
			}
			seen++
			both := decode(t, mustDraw(t, s.picture))
			high := both.Bounds().Dy()
			for _, part := range []image.Rectangle{image.Rect(0, 48, 40, high), image.Rect(0, high-24, 390, high)} {
				if !equalHalves(both, part) {
					t.Errorf("the coordinates of %s differ in %v of its halves", s.name, part)
				}
			}
		}
	}
	if seen < 6 {
		t.Errorf("only %d scenes of analyses were looked at", seen)
	}
}

// equalHalves reports whether a part of the left half is equal to that of the right one.
func equalHalves(both *image.NRGBA, part image.Rectangle) bool {
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			if both.NRGBAAt(x, y) != both.NRGBAAt(x+Size-398, y) {
				return false
			}
		}
	}
	return true
}
