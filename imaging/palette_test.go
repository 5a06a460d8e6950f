package imaging

import (
	"image/color"
	"math"
	"testing"
)

// themes are all palettes, by name.
var themes = map[string]palette{Classic: classic, Contrast: highContrast}

// TestTextContrast checks that each ink of each palette has the contrast that accessibility
// guidelines ask of plain text.
func TestTextContrast(t *testing.T) {
	for name, p := range themes {
		least := 4.5
		if name == Contrast {
			least = 7
		}
		for what, i := range p.inks() {
			if c := contrast(i.text, i.ground); c < least {
				t.Errorf("%s: %s has a contrast of %.1f, want at least %v", name, what, c, least)
			}
		}
	}
}

// TestPieceContrast checks that pieces and marks differ in lightness from their ground, that
// the pieces of the two sides do from each other, and that no damp stone is lighter than a lit
// one.
func TestPieceContrast(t *testing.T) {
	for name, p := range themes {
		for _, pair := range []struct {
			what  string
			a, b  color.RGBA
			least float64
		}{
			{"first side", p.first.lit, p.ground, 4.5},
			{"second side", p.second.lit, p.ground, 4.5},
			{"the first side's damp stones", p.first.damp, p.ground, 3},
			{"the second side's damp stones", p.second.damp, p.ground, 3},
			{"the sides", p.first.lit, p.second.lit, 1.6},
			{"a plaster on the first side", p.ground, p.first.damp, 3},
			{"a plaster and its pad", p.ground, p.paper, 4.5},
			{"the accent", p.accent, p.ground, 4.5},
			{"the accent on floor", p.accent, p.floor, 3},
			{"what may be picked on floor", p.paper, p.floor, 4.5},
			{"what is not played", p.trial, p.ground, 4.5},
			{"floor", p.floor, p.ground, 1.5},
		} {
			if c := contrast(pair.a, pair.b); c < pair.least {
				t.Errorf("%s: %s: a contrast of %.1f, want at least %v", name, pair.what, c, pair.least)
			}
		}
		if lit, damp := luminance(p.first.lit), luminance(p.second.damp); damp > lit {
			t.Errorf("%s: the second side's damp stones are lighter than the first side's lit ones", name)
		}
	}
}

// TestShades checks that the table of every game has all its flat colours, and at most 16.
func TestShades(t *testing.T) {
	for i := range painters {
		for _, contrast := range []bool{false, true} {
			p := palettes(contrast, i)
			if len(p.shades.list) > mostShades {
				t.Errorf("painter %d: %d colours", i, len(p.shades.list))
			}
			for _, col := range painters[i].gamut(p).flat {
				if p.shades.list[p.shades.index(col)] != col {
					t.Errorf("painter %d lacks the colour %v", i, col)
				}
			}
		}
	}
}

// TestContrast checks the measure of contrast with known values.
func TestContrast(t *testing.T) {
	if c := contrast(rgb(0), rgb(0xffffff)); math.Abs(c-21) > 0.01 {
		t.Errorf("contrast(black, white) = %v, want 21", c)
	}
	if c := contrast(rgb(0x777777), rgb(0xffffff)); math.Abs(c-4.48) > 0.01 {
		t.Errorf("contrast(#777777, white) = %v, want 4.48", c)
	}
}

// contrast returns the contrast ratio of WCAG 2, from 1 to 21.
func contrast(a, b color.RGBA) float64 {
	high, low := luminance(a), luminance(b)
	if high < low {
		high, low = low, high
	}
	return (high + 0.05) / (low + 0.05)
}

// luminance returns the relative luminance of WCAG 2, from 0 to 1.
func luminance(c color.RGBA) float64 {
	return 0.2126*toLinear(c.R) + 0.7152*toLinear(c.G) + 0.0722*toLinear(c.B)
}
