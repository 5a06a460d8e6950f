// Package magic is the painter of Rubik's Magic.
package magic

import (
	"fmt"
	"image/color"
	"math"

	"parlour/games"
	"parlour/games/magic"
	"parlour/imaging/canvas"
)

// Painter draws boards of Rubik's Magic. A circle's tile has a ring and a diamond's a
// diamond, light on the dark side and dark on the light side. A bar by the name stands for
// each tile that the player has left. An arrow shows the last flip, from the dashed space
// that the tile left, and a frame surrounds the tile that was placed. A line goes through
// every three-in-a-row: thin and broken while it threatens, thick when it is locked or has won.
//
// While a turn is in the making the picture shows its step: see step.go.
var Painter = canvas.Painter[magic.View]{Check: check, Draw: draw, Half: half, Gamut: gamut, Pieces: pieces}

// check returns an error for a view that cannot be drawn.
func check(v magic.View) error {
	for i, cell := range v.Cells {
		if cell.Kind > magic.Diamond {
			return fmt.Errorf("no tile of kind %d, as on %v, exists", cell.Kind, magic.Square(i))
		}
	}
	return nil
}

// draw draws a board.
func draw(c *canvas.Canvas, p canvas.Drawing, v magic.View) {
	tried := p.Preview != ""
	b := painting{c.NewGrid(c.BoardRoom(tried), 4, 4), v}
	b.FromTop = true
	b.Header(p, canvas.Duel{Mover: v.Mover, ToMove: v.ToMove, Winner: v.Winner}, &b)
	b.Coordinates()
	b.board()
	switch {
	case v.Making != nil:
		b.step()
	case v.Ended == nil || tried:
		b.last()
		b.rows()
	default:
		b.rows()
	}
}

// half draws a board after a move.
func half(c *canvas.Canvas, p canvas.Drawing, v magic.View, right bool) (end float64) {
	b := painting{view: v}
	b.Grid, end = c.HalfGrid(canvas.Half(right), 4, 4)
	b.FromTop = true
	c.HalfHead(p, right, nil)
	b.Coordinates()
	b.board()
	b.last()
	b.rows()
	return end
}

// A painting is a board of Rubik's Magic being drawn.
type painting struct {
	canvas.Grid
	view magic.View
}

// Piece draws a tile of a seat.
func (b *painting) Piece(seat games.Seat, x, y, cell float64) {
	b.tile(seat, false, canvas.Around(x, y, cell/2))
}

// Tally draws a bar for each tile that a seat has left, in two groups of four so that they
// are counted at a glance.
func (b *painting) Tally(seat games.Seat, right, y float64, i canvas.Ink) float64 {
	wide := 0.0
	for bar := range min(max(0, b.view.Left[seat]), 8) {
		if bar == 4 {
			wide += 7
		}
		b.RoundRect(b.Box(right/b.Scale()-wide-8, y/b.Scale()-13, 8, 26), b.Px(2), i.Text)
		wide += 13
	}
	return b.Px(wide)
}

// square returns the middle of a square.
func (b *painting) square(q magic.Square) (x, y float64) {
	return b.Middle(float64(q.Col()), float64(q.Row()))
}

// board draws the spaces and the tiles.
func (b *painting) board() {
	for i, cell := range b.view.Cells {
		q := magic.Square(i)
		at := b.At(q.Col(), q.Row())
		b.RoundRect(at.Grow(-math.Round(b.Px(4))), b.Px(18), b.Floor)
		if cell.Kind != magic.Empty {
			b.tile(games.Seat(cell.Kind-magic.Circle), cell.Light, at)
		}
	}
}

// tile draws a tile of a seat in the box of its cell.
func (b *painting) tile(seat games.Seat, light bool, at canvas.Box) {
	sort := canvas.Bits(light)
	side := b.Tiles[seat][sort]
	b.Stamp(canvas.Key{Kind: "tile", Args: [4]int{int(seat), sort}}, at, func(pen *canvas.Pen, at canvas.Box) {
		x, y := at.Mid()
		cell := at.W
		rim := max(b.Px(1.6), 0.028*cell)
		pen.RoundRect(canvas.Around(x, y, 0.43*cell), 0.08*cell)
		pen.Fill(side.Mark)
		pen.RoundRect(canvas.Around(x, y, 0.43*cell-rim), 0.08*cell-rim/2)
		pen.Fill(side.Fill)
		markPath(pen, seat, x, y, cell)
		pen.Stroke(side.Mark, 0.1*cell)
	})
}

// markPath makes the path of the mark on a tile: a ring or a diamond.
func markPath(pen *canvas.Pen, seat games.Seat, x, y, cell float64) {
	if seat == 0 {
		pen.Circle(x, y, 0.235*cell)
		return
	}
	r := 0.275 * cell
	pen.Polygon(x, y-r, x+r, y, x, y+r, x-r, y)
}

