package canvas

import (
	"cmp"
	"image/color"
	"slices"
	"sync/atomic"
)

// An Ink is a colour of text with the colour of its ground, so that the contrast of all text
// is known and tested.
type Ink struct{ Text, Ground color.RGBA }

// A Side is the colours of the stones of one side. A lit stone counts, and is raised: it has an edge below, a rim
// above and a dish in its face. A dim one does not, and is flat.
type Side struct{ Lit, Dim, Edge, Rim, Dish color.RGBA }

// A Palette is all colours of pictures, by what they mean. Those of a game use some of them,
// which its [Gamut] lists.
type Palette struct {
	Ground color.RGBA // behind everything
	Board  color.RGBA // on which pieces stand
	Plate  color.RGBA // behind the name of the player to move
	Aside  color.RGBA // behind that of the other player
	Floor  color.RGBA // an empty cell, a face that can be twisted
	Shade  color.RGBA // a shadow on the board
	Casing color.RGBA // around an accent
	Paper  color.RGBA // text, whose turn it is, what may be picked
	Muted  color.RGBA // coordinates, captions, and the names of other players
	Accent color.RGBA // the last move, what is picked, what has won, and nothing else
	Trial  color.RGBA // a move that is not played yet
	Gold   color.RGBA // a crown; three of a kind

	First, Second Side       // stones
	Tiles         [2][2]Tile // tiles by seat: the dark side and the light one
	Face          Ink        // playing cards
	Back          Tile       // their backs
	Cards         [4]Ink     // the bands of their suits: red, yellow, green and blue
	Blocks        [3]Ink     // blocks: red, black and green
	Danger        Ink        // a count that costs all points
	Rimmed        bool       // whether cards and blocks have a rim of paper
	few, many     *shades    // the tables of a gamut
}

// A Tile is the colours of one side of a tile.
type Tile struct{ Fill, Mark color.RGBA }

// Side returns the colours of the stones of a side.
func (p *Palette) Side(side int) Side {
	if side == 1 {
		return p.Second
	}
	return p.First
}

// Bright is the ink of names and numbers that matter now.
func (p *Palette) Bright() Ink { return Ink{p.Paper, p.Ground} }

// Quiet is the ink of other names and numbers, coordinates and captions.
func (p *Palette) Quiet() Ink { return Ink{p.Muted, p.Ground} }

// OnPaper is the ink of a label on a pill of paper.
func (p *Palette) OnPaper() Ink { return Ink{p.Ground, p.Paper} }

// OnTrial is the ink of the words above a move that is not played.
func (p *Palette) OnTrial() Ink { return Ink{p.dark(), p.Trial} }

// dark is the ground, or the paper where that is darker.
func (p *Palette) dark() color.RGBA {
	if luma(p.Ground) > luma(p.Paper) {
		return p.Paper
	}
	return p.Ground
}

// OnPlate is the ink of the name of the player to move.
func (p *Palette) OnPlate() Ink { return Ink{p.Paper, p.Plate} }

// OnBoard is the ink of the name of another player, beside such a plate.
func (p *Palette) OnBoard() Ink { return Ink{p.Muted, p.Aside} }

// OnFloor is the ink of text on floor.
func (p *Palette) OnFloor() Ink { return Ink{p.Paper, p.Floor} }

// OnAccent is the ink of text on the accent.
func (p *Palette) OnAccent() Ink { return Ink{p.Casing, p.Accent} }

// OnDim is the ink of text on what is muted.
func (p *Palette) OnDim() Ink { return Ink{p.Ground, p.Muted} }

// A Table is the colours of the table on which one game is played, each written as 0xrrggbb. All else in its palettes
// follows from them or is the same in all games.
type Table struct {
	Ground, Board, Floor, Paper, Muted uint32
	Accent                             uint32       // 0 for gold
	Sides                              [2][2]uint32 // by side: lit and dim
	Bright                             [2][2]uint32 // the same in high contrast
	BrightFloor                        uint32       // floor in high contrast; 0 for dark grey
	BrightBoard                        uint32       // likewise the board; 0 for a dark one
	// behind the name of the player to move, on a table whose board is too light for text; 0 for a little lighter than the
	// board
	Plate uint32
}

const gold = 0xffc94a

