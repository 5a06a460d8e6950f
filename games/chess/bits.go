package chess

import (
	"math/bits"

	"parlour/games/board"
)

// A Set is a set of squares, a bit each: from a1 to h1, and so on up to h8.
type Set uint64

// A Square is a square by the number of its bit.
type Square uint8

// none is no square.
const none Square = 64

// The first rank and the last one.
const firstRank, lastRank Set = 0xff, 0xff << 56

// squareAt returns the square of a column and a row, both from 0.
func squareAt(col, row int) Square { return Square(8*row + col) }

func (s Square) bit() Set { return 1 << (s & 63) }
func (s Square) col() int { return int(s & 7) }
func (s Square) row() int { return int(s >> 3) }

// String names a square; nothing names [none].
func (s Square) String() string {
	if s >= none {
		return ""
	}
	return board.Cell(s.col(), s.row())
}

// readSquare reads the name of a square.
func readSquare(name string) (s Square, ok bool) {
	col, row, ok := board.ReadCell(name)
	return squareAt(col, row), ok && col < 8 && row < 8
}

func (s Set) first() Square        { return Square(bits.TrailingZeros64(uint64(s))) }
func (s Set) count() int           { return bits.OnesCount64(uint64(s)) }
func (s Set) has(at Square) bool   { return s&at.bit() != 0 }
func (s Set) several() bool        { return s&(s-1) != 0 }
func (s Set) without(o Square) Set { return s &^ o.bit() }

// A ray is a line of squares through one of them, which is not in it.
type ray struct{ below, above, all Set }

// reach returns the squares of the line up to the nearest pieces on both sides, and those.
func (r *ray) reach(pieces Set) Set {
	below, above := r.below&pieces, r.above&pieces
	// All bits from the nearest piece below on, less those beyond the nearest one above.
	return r.all & ((above&-above)<<1 + ^Set(0)<<(63-bits.LeadingZeros64(uint64(below|1))))
}

// What a piece on each square reaches on an empty board. The rays of a rook come first.
var (
	rays       [64][4]ray
	knightHits [64]Set
	kingHits   [64]Set
	pawnHits   [2][64]Set    // what a pawn of a side may take
	between    [64][64]Set   // the squares between two that lie in a line
	through    [64][64]Set   // all squares of that line
	keys       [2][6][64]Key // of the pieces in keys of positions
	castleKeys [64]Key
	passedKeys [64]Key
	moverKey   Key
)

func init() {
	var state Key
	next := func() Key { // SplitMix64 (Steele, Lea and Flood, 2014); the keys stay the same for ever
		state += 0x9e3779b97f4a7c15
		z := state
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
	moverKey = next()
	for at := range none {
		walk := func(dx, dy, most int) (all Set) {
			for col, row := at.col()+dx, at.row()+dy; most > 0 && min(col, row) >= 0 && max(col, row) < 8; most-- {
				all |= squareAt(col, row).bit()
				col, row = col+dx, row+dy
			}
			return all
		}
		for i, d := range [4][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
			above, below := walk(d[0], d[1], 8), walk(-d[0], -d[1], 8)
			rays[at][i] = ray{below, above, below | above}
			kingHits[at] |= walk(d[0], d[1], 1) | walk(-d[0], -d[1], 1)
		}
		for _, d := range [8][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}} {
			knightHits[at] |= walk(d[0], d[1], 1)
		}
		pawnHits[0][at], pawnHits[1][at] = walk(1, 1, 1)|walk(-1, 1, 1), walk(1, -1, 1)|walk(-1, -1, 1)
		for kind := range keys[0] {
			keys[0][kind][at], keys[1][kind][at] = next(), next()
		}
		castleKeys[at], passedKeys[at] = next(), next()
	}
	for a := range none {
		for b := range none {
			for i := range rays[a] {
				if rays[a][i].all.has(b) {
					through[a][b] = rays[a][i].all | a.bit()
					between[a][b] = rays[a][i].reach(b.bit()) & rays[b][i].reach(a.bit())
				}
			}
		}
	}
}

// rookHits and bishopHits return what such a piece on a square attacks among others.
func rookHits(at Square, pieces Set) Set {
	return rays[at][0].reach(pieces) | rays[at][1].reach(pieces)
}

func bishopHits(at Square, pieces Set) Set {
	return rays[at][2].reach(pieces) | rays[at][3].reach(pieces)
}

// hits returns what a piece other than a pawn attacks.
func hits(k Kind, at Square, pieces Set) Set {
	switch k {
	case Knight:
		return knightHits[at]
	case Bishop:
		return bishopHits(at, pieces)
	case Rook:
		return rookHits(at, pieces)
	case Queen:
		return rookHits(at, pieces) | bishopHits(at, pieces)
	}
	return kingHits[at]
}
