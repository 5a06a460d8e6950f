package imaging_test

import (
	"image/color"
	"math"
	"testing"

	"parlour/imaging"
	"parlour/imaging/canvas"
	"parlour/imaging/pages"
)

// inks returns every ink of a palette, by name.
func inks(p *canvas.Palette) map[string]canvas.Ink {
	return map[string]canvas.Ink{
		"bright": p.Bright(), "quiet": p.Quiet(), "onPaper": p.OnPaper(), "onTrial": p.OnTrial(), "onPlate": p.OnPlate(),
		"onBoard": p.OnBoard(), "onFloor": p.OnFloor(), "onAccent": p.OnAccent(), "onDim": p.OnDim(),
		"card": p.Face, "card red": p.Cards[0], "card yellow": p.Cards[1], "card green": p.Cards[2], "card blue": p.Cards[3],
		"block red": p.Blocks[0], "block black": p.Blocks[1], "block green": p.Blocks[2], "danger": p.Danger,
	}
}

// TestTextContrast checks in the palettes of every game that each ink has what accessibility guidelines ask of plain
// text.
func TestTextContrast(t *testing.T) {
	for name, least := range map[string]float64{imaging.Classic: 4.5, imaging.Contrast: 7} {
		check := func(of string, all map[string]canvas.Ink) {
			for what, i := range all {
				if c := contrast(i.Text, i.Ground); c < least {
					t.Errorf("%s, %s: text %s has a contrast of %.1f, want %v", of, name, what, c, least)
				}
			}
		}
		for game, drawing := range oneOfEach(t) {
			p := imaging.Palette(drawing.View, name)
			check(game, inks(&p))
		}
		p := imaging.PagePalette(name)
		check("pages", inks(&p))
		check("pages", pages.Inks(&p))
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
