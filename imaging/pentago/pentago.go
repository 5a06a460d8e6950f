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
)

// Painter draws boards of Pentago: four quadrants with a gap between them, and a hollow for
// each cell. A dot lies on the stone placed last, where it lies now, and a frame with arrow heads is
// round the quadrant that was twisted after it. At the end a line goes through every five; the dot and
// the frame stay there only if that twist made it.
//
// While a turn is in the making the picture shows its step: the cells, then the boards after each
// twist.
var Painter = canvas.Painter[pentago.View]{
	Table: canvas.Table{
		Ground: 0x1c120d, Board: 0x4b2d1c, Floor: 0x6d4630, Paper: 0xfbf1e2, Muted: 0xcbb39c,
		Sides:  [2][2]uint32{{0xfff3dc, 0xa79eae}, {0x5480f2, 0x56669c}},
		Bright: [2][2]uint32{{0xfff6e4, 0xb5acbc}, {0x6f97ff, 0x5d6ea3}},
	},
	Check: check, Draw: draw, Half: half, Gamut: gamut, Pieces: pieces,
	Board: func(c *canvas.Canvas, v pentago.View, room canvas.Box) {
		painting{c.NewGrid(room.Grow(-c.Px(4)), pentago.Side, pentago.Side), v}.draw(false)
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

// draw draws a board, or those after the twists.
func draw(c *canvas.Canvas, p canvas.Drawing, v pentago.View) {
	if len(v.Outcomes) > 0 {
		drawTwists(c, v)
		return
	}
	tried := p.Preview != ""
	b := painting{c.NewGrid(c.BoardRoom(p), pentago.Side, pentago.Side), v}
	b.draw(v.Ended == nil || tried || len(v.Fives) > 0 && v.Turn != nil && v.Turn.Twist != pentago.NoTwist)
	b.Coordinates()
	b.Header(p, v.DuelView, b)
	b.step(p)
}

// half draws a board after a turn.
func half(c *canvas.Canvas, p canvas.Drawing, v pentago.View, right bool) (end float64) {
	b := painting{view: v}
	b.Grid, end = c.HalfGrid(canvas.Half(right), pentago.Side, pentago.Side)
	c.HalfHead(p, right, c.PieceOf(v.Mover, b))
	b.draw(true)
	b.Coordinates()
	return end
}

// A painting is a board of Pentago being drawn.
type painting struct {
	canvas.Grid
	view pentago.View
}

// Piece draws the stone of a seat.
func (b painting) Piece(seat games.Seat, x, y, cell float64) {
	drawStone(b.Canvas, pentago.White+pentago.Stone(seat), canvas.Around(x, y, cell/2))
}

// Hue is the colour of the stones of a seat.
func (b painting) Hue(seat games.Seat) color.RGBA { return b.Side(int(seat)).Lit }

// Tally draws nothing: a board of Pentago has nothing to count.
func (painting) Tally(games.Seat, float64, float64, canvas.Ink) float64 { return 0 }

// middle returns the middle of a cell.
func (b painting) middle(c pentago.Cell) (x, y float64) {
	return b.Middle(float64(c.Col()), float64(c.Row()))
}

// quadrant returns the box of the quadrant with its bottom left cell at a column and a row.
func (b painting) quadrant(col, row int) canvas.Box {
	x, y := b.Middle(float64(col+1), float64(row+1))
	return canvas.Around(x, y, 1.5*b.Cell-math.Round(0.065*b.Cell))
}

// draw draws the quadrants, the hollows and the stones, a line through every five and, if asked, the last turn: a
// frame round the quadrant that was twisted, which hides no stone and has its heads between stones, and a dot on the
// stone above the line.
func (b painting) draw(last bool) {
	for _, col := range [2]int{0, pentago.Side / 2} {
		for _, row := range [2]int{0, pentago.Side / 2} {
			b.RoundRect(b.quadrant(col, row), 0.2*b.Cell, b.Floor)
		}
	}
	v := b.view
	last = last && v.Turn != nil && v.Now != nil && *v.Now < pentago.NoCell && v.Turn.Twist <= pentago.NoTwist
	if last && v.Turn.Twist != pentago.NoTwist {
		corner := v.Turn.Twist.Corner()
		box := b.quadrant(corner.Col(), corner.Row())
		x, y := box.Mid()
		r := box.W/2 - math.Round(0.02*b.Cell)
		b.TurnedFrame(canvas.Around(x, y, r), r, b.Cell/2, v.Turn.Twist.Clockwise(), false, false)
	}
	for i, stone := range v.Cells {
		at := b.At(i%pentago.Side, i/pentago.Side)
		if stone == pentago.Empty {
			x, y := at.Mid()
			b.Disc(x, y, 0.17*b.Cell, b.Ground)
			continue
		}
		drawStone(b.Canvas, stone, at)
	}
	b.fives()
	if last {
		b.dot(*v.Now)
	}
}

// drawStone draws a stone in the box of its cell: a disc of the first seat, a square of the second.
func drawStone(c *canvas.Canvas, stone pentago.Stone, at canvas.Box) {
	ink := c.First.Lit
	if stone == pentago.Black {
		ink = c.Second.Lit
	}
	k := canvas.Key{Kind: "marble", Args: [4]int{int(stone)}, Ink: ink}
	c.Stamp(k, at, func(pen *canvas.Pen, at canvas.Box) {
		x, y := at.Mid()
		if stone == pentago.White {
			pen.Circle(x, y, 0.365*at.W)
		} else {
			pen.RoundRect(canvas.Around(x, y, 0.325*at.W), 0.08*at.W)
		}
		pen.Fill(ink)
	})
}

// dot marks the stone on a cell.
func (b painting) dot(cell pentago.Cell) {
	x, y := b.middle(cell)
	drawDot(b.Canvas, x, y, b.Cell)
}

func drawDot(c *canvas.Canvas, x, y, cell float64) {
	c.Disc(x, y, 0.17*cell, c.Ground)
	c.Disc(x, y, 0.12*cell, c.Accent)
}

// fives draws a line through every five.
func (b painting) fives() {
	for _, f := range b.view.Fives {
		if f.From >= pentago.NoCell || f.To >= pentago.NoCell {
			continue
		}
		x1, y1 := b.middle(f.From)
		x2, y2 := b.middle(f.To)
		edge := 0.16 * b.Cell
		k := canvas.Key{Kind: "five", Args: [4]int{int(x2 - x1), int(y2 - y1), int(64 * edge)}}
		b.Through(k, x1, y1, x2, y2, edge, func(pen *canvas.Pen, x1, y1, x2, y2 float64) {
			for _, stroke := range []struct {
				ink  color.RGBA
				wide float64
			}{{b.Ground, 1.9 * edge}, {b.Paper, edge}} {
				pen.MoveTo(x1, y1)
				pen.LineTo(x2, y2)
				pen.Stroke(stroke.ink, stroke.wide)
			}
		})
	}
}

// step marks the quadrants or the cells on which a stone may be placed, with their names.
func (b painting) step(p canvas.Drawing) {
	m := b.view.Making
	if m == nil || m.Step.Lies != games.Grid {
		return
	}
	if p.Areas {
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
		b.Pill(choice.Value, 0, x, y)
		b.Place(choice.Value, at)
	}
}

// areas marks the quadrants that have choices, with their names: in the middle, or if a stone lies
// there, between stones.
func (b painting) areas(s games.Step) {
	for i, a := range s.Areas() {
		if !slices.ContainsFunc(s.Choices, a.Has) {
			continue
		}
		col, row := a.X, pentago.Side-a.Y-a.High
		if !b.Shows(col, row) || !b.Shows(col+1, row+1) {
			continue
		}
		size, x, y := 52.0, float64(col+1), float64(row+1)
		if b.view.At(col+1, row+1) != pentago.Empty {
			size, x, y = 34, x-0.5, y-0.5
		}
		x, y = b.Middle(x, y)
		b.Pill(pentago.CellAt(col, row).String(), b.Px(size), x, y)
		b.Place(strconv.Itoa(i+1), b.quadrant(col, row))
	}
}

// drawTwists draws the boards after the twists, with the place of each as its choice has it in
// the step, 3×3. Those of a quadrant lie beside each other; in the middle is the board as it is
// once the stone is placed, which is a choice too where the twist may be left out.
func drawTwists(c *canvas.Canvas, v pentago.View) {
	part := func(x, y int) canvas.Box {
		const third = float64(canvas.Size) / 3
		return c.Box(third*float64(x), third*float64(y), third, third)
	}
	middle, free := part(1, 1), false
	for i, choice := range v.Making.Step.Choices[:min(len(v.Outcomes), len(v.Making.Step.Choices))] {
		if min(choice.X, choice.Y) < 0 || max(choice.X, choice.Y) > 2 {
			continue
		}
		at := part(choice.X, choice.Y)
		if free = at == middle; !free {
			b := drawTwist(c, v.Outcomes[i], at, true)
			b.twistHead(v.Outcomes[i].Turn.Twist, at)
		}
		c.Place(choice.Value, at.Grow(-2))
	}
	b := drawTwist(c, v, middle, false)
	b.dot(*v.Picked)
	ink := c.Quiet()
	if free {
		ink = c.Bright()
	}
	x, _ := middle.Mid()
	c.Write(canvas.Label{Text: v.Picked.String(), Bold: true, Size: c.Px(canvas.NameText), Ink: ink, X: x,
		Y: middle.Y + c.Px(24), Align: 0.5})
	drawPairs(c)
}

// drawTwist draws a small board in a part of the picture, if asked with the last turn.
func drawTwist(c *canvas.Canvas, v pentago.View, at canvas.Box, last bool) painting {
	side := c.Px(216)
	room := canvas.NewBox(at.X+(at.W-side)/2, at.Y+c.Px(42), side, side)
	b := painting{c.NewGrid(room, pentago.Side, pentago.Side), v}
	b.draw(last)
	return b
}

// twistHead writes the direction and the quadrant of a twist above its result.
func (b painting) twistHead(t pentago.Twist, at canvas.Box) {
	x, _ := at.Mid()
	y := at.Y + b.Px(24)
	b.RoundArrow(x-b.Px(24), y, b.Px(13), t.Clockwise(), b.Paper)
	b.Write(canvas.Label{
		Text: t.Corner().String(), Bold: true, Size: b.Px(canvas.NameText), Ink: b.Bright(), X: x + b.Px(2), Y: y,
	})
}

// drawPairs draws the lines between the pairs of results.
func drawPairs(c *canvas.Canvas) {
	const third = float64(canvas.Size) / 3
	line := func(x, y, w, h float64) {
		c.Rect(c.Box(third*x-1, third*y-1, third*w+2, third*h+2), c.Floor)
	}
	line(2, 0, 0, 2) // right of the pair at the top, and of the middle
	line(1, 2, 2, 0) // below the pair at the right, and the middle
	line(1, 1, 0, 2) // left of the pair at the bottom, and of the middle
	line(0, 1, 2, 0) // above the pair at the left, and the middle
}

// gamut tells the colours of a picture of Pentago.
func gamut(p *canvas.Palette) canvas.Gamut {
	return p.Gamut([][2]color.RGBA{
		{p.Floor, p.First.Lit}, {p.Floor, p.Second.Lit}, {p.Ground, p.Paper}, {p.Ground, p.Accent}, {p.Ground, p.Floor},
		{p.Ground, p.Muted}, {p.Ground, p.First.Lit}, {p.Ground, p.Second.Lit},
	}, p.First.Lit, p.Second.Lit)
}

// pieces draws the stones, each with the mark of the last turn too, and an empty cell.
func pieces(p *canvas.Palette, draw canvas.DrawPiece) {
	for stone, name := range map[pentago.Stone]string{pentago.White: "first", pentago.Black: "second"} {
		draw("cells", name, p.Floor, func(c *canvas.Canvas, at canvas.Box) { drawStone(c, stone, at) })
		draw("cells", name+", last", p.Floor, func(c *canvas.Canvas, at canvas.Box) {
			drawStone(c, stone, at)
			x, y := at.Mid()
			drawDot(c, x, y, at.W)
		})
	}
	draw("cells", "none", p.Floor, func(c *canvas.Canvas, at canvas.Box) {
		x, y := at.Mid()
		c.Disc(x, y, 0.17*at.W, p.Ground)
	})
}
