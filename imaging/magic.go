package imaging

import (
	"fmt"
	"image/color"
	"math"
	"strconv"

	"parlour/games/magic"
)

// A magicTile is the colours of one side of a tile. The two sides of a tile differ in
// lightness, the tiles of the two seats in hue and mark.
type magicTile struct{ fill, mark, rim color.RGBA }

// drawMagic draws a board of Rubik's Magic. A circle's tile has a ring and a diamond's a
// diamond, light on the dark side and dark on the light side. An arrow shows the last flip,
// and a frame surrounds the tile that was placed. A line goes through every three-in-a-row:
// thin and broken while it threatens, thick when it is locked.
func drawMagic(c *canvas, p Drawing, v magic.View) error {
	for i, cell := range v.Cells {
		if cell.Kind > magic.Diamond {
			return fmt.Errorf("%w: no tile of kind %d, as on %v, exists", ErrNoPicture, cell.Kind, magic.Square(i))
		}
	}
	b := magicBoard{c: c, grid: newGrid(4), view: v}
	b.fromTop = true
	drawCard(c, p.Preview != "")
	drawHeader(c, b.players(p))
	b.ground(c)
	b.names()
	b.tiles()
	b.lastTurn()
	b.rows()
	drawFooter(c, p)
	return nil
}

// A magicBoard is a board of Rubik's Magic being drawn.
type magicBoard struct {
	c *canvas
	grid
	view magic.View
}

// players returns the players with their marks and the tiles that they have left.
func (b magicBoard) players(p Drawing) []player {
	v := b.view
	players := duel{v.ToMove, v.Mover, v.Winner, v.Ended != nil}.players(p)
	for seat := range players {
		players[seat].points, players[seat].piece = strconv.Itoa(v.Left[seat]), seat
		players[seat].icon = func(x, y, size float64) { b.piece(seat, 0, x, y, size) }
	}
	return players
}

// square returns the middle of a square.
func (b magicBoard) square(q magic.Square) (x, y float64) {
	return b.middle(float64(q.Col()), float64(q.Row()))
}

// last returns the last turn, unless it lies outside of the board.
func (b magicBoard) last() (magic.Turn, bool) {
	t := b.view.Turn
	if t == nil || t.Place >= magic.NoSquare {
		return magic.Turn{}, false
	}
	return *t, true
}

// names writes the coordinates; those of the tile that was placed last are hot.
func (b magicBoard) names() {
	t, ok := b.last()
	hot := func(placed int) func(int) bool {
		return func(i int) bool { return ok && i == placed }
	}
	b.coordinates(b.c, hot(t.Place.Col()), hot(t.Place.Row()))
}

// tiles draws all tiles.
func (b magicBoard) tiles() {
	for i, cell := range b.view.Cells {
		if cell.Kind == magic.Empty {
			continue
		}
		side := 0
		if cell.Light {
			side = 1
		}
		x, y := b.square(magic.Square(i))
		seat := int(cell.Kind - magic.Circle)
		b.c.stamp(key{what: "tile", args: [4]int{seat, side}}, around(x, y, b.cell/2), func(at box) {
			x, y := at.mid()
			b.piece(seat, side, x, y, b.cell)
		})
	}
}

// piece draws a tile in a cell of any size, with its dark side (0) or its light side (1) up.
func (b magicBoard) piece(seat, side int, x, y, cell float64) {
	t := b.c.pal.magic[seat][side]
	b.c.round(around(x, y+0.025*cell, 0.425*cell), 0.1*cell)
	b.c.round(around(x, y, 0.425*cell), 0.1*cell)
	b.c.fill(t.rim)
	b.c.round(around(x, y, 0.4*cell), 0.08*cell)
	b.c.fill(t.fill)
	b.mark(seat, x, y, cell)
	b.c.stroke(t.mark, 0.1*cell)
}

// mark makes the path of the mark on a tile: a ring or a diamond.
func (b magicBoard) mark(seat int, x, y, cell float64) {
	if seat == 0 {
		b.c.dc.DrawCircle(x, y, 0.25*cell)
		return
	}
	r := 0.285 * cell
	b.c.polygon(x, y-r, x+r, y, x, y+r, x-r, y)
}

// rows draws a line through every three-in-a-row, the weaker ones first.
func (b magicBoard) rows() {
	for _, locked := range []bool{false, true} {
		for _, r := range b.view.Rows {
			if r.Locked == locked && max(r.Squares[0], r.Squares[2]) < magic.NoSquare {
				b.row(r)
			}
		}
	}
}

