package imaging

import (
	"fmt"
	"image/color"
	"math"

	"parlour/games/permute"
)

// drawPermute draws a board of Permute. Orange stones are discs with a dot, Yellow stones are
// squares, and a bandage lies across a stone. Bridges join the stones of the largest group of
// each colour. A dot marks every face that can still be twisted, and a frame with arrows shows
// the last twist.
func drawPermute(c *canvas, p Drawing, v permute.View) error {
	if v.Size < 2 || v.Size > 26 || len(v.Cells) != v.Size*v.Size {
		return fmt.Errorf("%w: %d stones on a board of size %d", ErrNoPicture, len(v.Cells), v.Size)
	}
	b := permuteBoard{c: c, grid: newGrid(v.Size), view: v}
	drawCard(c, p.Preview != "")
	drawHeader(c, b.players(p))
	b.ground(c)
	b.names()
	b.stones()
	b.pivots()
	b.lastTwist()
	drawFooter(c, p)
	return nil
}

// permuteMost is the number of stones on the largest board.
const permuteMost = 26 * 26

// A permuteBoard is a board of Permute being drawn.
type permuteBoard struct {
	c *canvas
	grid
	view permute.View
}

// players returns the players with their colours.
func (b permuteBoard) players(p Drawing) []player {
	v := b.view
	players := duel{v.ToMove, v.Mover, v.Winner, v.Ended != nil}.players(p)
	for seat, colour := range v.Colours {
		players[seat].piece = int(colour)
		players[seat].icon = func(x, y, size float64) { b.stone(colour, x, y, size) }
	}
	return players
}

// last returns the last twist, unless it lies outside of the board.
func (b permuteBoard) last() (permute.Twist, bool) {
	t := b.view.Twist
	if t == nil || t.Col < 0 || t.Row < 0 || max(t.Col, t.Row) > b.n-2 || t.Spot&^3 != 0 {
		return permute.Twist{}, false
	}
	return *t, true
}

// names writes the coordinates; those of the last twist are hot.
func (b permuteBoard) names() {
	t, ok := b.last()
	hot := func(first int) func(int) bool {
		return func(i int) bool { return ok && (i == first || i == first+1) }
	}
	b.coordinates(b.c, hot(t.Col), hot(t.Row))
}

// tint returns the colours of a side.
func (b permuteBoard) tint(c permute.Colour) tint {
	if c == permute.Orange {
		return b.c.pal.first
	}
	return b.c.pal.second
}

// stones draws every cell with its stone and bandage.
func (b permuteBoard) stones() {
	large := b.largest()
	fresh := -1
	if t, ok := b.last(); ok {
		fresh = (t.Row+t.Spot/2)*b.n + t.Col + t.Spot%2
	}
	for i, cell := range b.view.Cells {
		x, y := b.middle(float64(i%b.n), float64(i/b.n))
		c := permuteCell{colour: cell.Colour & 1, bandaged: cell.Bandaged, fresh: i == fresh}
		if large[i] {
			c.joins = b.joins(i)
		}
		b.c.stamp(c.key(), around(x, y, b.cell/2), func(at box) { b.draw(c, at) })
	}
}

// A permuteCell is everything in which the cells of a board differ.
type permuteCell struct {
	colour          permute.Colour
	joins           int // the bridges: a bit for each of sides
	bandaged, fresh bool
}

// key returns the key of the sprite of a cell.
func (c permuteCell) key() key {
	k := key{what: "cell", args: [4]int{int(c.colour), c.joins}}
	if c.bandaged {
		k.args[2] = 1
	}
	if c.fresh {
		k.args[3] = 1
	}
	return k
}

// sides are the steps from a cell to its neighbours: right, above, left, below.
var sides = [4][2]int{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}

// joins returns the sides on which a stone has a neighbour of its colour, a bit each.
func (b permuteBoard) joins(i int) int {
	joins := 0
	for bit, d := range sides {
		col, row := i%b.n+d[0], i/b.n+d[1]
		if min(col, row) >= 0 && max(col, row) < b.n && b.view.Cells[row*b.n+col].Colour&1 == b.view.Cells[i].Colour&1 {
			joins |= 1 << bit
		}
	}
	return joins
}

// draw draws a cell: its ground, its stone with bridges to its neighbours, and the bandage.
func (b permuteBoard) draw(c permuteCell, at box) {
	x, y := at.mid()
	b.c.dc.DrawRectangle(at.x, at.y, at.w, at.h)
	b.c.fill(b.c.pal.board)
	b.tile(b.c.pen, x, y)
	b.c.fill(b.c.pal.tile)
	for _, l := range layers(b.tint(c.colour), b.cell) {
		b.shape(c.colour, x, y+l.drop, b.cell)
		b.bridges(c.joins, x, y, l.drop)
		b.c.fill(l.colour)
	}
	b.engrave(c.colour, x, y, b.cell)
	b.c.fill(b.tint(c.colour).edge)
	if c.bandaged {
		b.plaster(x, y, c.fresh)
	}
}

// bridges makes the path of bridges from a stone to the edges of its cell.
func (b permuteBoard) bridges(joins int, x, y, drop float64) {
	half, w := b.cell/2, 0.15*b.cell
	for bit, d := range sides {
		switch {
		case joins&(1<<bit) == 0:
		case d[1] == 0:
			b.c.dc.DrawRectangle(min(x, x+float64(d[0])*half), y+drop-w, half, 2*w)
		case d[1] > 0:
			b.c.dc.DrawRectangle(x-w, y-half, 2*w, half+drop)
		default:
			b.c.dc.DrawRectangle(x-w, y+drop, 2*w, half-drop)
		}
	}
}

