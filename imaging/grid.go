package imaging

import (
	"math"
	"strconv"
)

// A grid is a board of cols×rows cells, or a part of one. Columns count from 0 at the left;
// rows count from 0 at the bottom, or at the top if fromTop. Lengths are whole pixels, and the
// width of a cell is even, so that equal cells are equal bytes.
type grid struct {
	col, row   int // the first column and row that are drawn
	cols, rows int
	cell       float64
	left, top  float64 // of all cells
	fromTop    bool
}

// newGrid fits cols×rows cells into a room.
func newGrid(room box, cols, rows int) grid {
	cell := math.Floor(min(room.w/float64(cols), room.h/float64(rows))/2) * 2
	g := grid{cols: cols, rows: rows, cell: cell}
	g.left = math.Round((room.x+(room.w-cell*float64(cols))/2)/2) * 2
	g.top = math.Round(room.y + (room.h-cell*float64(rows))/2)
	return g
}

// boardRoom is the room for the board below the header, or below the ribbon of a move that is
// not played.
func (c *canvas) boardRoom(preview bool) box {
	top := float64(headerTall)
	if preview {
		top = ribbonTall
	}
	return c.at800(39, top, boardSide, boardSide)
}

// middle returns the middle of a cell. A half lies on the line between two cells.
func (g grid) middle(col, row float64) (x, y float64) {
	row -= float64(g.row)
	if !g.fromTop {
		row = float64(g.rows-1) - row
	}
	return g.left + (col-float64(g.col)+0.5)*g.cell, g.top + (row+0.5)*g.cell
}

// at returns the box of a cell.
func (g grid) at(col, row int) box {
	x, y := g.middle(float64(col), float64(row))
	return around(x, y, g.cell/2)
}

// letters are the names of the columns.
const letters = "abcdefghijklmnopqrstuvwxyz"

// coordinates writes the numbers of the rows at the left and the letters of the columns below.
func (g grid) coordinates(c *canvas) {
	s := style{size: c.px(textSmall)}
	put := func(text string, x, y float64) {
		c.write(label{text: text, style: s, ink: c.pal.quiet(), x: x, y: y, align: 0.5})
	}
	for i := range g.rows {
		_, y := g.middle(0, float64(g.row+i))
		put(strconv.Itoa(g.row+i+1), g.left-c.px(20), y)
	}
	for i := range g.cols {
		x, _ := g.middle(float64(g.col+i), 0)
		put(letters[g.col+i:g.col+i+1], x, g.top+g.cell*float64(g.rows)+c.px(10))
	}
}
