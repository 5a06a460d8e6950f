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

// Painter draws boards of Rubik's Magic. The tiles of one seat have a ring and those of the other a diamond: light on
// the dark side, and dark on the light side, which has a dot in it too. Beside a name stands a bar for each tile that
// the player has left. An arrow shows the last flip, from the dashed space that the tile left, and a frame surrounds
// the tile that was placed. Each tile of a three-in-a-row has a rim: dashed while it threatens, whole when it is locked,
// and of light when it has won.
//
// While a turn is in the making the picture shows its step.
var Painter = canvas.Painter[magic.View]{
	Table: canvas.Table{Ground: 0x0f1015, Board: 0x1e2028, Floor: 0x2c2f3a, Paper: 0xf5f1e8, Muted: 0xaab0bd},
	Check: check, Draw: draw, Half: half, Gamut: gamut, Pieces: pieces,
	Board: func(c *canvas.Canvas, v magic.View, room canvas.Box) {
		b := newPainting(c, v, room.Grow(-c.Px(6)))
		b.board()
		b.rows()
	},
	Emblem: func(c *canvas.Canvas, at canvas.Box) {
		(&painting{Grid: canvas.Grid{Canvas: c}}).tile(0, false, at.Grow(math.Round(0.08*at.W)))
	},
	Deep: func(games.Drawing, magic.View) bool { return true }, // for its gradients
}

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
func draw(c *canvas.Canvas, p games.Drawing, v magic.View) {
	b := newPainting(c, v, c.BoardRoom(p))
	b.Header(p, v.DuelView, b)
	b.Coordinates()
	b.board()
	if v.Making != nil && !p.Margins {
		b.step()
		return
	}
	b.last()
	b.rows()
}

// half draws a board after a move.
func half(c *canvas.Canvas, p games.Drawing, v magic.View, right bool) (end float64) {
	room, end := c.HalfRoom(right)
	b := newPainting(c, v, room)
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
	view   magic.View
	framed [16]bool // squares that have the frame of the last turn or of what is picked
}

// newPainting fits a board into a room.
func newPainting(c *canvas.Canvas, v magic.View, room canvas.Box) *painting {
	b := &painting{Grid: c.NewGrid(room, 4, 4), view: v}
	b.FromTop = true
	return b
}

// Piece draws a tile of a seat.
func (b *painting) Piece(seat games.Seat, x, y, cell float64) {
	b.tile(seat, false, canvas.Around(x, y, cell/2))
}

// Hue is the colour of the marks of a seat.
func (b *painting) Hue(seat games.Seat) color.RGBA { return b.Tiles[seat&1][0].Mark }

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

// around returns the box around the middle of a square that reaches so far, in cells.
func (b *painting) around(q magic.Square, r float64) canvas.Box {
	x, y := b.square(q)
	return canvas.Around(x, y, r*b.Cell)
}

// space draws dashes around an empty space.
func (b *painting) space(q magic.Square, col color.RGBA) {
	b.Dashes(b.around(q, 0.42), 0.1*b.Cell, b.Px(5), col)
}

// square returns the middle of a square.
func (b *painting) square(q magic.Square) (x, y float64) {
	return b.Middle(float64(q.Col()), float64(q.Row()))
}

// half the width of a tile, in cells, and the radius of its corners
const tileHalf, tileRound = 0.435, 0.077

// board draws the slab, the spaces and the tiles; at the end the light of the rows that have won lies between.
func (b *painting) board() {
	b.Lay()
	line := max(1, math.Round(b.Px(2)))
	for i := range b.view.Cells {
		q := magic.Square(i)
		at := b.around(q, 0.45)
		b.RoundRect(canvas.NewBox(at.X, at.Y-line, at.W, at.H), 0.09*b.Cell, b.Shade)
		b.RoundRect(at, 0.09*b.Cell, b.Floor)
	}
	b.light()
	for i, cell := range b.view.Cells {
		if q := magic.Square(i); cell.Kind != magic.Empty {
			b.tile(games.Seat(cell.Kind-magic.Circle), cell.Light, b.At(q.Col(), q.Row()))
		}
	}
}

