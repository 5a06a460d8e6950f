package imaging

import (
	"bytes"
	"image/color"
	"image/png"
	"slices"
	"testing"
)

// TestGamuts checks that the pictures of every game have all flat colours of its gamut in
// their tables, in each palette.
func TestGamuts(t *testing.T) {
	for name, p := range oneOfEach(t) {
		i := slices.IndexFunc(painters, func(painter painter) bool { return painter.draws(p.View) })
		for _, p.Palette = range Palettes() {
			im, err := png.DecodeConfig(bytes.NewReader(mustDraw(t, p)))
			if err != nil {
				t.Fatal(err)
			}
			pal := themes[p.Palette]
			for _, col := range painters[i].gamut(&pal).Flat {
				if !slices.Contains(im.ColorModel.(color.Palette), color.Color(col)) {
					t.Errorf("%s in %s lacks the colour %v", name, p.Palette, col)
				}
			}
		}
	}
}
