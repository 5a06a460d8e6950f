package imaging

import "image/color"

// An ink is a colour of text together with the ground that it stands on, so that
// no text is drawn whose contrast was not looked at.
type ink struct{ text, ground color.RGBA }

// A tint is the colours of one kind of piece.
type tint struct {
	face color.RGBA // the piece
	edge color.RGBA // its lower rim, and what is engraved in it
}

// A palette is every colour of a picture.
type palette struct {
	card, rim    color.RGBA // the card behind everything, and its border
	board, tile  color.RGBA // the ground of the board, and its cells
	pivot        color.RGBA // the middle of a face that can be twisted
	accent, halo color.RGBA // the mark of the last move, and what sets it off
	plaster, ink color.RGBA // a bandage and its outline
	fresh        color.RGBA // the bandage of the last move
	first        tint       // pieces of the side that begins
	second       tint       // pieces of the other

	seat, seatSide ink // a player who waits
	turn, turnSide ink // a player who is to move, or who won
	coord, hot     ink // coordinates, and those of the last move
	score, title   ink // the footer
	result, word   ink // the ribbons: who won; that this is a preview

	paper               color.RGBA // the rim of a card of the game
	red, yellow         ink        // faces of cards, by their colour
	green, blue, grey   ink
	back                ink // a card face down
	badge, mine         ink // the number of a seat, and of who looks
	sheet, sheetNow     ink // numbers on the ground of the board: settled, and still running
	leading, endangered ink // a count that wins something, and one that loses all
}

// dark is the palette of every picture: a night-blue card under warm pieces.
var dark = palette{
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
}

// preview returns the palette for a move not yet made: violet grounds.
func (p palette) preview() palette {
	p.card, p.rim = rgb(0x30275a), rgb(0xc9b8ff)
	p.board, p.tile = rgb(0x1d1640), rgb(0x3a3069)
	p.pivot = rgb(0x9a8fc9)
	p.seat.ground, p.seatSide.ground = rgb(0x41367a), rgb(0x41367a)
	p.seatSide.text = rgb(0xc4bbe6)
	for _, i := range []*ink{&p.coord, &p.hot, &p.score, &p.title} {
		i.ground = p.card
	}
	p.sheet.ground, p.sheetNow.ground = p.board, p.board
	p.sheetNow.text = rgb(0xb0a4dc)
	p.coord.text, p.title.text = rgb(0xb9aee2), rgb(0xb0a4dc)
	return p
}

func rgb(hex uint32) color.RGBA {
	return color.RGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 0xff}
}
