package canvas

import (
	"math"
	"strconv"

	"parlour/games"
)

// A Grid is a board of cols×rows cells, or a part of one. Columns count from 0 at the left;
// rows count from 0 at the bottom, or at the top if FromTop. Lengths are whole pixels, and the
// width of a cell is even, so that equal cells are equal bytes.
type Grid struct {
	*Canvas
	Col, Row   int // the first column and row that are drawn
	Cols, Rows int
	Cell       float64
	Rim        float64 // room around the cells, beyond which coordinates lie
	Gap        float64 // between the two halves of the cells, across and down
	left, top  float64 // of all cells
	FromTop    bool
}

// NewGrid fits cols×rows cells into a room.
func (c *Canvas) NewGrid(room Box, cols, rows int) Grid {
	cell := math.Floor(min(room.W/float64(cols), room.H/float64(rows))/2) * 2
	g := Grid{Canvas: c, Cols: cols, Rows: rows, Cell: cell}
	g.left = math.Round((room.X+(room.W-cell*float64(cols))/2)/2) * 2
	g.top = math.Round(room.Y + (room.H-cell*float64(rows))/2)
	return g
}

// BoardRoom is the room for the cells of a board below what stands above it.
func (c *Canvas) BoardRoom(p games.Drawing) Box {
	if p.Ribboned() {
		return c.Box(103, 152, 594, 594)
	}
	return c.Box(68, 74, 684, 684)
}

// Lay draws the slab on which the cells lie.
func (g Grid) Lay() {
	r, edge := g.Px(14), g.Px(7)
	if g.Cell < g.Px(44) {
		r, edge = g.Px(10), g.Px(4)
	}
	g.Slab(g.Bed(), r, math.Round(edge))
}

// Bed is the box of the slab, without its lower edge.
func (g Grid) Bed() Box {
	b := NewBox(g.left, g.top, g.Cell*float64(g.Cols)+g.Gap, g.Cell*float64(g.Rows)+g.Gap).Grow(g.Rim)
	wide, high := g.margin(), math.Round(0.6*g.margin())
	return NewBox(b.X-wide, b.Y-high, b.W+2*wide, b.H+2*high)
}

// margin is how much wider the slab is than its cells.
func (g Grid) margin() float64 { return math.Round(min(g.Px(10), 0.25*g.Cell)) }

// Middle returns the middle of a cell. A half lies on the line between two cells.
func (g Grid) Middle(col, row float64) (x, y float64) {
	row -= float64(g.Row)
	if !g.FromTop {
		row = float64(g.Rows-1) - row
	}
	col -= float64(g.Col)
	return g.left + (col+0.5)*g.Cell + g.gap(col, g.Cols), g.top + (row+0.5)*g.Cell + g.gap(row, g.Rows)
}

// gap returns how much of the gap lies before a cell.
func (g Grid) gap(at float64, cells int) float64 {
	return g.Gap * min(max(0, at-float64(cells)/2+1), 1)
}

// At returns the box of a cell.
func (g Grid) At(col, row int) Box {
	x, y := g.Middle(float64(col), float64(row))
	return Around(x, y, g.Cell/2)
}

// Narrow reports whether cells are too narrow for a coordinate each, as those of large boards in a half are.
func (g Grid) Narrow() bool { return g.Cell < g.Px(26) }

// letters are the names of the columns.
const letters = "abcdefghijklmnopqrstuvwxyz"

// Coordinates writes the numbers of the rows at the left and the letters of the columns below; every second
// where cells are [Grid.Narrow].
func (g Grid) Coordinates() {
	every := 1
	if g.Narrow() {
		every = 2
	}
	put := func(text string, x, y float64) {
		g.Write(Label{Text: text, Ink: g.Quiet(), X: x, Y: y, Align: 0.5})
	}
	for i := 0; i < g.Rows; i += every {
		put(g.number(g.Row + i))
	}
	for i := 0; i < g.Cols; i += every {
		put(g.letter(g.Col + i))
	}
}

// number returns the number of a row, and where it stands.
func (g Grid) number(row int) (text string, x, y float64) {
	_, y = g.Middle(0, float64(row))
	return strconv.Itoa(row + 1), g.Bed().X - g.Px(20), y
}

// letter returns the letter of a column, and where it stands.
func (g Grid) letter(col int) (text string, x, y float64) {
	x, _ = g.Middle(float64(col), 0)
	bed := g.Bed()
	return letters[col : col+1], x, bed.Y + bed.H + g.Px(19)
}

// OfferRow puts the number of a row on paper, of which something may be picked.
func (g Grid) OfferRow(row int) {
	text, x, y := g.number(row)
	g.Pill(text, x-g.Px(6), y)
}

// OfferColumn puts the letter of a column on paper, likewise.
func (g Grid) OfferColumn(col int) {
	text, x, y := g.letter(col)
	g.Pill(text, x, y)
}

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

// Touch notes where a choice lies, if it can be touched.
func (c *Canvas) Touch(choice games.Choice, at Box) {
	if choice.Placed() {
		c.Place(choice.Value, at)
	}
}
