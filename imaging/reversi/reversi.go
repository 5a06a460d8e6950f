// Package reversi is the painter of Reversi.
package reversi

import (
	"fmt"
	"image/color"
	"math"
	"strconv"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/reversi"
	"parlour/imaging/canvas"
	"parlour/imaging/stones"
)

// Painter draws boards of Reversi: discs of ebony and ivory on cloth, each with the other colour below. The disc that was
// placed last has a rim and a stud of gold, and those that it turned over have a thin rim. Dots are where the side to move
// may place one; a panel has their names.
var Painter = canvas.Painter[reversi.View]{
	Table: canvas.Table{
		Ground: 0x141b10, Board: 0x4d8a44, Floor: 0x3a6d34, Paper: 0xf6f3e4, Muted: 0xb3c3a8, Plate: 0x2f5029,
		Sides:       [2][2]uint32{{0x1d1b1f, 0xa6a3aa}, {0xfff4de, 0xece5cc}},
		Bright:      [2][2]uint32{{0x050506, 0xb4b1b8}, {0xfff4de, 0xece5cc}},
		BrightFloor: 0x1d4a19, BrightBoard: 0x4d8a44,
	},
	Check: check, Draw: draw, Half: half, Gamut: gamut, Pieces: pieces,
	Deep: func(p games.Drawing, _ reversi.View) bool { return p.Ribbon != nil },
	Board: func(c *canvas.Canvas, v reversi.View, room canvas.Box) {
		newPainting(c, v, room.Grow(-c.Px(6))).cloth()
	},
	Emblem: func(c *canvas.Canvas, at canvas.Box) { c.Two(painting{Grid: canvas.Grid{Canvas: c}}, at) },
}

// check returns an error for a view that cannot be drawn.
func check(v reversi.View) error {
	if !v.Valid() {
		return fmt.Errorf("%d cells on a board of size %d", len(v.Cells), v.Size)
	}
	for i, d := range v.Cells {
		if d > reversi.White {
			return fmt.Errorf("no disc of kind %d, as on cell %d, exists", d, i)
		}
	}
	return nil
}

// draw draws a picture.
func draw(c *canvas.Canvas, p games.Drawing, v reversi.View) {
	b := newPainting(c, v, stones.FlatRoom(c, p))
	b.tried, b.Low = p.Preview != "", c.Px(5)
	b.cloth()
	b.last()
	b.Coordinates()
	b.Header(p, v.DuelView, b)
	b.offers(p)
}

// half draws a board after a move.
func half(c *canvas.Canvas, p games.Drawing, v reversi.View, right bool) (end float64) {
	room, end := c.HalfRoom(right)
	b := newPainting(c, v, room.Grow(-c.Px(1))) // or ten cells would reach the edge
	c.HalfHead(p, right, c.PieceOf(v.Mover, b))
	b.cloth()
	b.last()
	b.Coordinates()
	return end
}

// A painting is a board of Reversi being drawn.
type painting struct {
	canvas.Grid
	view  reversi.View
	tried bool // whether the last move is not played
}

// newPainting fits a board into a room.
func newPainting(c *canvas.Canvas, v reversi.View, room canvas.Box) painting {
	b := painting{Grid: c.NewGrid(room, v.Size, v.Size), view: v}
	b.FromTop = true
	return b
}

// Piece draws the disc of a seat on cloth, as ebony is hardly seen beside a name.
func (b painting) Piece(seat games.Seat, x, y, cell float64) {
	b.Disc(x, y, 0.48*cell, b.Palette.Board)
	drawDisc(b.Canvas, reversi.Black+reversi.Disc(seat&1), canvas.Around(x, y, cell/2))
}

// Hue is the colour of the discs of a seat, of which ebony is too dark for text to lie on.
func (b painting) Hue(seat games.Seat) color.RGBA { return b.Palette.Side(int(seat & 1)).Dim }

// Tally writes how many discs a seat has, and of a move that is not played how many it had before.
func (b painting) Tally(seat games.Seat, right, y float64, i canvas.Ink) float64 {
	text := strconv.Itoa(b.view.Discs(seat))
	if b.tried && b.view.Placed != "" {
		text = strconv.Itoa(b.view.Before(seat)) + " → " + text
	}
	return b.Write(canvas.Label{Text: text, Bold: true, Size: b.Px(canvas.ScoreText), Ink: i, X: right, Y: y, Align: 1})
}

// cloth draws the board with its lines and all discs.
func (b painting) cloth() {
	b.Lay()
	first, last := b.At(0, 0), b.At(b.view.Size-1, b.view.Size-1)
	line, all := max(1, math.Round(b.Px(3))), last.X+last.W-first.X
	for n := range b.view.Size + 1 {
		at := float64(n)*b.Cell - math.Floor(line/2)
		b.Rect(canvas.NewBox(first.X+at, first.Y, line, all), b.Floor)
		b.Rect(canvas.NewBox(first.X, first.Y+at, all, line), b.Floor)
	}
	for corner := range 4 {
		n := b.view.Size - 4
		x, y := b.Middle(1.5+float64(corner%2*n), 1.5+float64(corner/2*n))
		b.Disc(x, y, 0.07*b.Cell, b.Shade)
	}
	for i, d := range b.view.Cells {
		if d != reversi.Empty {
			drawDisc(b.Canvas, d, b.At(i%b.view.Size, i/b.view.Size))
		}
	}
}

