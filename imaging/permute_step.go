package imaging

import (
	"math"
	"strconv"

	"parlour/games"
	"parlour/games/permute"
	"parlour/imaging/canvas"
)

// zoom makes the grid show only the area of the step that the Drawing names, with a cell more
// on every side.
func (b *permuteBoard) zoom(p Drawing, room canvas.Box) {
	if b.view.Making == nil || p.Area == 0 {
		return
	}
	a, ok := b.view.Making.Step.Area(p.Area)
	if !ok {
		return
	}
	n := b.view.Size
	k := min(max(a.Wide, a.High)+3, n)
	b.Grid = canvas.NewGrid(room, k, k)
	b.Col = min(max(0, a.X-1), n-k)
	b.Row = min(max(0, n-2-(a.Y+a.High-1)-1), n-k)
}

// step marks what may be picked: the areas of the board, or the faces.
func (b *permuteBoard) step(p Drawing) {
	m := b.view.Making
	if m == nil || m.Step.Lies != games.Grid {
		return
	}
	if p.Areas {
		b.areas(m.Step)
		return
	}
	for _, choice := range m.Step.Choices {
		col, row := choice.X, b.view.Size-2-choice.Y
		if !choice.Placed() || !b.shown(col, row) || !b.shown(col+1, row+1) || outside(m.Step, p.Area, choice) {
			continue
		}
		x, y := b.Middle(float64(col)+0.5, float64(row)+0.5)
		b.face(col, row, x, y)
		b.c.Place(choice.Value, canvas.Around(x, y, b.Cell/2))
	}
}

// outside reports whether a choice lies outside of the only area that is drawn.
func outside(s games.Step, area int, choice games.Choice) bool {
	a, ok := s.Area(area)
	return ok && !a.Has(choice)
}

// face marks a face that may be picked, with its name if there is room or there are few.
func (b *permuteBoard) face(col, row int, x, y float64) {
	if size := b.c.Px(canvas.SmallText); b.view.Making.Step.Few() || b.Cell >= 3.4*size {
		b.c.Pill(permute.Twist{Col: col, Row: row}.Face(), size, x, y, b.c.Palette.OnPaper())
		return
	}
	b.c.Disc(x, y, max(b.c.Px(4), 0.09*b.Cell), b.c.Palette.Paper)
}

// areas draws the areas of a step that have choices, with their numbers.
func (b *permuteBoard) areas(s games.Step) {
	for i, a := range s.Areas() {
		has := false
		for _, choice := range s.Choices {
			has = has || a.Has(choice)
		}
		if !has {
			continue
		}
		left, top := b.Middle(float64(a.X), float64(b.view.Size-1-a.Y))
		all := canvas.NewBox(left, top, float64(a.Wide)*b.Cell, float64(a.High)*b.Cell)
		b.border(all)
		x, y := all.Mid()
		b.c.Number(strconv.Itoa(i+1), b.c.Px(30), x, y)
		b.c.Place(strconv.Itoa(i+1), all)
	}
}

// border draws a line round an area, which covers that of the area beside it.
func (b *permuteBoard) border(all canvas.Box) {
	line := math.Round(b.c.Px(4))
	out := all.Grow(line / 2)
	for _, side := range [4]canvas.Box{
		canvas.NewBox(out.X, out.Y, out.W, line), canvas.NewBox(out.X, out.Y+out.H-line, out.W, line),
		canvas.NewBox(out.X, out.Y, line, out.H), canvas.NewBox(out.X+out.W-line, out.Y, line, out.H),
	} {
		b.c.Rect(side, b.c.Palette.Paper)
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
	b := newPermuteBoard(c, v.Outcomes[i])
	t, ok := b.last()
	if !ok {
		return
	}
	b.outcomeHead(i, t, part)
	n, most, named := b.view.Size, 6, part.W >= 300
	room := c.Box(part.X+38, part.Y+46, part.W-46, part.H-76)
	if !named {
		most, room = 5, c.Box(part.X+8, part.Y+48, part.W-16, part.H-56)
	}
	cols := min(most, n)
	rows := min(int(math.Round(float64(cols)*room.H/room.W)), n)
	b.Grid = canvas.NewGrid(room, cols, rows)
	b.Col = min(max(0, t.Col+1-cols/2), n-cols)
	b.Row = min(max(0, t.Row+1-rows/2), n-rows)
	b.draw()
	if named {
		b.Coordinates(c)
	}
	if m := v.Making; m != nil && i < len(m.Step.Choices) && m.Step.Choices[i].Placed() {
		c.Place(m.Step.Choices[i].Value, c.Box(part.X+2, part.Y+2, part.W-4, part.H-4))
	}
}

// outcomeHead writes the line above an outcome.
func (b *permuteBoard) outcomeHead(i int, t permute.Twist, part canvas.Box) {
	c, y := b.c, b.c.Px(part.Y+25)
	x := func(v float64) float64 { return c.Px(part.X + v) }
	bold := canvas.Bold(c.Px(canvas.NameText))
	c.Number(strconv.Itoa(i+1), c.Px(20), x(36), y)
	c.RoundArrow(x(84), y, c.Px(14), t.Clockwise, c.Palette.Paper)
	if b.view.Mover < 0 || b.view.Mover > 1 {
		return
	}
	b.Piece(b.view.Mover, x(130), y, c.Px(44))
	b.plaster(canvas.Around(x(130), y, c.Px(22)), false)
	c.Write(canvas.Label{Text: t.Cell(), Style: bold, Ink: c.Palette.Bright(), X: x(154), Y: y})
	if groups := b.view.Groups[b.view.Colours[b.view.Mover]&1]; len(groups) > 0 {
		largest := canvas.Label{Text: strconv.Itoa(groups[0]), Style: bold, Ink: c.Palette.Bright(), X: x(part.W - 20), Y: y, Align: 1}
		b.Piece(b.view.Mover, largest.X-c.Write(largest)-c.Px(24), y, c.Px(38))
	}
}