// light draws the rim of light under the tiles of the rows that have won, and gold from tile to tile.
func (b *painting) light() {
	for step, ink := range b.Glow() {
		rim := [...]float64{0.085, 0.06, 0.035}[step]
		for _, r := range b.view.Rows {
			if !b.won(r) || !onBoard(r.Squares[:]...) {
				continue
			}
			x1, y1 := b.square(r.Squares[0])
			x2, y2 := b.square(r.Squares[2])
			b.Beam(x1, y1, x2, y2, (0.05+2*rim)*b.Cell, ink)
			for _, q := range r.Squares {
				b.RoundRect(b.around(q, tileHalf+rim), (tileRound+rim)*b.Cell, ink)
			}
		}
	}
}

// won reports whether a three-in-a-row has won.
func (b *painting) won(r magic.Row) bool { return b.view.Decided() && r.Owner == b.view.Winner }

// bands is the number of steps of a gradient.
const bands = 6

// band returns the colour of a step of the gradient of a tile, from the top.
func band(side canvas.Tile, light bool, i int) color.RGBA {
	high, low := 0.12, 0.2 // how much white there is at the top, and black at the bottom
	if light {
		high, low = 0.3, 0.1
	}
	switch part := 2*float64(i)/(bands-1) - 1; {
	case part < 0:
		return canvas.Mixed(side.Fill, color.RGBA{0xff, 0xff, 0xff, 0xff}, -part*high)
	default:
		return canvas.Mixed(side.Fill, color.RGBA{A: 0xff}, part*low)
	}
}

// lower is the colour of the lower edge of a tile.
func lower(side canvas.Tile, light bool) color.RGBA {
	if light {
		return canvas.Mixed(side.Fill, side.Mark, 0.4)
	}
	return canvas.Mixed(side.Fill, color.RGBA{A: 0xff}, 0.55)
}

// tile draws a tile of a seat in the box of its cell.
func (b *painting) tile(seat games.Seat, light bool, at canvas.Box) {
	sort := canvas.Bits(light)
	side := b.Tiles[seat][sort]
	b.Stamp(canvas.Key{Kind: "tile", Args: [4]int{int(seat), sort}}, at, func(pen *canvas.Pen, at canvas.Box) {
		x, y := at.Mid()
		cell := at.W
		body, r := canvas.Around(x, y-0.018*cell, tileHalf*cell), tileRound*cell
		shape := func(down float64, col color.RGBA) {
			pen.RoundRect(canvas.NewBox(body.X, body.Y+down*cell, body.W, body.H), r)
			pen.Fill(col)
		}
		shape(0.055, b.Shade)
		shape(0.036, lower(side, light))
		pen.RoundRect(body, r)
		pen.Clipped(func() {
			for i := range bands {
				top := body.Y + math.Round(body.H*float64(i)/bands)
				pen.Rectangle(canvas.NewBox(body.X, top, body.W, body.Y+body.H-top))
				pen.Fill(band(side, light, i))
			}
		})
		pen.RoundRect(body.Grow(-0.055*cell), 0.05*cell)
		pen.Stroke(side.Mark, max(b.Px(1.6), 0.024*cell))
		markPath(pen, seat, x, body.Y+body.H/2, 0.215*cell)
		pen.Stroke(side.Mark, 0.065*cell)
		if light {
			if seat == 0 {
				pen.Circle(x, body.Y+body.H/2, 0.085*cell)
			} else {
				markPath(pen, seat, x, body.Y+body.H/2, 0.085*cell)
			}
			pen.Fill(side.Mark)
		}
	})
}

// markPath makes the path of the mark on a tile: a ring or a diamond.
func markPath(pen *canvas.Pen, seat games.Seat, x, y, r float64) {
	if seat == 0 {
		pen.Circle(x, y, r)
		return
	}
	r *= 1.2
	pen.Polygon(x, y-r, x+r, y, x, y+r, x-r, y)
}

// rows draws the rims of the tiles of every three-in-a-row that has not won: dashed, or whole if it is locked.
func (b *painting) rows() {
	for _, locked := range []bool{false, true} {
		var done [16]bool
		for _, r := range b.view.Rows {
			if b.won(r) || r.Locked != locked || !onBoard(r.Squares[:]...) {
				continue
			}
			for _, q := range r.Squares {
				if !done[q] {
					b.rim(q, locked)
				}
				done[q] = true
			}
		}
	}
}