// stone draws one stone in a cell of any size.
func (b permuteBoard) stone(c permute.Colour, x, y, cell float64) {
	for _, l := range layers(b.tint(c), cell) {
		b.shape(c, x, y+l.drop, cell)
		b.c.fill(l.colour)
	}
	b.engrave(c, x, y, cell)
	b.c.fill(b.tint(c).edge)
}

// A layer is the shape of a stone in one colour, drawn below its place by drop.
type layer struct {
	colour color.RGBA
	drop   float64
}

// layers returns the rim and the surface of a stone.
func layers(t tint, cell float64) [2]layer {
	return [2]layer{{t.edge, 0.04 * cell}, {t.fill, -0.01 * cell}}
}

// shape makes the path of a stone: a disc for Orange, a square for Yellow.
func (b permuteBoard) shape(c permute.Colour, x, y, cell float64) {
	if c == permute.Orange {
		b.c.dc.DrawCircle(x, y, 0.4*cell)
		return
	}
	b.c.round(around(x, y, 0.36*cell), 0.09*cell)
}

// engrave makes the path of the engraving of a stone.
func (b permuteBoard) engrave(c permute.Colour, x, y, cell float64) {
	if c == permute.Orange {
		b.c.dc.DrawCircle(x, y-0.01*cell, 0.12*cell)
	}
}

// pivots draws a dot in the middle of every face that can be twisted.
func (b permuteBoard) pivots() {
	for i := range b.view.Cells {
		col, row := i%b.n, i/b.n
		if col < b.n-1 && row < b.n-1 && twistable(b.view, i) {
			x, y := b.middle(float64(col)+0.5, float64(row)+0.5)
			b.c.disc(x, y, 0.06*b.cell, b.c.pal.pivot)
		}
	}
}

// plaster draws one bandage: a dark strip with a light pad, or for the last move a light strip
// with a dark pad.
func (b permuteBoard) plaster(x, y float64, fresh bool) {
	s, pad := b.cell, b.c.pal.plaster
	b.c.dc.Push()
	b.c.dc.RotateAbout(-math.Pi/4, x, y)
	strip := box{x - 0.38*s, y - 0.14*s, 0.76 * s, 0.28 * s}
	b.c.round(strip, 0.14*s)
	b.c.fill(b.c.pal.ink)
	if fresh {
		pad = b.c.pal.ink
		b.c.round(strip.grow(-0.035*s), 0.105*s)
		b.c.fill(b.c.pal.fresh)
	}
	b.c.round(around(x, y, 0.09*s), 0.03*s)
	b.c.dc.DrawCircle(x-0.25*s, y, 0.04*s)
	b.c.dc.DrawCircle(x+0.25*s, y, 0.04*s)
	b.c.fill(pad)
	b.c.dc.Pop()
}

// lastTwist draws a frame around the face twisted last, with arrows.
func (b permuteBoard) lastTwist() {
	if t, ok := b.last(); ok {
		x, y := b.middle(float64(t.Col)+0.5, float64(t.Row)+0.5)
		drawTurned(b.c, x, y, b.cell, t.Clockwise)
	}
}

// twistable reports whether the face with the cell i at its bottom left can be twisted: it
// holds both colours, and none of its stones is bandaged.
func twistable(v permute.View, i int) bool {
	colours := 0
	for _, j := range [4]int{i, i + 1, i + v.Size, i + v.Size + 1} {
		if v.Cells[j].Bandaged {
			return false
		}
		colours |= 1 << (v.Cells[j].Colour & 1)
	}
	return colours == 3
}

// largest returns, for every cell, whether it belongs to a largest group of its colour.
func (b permuteBoard) largest() [permuteMost]bool {
	var (
		group [permuteMost]int // by cell, its group from 1
		sizes [permuteMost + 1]int
		most  [2]int
		large [permuteMost]bool
	)
	groups := 0
	for i, cell := range b.view.Cells {
		if group[i] == 0 {
			groups++
			sizes[groups] = b.flood(i, groups, &group)
			most[cell.Colour&1] = max(most[cell.Colour&1], sizes[groups])
		}
	}
	for i, cell := range b.view.Cells {
		large[i] = sizes[group[i]] == most[cell.Colour&1]
	}
	return large
}

// flood marks a cell and all cells joined to it with the id of a group, and returns its size.
func (b permuteBoard) flood(i, id int, group *[permuteMost]int) int {
	group[i] = id
	size, joins := 1, b.joins(i)
	for bit, d := range sides {
		if j := i + d[1]*b.n + d[0]; joins&(1<<bit) != 0 && group[j] == 0 {
			size += b.flood(j, id, group)
		}
	}
	return size
}

// permuteGamut adds the colours of a picture of Permute.
func (p *palette) permuteGamut(g *gamut) {
	g.on(p.board, p.tile, p.pivot, p.halo)
	g.on(p.halo, p.accent)
	for _, t := range []tint{p.first, p.second} {
		g.on(p.tile, t.edge, t.fill)
		g.on(t.edge, t.fill)
		g.on(t.fill, p.halo, p.ink)
		g.on(p.seat.ground, t.edge, t.fill)
		g.on(p.turn.ground, t.edge, t.fill)
	}
	g.on(p.ink, p.plaster, p.fresh)
	g.on(p.tile, p.halo, p.ink)
}