// row draws the sprite of the line through one three-in-a-row.
func (b magicBoard) row(r magic.Row) {
	broken := !r.Locked && (b.view.Ended == nil || r.Owner != b.view.Winner)
	k := key{what: "row", args: [4]int{int(r.Squares[0]), int(r.Squares[2])}}
	if r.Locked {
		k.args[2] = 1
	}
	if broken {
		k.args[3] = 1
	}
	b.c.overlay(k, b.all(), func() { b.through(r, broken) })
}

// through draws the line through a three-in-a-row, broken while it threatens.
func (b magicBoard) through(r magic.Row, broken bool) {
	width := 0.045 * b.cell
	if r.Locked {
		width = 0.085 * b.cell
	}
	x1, y1 := b.square(r.Squares[0])
	x2, y2 := b.square(r.Squares[2])
	paint := func(col color.RGBA, more float64) {
		b.c.dc.DrawLine(x1, y1, x2, y2)
		b.c.stroke(col, width+2*more)
		b.c.dc.SetDash()
		b.c.dc.DrawCircle(x1, y1, width+more)
		b.c.dc.DrawCircle(x2, y2, width+more)
		b.c.fill(col)
	}
	paint(b.c.pal.halo, 0.5*unit)
	if broken {
		b.c.dc.SetDash(0.1*b.cell, 0.09*b.cell)
	}
	paint(b.c.pal.row, 0)
}

// lastTurn marks the tile that was flipped and the tile that was placed last.
func (b magicBoard) lastTurn() {
	t, ok := b.last()
	if !ok {
		return
	}
	x, y := b.square(t.Place)
	b.c.stamp(key{what: "placed"}, around(x, y, b.cell/2), func(at box) {
		x, y := at.mid()
		paint := func(col color.RGBA, width float64) {
			b.c.round(around(x, y, 0.435*b.cell), 0.11*b.cell)
			b.c.stroke(col, width)
		}
		paint(b.c.pal.halo, 1.6*unit)
		paint(b.c.pal.accent, 0.9*unit)
	})
	if max(t.From, t.To) < magic.NoSquare && t.From != t.To {
		k := key{what: "flipped", args: [4]int{int(t.From), int(t.To)}}
		if t.Place == t.From {
			k.args[2] = 1
		}
		b.c.overlay(k, b.all(), func() { b.flipped(t) })
	}
}

// flipped draws an arrow from the space that a tile left to the space where it lies. It
// outlines the space that it left or, if a tile was placed there, begins beside that tile.
func (b magicBoard) flipped(t magic.Turn) {
	x1, y1 := b.square(t.From)
	x2, y2 := b.square(t.To)
	tail := 0.34 * b.cell
	if t.Place != t.From {
		tail = 0
		b.c.dc.SetDash(1.6*unit, 1.2*unit)
		b.c.round(around(x1, y1, 0.4*b.cell), 0.1*b.cell)
		b.c.stroke(b.c.pal.accent, 0.4*unit)
		b.c.dc.SetDash()
	}
	drawArrow(b.c, x1, y1, x2, y2, tail, 0.34*b.cell)
}

// drawArrow draws an arrow between two points, from tail after the first to head before the second.
func drawArrow(c *canvas, x1, y1, x2, y2, tail, head float64) {
	far := math.Hypot(x2-x1, y2-y1)
	dx, dy := (x2-x1)/far, (y2-y1)/far
	put := func(along, aside float64) (float64, float64) {
		return x1 + along*dx - aside*dy, y1 + along*dy + aside*dx
	}
	paint := func(col color.RGBA, more float64) {
		long, wide := 4.2*unit+more, 2.4*unit+more
		tip := far - head + more
		ax, ay := put(tail, 0)
		bx, by := put(tip-long, 0)
		c.dc.DrawLine(ax, ay, bx, by)
		c.stroke(col, 1.1*unit+2*more)
		lx, ly := put(tip-long, wide)
		tx, ty := put(tip, 0)
		rx, ry := put(tip-long, -wide)
		c.polygon(lx, ly, tx, ty, rx, ry)
		c.fill(col)
	}
	paint(c.pal.halo, 0.4*unit)
	paint(c.pal.accent, 0)
}

// magicGamut adds the colours of a picture of Rubik's Magic.
func (p *palette) magicGamut(g *gamut) {
	g.on(p.board, p.tile, p.halo)
	g.on(p.halo, p.accent, p.row)
	g.on(p.tile, p.accent)
	for _, tiles := range p.magic {
		for _, t := range tiles {
			g.on(p.tile, t.rim)
			g.on(t.rim, t.fill, p.halo)
			g.on(t.fill, t.mark, p.halo)
		}
		g.on(p.seat.ground, tiles[0].rim)
		g.on(p.turn.ground, tiles[0].rim)
	}
}
