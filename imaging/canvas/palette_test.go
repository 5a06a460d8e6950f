package canvas

import (
	"image/color"
	"math"
	"testing"
)

// both are the palettes, by name.
var both = map[string]Palette{"classic": Classic(), "contrast": HighContrast()}

// TestTextContrast checks that each ink of each palette has the contrast that accessibility
// guidelines ask of plain text.
func TestTextContrast(t *testing.T) {
	for name, p := range both {
		least := 4.5
		if name == "contrast" {
			least = 7
		}
		for what, i := range p.inks() {
			if c := Contrast(i.Text, i.Ground); c < least {
				t.Errorf("%s: %s has a contrast of %.1f, want at least %v", name, what, c, least)
			}
		}
	}
}

// TestPieceContrast checks that pieces and marks differ in lightness from their ground, that
// the pieces of the two sides do from each other, and that no damp stone is lighter than a lit
// one.
func TestPieceContrast(t *testing.T) {
	for name, p := range both {
		for _, pair := range []struct {
			what  string
			a, b  color.RGBA
			least float64
		}{
			{"first side", p.First.Lit, p.Ground, 4.5},
			{"second side", p.Second.Lit, p.Ground, 4.5},
			{"the first side's damp stones", p.First.Damp, p.Ground, 3},
			{"the second side's damp stones", p.Second.Damp, p.Ground, 3},
			{"the sides", p.First.Lit, p.Second.Lit, 1.6},
			{"a plaster on the first side", p.Ground, p.First.Damp, 3},
			{"a plaster and its pad", p.Ground, p.Paper, 4.5},
			{"the accent", p.Accent, p.Ground, 4.5},
			{"the accent on floor", p.Accent, p.Floor, 3},
			{"what may be picked on floor", p.Paper, p.Floor, 4.5},
			{"what is not played", p.Trial, p.Ground, 4.5},
			{"floor", p.Floor, p.Ground, 1.5},
		} {
			if c := Contrast(pair.a, pair.b); c < pair.least {
				t.Errorf("%s: %s: a contrast of %.1f, want at least %v", name, pair.what, c, pair.least)
			}
		}
		if lit, damp := luminance(p.First.Lit), luminance(p.Second.Damp); damp > lit {
			t.Errorf("%s: the second side's damp stones are lighter than the first side's lit ones", name)
		}
	}
}

// TestTileContrast checks that the two sides of a tile differ in lightness, and so do a mark and
// its tile, and a tile and its cell.
func TestTileContrast(t *testing.T) {
	for name, p := range both {
		for seat, sides := range p.Tiles {
			if c := Contrast(sides[0].Fill, sides[1].Fill); c < 9 {
				t.Errorf("%s: seat %d: the sides have a contrast of %.1f, want at least 9", name, seat, c)
			}
			for side, tile := range sides {
				if c := Contrast(tile.Fill, tile.Mark); c < 4.5 {
					t.Errorf("%s: seat %d, side %d: the mark has a contrast of %.1f, want at least 4.5", name, seat, side, c)
				}
				if c := max(Contrast(tile.Mark, p.Floor), Contrast(tile.Fill, p.Floor)); c < 3 {
					t.Errorf("%s: seat %d, side %d: a contrast of %.1f with its space, want at least 3", name, seat, side, c)
				}
			}
		}
	}
}

// TestBlockContrast checks that the letters of blocks and of their chips can be read, and that
// chips of more blocks are lighter.
func TestBlockContrast(t *testing.T) {
	for name, p := range both {
		for i, block := range append(p.Blocks[:], p.OnFloor(), p.OnDim(), Ink{p.Ground, p.Gold}) {
			if c := Contrast(block.Text, block.Ground); c < 4.5 {
				t.Errorf("%s: ink %d has a contrast of %.1f, want at least 4.5", name, i, c)
			}
		}
		if floor, dim, gold := luminance(p.Floor), luminance(p.Dim), luminance(p.Gold); floor >= dim || dim >= gold {
			t.Errorf("%s: chips of one, two and three blocks have a lightness of %.2f, %.2f, %.2f", name, floor, dim, gold)
		}
	}
}

// TestContrast checks the measure of contrast with known values.
func TestContrast(t *testing.T) {
	if c := Contrast(rgb(0), rgb(0xffffff)); math.Abs(c-21) > 0.01 {
		t.Errorf("contrast(black, white) = %v, want 21", c)
	}
	if c := Contrast(rgb(0x777777), rgb(0xffffff)); math.Abs(c-4.48) > 0.01 {
		t.Errorf("contrast(#777777, white) = %v, want 4.48", c)
	}
}
