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
