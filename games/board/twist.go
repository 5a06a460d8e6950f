package board

// Source returns the place from which a twist by 90° brings a stone to a place of a square part of
// side by side cells. Places count from 0 at the bottom left, row by row. Clockwise, the stone at
// the bottom right comes to the bottom left, and so on round.
func Source(side int, clockwise bool, place int) int {
	col, row := place%side, place/side
	if clockwise {
		return col*side + side - 1 - row
	}
	return (side-1-col)*side + row
}

// Turn names the direction of a twist, as keys of catalogues end.
func Turn(clockwise bool) string {
	if clockwise {
		return "clockwise"
	}
	return "anticlockwise"
}

// Letter is the direction of a twist in notation: C clockwise, A anticlockwise.
func Letter(clockwise bool) string {
	if clockwise {
		return "C"
	}
	return "A"
}

// Turned returns a face of 2×2 cells after a twist. A face has a bit for each place.
func Turned(face uint32, clockwise bool) (turned uint32) {
	for place := range 4 {
		turned |= face >> Source(2, clockwise, place) & 1 << place
	}
	return turned
}

// Live returns the faces that can be twisted in a row of faces, a bit each where their left cells
// lie: those on a board of so many columns that hold stones of both sides and none that is fixed.
// Low and high are the cells of the second side in the two rows of the faces, fixed those of fixed
// stones in either row.
func Live(columns int, low, high, fixed uint32) uint32 {
	some := low | low>>1 | high | high>>1
	every := low & (low >> 1) & high & (high >> 1)
	return (1<<(columns-1) - 1) & some &^ every &^ (fixed | fixed>>1)
}

// Turns reports whether a face of a square board can be twisted: it lies on the board and holds stones of both sides,
// and none that is fixed.
func Turns(size, col, row int, at func(col, row int) (c Colour, fixed bool)) bool {
	if min(col, row) < 0 || max(col, row) > size-2 {
		return false
	}
	sides := 0
	for place := range 4 {
		c, fixed := at(col+place%2, row+place/2)
		if fixed {
			return false
		}
		sides |= 1 << (c & 1)
	}
	return sides == 3
}

// Face returns the cells of the face of 2×2 cells by its bottom left one, from 0.
func Face(col, row int) (cells Cells) {
	cells[row+1], cells[row+2] = 3<<col, 3<<col
	return cells
}
