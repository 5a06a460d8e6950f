package canvas

import (
	"image/color"
	"slices"
)

// An Ink is a colour of text with the colour of its ground, so that the contrast of all text
// is known and tested.
type Ink struct{ Text, Ground color.RGBA }

// A Side is the colours of the stones of one side: lit ones count, damp ones do not.
type Side struct{ Lit, Damp color.RGBA }

// A Palette is all colours of pictures, by what they mean. Those of a game use some of them,
// which its [Gamut] lists.
type Palette struct {
	Ground color.RGBA // behind everything
	Floor  color.RGBA // an empty cell, a face that can be twisted
	Paper  color.RGBA // text, whose turn it is, what may be picked
	Dim    color.RGBA // coordinates, captions, and who waits
	Accent color.RGBA // the last move or what is picked, and nothing else
	Trial  color.RGBA // a move that is not played yet

	First, Second Side       // stones
	Tiles         [2][2]Tile // tiles by seat: the dark side and the light one
	Cards         [4]Ink     // playing cards: red, yellow, green and blue
	Blocks        [3]Ink     // blocks: red, black and green
	Gold          color.RGBA // three of a kind
	Danger        Ink        // a count that costs all points
	Rimmed        bool       // whether cards and blocks have a rim of paper
	shades        *shades    // the table of a gamut
}

// A Tile is the colours of one side of a tile.
type Tile struct{ Fill, Mark color.RGBA }

// Bright is the ink of names and numbers that matter now.
func (p *Palette) Bright() Ink { return Ink{p.Paper, p.Ground} }

// Quiet is the ink of other names and numbers, coordinates and captions.
func (p *Palette) Quiet() Ink { return Ink{p.Dim, p.Ground} }

// OnPaper is the ink of a label on a pill of paper.
func (p *Palette) OnPaper() Ink { return Ink{p.Ground, p.Paper} }

// OnTrial is the ink of the ribbon of a move that is not played.
func (p *Palette) OnTrial() Ink { return Ink{p.Ground, p.Trial} }

// OnFloor is the ink of text on floor.
func (p *Palette) OnFloor() Ink { return Ink{p.Paper, p.Floor} }

// OnAccent is the ink of text on the accent.
func (p *Palette) OnAccent() Ink { return Ink{p.Ground, p.Accent} }

// OnDim is the ink of text on what is dim.
func (p *Palette) OnDim() Ink { return Ink{p.Ground, p.Dim} }

// Classic returns the usual palette, without a table of colours: night blue under warm pieces.
func Classic() Palette {
	return Palette{
		Ground: rgb(0x17202b), Floor: rgb(0x364759), Paper: rgb(0xf6f1e6), Dim: rgb(0xa3b3c4),
		Accent: rgb(0x5fe3ff), Trial: rgb(0xc9b8ff),
		First: Side{rgb(0xff8629), rgb(0xa95a2a)}, Second: Side{rgb(0xffe066), rgb(0xab9249)},
		Tiles: [2][2]Tile{
			{{rgb(0x5a1f04), rgb(0xff9a55)}, {rgb(0xffe9d6), rgb(0xb23f06)}},
			{{rgb(0x053a2d), rgb(0x5fe0a6)}, {rgb(0xd9f9e8), rgb(0x0b6a4a)}},
		},
		Cards: [4]Ink{
			{rgb(0xf6f1e6), rgb(0xc8352c)}, {rgb(0x17202b), rgb(0xffd84d)},
			{rgb(0x17202b), rgb(0x57c878)}, {rgb(0xf6f1e6), rgb(0x2f63d2)},
		},
		Blocks: [3]Ink{{rgb(0xf6f1e6), rgb(0xc8352c)}, {rgb(0xf6f1e6), rgb(0x05070a)}, {rgb(0x17202b), rgb(0x8be07f)}},
		Gold:   rgb(0xffd84d), Danger: Ink{rgb(0xf6f1e6), rgb(0xc8352c)},
	}
}