// drawDisc draws a disc in the box of its cell: a shadow, the other colour as its edge, a light rim, and the face, of
// ebony with a ring and of ivory with a dish.
func drawDisc(c *canvas.Canvas, d reversi.Disc, at canvas.Box) {
	c.Stamp(canvas.Key{Kind: "disc", Args: [4]int{int(d)}}, at, func(pen *canvas.Pen, at canvas.Box) {
		x, y := at.Mid()
		disc := func(r, down float64, ink color.RGBA) {
			pen.Circle(x, y+down*at.W, r*at.W)
			pen.Fill(ink)
		}
		own, other := c.Palette.Side(int(d-reversi.Black)), c.Palette.Side(int(reversi.White-d))
		disc(radius, 0.085, c.Shade)
		disc(radius, 0.055, other.Lit)
		disc(radius, 0, own.Lit)
		if d == reversi.Black {
			pen.Ring(x, y, 0.62*radius*at.W, 0, own.Dim, 0.05*at.W)
		} else {
			disc(0.66*radius, 0, own.Dim)
		}
	})
}

// radius is that of a disc in cells.
const radius = 0.41

// last marks the disc that was placed last and those that it turned over, by dashes if the move is not played.
func (b painting) last() {
	rim := func(name string, line float64) (x, y float64, ok bool) {
		col, row, ok := board.ReadCell(name)
		if !ok || !b.Shows(col, row) {
			return 0, 0, false
		}
		at := b.At(col, row)
		halo := b.Px(1.5)
		k := canvas.Key{Kind: "gold", Args: [4]int{int(64 * line), canvas.Bits(b.tried)}}
		grow := math.Ceil(0.05 * b.Cell)
		b.Stamp(k, at.Grow(grow), func(pen *canvas.Pen, at canvas.Box) {
			x, y := at.Mid()
			r := 0.45 * (at.W - 2*grow)
			pen.Ring(x, y, r, 0, b.Casing, line+2*halo)
			pen.Ring(x, y, r, 9*canvas.Bits(b.tried), b.Accent, line)
		})
		x, y = at.Mid()
		return x, y, true
	}
	for _, name := range b.view.Turned {
		rim(name, max(b.Px(3), 0.045*b.Cell))
	}
	if x, y, ok := rim(b.view.Placed, max(b.Px(4.5), 0.085*b.Cell)); ok {
		b.Stud(x, y, b.Cell, true)
	}
}

// offers puts a dot on each cell where the side to move may place a disc, or in a panel its name.
func (b painting) offers(p games.Drawing) {
	if m := b.view.Making; m != nil {
		for _, choice := range m.Step.Choices {
			col, row, ok := board.ReadCell(choice.Value)
			if !ok || !b.Shows(col, row) {
				continue
			}
			at := b.At(col, row)
			if b.Touch(choice, at); p.Margins {
				continue
			}
			x, y := at.Mid()
			b.dashes(at)
			b.Write(canvas.Label{Text: choice.Value, Ink: b.OnFloor(), X: x, Y: y, Align: 0.5})
		}
		if !p.Margins {
			return
		}
	}
	if p.Preview != "" || p.Ribbon != nil || b.view.Ended != nil || b.view.ToMove != 0 && b.view.ToMove != 1 {
		return
	}
	for i, open := range b.view.Open() {
		if open {
			x, y := b.At(i%b.view.Size, i/b.view.Size).Mid()
			b.Disc(x, y, 0.1*b.Cell, b.Casing)
		}
	}
}

// dashes draws a ring of dashes in an empty cell, around room for a name.
func (b painting) dashes(at canvas.Box) {
	b.Stamp(canvas.Key{Kind: "dashed ring"}, at, func(pen *canvas.Pen, at canvas.Box) {
		x, y := at.Mid()
		r := radius * at.W
		pen.Circle(x, y, r)
		pen.Fill(b.Floor)
		pen.Ring(x, y, r, 12, b.Paper, max(b.Px(3), 0.04*at.W))
	})
}

// gamut tells the colours of a picture of Reversi.
func gamut(p *canvas.Palette) canvas.Gamut {
	return p.Gamut([][2]color.RGBA{
		{p.Board, p.First.Lit}, {p.Board, p.Second.Lit}, {p.First.Lit, p.Second.Lit}, {p.Ground, p.Muted}, {p.Plate, p.Paper},
		{p.Aside, p.Muted}, {p.Casing, p.Accent}, {p.Board, p.Casing}, {p.First.Lit, p.First.Dim}, {p.Board, p.Shade},
		{p.Ground, p.Gold}, {p.Floor, p.Paper},
	}, p.First.Lit, p.Second.Lit, p.Second.Dim, p.First.Dim, p.Floor, p.Aside)
}

// pieces draws the discs, as they are, placed last and turned over, and the marks of an empty cell.
func pieces(p *canvas.Palette, draw canvas.DrawPiece) {
	for d, name := range map[reversi.Disc]string{reversi.Black: "first", reversi.White: "second"} {
		plain := func(c *canvas.Canvas, at canvas.Box) { drawDisc(c, d, at) }
		draw("cells", name, p.Board, plain)
		draw("cells", name+", last", p.Board, func(c *canvas.Canvas, at canvas.Box) {
			plain(c, at)
			x, y := at.Mid()
			c.Stud(x, y, at.W, true)
		})
	}
	draw("cells", "none", p.Board, func(*canvas.Canvas, canvas.Box) {})
	draw("cells", "open", p.Board, func(c *canvas.Canvas, at canvas.Box) {
		x, y := at.Mid()
		c.Disc(x, y, 0.1*at.W, p.Casing)
	})
}
