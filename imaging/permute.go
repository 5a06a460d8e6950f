package imaging

import (
	"fmt"
	"image/color"
	"math"

	"parlour/games"
	"parlour/games/permute"
)

// drawPermute draws a board of Permute. Orange stones are discs with a dot,
// Yellow ones are squares; a bandage lies across a stone. The stones of the
// largest groups are joined. A dot marks every face that can still be twisted.
// The face twisted last has a frame whose arrows say which way it went.
func drawPermute(c *canvas, p Picture, v permute.View) error {
	if v.Size < 2 || v.Size > 26 || len(v.Cells) != v.Size*v.Size {
		return fmt.Errorf("%w: %d stones on a board of size %d", ErrNoPicture, len(v.Cells), v.Size)
	}
	b := permuteBoard{canvas: c, grid: newGrid(v.Size), view: v}
	c.card(p.Preview != "")
	c.header(b.players(p))
	c.ground(b.grid)
	b.names()
	b.stones()
	b.pivots()
	b.lastTwist()
	b.bandages()
	c.footer(p)
	return nil
}

// A permuteBoard is a board of Permute being drawn.
type permuteBoard struct {
	*canvas
	grid
	view permute.View
}

// players says who plays which colour. In a preview the move is still to be made
// by who tries it.
func (b permuteBoard) players(p Picture) []player {
	turn := b.view.ToMove
	if p.Preview != "" {
		turn = b.view.Mover
	}
	players := make([]player, 2)
	for seat, colour := range b.view.Colours {
		s := games.Seat(seat)
		players[seat] = player{
			name: at(p.Names, seat), side: at(p.Sides, seat), turn: turn == s,
			won:  b.view.Ended != nil && p.Preview == "" && b.view.Winner == s,
			icon: func(x, y, size float64) { b.stone(colour, x, y, size) },
		}
	}
	return players
}

// last returns the last twist, if it lies on the board.
func (b permuteBoard) last() (permute.Twist, bool) {
	t := b.view.Twist
	if t == nil || t.Col < 0 || t.Row < 0 || max(t.Col, t.Row) > b.n-2 || t.Spot&^3 != 0 {
		return permute.Twist{}, false
	}
	return *t, true
}

// names writes the coordinates, those of the last twist in its colour.
func (b permuteBoard) names() {
	t, ok := b.last()
	hot := func(first int) func(int) bool {
		return func(i int) bool { return ok && (i == first || i == first+1) }
	}
	b.coordinates(b.grid, hot(t.Col), hot(t.Row))
}

// tint returns the colours of a side.
func (b permuteBoard) tint(c permute.Colour) tint {
	if c == permute.Orange {
		return b.pal.first
	}
	return b.pal.second
}

// each calls f with every stone of a colour and the middle of its cell.
func (b permuteBoard) each(c permute.Colour, f func(i int, x, y float64)) {
	for i, cell := range b.view.Cells {
		if cell.Colour&1 == c {
			x, y := b.middle(float64(i%b.n), float64(i/b.n))
			f(i, x, y)
		}
	}
}

// stones draws all stones without their bandages: first the lower rims, then the
// faces. Stones of a largest group are joined, so that it is one body.
func (b permuteBoard) stones() {
	large := largestGroups(b.view)
	for _, c := range []permute.Colour{permute.Orange, permute.Yellow} {
		for _, l := range layers(b.tint(c), b.cell) {
			b.each(c, func(i int, x, y float64) {
				b.shape(c, x, y+l.drop, b.cell)
				if large[i] {
					b.join(i, x, y+l.drop)
				}
			})
			b.fill(l.colour)
		}
		b.each(c, func(_ int, x, y float64) { b.engrave(c, x, y, b.cell) })
		b.fill(b.tint(c).edge)
	}
}

// stone draws one stone, of a cell of any size.
func (b permuteBoard) stone(c permute.Colour, x, y, cell float64) {
	for _, l := range layers(b.tint(c), cell) {
		b.shape(c, x, y+l.drop, cell)
		b.fill(l.colour)
	}
	b.engrave(c, x, y, cell)
	b.fill(b.tint(c).edge)
}

// A layer is a stone's shape in one colour, so far below its place.
type layer struct {
	colour color.RGBA
	drop   float64
}

// layers returns the rim and the face of a stone.
func layers(t tint, cell float64) [2]layer {
	return [2]layer{{t.edge, 0.04 * cell}, {t.face, -0.01 * cell}}
}

// shape makes the path of a stone: a disc for Orange, a square for Yellow.
func (b permuteBoard) shape(c permute.Colour, x, y, cell float64) {
	if c == permute.Orange {
		b.dc.DrawCircle(x, y, 0.4*cell)
		return
	}
	b.round(around(x, y, 0.36*cell), 0.09*cell)
}

