// Package pentago is the painter of Pentago.
package pentago

import (
	"errors"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/pentago"
	"parlour/imaging/canvas"
	"parlour/imaging/stones"
)

// Painter draws boards of Pentago: four slabs of wood with a gap between them, and a hole for each cell. The stones are
// marbles, those of the second seat with a ring. A stud is on the stone placed last, where it lies now, and a line with
// an arrow head is round the quadrant that was twisted after it. At the end light is under every five, and all other
// stones are flat.
//
// While a turn is in the making the picture shows its step: the cells, then the boards after each
// twist.
var Painter = canvas.Painter[pentago.View]{
	Table: canvas.Table{
		Ground: 0x1c120d, Board: 0x4b2d1c, Floor: 0x6d4630, Paper: 0xfbf1e2, Muted: 0xcbb39c,
		Sides:  [2][2]uint32{{0xfff3dc, 0xb0a086}, {0x5480f2, 0x56669c}},
		Bright: [2][2]uint32{{0xfff6e4, 0xc0b093}, {0x6f97ff, 0x5d6ea3}},
	},
	Check: check, Deep: deep, Draw: draw, Half: half, Gamut: gamut, Pieces: pieces,
	Board: func(c *canvas.Canvas, v pentago.View, room canvas.Box) {
		newPainting(c, v, room.Grow(-c.Px(6))).draw(false)
	},
	Emblem: func(c *canvas.Canvas, at canvas.Box) { c.Two(painting{Grid: canvas.Grid{Canvas: c}}, at) },
}

// check returns an error for a view that cannot be drawn.
func check(v pentago.View) error {
	for i, stone := range v.Cells {
		if stone > pentago.Black {
			return fmt.Errorf("no stone of kind %d, as on cell %d, exists", stone, i)
		}
	}
	for _, line := range v.Fives {
		if !line.Within(pentago.Side, pentago.Side) {
			return fmt.Errorf("no five goes from %v to %v", line.From, line.To)
		}
	}
	if len(v.Outcomes) > 0 && (v.Making == nil || v.Picked == nil || *v.Picked >= pentago.NoCell) {
		return errors.New("results of no stone")
	}
	for _, outcome := range v.Outcomes {
		if outcome.Turn == nil {
			return errors.New("a result of no twist")
		} else if err := check(outcome); err != nil {
			return err
		}
	}
	return nil
}

// deep reports whether a picture has many colours: one on which somebody has won.
func deep(p games.Drawing, v pentago.View) bool {
	won := func(v pentago.View) bool { return len(v.Fives) > 0 }
	better, _ := p.Better.(pentago.View)
	return p.Ribbon != nil || won(v) || won(better) || slices.ContainsFunc(v.Outcomes, won)
}

// draw draws a board, or those after the twists.
func draw(c *canvas.Canvas, p games.Drawing, v pentago.View) {
	if len(v.Outcomes) > 0 {
		if drawTwists(c, p, v); p.Preview != "" {
			c.AroundTrial()
		}
		return
	}
	room := c.BoardRoom(p)
	if !p.Ribboned() { // as large as coordinates allow
		room = canvas.NewBox(c.Px(62), room.Y-c.Px(2), c.Px(686), c.Px(686))
	}
	b := newPainting(c, v, room)
	b.tried = p.Preview != ""
	b.draw(true)
	b.Coordinates()
	b.Header(p, v.DuelView, b)
	b.step(p)
}

// half draws a board after a turn.
func half(c *canvas.Canvas, p games.Drawing, v pentago.View, right bool) (end float64) {
	room, end := c.HalfRoom(right)
	b := newPainting(c, v, room)
	b.tried = right
	c.HalfHead(p, right, c.PieceOf(v.Mover, b))
	b.draw(true)
	b.Coordinates()
	return end
}

// A painting is a board of Pentago being drawn.
type painting struct {
	canvas.Grid
	view  pentago.View
	tried bool
}

// newPainting fits a board into a room.
func newPainting(c *canvas.Canvas, v pentago.View, room canvas.Box) painting {
	gap := 2 * math.Round(0.019*room.W)
	b := painting{Grid: c.NewGrid(canvas.NewBox(room.X, room.Y, room.W-gap, room.H-gap), pentago.Side, pentago.Side), view: v}
	b.Gap = gap
	return b
}

