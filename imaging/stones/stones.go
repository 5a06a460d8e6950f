// Package stones draws a square board that is full of the stones of two sides, or a part of it: the
// stones, the bandages on those that are fixed, and each side's groups.
//
// Its policy: it knows no game. Stones of the first side are discs, those of the second squares, and
// a plaster lies across a fixed stone. The largest group of each side is lit, with bridges between
// its stones; if several are equal, all are lit, so all stones while none are joined.
package stones

import (
	"fmt"
	"image/color"
	"math"
	"strconv"

	"parlour/games"
	"parlour/games/board"
	"parlour/imaging/canvas"
)

// A Board is a position being drawn. Its Grid has to be set.
type Board struct {
	canvas.Grid
	board.Full
	Tried bool                    // whether the last ply is not played
	Fresh int                     // the cell of the newest bandage, whose plaster is accented; -1 for none
	Live  func(col, row int) bool // whether a face has floor between its stones; nil for none

	stones board.Stones
	lit    board.Cells // the stones of groups that are lit
}

// Check returns an error for a board that cannot be drawn.
func Check(v board.Full) error {
	if n := len(v.Cells.Stones); v.Size < 2 || v.Size > board.Max || n != v.Size*v.Size {
		return fmt.Errorf("%d stones on a board of size %d", n, v.Size)
	}
	return nil
}

// New finds the groups of a board, and which of them are lit; tried says whether its last ply is not played.
func New(c *canvas.Canvas, v board.Full, tried bool) *Board {
	b := &Board{Grid: canvas.Grid{Canvas: c}, Full: v, Tried: tried, Fresh: -1, stones: board.Fill(v.Size, v.Stone)}
	b.find()
	return b
}

// A Kind says how the pictures of one game are drawn, whose Views are Vs.
type Kind[V games.View] struct {
	Full  func(V) board.Full
	Check func(V) error // of what is not of its Full; nil for nothing
	Rim   bool          // whether there is room for half a cell around the board

	Begin func(*Board, V)                 // sets what differs; nil for nothing
	Fit   func(*Board, canvas.Drawing)    // draws a part, while a move is in the making; nil for the whole board
	Draw  func(*Board, V)                 // draws the board
	Step  func(*Board, V, canvas.Drawing) // marks what may be picked of a move in the making, if there is one
}

// Painter returns the painter of a game.
func (k Kind[V]) Painter() canvas.Painter[V] {
	return canvas.Painter[V]{Check: k.check, Draw: k.draw, Half: k.half, Gamut: Gamut, Pieces: pieces}
}

func (k Kind[V]) check(v V) error {
	if k.Check != nil {
		if err := k.Check(v); err != nil {
			return err
		}
	}
	return Check(k.Full(v))
}

// board returns the board of a View in its place: the whole of a grid, or the part within a rim of half a cell for
// what lies around it.
func (k Kind[V]) board(c *canvas.Canvas, v V, full board.Full, tried bool, fit func(n int) canvas.Grid) *Board {
	b, n := New(c, full, tried), full.Size
	if k.Begin != nil {
		k.Begin(b, v)
	}
	if !k.Rim {
		b.Grid = fit(n)
		return b
	}
	all := fit(n + 1)
	first, last := all.At(0, n), all.At(n, 0)
	room := canvas.NewBox(first.X, first.Y, last.X+last.W-first.X, last.Y+last.H-first.Y).Grow(-all.Cell / 2)
	b.Grid = b.NewGrid(room, n, n)
	b.Rim = all.Cell / 2
	return b
}

// draw draws a picture.
func (k Kind[V]) draw(c *canvas.Canvas, p canvas.Drawing, v V) {
	tried := p.Preview != ""
	b := k.board(c, v, k.Full(v), tried, func(n int) canvas.Grid { return c.NewGrid(c.BoardRoom(tried), n, n) })
	if k.Fit != nil && b.Making != nil {
		k.Fit(b, p)
	}
	k.Draw(b, v)
	b.Coordinates()
	b.Header(p, b.DuelView, b)
	b.sizes()
	k.Step(b, v, p)
}

