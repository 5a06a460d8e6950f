package imaging

import "image/color"

// An ink is a colour of text with the colour of its ground, so that the contrast of all text
// is known and tested.
type ink struct{ text, ground color.RGBA }

// A tint is the colours of one kind of piece.
type tint struct {
	fill color.RGBA // the piece
	edge color.RGBA // its lower rim, and the engraving
}

// A palette is all colours of a picture, for every game.
type palette struct {
	card, rim    color.RGBA // the card behind all parts, and its border
	board, tile  color.RGBA // the ground of the board, and its cells
	pivot        color.RGBA // the middle of a face that can be twisted
	accent, halo color.RGBA // the mark of the last move, and its outline
	plaster, ink color.RGBA // a bandage and its outline
	fresh        color.RGBA // the bandage of the last move
	first        tint       // pieces of the side that begins
	second       tint       // pieces of the other

	seat, seatSide ink // a player who is not to move
	turn, turnSide ink // a player who is to move, or who won
	coord, hot     ink // coordinates, and those of the last move
	score, title   ink // the footer
	result, word   ink // the ribbons of a result and of a preview

	paper               color.RGBA // the rim of a playing card
	red, yellow         ink        // fronts of playing cards, by their colour
	green, blue, grey   ink
	back                ink // the back of a playing card
	badge, mine         ink // the number of a seat, and of the seat that looks
	sheet, sheetNow     ink // numbers on the ground of the board: final, and still changing
	leading, endangered ink // a count that wins a bonus, and one that loses all points

	magic  [2][2]magicTile // by seat, the dark side and the light one
	row    color.RGBA      // the line through a three-in-a-row
	blocks [3]permutuBlock // by colour
	metals [2]ink          // symbols of which a seat holds two blocks, and three

	trial  trial
	shades *shades
}

// A trial is the colours that differ in a preview.
type trial struct{ card, rim, board, tile, pivot, plate, soft color.RGBA }

// classic is a night-blue card under warm pieces.
var classic = palette{
	card: rgb(0x1d2836), rim: rgb(0x45566b),
	board: rgb(0x121a24), tile: rgb(0x243243),
	pivot:  rgb(0x7f93aa),
	accent: rgb(0x5fe3ff), halo: rgb(0x0d141c),
	plaster: rgb(0xfff6e6), ink: rgb(0x14202e), fresh: rgb(0x5fe3ff),
	first:  tint{rgb(0xee6a1b), rgb(0x9c3c08)},
	second: tint{rgb(0xffe36b), rgb(0xb98a1e)},

	seat: ink{rgb(0xe8eef5), rgb(0x293748)}, seatSide: ink{rgb(0xa9b8c9), rgb(0x293748)},
	turn: ink{rgb(0x14202e), rgb(0xf4f7fa)}, turnSide: ink{rgb(0x4a5a6c), rgb(0xf4f7fa)},
	coord: ink{rgb(0xa3b3c5), rgb(0x1d2836)}, hot: ink{rgb(0x5fe3ff), rgb(0x1d2836)},
	score: ink{rgb(0xe8eef5), rgb(0x1d2836)}, title: ink{rgb(0x8fa1b5), rgb(0x1d2836)},
	result: ink{rgb(0x14202e), rgb(0xffffff)}, word: ink{rgb(0x221552), rgb(0xc9b8ff)},

	paper: rgb(0xfff6e6),
	red:   ink{rgb(0xffffff), rgb(0xc9302c)}, yellow: ink{rgb(0x14202e), rgb(0xffd94f)},
	green: ink{rgb(0x14202e), rgb(0x4dbd68)}, blue: ink{rgb(0xffffff), rgb(0x1e439f)},
	grey: ink{rgb(0x14202e), rgb(0xc3ccd6)}, back: ink{rgb(0xffffff), rgb(0x56657a)},
	badge: ink{rgb(0x14202e), rgb(0xa9b8c9)}, mine: ink{rgb(0x14202e), rgb(0x5fe3ff)},
	sheet: ink{rgb(0xe8eef5), rgb(0x121a24)}, sheetNow: ink{rgb(0x8fa1b5), rgb(0x121a24)},
	leading: ink{rgb(0x14202e), rgb(0x5fe3ff)}, endangered: ink{rgb(0xffffff), rgb(0xc9302c)},

	magic: [2][2]magicTile{
		{{rgb(0x3f1606), rgb(0xff9a55), rgb(0xdb6a28)}, {rgb(0xffe9d6), rgb(0xb23f06), rgb(0xd58a58)}},
		{{rgb(0x06352a), rgb(0x63e0a8), rgb(0x2a9a70)}, {rgb(0xdcfaea), rgb(0x0b6a4a), rgb(0x6dbb99)}},
	},
	row: rgb(0xffffff),
	blocks: [3]permutuBlock{
		{rgb(0xd4382d), rgb(0xff8d80), ink{rgb(0xffffff), rgb(0xd4382d)}},
		{rgb(0x07090c), rgb(0x9fb0c3), ink{rgb(0xffffff), rgb(0x07090c)}},
		{rgb(0x8be07f), rgb(0x3c8a38), ink{rgb(0x0b2610), rgb(0x8be07f)}},
	},
	metals: [2]ink{{rgb(0x14202e), rgb(0x8fa2b7)}, {rgb(0x2b1d00), rgb(0xffd452)}},

	trial: trial{ // violet
		card: rgb(0x30275a), rim: rgb(0xc9b8ff), board: rgb(0x1d1640), tile: rgb(0x3a3069),
		pivot: rgb(0x9a8fc9), plate: rgb(0x41367a), soft: rgb(0xbfb5e6),
	},
}