// Piece draws the stone of a seat.
func (b painting) Piece(seat games.Seat, x, y, cell float64) {
	drawStone(b.Canvas, pentago.White+pentago.Stone(b.view.Side(seat&1)), true, canvas.Around(x, y, cell/2))
}

// Hue is the colour of the stones of a seat, lighter where it is dark, so that text can be read on it.
func (b painting) Hue(seat games.Seat) color.RGBA {
	if b.view.Side(seat) == 1 {
		return lighter(b.Palette)
	}
	return b.First.Lit
}

func lighter(p *canvas.Palette) color.RGBA {
	return canvas.Mixed(p.Second.Lit, color.RGBA{0xff, 0xff, 0xff, 0xff}, 0.24)
}

// Tally draws nothing: a board of Pentago has nothing to count.
func (painting) Tally(games.Seat, float64, float64, canvas.Ink) float64 { return 0 }

// middle returns the middle of a cell.
func (b painting) middle(c pentago.Cell) (x, y float64) {
	return b.Middle(float64(c.Col()), float64(c.Row()))
}

// quadrant returns the box of the slab of the quadrant with its bottom left cell at a column and a row.
func (b painting) quadrant(col, row int) canvas.Box {
	x, y := b.Middle(float64(col+1), float64(row+1))
	return canvas.Around(x, y, 1.5*b.Cell+math.Round(0.23*b.Gap))
}

// grain has the upper ends and the heights of the bands of a slab, as parts of it.
var grain = [4][2]float64{{0.164, 0.046}, {0.374, 0.028}, {0.58, 0.073}, {0.805, 0.042}}

// slab draws a quadrant without its cells.
func (b painting) slab(at canvas.Box) {
	b.Slab(at, 0.13*b.Cell, max(2, math.Round(0.064*b.Cell)))
	for _, band := range grain {
		b.Rect(canvas.NewBox(at.X, at.Y+band[0]*at.H, at.W, band[1]*at.H), b.Palette.Plate)
	}
}

// draw draws the quadrants, the holes and the stones, those of a five upon light, and if asked the last turn: a line
// round the quadrant that was twisted, and a stud on the stone.
func (b painting) draw(last bool) {
	for _, row := range [2]int{pentago.Side / 2, 0} {
		for _, col := range [2]int{0, pentago.Side / 2} {
			b.slab(b.quadrant(col, row))
		}
	}
	v, won := b.view, b.won()
	if b.tried && v.Last == games.SwapMove { // the turn before is no try
		last = false
	}
	last = last && v.Turn != nil && v.Now != nil && *v.Now < pentago.NoCell && v.Turn.Twist <= pentago.NoTwist
	if last && v.Turn.Twist != pentago.NoTwist {
		b.twisted(v.Turn.Twist)
	}
	for i, stone := range v.Cells {
		if at := b.At(i%pentago.Side, i/pentago.Side); stone == pentago.Empty {
			drawHole(b.Canvas, at)
		} else if !won[i] {
			drawStone(b.Canvas, stone, len(v.Fives) == 0, at)
		}
	}
	b.light(won)
	for i, stone := range v.Cells {
		if won[i] {
			drawStone(b.Canvas, stone, true, b.At(i%pentago.Side, i/pentago.Side))
		}
	}
	if last {
		x, y := b.middle(*v.Now)
		b.Stud(x, y, b.Cell, true)
	}
}

// drawHole draws a cell without a stone: a hole with a light lower lip.
func drawHole(c *canvas.Canvas, at canvas.Box) {
	c.Stamp(canvas.Key{Kind: "hole"}, at, func(pen *canvas.Pen, at canvas.Box) {
		x, y := at.Mid()
		pen.Circle(x, y+0.03*at.W, 0.195*at.W)
		pen.Fill(c.Floor)
		pen.Circle(x, y, 0.2*at.W)
		pen.Fill(c.Shade)
	})
}

