package imaging

import (
	"image/color"
	"math"
	"reflect"
	"strings"
	"testing"
)

// themes are all palettes, by name.
var themes = map[string]palette{
	"classic": classic, "classic preview": classic.preview(),
	"contrast": highContrast, "contrast preview": highContrast.preview(),
}

// TestTextContrast checks that each ink of each palette has the contrast that accessibility
// guidelines ask of plain text.
func TestTextContrast(t *testing.T) {
	for name, p := range themes {
		v, inks := reflect.ValueOf(p), 0
		for i := range v.NumField() {
			if v.Field(i).Type() != reflect.TypeFor[ink]() {
				continue
			}
			inks++
			text, ground := rgba(v.Field(i).Field(0)), rgba(v.Field(i).Field(1))
			least := 4.5
			if strings.HasPrefix(name, Contrast) {
				least = 7
			}
			if c := contrast(text, ground); c < least {
				t.Errorf("%s: %s has a contrast of %.1f, want at least %v", name, v.Type().Field(i).Name, c, least)
			}
		}
		if inks == 0 {
			t.Errorf("%s: no inks found", name)
		}
	}
}

// TestGrounds checks that the ground of an ink is the one that its text is drawn on.
func TestGrounds(t *testing.T) {
	for name, p := range themes {
		for _, i := range []ink{p.coord, p.hot, p.score, p.title} {
			if i.ground != p.card {
				t.Errorf("%s: the ink %v is used on the card, %v", name, i, p.card)
			}
		}
		if p.seat.ground != p.seatSide.ground || p.turn.ground != p.turnSide.ground {
			t.Errorf("%s: two inks of one plate have two grounds", name)
		}
	}
}

// TestPieceContrast checks that pieces and marks differ in lightness from their ground, and
// that the pieces of the two sides do from each other.
func TestPieceContrast(t *testing.T) {
	for name, p := range themes {
		pairs := []struct {
			what  string
			a, b  color.RGBA
			least float64
		}{
			{"first side on its cell", p.first.fill, p.tile, 3},
			{"second side on its cell", p.second.fill, p.tile, 3},
			{"the sides", p.first.fill, p.second.fill, 2},
			{"first side on a plate", p.first.fill, p.seat.ground, 3},
			{"second side on a plate", p.second.fill, p.seat.ground, 3},
			{"first side on the plate to move", p.first.fill, p.turn.ground, 2.5},
			{"rim of the second side on the plate to move", p.second.edge, p.turn.ground, 2.5},
			{"a bandage on the first side", p.ink, p.first.fill, 3},
			{"a bandage on the second side", p.ink, p.second.fill, 3},
			{"a bandage and its pad", p.ink, p.plaster, 3},
			{"a fresh bandage and its outline", p.ink, p.fresh, 3},
			{"the last move on a cell", p.accent, p.tile, 3},
			{"the last move and its halo", p.accent, p.halo, 3},
			{"a pivot on the board", p.pivot, p.board, 3},
		}
		for _, pair := range pairs {
			if c := contrast(pair.a, pair.b); c < pair.least {
				t.Errorf("%s: %s: a contrast of %.1f, want at least %v", name, pair.what, c, pair.least)
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

// rgba reads a colour from an unexported field.
func rgba(v reflect.Value) color.RGBA {
	return color.RGBA{uint8(v.Field(0).Uint()), uint8(v.Field(1).Uint()), uint8(v.Field(2).Uint()), uint8(v.Field(3).Uint())}
}