// rows draws a line through every three-in-a-row, the weaker ones first.
func (b *painting) rows() {
	for _, strong := range []bool{false, true} {
		for _, r := range b.view.Rows {
			if b.strong(r) == strong && onBoard(r.Squares[:]...) {
				b.row(r.Squares[0], r.Squares[2], strong)
			}
		}
	}
}

// strong reports whether a three-in-a-row is locked or has won.
func (b *painting) strong(r magic.Row) bool {
	if b.view.Ended != nil {
		return r.Owner == b.view.Winner
	}
	return r.Locked
}

// onBoard reports whether all squares lie on the board.
func onBoard(squares ...magic.Square) bool {
	for _, q := range squares {
		if q >= magic.NoSquare {
			return false
		}
	}
	return true
}

// row draws the line through a three-in-a-row, from one end to the other.
func (b *painting) row(from, to magic.Square, strong bool) {
	x1, y1 := b.square(from)
	x2, y2 := b.square(to)
	line, knob := b.Px(8), b.Px(11)
	if strong {
		line, knob = b.Px(16), b.Px(18)
	}
	k := canvas.Key{Kind: "row", Args: [4]int{int(x2 - x1), int(y2 - y1), canvas.Bits(strong)}}
	edge := knob + b.Px(5)
	part := canvas.NewBox(min(x1, x2)-edge, min(y1, y2)-edge, math.Abs(x2-x1)+2*edge, math.Abs(y2-y1)+2*edge)
	b.Stamp(k, part, func(pen *canvas.Pen, at canvas.Box) {
		dx, dy := at.X-part.X, at.Y-part.Y
		b.through(pen, x1+dx, y1+dy, x2+dx, y2+dy, line, knob, !strong)
	})
}

// through draws a line with a knob at both ends and a halo of ground.
func (b *painting) through(pen *canvas.Pen, x1, y1, x2, y2, line, knob float64, broken bool) {
	paint := func(col color.RGBA, more float64) {
		pen.MoveTo(x1, y1)
		pen.LineTo(x2, y2)
		pen.Stroke(col, line+2*more)
		pen.Dash()
		pen.Circle(x1, y1, knob+more)
		pen.Circle(x2, y2, knob+more)
		pen.Fill(col)
	}
	paint(b.Ground, b.Px(5))
	if broken {
		// Dashes repeat from square to square, so that those of two rows in one line meet.
		square := math.Hypot(x2-x1, y2-y1) / 2
		pitch := square / math.Round(square/b.Px(42))
		pen.Dash(0.55*pitch, 0.45*pitch)
	}
	paint(b.Paper, 0)
}

// last marks the last turn: the tile that was placed, and the flip, with dashes around the
// space that the tile left.
func (b *painting) last() {
	t := b.view.Turn
	if t == nil {
		return
	}
	b.frame(t.Place, b.Accent)
	b.flip(*t, t.Place != t.From, b.Accent)
}

// frame draws a frame around a square.
func (b *painting) frame(q magic.Square, col color.RGBA) {
	if onBoard(q) {
		x, y := b.square(q)
		b.Frame(canvas.Around(x, y, 0.47*b.Cell), 0.1*b.Cell, 0.05*b.Cell, col)
	}
}

// flip draws the arrow of a flip. Where the space that the tile left is bare, it begins in
// the middle of it, and dashes surround the space.
func (b *painting) flip(t magic.Turn, bare bool, col color.RGBA) {
	if !onBoard(t.From, t.To) || t.From == t.To {
		return
	}
	tail := -0.19 * b.Cell
	if bare {
		tail = -0.5 * b.Cell
		x, y := b.square(t.From)
		b.DashedFrame(canvas.Around(x, y, 0.42*b.Cell), 0.1*b.Cell, b.Px(5), col)
	}
	x1, y1 := b.square(t.From)
	x2, y2 := b.square(t.To)
	a := canvas.Arrow{DX: x2 - x1, DY: y2 - y1, Tail: tail, Tip: 0.24 * b.Cell, Wide: 0.09 * b.Cell,
		Head: 0.27 * b.Cell}
	b.Arrow(a, (x1+x2)/2, (y1+y2)/2, col)
}

// gamut tells the colours of a picture of Rubik's Magic. The steps at the edges of tiles
// are left out, because the colours of the other tiles serve as these.
func gamut(p *canvas.Palette) canvas.Gamut {
	g := p.Gamut([][2]color.RGBA{{p.Floor, p.Paper}, {p.Ground, p.Accent}})
	for _, sides := range p.Tiles {
		for _, side := range sides {
			g.Flat = append(g.Flat, side.Fill, side.Mark)
		}
	}
	return g
}