// half draws a position after a move in half of a picture.
func (k Kind[V]) half(c *canvas.Canvas, p canvas.Drawing, v V, right bool) (end float64) {
	full := k.Full(v)
	full.Ended, full.Making, full.Picked = nil, nil, nil // what was moved is marked at the end too
	b := k.board(c, v, full, true, func(n int) (g canvas.Grid) {
		g, end = c.HalfGrid(canvas.Half(right), n, n)
		return g
	})
	c.HalfHead(p, right, c.PieceOf(b.Mover, b))
	k.Draw(b, v)
	b.Coordinates()
	return end
}

// side returns the side of a seat.
func (b *Board) side(seat games.Seat) int {
	if b.Colours == [2]board.Colour{} {
		return int(seat) & 1
	}
	return int(b.Colours[seat&1]) & 1
}

// Tally writes the largest groups of a seat, as many as have to be compared; for a move that
// is not played the largest one before and after it.
func (b *Board) Tally(seat games.Seat, right, y float64, i canvas.Ink) float64 {
	l := canvas.Label{Bold: true, Size: b.Px(canvas.NameText), Ink: i, X: right, Y: y, Align: 1}
	groups, wide := b.Groups[b.side(seat)], 0.0
	if b.Tried && b.Before > 0 && len(groups) > 0 {
		l.Text = strconv.Itoa(b.Before) + " → " + strconv.Itoa(groups[0])
		return b.Write(l)
	}
	for rank := min(Deciding(b.Groups), len(groups)) - 1; rank >= 0; rank-- {
		l.Text = strconv.Itoa(groups[rank])
		l.X = right - wide
		wide += b.Write(l)
		if rank > 0 {
			l.Text, l.X = "·", right-wide
			wide += b.Write(l)
		}
	}
	return wide
}

// Piece draws the stone of a seat.
func (b *Board) Piece(seat games.Seat, x, y, cell float64) {
	b.stone(look{side: b.side(seat), lit: true}, canvas.Around(x, y, cell/2))
}

// Put draws a stone of a side in the box of its cell, without bridges, for boards of other shapes.
func (b *Board) Put(side int, lit bool, at canvas.Box) { b.stone(look{side: side, lit: lit}, at) }

// Draw draws the floors, the stones and the plasters.
func (b *Board) Draw() {
	for row := b.Row; row < b.Row+b.Rows; row++ {
		for col := b.Col; col < b.Col+b.Cols; col++ {
			b.cell(row*b.Size + col)
		}
	}
}

// cell draws a cell: the floor in its corners, its stone, and its plaster.
func (b *Board) cell(i int) {
	n := b.Size
	stone, fresh := b.Cells.Stones[i], i == b.Fresh
	s := look{side: int(stone.Colour & 1)}
	s.lit, s.joins = b.Lit(i)
	corners := b.corners(i)
	flags := canvas.Bits(s.lit, stone.Fixed, fresh, b.small(b.Cell)) | int(b.gap())<<4
	k := canvas.Key{Kind: "cell", Args: [4]int{s.side, s.joins, corners, flags}}
	b.Tile(k, b.At(i%n, i/n), func(at canvas.Box) {
		b.floor(corners, at)
		b.stone(s, at)
		if stone.Fixed {
			Plaster(b.Canvas, at, fresh)
		}
	})
}

// floor draws the floor in the corners of a cell, with a gap to the floor beside it. Bit 0 is the left
// corner below, bit 1 the right one below, and bits 2 and 3 are those above.
func (b *Board) floor(corners int, at canvas.Box) {
	gap, half := b.gap(), at.W/2
	for bit := range 4 {
		part := canvas.NewBox(at.X, at.Y+half, half-gap, half)
		if bit%2 == 1 {
			part.X, part.W = at.X+half, half
		}
		if bit/2 == 1 {
			part.Y, part.H = at.Y, half-gap
		}
		if corners&(1<<bit) != 0 {
			b.Rect(part, b.Floor)
		}
	}
}

// gap is half of the distance between the floors of two places.
func (b *Board) gap() float64 { return math.Max(1, math.Round(b.Px(1))) }

// small reports whether a cell is so small that its stone fills more of it.
func (b *Board) small(cell float64) bool { return cell < b.Px(44) }

// A look is everything in which stones differ.
type look struct {
	side  int
	lit   bool
	joins int // the bridges: a bit for each of the sides of a cell
}

