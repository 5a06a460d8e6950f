package imaging_test

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
	"strings"
	"testing"

	"parlour/games/catchup"
	"parlour/games/magic"
	"parlour/imaging"
	"parlour/imaging/canvas"
)

// A vision is a way of seeing colours, as a matrix for linear red, green and blue.
type vision [3][3]float64

// visions are the visions by name. Those that lack a kind of cone are from Machado, Oliveira and
// Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency", 2009, at
// severity 1.
var visions = map[string]vision{
	"all colours":  {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
	"grey":         {{0.2126, 0.7152, 0.0722}, {0.2126, 0.7152, 0.0722}, {0.2126, 0.7152, 0.0722}},
}

// sees returns a colour as somebody with this vision sees it.
func (v vision) sees(c color.RGBA) color.RGBA {
	linear := [3]float64{linearOf(c.R), linearOf(c.G), linearOf(c.B)}
	var out [3]uint8
	for i, row := range v {
		x := row[0]*linear[0] + row[1]*linear[1] + row[2]*linear[2]
		x = min(max(x, 0), 1)
		if x <= 0.0031308 {
			x *= 12.92
		} else {
			x = 1.055*math.Pow(x, 1/2.4) - 0.055
		}
		out[i] = uint8(math.Round(255 * x))
	}
	return color.RGBA{out[0], out[1], out[2], 0xff}
}

// pieceSide is the width of a piece in pixels.
const pieceSide = 80

// piecesOf returns the pieces of a game in a palette, by group and name.
func piecesOf(pieces func(*canvas.Palette, canvas.DrawPiece), pal canvas.Palette) map[string]map[string]*image.RGBA {
	made := map[string]map[string]*image.RGBA{}
	pieces(&pal, func(group, name string, ground color.RGBA, piece func(c *canvas.Canvas, at canvas.Box)) {
		c := canvas.NewPlain(pieceSide)
		c.Begin(imaging.Size, &pal, true)
		at := canvas.NewBox(0, 0, pieceSide, pieceSide)
		c.Rect(at, ground)
		piece(c, at)
		if made[group] == nil {
			made[group] = map[string]*image.RGBA{}
		}
		made[group][name] = c.Pixels()
	})
	return made
}

// Two pieces are told apart if at least apartShare percent of their pixels have the contrast of their palette. In high
// contrast it is the one that guidelines ask of what must be seen.
const apartShare = 2.5

var apartContrast = map[string]float64{imaging.Classic: 2, imaging.Contrast: 3}

// TestToldApartWithoutColour checks that people who see few colours or none can tell the
// pieces of every game apart, in each palette.
func TestToldApartWithoutColour(t *testing.T) {
	for name, p := range oneOfEach(t) {
		pieces, _ := imaging.PiecesOf(p.View)
		for _, theme := range imaging.Palettes() {
			groups := piecesOf(pieces, imaging.Palette(p.View, theme))
			if len(groups) == 0 {
				t.Errorf("%s has no pieces", name)
			}
			for group, kinds := range groups {
				for _, fault := range alike(kinds, apartContrast[theme]) {
					t.Errorf("%s, %s, %s: %s", theme, name, group, fault)
				}
			}
		}
	}
}

// TestMarksOfMagicDifferInShape checks that the marks of the two seats differ not in colour alone: those
// of one colour differ in many pixels.
func TestMarksOfMagicDifferInShape(t *testing.T) {
	p := imaging.Palette(magic.View{}, imaging.Classic)
	p.Tiles[1] = p.Tiles[0]
	pieces, _ := imaging.PiecesOf(magic.View{})
	kinds := piecesOf(pieces, p)["tiles"]
	for _, side := range []string{"dark", "light"} {
		if share := seenApart(visions["grey"], kinds["circle, "+side], kinds["diamond, "+side], 3); share < apartShare {
			t.Errorf("%s sides differ in %.1f %% of their pixels, want %v %%", side, share, apartShare)
		}
	}
}

// TestDimStonesAreNoCells checks that the face of a dim stone of Catchup is not of one colour, as a cell is, in each palette
// and for everybody.
func TestDimStonesAreNoCells(t *testing.T) {
	pieces, _ := imaging.PiecesOf(catchup.View{})
	for _, theme := range imaging.Palettes() {
		p := imaging.Palette(catchup.View{}, theme)
		for name, stone := range piecesOf(pieces, p)["dim stones"] {
			plain := image.NewRGBA(stone.Rect)
			draw.Draw(plain, plain.Rect, image.NewUniform(map[string]color.RGBA{"first": p.First.Dim, "second": p.Second.Dim}[name]), image.Point{}, draw.Src)
			face := image.Rect(pieceSide/5, pieceSide/5, pieceSide*4/5, pieceSide*4/5)
			for vision, v := range visions {
				if n := apart(stone, plain, face, func(_, _ int, is, cell color.RGBA) bool {
					return contrast(v.sees(is), v.sees(cell)) >= apartContrast[imaging.Classic]
				}); n < 200 {
					t.Errorf("%s, %s, %s: %d pixels are not as a cell of its colour", theme, name, vision, n)
				}
			}
		}
	}
}

// alike lists the pieces of a group that somebody cannot tell apart by pixels of a contrast.
func alike(kinds map[string]*image.RGBA, least float64) []string {
	var faults []string
	if len(kinds) < 2 {
		faults = append(faults, fmt.Sprintf("%d pieces, want two to be told apart", len(kinds)))
	}
	for vision, v := range visions {
		for a, x := range kinds {
			for b, y := range kinds {
				if a >= b {
					continue
				}
				if share := seenApart(v, x, y, least); share < apartShare {
					faults = append(faults, fmt.Sprintf("%s: %s and %s differ in %.1f %% of their pixels, want %v %%", vision, a, b, share, apartShare))
				}
			}
		}
	}
	return faults
}

// seenApart returns the percentage of pixels in which somebody sees two pictures differ by a contrast.
func seenApart(v vision, a, b *image.RGBA, least float64) float64 {
	known := map[[2]color.RGBA]bool{}
	n := apart(a, b, a.Rect, func(_, _ int, p, q color.RGBA) bool {
		pair := [2]color.RGBA{p, q}
		is, ok := known[pair]
		if !ok {
			is = contrast(v.sees(p), v.sees(q)) >= least
			known[pair] = is
		}
		return is
	})
	return 100 * float64(n) / float64(a.Rect.Dx()*a.Rect.Dy())
}

// TestAlike plants faults in the pieces of a game: each must be found.
func TestAlike(t *testing.T) {
	for name, c := range map[string]struct {
		kinds []color.RGBA
		want  string
	}{
		"one piece":         {[]color.RGBA{hex(0)}, "1 pieces, want two to be told apart"},
		"black and white":   {[]color.RGBA{hex(0), hex(0xffffff)}, ""},
		"hue without light": {[]color.RGBA{hex(0xb40000), hex(0x008000)}, "grey: 0 and 1 differ in 0.0 % of their pixels"},
	} {
		kinds := map[string]*image.RGBA{}
		for i, col := range c.kinds {
			kinds[fmt.Sprint(i)] = filled(col)
		}
		got := strings.Join(alike(kinds, 3), "; ")
		if (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: the faults are %q, want %q", name, got, c.want)
		}
	}
}

// TestVision checks that dark and light are apart for everybody, and that white is seen as white.
func TestVision(t *testing.T) {
	for name, v := range visions {
		if got := seenApart(v, filled(hex(0x202020)), filled(hex(0xe0e0e0)), 3); got != 100 {
			t.Errorf("%s: dark and light are apart in %v %%", name, got)
		}
		if c := v.sees(hex(0xffffff)); contrast(c, hex(0xffffff)) > 1.02 {
			t.Errorf("%s: white is seen as %v", name, c)
		}
	}
}

// hex returns an opaque colour, written as 0xrrggbb.
func hex(v uint32) color.RGBA {
	return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 0xff}
}

// filled returns a picture of one colour.
func filled(c color.RGBA) *image.RGBA {
	im := image.NewRGBA(image.Rect(0, 0, 2, 2))
	draw.Draw(im, im.Rect, image.NewUniform(c), image.Point{}, draw.Src)
	return im
}
