package imaging

import (
	"math"
	"strconv"

	"parlour/games"
	"parlour/games/permute"
)

// zoom makes the grid show only the area of the step that the Drawing names, with a cell more
// on every side.
func (b *permuteBoard) zoom(p Drawing, room box) {
	if b.view.Making == nil || p.Area == 0 {
		return
	}
	areas, n := b.view.Making.Step.Areas(), b.view.Size
	if p.Area < 1 || p.Area > len(areas) {
		return
	}
	a := areas[p.Area-1]
	k := min(max(a.Wide, a.High)+3, n)
	b.grid = newGrid(room, k, k)
	b.col = min(max(0, a.X-1), n-k)
	b.row = min(max(0, n-2-(a.Y+a.High-1)-1), n-k)
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
		x, y := b.middle(float64(col)+0.5, float64(row)+0.5)
		b.face(col, row, x, y)
		b.c.place(choice.Value, around(x, y, b.cell/2))
	}
}

// outside reports whether a choice lies outside of the only area that is drawn.
func outside(s games.Step, area int, choice games.Choice) bool {
	areas := s.Areas()
	return area > 0 && area <= len(areas) && !areas[area-1].Has(choice)
}

// face marks a face that may be picked, with its name where there is room.
func (b *permuteBoard) face(col, row int, x, y float64) {
	if size := b.c.px(textSmall); b.cell >= 3.4*size {
		b.c.pill(permute.Twist{Col: col, Row: row}.Face(), size, x, y, b.c.pal.onPaper())
		return
	}
	b.c.disc(x, y, max(b.c.px(4), 0.09*b.cell), b.c.pal.paper)
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
		left, top := b.middle(float64(a.X), float64(b.view.Size-1-a.Y))
		all := box{left, top, float64(a.Wide) * b.cell, float64(a.High) * b.cell}
		b.c.dashed(all.grow(-b.c.px(3)), b.c.px(12), b.c.px(5), b.c.pal.paper)
		x, y := all.mid()
		b.c.number(strconv.Itoa(i+1), b.c.px(30), x, y)
		b.c.place(strconv.Itoa(i+1), all)
	}
}

// drawOutcomes draws the boards after the choices of a step side by side, each cut round the
// face that is picked, with its number, its direction, the cell of its bandage, and the
// largest group of the side that moves.
func drawOutcomes(c *canvas, v permute.View) error {
	across, down := 2, 2
	if n := len(v.Outcomes); n <= 2 {
		down = 1
	} else if n > 4 {
		across = 3
	}
	wide, tall := float64(Size)/float64(across), float64(Size)/float64(down)
	for i, outcome := range v.Outcomes[:min(len(v.Outcomes), 6)] {
		if outcome.Twist == nil || outcome.Size != v.Size || len(outcome.Cells) != len(v.Cells) {
			return ErrNoPicture
		}
		part := box{wide * float64(i%across), tall * float64(i/across), wide, tall}
		outcomeOf(c, v, i, part)
	}
	for i := 1; i < across; i++ {
		c.rect(c.at800(wide*float64(i)-1, 0, 2, Size), c.pal.floor)
	}
	if down > 1 {
		c.rect(c.at800(0, tall-1, Size, 2), c.pal.floor)
	}
	return nil
}

// outcomeOf draws one outcome in a part of the picture.
func outcomeOf(c *canvas, v permute.View, i int, part box) {
	b := newPermuteBoard(c, v.Outcomes[i])
	t, ok := b.last()
	if !ok {
		return
	}
	b.outcomeHead(i, t, part)
	most := 6
	if part.w < 300 {
		most = 5
	}
	n := b.view.Size
	room := c.at800(part.x+8, part.y+48, part.w-16, part.h-56)
	cols := min(most, n)
	rows := min(int(math.Round(float64(cols)*room.h/room.w)), n)
	b.grid = newGrid(room, cols, rows)
	b.col = min(max(0, t.Col+1-cols/2), n-cols)
	b.row = min(max(0, t.Row+1-rows/2), n-rows)
	b.draw()
	if m := v.Making; m != nil && i < len(m.Step.Choices) && m.Step.Choices[i].Placed() {
		c.place(m.Step.Choices[i].Value, c.at800(part.x+2, part.y+2, part.w-4, part.h-4))
	}
}

// outcomeHead writes the line above an outcome.
func (b *permuteBoard) outcomeHead(i int, t permute.Twist, part box) {
	c, y := b.c, b.c.px(part.y+25)
	x := func(v float64) float64 { return c.px(part.x + v) }
	bold := style{true, c.px(textName)}
	c.number(strconv.Itoa(i+1), c.px(20), x(36), y)
	c.wayRound(x(84), y, c.px(14), t.Clockwise, c.pal.paper)
	c.write(label{text: t.Cell(), style: bold, ink: c.pal.bright(), x: x(114), y: y})
	if b.view.Mover < 0 || b.view.Mover > 1 {
		return
	}
	right := x(part.w - 20)
	right -= b.tally(b.view.Mover, right, y, c.pal.bright())
	b.piece(b.view.Mover, right-c.px(24), y, c.px(38))
}
