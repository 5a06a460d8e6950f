// Package permute is the painter of Permute.
package permute

import (
	"errors"
	"math"
	"slices"
	"strconv"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/permute"
	"parlour/imaging/canvas"
	"parlour/imaging/stones"
)

// Painter draws boards of Permute, whose bandaged stones are fixed: see package stones. Where
// a small diamond lies between four stones, their face can be twisted. A frame with arrow heads shows the
// last twist. While a move is in the making the picture shows its step.
var Painter = func() canvas.Painter[permute.View] {
	p := stones.Kind[permute.View]{
		Table: canvas.Table{
			Ground: 0x101724, Board: 0x182237, Floor: 0x2f405f, Paper: 0xf8f2e4, Muted: 0xa9b6cb, Accent: 0x6fe3ff,
			Sides:  [2][2]uint32{{0xff8f3f, 0x96506a}, {0xffe58a, 0x7f90a8}},
			Bright: [2][2]uint32{{0xff9a4d, 0xa8566f}, {0xffec9a, 0x8f9fb6}},
		},
		Shapes: shapes,
		Full:   func(v permute.View) board.Full { return v.Full },
		Check:  check, Begin: begin, Fit: fit, Draw: draw, Step: step,
	}.Painter()
	whole := p.Draw
	p.Draw = func(c *canvas.Canvas, d games.Drawing, v permute.View) {
		if len(v.Outcomes) > 0 {
			if drawOutcomes(c, v); d.Preview != "" {
				c.AroundTrial()
			}
			return
		}
		whole(c, d, v)
	}
	return p
}()

// shapes are those of orange stones and of yellow ones.
var shapes = [2]stones.Shape{stones.Disc, stones.Square}

// check returns an error for outcomes that cannot be drawn.
func check(v permute.View) error {
	for _, outcome := range v.Outcomes {
		if outcome.Twist == nil || outcome.Size != v.Size || len(outcome.Cells.Stones) != len(v.Cells.Stones) {
			return errors.New("an outcome of another board")
		}
	}
	return nil
}

// begin says which faces can be twisted.
func begin(b *stones.Board, v permute.View) { b.Live = v.Live }

// fit offers the faces that may be picked: in the only area of a step that is asked for, or on the whole board. Beside a
// board that is to stay as it is, areas have room for their numbers.
func fit(b *stones.Board, p games.Drawing) {
	s := b.Making.Step
	switch {
	case s.Lies != games.Grid:
		return
	case p.Margins:
		if len(s.Areas()) > 0 {
			b.Grid = b.NewGrid(b.Box(108, 107, 608, 608), b.Size, b.Size)
		}
		return
	}
	area, only := s.Area(p.Area)
	if only {
		b.Grid = b.Zoom(stones.Room(b.Canvas, p), b.Size, 2, area)
	}
	for _, choice := range s.Choices {
		if col, row, shown := face(b, choice); shown && (!only || area.Has(choice)) {
			b.Offer(col, row)
		}
	}
}

// face returns the bottom left cell of the face of a choice, and whether that face lies on the board that is drawn.
func face(b *stones.Board, choice games.Choice) (col, row int, shown bool) {
	col, row = choice.X, b.Size-2-choice.Y
	return col, row, choice.Placed() && b.ShowsFace(col, row)
}

// draw draws the stones and the last twist.
func draw(b *stones.Board, v permute.View) {
	t := v.Twist
	if t == nil || b.Tried && b.Before == 0 { // what is tried is a swap
		b.Draw()
		return
	}
	b.Fix(t.Col+t.Spot%2, t.Row+t.Spot/2)
	b.Draw()
	b.Twisted(t.Col, t.Row, t.Clockwise)
}

// step marks what may be picked: the areas of the board, or the faces.
func step(b *stones.Board, _ permute.View, p games.Drawing) {
	m := b.Making
	if m == nil || m.Step.Lies != games.Grid {
		return
	}
	if p.Margins {
		areas(b, m.Step)
		return
	}
	area, only := m.Step.Area(p.Area)
	named := m.Step.Few() || b.IsPart() || len(m.Step.Areas()) == 0 // they have buttons
	for _, choice := range m.Step.Choices {
		if col, row, shown := face(b, choice); shown && (!only || area.Has(choice)) {
			b.Face(choice, col, row, named)
		}
	}
}

