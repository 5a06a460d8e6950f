package imaging

import (
	"fmt"
	"image/color"
	"math"
	"strconv"

	"parlour/games"
	"parlour/games/permute"
	"parlour/imaging/canvas"
)

// drawPermute draws a board of Permute. Orange stones are discs, Yellow stones are squares,
// and a plaster lies across a bandaged stone. The largest group of each colour is lit, with
// bridges between its stones. If several are equal, all are lit: so are all stones while none are
// joined. Where floor shows between four stones, their face can be twisted. A frame with arrow
// heads shows the last twist.
//
// While a move is in the making the picture shows its step: see permute_step.go.
func drawPermute(c *canvas.Canvas, p Drawing, v permute.View) error {
	if v.Size < 2 || v.Size > 26 || len(v.Cells) != v.Size*v.Size {
		return fmt.Errorf("%w: %d stones on a board of size %d", ErrNoPicture, len(v.Cells), v.Size)
	}
	if len(v.Outcomes) > 0 {
		return drawOutcomes(c, v)
	}
	b := newPermuteBoard(c, v)
	b.tried = p.Preview != ""
	room := c.BoardRoom(p.Preview != "")
	b.Grid = canvas.NewGrid(room, v.Size, v.Size)
	b.zoom(p, room)
	b.draw()
	b.Coordinates(c)
	if p.Preview != "" {
		c.DuelRibbon(p.Preview, v.Mover, b)
	} else {
		c.DuelHeader(canvas.Duel{Names: duelNames(p), ToMove: v.ToMove, Winner: v.Winner, Pieces: b})
	}
	b.sizes()
	b.step(p)
	return nil
}

// permuteMost is the number of stones on the largest board.
const permuteMost = 26 * 26

// A permuteBoard is a board of Permute being drawn.
type permuteBoard struct {
	c *canvas.Canvas
	canvas.Grid
	view  permute.View
	tried bool                // whether the last move is not played
	group [permuteMost]uint16 // by cell, its group from 1, from a1 on
	size  [permuteMost + 1]uint16
	lit   [permuteMost + 1]bool // by group
}

// colour returns the colour of a cell.
func (b *permuteBoard) colour(i int) permute.Colour { return b.view.Cells[i].Colour & 1 }

// sides are the steps from a cell to its neighbours: right, above, left, below.
var sides = [4][2]int{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}

// Tally writes the largest groups of a seat, as many as have to be compared; for a move that
// is not played the largest one before and after it.
func (b *permuteBoard) Tally(seat games.Seat, right, y float64, i canvas.Ink) float64 {
	colour := b.view.Colours[seat] & 1
	l := canvas.Label{Style: canvas.Bold(b.c.Px(canvas.NameText)), Ink: i, X: right, Y: y, Align: 1}
	groups, wide := b.view.Groups[colour], 0.0
	if b.tried && b.view.Before > 0 && len(groups) > 0 {
		l.Text = strconv.Itoa(b.view.Before) + " → " + strconv.Itoa(groups[0])
		return b.c.Write(l)
	}
	for rank := min(b.deciding(), len(groups)) - 1; rank >= 0; rank-- {
		l.Text = strconv.Itoa(groups[rank])
		l.X = right - wide
		wide += b.c.Write(l)
		if rank > 0 {
			l.Text, l.X = "·", right-wide
			wide += b.c.Write(l)
		}
	}
	return wide
}

// Piece draws the stone of a seat.
func (b *permuteBoard) Piece(seat games.Seat, x, y, cell float64) {
	b.stone(permuteStone{colour: b.view.Colours[seat] & 1, lit: true}, canvas.Around(x, y, cell/2))
}

// last returns the last twist, unless it lies outside of the board.
func (b *permuteBoard) last() (permute.Twist, bool) {
	t := b.view.Twist
	if b.tried && b.view.Before == 0 { // what is tried is a swap
		return permute.Twist{}, false
	}
	if t == nil || t.Col < 0 || t.Row < 0 || max(t.Col, t.Row) > b.view.Size-2 || t.Spot&^3 != 0 {
		return permute.Twist{}, false
	}
	return *t, true
}

// shown reports whether a cell is drawn.
func (b *permuteBoard) shown(col, row int) bool {
	return col >= b.Col && col < b.Col+b.Cols && row >= b.Row && row < b.Row+b.Rows
}

// draw draws the floors, the stones and the last twist.
func (b *permuteBoard) draw() {
	fresh := -1
	if t, ok := b.last(); ok && b.view.Ended == nil {
		fresh = (t.Row+t.Spot/2)*b.view.Size + t.Col + t.Spot%2
	}
	for row := b.Row; row < b.Row+b.Rows; row++ {
		for col := b.Col; col < b.Col+b.Cols; col++ {
			b.cellAt(row*b.view.Size+col, fresh)
		}
	}
	if t, ok := b.last(); ok && fresh >= 0 && b.shown(t.Col, t.Row) && b.shown(t.Col+1, t.Row+1) {
		x, y := b.Middle(float64(t.Col)+0.5, float64(t.Row)+0.5)
		b.c.TurnedFrame(x, y, b.Cell, t.Clockwise, canvas.Edges{
			Left: t.Col == b.Col, Top: t.Row+2 == b.Row+b.Rows, Right: t.Col+2 == b.Col+b.Cols, Bottom: t.Row == b.Row,
		})
	}
}

