package imaging

import (
	"fmt"
	"math"
	"strconv"

	"parlour/games"
	"parlour/games/permute"
	"parlour/imaging/canvas"
	"parlour/imaging/stones"
)

func init() {
	register(paints[permute.View]{drawPermute, halfPermute, stones.Gamut, stones.Pieces})
}

// drawPermute draws a board of Permute, whose bandaged stones are fixed: see package stones. Where
// floor shows between four stones, their face can be twisted. A frame with arrow heads shows the
// last twist. While a move is in the making the picture shows its step.
func drawPermute(c *canvas.Canvas, p Drawing, v permute.View) error {
	b, err := newPermuteBoard(c, v, p.Preview != "")
	if err != nil {
		return err
	}
	if len(v.Outcomes) > 0 {
		return drawOutcomes(c, v)
	}
	b.Fit(v.Making, p.Area, 2)
	b.draw()
	b.Coordinates(c)
	b.Header(duelNames(p), p.Preview, v.ToMove, v.Winner)
	b.Sizes()
	b.step(p)
	return nil
}

// A permuteBoard is a board of Permute being drawn.
type permuteBoard struct {
	*stones.Board
	view permute.View
}

// newPermuteBoard finds the groups of a board; tried says whether its last move is not played.
func newPermuteBoard(c *canvas.Canvas, v permute.View, tried bool) (permuteBoard, error) {
	p := stones.Position{
		Size: v.Size, Stones: make([]stones.Stone, len(v.Cells)), Groups: v.Groups,
		Sides: [2]int{int(v.Colours[0]), int(v.Colours[1])}, Mover: v.Mover, Before: v.Before, Tried: tried, Ended: v.Ended != nil,
	}
	for i, cell := range v.Cells {
		p.Stones[i] = stones.Stone{Side: int(cell.Colour), Fixed: cell.Bandaged}
	}
	board, ok := stones.New(c, p)
	if !ok {
		return permuteBoard{}, fmt.Errorf("%w: %d stones on a board of size %d", ErrNoPicture, len(v.Cells), v.Size)
	}
	b := permuteBoard{board, v}
	if v.Ended == nil {
		b.Live = v.Live
	}
	return b, nil
}

// last returns the last twist, unless it lies outside of the board.
func (b permuteBoard) last() (permute.Twist, bool) {
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
func (b permuteBoard) draw() {
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
func (b permuteBoard) step(p Drawing) {
	m := b.view.Making
	if m == nil || m.Step.Lies != games.Grid {
		return
	}
	if p.Areas {
		b.C.Areas(m.Step, func(x, y int) (float64, float64) { return b.Middle(float64(x)+0.5, float64(b.Size-2-y)+0.5) }, b.Cell)
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
func drawOutcomes(c *canvas.Canvas, v permute.View) error {
	across, down := permute.OutcomesAcross(len(v.Outcomes)), 2
	if len(v.Outcomes) <= 2 {
		down = 1
	}
	wide, tall := float64(Size)/float64(across), float64(Size)/float64(down)
	for i, outcome := range v.Outcomes[:min(len(v.Outcomes), 6)] {
		if outcome.Twist == nil || outcome.Size != v.Size || len(outcome.Cells) != len(v.Cells) {
			return ErrNoPicture
		}
		part := canvas.NewBox(wide*float64(i%across), tall*float64(i/across), wide, tall)
		outcomeOf(c, v, i, part)
	}
	line, all := math.Max(1, math.Round(c.Px(2))), c.Px(Size)
	for i := 1; i < across; i++ {
		c.Rect(canvas.NewBox(c.Px(wide*float64(i))-line/2, 0, line, all), c.Palette.Floor)
	}
	if down > 1 {
		c.Rect(canvas.NewBox(0, c.Px(tall)-line/2, all, line), c.Palette.Floor)
	}
	return nil
}

// outcomeOf draws one outcome in a part of the picture.
func outcomeOf(c *canvas.Canvas, v permute.View, i int, part canvas.Box) {
	b, err := newPermuteBoard(c, v.Outcomes[i], false)
	t, ok := b.last()
	if err != nil || !ok {
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
	b.Grid = canvas.NewGrid(room, cols, rows)
	b.Around(t.Col+1, t.Row+1)
	b.draw()
	if named {
		b.Coordinates(c)
	}
	if m := v.Making; m != nil && i < len(m.Step.Choices) && m.Step.Choices[i].Placed() {
		c.Place(m.Step.Choices[i].Value, c.Box(part.X+2, part.Y+2, part.W-4, part.H-4))
	}
}

// outcomeHead writes the line above an outcome.
func (b permuteBoard) outcomeHead(i int, t permute.Twist, part canvas.Box) {
	c, y := b.C, b.C.Px(part.Y+25)
	x := func(v float64) float64 { return c.Px(part.X + v) }
	bold := canvas.Bold(c.Px(canvas.NameText))
	c.Number(strconv.Itoa(i+1), c.Px(20), x(36), y)
	c.RoundArrow(x(84), y, c.Px(14), t.Clockwise, c.Palette.Paper)
	if b.view.Mover < 0 || b.view.Mover > 1 {
		return
	}
	b.Piece(b.view.Mover, x(130), y, c.Px(44))
	stones.Plaster(c, canvas.Around(x(130), y, c.Px(22)), false)
	c.Write(canvas.Label{Text: t.Cell(), Style: bold, Ink: c.Palette.Bright(), X: x(154), Y: y})
	if groups := b.view.Groups[b.view.Colours[b.view.Mover]&1]; len(groups) > 0 {
		largest := canvas.Label{Text: strconv.Itoa(groups[0]), Style: bold, Ink: c.Palette.Bright(), X: x(part.W - 20), Y: y, Align: 1}
		b.Piece(b.view.Mover, largest.X-c.Write(largest)-c.Px(24), y, c.Px(38))
	}
}

// halfPermute draws a board after a move.
func halfPermute(c *canvas.Canvas, p Drawing, v permute.View, right bool) (float64, error) {
	v.Ended = nil // what was twisted is marked at the end too
	b, err := newPermuteBoard(c, v, true)
	if err != nil {
		return 0, err
	}
	grid, end := c.HalfGrid(canvas.Half(right), v.Size, v.Size)
	b.Grid = grid
	c.HalfHead(p.head(right), right, pieceOf(c, v.Mover, b))
	b.draw()
	b.Coordinates(c)
	return end, nil
}