// rim draws the rim of a tile of a three-in-a-row. Where the tile has a frame already, its dashes lie on that.
func (b *painting) rim(q magic.Square, locked bool) {
	draw := b.DashedFrame
	if locked {
		draw = b.Frame
	} else if b.framed[q] {
		draw = b.Dashes
	}
	draw(b.around(q, 0.46), 0.1*b.Cell, 0.03*b.Cell, b.Paper)
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
		b.framed[q] = true
		b.Frame(b.around(q, 0.46), 0.1*b.Cell, 0.045*b.Cell, col)
	}
}

// flip draws the arrow of a flip. Where the space that the tile left is bare, it begins in
// the middle of it, and dashes surround the space.
func (b *painting) flip(t magic.Turn, bare bool, col color.RGBA) {
	if !onBoard(t.From, t.To) || t.From == t.To {
		return
	}
	tail := -0.19
	if bare {
		tail = -0.5
		b.space(t.From, col)
	}
	b.arrow(t, tail, 0.24, 0.09, 0.27, col)
}

// arrow draws an arrow across the edge between the squares of a flip, with a halo of ground. Its lengths are in cells:
// from the edge to its tail and to its tip, and the widths of its shaft and of its head, which is four fifths as long.
func (b *painting) arrow(t magic.Turn, tail, tip, wide, head float64, col color.RGBA) {
	x1, y1 := b.square(t.From)
	x2, y2 := b.square(t.To)
	halo, way := b.Px(4), math.Atan2(y2-y1, x2-x1)
	tail, tip, wide, head = tail*b.Cell, tip*b.Cell, wide*b.Cell, head*b.Cell
	k := canvas.Key{Kind: "arrow", Args: [4]int{int(math.Round(way * 180 / math.Pi)), int(64 * tail), int(64 * tip),
		int(64 * head)}, Ink: col}
	r := math.Ceil(max(-tail, tip) + 2*halo)
	b.Stamp(k, canvas.Around((x1+x2)/2, (y1+y2)/2, r), func(pen *canvas.Pen, at canvas.Box) {
		x, y := at.Mid()
		neck, shaft, head := x+tip-0.8*head, wide/2, head/2
		path := func() {
			pen.Polygon(x+tail, y-shaft, neck, y-shaft, neck, y-head, x+tip, y, neck, y+head, neck, y+shaft,
				x+tail, y+shaft)
		}
		pen.Rotated(way, x, y, func() {
			path()
			pen.Stroke(b.Casing, 2*halo)
			path()
			pen.Fill(col)
		})
	})
}

// gamut tells the colours of a picture of Rubik's Magic.
func gamut(p *canvas.Palette) canvas.Gamut {
	glow := p.Glow()
	g := p.Gamut([][2]color.RGBA{{p.Floor, p.Paper}, {p.Ground, p.Accent}, {p.Ground, p.Paper}, {p.Ground, p.Muted},
		{p.Board, p.Accent}}, p.Floor)
	for _, sides := range p.Tiles {
		for sort, side := range sides {
			g.Flat = append(g.Flat, side.Mark, lower(side, sort == 1))
			for i := range bands {
				g.Flat = append(g.Flat, band(side, sort == 1, i))
			}
			g.Meet = append(g.Meet, [2]color.RGBA{side.Fill, side.Mark})
		}
	}
	g.Flat = append(g.Flat, glow[0], glow[1])
	return g
}

// step marks what is picked of a turn in the making and what may be picked next: flips as
// arrows, then empty spaces with their names, then the two sides of the new tile in its
// space. The tile that was flipped has a frame, and later the space for the new tile.
func (b *painting) step() {
	v := b.view
	if v.Picked == nil {
		b.rows()
		return
	}
	picked := *v.Picked
	b.before(picked)
	b.rows()
	if onBoard(picked.Place) {
		b.frame(picked.Place, b.Accent)
	} else {
		b.frame(picked.To, b.Accent)
	}
	choices := v.Making.Step.Choices
	for i := range min(len(choices), len(v.Turns)) {
		b.choice(choices[i], v.Turns[i], picked)
	}
	b.flip(picked, onBoard(picked.Place) && picked.Place != picked.From, b.Accent)
}

