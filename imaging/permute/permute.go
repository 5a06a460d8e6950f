// Package permute is the painter of Permute.
package permute

import (
	"errors"
	"math"
	"strconv"

	"parlour/games"
	"parlour/games/permute"
	"parlour/imaging/canvas"
	"parlour/imaging/stones"
)

// Painter draws boards of Permute, whose bandaged stones are fixed: see package stones. Where
// floor shows between four stones, their face can be twisted. A frame with arrow heads shows the
// last twist. While a move is in the making the picture shows its step.
var Painter = canvas.Painter[permute.View]{Check: check, Draw: draw, Half: half, Gamut: stones.Gamut,
	Pieces: stones.Pieces}

// check returns an error for a view that cannot be drawn.
func check(v permute.View) error {
	for _, outcome := range v.Outcomes {
		if outcome.Twist == nil || outcome.Size != v.Size || len(outcome.Cells) != len(v.Cells) {
			return errors.New("an outcome of another board")
		}
	}
	return stones.Check(v.Size, len(v.Cells))
}

// draw draws a board, or those after the choices of a step.
func draw(c *canvas.Canvas, p canvas.Drawing, v permute.View) {
	if len(v.Outcomes) > 0 {
		drawOutcomes(c, v)
		return
	}
	b := newPainting(c, v, p.Preview != "")
	b.Fit(v.Making, p.Area, 2)
	b.Picture(p, v.DuelView, b.draw)
	b.step(p)
}

// half draws a board after a move.
func half(c *canvas.Canvas, p canvas.Drawing, v permute.View, right bool) (end float64) {
	v.Ended = nil // what was twisted is marked at the end too
	b := newPainting(c, v, true)
	b.Grid, end = c.HalfGrid(canvas.Half(right), v.Size, v.Size)
	b.Half(p, right, b.draw)
	return end
}

// A painting is a board of Permute being drawn.
type painting struct {
	*stones.Board
	view permute.View
}

// newPainting finds the groups of a board; tried says whether its last move is not played.
func newPainting(c *canvas.Canvas, v permute.View, tried bool) painting {
	p := stones.Position{Size: v.Size, Groups: v.Groups, Sides: [2]int{int(v.Colours[0]), int(v.Colours[1])},
		Before: v.Before, Tried: tried}
	of := func(cell permute.Cell) stones.Stone {
		return stones.Stone{Side: int(cell.Colour), Fixed: cell.Bandaged}
	}
	b := painting{stones.Of(c, v.DuelView, p, v.Cells, of), v}
	if v.Ended == nil {
		b.Live = v.Live
	}
	return b
}

// last returns the last twist, unless it lies outside of the board.
func (b painting) last() (permute.Twist, bool) {
	t := b.view.Twist
	if b.Tried && b.view.Before == 0 { // what is tried is a swap
		return permute.Twist{}, false
	}
	if t == nil || t.Col < 0 || t.Row < 0 || max(t.Col, t.Row) > b.Size-2 || t.Spot&^3 != 0 {
		return permute.Twist{}, false
	}
	return *t, true
}

// draw draws the floors, the stones and the last twist.
func (b painting) draw() {
	t, ok := b.last()
	ok = ok && !b.Ended
	if ok {
		b.Fresh = (t.Row+t.Spot/2)*b.Size + t.Col + t.Spot%2
	}
	b.Draw()
	if ok {
		b.Twisted(t.Col, t.Row, t.Clockwise)
	}
}

// step marks what may be picked: the areas of the board, or the faces.
func (b painting) step(p canvas.Drawing) {
	m := b.view.Making
	if m == nil || m.Step.Lies != games.Grid {
		return
	}
	if p.Areas {
		b.Areas(m.Step, func(x, y int) (float64, float64) {
			return b.Middle(float64(x)+0.5, float64(b.Size-2-y)+0.5)
		}, b.Cell)
		return
	}
	for _, choice := range m.Step.Choices {
		col, row := choice.X, b.Size-2-choice.Y
		if !choice.Placed() || !b.ShowsFace(col, row) || canvas.Outside(m.Step, p.Area, choice) {
			continue
		}
		b.Face(choice, col, row, m.Step.Few())
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
		c.Rect(canvas.NewBox(c.Px(wide*float64(i))-line/2, 0, line, all), c.Floor)
	}
	if down > 1 {
		c.Rect(canvas.NewBox(0, c.Px(tall)-line/2, all, line), c.Floor)
	}
}

// outcomeOf draws one outcome in a part of the picture.
func outcomeOf(c *canvas.Canvas, v permute.View, i int, part canvas.Box) {
	b := newPainting(c, v.Outcomes[i], false)
	t, ok := b.last()
	if !ok {
		return
	}
	b.outcomeHead(i, t, part)
	n, most, named := b.Size, 6, part.W >= 300
	room := c.Box(part.X+38, part.Y+46, part.W-46, part.H-76)
	if !named {
		most, room = 5, c.Box(part.X+8, part.Y+48, part.W-16, part.H-56)
	}
	cols := min(most, n)
	rows := min(int(math.Round(float64(cols)*room.H/room.W)), n)
	b.Grid = c.NewGrid(room, cols, rows)
	b.Around(t.Col+1, t.Row+1)
	b.draw()
	if named {
		b.Coordinates()
	}
	if m := v.Making; m != nil && i < len(m.Step.Choices) && m.Step.Choices[i].Placed() {
		c.Place(m.Step.Choices[i].Value, c.Box(part.X+2, part.Y+2, part.W-4, part.H-4))
	}
}

// outcomeHead writes the line above an outcome.
func (b painting) outcomeHead(i int, t permute.Twist, part canvas.Box) {
	c, y := b.Canvas, b.Px(part.Y+25)
	x := func(v float64) float64 { return c.Px(part.X + v) }
	text := canvas.Label{Bold: true, Size: c.Px(canvas.NameText), Ink: c.Bright(), Y: y}
	c.Number(strconv.Itoa(i+1), c.Px(20), x(36), y)
	c.RoundArrow(x(84), y, c.Px(14), t.Clockwise, c.Paper)
	if b.view.Mover < 0 || b.view.Mover > 1 {
		return
	}
	b.Piece(b.view.Mover, x(130), y, c.Px(44))
	stones.Plaster(c, canvas.Around(x(130), y, c.Px(22)), false)
	text.Text, text.X = t.Cell(), x(154)
	c.Write(text)
	if groups := b.view.Groups[b.view.Colours[b.view.Mover]&1]; len(groups) > 0 {
		text.Text, text.X, text.Align = strconv.Itoa(groups[0]), x(part.W-20), 1
		b.Piece(b.view.Mover, text.X-c.Write(text)-c.Px(24), y, c.Px(38))
	}
}
