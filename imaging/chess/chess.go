// Package chess is the painter of chess.
package chess

import (
	"errors"
	"image/color"
	"strconv"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/chess"
	"parlour/imaging/canvas"
	"parlour/imaging/stones"
)

// Painter draws boards of chess on slate. Both squares of the last move are half gold and framed, by dashes if it is not
// played, and a king in check has a red rim. While a move is in the making, frames of paper show which pieces may move,
// a golden one which is picked, and dots and rings where it may go.
var Painter = canvas.Painter[chess.View]{
	Table: canvas.Table{
		Ground: 0x14181d, Board: 0x6d8094, Floor: 0x33404c, Paper: 0xf4f2ec, Muted: 0xa9b3bd, Plate: 0x33404c,
		Sides:       [2][2]uint32{{0xfff8ea, 0xbec2c3}, {0x2b2f3a, 0x84868c}},
		Bright:      [2][2]uint32{{0xfff8ea, 0xbec2c3}, {0x101114, 0x84868c}},
		BrightBoard: 0x70767e,
	},
	Check: func(v chess.View) error {
		if !v.Valid() {
			return errors.New("no position of chess")
		}
		return nil
	},
	Draw: draw, Half: half, Gamut: gamut, Pieces: pieces,
	Deep: func(p games.Drawing, _ chess.View) bool { return p.Ribboned() },
	Board: func(c *canvas.Canvas, v chess.View, room canvas.Box) {
		b := newPainting(c, v, room.Grow(-c.Px(6)))
		b.squares()
		b.pieces()
	},
	Emblem: func(c *canvas.Canvas, at canvas.Box) { c.Two(painting{Grid: canvas.Grid{Canvas: c}}, at) },
}

// draw draws a picture.
func draw(c *canvas.Canvas, p games.Drawing, v chess.View) {
	b := newPainting(c, v, stones.FlatRoom(c, p))
	b.tried, b.Low = p.Preview != "", c.Px(5)
	b.squares()
	b.offers(p)
	b.pieces()
	b.becomes(p)
	b.Coordinates()
	b.Header(p, v.DuelView, b)
}

// half draws a board after a move.
func half(c *canvas.Canvas, p games.Drawing, v chess.View, right bool) (end float64) {
	room, end := c.HalfRoom(right)
	b := newPainting(c, v, room)
	c.HalfHead(p, right, c.PieceOf(v.Mover, b))
	b.squares()
	b.pieces()
	b.Coordinates()
	return end
}

// A painting is a board of chess being drawn.
type painting struct {
	canvas.Grid
	view  chess.View
	tried bool // whether the last move is not played
}

// newPainting fits a board into a room.
func newPainting(c *canvas.Canvas, v chess.View, room canvas.Box) painting {
	return painting{Grid: c.NewGrid(room, 8, 8), view: v}
}

// light is the colour of a light square.
func light(p *canvas.Palette) color.RGBA {
	return canvas.Mixed(p.Board, color.RGBA{0xff, 0xff, 0xff, 0xff}, 0.7)
}

// Piece draws the king of a seat on a square of the other colour.
func (b painting) Piece(seat games.Seat, x, y, cell float64) {
	at := canvas.Around(x, y, cell/2)
	ground, letter := b.Board, byte('K')
	if seat == 1 {
		ground, letter = light(b.Palette), 'k'
	}
	b.RoundRect(at.Grow(0.08*cell), 0.15*cell, ground)
	drawPiece(b.Canvas, letter, at, false)
}

// Hue is a colour of the pieces of a seat on which text can lie.
func (b painting) Hue(seat games.Seat) color.RGBA {
	if seat == 1 {
		return b.Muted
	}
	return b.First.Lit
}

// leads are the numbers that Tally writes, made once.
var leads = func() (all [100]string) {
	for n := range all {
		all[n] = "+" + strconv.Itoa(n)
	}
	return all
}()

// Tally writes by how many points the pieces of a seat lead.
func (b painting) Tally(seat games.Seat, right, y float64, i canvas.Ink) float64 {
	lead := b.view.Points(seat) - b.view.Points(1-seat)
	if lead <= 0 {
		return 0
	}
	return b.Write(canvas.Label{Text: leads[min(lead, len(leads)-1)], Bold: true, Size: b.Px(canvas.ScoreText), Ink: i, X: right, Y: y, Align: 1})
}

// square returns the colour of a square.
func (b painting) square(col, row int) color.RGBA {
	if (col+row)%2 == 1 {
		return light(b.Palette)
	}
	return b.Board
}

