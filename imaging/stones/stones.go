// Package stones draws a square board that is full of the stones of two sides, or a part of it: the
// stones, the bandages on those that are fixed, and each side's groups.
//
// Its policy: it knows no game. Each game has two shapes, and a stud is in the middle of a fixed stone. The largest
// group of each side is lit, with bridges between its stones; if several are equal, all are lit, so all stones while none are
// joined. Lit stones are raised, the others are flat. At the end a rim of light lies around the groups that have won.
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
	Live  func(col, row int) bool // whether a face can be twisted, while the game goes on; nil for none

	Shapes [2]Shape // of the stones of each side

	stones board.Stones
	picks  board.Cells // faces that may be picked, each by its bottom left cell
	lit    board.Cells // the stones of groups that are lit
	fresh  board.Cells // the stones that the last move fixed
	played bool        // whether a half shows what was played
}

// Check returns an error for a board that cannot be drawn.
func Check(v board.Full) error {
	if n := len(v.Cells.Stones); v.Size < 2 || v.Size > board.Max || n != v.Size*v.Size {
		return fmt.Errorf("%d stones on a board of size %d", n, v.Size)
	}
	return nil
}

// New finds the groups of a board, and which of them are lit; tried says whether its last ply is not played.
func New(c *canvas.Canvas, v board.Full, shapes [2]Shape, tried bool) *Board {
	b := &Board{Grid: canvas.Grid{Canvas: c}, Full: v, Tried: tried, Shapes: shapes,
		stones: board.Fill(v.Size, v.Stone)}
	b.find()
	return b
}

// A Kind says how the pictures of one game are drawn, whose Views are Vs.
type Kind[V games.View] struct {
	Table  canvas.Table
	Shapes [2]Shape

	Full  func(V) board.Full
	Check func(V) error // of what is not of its Full; nil for nothing
	Rim   bool          // whether there is room for half a cell around the board

	Begin func(*Board, V)                // sets what differs; nil for nothing
	Fit   func(*Board, games.Drawing)    // draws a part, while a move is in the making; nil for the whole board
	Draw  func(*Board, V)                // draws the board
	Step  func(*Board, V, games.Drawing) // marks what may be picked of a move in the making, if there is one
}

