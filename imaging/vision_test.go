package imaging

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"testing"

	"parlour/games/permutations"
	"parlour/games/permute"
	"parlour/games/permutu"
)

// A vision is how somebody sees colours: a matrix for linear red, green and blue. Those
// without a kind of cone are from Machado, Oliveira and Fernandes, "A Physiologically-based
// Model for Simulation of Color Vision Deficiency", 2009, at severity 1.
type vision [3][3]float64

var visions = map[string]vision{
	"all colours":  {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
	"grey":         {{0.2126, 0.7152, 0.0722}, {0.2126, 0.7152, 0.0722}, {0.2126, 0.7152, 0.0722}},
}

// sees returns a colour as it is seen.
func (v vision) sees(c color.RGBA) color.RGBA {
	linear := [3]float64{toLinear(c.R), toLinear(c.G), toLinear(c.B)}
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

func toLinear(v uint8) float64 {
	x := float64(v) / 255
	if x <= 0.04045 {
		return x / 12.92
	}
	return math.Pow((x+0.055)/1.055, 2.4)
}

// pieces draws every kind of piece of every game in a palette, each on its ground in
// a square of so many pixels.
func pieces(pal palette) map[string]map[string]*image.RGBA {
	const side = 80
	all := map[string]map[string]*image.RGBA{}
	draw := func(game, name string, ground color.RGBA, piece func(c *canvas, at box)) {
		c := newCanvas()
		c.pal = &pal
		c.plain(image.Rect(0, 0, side, side))
		c.dc.SetColor(ground)
		c.dc.Clear()
		piece(c, box{0, 0, side, side})
		if all[game] == nil {
			all[game] = map[string]*image.RGBA{}
		}
		all[game][name] = c.pixels()
	}
	for _, colour := range []permute.Colour{permute.Orange, permute.Yellow} {
		for name, cell := range map[string]permuteCell{
			"free": {colour: colour}, "bandaged": {colour: colour, bandaged: true}, "just bandaged": {colour: colour, bandaged: true, fresh: true},
		} {
			draw("permute", fmt.Sprint(colour, " ", name), pal.board, func(c *canvas, at box) {
				permuteBoard{canvas: c, grid: grid{cell: side}}.draw(cell, at)
			})
		}
	}
	for seat := range 2 {
		for face := range 2 {
			draw("magic", fmt.Sprintf("seat %d, side %d", seat, face), pal.tile, func(c *canvas, at box) {
				magicBoard{canvas: c}.piece(seat, face, side/2, side/2, side)
			})
		}
	}
	for colour := range permutations.Colour(permutations.Colours) { // the number, by which cards differ too, left out
		i := (&canvas{pal: &pal}).faceInk(colour)
		draw("permutations", fmt.Sprint("colour ", int(colour)), i.ground, func(c *canvas, _ box) {
			c.suit(colour, side/2, side/2, 0.4*side)
			c.fill(i.text)
		})
	}
	for _, icon := range []permutations.Icon{permutations.Star, permutations.Moon, permutations.Sun} {
		draw("permutations' icons", fmt.Sprint("icon ", int(icon)), pal.grey.ground, func(c *canvas, _ box) {
			c.icon(icon, side/2, side/2, 0.4*side)
			c.fill(pal.grey.text)
		})
	}
	for colour := range permutu.Colour(3) {
		draw("permutu", colour.String(), pal.board, func(c *canvas, at box) {
			b := permutuBoard{canvas: c}
			b.body(box{8, 14, 64, 52}, colour)
			b.letter(box{8, 14, 64, 52}, 4, pal.blocks[colour].letter)
		})
	}
	return all
}

// Pieces of two kinds differ so much: in so many of a hundred pixels they have a
// contrast of three, which is what guidelines ask of what must be seen.
const (
	apartContrast = 3
	apartShare    = 2.5
)

// TestToldApartWithoutColour holds that whoever sees few colours or none can tell the
// pieces of each game, in each palette.
func TestToldApartWithoutColour(t *testing.T) {
	for theme, pal := range themes {
		for game, kinds := range pieces(pal) {
			for vision, v := range visions {
				for a, x := range kinds {
					for b, y := range kinds {
						if a < b {
							if share := seenApart(v, x, y); share < apartShare {
								t.Errorf("%s, %s, %s: %s and %s differ in %.1f %% of their pixels, want %v %%", theme, game, vision, a, b, share, apartShare)
							}
						}
					}
				}
			}
		}
	}
}

// seenApart is in how many of a hundred pixels two pictures are seen to differ.
func seenApart(v vision, a, b *image.RGBA) float64 {
	seen := map[color.RGBA]color.RGBA{}
	see := func(c color.RGBA) color.RGBA {
		if _, ok := seen[c]; !ok {
			seen[c] = v.sees(c)
		}
		return seen[c]
	}
	n, all := 0, a.Rect.Dx()*a.Rect.Dy()
	for i := range all {
		x, y := i%a.Rect.Dx(), i/a.Rect.Dx()
		if p, q := a.RGBAAt(x, y), b.RGBAAt(x, y); p != q && contrast(see(p), see(q)) >= apartContrast {
			n++
		}
	}
	return 100 * float64(n) / float64(all)
}

// TestVision holds that the measure sees what it must: colours of one lightness are
// apart for nobody who sees no colour, and dark is apart from light for all.
func TestVision(t *testing.T) {
	flat := func(c color.RGBA) *image.RGBA {
		im := image.NewRGBA(image.Rect(0, 0, 2, 2))
		for i := range 4 {
			im.SetRGBA(i%2, i/2, c)
		}
		return im
	}
	for name, v := range visions {
		if got := seenApart(v, flat(rgb(0xb40000)), flat(rgb(0x008000))); name == "grey" && got > 0 {
			t.Errorf("%s: red and green of one lightness are apart", name)
		}
		if got := seenApart(v, flat(rgb(0x202020)), flat(rgb(0xe0e0e0))); got != 100 {
			t.Errorf("%s: dark and light are apart in %v %%", name, got)
		}
		if c := v.sees(rgb(0xffffff)); contrast(c, rgb(0xffffff)) > 1.02 {
			t.Errorf("%s: white is seen as %v", name, c)
		}
	}
}