// squares draws the board with the last move, or with what is picked.
func (b painting) squares() {
	b.Lay()
	picked := []string{b.view.From, b.view.To}
	if m := b.view.Making; m != nil && len(m.Picked) > 0 {
		picked = m.Picked
	}
	for i := range 64 {
		b.Rect(b.At(i%8, i/8), b.square(i%8, i/8))
	}
	for _, name := range picked {
		if col, row, ok := board.ReadCell(name); ok && b.Shows(col, row) {
			b.Rect(b.At(col, row), canvas.Mixed(b.square(col, row), b.Accent, 0.5))
			b.rim(b.At(col, row), b.Accent, b.tried)
		}
	}
}

// pieces draws all pieces.
func (b painting) pieces() {
	checked, check := b.view.Checked()
	for i, letter := range b.view.Squares() {
		if forms[letter&^0x20].body != "" {
			drawPiece(b.Canvas, letter, b.At(i%8, i/8), check && i == checked)
		}
	}
}

// rim draws a frame within a square that is not too small for one.
func (b painting) rim(at canvas.Box, ink color.RGBA, dashed bool) {
	line := max(b.Px(4), 0.07*b.Cell)
	if b.Cell < b.Px(36) {
		return
	}
	inner := at.Grow(-line/2 - b.Px(3))
	if dashed {
		b.DashedFrame(inner, 0.08*b.Cell, line, ink)
	} else {
		b.Frame(inner, 0.08*b.Cell, line, ink)
	}
}

// offers marks what may be picked. A panel has its names.
func (b painting) offers(p games.Drawing) {
	m := b.view.Making
	if m == nil || len(m.Picked) > 1 {
		return
	}
	squares := b.view.Squares()
	for _, choice := range m.Step.Choices {
		col, row := choice.X, 7-choice.Y
		if !b.Shows(col, row) {
			continue
		}
		at := b.At(col, row)
		b.Touch(choice, at)
		x, y := at.Mid()
		switch {
		case p.Margins:
		case len(m.Picked) == 0, squares[8*row+col] != '-':
			b.rim(at, b.Paper, false)
		default:
			b.Disc(x, y, 0.17*b.Cell, b.Casing)
			b.Disc(x, y, 0.13*b.Cell, b.Paper)
		}
	}
}

// becomes shows what a pawn may become, each on paper over a square.
func (b painting) becomes(p games.Drawing) {
	m := b.view.Making
	if m == nil || len(m.Picked) < 2 {
		return
	}
	for _, choice := range m.Step.Choices {
		letter := (choice.Value + "-")[0]
		if !b.Shows(choice.X, 7-choice.Y) || forms[letter&^0x20].body == "" {
			continue
		}
		at := b.At(choice.X, 7-choice.Y)
		if b.Touch(choice, at); p.Margins {
			continue
		}
		if b.view.ToMove == 0 {
			letter &^= 0x20
		}
		b.Rect(at, b.Muted)
		b.rim(at, b.Paper, false)
		drawPiece(b.Canvas, letter, at, false)
	}
}

// gamut tells the colours of a picture of chess.
func gamut(p *canvas.Palette) canvas.Gamut {
	bright := light(p)
	return p.Gamut([][2]color.RGBA{
		{bright, p.Second.Lit}, {p.Second.Lit, p.First.Lit}, {p.Board, p.Casing}, {p.Casing, p.Second.Lit}, {p.Board, p.Second.Lit}, {p.Ground, p.Muted},
		{p.Plate, p.Paper}, {p.Casing, p.Accent}, {p.Aside, p.Muted}, {p.Casing, danger}, {p.Second.Lit, p.Second.Dim}, {bright, p.Shade},
		{p.First.Lit, p.First.Dim}, {p.Board, p.Shade}, {p.Ground, p.Gold},
	}, bright, p.First.Lit, p.Second.Lit, canvas.Mixed(p.Board, p.Accent, 0.5), canvas.Mixed(bright, p.Accent, 0.5), danger, p.Second.Dim,
		p.First.Dim, p.Aside, p.Floor)
}

// pieces draws all pieces on both squares.
func pieces(p *canvas.Palette, draw canvas.DrawPiece) {
	for name, ground := range map[string]color.RGBA{"dark": p.Board, "light": light(p)} {
		for letter := range forms {
			for _, l := range []byte{letter, letter | 0x20} {
				draw(name, string(rune(l)), ground, func(c *canvas.Canvas, at canvas.Box) { drawPiece(c, l, at, false) })
			}
		}
		draw(name, "none", ground, func(*canvas.Canvas, canvas.Box) {})
		draw(name, "check", ground, func(c *canvas.Canvas, at canvas.Box) { drawPiece(c, 'k', at, true) })
	}
}
