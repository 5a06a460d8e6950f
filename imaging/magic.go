package imaging

import (
	"fmt"
	"image/color"
	"math"

	"parlour/games"
	"parlour/games/magic"
)

// drawMagic draws a board of Rubik's Magic. A circle's tile has a ring and a diamond's a
// diamond, light on the dark side and dark on the light side. A bar by the name stands for
// each tile that the player has left. An arrow shows the last flip, from the dashed space
// that the tile left, and a frame surrounds the tile that was placed. A line goes through
// every three-in-a-row: thin and broken while it threatens, thick when it is locked or has won.
//
// While a turn is in the making the picture shows its step: see magic_step.go.
func drawMagic(c *canvas, p Drawing, v magic.View) error {
	for i, cell := range v.Cells {
		if cell.Kind > magic.Diamond {
			return fmt.Errorf("%w: no tile of kind %d, as on %v, exists", ErrNoPicture, cell.Kind, magic.Square(i))
		}
	}
	tried := p.Preview != ""
	b := magicBoard{c: c, grid: newGrid(c.boardRoom(tried), 4, 4), view: v}
	b.fromTop = true
	if tried {
		c.duelRibbon(p.Preview, v.Mover, &b)
	} else {
		c.duelHeader(duel{duelNames(p), v.ToMove, v.Winner, &b})
	}
	b.coordinates(c)
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
	return nil
}

// A magicBoard is a board of Rubik's Magic being drawn.
type magicBoard struct {
	c *canvas
	grid
	view magic.View
}

// piece draws a tile of a seat.
func (b *magicBoard) piece(seat games.Seat, x, y, cell float64) {
	b.tile(seat, false, around(x, y, cell/2))
}

// tally draws a bar for each tile that a seat has left, in two groups of four so that they
// are counted at a glance.
func (b *magicBoard) tally(seat games.Seat, right, y float64, i ink) float64 {
	c, wide := b.c, 0.0
	for bar := range min(max(0, b.view.Left[seat]), 8) {
		if bar == 4 {
			wide += 7
		}
		c.slab(c.at800(right/c.perPixel()-wide-8, y/c.perPixel()-13, 8, 26), c.px(2), i.text)
		wide += 13
	}
	return c.px(wide)
}

// square returns the middle of a square.
func (b *magicBoard) square(q magic.Square) (x, y float64) {
	return b.middle(float64(q.Col()), float64(q.Row()))
}

// board draws the spaces and the tiles.
func (b *magicBoard) board() {
	for i, cell := range b.view.Cells {
		q := magic.Square(i)
		at := b.at(q.Col(), q.Row())
		b.c.slab(at.grow(-math.Round(b.c.px(4))), b.c.px(18), b.c.pal.floor)
		if cell.Kind != magic.Empty {
			b.tile(games.Seat(cell.Kind-magic.Circle), cell.Light, at)
		}
	}
}

// tile draws a tile of a seat in the box of its cell.
func (b *magicBoard) tile(seat games.Seat, light bool, at box) {
	k := key{what: "tile", args: [4]int{int(seat)}}
	side := b.c.pal.magic[seat][0]
	if light {
		side, k.args[1] = b.c.pal.magic[seat][1], 1
	}
	b.c.stamp(k, at, func(pen *Pen, at box) {
		x, y := at.mid()
		cell := at.w
		rim := max(b.c.px(1.6), 0.028*cell)
		pen.rounded(around(x, y, 0.43*cell), 0.08*cell)
		pen.fill(side.mark)
		pen.rounded(around(x, y, 0.43*cell-rim), 0.08*cell-rim/2)
		pen.fill(side.fill)
		markPath(pen, seat, x, y, cell)
		pen.stroke(side.mark, 0.1*cell)
	})
}

// markPath makes the path of the mark on a tile: a ring or a diamond.
func markPath(pen *Pen, seat games.Seat, x, y, cell float64) {
	if seat == 0 {
		pen.circle(x, y, 0.235*cell)
		return
	}
	r := 0.275 * cell
	pen.polygon(x, y-r, x+r, y, x, y+r, x-r, y)
}

