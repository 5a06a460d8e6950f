// Package board is what games on a board of cells share: the names of cells, the board as text, what is
// picked of it, the stones of a full board and the View of them, the groups of stones, how two sides' groups
// compare and what a move does to them, and the twisting of a square part.
//
// Its policy: it knows no game. Columns and rows count from 0 at the bottom left.
package board

import (
	"math/bits"
	"strconv"

	"parlour/games"
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

// ReadSize reads the size of a board in its one spelling, and reports whether it is one from least to
// most.
func ReadSize(text string, least, most int) (size int, ok bool) {
	size, err := strconv.Atoi(text)
	return size, err == nil && strconv.Itoa(size) == text && size >= least && size <= most
}

// A Spot is what a move in the making has picked: a column, whose Row is below 0, or a place in it.
type Spot struct{ Col, Row int }

// String names a place by its cell, or the column.
func (s Spot) String() string {
	if s.Row < 0 {
		return Column(s.Col)
	}
	return Cell(s.Col, s.Row)
}

// MarshalText writes a place by its name, for JSON.
func (s Spot) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// ReadSpot reads the name of a column that is picked, and of a row if there is one. Both are below a
// number.
func ReadSpot(picked []string, below int) (Spot, bool) {
	if len(picked) == 0 || len(picked) > 2 || len(picked[0]) != 1 {
		return Spot{}, false
	}
	row := Row(0)
	if len(picked) == 2 {
		row = picked[1]
	}
	var at Spot
	var ok bool
	at.Col, at.Row, ok = ReadCell(picked[0] + row)
	ok = ok && max(at.Col, at.Row) < below
	if len(picked) == 1 {
		at.Row = -1
	}
	return at, ok
}

// Picked returns the spot that is picked, nil for none.
func Picked(picked []string, below int) *Spot {
	if at, ok := ReadSpot(picked, below); ok {
		return &at
	}
	return nil
}

// touchable is the largest size of a board whose columns and rows are wide enough to be touched on a
// phone.
const touchable = 12

// Touch takes the place from a choice of a column or a row where the board is so large that these are too
// narrow.
func Touch(size int, c games.Choice) games.Choice {
	if size > touchable {
		c.X, c.Y = -1, 0
	}
	return c
}

// A Picker makes the steps that pick a place on a square board: its column, then its row.
type Picker struct {
	Game   string                // begins the keys of its words: those of places end in place and column
	Ask    string                // begins the keys of its questions, which end in column and row
	Size   int                   // the number of columns of places, and of their rows
	Cells  int                   // the size of the board
	Rows   func(col int) []int   // the rows of a column where something can be picked
	Choose func(Spot) games.Step // the step after the place; nil if there is none
}

// Step returns the step after the values picked.
func (p Picker) Step(picked []string) games.Step {
	at, ok := ReadSpot(picked, p.Size)
	switch {
	case len(picked) == 0:
		return p.columns()
	case ok && at.Row < 0:
		return p.rows(at.Col)
	case ok:
		return p.Choose(at)
	}
	return games.Step{}
}

// columns asks for a column in which something can be picked.
func (p Picker) columns() games.Step {
	step := games.Step{Ask: games.Say(p.Ask + "column"), Lies: games.Row, Open: true}
	for col := range p.Size {
		if len(p.Rows(col)) > 0 {
			name := Column(col)
			step.Choices = append(step.Choices, Touch(p.Cells, games.Choice{
				Value: name, Label: games.Say(p.Game+".column", "Column", name),
				Short: games.Say(p.Game+".place", "Name", name), X: col,
			}))
		}
	}
	return step
}

// rows asks for a place in a column, if there is any.
func (p Picker) rows(col int) games.Step {
	step := games.Step{Ask: games.Say(p.Ask+"row", "Column", Column(col)), Lies: games.Row, Open: true}
	for _, row := range p.Rows(col) {
		name := games.Say(p.Game+".place", "Name", Cell(col, row))
		step.Choices = append(step.Choices, Touch(p.Cells, games.Choice{
			Value: Row(row), Label: name, Short: name, Echo: name, X: col, Y: p.Size - 1 - row,
		}))
	}
	if len(step.Choices) == 0 {
		return games.Step{}
	}
	return step
}
