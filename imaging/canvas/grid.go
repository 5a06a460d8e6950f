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
	Whole      int // the cells a side of the board of which a part is drawn; 0 for no part
	Cell       float64
	Rim        float64 // room around the cells, beyond which coordinates lie
	Gap        float64 // between the two halves of the cells, across and down
	Low        float64 // how much lower the letters of the columns stand, below a slab whose edge is not dark
	left, top  float64 // of all cells
	FromTop    bool
}

// NewGrid fits cols×rows cells into a room.
func (c *Canvas) NewGrid(room Box, cols, rows int) Grid {
	return Grid{Canvas: c, Cols: cols, Rows: rows}.fitted(room)
}

// Part fits cols×rows cells of a board of n×n into a room, the first at a column and a row as near as the board allows.
// Half a cell more shows on each side on which the board goes on.
func (c *Canvas) Part(room Box, n, cols, rows, col, row int) Grid {
	return Grid{Canvas: c, Cols: cols, Rows: rows, Whole: n,
		Col: min(max(0, col), n-cols), Row: min(max(0, row), n-rows)}.fitted(room)
}

// fitted returns the grid with its cells in the middle of a room.
func (g Grid) fitted(room Box) Grid {
	left, right, above, below := g.beyond()
	across, down := float64(g.Cols)+left+right, float64(g.Rows)+above+below
	g.Cell = math.Floor(min(room.W/across, room.H/down)/2) * 2
	g.left = math.Round((room.X+(room.W-g.Cell*across)/2+g.Cell*left)/2) * 2
	g.top = math.Round(room.Y + (room.H-g.Cell*down)/2 + g.Cell*above)
	return g
}

// beyond returns how much of a cell shows beyond those that are drawn: half of one where the board goes on.
func (g Grid) beyond() (left, right, above, below float64) {
	half := func(goes bool) float64 { return 0.5 * float64(Bits(goes && g.Whole > 0)) }
	return half(g.Col > 0), half(g.Col+g.Cols < g.Whole), half(g.Row+g.Rows < g.Whole), half(g.Row > 0)
}

// BoardRoom is the room for the cells of a board below what stands above it, and above the letters of its columns: the
// dashes around a move that is not played lie below those.
func (c *Canvas) BoardRoom(p games.Drawing) Box {
	switch {
	case p.Ribboned():
		return c.Box(103, 152, 594, 594)
	case p.Preview != "":
		return c.Box(68, 70, 684, 684)
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
	margin := func(beyond, edge float64) float64 {
		if beyond > 0 {
			return beyond * g.Cell
		}
		return edge
	}
	wide, high := g.margin(), math.Round(0.6*g.margin())
	left, right, above, below := g.beyond()
	left, right, above, below = margin(left, wide), margin(right, wide), margin(above, high), margin(below, high)
	return NewBox(b.X-left, b.Y-above, b.W+left+right, b.H+above+below)
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
	return letters[col : col+1], x, bed.Y + bed.H + g.Px(19) + g.Low
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
	return c.Part(room, n, k, k, a.X-1, n-span-(a.Y+a.High-1)-1)
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
