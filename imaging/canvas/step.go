package canvas

import (
	"math"
	"strconv"

	"parlour/games"
)

// Zoom returns the grid of the part of a board of n×n cells that shows an area of a step, with a
// cell more on every side. A place of the step covers span×span cells, and the place at 0, 0 lies at
// the top left of the board.
func (c *Canvas) Zoom(room Box, n, span int, a games.Area) Grid {
	k := min(max(a.Wide, a.High)+span+1, n)
	g := c.NewGrid(room, k, k)
	g.Col = min(max(0, a.X-1), n-k)
	g.Row = min(max(0, n-span-(a.Y+a.High-1)-1), n-k)
	return g
}

// Shows reports whether a cell is drawn.
func (g Grid) Shows(col, row int) bool {
	return col >= g.Col && col < g.Col+g.Cols && row >= g.Row && row < g.Row+g.Rows
}

// Outside reports whether a choice of a step lies outside of the only area that is drawn, if one is.
func Outside(s games.Step, area int, choice games.Choice) bool {
	a, ok := s.Area(area)
	return ok && !a.Has(choice)
}

// Touch notes where a choice lies, if it can be touched.
func (c *Canvas) Touch(choice games.Choice, at Box) {
	if choice.Placed() {
		c.Place(choice.Value, at)
	}
}

// Areas draws the areas of a step that have choices, with their numbers, and notes their places. The
// middle of each place of the step is that of a cell; a place at 0, 0 is at the top left.
func (c *Canvas) Areas(s games.Step, middle func(x, y int) (float64, float64), cell float64) {
	for i, a := range s.Areas() {
		has := false
		for _, choice := range s.Choices {
			has = has || a.Has(choice)
		}
		if !has {
			continue
		}
		left, top := middle(a.X, a.Y)
		all := NewBox(left-cell/2, top-cell/2, float64(a.Wide)*cell, float64(a.High)*cell)
		c.border(all)
		x, y := all.Mid()
		c.Number(strconv.Itoa(i+1), c.Px(30), x, y)
		c.Place(strconv.Itoa(i+1), all)
	}
}

// border draws a line round an area, which covers that of the area beside it.
func (c *Canvas) border(all Box) {
	line := math.Round(c.Px(4))
	out := all.Grow(line / 2)
	for _, side := range [4]Box{
		NewBox(out.X, out.Y, out.W, line), NewBox(out.X, out.Y+out.H-line, out.W, line),
		NewBox(out.X, out.Y, line, out.H), NewBox(out.X+out.W-line, out.Y, line, out.H),
	} {
		c.Rect(side, c.Paper)
	}
}