// engrave makes the path of what is cut into a stone.
func (b permuteBoard) engrave(c permute.Colour, x, y, cell float64) {
	if c == permute.Orange {
		b.dc.DrawCircle(x, y-0.01*cell, 0.12*cell)
	}
}

// join makes the path of bridges from a stone to those of its colour right and
// above.
func (b permuteBoard) join(i int, x, y float64) {
	w, c := 0.15*b.cell, b.view.Cells[i].Colour&1
	if i%b.n < b.n-1 && b.view.Cells[i+1].Colour&1 == c {
		b.polygon(x, y-w, x+b.cell, y-w, x+b.cell, y+w, x, y+w)
	}
	if i+b.n < len(b.view.Cells) && b.view.Cells[i+b.n].Colour&1 == c {
		b.polygon(x-w, y-b.cell, x+w, y-b.cell, x+w, y, x-w, y)
	}
}

// pivots draws a dot in the middle of every face that can be twisted.
func (b permuteBoard) pivots() {
	for i := range b.view.Cells {
		col, row := i%b.n, i/b.n
		if col < b.n-1 && row < b.n-1 && twistable(b.view, i) {
			x, y := b.middle(float64(col)+0.5, float64(row)+0.5)
			b.dc.DrawCircle(x, y, 0.06*b.cell)
		}
	}
	b.fill(b.pal.pivot)
}

// bandages draws a plaster across every bandaged stone, that of the last move in
// its own colour.
func (b permuteBoard) bandages() {
	fresh := -1
	if t, ok := b.last(); ok {
		fresh = (t.Row+t.Spot/2)*b.n + t.Col + t.Spot%2
	}
	for i, cell := range b.view.Cells {
		if !cell.Bandaged {
			continue
		}
		x, y := b.middle(float64(i%b.n), float64(i/b.n))
		b.plaster(x, y, i == fresh)
	}
}

// plaster draws one bandage: a dark strip with a light pad, or a light strip
// with a dark pad when it is fresh.
func (b permuteBoard) plaster(x, y float64, fresh bool) {
	s, pad := b.cell, b.pal.plaster
	b.dc.Push()
	b.dc.RotateAbout(-math.Pi/4, x, y)
	strip := box{x - 0.38*s, y - 0.14*s, 0.76 * s, 0.28 * s}
	b.round(strip, 0.14*s)
	b.fill(b.pal.ink)
	if fresh {
		pad = b.pal.ink
		b.round(strip.grow(-0.035*s), 0.105*s)
		b.fill(b.pal.fresh)
	}
	b.round(around(x, y, 0.09*s), 0.03*s)
	b.dc.DrawCircle(x-0.25*s, y, 0.04*s)
	b.dc.DrawCircle(x+0.25*s, y, 0.04*s)
	b.fill(pad)
	b.dc.Pop()
}

// lastTwist draws a frame around the face twisted last, with arrows.
func (b permuteBoard) lastTwist() {
	if t, ok := b.last(); ok {
		x, y := b.middle(float64(t.Col)+0.5, float64(t.Row)+0.5)
		b.turned(x, y, b.cell, t.Clockwise)
	}
}

// twistable reports whether the face with a cell at its bottom left can be
// twisted: none of its stones is bandaged, and it holds both colours.
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

// largestGroups returns, by cell, whether it belongs to a largest group of its
// colour.
func largestGroups(v permute.View) []bool {
	group := make([]int, len(v.Cells)) // by cell, its group from 1
	sizes := []int{0}
	var most [2]int
	for i, cell := range v.Cells {
		if group[i] == 0 {
			sizes = append(sizes, 0)
			id := len(sizes) - 1
			sizes[id] = flood(v, i, id, group)
			most[cell.Colour&1] = max(most[cell.Colour&1], sizes[id])
		}
	}
	large := make([]bool, len(v.Cells))
	for i, cell := range v.Cells {
		large[i] = sizes[group[i]] == most[cell.Colour&1]
	}
	return large
}

// flood gives a cell and what is joined to it a group, and returns its size.
func flood(v permute.View, i, id int, group []int) int {
	group[i] = id
	size, col, row := 1, i%v.Size, i/v.Size
	for _, d := range [4][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
		c, r := col+d[0], row+d[1]
		if c < 0 || r < 0 || c >= v.Size || r >= v.Size {
			continue
		}
		if j := r*v.Size + c; group[j] == 0 && v.Cells[j].Colour&1 == v.Cells[i].Colour&1 {
			size += flood(v, j, id, group)
		}
	}
	return size
}
