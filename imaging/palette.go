package imaging

import (
	"image/color"
	"math"
)

// An ink is a colour of text with the colour of its ground, so that the contrast of all text
// is known and tested.
type ink struct{ text, ground color.RGBA }

// A side is the colours of the stones of one side: lit ones count, damp ones do not.
type side struct{ lit, damp color.RGBA }

// A palette is all colours of the pictures, by what they mean. Each game uses some of them,
// which its gamut lists.
type palette struct {
	ground color.RGBA // behind everything
	floor  color.RGBA // an empty cell, a face that can be twisted
	paper  color.RGBA // text, whose turn it is, what may be picked
	dim    color.RGBA // coordinates, captions, and who waits
	accent color.RGBA // the last move or what is picked, and nothing else
	trial  color.RGBA // a move that is not played yet

	first, second side       // stones
	magic         [2][2]tile // tiles of Rubik's Magic by seat: the dark side and the light one
	cards         [4]ink     // playing cards: red, yellow, green and blue
	blocks        [3]ink     // blocks of Permutu: red, black and green
	gold          color.RGBA // three of a kind
	danger        ink        // a count that costs all points
	rimmed        bool       // whether cards and blocks have a rim of paper
	shades        *shades    // the table of a gamut
}

// A tile is the colours of one side of a tile of Rubik's Magic.
type tile struct{ fill, mark color.RGBA }

// The inks, each a colour on its ground.
func (p *palette) bright() ink   { return ink{p.paper, p.ground} } // names and numbers that matter now
func (p *palette) quiet() ink    { return ink{p.dim, p.ground} }   // the others, coordinates and captions
func (p *palette) onPaper() ink  { return ink{p.ground, p.paper} } // a label on a pill of paper
func (p *palette) onTrial() ink  { return ink{p.ground, p.trial} } // the ribbon of a move that is not played
func (p *palette) onFloor() ink  { return ink{p.paper, p.floor} }
func (p *palette) onAccent() ink { return ink{p.ground, p.accent} }
func (p *palette) onDim() ink    { return ink{p.ground, p.dim} }

// inks returns every ink, by name.
func (p *palette) inks() map[string]ink {
	return map[string]ink{
		"bright": p.bright(), "quiet": p.quiet(), "onPaper": p.onPaper(), "onTrial": p.onTrial(),
		"onFloor": p.onFloor(), "onAccent": p.onAccent(), "onDim": p.onDim(),
		"card red": p.cards[0], "card yellow": p.cards[1], "card green": p.cards[2], "card blue": p.cards[3],
		"block red": p.blocks[0], "block black": p.blocks[1], "block green": p.blocks[2],
		"gold": {p.ground, p.gold}, "danger": p.danger,
	}
}

// Classic returns the usual palette, without a table of colours: night blue under warm pieces.
func classic() palette {
	return palette{
		ground: rgb(0x17202b), floor: rgb(0x364759), paper: rgb(0xf6f1e6), dim: rgb(0xa3b3c4),
		accent: rgb(0x5fe3ff), trial: rgb(0xc9b8ff),
		first: side{rgb(0xff8629), rgb(0xa95a2a)}, second: side{rgb(0xffe066), rgb(0xab9249)},
		magic: [2][2]tile{
			{{rgb(0x5a1f04), rgb(0xff9a55)}, {rgb(0xffe9d6), rgb(0xb23f06)}},
			{{rgb(0x053a2d), rgb(0x5fe0a6)}, {rgb(0xd9f9e8), rgb(0x0b6a4a)}},
		},
		cards: [4]ink{
			{rgb(0xf6f1e6), rgb(0xc8352c)}, {rgb(0x17202b), rgb(0xffd84d)},
			{rgb(0x17202b), rgb(0x57c878)}, {rgb(0xf6f1e6), rgb(0x2f63d2)},
		},
		blocks: [3]ink{{rgb(0xf6f1e6), rgb(0xc8352c)}, {rgb(0xf6f1e6), rgb(0x05070a)}, {rgb(0x17202b), rgb(0x8be07f)}},
		gold:   rgb(0xffd84d), danger: ink{rgb(0xf6f1e6), rgb(0xc8352c)},
	}
}

// highContrast returns the palette of high contrast, without a table of colours: white and
// bright colours on black. Its text has a contrast of 7, and its light and dark colours lie
// further apart than those of classic.
func highContrast() palette {
	return palette{
		ground: rgb(0x000000), floor: rgb(0x3a3a3a), paper: rgb(0xffffff), dim: rgb(0xd8d8d8),
		accent: rgb(0x00f0ff), trial: rgb(0xe2d8ff),
		first: side{rgb(0xff7a00), rgb(0x8f4a10)}, second: side{rgb(0xfff4a8), rgb(0x9c8f4e)},
		magic: [2][2]tile{
			{{rgb(0x3a1000), rgb(0xffa060)}, {rgb(0xfff0e0), rgb(0x8a2c00)}},
			{{rgb(0x002a20), rgb(0x6cffc0)}, {rgb(0xe4fff2), rgb(0x005038)}},
		},
		cards: [4]ink{
			{rgb(0xffffff), rgb(0xa80000)}, {rgb(0x000000), rgb(0xffe64d)},
			{rgb(0x000000), rgb(0x3fd06a)}, {rgb(0xffffff), rgb(0x0a2f9c)},
		},
		blocks: [3]ink{{rgb(0xffffff), rgb(0xa80000)}, {rgb(0xffffff), rgb(0x000000)}, {rgb(0x000000), rgb(0x8cff80)}},
		gold:   rgb(0xffe64d), danger: ink{rgb(0xffffff), rgb(0xa80000)}, rimmed: true,
	}
}

// with returns the palette with the table of colours of a gamut, which pictures are made of.
func (p palette) with(g gamut) *palette {
	p.shades = newShades(g)
	return &p
}

// rgb returns an opaque colour, written as 0xrrggbb.
func rgb(hex uint32) color.RGBA {
	return color.RGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 0xff}
}

// contrast returns the contrast ratio of two colours by WCAG 2, from 1 to 21, by which tests
// judge what can be read and told apart.
func contrast(a, b color.RGBA) float64 {
	high, low := luminance(a), luminance(b)
	if high < low {
		high, low = low, high
	}
	return (high + 0.05) / (low + 0.05)
}

// luminance returns the relative luminance of WCAG 2, from 0 to 1.
func luminance(c color.RGBA) float64 {
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

// linear converts a channel of sRGB to linear light, from 0 to 1.
func linear(v uint8) float64 {
	x := float64(v) / 255
	if x <= 0.04045 {
		return x / 12.92
	}
	return math.Pow((x+0.055)/1.055, 2.4)
}
