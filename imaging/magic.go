package imaging

import (
	"fmt"
	"image/color"
	"math"

	"parlour/games"
	"parlour/games/magic"
	"parlour/imaging/canvas"
)

func init() {
	register(paints[magic.View]{drawMagic, halfMagic, magicGamut, magicPieces})
}

// drawMagic draws a board of Rubik's Magic. A circle's tile has a ring and a diamond's a
// diamond, light on the dark side and dark on the light side. A bar by the name stands for
// each tile that the player has left. An arrow shows the last flip, from the dashed space
// that the tile left, and a frame surrounds the tile that was placed. A line goes through
// every three-in-a-row: thin and broken while it threatens, thick when it is locked or has won.
//
// While a turn is in the making the picture shows its step: see magic_step.go.
func drawMagic(c *canvas.Canvas, p Drawing, v magic.View) error {
	if err := checkMagic(v); err != nil {
		return err
	}
	tried := p.Preview != ""
	b := magicBoard{c: c, Grid: canvas.NewGrid(c.BoardRoom(tried), 4, 4), view: v}
	b.FromTop = true
	if tried {
		c.DuelRibbon(p.Preview, v.Mover, &b)
	} else {
		c.DuelHeader(canvas.Duel{Names: duelNames(p), ToMove: v.ToMove, Winner: v.Winner, Pieces: &b})
	}
	b.Coordinates(c)
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

// halfMagic draws a board after a move.
func halfMagic(c *canvas.Canvas, p Drawing, v magic.View, right bool) (float64, error) {
	if err := checkMagic(v); err != nil {
		return 0, err
	}
	b := magicBoard{c: c, view: v}
	var end float64
	b.Grid, end = c.HalfGrid(canvas.Half(right), 4, 4)
	b.FromTop = true
	c.HalfHead(p.head(right), right, nil)
	b.Coordinates(c)
	b.board()
	b.last()
	b.rows()
	return end, nil
}

// checkMagic returns an error for a view that cannot be drawn.
func checkMagic(v magic.View) error {
	for i, cell := range v.Cells {
		if cell.Kind > magic.Diamond {
			return fmt.Errorf("%w: no tile of kind %d, as on %v, exists", ErrNoPicture, cell.Kind, magic.Square(i))
		}
	}
	return nil
}

// A magicBoard is a board of Rubik's Magic being drawn.
type magicBoard struct {
	c *canvas.Canvas
	canvas.Grid
	view magic.View
}

// Piece draws a tile of a seat.
func (b *magicBoard) Piece(seat games.Seat, x, y, cell float64) {
	b.tile(seat, false, canvas.Around(x, y, cell/2))
}

// Tally draws a bar for each tile that a seat has left, in two groups of four so that they
// are counted at a glance.
func (b *magicBoard) Tally(seat games.Seat, right, y float64, i canvas.Ink) float64 {
	c, wide := b.c, 0.0
	for bar := range min(max(0, b.view.Left[seat]), 8) {
		if bar == 4 {
			wide += 7
		}
		c.RoundRect(c.Box(right/c.Scale()-wide-8, y/c.Scale()-13, 8, 26), c.Px(2), i.Text)
		wide += 13
	}
	return c.Px(wide)
}

// square returns the middle of a square.
func (b *magicBoard) square(q magic.Square) (x, y float64) {
	return b.Middle(float64(q.Col()), float64(q.Row()))
}

// board draws the spaces and the tiles.
func (b *magicBoard) board() {
	for i, cell := range b.view.Cells {
		q := magic.Square(i)
		at := b.At(q.Col(), q.Row())
		b.c.RoundRect(at.Grow(-math.Round(b.c.Px(4))), b.c.Px(18), b.c.Palette.Floor)
		if cell.Kind != magic.Empty {
			b.tile(games.Seat(cell.Kind-magic.Circle), cell.Light, at)
		}
	}
}

// tile draws a tile of a seat in the box of its cell.
func (b *magicBoard) tile(seat games.Seat, light bool, at canvas.Box) {
	k := canvas.Key{Kind: "tile", Args: [4]int{int(seat)}}
	side := b.c.Palette.Tiles[seat][0]
	if light {
		side, k.Args[1] = b.c.Palette.Tiles[seat][1], 1
	}
	b.c.Stamp(k, at, func(pen *canvas.Pen, at canvas.Box) {
		x, y := at.Mid()
		cell := at.W
		rim := max(b.c.Px(1.6), 0.028*cell)
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
	line, knob := b.c.Px(8), b.c.Px(11)
	k := canvas.Key{Kind: "row", Args: [4]int{int(x2 - x1), int(y2 - y1)}}
	if strong {
		line, knob, k.Args[2] = b.c.Px(16), b.c.Px(18), 1
	}
	edge := knob + b.c.Px(5)
	part := canvas.NewBox(min(x1, x2)-edge, min(y1, y2)-edge, math.Abs(x2-x1)+2*edge, math.Abs(y2-y1)+2*edge)
	b.c.Stamp(k, part, func(pen *canvas.Pen, at canvas.Box) {
		dx, dy := at.X-part.X, at.Y-part.Y
		b.through(pen, x1+dx, y1+dy, x2+dx, y2+dy, line, knob, !strong)
	})
}

// through draws a line with a knob at both ends and a halo of ground.
func (b *magicBoard) through(pen *canvas.Pen, x1, y1, x2, y2, line, knob float64, broken bool) {
	paint := func(col color.RGBA, more float64) {
		pen.MoveTo(x1, y1)
		pen.LineTo(x2, y2)
		pen.Stroke(col, line+2*more)
		pen.Dash()
		pen.Circle(x1, y1, knob+more)
		pen.Circle(x2, y2, knob+more)
		pen.Fill(col)
	}
	paint(b.c.Palette.Ground, b.c.Px(5))
	if broken {
		// Dashes repeat from square to square, so that those of two rows in one line meet.
		square := math.Hypot(x2-x1, y2-y1) / 2
		pitch := square / math.Round(square/b.c.Px(42))
		pen.Dash(0.55*pitch, 0.45*pitch)
	}
	paint(b.c.Palette.Paper, 0)
}

// last marks the last turn: the tile that was placed, and the flip, with dashes around the
// space that the tile left.
func (b *magicBoard) last() {
	t := b.view.Turn
	if t == nil {
		return
	}
	b.frame(t.Place, b.c.Palette.Accent)
	b.flip(*t, t.Place != t.From, b.c.Palette.Accent)
}

// frame draws a frame around a square.
func (b *magicBoard) frame(q magic.Square, col color.RGBA) {
	if onBoard(q) {
		x, y := b.square(q)
		b.c.Frame(canvas.Around(x, y, 0.47*b.Cell), 0.1*b.Cell, 0.05*b.Cell, col)
	}
}

// flip draws the arrow of a flip. Where the space that the tile left is bare, it begins in
// the middle of it, and dashes surround the space.
func (b *magicBoard) flip(t magic.Turn, bare bool, col color.RGBA) {
	if !onBoard(t.From, t.To) || t.From == t.To {
		return
	}
	tail := -0.19 * b.Cell
	if bare {
		tail = -0.5 * b.Cell
		x, y := b.square(t.From)
		b.c.DashedFrame(canvas.Around(x, y, 0.42*b.Cell), 0.1*b.Cell, b.c.Px(5), col)
	}
	x1, y1 := b.square(t.From)
	x2, y2 := b.square(t.To)
	a := canvas.Arrow{DX: x2 - x1, DY: y2 - y1, Tail: tail, Tip: 0.24 * b.Cell, Wide: 0.09 * b.Cell, Head: 0.27 * b.Cell}
	b.c.Arrow(a, (x1+x2)/2, (y1+y2)/2, col)
}

// magicGamut tells the colours of a picture of Rubik's Magic. The steps at the edges of tiles
// are left out, because the colours of the other tiles serve as these.
func magicGamut(p *canvas.Palette) canvas.Gamut {
	g := canvas.Gamut{
		Flat: []color.RGBA{p.Ground, p.Floor, p.Paper, p.Dim, p.Accent, p.Trial},
		Meet: [][2]color.RGBA{{p.Floor, p.Paper}, {p.Ground, p.Accent}},
	}
	for _, sides := range p.Tiles {
		for _, side := range sides {
			g.Flat = append(g.Flat, side.Fill, side.Mark)
		}
	}
	return g
}
