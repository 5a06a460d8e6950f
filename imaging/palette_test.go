package imaging_test

import (
	"image/color"
	"maps"
	"math"
	"slices"
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

// TestMarkContrast checks in the palettes of every game that the accent, or what is around it, is seen on all that it lies
// on, and in those of Rubik's Magic that the sides of a tile, its mark and its cell are told apart by their lightness.
func TestMarkContrast(t *testing.T) {
	for game, d := range oneOfEach(t) {
		for _, name := range imaging.Palettes() {
			p := imaging.Palette(d.View, name)
			seen := func(what string, least float64, ground color.RGBA, either ...color.RGBA) {
				if !slices.ContainsFunc(either, func(c color.RGBA) bool { return contrast(c, ground) >= least }) {
					t.Errorf("%s, %s: %s has no contrast of %v", game, name, what, least)
				}
			}
			seen("the accent on the ground", 4.5, p.Ground, p.Accent, p.Casing)
			seen("the accent on the board", 4.5, p.Board, p.Accent, p.Casing)
			seen("the accent on floor", 3, p.Floor, p.Accent, p.Casing)
			if game != "magic" {
				continue
			}
			for _, sides := range p.Tiles {
				seen("a side of a tile to the other", 9, sides[0].Fill, sides[1].Fill)
				for _, tile := range sides {
					seen("the mark of a tile", 4.5, tile.Fill, tile.Mark)
					seen("a tile in its cell", 3, p.Floor, tile.Fill, tile.Mark)
				}
			}
		}
	}
}

// TestHues checks how far the colours of stones lie apart in every game that dims some: as the design of the pictures
// states it, and in high contrast no nearer. The contrasts are those of paper and quiet text on the ground, of the
// accent on the board, of the first side lit and dim there and of the second, and then between the sides, lit and dim,
// and within each. The distances are the least of all visions, in OKLab × 100, where 2 can just be seen: lit to lit, dim
// to dim, of each side lit to dim, and lit to the other's dim.
func TestHues(t *testing.T) {
	one := oneOfEach(t)
	for game, want := range map[string]struct {
		contrasts [11]float64
		distances [5]float64
	}{
		"permute":   {[11]float64{16.1, 8.8, 10.7, 7.0, 2.8, 12.7, 4.9, 1.8, 1.8, 2.5, 2.6}, [5]float64{16, 13, 21, 27, 9}},
		"slyde":     {[11]float64{15.7, 8.6, 9.6, 7.4, 2.5, 12.9, 4.4, 1.8, 1.8, 3.0, 2.9}, [5]float64{15, 12, 25, 31, 9}},
		"twistonly": {[11]float64{16.7, 8.9, 11.2, 7.3, 2.9, 11.6, 4.9, 1.6, 1.7, 2.5, 2.4}, [5]float64{14, 12, 22, 23, 10}},
		"catchup":   {[11]float64{16.0, 8.2, 10.4, 6.3, 2.6, 10.6, 4.5, 1.7, 1.7, 2.4, 2.4}, [5]float64{13, 11, 21, 23, 9}},
		"pentago":   {[11]float64{16.5, 9.2, 8.1, 11.3, 4.8, 3.4, 2.2, 3.3, 2.2, 2.3, 1.5}, [5]float64{35, 19, 25, 10, 9}},
	} {
		p := imaging.Palette(one[game].View, imaging.Classic)
		for i, pair := range [11][2]color.RGBA{
			{p.Paper, p.Ground}, {p.Muted, p.Ground}, {p.Accent, p.Board}, {p.First.Lit, p.Board}, {p.First.Dim, p.Board},
			{p.Second.Lit, p.Board}, {p.Second.Dim, p.Board}, {p.First.Lit, p.Second.Lit}, {p.First.Dim, p.Second.Dim},
			{p.First.Lit, p.First.Dim}, {p.Second.Lit, p.Second.Dim},
		} {
			if got := contrast(pair[0], pair[1]); got < want.contrasts[i]-0.05 {
				t.Errorf("%s: contrast %d is %.2f, want %v", game, i+1, got, want.contrasts[i])
			}
		}
		for i, got := range sideDistances(p, slices.Collect(maps.Values(visions))...) {
			if got < want.distances[i]-0.5 {
				t.Errorf("%s: distance %d is %.1f, want %v", game, i+1, got, want.distances[i])
			}
		}
		p = imaging.Palette(one[game].View, imaging.Contrast)
		for i, got := range sideDistances(p, visions["all colours"]) {
			if got < want.distances[i] && got < 18 {
				t.Errorf("%s in high contrast: distance %d is %.1f, want %v or 18", game, i+1, got, want.distances[i])
			}
		}
		usual := imaging.Palette(one[game].View, imaging.Classic)
		for _, side := range []canvas.Side{usual.First, p.First} { // dim, a white keeps its hue, or it reads as another colour
			lit, dim := oklab(side.Lit), oklab(side.Dim)
			if along := lit[1]*dim[1] + lit[2]*dim[2]; along < math.Hypot(lit[1], lit[2])*math.Hypot(dim[1], dim[2])*0.8 && game == "pentago" {
				t.Errorf("%s: dim, %v has another hue: %v", game, side.Lit, side.Dim)
			}
		}
		for _, side := range []canvas.Side{p.First, p.Second} {
			if got := contrast(side.Dim, p.Board); got < 3.4 {
				t.Errorf("%s in high contrast: a dim stone has a contrast of %.1f, want 3.4", game, got)
			}
		}
	}
	if got := oklab(hex(0xff0000)); math.Abs(got[0]-0.628) > 0.001 || math.Abs(got[1]-0.225) > 0.001 { // as published
		t.Errorf("red is %v in OKLab", got)
	}
}

// sideDistances returns the least distances of the colours of the sides that some visions see, as [TestHues] has them.
func sideDistances(p canvas.Palette, all ...vision) (least [5]float64) {
	for i := range least {
		least[i] = math.Inf(1)
	}
	for _, v := range all {
		apart := func(a, b color.RGBA) float64 { return apartTo(v, a, b) }
		first, second := p.First, p.Second
		for i, d := range [5]float64{apart(first.Lit, second.Lit), apart(first.Dim, second.Dim), apart(first.Lit, first.Dim),
			apart(second.Lit, second.Dim), min(apart(first.Lit, second.Dim), apart(second.Lit, first.Dim))} {
			least[i] = min(least[i], d)
		}
	}
	return least
}

// apartTo returns how far two colours lie apart to somebody with a vision.
func apartTo(v vision, a, b color.RGBA) float64 {
	x, y := oklab(v.sees(a)), oklab(v.sees(b))
	return 100 * math.Hypot(math.Hypot(x[0]-y[0], x[1]-y[1]), x[2]-y[2])
}

// oklab returns a colour in OKLab, by Björn Ottosson, "A perceptual color space for image processing", 2020.
func oklab(c color.RGBA) [3]float64 {
	r, g, b := linearOf(c.R), linearOf(c.G), linearOf(c.B)
	l := math.Cbrt(0.4122214708*r + 0.5363325363*g + 0.0514459929*b)
	m := math.Cbrt(0.2119034982*r + 0.6806995451*g + 0.1073969566*b)
	s := math.Cbrt(0.0883024619*r + 0.2817188376*g + 0.6299787005*b)
	return [3]float64{
		0.2104542553*l + 0.7936177850*m - 0.0040720468*s,
		1.9779984951*l - 2.4285922050*m + 0.4505937099*s,
		0.0259040371*l + 0.7827717662*m - 0.8086757660*s,
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
