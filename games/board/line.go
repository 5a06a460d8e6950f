package board

import (
	"cmp"
	"slices"
)

// A Line is cells in a row, in a column or on a diagonal.
type Line struct {
	From Spot `json:"from"` // its end at the left, or at the bottom in a column
	To   Spot `json:"to"`   // the other end
}

// Lines returns the lines of so many cells or more, each at its full length, on a board of which a function says what counts.
func Lines(cols, rows, least int, counts func(col, row int) bool) (all []Line) {
	has := func(s Spot) bool { return s.Within(cols, rows) && counts(s.Col, s.Row) }
	for _, d := range [4]Spot{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
		for col := range cols {
			for row := range rows {
				from, n := Spot{col, row}, 0
				for !has(from.plus(d, -1)) && has(from.plus(d, n)) {
					n++
				}
				if n >= least {
					all = append(all, Line{from, from.plus(d, n-1)})
				}
			}
		}
	}
	return all
}

// plus returns the place that lies so many steps from one.
func (s Spot) plus(step Spot, n int) Spot { return Spot{s.Col + n*step.Col, s.Row + n*step.Row} }

// Within reports whether a place lies on a board.
func (s Spot) Within(cols, rows int) bool {
	return min(s.Col, s.Row) >= 0 && s.Col < cols && s.Row < rows
}

// Within reports whether a line is straight and lies on a board.
func (l Line) Within(cols, rows int) bool {
	return l.From.Within(cols, rows) && l.To.Within(cols, rows) && slices.Contains(l.Cells(), l.To)
}

// Long returns the number of its cells.
func (l Line) Long() int {
	return max(l.To.Col-l.From.Col, l.To.Row-l.From.Row, l.From.Row-l.To.Row) + 1
}

// Cells returns its cells, from one end to the other.
func (l Line) Cells() (all []Spot) {
	step := Spot{cmp.Compare(l.To.Col, l.From.Col), cmp.Compare(l.To.Row, l.From.Row)}
	for i := range l.Long() {
		all = append(all, l.From.plus(step, i))
	}
	return all
}
