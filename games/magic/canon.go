package magic

import (
	"math/bits"
	"slices"

	"parlour/games"
)

// A pattern is the squares of all tiles, whichever side up: those of circles in the low
// half, those of diamonds in the high half.
type pattern uint32

func newPattern(circles, diamonds uint16) pattern {
	return pattern(circles) | pattern(diamonds)<<16
}

// pattern returns the squares of the tiles of a position.
func (p position) pattern() pattern { return newPattern(p.of(0), p.of(1)) }

// of returns the squares of a seat's tiles.
func (p pattern) of(seat games.Seat) uint16 { return uint16(p >> (16 * seat)) }

// position returns the position of a pattern of which some tiles are dark side up.
func (p pattern) position(mover games.Seat, darkOnes [2]uint16) position {
	board := position{mover: mover}
	for seat := range board.tiles {
		all := p.of(games.Seat(seat))
		board.tiles[seat] = [2]uint16{light: all &^ darkOnes[seat], dark: darkOnes[seat]}
	}
	return board
}

// A symmetry turns the board round or over: it holds the image of each set of squares in
// the low half and in the high half.
type symmetry [2][256]uint16

// symmetries are the eight of the board; the first leaves it as it is.
var symmetries = allSymmetries()

func allSymmetries() [8]symmetry {
	var all [8]symmetry
	for i := range all {
		for q := range NoSquare {
			col, row := q.Col(), q.Row()
			if i&1 != 0 {
				col = 3 - col
			}
			if i&2 != 0 {
				row = 3 - row
			}
			if i&4 != 0 {
				col, row = row, col
			}
			for set := range 256 {
				if set>>(q%8)&1 != 0 {
					all[i][q/8][set] |= SquareAt(col, row).bit()
				}
			}
		}
	}
	return all
}

// set returns the image of a set of squares.
func (s *symmetry) set(set uint16) uint16 { return s[0][set&0xff] | s[1][set>>8] }

func (s *symmetry) square(q Square) Square { return lowest(s.set(q.bit())) }

func (s *symmetry) pattern(p pattern) pattern { return newPattern(s.set(p.of(0)), s.set(p.of(1))) }

// canonical returns the least image of a pattern, and a symmetry that leads to it. A
// pattern that is symmetric itself has several of these.
func (p pattern) canonical() (pattern, *symmetry) {
	least, by := p, &symmetries[0]
	for i := range symmetries[1:] {
		s := &symmetries[1+i]
		if image := s.pattern(p); image < least {
			least, by = image, s
		}
	}
	return least, by
}

// A layer numbers the positions with the same number of tiles, up to the symmetries of
// the board and the exchange of light and dark by either side. Neither changes the turns
// or the result.
//
// Each canonical pattern has a block of consecutive numbers. Within the block, a bit for
// each tile says whether it lies dark side up, circles in the low bits. The first tile of
// each side has no bit, because it is taken to be light. In the block of a symmetric
// pattern some positions have several numbers, of which the least is canonical.
type layer struct {
	tiles    int
	mover    games.Seat
	width    [2]int    // by seat: number of bits for the dark tiles
	patterns []pattern // in ascending order
}

// newLayer returns the layer of all positions with that number of tiles.
func newLayer(tiles int) *layer {
	var all []pattern
	for taken := range 1 << 16 {
		if bits.OnesCount(uint(taken)) != tiles {
			continue
		}
		for circles := taken; circles >= 0; circles-- {
			circles &= taken
			if bits.OnesCount(uint(circles)) != (tiles+1)/2 {
				continue
			}
			p := newPattern(uint16(circles), uint16(taken&^circles))
			if least, _ := p.canonical(); least == p {
				all = append(all, p)
			}
		}
	}
	return layerOf(tiles, all)
}

// layerOf returns the layer of some canonical patterns.
func layerOf(tiles int, patterns []pattern) *layer {
	slices.Sort(patterns)
	return &layer{
		tiles: tiles, mover: games.Seat(tiles % 2), patterns: patterns,
		width: [2]int{max(0, (tiles+1)/2-1), max(0, tiles/2-1)},
	}
}

// bits returns the number of bits of a position's number within its block.
func (l *layer) bits() int { return l.width[0] + l.width[1] }

// size returns the number of numbers.
func (l *layer) size() int { return len(l.patterns) << l.bits() }

// block returns the first number of a canonical pattern.
func (l *layer) block(p pattern) int {
	i, ok := slices.BinarySearch(l.patterns, p)
	if !ok {
		panic("magic: a pattern of another layer")
	}
	return i << l.bits()
}

// index returns the number of a position, the same for all its images.
func (l *layer) index(p position) int {
	where := p.pattern()
	least, _ := where.canonical()
	code := 1 << l.bits()
	for i := range symmetries {
		if s := &symmetries[i]; s.pattern(where) == least {
			code = min(code, p.code(least, s, l.width[0]))
		}
	}
	return l.block(least) + code
}

// code returns which sides the tiles show once a symmetry has led their pattern to another one: a bit for each circle,
// and above these, so many bits wide, one for each diamond.
func (p position) code(to pattern, s *symmetry, width int) int {
	return bitsOf(to.of(0), s.set(p.tiles[0][dark])) | bitsOf(to.of(1), s.set(p.tiles[1][dark]))<<width
}

// position returns a position by its number.
func (l *layer) position(i int) position {
	where := l.patterns[i>>l.bits()]
	var darkOnes [2]uint16
	for seat, width := range l.width {
		darkOnes[seat] = darkTiles(where.of(games.Seat(seat)), i&(1<<width-1))
		i >>= width
	}
	return where.position(l.mover, darkOnes)
}

// bitsOf returns the bits of a side's tiles, given the dark ones.
func bitsOf(tiles, darkOnes uint16) int {
	code := 0
	for ; darkOnes != 0; darkOnes &= darkOnes - 1 {
		code ^= share(tiles, lowest(darkOnes))
	}
	return code
}

// darkTiles returns the dark ones of a side's tiles, given the bits.
func darkTiles(tiles uint16, code int) uint16 {
	var set uint16
	for code <<= 1; code != 0; code >>= 1 {
		if code&1 != 0 {
			set |= tiles & -tiles
		}
		tiles &= tiles - 1
	}
	return set
}

// share returns the bits that change when a tile turns dark: its own bit, or for the
// first tile, which counts as light, all the others.
func share(tiles uint16, q Square) int {
	if before := bits.OnesCount16(tiles & (q.bit() - 1)); before > 0 {
		return 1 << (before - 1)
	}
	return 1<<(bits.OnesCount16(tiles)-1) - 1
}
