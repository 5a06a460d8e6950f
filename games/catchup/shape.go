package catchup

import (
	"sync"

	"parlour/games/board"
)

// The sizes of a board, in cells a side: a table offers tableMin to tableMax, the rules work from
// 2, and a byte holds the number of a cell up to 9.
const (
	minSize  = 2
	maxSize  = 9
	tableMin = 4
	tableMax = 7
)

// MaxCells is the number of cells of the largest board.
const MaxCells = 3*maxSize*(maxSize-1) + 1

// A Cell is the number of a cell: row by row from the bottom, each row from the left.
type Cell uint8

// outside stands for a neighbour that is not on the board.
const outside Cell = MaxCells

// A shape is how the cells of a board of one size lie.
type shape struct {
	cells int
	rows  [2 * maxSize]int  // by row: its first cell; behind the last row the number of cells
	by    [MaxCells][6]Cell // by cell: its neighbours, outside where there is none
	name  [MaxCells]string  // by cell: "e5"
	named map[string]Cell   // by name
	size  int
}

// shapes are the shapes by size, each made once.
var shapes = func() (all [maxSize + 1]func() *shape) {
	for size := minSize; size <= maxSize; size++ {
		all[size] = sync.OnceValue(func() *shape { return newShape(size) })
	}
	return all
}()

// newShape lays out a hexagon of so many cells a side.
func newShape(size int) *shape {
	s := &shape{size: size, named: map[string]Cell{}}
	for row := range s.high() {
		s.rows[row] = s.cells
		for number := range Wide(size, row) {
			c := Cell(s.cells)
			s.name[c] = board.Cell(row, number)
			s.named[s.name[c]] = c
			s.cells++
		}
	}
	s.rows[s.high()] = s.cells
	for row := range s.high() {
		for number := range Wide(size, row) {
			s.by[s.at(row, number)] = s.around(row, number)
		}
	}
	return s
}

// high returns the number of rows.
func (s *shape) high() int { return 2*s.size - 1 }

// Wide returns the number of cells of a row, from 0 at the bottom, of a board of a size: the middle
// row is the longest.
func Wide(size, row int) int {
	middle := size - 1
	return 2*size - 1 - max(row-middle, middle-row)
}

// at returns the cell of a number, from 0 at the left, in a row, or outside.
func (s *shape) at(row, number int) Cell {
	if row < 0 || row >= s.high() || number < 0 || number >= Wide(s.size, row) {
		return outside
	}
	return Cell(s.rows[row] + number)
}

// around returns the neighbours of a cell. Towards a longer row they have its own number and the
// next, towards a shorter one its own and the one before.
func (s *shape) around(row, number int) [6]Cell {
	up, down := number-1, number-1 // of the left one of the two
	if row < s.size-1 {
		up = number
	}
	if row > s.size-1 {
		down = number
	}
	return [6]Cell{
		s.at(row, number-1), s.at(row, number+1),
		s.at(row+1, up), s.at(row+1, up+1), s.at(row-1, down), s.at(row-1, down+1),
	}
}