// stone draws a stone in the box of its cell.
func (b *Board) stone(s look, at canvas.Box) {
	// Equal cells may be small in a large picture and large in a small one.
	k := canvas.Key{Kind: "stone", Args: [4]int{s.side, s.joins, canvas.Bits(s.lit, b.small(at.W))}}
	b.Stamp(k, at, func(pen *canvas.Pen, at canvas.Box) {
		x, y := at.Mid()
		size := at.W
		if b.small(size) {
			size *= 1.05
		}
		if s.side == 0 {
			pen.DrawCircle(x, y, 0.4*size)
		} else {
			pen.RoundRect(canvas.Around(x, y, 0.36*size), 0.09*size)
		}
		bridges(pen, s.joins, at)
		pen.Fill(Tint(b.Palette, s.side, s.lit))
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
			pen.DrawRectangle(min(x, x+float64(d[0])*half), y-w, half, 2*w)
		} else {
			pen.DrawRectangle(x-w, min(y, y-float64(d[1])*half), 2*w, half)
		}
	}
}

// Tint returns the colour of a stone.
func Tint(p *canvas.Palette, side int, lit bool) color.RGBA {
	all := p.First
	if side == 1 {
		all = p.Second
	}
	if lit {
		return all.Lit
	}
	return all.Damp
}

// Plaster draws one bandage: a dark strip with a light pad, or for the last move a strip of
// the accent with a dark pad.
func Plaster(c *canvas.Canvas, at canvas.Box, fresh bool) {
	c.Stamp(canvas.Key{Kind: "plaster", Args: [4]int{canvas.Bits(fresh)}}, at, func(pen *canvas.Pen, at canvas.Box) {
		x, y := at.Mid()
		s, pad, strip := at.W, c.Paper, c.Ground
		line := canvas.NewBox(x-0.27*s, y-0.085*s, 0.54*s, 0.17*s)
		pen.Rotated(-math.Pi/4, x, y, func() {
			if fresh {
				pen.RoundRect(line.Grow(0.04*s), 0.125*s)
				pen.Fill(c.Ground)
				pad, strip = strip, c.Accent
			}
			pen.RoundRect(line, 0.085*s)
			pen.Fill(strip)
			pen.DrawRectangle(x-0.0825*s, y-0.0825*s, 0.165*s, 0.165*s)
			pen.Fill(pad)
		})
	})
}

// Gamut tells the colours of a picture of stones.
func Gamut(p *canvas.Palette) canvas.Gamut {
	return p.Gamut([][2]color.RGBA{
		{p.Ground, p.First.Damp}, {p.Ground, p.Second.Damp}, {p.Ground, p.First.Lit}, {p.Ground, p.Second.Lit},
		{p.Ground, p.Paper}, {p.Ground, p.Dim}, {p.Ground, p.Accent}, {p.Floor, p.First.Damp}, {p.Floor, p.Second.Damp},
	}, p.First.Lit, p.First.Damp, p.Second.Lit, p.Second.Damp)
}

// pieces draws the stones of each side, free, fixed, and fixed by the last move: those that are lit
// must be told apart, those that are damp, and for each stone whether it is lit.
func pieces(p *canvas.Palette, draw canvas.DrawPiece) {
	for side, name := range []string{"first", "second"} {
		for state, over := range map[string]func(c *canvas.Canvas, at canvas.Box){
			"free":       func(*canvas.Canvas, canvas.Box) {},
			"fixed":      func(c *canvas.Canvas, at canvas.Box) { Plaster(c, at, false) },
			"just fixed": func(c *canvas.Canvas, at canvas.Box) { Plaster(c, at, true) },
		} {
			piece := func(s look) func(c *canvas.Canvas, at canvas.Box) {
				return func(c *canvas.Canvas, at canvas.Box) {
					(&Board{Grid: canvas.Grid{Canvas: c}}).stone(s, at)
					over(c, at)
				}
			}
			lit, damp := piece(look{side: side, lit: true}), piece(look{side: side})
			draw("lit stones", name+" "+state, p.Ground, lit)
			draw("damp stones", name+" "+state, p.Ground, damp)
			draw("stones, "+name+" "+state, "damp", p.Ground, damp)
			draw("stones, "+name+" "+state, "lit", p.Ground, piece(look{side: side, lit: true, joins: 1}))
		}
	}
}
