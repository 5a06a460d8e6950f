package imaging

import (
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

func init() {
	register(paints[pentago.View]{drawPentago, halfPentago, pentagoGamut, pentagoPieces})
}

// drawPentago draws a board of Pentago: four quadrants with a gap between them, and a hollow for
// each cell. A dot lies on the stone placed last, where it lies now, and a frame with arrow heads is
// round the quadrant that was twisted after it. At the end a line goes through every five; the dot and
// the frame stay there only if that twist made it.
//
// While a turn is in the making the picture shows its step: the cells, then the boards after each
// twist.
func drawPentago(c *canvas.Canvas, p Drawing, v pentago.View) error {
	if err := checkPentago(v); err != nil {
		return err
	}
	if len(v.Outcomes) > 0 {
		return drawPentagoTwists(c, v)
	}
	tried := p.Preview != ""
	b := pentagoBoard{c: c, Grid: canvas.NewGrid(c.BoardRoom(tried), pentago.Side, pentago.Side), view: v}
	b.draw(v.Ended == nil || tried || len(v.Fives) > 0 && v.Turn != nil && v.Turn.Twist != pentago.NoTwist)
	b.Coordinates(c)
	if tried {
		c.DuelRibbon(p.Preview, v.Mover, b)
	} else {
		c.DuelHeader(canvas.Duel{Names: duelNames(p), ToMove: v.ToMove, Winner: v.Winner, Pieces: b})
	}
	b.step(p)
	return nil
}

// halfPentago draws a board after a turn.
func halfPentago(c *canvas.Canvas, p Drawing, v pentago.View, right bool) (float64, error) {
	if err := checkPentago(v); err != nil {
		return 0, err
	}
	grid, end := c.HalfGrid(canvas.Half(right), pentago.Side, pentago.Side)
	b := pentagoBoard{c: c, Grid: grid, view: v}
	c.HalfHead(p.head(right), right, pieceOf(c, v.Mover, b))
	b.draw(true)
	b.Coordinates(c)
	return end, nil
}

// checkPentago returns an error for a view that cannot be drawn.
func checkPentago(v pentago.View) error {
	for i, stone := range v.Cells {
		if stone > pentago.Black {
			return fmt.Errorf("%w: no stone of kind %d, as on cell %d, exists", ErrNoPicture, stone, i)
		}
	}
	for _, outcome := range v.Outcomes {
		if outcome.Turn == nil || checkPentago(outcome) != nil {
			return fmt.Errorf("%w: a result of no twist", ErrNoPicture)
		}
	}
	return nil
}

// A pentagoBoard is a board of Pentago being drawn.
type pentagoBoard struct {
	c *canvas.Canvas
	canvas.Grid
	view pentago.View
}

// Piece draws the stone of a seat.
func (b pentagoBoard) Piece(seat games.Seat, x, y, cell float64) {
	pentagoStone(b.c, pentago.White+pentago.Stone(seat), canvas.Around(x, y, cell/2))
}

// Tally draws nothing: a board of Pentago has nothing to count.
func (pentagoBoard) Tally(games.Seat, float64, float64, canvas.Ink) float64 { return 0 }

// middle returns the middle of a cell.
func (b pentagoBoard) middle(c pentago.Cell) (x, y float64) {
	return b.Middle(float64(c.Col()), float64(c.Row()))
}

// quadrant returns the box of the quadrant with its bottom left cell at a column and a row.
func (b pentagoBoard) quadrant(col, row int) canvas.Box {
	x, y := b.Middle(float64(col+1), float64(row+1))
	return canvas.Around(x, y, 1.5*b.Cell-math.Round(0.065*b.Cell))
}

// draw draws the quadrants, the hollows and the stones, a line through every five and, if asked, the last turn: a
// frame round the quadrant that was twisted, which hides no stone and has its heads between stones, and a dot on the
// stone above the line.
func (b pentagoBoard) draw(last bool) {
	for _, col := range [2]int{0, pentago.Side / 2} {
		for _, row := range [2]int{0, pentago.Side / 2} {
			b.c.RoundRect(b.quadrant(col, row), 0.2*b.Cell, b.c.Palette.Floor)
		}
	}
	v := b.view
	last = last && v.Turn != nil && v.Now != nil && *v.Now < pentago.NoCell && v.Turn.Twist <= pentago.NoTwist
	if last && v.Turn.Twist != pentago.NoTwist {
		corner := v.Turn.Twist.Corner()
		box := b.quadrant(corner.Col(), corner.Row())
		x, y := box.Mid()
		b.c.TurnedFrame(x, y, box.W/2-math.Round(0.02*b.Cell), b.Cell/2, v.Turn.Twist.Clockwise(), canvas.Edges{})
	}
	for i, stone := range v.Cells {
		at := b.At(i%pentago.Side, i/pentago.Side)
		if stone == pentago.Empty {
			x, y := at.Mid()
			b.c.Disc(x, y, 0.17*b.Cell, b.c.Palette.Ground)
			continue
		}
		pentagoStone(b.c, stone, at)
	}
	b.fives()
	if last {
		b.dot(*v.Now)
	}
}

// pentagoStone draws a stone in the box of its cell: a disc of the first seat, a square of the second.
func pentagoStone(c *canvas.Canvas, stone pentago.Stone, at canvas.Box) {
	ink := c.Palette.First.Lit
	if stone == pentago.Black {
		ink = c.Palette.Second.Lit
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
func (b pentagoBoard) dot(cell pentago.Cell) {
	x, y := b.middle(cell)
	pentagoDot(b.c, x, y, b.Cell)
}

func pentagoDot(c *canvas.Canvas, x, y, cell float64) {
	c.Disc(x, y, 0.17*cell, c.Palette.Ground)
	c.Disc(x, y, 0.12*cell, c.Palette.Accent)
}

// fives draws a line through every five.
func (b pentagoBoard) fives() {
	for _, f := range b.view.Fives {
		if f.From >= pentago.NoCell || f.To >= pentago.NoCell {
			continue
		}
		x1, y1 := b.middle(f.From)
		x2, y2 := b.middle(f.To)
		edge := 0.16 * b.Cell
		part := canvas.NewBox(min(x1, x2)-edge, min(y1, y2)-edge, math.Abs(x2-x1)+2*edge, math.Abs(y2-y1)+2*edge)
		k := canvas.Key{Kind: "five", Args: [4]int{int(x2 - x1), int(y2 - y1), int(64 * edge)}}
		b.c.Stamp(k, part, func(pen *canvas.Pen, at canvas.Box) {
			dx, dy := at.X-part.X, at.Y-part.Y
			for _, stroke := range []struct {
				ink  color.RGBA
				wide float64
			}{{b.c.Palette.Ground, 1.9 * edge}, {b.c.Palette.Paper, edge}} {
				pen.MoveTo(x1+dx, y1+dy)
				pen.LineTo(x2+dx, y2+dy)
				pen.Stroke(stroke.ink, stroke.wide)
			}
		})
	}
}

// step marks the quadrants or the cells on which a stone may be placed, with their names.
func (b pentagoBoard) step(p Drawing) {
	m := b.view.Making
	if m == nil || m.Step.Lies != games.Grid {
		return
	}
	if p.Areas {
		b.areas(m.Step)
		return
	}
	for _, choice := range m.Step.Choices {
		col, row, ok := board.ReadCell(choice.Value)
		if !ok || !choice.Placed() || !b.Shows(col, row) || canvas.Outside(m.Step, p.Area, choice) {
			continue
		}
		at := b.At(col, row)
		x, y := at.Mid()
		b.c.Pill(choice.Value, b.c.Px(canvas.SmallText), x, y, b.c.Palette.OnPaper())
		b.c.Place(choice.Value, at)
	}
}

// areas marks the quadrants that have choices, with their names: in the middle, or if a stone lies
// there, between stones.
func (b pentagoBoard) areas(s games.Step) {
	for i, a := range s.Areas() {
		if !slices.ContainsFunc(s.Choices, a.Has) {
			continue
		}
		col, row := a.X, pentago.Side-a.Y-a.High
		size, x, y := 52.0, float64(col+1), float64(row+1)
		if b.view.At(col+1, row+1) != pentago.Empty {
			size, x, y = 34, x-0.5, y-0.5
		}
		x, y = b.Middle(x, y)
		b.c.Pill(pentago.CellAt(col, row).String(), b.c.Px(size), x, y, b.c.Palette.OnPaper())
		b.c.Place(strconv.Itoa(i+1), b.quadrant(col, row))
	}
}

// drawPentagoTwists draws the boards after the twists, with the place of each as its choice has it in
// the step, 3×3. Those of a quadrant lie beside each other; in the middle is the board as it is
// once the stone is placed, which is a choice too where the twist may be left out.
func drawPentagoTwists(c *canvas.Canvas, v pentago.View) error {
	if v.Making == nil || v.Picked == nil || *v.Picked >= pentago.NoCell {
		return ErrNoPicture
	}
	part := func(x, y int) canvas.Box {
		const third = float64(Size) / 3
		return c.Box(third*float64(x), third*float64(y), third, third)
	}
	middle, free := part(1, 1), false
	for i, choice := range v.Making.Step.Choices[:min(len(v.Outcomes), len(v.Making.Step.Choices))] {
		if !choice.Placed() || choice.X > 2 || choice.Y > 2 {
			continue
		}
		at := part(choice.X, choice.Y)
		if free = at == middle; !free {
			b := drawPentagoTwist(c, v.Outcomes[i], at, true)
			b.twistHead(v.Outcomes[i].Turn.Twist, at)
		}
		c.Place(choice.Value, at.Grow(-2))
	}
	b := drawPentagoTwist(c, v, middle, false)
	b.dot(*v.Picked)
	ink := c.Palette.Quiet()
	if free {
		ink = c.Palette.Bright()
	}
	x, _ := middle.Mid()
	c.Write(canvas.Label{Text: v.Picked.String(), Style: canvas.Bold(c.Px(canvas.NameText)), Ink: ink, X: x, Y: middle.Y + c.Px(24), Align: 0.5})
	pentagoPairs(c)
	return nil
}

// drawPentagoTwist draws a small board in a part of the picture, if asked with the last turn.
func drawPentagoTwist(c *canvas.Canvas, v pentago.View, at canvas.Box, last bool) pentagoBoard {
	side := c.Px(216)
	room := canvas.NewBox(at.X+(at.W-side)/2, at.Y+c.Px(42), side, side)
	b := pentagoBoard{c: c, Grid: canvas.NewGrid(room, pentago.Side, pentago.Side), view: v}
	b.draw(last)
	return b
}

// twistHead writes the direction and the quadrant of a twist above its result.
func (b pentagoBoard) twistHead(t pentago.Twist, at canvas.Box) {
	x, _ := at.Mid()
	y := at.Y + b.c.Px(24)
	b.c.RoundArrow(x-b.c.Px(24), y, b.c.Px(13), t.Clockwise(), b.c.Palette.Paper)
	b.c.Write(canvas.Label{
		Text: t.Corner().String(), Style: canvas.Bold(b.c.Px(canvas.NameText)), Ink: b.c.Palette.Bright(), X: x + b.c.Px(2), Y: y,
	})
}

// pentagoPairs draws the lines between the pairs of results.
func pentagoPairs(c *canvas.Canvas) {
	const third = float64(Size) / 3
	line := func(x, y, w, h float64) {
		c.Rect(c.Box(third*x-1, third*y-1, third*w+2, third*h+2), c.Palette.Floor)
	}
	line(2, 0, 0, 2) // right of the pair at the top, and of the middle
	line(1, 2, 2, 0) // below the pair at the right, and the middle
	line(1, 1, 0, 2) // left of the pair at the bottom, and of the middle
	line(0, 1, 2, 0) // above the pair at the left, and the middle
}

// pentagoGamut tells the colours of a picture of Pentago.
func pentagoGamut(p *canvas.Palette) canvas.Gamut {
	return canvas.Gamut{
		Flat: []color.RGBA{
			p.Ground, p.Floor, p.Paper, p.Dim, p.Accent, p.Trial, p.First.Lit, p.Second.Lit,
		},
		Meet: [][2]color.RGBA{
			{p.Floor, p.First.Lit}, {p.Floor, p.Second.Lit}, {p.Ground, p.Paper}, {p.Ground, p.Accent}, {p.Ground, p.Floor},
			{p.Ground, p.Dim}, {p.Ground, p.First.Lit}, {p.Ground, p.Second.Lit},
		},
	}
}

// pentagoPieces draws the stones, each with the mark of the last turn too, and an empty cell.
func pentagoPieces(p *canvas.Palette, draw canvas.DrawPiece) {
	for stone, name := range map[pentago.Stone]string{pentago.White: "first", pentago.Black: "second"} {
		draw("cells", name, p.Floor, func(c *canvas.Canvas, at canvas.Box) { pentagoStone(c, stone, at) })
		draw("cells", name+", last", p.Floor, func(c *canvas.Canvas, at canvas.Box) {
			pentagoStone(c, stone, at)
			x, y := at.Mid()
			pentagoDot(c, x, y, at.W)
		})
	}
	draw("cells", "none", p.Floor, func(c *canvas.Canvas, at canvas.Box) {
		x, y := at.Mid()
		c.Disc(x, y, 0.17*at.W, p.Ground)
	})
}