// rows draws a line through every three-in-a-row, the weaker ones first.
func (b *magicBoard) rows() {
	for _, strong := range []bool{false, true} {
		for _, r := range b.view.Rows {
			if b.strong(r) == strong && onBoard(r.Squares[:]...) {
				b.row(r.Squares[0], r.Squares[2], strong)
			}
		}
	}
}

// strong reports whether a three-in-a-row is locked or has won.
func (b *magicBoard) strong(r magic.Row) bool {
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
func (b *magicBoard) row(from, to magic.Square, strong bool) {
	x1, y1 := b.square(from)
	x2, y2 := b.square(to)
	line, knob := b.c.px(8), b.c.px(11)
	k := key{what: "row", args: [4]int{int(x2 - x1), int(y2 - y1)}}
	if strong {
		line, knob, k.args[2] = b.c.px(16), b.c.px(18), 1
	}
	edge := knob + b.c.px(5)
	part := box{min(x1, x2) - edge, min(y1, y2) - edge, math.Abs(x2-x1) + 2*edge, math.Abs(y2-y1) + 2*edge}
	b.c.stamp(k, part, func(pen *Pen, at box) {
		dx, dy := at.x-part.x, at.y-part.y
		b.through(pen, x1+dx, y1+dy, x2+dx, y2+dy, line, knob, !strong)
	})
}

// through draws a line with a knob at both ends and a halo of ground.
func (b *magicBoard) through(pen *Pen, x1, y1, x2, y2, line, knob float64, broken bool) {
	paint := func(col color.RGBA, more float64) {
		pen.moveTo(x1, y1)
		pen.lineTo(x2, y2)
		pen.stroke(col, line+2*more)
		pen.dash()
		pen.circle(x1, y1, knob+more)
		pen.circle(x2, y2, knob+more)
		pen.fill(col)
	}
	paint(b.c.pal.ground, b.c.px(5))
	if broken {
		// Dashes repeat from square to square, so that those of two rows in one line meet.
		square := math.Hypot(x2-x1, y2-y1) / 2
		pitch := square / math.Round(square/b.c.px(42))
		pen.dash(0.55*pitch, 0.45*pitch)
	}
	paint(b.c.pal.paper, 0)
}

// last marks the last turn: the tile that was placed, and the flip, with dashes around the
// space that the tile left.
func (b *magicBoard) last() {
	t := b.view.Turn
	if t == nil {
		return
	}
	b.frame(t.Place)
	b.flip(*t, t.Place != t.From)
}

// frame draws the frame of the accent around a square.
func (b *magicBoard) frame(q magic.Square) {
	if onBoard(q) {
		x, y := b.square(q)
		b.c.frame(around(x, y, 0.47*b.cell), 0.1*b.cell, 0.05*b.cell, b.c.pal.accent)
	}
}

// flip draws the arrow of a flip. Where the space that the tile left is bare, it begins in
// the middle of it, and dashes surround the space.
func (b *magicBoard) flip(t magic.Turn, bare bool) {
	if !onBoard(t.From, t.To) || t.From == t.To {
		return
	}
	tail := -0.19 * b.cell
	if bare {
		tail = -0.5 * b.cell
		x, y := b.square(t.From)
		b.c.dashed(around(x, y, 0.42*b.cell), 0.1*b.cell, b.c.px(5), b.c.pal.accent)
	}
	x1, y1 := b.square(t.From)
	x2, y2 := b.square(t.To)
	a := arrow{dx: x2 - x1, dy: y2 - y1, tail: tail, tip: 0.24 * b.cell, wide: 0.09 * b.cell, head: 0.27 * b.cell}
	b.c.arrow(a, (x1+x2)/2, (y1+y2)/2, b.c.pal.accent)
}

// magicGamut tells the colours of a picture of Rubik's Magic. The steps at the edges of tiles
// are left out, because the colours of the other tiles serve as these.
func magicGamut(p *palette) gamut {
	g := gamut{
		flat: []color.RGBA{p.ground, p.floor, p.paper, p.dim, p.accent, p.trial},
		meet: [][2]color.RGBA{{p.floor, p.paper}, {p.ground, p.accent}},
	}
	for _, sides := range p.magic {
		for _, side := range sides {
			g.flat = append(g.flat, side.fill, side.mark)
		}
	}
	return g
}