// cellAt draws a cell: the floor in its corners, its stone, and its plaster.
func (b *permuteBoard) cellAt(i, fresh int) {
	n := b.view.Size
	s := permuteStone{colour: b.colour(i), lit: b.lit[b.group[i]]}
	if s.lit {
		s.joins = b.joins(i)
	}
	k := canvas.Key{Kind: "cell", Args: [4]int{int(s.colour), s.joins, b.corners(i)}}
	if s.lit {
		k.Args[3] |= 1
	}
	bandaged, isFresh := b.view.Cells[i].Bandaged, i == fresh
	if bandaged {
		k.Args[3] |= 2
	}
	if isFresh {
		k.Args[3] |= 4
	}
	b.c.Tile(k, b.At(i%n, i/n), func(at canvas.Box) {
		b.floor(k.Args[2], at)
		b.stone(s, at)
		if bandaged {
			b.plaster(at, isFresh)
		}
	})
}

// corners returns the corners of a cell in which there is floor, a bit each: those of faces
// that can be twisted and are drawn. Bit 0 is the left one below, bit 1 the right one below,
// and bits 2 and 3 are those above.
func (b *permuteBoard) corners(i int) int {
	if b.view.Ended != nil {
		return 0
	}
	corners, n := 0, b.view.Size
	for bit := range 4 {
		col, row := i%n-1+bit%2, i/n-1+bit/2
		if b.shown(col, row) && b.shown(col+1, row+1) && b.view.Live(col, row) {
			corners |= 1 << bit
		}
	}
	return corners
}

// floor draws the floor in the corners of a cell, with a gap to the floor of the next face.
func (b *permuteBoard) floor(corners int, at canvas.Box) {
	gap, half := math.Max(1, math.Round(b.c.Px(1))), at.W/2
	for bit := range 4 {
		part := canvas.NewBox(at.X, at.Y+half, half-gap, half)
		if bit%2 == 1 {
			part.X, part.W = at.X+half, half
		}
		if bit/2 == 1 {
			part.Y, part.H = at.Y, half-gap
		}
		if corners&(1<<bit) != 0 {
			b.c.Rect(part, b.c.Palette.Floor)
		}
	}
}

// A permuteStone is everything in which stones differ.
type permuteStone struct {
	colour permute.Colour
	lit    bool
	joins  int // the bridges: a bit for each of sides
}

// stone draws a stone in the box of its cell.
func (b *permuteBoard) stone(s permuteStone, at canvas.Box) {
	k := canvas.Key{Kind: "stone", Args: [4]int{int(s.colour), s.joins}}
	if s.lit {
		k.Args[2] = 1
	}
	b.c.Stamp(k, at, func(pen *canvas.Pen, at canvas.Box) {
		x, y := at.Mid()
		size := at.W
		if size < b.c.Px(44) {
			size *= 1.05
		}
		if s.colour == permute.Orange {
			pen.Circle(x, y, 0.4*size)
		} else {
			pen.RoundRect(canvas.Around(x, y, 0.36*size), 0.09*size)
		}
		bridges(pen, s.joins, at)
		pen.Fill(b.tint(s))
	})
}

// bridges makes the path of bridges from a stone to the edges of its cell.
func bridges(pen *canvas.Pen, joins int, at canvas.Box) {
	x, y := at.Mid()
	half, w := at.W/2, math.Round(0.15*at.W)
	for bit, d := range sides {
		if joins&(1<<bit) == 0 {
			continue
		}
		if d[1] == 0 {
			pen.Rectangle(min(x, x+float64(d[0])*half), y-w, half, 2*w)
		} else {
			pen.Rectangle(x-w, min(y, y-float64(d[1])*half), 2*w, half)
		}
	}
}

// tint returns the colour of a stone.
func (b *permuteBoard) tint(s permuteStone) color.RGBA {
	side := b.c.Palette.Second
	if s.colour == permute.Orange {
		side = b.c.Palette.First
	}
	if s.lit {
		return side.Lit
	}
	return side.Damp
}

// plaster draws one bandage: a dark strip with a light pad, or for the last move a strip of
// the accent with a dark pad.
func (b *permuteBoard) plaster(at canvas.Box, fresh bool) {
	k := canvas.Key{Kind: "plaster"}
	if fresh {
		k.Args[0] = 1
	}
	b.c.Stamp(k, at, func(pen *canvas.Pen, at canvas.Box) {
		x, y := at.Mid()
		s, pad, strip := at.W, b.c.Palette.Paper, b.c.Palette.Ground
		line := canvas.NewBox(x-0.27*s, y-0.085*s, 0.54*s, 0.17*s)
		pen.Rotated(-math.Pi/4, x, y, func() {
			if fresh {
				pen.RoundRect(line.Grow(0.04*s), 0.125*s)
				pen.Fill(b.c.Palette.Ground)
				pad, strip = strip, b.c.Palette.Accent
			}
			pen.RoundRect(line, 0.085*s)
			pen.Fill(strip)
			pen.Rectangle(x-0.0825*s, y-0.0825*s, 0.165*s, 0.165*s)
			pen.Fill(pad)
		})
	})
}

// permuteGamut tells the colours of a picture of Permute.
func permuteGamut(p *canvas.Palette) canvas.Gamut {
	return canvas.Gamut{
		Flat: []color.RGBA{
			p.Ground, p.Floor, p.Paper, p.Dim, p.Accent, p.Trial,
			p.First.Lit, p.First.Damp, p.Second.Lit, p.Second.Damp,
		},
		Meet: [][2]color.RGBA{
			{p.Ground, p.First.Damp}, {p.Ground, p.Second.Damp}, {p.Ground, p.First.Lit}, {p.Ground, p.Second.Lit},
			{p.Ground, p.Paper}, {p.Ground, p.Dim}, {p.Ground, p.Accent}, {p.Floor, p.First.Damp}, {p.Floor, p.Second.Damp},
		},
	}
}