// highContrast is white and bright colours on black. Its text has a contrast of 7, and its
// light and dark colours lie further apart than those of classic.
var highContrast = palette{
	card: rgb(0x000000), rim: rgb(0xffffff),
	board: rgb(0x171717), tile: rgb(0x2e2e2e),
	pivot:  rgb(0xc8c8c8),
	accent: rgb(0x00f0ff), halo: rgb(0x000000),
	plaster: rgb(0xffffff), ink: rgb(0x000000), fresh: rgb(0x00f0ff),
	first:  tint{rgb(0xe04e00), rgb(0x5a1c00)},
	second: tint{rgb(0xfff4a8), rgb(0xb08400)},

	seat: ink{rgb(0xffffff), rgb(0x2a2a2a)}, seatSide: ink{rgb(0xe0e0e0), rgb(0x2a2a2a)},
	turn: ink{rgb(0x000000), rgb(0xffffff)}, turnSide: ink{rgb(0x303030), rgb(0xffffff)},
	coord: ink{rgb(0xe0e0e0), rgb(0x000000)}, hot: ink{rgb(0x00f0ff), rgb(0x000000)},
	score: ink{rgb(0xffffff), rgb(0x000000)}, title: ink{rgb(0xd0d0d0), rgb(0x000000)},
	result: ink{rgb(0x000000), rgb(0xffffff)}, word: ink{rgb(0x000000), rgb(0xe2d8ff)},

	paper: rgb(0xffffff),
	red:   ink{rgb(0xffffff), rgb(0xa80000)}, yellow: ink{rgb(0x000000), rgb(0xffe64d)},
	green: ink{rgb(0x000000), rgb(0x3fd06a)}, blue: ink{rgb(0xffffff), rgb(0x0a2f9c)},
	grey: ink{rgb(0x000000), rgb(0xd8d8d8)}, back: ink{rgb(0xffffff), rgb(0x4a4a4a)},
	badge: ink{rgb(0x000000), rgb(0xd0d0d0)}, mine: ink{rgb(0x000000), rgb(0x00f0ff)},
	sheet: ink{rgb(0xffffff), rgb(0x171717)}, sheetNow: ink{rgb(0xd0d0d0), rgb(0x171717)},
	leading: ink{rgb(0x000000), rgb(0x00f0ff)}, endangered: ink{rgb(0xffffff), rgb(0xa80000)},

	magic: [2][2]magicTile{
		{{rgb(0x3a1000), rgb(0xffa060), rgb(0xff8a3c)}, {rgb(0xfff0e0), rgb(0x8a2c00), rgb(0xff8a3c)}},
		{{rgb(0x002a20), rgb(0x6cffc0), rgb(0x30d090)}, {rgb(0xe4fff2), rgb(0x005038), rgb(0x30d090)}},
	},
	row: rgb(0xffffff),
	blocks: [3]permutuBlock{
		{rgb(0xb80000), rgb(0xff9c90), ink{rgb(0xffffff), rgb(0xb80000)}},
		{rgb(0x000000), rgb(0xe0e0e0), ink{rgb(0xffffff), rgb(0x000000)}},
		{rgb(0x8cff80), rgb(0x2f8a2a), ink{rgb(0x000000), rgb(0x8cff80)}},
	},
	metals: [2]ink{{rgb(0x000000), rgb(0x90a2b6)}, {rgb(0x000000), rgb(0xffe45c)}},

	trial: trial{
		card: rgb(0x24105c), rim: rgb(0xe2d8ff), board: rgb(0x0c0424), tile: rgb(0x2c1f5c),
		pivot: rgb(0xc8bdf0), plate: rgb(0x2c1f5c), soft: rgb(0xe2d8ff),
	},
}

// preview returns the palette of a preview, which has the colours of its trial.
func (p palette) preview() palette {
	t := p.trial
	p.card, p.rim, p.board, p.tile, p.pivot = t.card, t.rim, t.board, t.tile, t.pivot
	p.seat.ground, p.seatSide.ground, p.seatSide.text = t.plate, t.plate, t.soft
	for _, i := range []*ink{&p.coord, &p.hot, &p.score, &p.title} {
		i.ground = p.card
	}
	p.sheet.ground, p.sheetNow.ground = p.board, p.board
	p.coord.text, p.title.text, p.sheetNow.text = t.soft, t.soft, t.soft
	return p
}

// rgb returns an opaque colour, written as 0xrrggbb.
func rgb(hex uint32) color.RGBA {
	return color.RGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 0xff}
}
