// Package board is what games on a board of cells share: the names of cells, the board as text, what is
// picked of it, the groups of stones, how two sides' groups compare and what a move does to them, and the
// twisting of a square part.
//
// Its policy: it knows no game. Columns and rows count from 0 at the bottom left.
package board

import (
	"math/bits"
	"strconv"
)

// Max is the most columns and rows of a board: columns have letters.
const Max = 26

// Cell names a cell, both coordinates from 0: columns are letters from the left, rows are
// numbers from the bottom.
func Cell(col, row int) string { return Column(col) + Row(row) }

// letters are the names of the columns.
const letters = "abcdefghijklmnopqrstuvwxyz"

// Column names a column, from 0.
func Column(col int) string { return letters[col : col+1] }

// Row names a row, from 0.
func Row(row int) string { return strconv.Itoa(row + 1) }

// ReadCell reads the name of a cell in lower case, in its one spelling. The cell may lie outside
// of any board.
func ReadCell(name string) (col, row int, ok bool) {
	if len(name) < 2 || name[0] < 'a' || name[0] > 'z' {
		return 0, 0, false
	}
	n, err := strconv.Atoi(name[1:])
	col, row = int(name[0]-'a'), n-1
	return col, row, err == nil && n > 0 && Cell(col, row) == name
}

// Nth returns the column of a cell by its number among those of a row, from 0 at the left. A row is a
// word whose bit 0 is column a.
func Nth(row uint32, n int) int {
	for range n {
		row &= row - 1
	}
	return bits.TrailingZeros32(row)
}

// Sizes lists the sizes of boards that a table offers.
func Sizes(least, most int) (all []string) {
	for n := least; n <= most; n++ {
		all = append(all, strconv.Itoa(n))
	}
	return all
}

// All lists what lies on the cells of a square board, row by row from the bottom, each from the left.
func All[C any](size int, at func(col, row int) C) []C {
	all := make([]C, 0, size*size)
	for row := range size {
		for col := range size {
			all = append(all, at(col, row))
		}
	}
	return all
}

// ReadSize reads the size of a board in its one spelling, and reports whether it is one from least to
// most.
func ReadSize(text string, least, most int) (size int, ok bool) {
	size, err := strconv.Atoi(text)
	return size, err == nil && strconv.Itoa(size) == text && size >= least && size <= most
}