// drawStone draws a marble in the box of its cell: a pearl of the first seat, glass with a ring of the second. One that
// does not count is flat.
func drawStone(c *canvas.Canvas, stone pentago.Stone, lit bool, at canvas.Box) {
	k := canvas.Key{Kind: "marble", Args: [4]int{int(stone), canvas.Bits(lit)}}
	grow := math.Ceil(0.02 * at.W) // for the shadow
	c.Stamp(k, at.Grow(grow), func(pen *canvas.Pen, at canvas.Box) {
		at = at.Grow(-grow)
		x, y := at.Mid()
		side, glass := c.Palette.Side(int(stone-pentago.White)), stone == pentago.Black
		disc := func(r, down float64, ink color.RGBA) {
			pen.Circle(x, y+down*at.W, r*at.W)
			pen.Fill(ink)
		}
		silhouette := func(grow, down float64) { pen.Circle(x, y+down, 0.41*at.W+grow) }
		if !lit {
			stones.Flat(pen, c.Palette, side, at.W, silhouette)
			if glass {
				disc(0.19, 0.01, canvas.Mixed(side.Dim, c.Paper, 0.3))
				disc(0.11, 0.01, c.Shade)
			}
			return
		}
		stones.Raised(pen, c.Palette, side, at.W, silhouette)
		if glass {
			disc(0.22, 0.01, side.Edge)
			disc(0.19, 0.015, side.Rim)
			disc(0.11, 0.015, side.Lit)
		} else {
			pen.MoveTo(x-0.25*at.W, y+0.2*at.W)
			pen.CurveTo(x-0.12*at.W, y+0.36*at.W, x+0.12*at.W, y+0.36*at.W, x+0.25*at.W, y+0.2*at.W)
			pen.CurveTo(x+0.12*at.W, y+0.3*at.W, x-0.12*at.W, y+0.3*at.W, x-0.25*at.W, y+0.2*at.W)
			pen.Fill(crescent(c.Palette))
		}
		pen.Rotated(-24*math.Pi/180, x-0.13*at.W, y-0.28*at.W, func() {
			pen.Ellipse(x-0.13*at.W, y-0.28*at.W, 0.115*at.W, 0.055*at.W)
		})
		pen.Fill(side.Rim)
	})
}

// crescent is the colour of the shade on a pearl.
func crescent(p *canvas.Palette) color.RGBA { return canvas.Mixed(p.First.Lit, p.First.Edge, 0.4) }

// twisted draws a line round the quadrant of a twist, which begins at an inner corner and ends with an arrow head in the
// gap to the quadrant above or below, between two stones: beside the board are coordinates. It is of dashes if the twist
// is not played.
func (b painting) twisted(t pentago.Twist) {
	line, head, halo := max(b.Px(5), 0.1*b.Cell), 0.46*b.Cell, b.Px(2.5)
	grow, lower := math.Ceil(head/2+2*halo), t.Corner().Row() == 0
	k := canvas.Key{Kind: "twist", Args: [4]int{canvas.Bits(t.Clockwise(), b.tried, lower), int(64 * b.Cell),
		int(64 * b.Scale())}}
	b.Stamp(k, b.quadrant(t.Corner().Col(), t.Corner().Row()).Grow(grow), func(pen *canvas.Pen, at canvas.Box) {
		at = at.Grow(-grow)
		x, y := at.Mid()
		way, in := 1.0, 1.0 // from the middle to the side on which it begins, and down to the gap
		if lower {
			in = -1
		}
		if t.Clockwise() != lower {
			way = -1
		}
		far, near := y-in*(at.H/2-line/3), y+in*(at.H/2+line/4)
		w, r, down := way*at.W/2, way*0.13*b.Cell, in*0.13*b.Cell
		to := x + way*0.5*b.Cell // where its head is
		path := func() {
			pen.MoveTo(x+w, y+in*0.42*at.H)
			pen.LineTo(x+w, far+down)
			pen.CurveTo(x+w, far+0.45*down, x+w-0.55*r, far, x+w-r, far)
			pen.LineTo(x-w+r, far)
			pen.CurveTo(x-w+0.55*r, far, x-w, far+0.45*down, x-w, far+down)
			pen.LineTo(x-w, near-down)
			pen.CurveTo(x-w, near-0.45*down, x-w+0.55*r, near, x-w+r, near)
			pen.LineTo(to-way*head/2, near)
		}
		tip := func() { pen.Polygon(to+way*head/2, near, to-way*head/2, near-head/2, to-way*head/2, near+head/2) }
		path()
		pen.Stroke(b.Casing, line+2*halo)
		tip()
		pen.Stroke(b.Casing, 2*halo)
		if b.tried {
			pen.Dash(2*line, line)
		}
		path()
		pen.Stroke(b.Accent, line)
		tip()
		pen.Fill(b.Accent)
	})
}

