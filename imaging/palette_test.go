package imaging_test

import (
	"fmt"
	"image/color"
	"math"
	"testing"

	"parlour/imaging/canvas"
)

// inks returns every ink of a palette, by name.
func inks(p *canvas.Palette) map[string]canvas.Ink {
	return map[string]canvas.Ink{
		"bright": p.Bright(), "quiet": p.Quiet(), "onPaper": p.OnPaper(), "onTrial": p.OnTrial(),
		"onFloor": p.OnFloor(), "onAccent": p.OnAccent(), "onDim": p.OnDim(),
		"card red": p.Cards[0], "card yellow": p.Cards[1], "card green": p.Cards[2], "card blue": p.Cards[3],
		"block red": p.Blocks[0], "block black": p.Blocks[1], "block green": p.Blocks[2],
		"gold": {Text: p.Ground, Ground: p.Gold}, "danger": p.Danger,
	}
}

// TestPalettes checks the contrasts in both palettes: each ink has what accessibility guidelines ask of plain text; pieces
// and marks differ in lightness from their ground, and those of the two sides from each other; so do the sides of a
// tile, its mark and its cell; and letters can be read on blocks and chips, of which those of more blocks are lighter.
func TestPalettes(t *testing.T) {
	for name, p := range map[string]canvas.Palette{"classic": canvas.Classic(), "contrast": canvas.HighContrast()} {
		apart := func(what string, a, b color.RGBA, least float64) {
			if c := contrast(a, b); c < least {
				t.Errorf("%s: %s: a contrast of %.1f, want at least %v", name, what, c, least)
			}
		}
		for what, i := range inks(&p) {
			apart(what, i.Text, i.Ground, map[string]float64{"classic": 4.5, "contrast": 7}[name])
		}
		apart("first side", p.First.Lit, p.Ground, 4.5)
		apart("second side", p.Second.Lit, p.Ground, 4.5)
		apart("the first side's damp stones", p.First.Damp, p.Ground, 3)
		apart("the second side's damp stones", p.Second.Damp, p.Ground, 3)
		apart("the sides", p.First.Lit, p.Second.Lit, 1.6)
		apart("a plaster on the first side", p.Ground, p.First.Damp, 3)
		apart("a plaster and its pad", p.Ground, p.Paper, 4.5)
		apart("the accent", p.Accent, p.Ground, 4.5)
		apart("the accent on floor", p.Accent, p.Floor, 3)
		apart("what may be picked on floor", p.Paper, p.Floor, 4.5)
		apart("what is not played", p.Trial, p.Ground, 4.5)
		apart("floor", p.Floor, p.Ground, 1.5)
		for seat, sides := range p.Tiles {
			apart(fmt.Sprint("the sides of seat ", seat), sides[0].Fill, sides[1].Fill, 9)
			for _, tile := range sides {
				apart(fmt.Sprint("a mark of seat ", seat), tile.Fill, tile.Mark, 4.5)
				if contrast(tile.Mark, p.Floor) < 3 {
					apart(fmt.Sprint("a tile of seat ", seat, " and its space"), tile.Fill, p.Floor, 3)
				}
			}
		}
		for i, block := range append(p.Blocks[:], p.OnFloor(), p.OnDim(), canvas.Ink{Text: p.Ground, Ground: p.Gold}) {
			apart(fmt.Sprint("block or chip ", i), block.Text, block.Ground, 4.5)
		}
		for _, lighter := range [][2]color.RGBA{{p.Second.Damp, p.First.Lit}, {p.Floor, p.Dim}, {p.Dim, p.Gold}} {
			if luminance(lighter[0]) >= luminance(lighter[1]) {
				t.Errorf("%s: %v is not darker than %v", name, lighter[0], lighter[1])
			}
		}
	}
	for dark, want := range map[uint32]float64{0: 21, 0x777777: 4.48} { // known values
		if c := contrast(hex(dark), hex(0xffffff)); math.Abs(c-want) > 0.01 {
			t.Errorf("the contrast of #%06x and white is %v, want %v", dark, c, want)
		}
	}
}

// contrast returns the contrast ratio of two colours by WCAG 2, from 1 to 21.
func contrast(a, b color.RGBA) float64 {
	high, low := luminance(a), luminance(b)
	if high < low {
		high, low = low, high
	}
	return (high + 0.05) / (low + 0.05)
}

// luminance returns the relative luminance of WCAG 2, from 0 to 1.
func luminance(c color.RGBA) float64 {
	return 0.2126*linearOf(c.R) + 0.7152*linearOf(c.G) + 0.0722*linearOf(c.B)
}

// linearOf converts a channel of sRGB to linear light, from 0 to 1.
func linearOf(v uint8) float64 {
	x := float64(v) / 255
	if x <= 0.04045 {
		return x / 12.92
	}
	return math.Pow((x+0.055)/1.055, 2.4)
}
