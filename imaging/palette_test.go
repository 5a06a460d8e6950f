package imaging

import (
	"image/color"
	"math"
	"reflect"
	"strings"
	"testing"
)

var themes = map[string]palette{
	"classic": classic, "classic preview": classic.preview(),
	"contrast": highContrast, "contrast preview": highContrast.preview(),
}

// TestTextContrast holds that every text can be read: each ink of each palette
// has the contrast that accessibility guidelines ask of plain text.
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

// TestGrounds holds that an ink names the ground that its text is drawn on.
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

// TestPieceContrast holds that pieces and marks stand out from what is behind
// them, and the sides from each other without colour.
func TestPieceContrast(t *testing.T) {
	for name, p := range themes {
		pairs := []struct {
			what  string
			a, b  color.RGBA
			least float64
		}{
			{"first side on its cell", p.first.face, p.tile, 3},
			{"second side on its cell", p.second.face, p.tile, 3},
			{"the sides", p.first.face, p.second.face, 2},
			{"first side on a plate", p.first.face, p.seat.ground, 3},
			{"second side on a plate", p.second.face, p.seat.ground, 3},
			{"first side on the plate to move", p.first.face, p.turn.ground, 2.5},
			{"rim of the second side on the plate to move", p.second.edge, p.turn.ground, 2.5},
			{"a bandage on the first side", p.ink, p.first.face, 3},
			{"a bandage on the second side", p.ink, p.second.face, 3},
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

func TestContrast(t *testing.T) {
	if c := contrast(rgb(0), rgb(0xffffff)); math.Abs(c-21) > 0.01 {
		t.Errorf("contrast(black, white) = %v, want 21", c)
	}
	if c := contrast(rgb(0x777777), rgb(0xffffff)); math.Abs(c-4.48) > 0.01 {
		t.Errorf("contrast(#777777, white) = %v, want 4.48", c)
	}
}

// contrast is the contrast ratio of WCAG 2, from 1 to 21.
func contrast(a, b color.RGBA) float64 {
	high, low := luminance(a), luminance(b)
	if high < low {
		high, low = low, high
	}
	return (high + 0.05) / (low + 0.05)
}

func luminance(c color.RGBA) float64 {
	linear := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

// rgba reads a colour from a field that reflection may not hand out.
func rgba(v reflect.Value) color.RGBA {
	return color.RGBA{uint8(v.Field(0).Uint()), uint8(v.Field(1).Uint()), uint8(v.Field(2).Uint()), uint8(v.Field(3).Uint())}
}