// HighContrast returns the palette of high contrast, without a table of colours: white and
// bright colours on black. Its text has a contrast of 7, and its light and dark colours lie
// further apart than those of [Classic].
func HighContrast() Palette {
	return Palette{
		Ground: rgb(0x000000), Floor: rgb(0x3a3a3a), Paper: rgb(0xffffff), Dim: rgb(0xd8d8d8),
		Accent: rgb(0x00f0ff), Trial: rgb(0xe2d8ff),
		First: Side{rgb(0xff7a00), rgb(0x8f4a10)}, Second: Side{rgb(0xfff4a8), rgb(0x9c8f4e)},
		Tiles: [2][2]Tile{
			{{rgb(0x3a1000), rgb(0xffa060)}, {rgb(0xfff0e0), rgb(0x8a2c00)}},
			{{rgb(0x002a20), rgb(0x6cffc0)}, {rgb(0xe4fff2), rgb(0x005038)}},
		},
		Cards: [4]Ink{
			{rgb(0xffffff), rgb(0xa80000)}, {rgb(0x000000), rgb(0xffe64d)},
			{rgb(0x000000), rgb(0x3fd06a)}, {rgb(0xffffff), rgb(0x0a2f9c)},
		},
		Blocks: [3]Ink{{rgb(0xffffff), rgb(0xa80000)}, {rgb(0xffffff), rgb(0x000000)}, {rgb(0x000000), rgb(0x8cff80)}},
		Gold:   rgb(0xffe64d), Danger: Ink{rgb(0xffffff), rgb(0xa80000)}, Rimmed: true,
	}
}

// With returns the palette with the table of colours of a gamut, by which pictures are made.
// Sprites belong to one such palette, so it is made once for all pictures of a game.
func (p Palette) With(g Gamut) *Palette {
	p.shades = newShades(g)
	return &p
}

// rgb returns an opaque colour, written as 0xrrggbb.
func rgb(hex uint32) color.RGBA {
	return color.RGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 0xff}
}

// mostShades is the number of colours of a picture, which has 4 bits a pixel.
const mostShades = 16

// A Gamut is the colours of the pictures of a game: flat ones, and those pairs of them that meet
// at edges, the most frequent first.
type Gamut struct {
	Flat []color.RGBA // the ground first
	Meet [][2]color.RGBA
}

// Gamut returns the gamut of pictures that have some flat colours besides those that all have.
func (p *Palette) Gamut(meet [][2]color.RGBA, more ...color.RGBA) Gamut {
	return Gamut{append([]color.RGBA{p.Ground, p.Floor, p.Paper, p.Dim, p.Accent, p.Trial}, more...), meet}
}

// A shades is the table of colours of a game's pictures: those of a gamut, and a step half
// way between two that meet, as many as there is room for.
type shades struct {
	list []color.RGBA // at most mostShades; the first is the ground
	rgb  []byte       // the same in the layout of a PNG
	over [mostShades][mostShades][thin]uint8
}

// thin is the number of steps of opacity of a pixel at the edge of a sprite.
const thin = 16

// newShades makes the table of a gamut.
func newShades(g Gamut) *shades {
	t := &shades{}
	for _, col := range g.Flat {
		t.add(col)
	}
	for _, m := range g.Meet {
		if half := mixed(m[0], m[1], 0.5); t.far(half) {
			t.add(half)
		}
	}
	for _, col := range t.list {
		t.rgb = append(t.rgb, col.R, col.G, col.B)
	}
	for under, below := range t.list {
		for ink, above := range t.list {
			for a := range thin {
				t.over[under][ink][a] = t.index(mixed(below, above, (float64(a)+0.5)/thin))
			}
		}
	}
	return t
}

// add adds a colour unless it is there or the table is full.
func (t *shades) add(col color.RGBA) {
	if !slices.Contains(t.list, col) && len(t.list) < mostShades {
		t.list = append(t.list, col)
	}
}

// far reports whether the table has no colour that could stand for another as a step.
func (t *shades) far(col color.RGBA) bool {
	const close = 3 * 18 * 18 // 18 of 255 in each channel
	return distance(t.list[t.index(col)], col) > close
}

// index returns the index of an opaque colour, or of the nearest one.
func (t *shades) index(col color.RGBA) uint8 {
	best, least := 0, 1<<30
	for i, o := range t.list {
		if d := distance(o, col); d < least {
			best, least = i, d
		}
	}
	return uint8(best)
}

// distance returns the square of the distance of two colours.
func distance(a, b color.RGBA) int {
	red, green, blue := int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B)
	return red*red + green*green + blue*blue
}

// mixed returns a mixture of two colours, of which part is the second.
func mixed(a, b color.RGBA, part float64) color.RGBA {
	mix := func(v, w uint8) uint8 { return uint8(float64(v) + part*(float64(w)-float64(v)) + 0.5) }
	return color.RGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 0xff}
}
