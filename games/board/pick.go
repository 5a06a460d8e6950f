package board

import "parlour/games"

// A Spot is what a move in the making has picked: a column, whose Row is below 0, or a place in it.
type Spot struct{ Col, Row int }

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
