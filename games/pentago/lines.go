package pentago

import "math/bits"

// lines are the 32 lines of five cells, each from its end at the left, or at the bottom in a
// column.
var lines = func() (all [32][five]Cell) {
	n := 0
	for _, d := range [4][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
		for col := range Side {
			for row := range Side {
				endCol, endRow := col+(five-1)*d[0], row+(five-1)*d[1]
				if endCol >= Side || endRow >= Side || endRow < 0 {
					continue
				}
				for i := range five {
					all[n][i] = CellAt(col+i*d[0], row+i*d[1])
				}
				n++
			}
		}
	}
	return all
}()

// lineSets are the same as sets.
var lineSets = func() (all [32]Set) {
	for i, line := range lines {
		for _, c := range line {
			all[i] |= c.bit()
		}
	}
	return all
}()

// A lineMask is a set of lines, a bit each.
type lineMask = uint32

// whole has, by quadrant and cells there, the lines that lack none of their cells in the quadrant. A line that does not
// come into the quadrant lacks none.
var whole = func() (whole [quadrants][patterns]lineMask) {
	for quadrant := range quadrants {
		for pattern := range Set(patterns) {
			for i, line := range lineSets {
				if line.pattern(quadrant)&^pattern == 0 {
					whole[quadrant][pattern] |= 1 << i
				}
			}
		}
	}
	return whole
}()

// fives returns the lines of which a set has every cell.
func (s Set) fives() lineMask {
	return whole[0][s&(patterns-1)] & whole[1][s>>inPart&(patterns-1)] &
		whole[2][s>>(2*inPart)&(patterns-1)] & whole[3][s>>(3*inPart)&(patterns-1)]
}

// wins reports whether a set has a line of five.
func (s Set) wins() bool { return s.fives() != 0 }

// completing returns the cells that would make a five of a set, taken or not.
func (s Set) completing() Set {
	var found Set
	t := s.tally()
	for fours := t.fours &^ t.ones; fours != 0; fours &= fours - 1 {
		found |= lineSets[bits.TrailingZeros32(fours)] &^ s
	}
	return found
}