// won returns by place in a View which stones are part of a five.
func (b painting) won() (all [pentago.Side * pentago.Side]bool) {
	for _, f := range b.view.Fives {
		for _, cell := range f.Cells() {
			all[cell.Row*pentago.Side+cell.Col] = true
		}
	}
	return all
}

// light draws gold with a glow under every five: around its stones and between them.
func (b painting) light(won [pentago.Side * pentago.Side]bool) {
	for step, ink := range b.Glow() {
		rim, beam := [...]float64{0.17, 0.125, 0.085}[step], [...]float64{0.36, 0.26, 0.13}[step]
		for _, f := range b.view.Fives {
			x1, y1 := b.Middle(float64(f.From.Col), float64(f.From.Row))
			x2, y2 := b.Middle(float64(f.To.Col), float64(f.To.Row))
			b.Beam(x1, y1, x2, y2, beam*b.Cell, ink)
		}
		for i := range won {
			if x, y := b.At(i%pentago.Side, i/pentago.Side).Mid(); won[i] {
				b.Disc(x, y, (0.41+rim)*b.Cell, ink)
			}
		}
	}
}

// step marks the quadrants or the cells on which a stone may be placed, with their names.
func (b painting) step(p games.Drawing) {
	m := b.view.Making
	if m == nil || m.Step.Lies != games.Grid {
		return
	}
	if p.Margins {
		b.areas(m.Step)
		return
	}
	area, parted := m.Step.Area(p.Area)
	for _, choice := range m.Step.Choices {
		col, row, ok := board.ReadCell(choice.Value)
		if !ok || !choice.Placed() || !b.Shows(col, row) || parted && !area.Has(choice) {
			continue
		}
		at := b.At(col, row)
		x, y := at.Mid()
		b.dashes(at)
		b.Write(canvas.Label{Text: choice.Value, Ink: b.Bright(), X: x, Y: y, Align: 0.5})
		b.Place(choice.Value, at)
	}
}

// dashes draws a ring of dashes in a cell that may be picked, with a hole as wide as its name.
func (b painting) dashes(at canvas.Box) {
	b.Stamp(canvas.Key{Kind: "dashed ring"}, at, func(pen *canvas.Pen, at canvas.Box) {
		x, y := at.Mid()
		pen.Circle(x, y, 0.3*at.W)
		pen.Fill(b.Shade)
		pen.Ring(x, y, 0.41*at.W, 12, b.Paper, max(b.Px(4), 0.045*at.W))
	})
}

// areas names the quadrants that have choices, with arrows beside their outer corners.
func (b painting) areas(s games.Step) {
	for i, a := range s.Areas() {
		col, row := a.X, pentago.Side-a.Y-a.High
		if !slices.ContainsFunc(s.Choices, a.Has) || !b.Shows(col, row) || !b.Shows(col+2, row+2) {
			continue
		}
		at := b.quadrant(col, row)
		x, y := at.X-b.Px(28), at.Y+b.Px(16)
		if col > 0 {
			x = at.X + at.W + b.Px(22)
		}
		if row == 0 {
			y += at.H - b.Px(18)
		}
		b.Disc(x, y, b.Px(19), b.Paper)
		drawArrow(b.Canvas, x, y, b.Px(13), pentago.CellAt(col, row), b.Ground)
		b.Place(strconv.Itoa(i+1), at)
	}
}

// drawArrow draws an arrow around a point, which points to the corner of the board in which a quadrant lies.
func drawArrow(c *canvas.Canvas, x, y, r float64, quadrant pentago.Cell, ink color.RGBA) {
	corner := canvas.Bits(quadrant.Col() > 0, quadrant.Row() == 0)
	way := math.Pi / 4 * [4]float64{-3, -1, 3, 1}[corner]
	k := canvas.Key{Kind: "quadrant", Args: [4]int{corner, int(64 * r)}, Ink: ink}
	c.Stamp(k, canvas.Around(x, y, math.Ceil(r)), func(pen *canvas.Pen, at canvas.Box) {
		x, y := at.Mid()
		r := 0.7 * math.Sqrt2 * r
		pen.Rotated(way, x, y, func() {
			pen.Polygon(x+r, y, x+0.1*r, y+0.75*r, x+0.1*r, y+0.22*r, x-r, y+0.22*r, x-r, y-0.22*r, x+0.1*r, y-0.22*r,
				x+0.1*r, y-0.75*r)
		})
		pen.Fill(ink)
	})
}

