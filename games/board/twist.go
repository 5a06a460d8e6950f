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

// InFace returns the cells of a set that lie in a face of 2×2 cells, by its bottom left one: a bit for each place.
func (c *Cells) InFace(col, row int) uint32 { return c[row+1]>>col&3 | c[row+2]>>col&3<<2 }

// Twist twists a face, and returns the places in it whose stones changed their colour.
func (s *Stones) Twist(col, row int, clockwise bool) (changed uint32) {
	before := s.Of[Yellow].InFace(col, row)
	changed = before ^ Turned(before, clockwise)
	for c := range s.Of {
		s.Of[c][row+1] ^= changed & 3 << col
		s.Of[c][row+2] ^= changed >> 2 << col
	}
	return changed
}

// Live returns the faces that can be twisted in a row of faces, a bit each where their left cells
// lie: those that hold stones of both sides and none that is fixed.
func (s *Stones) Live(row int) uint32 {
	low, high, fixed := s.Of[Yellow][row+1], s.Of[Yellow][row+2], s.Fixed[row+1]|s.Fixed[row+2]
	some := low | low>>1 | high | high>>1
	every := low & (low >> 1) & high & (high >> 1)
	return (1<<(s.Side-1) - 1) & some &^ every &^ (fixed | fixed>>1)
}

// Face returns the cells of the face of 2×2 cells by its bottom left one, from 0.
func Face(col, row int) (cells Cells) {
	cells[row+1], cells[row+2] = 3<<col, 3<<col
	return cells
}