// Painter returns the painter of a game.
func (k Kind[V]) Painter() canvas.Painter[V] {
	return canvas.Painter[V]{Check: k.check, Draw: k.draw, Half: k.half, Gamut: Gamut, Table: k.Table,
		Pieces: func(p *canvas.Palette, draw canvas.DrawPiece) { pieces(p, k.Shapes, draw) },
		Deep:   func(p games.Drawing, _ V) bool { return p.Ribboned() },
		Board:  k.tiny,
		Emblem: func(c *canvas.Canvas, at canvas.Box) {
			c.Two(&Board{Grid: canvas.Grid{Canvas: c}, Shapes: k.Shapes}, at)
		},
	}
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
	b, n := New(c, full, k.Shapes, tried), full.Size
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

// Room is the room for the cells of a board, above the letters of its columns.
func Room(c *canvas.Canvas, p games.Drawing) canvas.Box {
	room := c.BoardRoom(p)
	room.Y -= c.Px(4)
	return room
}

// FlatRoom is that of a board without stones that stand raised. It is larger where nothing stands above the board.
func FlatRoom(c *canvas.Canvas, p games.Drawing) canvas.Box {
	if p.Ribboned() {
		return Room(c, p)
	}
	return c.Box(74, 68, 672, 672)
}

// draw draws a picture.
func (k Kind[V]) draw(c *canvas.Canvas, p games.Drawing, v V) {
	b := k.board(c, v, k.Full(v), p.Preview != "", func(n int) canvas.Grid { return c.NewGrid(Room(c, p), n, n) })
	if k.Fit != nil && b.Making != nil {
		k.Fit(b, p)
	}
	k.Draw(b, v)
	b.Coordinates()
	b.Header(p, b.DuelView, b)
	k.Step(b, v, p)
}

// half draws a position after a move in half of a picture.
func (k Kind[V]) half(c *canvas.Canvas, p games.Drawing, v V, right bool) (end float64) {
	full := k.Full(v)
	full.Making, full.Picked = nil, nil
	room, end := c.HalfRoom(right)
	b := k.board(c, v, full, true, func(n int) canvas.Grid { return c.NewGrid(room, n, n) })
	b.played = !right
	c.HalfHead(p, right, c.PieceOf(b.Mover, b))
	k.Draw(b, v)
	b.Coordinates()
	return end
}

// tiny draws a position in a room, without the last move and what lies around the board.
func (k Kind[V]) tiny(c *canvas.Canvas, v V, room canvas.Box) {
	full := k.Full(v)
	full.Making, full.Picked, k.Rim = nil, nil, false
	b := k.board(c, v, full, false, func(n int) canvas.Grid { return c.NewGrid(room.Grow(-c.Px(6)), n, n) })
	b.Live = nil
	b.Draw()
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
	l := canvas.Label{Bold: true, Size: b.Px(canvas.ScoreText), Ink: i, X: right, Y: y, Align: 1}
	groups := b.Groups[b.side(seat)]
	if len(groups) == 0 {
		return 0
	}
	if b.Tried && b.Before > 0 {
		l.Text = strconv.Itoa(b.Before) + " → " + strconv.Itoa(groups[0])
		return b.Write(l)
	}
	more := canvas.Label{Size: b.Px(canvas.NameText), Ink: i, X: right, Y: y, Align: 1}
	for _, size := range groups[1:min(board.Deciding(b.Groups), len(groups))] {
		more.Text += ", " + strconv.Itoa(size)
	}
	wide := b.Write(more)
	l.Text, l.X = strconv.Itoa(groups[0]), right-wide
	return wide + b.Write(l)
}

// Hue is the colour of the lit stones of a seat.
func (b *Board) Hue(seat games.Seat) color.RGBA { return b.Palette.Side(b.side(seat)).Lit }

// Piece draws the stone of a seat.
func (b *Board) Piece(seat games.Seat, x, y, cell float64) {
	b.stone(look{side: b.side(seat), lit: true}, canvas.Around(x, y, cell/2))
}

// Draw draws the slab, the faces that can be twisted, the stones and their studs. Where the board goes on beyond the
// part that is drawn, so do its stones, to the edge of the slab.
func (b *Board) Draw() {
	b.Lay()
	if b.Decided() {
		b.light()
		return
	}
	if b.IsPart() {
		b.Within(b.Bed(), func() { b.cells(1, func(i int) { b.stone(b.look(i), b.At(i%b.Size, i/b.Size)) }) })
	}
	b.cells(0, b.cell)
	b.faces()
}

// cells calls a function for every cell that is drawn, and for those so near to them.
func (b *Board) cells(near int, draw func(i int)) {
	for row := max(0, b.Row-near); row < min(b.Row+b.Rows+near, b.Size); row++ {
		for col := max(0, b.Col-near); col < min(b.Col+b.Cols+near, b.Size); col++ {
			draw(row*b.Size + col)
		}
	}
}

// look returns how the stone of a cell is drawn.
func (b *Board) look(i int) (s look) {
	stone := b.Cells.Stones[i]
	s.side, s.fixed = int(stone.Colour&1), stone.Fixed
	s.fresh = s.fixed && b.fresh[i/b.Size+1]>>(i%b.Size)&1 == 1
	s.lit, s.joins = b.Lit(i)
	return s
}

// cell draws a cell: its stone, and its stud.
func (b *Board) cell(i int) {
	s := b.look(i)
	flags := canvas.Bits(s.lit, s.fixed, s.fresh, b.small(b.Cell))
	k := canvas.Key{Kind: "cell", Args: [4]int{s.side, s.joins, flags}}
	b.Tile(k, b.At(i%b.Size, i/b.Size), b.Palette.Board, func(at canvas.Box) {
		b.stone(s, at)
	})
}

// faces marks each face that is drawn and can be twisted by a diamond where its four stones meet. That of a face which
// may be picked is larger and bright.
func (b *Board) faces() {
	b.cells(0, func(i int) {
		col, row := i%b.Size, i/b.Size
		if !b.ShowsFace(col, row) {
			return
		}
		switch x, y := b.Middle(float64(col)+0.5, float64(row)+0.5); {
		case b.picks[row+1]>>col&1 == 1:
			b.diamond(x, y, 0.22, b.Paper)
		case b.Live != nil && b.Ended == nil && b.Live(col, row):
			b.diamond(x, y, 0.15, face(b.Palette))
		}
	})
}

// diamond draws the mark of a face around a point, so large in cells.
func (b *Board) diamond(x, y, size float64, ink color.RGBA) {
	half := size * b.Cell
	k := canvas.Key{Kind: "diamond", Args: [4]int{int(64 * half)}, Ink: ink}
	b.Stamp(k, canvas.Around(x, y, math.Ceil(half)), func(pen *canvas.Pen, at canvas.Box) {
		x, y := at.Mid()
		pen.Polygon(x, y-half, x+half, y, x, y+half, x-half, y)
		pen.Fill(ink)
	})
}

// light draws the board at the end: the flat stones, the rim of light around the groups that have won, which reaches
// beyond their cells, and upon it all that are lit.
func (b *Board) light() {
	n, all := b.Size, b.Size*b.Size
	for i := range all {
		if s := b.look(i); !s.lit {
			b.stone(s, b.At(i%n, i/n))
		}
	}
	for step, ink := range b.Glow() {
		wide := [...]float64{0.17, 0.125, 0.085}[step] * b.Cell
		for i := range all {
			if s := b.look(i); s.lit && s.side == b.side(b.Winner) {
				b.rim(s, b.At(i%n, i/n), ink, wide)
			}
		}
	}
	for i := range all {
		if s := b.look(i); s.lit {
			b.stone(s, b.At(i%n, i/n))
		}
	}
}

// Ring draws a ring around the stone of a cell: of paper if it may be picked, of the accent if it is.
func (b *Board) Ring(col, row int, ink color.RGBA) {
	at, s := b.At(col, row), b.look(row*b.Size+col)
	gap, line := 0.06*b.Cell, max(0.06*b.Cell, b.Px(4))
	alone := s
	alone.joins = 0
	b.rim(alone, at, b.Casing, gap+line+0.02*b.Cell)
	b.rim(alone, at, ink, gap+line)
	b.rim(alone, at, b.Casing, gap)
	b.stone(s, at)
}

// rim draws the light around a stone and its bridges, so wide.
func (b *Board) rim(s look, at canvas.Box, ink color.RGBA, wide float64) {
	grow := math.Ceil(wide)
	flags := canvas.Bits(s.lit, b.small(at.W))
	k := canvas.Key{Kind: "rim", Args: [4]int{s.side, s.joins, int(64 * wide), flags}, Ink: ink}
	b.Stamp(k, at.Grow(grow), func(pen *canvas.Pen, at canvas.Box) {
		at = at.Grow(-grow)
		x, y := at.Mid()
		path := func() {
			b.Shapes[s.side](pen, x, y, b.size(s.lit, at.W))
			bridges(pen, s.joins, at, 0, 0)
		}
		path()
		pen.Stroke(ink, 2*wide)
		path()
		pen.Fill(ink)
	})
}

// face is the colour of the mark of a face that can be twisted.
func face(p *canvas.Palette) color.RGBA { return canvas.Mixed(p.Floor, p.Muted, 0.3) }

// small reports whether a cell is so small that its stone fills more of it.
func (b *Board) small(cell float64) bool { return cell < b.Px(44) }

// size is the width of a cell for which a stone is drawn: one that is lit is larger.
func (b *Board) size(lit bool, cell float64) float64 {
	switch small := b.small(cell); {
	case lit && small:
		return 1.07 * cell
	case lit:
		return cell
	case small:
		return 0.87 * cell
	}
	return 0.93 * cell
}

// A look is everything in which stones differ.
type look struct {
	side              int
	lit, fixed, fresh bool
	joins             int // the bridges: a bit for each of the sides of a cell
}

// stone draws a stone in the box of its cell.
func (b *Board) stone(s look, at canvas.Box) {
	// Equal cells may be small in a large picture and large in a small one.
	k := canvas.Key{Kind: "stone", Args: [4]int{s.side, s.joins, canvas.Bits(s.lit, b.small(at.W))}}
	b.Stamp(k, at, func(pen *canvas.Pen, at canvas.Box) {
		x, y := at.Mid()
		shape, side := b.Shapes[s.side], b.Palette.Side(s.side)
		size := b.size(s.lit, at.W)
		silhouette := func(grow, down float64) {
			shape(pen, x, y+down, size+2*grow)
			bridges(pen, s.joins, at, grow, down)
		}
		if !s.lit {
			Flat(pen, b.Palette, side, at.W, silhouette)
			return
		}
		high := at.W
		if b.small(at.W) { // or its shadow would reach beyond the cell
			high *= 0.7
		}
		Raised(pen, b.Palette, side, high, silhouette)
		shape(pen, x, y, 0.66*size)
		pen.Fill(side.Dish)
	})
	if s.fixed {
		x, y := at.Mid()
		b.Stud(x, y, at.W, s.fresh)
	}
}

// Raised draws the body of a stone that counts, as high as one of a cell of a size, over the others from below: a soft
// shadow, a shadow, its edge, its rim, and its face. The silhouette makes its path, larger and further down by so much.
func Raised(pen *canvas.Pen, p *canvas.Palette, s canvas.Side, cell float64, silhouette func(grow, down float64)) {
	for _, layer := range [...]struct {
		grow, down float64
		ink        color.RGBA
	}{
		{0.015, 0.085, canvas.Mixed(p.Board, p.Shade, 0.56)}, {0, 0.07, p.Shade}, {0, 0.05, s.Edge}, {0, -0.018, s.Rim},
		{0, 0, s.Lit},
	} {
		silhouette(layer.grow*cell, layer.down*cell)
		pen.Fill(layer.ink)
	}
	if p.Rimmed {
		silhouette(0, 0)
		pen.Fill(p.Paper)
		silhouette(-0.05*cell, 0)
		pen.Fill(s.Lit)
	}
}

// Flat draws the body of a stone that does not count: sunk into the board, with a dark line at its top.
func Flat(pen *canvas.Pen, p *canvas.Palette, s canvas.Side, cell float64, silhouette func(grow, down float64)) {
	silhouette(0, -0.03*cell)
	pen.Fill(p.Shade)
	silhouette(0, 0.012*cell)
	pen.Fill(s.Dim)
}

// Gamut tells the colours of a picture of stones.
func Gamut(p *canvas.Palette) canvas.Gamut {
	glow := p.Glow()
	return p.Gamut([][2]color.RGBA{
		{p.Ground, p.Paper}, {p.Board, p.Muted}, {p.Board, p.First.Lit}, {p.Board, p.Second.Lit}, {p.Board, p.First.Dim},
		{p.Board, p.Second.Dim}, {p.Casing, p.Accent}, {p.Casing, p.Paper}, {p.Board, p.Accent}, {p.Plate, p.Paper},
		{p.Ground, p.First.Lit}, {p.Ground, p.Second.Lit}, {p.Ground, p.Gold},
	}, face(p), p.First.Lit, p.First.Dim, p.Second.Lit, p.Second.Dim, p.First.Dish, p.Second.Dish, p.Second.Edge,
		p.First.Edge, p.First.Rim, p.Second.Rim, glow[0], glow[1], p.Floor)
}

// pieces draws the stones of each side, free, fixed, and fixed by the last move: those that are lit
// must be told apart, those that are dim, and for each stone whether it is lit.
func pieces(p *canvas.Palette, shapes [2]Shape, draw canvas.DrawPiece) {
	for side, name := range []string{"first", "second"} {
		for state, s := range map[string]look{"free": {}, "fixed": {fixed: true}, "just fixed": {fixed: true, fresh: true}} {
			piece := func(lit bool, joins int) func(c *canvas.Canvas, at canvas.Box) {
				s.side, s.lit, s.joins = side, lit, joins
				return func(c *canvas.Canvas, at canvas.Box) {
					(&Board{Grid: canvas.Grid{Canvas: c}, Shapes: shapes}).stone(s, at)
				}
			}
			draw("lit stones", name+" "+state, p.Board, piece(true, 0))
			draw("dim stones", name+" "+state, p.Board, piece(false, 0))
			draw("stones, "+name+" "+state, "dim", p.Board, piece(false, 0))
			draw("stones, "+name+" "+state, "lit", p.Board, piece(true, 1))
		}
	}
}