// Classic returns the usual palette of a table, without a table of colours.
func (t Table) Classic() Palette {
	p := Palette{
		Ground: rgb(t.Ground), Board: rgb(t.Board), Floor: rgb(t.Floor), Paper: rgb(t.Paper), Muted: rgb(t.Muted),
		Accent: rgb(cmp.Or(t.Accent, gold)), Trial: rgb(0xc9b8ff), Gold: rgb(gold),
		Tiles: [2][2]Tile{
			{{rgb(0x5b1d08), rgb(0xff9a55)}, {rgb(0xffe7d1), rgb(0xb23f06)}},
			{{rgb(0x073c2f), rgb(0x5fe0a6)}, {rgb(0xd9f9e8), rgb(0x0b6a4a)}},
		},
		Face: Ink{rgb(0x1d2421), rgb(0xfaf4e3)}, Back: Tile{rgb(0x7a2a3c), rgb(0xa94a5c)},
		Cards: [4]Ink{
			{rgb(0xfffaf0), rgb(0xc42f3c)}, {rgb(0x1d2421), rgb(0xe8a90c)},
			{rgb(0xfffaf0), rgb(0x1b7d49)}, {rgb(0xfffaf0), rgb(0x2a5bcb)},
		},
		Blocks: [3]Ink{{rgb(0xfff6e4), rgb(0xbb2f2b)}, {rgb(0xfff6e4), rgb(0x26262d)}, {rgb(0xfff6e4), rgb(0x22703f)}},
		Danger: Ink{rgb(0xfffaf0), rgb(0xc42f3c)},
	}
	return p.derived(t, t.Sides)
}

// HighContrast returns the palette of high contrast of a table, without a table of colours: white and bright colours
// on black. Its text has a contrast of 7, and its light and dark colours lie further apart than those of
// [Table.Classic].
func (t Table) HighContrast() Palette {
	p := t.Classic()
	p.Ground, p.Board = rgb(0), Mixed(rgb(0x0a0a0a), p.Board, 0.35)
	if luma(rgb(t.Ground)) > luma(rgb(t.Paper)) {
		p.Board, t.Plate = rgb(0x0a0a0a), 0
	}
	if t.BrightBoard != 0 {
		p.Board = rgb(t.BrightBoard)
	}
	if t.BrightBoard != 0 {
		p.Board = rgb(t.BrightBoard)
	}
	p.Floor, p.Paper, p.Muted = rgb(cmp.Or(t.BrightFloor, 0x3a3a3a)), rgb(0xffffff), rgb(0xd8d8d8)
	p.Trial, p.Rimmed = rgb(0xe2d8ff), true
	p.Tiles = [2][2]Tile{
		{{rgb(0x3a1000), rgb(0xffa060)}, {rgb(0xfff0e0), rgb(0x8a2c00)}},
		{{rgb(0x002a20), rgb(0x6cffc0)}, {rgb(0xe4fff2), rgb(0x005038)}},
	}
	p.Face, p.Back = Ink{rgb(0), rgb(0xffffff)}, Tile{rgb(0x6a1026), rgb(0xffb0c0)}
	p.Cards = [4]Ink{
		{rgb(0xffffff), rgb(0xa80000)}, {rgb(0x000000), rgb(0xffe64d)},
		{rgb(0x000000), rgb(0x3fd06a)}, {rgb(0xffffff), rgb(0x0a2f9c)},
	}
	p.Blocks = [3]Ink{{rgb(0xffffff), rgb(0xa80000)}, {rgb(0xffffff), rgb(0x000000)}, {rgb(0x000000), rgb(0x8cff80)}}
	p.Danger = Ink{rgb(0xffffff), rgb(0xa80000)}
	return p.derived(t, t.Bright)
}

// derived returns the palette with the colours that follow from others.
func (p Palette) derived(t Table, sides [2][2]uint32) Palette {
	black, white := rgb(0), rgb(0xffffff)
	p.Shade, p.Plate, p.Aside = Mixed(p.Board, black, 0.5), p.lip(), p.Board
	if t.Plate != 0 {
		p.Plate, p.Aside = rgb(t.Plate), Mixed(p.Ground, white, 0.05)
	}
	if p.Casing = Mixed(p.Ground, black, 0.35); luma(p.Ground) > luma(p.Paper) {
		p.Casing = p.Paper
	}
	for i, to := range []*Side{&p.First, &p.Second} {
		s := Side{Lit: rgb(sides[i][0]), Dim: rgb(sides[i][1])}
		s.Edge, s.Rim = Mixed(Mixed(s.Lit, s.Dim, 0.62), black, 0.12), Mixed(s.Lit, white, 0.5)
		if s.Dish = Mixed(s.Lit, white, 0.2); i == 1 {
			s.Dish = Mixed(s.Lit, s.Dim, 0.16)
		}
		*to = s
	}
	return p
}