// drawTwists draws the boards after the twists as their buttons stand: four in a row. The picture is no higher than these,
// so that a client that fits it into a box shows them larger.
func drawTwists(c *canvas.Canvas, p games.Drawing, v pentago.View) {
	c.Cut(twistHigh * twistsDown)
	step := v.Making.Step
	for i, choice := range step.Choices[:min(len(v.Outcomes), len(step.Choices))] {
		t := v.Outcomes[i].Turn.Twist
		if !choice.Placed() || t >= pentago.NoTwist {
			continue
		}
		const wide = float64(canvas.Size) / twistsAcross
		at := c.Box(wide*float64(i%twistsAcross), twistHigh*float64(i/twistsAcross), wide, twistHigh)
		drawTwist(c, v.Outcomes[i], p.Caption(i), at)
		c.Place(choice.Value, at.Grow(-2))
	}
	c.Rect(c.Box(0, twistHigh-1, canvas.Size, 2), c.Floor)
	c.Rect(c.Box(canvas.Size/2-1, 0, 2, twistHigh*twistsDown), c.Floor)
}

// How many boards after twists lie beside each other, and one below the other; and how high each is with what stands
// above it.
const twistsAcross, twistsDown, twistHigh = 4, 2, 270

// drawTwist draws a small board after a twist, and above it the direction and the quadrant, as its button has them.
func drawTwist(c *canvas.Canvas, v pentago.View, quarter string, at canvas.Box) {
	side := c.Px(186)
	x, y := at.X+at.W/2, at.Y+c.Px(28)
	c.RoundArrow(x, y, c.Px(16), v.Turn.Twist.Clockwise(), c.Paper)
	c.Write(canvas.Label{Text: quarter, Ink: c.Bright(), X: x, Y: y + c.Px(34), Align: 0.5, Room: c.Px(196)})
	newPainting(c, v, canvas.NewBox(x-side/2, y+c.Px(53), side, side)).draw(true)
}

// gamut tells the colours of a picture of Pentago. Of few colours, none is of stones that do not count.
func gamut(p *canvas.Palette) canvas.Gamut {
	glow := p.Glow()
	return p.Gamut([][2]color.RGBA{
		{p.Board, p.First.Lit}, {p.Board, p.Second.Lit}, {p.Ground, p.Paper}, {p.Ground, p.Muted}, {p.Casing, p.Accent},
		{p.Plate, p.Paper}, {p.Board, p.First.Dim}, {p.Board, p.Second.Dim}, {p.Ground, lighter(p)}, {p.Ground, p.First.Lit},
		{p.Board, p.Accent}, {p.Ground, p.Gold}, {p.Shade, p.Paper},
	}, p.First.Lit, p.Second.Lit, p.Second.Edge, p.Second.Rim, p.First.Edge, p.Floor, crescent(p),
		canvas.Mixed(p.Ground, p.Muted, 0.5), glow[0], glow[1], p.First.Dim, p.Second.Dim, lighter(p),
		canvas.Mixed(p.Second.Dim, p.Paper, 0.3), p.First.Rim)
}

// pieces draws the stones, each with the mark of the last turn too, and an empty cell; and those that have won and those
// that do not count.
func pieces(p *canvas.Palette, draw canvas.DrawPiece) {
	for stone, name := range map[pentago.Stone]string{pentago.White: "first", pentago.Black: "second"} {
		plain := func(c *canvas.Canvas, at canvas.Box) { drawStone(c, stone, true, at) }
		flat := func(c *canvas.Canvas, at canvas.Box) { drawStone(c, stone, false, at) }
		draw("cells", name, p.Board, plain)
		draw("cells", name+", last", p.Board, func(c *canvas.Canvas, at canvas.Box) {
			plain(c, at)
			x, y := at.Mid()
			c.Stud(x, y, at.W, true)
		})
		won := func(c *canvas.Canvas, at canvas.Box) {
			x, y := at.Mid()
			c.Disc(x, y, (0.41+0.085)*at.W, p.Accent)
			plain(c, at)
		}
		draw("flat", name, p.Board, flat)
		draw("end, "+name, "won", p.Board, won)
		draw("end, "+name, "flat", p.Board, flat)
	}
	draw("cells", "none", p.Board, func(c *canvas.Canvas, at canvas.Box) { drawHole(c, at) })
}