// before marks the last turn: as on the board until something is picked, and then faintly. It
// leaves out the squares that the picked choice changes.
func (b *painting) before(picked magic.Turn) {
	t := b.view.Turn
	if t == nil || !onBoard(picked.From) && !onBoard(picked.Place) {
		b.last()
		return
	}
	if t.Place != picked.From {
		b.frame(t.Place, b.Muted)
	}
	if t.From != picked.To && t.From != picked.Place {
		b.flip(*t, false, b.Muted)
	}
}

// choice draws one choice, which makes a turn of what is picked.
func (b *painting) choice(choice games.Choice, t, picked magic.Turn) {
	switch {
	case onBoard(picked.Place):
		b.side(choice, t)
	case onBoard(t.Place):
		b.free(choice, t.Place)
	case onBoard(t.From, t.To) && t.From != t.To:
		b.way(choice, t)
	}
}

// way draws a flip that may be picked: an arrow across the edge between the tile and the
// space.
func (b *painting) way(choice games.Choice, t magic.Turn) {
	x1, y1 := b.square(t.From)
	x2, y2 := b.square(t.To)
	b.arrow(t, -0.18, 0.24, 0.15, 0.31, b.Paper)
	b.Place(choice.Value, canvas.Around((x1+x2)/2, (y1+y2)/2, 0.24*b.Cell))
}

// free draws an empty space where the tile may be placed, with its name.
func (b *painting) free(choice games.Choice, q magic.Square) {
	x, y := b.square(q)
	b.space(q, b.Paper)
	b.Write(canvas.Label{Text: q.String(), Bold: true, Size: b.Px(52), Ink: b.OnFloor(), X: x, Y: y, Align: 0.5})
	b.Place(choice.Value, b.around(q, 0.48))
}

// side draws one side of the tile that is placed, the light one in the left half of its space.
func (b *painting) side(choice games.Choice, t magic.Turn) {
	seat := b.view.ToMove
	if seat < 0 || seat > 1 {
		return
	}
	x, y := b.square(t.Place)
	aside, left := 0.222*b.Cell, x
	if t.Light {
		aside, left = -aside, x-0.48*b.Cell
	}
	b.tile(seat, t.Light, canvas.Around(x+aside, y, 0.235*b.Cell))
	b.Place(choice.Value, canvas.NewBox(left, y-0.48*b.Cell, 0.48*b.Cell, 0.96*b.Cell))
}

// pieces draws both sides of the tiles of each seat, and an empty space.
func pieces(p *canvas.Palette, draw canvas.DrawPiece) {
	for seat, kind := range []string{"circle", "diamond"} {
		for _, light := range []bool{false, true} {
			side := map[bool]string{false: "dark", true: "light"}[light]
			draw("tiles", fmt.Sprintf("%s, %s", kind, side), p.Floor, func(c *canvas.Canvas, at canvas.Box) {
				(&painting{Grid: canvas.Grid{Canvas: c}}).tile(games.Seat(seat), light, at)
			})
		}
	}
	draw("tiles", "none", p.Floor, func(*canvas.Canvas, canvas.Box) {})
	rims(p, draw)
}

// rims draws a tile of each side without a row, in one that threatens, that is locked, and that has won.
func rims(p *canvas.Palette, draw canvas.DrawPiece) {
	row := magic.Row{Squares: [3]magic.Square{0, 0, 0}}
	for sort, name := range []string{"dark", "light"} {
		for state, v := range map[string]magic.View{
			"none":      {},
			"threatens": {Rows: []magic.Row{row}},
			"locked":    {Rows: []magic.Row{{Squares: row.Squares, Locked: true}}},
			"has won":   {Rows: []magic.Row{row}, DuelView: games.DuelView{Ended: &games.Text{}}},
		} {
			draw("rims of "+name, state, p.Board, func(c *canvas.Canvas, at canvas.Box) {
				b := painting{Grid: c.NewGrid(at.Grow(-0.1*at.W), 1, 1), view: v}
				b.light()
				b.tile(0, sort == 1, b.At(0, 0))
				b.rows()
			})
		}
	}
}