// lip is the colour of the upper edge of a board.
func (p *Palette) lip() color.RGBA { return Mixed(p.Board, rgb(0xffffff), 0.07) }

// Glow returns the steps of light around what has won, from the outer one to the accent.
func (p *Palette) Glow() [3]color.RGBA {
	return [3]color.RGBA{Mixed(p.Board, p.Accent, 0.18), Mixed(p.Board, p.Accent, 0.36), p.Accent}
}

// luma returns roughly how light a colour is.
func luma(c color.RGBA) int { return 2*int(c.R) + 5*int(c.G) + int(c.B) }

// With returns the palette with the tables of colours of a gamut, by which pictures are made.
// Sprites belong to one such table, so it is made once for all pictures of a game.
func (p Palette) With(g Gamut) *Palette {
	p.few, p.many = newShades(g, fewShades), newShades(g, manyShades)
	return &p
}

// rgb returns an opaque colour, written as 0xrrggbb.
func rgb(hex uint32) color.RGBA {
	return color.RGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 0xff}
}

// The most colours of a picture, which has 4 bits a pixel or 8.
const (
	fewShades  = 16
	manyShades = 64
)

// A Gamut is the colours of the pictures of a game, those first which matter most: flat ones, and those pairs of them
// that meet at edges. A picture of few colours has the first of them alone.
type Gamut struct {
	Flat []color.RGBA // the ground first
	Meet [][2]color.RGBA
	// whether an edge has four steps of opacity alone: where small letters and shapes fill the picture, that saves a tenth
	// of its bytes
	Coarse bool
}

// Gamut returns the gamut of pictures that have some flat colours besides those that all have.
func (p *Palette) Gamut(meet [][2]color.RGBA, more ...color.RGBA) Gamut {
	all := append([]color.RGBA{p.Ground, p.Board, p.Paper, p.Muted, p.Accent, p.Trial, p.Plate, p.Shade}, more...)
	return Gamut{Flat: append(all, p.Casing, p.Gold), Meet: meet}
}

// A shades is the table of colours of a game's pictures: those of a gamut, and a step half
// way between two that meet, as many as there is room for.
type shades struct {
	list []color.RGBA // the first is the ground
	rgb  []byte       // the same in the layout of a PNG
	over [][]atomic.Pointer[[thin]uint8]
	each int // of the steps of thin that are as one
}

// thin is the number of steps of opacity of a pixel at the edge of a sprite.
const thin = 16

// newShades makes the table of a gamut, of at most so many colours.
func newShades(g Gamut, most int) *shades {
	t := &shades{each: 1}
	if g.Coarse {
		t.each = 5
	}
	for _, col := range g.Flat {
		t.add(col, most)
	}
	for _, part := range []float64{0.5, 0.25, 0.75} {
		for _, m := range g.Meet {
			if step := Mixed(m[0], m[1], part); t.far(step) {
				t.add(step, most)
			}
		}
	}
	t.over = make([][]atomic.Pointer[[thin]uint8], len(t.list))
	for i, col := range t.list {
		t.rgb = append(t.rgb, col.R, col.G, col.B)
		t.over[i] = make([]atomic.Pointer[[thin]uint8], len(t.list))
	}
	return t
}

// blend returns the index of the colour of a pixel that an ink covers by a step of thin. What two colours make is found
// when they first meet.
func (t *shades) blend(under, ink, cover uint8) uint8 {
	at := &t.over[under][ink]
	steps := at.Load()
	if steps == nil {
		steps = new([thin]uint8)
		for a := range steps {
			steps[a] = t.index(Mixed(t.list[under], t.list[ink], t.cover(a)))
		}
		at.Store(steps)
	}
	return steps[cover%thin]
}

// cover returns how much a step of opacity covers.
func (t *shades) cover(step int) float64 {
	if t.each == 1 {
		return (float64(step) + 0.5) / thin
	}
	return float64((step+t.each/2)/t.each*t.each) / (thin - 1)
}

// add adds a colour unless it is there or the table is full.
func (t *shades) add(col color.RGBA, most int) {
	if !slices.Contains(t.list, col) && len(t.list) < most {
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

// Mixed returns a mixture of two colours, of which part is the second.
func Mixed(a, b color.RGBA, part float64) color.RGBA {
	mix := func(v, w uint8) uint8 { return uint8(float64(v) + part*(float64(w)-float64(v)) + 0.5) }
	return color.RGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 0xff}
}