// areas notes the places of the areas that have choices, and writes the numbers of those at the edge of the board
// beyond its coordinates, as they count on row by row. Ticks within the edges of the board show where an area ends.
func areas(b *stones.Board, s games.Step) {
	bed, away, r := b.Bed(), b.Px(23), b.Px(18)
	tick := func(x, y, wide, high float64) {
		b.Rect(canvas.NewBox(x-b.Px(wide/2), y-b.Px(high/2), b.Px(wide), b.Px(high)), b.Paper)
	}
	for i, a := range s.Areas() {
		left, top := b.Middle(float64(a.X)+0.5, float64(b.Size-2-a.Y)+0.5)
		all := canvas.NewBox(left-b.Cell/2, top-b.Cell/2, float64(a.Wide)*b.Cell, float64(a.High)*b.Cell)
		if a.X == 0 && a.Y > 0 {
			tick(bed.X+b.Px(4), all.Y, 8, 4)
			tick(bed.X+bed.W-b.Px(4), all.Y, 8, 4)
		}
		if a.Y == 0 && a.X > 0 {
			tick(all.X, bed.Y+b.Px(4), 4, 8)
			tick(all.X, bed.Y+bed.H-b.Px(2), 4, 8)
		}
		if !slices.ContainsFunc(s.Choices, a.Has) {
			continue
		}
		number := strconv.Itoa(i + 1)
		b.Place(number, all)
		x, y := all.Mid()
		switch {
		case a.X == 0:
			x = b.Px(30)
		case a.X+a.Wide == s.Wide:
			x = bed.X + bed.W + b.Px(30)
		case a.Y == 0:
			y = bed.Y - away
		case a.Y+a.High == s.High:
			y = b.Px(canvas.Size - 27)
		default:
			continue
		}
		b.Number(number, r, x, y)
	}
}

// drawOutcomes draws the boards after the choices of a step side by side, each cut round the
// face that is picked, with its number, its direction, the cell of its bandage, and the size
// of the largest group of the side that moves. Where there is room, its rows and columns have their
// names.
func drawOutcomes(c *canvas.Canvas, v permute.View) {
	across, down := permute.OutcomesAcross(len(v.Outcomes)), 2
	if len(v.Outcomes) <= 2 {
		down = 1
	}
	wide, tall := float64(canvas.Size)/float64(across), float64(canvas.Size)/float64(down)
	for i := range min(len(v.Outcomes), 6) {
		part := canvas.NewBox(wide*float64(i%across), tall*float64(i/across), wide, tall)
		outcomeOf(c, v, i, part)
	}
	line, all := math.Max(1, math.Round(c.Px(2))), c.Px(canvas.Size)
	for i := 1; i < across; i++ {
		c.Rect(canvas.NewBox(c.Px(wide*float64(i))-line/2, 0, line, all), c.Plate)
	}
	if down > 1 {
		c.Rect(canvas.NewBox(0, c.Px(tall)-line/2, all, line), c.Plate)
	}
}

// outcomeOf draws one outcome in a part of the picture.
func outcomeOf(c *canvas.Canvas, v permute.View, i int, part canvas.Box) {
	outcome := v.Outcomes[i]
	b, t := stones.New(c, outcome.Full, shapes, false), outcome.Twist
	if min(t.Col, t.Row) < 0 || max(t.Col, t.Row) > b.Size-2 || t.Spot&^3 != 0 {
		return
	}
	begin(b, outcome)
	outcomeHead(b, i, *t, part)
	n, most, named := b.Size, 6, part.W >= 300
	room := canvas.NewBox(part.X+52, part.Y+70, 324, part.H-130)
	if !named {
		most, room = 4, canvas.NewBox(part.X+18, part.Y+70, part.W-36, part.H-100)
	}
	cols, rows := min(most, n), n
	if n > most { // else all of the board is shown
		rows = min(int(float64(cols+1)*room.H/room.W)-1, n)
	}
	b.Around(c.Box(room.X, room.Y, room.W, room.H), cols, rows, t.Col+1, t.Row+1)
	draw(b, outcome)
	if named {
		b.Coordinates()
	}
	if m := v.Making; m != nil && i < len(m.Step.Choices) && m.Step.Choices[i].Placed() {
		c.Place(m.Step.Choices[i].Value, c.Box(part.X+2, part.Y+2, part.W-4, part.H-4))
	}
}

// outcomeHead writes the line above an outcome. Where it is short, no stone stands beside the size of the group.
func outcomeHead(b *stones.Board, i int, t permute.Twist, part canvas.Box) {
	c, y := b.Canvas, b.Px(part.Y+32)
	x := func(v float64) float64 { return c.Px(part.X + v) }
	text := canvas.Label{Bold: true, Size: c.Px(canvas.NameText), Ink: c.Bright(), Y: y}
	c.Number(strconv.Itoa(i+1), c.Px(20), x(34), y)
	c.RoundArrow(x(84), y, c.Px(14), t.Clockwise, c.Paper)
	if b.Mover < 0 || b.Mover > 1 {
		return
	}
	b.Piece(b.Mover, x(130), y, c.Px(44))
	c.Stud(x(130), y, c.Px(44), true)
	text.Text, text.X = t.Cell(), x(156)
	c.Write(text)
	if groups := b.Groups[b.Colours[b.Mover]&1]; len(groups) > 0 {
		text.Text, text.X, text.Align = strconv.Itoa(groups[0]), x(part.W-16), 1
		if wide := c.Write(text); part.W >= 300 {
			b.Piece(b.Mover, text.X-wide-c.Px(24), y, c.Px(38))
		}
	}
}
