package canvas

import (
	"math"
	"strconv"
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

// BoardRoom is the room for the board below the header, or below the ribbon of a move that is
// not played.
func (c *Canvas) BoardRoom(preview bool) Box {
	left, top := 39.0, float64(headerHeight)
	if preview { // the dashes at the left are beside the numbers of the rows
		left, top = left+8, RibbonHeight
	}
	return c.Box(left, top, boardSide, boardSide)
}

// Middle returns the middle of a cell. A half lies on the line between two cells.
func (g Grid) Middle(col, row float64) (x, y float64) {
	row -= float64(g.Row)
	if !g.FromTop {
		row = float64(g.Rows-1) - row
	}
	return g.left + (col-float64(g.Col)+0.5)*g.Cell, g.top + (row+0.5)*g.Cell
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
		_, y := g.Middle(0, float64(g.Row+i))
		put(strconv.Itoa(g.Row+i+1), g.left-g.Rim-g.Px(20), y)
	}
	for i := 0; i < g.Cols; i += every {
		x, _ := g.Middle(float64(g.Col+i), 0)
		put(letters[g.Col+i:g.Col+i+1], x, g.top+g.Cell*float64(g.Rows)+g.Rim+g.Px(10))
	}
}
