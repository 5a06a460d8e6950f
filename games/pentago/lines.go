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

// whole has, by quadrant and cells there, the lines that lack none of their cells in the quadrant, and
// lacking those that lack one. A line that does not come into the quadrant lacks none.
var whole, lacking = func() (whole, lacking [quadrants][patterns]lineMask) {
	for quadrant := range quadrants {
		for pattern := range Set(patterns) {
			for i, line := range lineSets {
				switch (line.pattern(quadrant) &^ pattern).count() {
				case 0:
					whole[quadrant][pattern] |= 1 << i
				case 1:
					lacking[quadrant][pattern] |= 1 << i
				}
			}
		}
	}
	return whole, lacking
}()

// fives returns the lines of which a set has every cell.
func (s Set) fives() lineMask {
	return whole[0][s&(patterns-1)] & whole[1][s>>inPart&(patterns-1)] &
		whole[2][s>>(2*inPart)&(patterns-1)] & whole[3][s>>(3*inPart)&(patterns-1)]
}

// wins reports whether a set has a line of five.
func (s Set) wins() bool { return s.fives() != 0 }

// fours returns the lines of which a set lacks one cell.
func (s Set) fours() lineMask {
	a, b, c, d := s.pattern(0), s.pattern(1), s.pattern(2), s.pattern(3)
	wa, wb, wc, wd := whole[0][a], whole[1][b], whole[2][c], whole[3][d]
	left, right := wa&wb, wc&wd
	return (lacking[0][a]&wb|lacking[1][b]&wa)&right | (lacking[2][c]&wd|lacking[3][d]&wc)&left
}

// completing returns the cells that would make a five of a set, taken or not.
func (s Set) completing() Set {
	var found Set
	for fours := s.fours(); fours != 0; fours &= fours - 1 {
		found |= lineSets[bits.TrailingZeros32(fours)] &^ s
	}
	return found
}
