package reversi

import "math/bits"

// A Set is a set of cells, a bit each: row by row from the top, each from the left.
type Set struct{ low, high uint64 }

// A Cell is a cell by the number of its bit.
type Cell uint8

// bit returns the set of one cell.
func (c Cell) bit() Set {
	if c < 64 {
		return Set{low: 1 << c}
	}
	return Set{high: 1 << (c & 63)}
}

func (s Set) or(o Set) Set   { return Set{s.low | o.low, s.high | o.high} }
func (s Set) and(o Set) Set  { return Set{s.low & o.low, s.high & o.high} }
func (s Set) less(o Set) Set { return Set{s.low &^ o.low, s.high &^ o.high} }
func (s Set) empty() bool    { return s.low|s.high == 0 }

// has reports whether two sets share a cell.
func (s Set) has(o Set) bool { return !s.and(o).empty() }

// count returns the number of cells.
func (s Set) count() int { return bits.OnesCount64(s.low) + bits.OnesCount64(s.high) }

// first returns the first cell of a set that has one, and rest the set without it.
func (s Set) first() Cell {
	if s.low != 0 {
		return Cell(bits.TrailingZeros64(s.low))
	}
	return Cell(64 + bits.TrailingZeros64(s.high))
}

func (s Set) rest() Set {
	if s.low != 0 {
		return Set{s.low & (s.low - 1), s.high}
	}
	return Set{0, s.high & (s.high - 1)}
}

// up moves all cells to numbers that are n higher, 0 < n < 64, and down to lower ones.
func (s Set) up(n uint) Set {
	return Set{s.low << (n & 63), s.high<<(n&63) | s.low>>((64-n)&63)}
}

func (s Set) down(n uint) Set {
	return Set{s.low>>(n&63) | s.high<<((64-n)&63), s.high >> (n & 63)}
}

// each is all cells for a loop.
func (s Set) each(yield func(Cell) bool) {
	for ; !s.empty(); s = s.rest() {
		if !yield(s.first()) {
			return
		}
	}
}

// A shape is a board of a size.
type shape struct {
	size    int
	all     Set
	inner   Set // all but the first and the last column
	corners Set
	ends    [4]Set    // by axis: the cells that lie at an end of a line along it
	near    [4][3]Set // by corner: itself, the cell diagonally beside it, and the two beside it on the edges
	axes    [4]uint   // the steps along rows, columns and both diagonals
	within  [4]Set    // by axis: the cells through which a line along it can go on
}

// shapes are the boards by size, nil for those that there are not.
var shapes = func() (all [maxSize + 1]*shape) {
	for size := minSize; size <= maxSize; size += 2 {
		all[size] = newShape(size)
	}
	return all
}()

func newShape(size int) *shape {
	s := &shape{size: size, axes: [4]uint{1, uint(size), uint(size) + 1, uint(size) - 1}}
	last := size - 1
	for row := range size {
		for col := range size {
			b := s.at(col, row).bit()
			s.all = s.all.or(b)
			sides, levels := col == 0 || col == last, row == 0 || row == last
			if !sides {
				s.inner = s.inner.or(b)
			}
			for axis, end := range [4]bool{sides, levels, sides || levels, sides || levels} {
				if end {
					s.ends[axis] = s.ends[axis].or(b)
				}
			}
		}
	}
	s.within = [4]Set{s.inner, s.all, s.inner, s.inner}
	for i := range 4 {
		col, row, in, below := i%2*last, i/2*last, 1-i%2*2, 1-i/2*2
		s.near[i] = [3]Set{s.at(col, row).bit(), s.at(col+in, row+below).bit(),
			s.at(col+in, row).bit().or(s.at(col, row+below).bit())}
		s.corners = s.corners.or(s.near[i][0])
	}
	return s
}

// at returns the cell at a column and a row, from 0 at the top left.
func (s *shape) at(col, row int) Cell { return Cell(row*s.size + col) }

// run returns the cells of a mask that lie in lines from some cells upwards along a step without a gap.
func run(from, mask Set, step uint) Set {
	found := mask.and(from.up(step))
	found = found.or(mask.and(found.up(step)))
	mask = mask.and(mask.up(step))
	for range maxSize/2 - 2 {
		found = found.or(mask.and(found.up(2 * step)))
	}
	return found
}

// back is run downwards.
func back(from, mask Set, step uint) Set {
	found := mask.and(from.down(step))
	found = found.or(mask.and(found.down(step)))
	mask = mask.and(mask.down(step))
	for range maxSize/2 - 2 {
		found = found.or(mask.and(found.down(2 * step)))
	}
	return found
}

// run64 and back64 are the same in one word, which all cells of a board of 8×8 are.
func run64(from, mask uint64, step uint) uint64 {
	found := mask & (from << (step & 63))
	found |= mask & (found << (step & 63))
	mask &= mask << (step & 63)
	found |= mask & (found << (2 * step & 63))
	return found | mask&(found<<(2*step&63))
}

func back64(from, mask uint64, step uint) uint64 {
	found := mask & (from >> (step & 63))
	found |= mask & (found >> (step & 63))
	mask &= mask >> (step & 63)
	found |= mask & (found >> (2 * step & 63))
	return found | mask&(found>>(2*step&63))
}

// moves returns the cells on which a side may place a disc.
func (s *shape) moves(own, other Set) (found Set) {
	for axis, step := range s.axes {
		mask := other.and(s.within[axis])
		if s.size <= 8 {
			found.low |= run64(own.low, mask.low, step)<<(step&63) | back64(own.low, mask.low, step)>>(step&63)
			continue
		}
		found = found.or(run(own, mask, step).up(step)).or(back(own, mask, step).down(step))
	}
	return found.and(s.all).less(own.or(other))
}

// turned returns the discs of the other side that a disc on a cell turns over.
func (s *shape) turned(own, other Set, c Cell) (all Set) {
	from := c.bit()
	for axis, step := range s.axes {
		mask := other.and(s.within[axis])
		if s.size <= 8 {
			if found := run64(from.low, mask.low, step); found<<(step&63)&own.low != 0 {
				all.low |= found
			}
			if found := back64(from.low, mask.low, step); found>>(step&63)&own.low != 0 {
				all.low |= found
			}
			continue
		}
		if found := run(from, mask, step); found.up(step).has(own) {
			all = all.or(found)
		}
		if found := back(from, mask, step); found.down(step).has(own) {
			all = all.or(found)
		}
	}
	return all
}

// safe returns discs of a side that can never be turned over: along each axis such a disc lies at an end of a line or
// beside another one. There may be more.
func (s *shape) safe(own Set) (all Set) {
	for next := own.and(s.corners); next != all; {
		all = next
		next = own
		for axis, step := range s.axes {
			next = next.and(all.up(step).or(all.down(step)).or(s.ends[axis]))
		}
	}
	return all
}

// around returns the cells beside those of a set, but for those along an edge from a cell on it and across.
func (s *shape) around(cells Set) (all Set) {
	for axis, step := range s.axes {
		from := cells.and(s.within[axis])
		all = all.or(from.up(step)).or(from.down(step))
	}
	return all
}
