package imaging

import "strconv"

// A grid is a square board of n×n cells. Columns count from 0 at the left; rows count from 0
// at the bottom, or at the top if fromTop.
type grid struct {
	n          int
	cell       float64 // the width of a cell in whole pixels
	left, base float64 // the left and the lower edge of all cells
	fromTop    bool
}

// newGrid fits n×n cells into the room for the board.
func newGrid(n int) grid {
	cell := float64(int(boardSide * unit / float64(n)))
	spare := boardSide*unit - cell*float64(n)
	left := float64(int(boardLeft*unit + spare/2))
	return grid{n: n, cell: cell, left: left, base: float64(int(boardTop*unit+spare/2)) + cell*float64(n)}
}

// middle returns the middle of a cell. A half lies on the line between two cells.
func (g grid) middle(col, row float64) (x, y float64) {
	if g.fromTop {
		row = float64(g.n-1) - row
	}
	return g.left + (col+0.5)*g.cell, g.base - (row+0.5)*g.cell
}

// all returns the box of all cells.
func (g grid) all() box {
	side := g.cell * float64(g.n)
	return box{g.left, g.base - side, side, side}
}

// ground draws the board under its pieces.
func (g grid) ground(c *canvas) {
	all := g.all().grow(0.8 * unit)
	c.overlay(key{what: "ground", args: [4]int{g.n}}, all, func() {
		c.slab(all, 1.4*unit, c.pal.board)
		for row := range g.n {
			for col := range g.n {
				x, y := g.middle(float64(col), float64(row))
				g.tile(c.pen, x, y)
			}
		}
		c.fill(c.pal.tile)
	})
}

// tile makes the path of an empty cell.
func (g grid) tile(p *pen, x, y float64) {
	p.round(around(x, y, g.cell/2-max(1, 0.015*g.cell)), 0.12*g.cell)
}

// letters are the names of the columns.
const letters = "abcdefghijklmnopqrstuvwxyz"

// coordinates writes the numbers of the rows at the left and the letters of the columns below.
// Those that are hot have the colour of the last move.
func (g grid) coordinates(c *canvas, hotCol, hotRow func(int) bool) {
	size := min(3.1*unit, 0.8*g.cell)
	far := labelsOff * unit
	b := g.all()
	put := func(text string, x, y float64, hot bool) {
		l := label{text: text, style: style{hot, size}, ink: c.pal.coord, x: x, y: y, align: 0.5}
		if hot {
			l.ink = c.pal.hot
		}
		c.write(l)
	}
	for i := range g.n {
		x, y := g.middle(float64(i), float64(i))
		put(letters[i:i+1], x, b.y+b.h+far, hotCol(i))
		put(strconv.Itoa(i+1), b.x-far, y, hotRow(i))
	}
}
