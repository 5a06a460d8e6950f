package hex

import (
	"math/rand/v2"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/search"
)

// The sizes of a board: a table offers them from tableMin on.
const (
	minSize  = 2
	tableMin = 7
	maxSize  = 14
)

// A Stone says what lies on a cell.
type Stone uint8

// The stones. Seat 0 has the red ones and seat 1 the blue ones, unless they swapped.
const (
	Empty Stone = iota
	Red
	Blue
)

// other returns the stone of the other side.
func (s Stone) other() Stone { return Red + Blue - s }

// Around the board lie walls, which are stones of the side that joins them, with a bit for the first or the second edge.
const (
	first  Stone = 4 // the top or the left
	second Stone = 8
	colour Stone = 3 // what is left without these bits
)

// A Cell is the number of a cell on a square of stride by stride, row by row from the top. The board begins in its
// second row and column, and the walls lie around it.
type Cell uint8

const stride = 16

// around are the steps from a cell to its neighbours in turn, clockwise from the right, each twice for a walk round.
// Each row of the board lies half a cell further right than the one above.
var around = [12]Cell{1, stride, stride - 1, 256 - 1, 256 - stride, 256 - stride + 1,
	1, stride, stride - 1, 256 - 1, 256 - stride, 256 - stride + 1}

const sixth = 6 // the number of neighbours

// cellAt returns the cell of a column and a row, from 0 at the top left.
func cellAt(col, row int) Cell { return Cell((row+1)*stride + col + 1) }

func (c Cell) col() int { return int(c%stride) - 1 }
func (c Cell) row() int { return int(c/stride) - 1 }

// String names a cell.
func (c Cell) String() string { return board.Cell(c.col(), c.row()) }

// Move places a stone on the cell.
func (c Cell) Move() games.Move { return games.Move(c.String()) }

// A set is a set of cells.
type set [4]uint64

func (s *set) has(c Cell) bool { return s[c/64]>>(c%64)&1 == 1 }
func (s *set) add(c Cell)      { s[c/64] |= 1 << (c % 64) }

// A Position is a board, without text.
type Position struct {
	stone  [stride * stride]Stone // by cell, with the walls
	size   uint8
	placed uint8
	mover  Stone
	winner Stone // Empty while nobody has a chain
}

// newPosition returns the empty board of a size.
func newPosition(size int) Position {
	p := Position{size: uint8(size), mover: Red}
	for i := range size + 1 {
		p.stone[cellAt(i-1, size)], p.stone[cellAt(i, -1)] = Red|second, Red|first
		p.stone[cellAt(-1, i)], p.stone[cellAt(size, i-1)] = Blue|first, Blue|second
	}
	p.stone[cellAt(-1, size)], p.stone[cellAt(size, -1)] = Red|second, Red|first // the corners, which touch both
	return p
}

// cells calls a function for each cell of the board, row by row from the top.
func (p *Position) cells(yield func(Cell) bool) {
	for row := range int(p.size) {
		for c := cellAt(0, row); c < cellAt(int(p.size), row); c++ {
			if !yield(c) {
				return
			}
		}
	}
}

// at returns the stone on a cell, or the side of a wall.
func (p *Position) at(c Cell) Stone { return p.stone[c] & colour }

// Player returns the side to move: 0 for Red.
func (p *Position) Player() int { return int(p.mover - Red) }

// Over reports whether a side has a chain from edge to edge.
func (p *Position) Over() bool { return p.winner != Empty }

// Count returns the number of empty cells, 0 once the game is over.
func (p *Position) Count() int {
	if p.Over() {
		return 0
	}
	return int(p.size)*int(p.size) - int(p.placed)
}

// Nth returns an empty cell by its number, from 0.
func (p *Position) Nth(n int) Cell {
	for c := range p.cells {
		if p.stone[c] == Empty {
			if n--; n < 0 {
				return c
			}
		}
	}
	panic("hex: so many cells are not empty")
}

// Play places a stone on an empty cell.
func (p *Position) Play(c Cell) {
	p.stone[c] = p.mover
	p.placed++
	var seen set
	if p.flood(c, &seen) == first|second {
		p.winner = p.mover
	}
	p.mover = p.mover.other()
}

// PlayNth places a stone on an empty cell by its number.
func (p *Position) PlayNth(n int) { p.Play(p.Nth(n)) }

// flood adds the group of a stone to the cells that are seen, and returns which edges of its side it touches.
func (p *Position) flood(c Cell, seen *set) (edges Stone) {
	var stack [maxSize * maxSize]Cell
	own, n := p.stone[c], 1
	stack[0] = c
	for seen.add(c); n > 0; {
		n--
		at := stack[n]
		for _, step := range around[:sixth] {
			to := at + step
			switch s := p.stone[to]; {
			case s&colour != own:
			case s != own:
				edges |= s &^ colour
			case !seen.has(to):
				seen.add(to)
				stack[n] = to
				n++
			}
		}
	}
	return edges
}

// Worth returns what a position that is over is worth to each side.
func (p *Position) Worth() search.Worths { return search.Worth(p.winner-Red, true) }

// Keys implements [search.Playable].
func (p *Position) Keys(buf []search.Move) []search.Move {
	for c := range p.cells {
		if p.stone[c] == Empty {
			buf = append(buf, search.Move(c))
		}
	}
	return buf
}

// Key and Turn are those of [search.Turning].
func (*Position) Key(c Cell) search.Move  { return search.Move(c) }
func (*Position) Turn(k search.Move) Cell { return Cell(k) }

// Roll fills the board at random. A side whose bridge the other one enters saves it at once.
func (p *Position) Roll(rng *rand.Rand, line []search.Made) []search.Made {
	return p.fill(rng, line, true)
}

// fill fills the board at random, and finds the side that has a chain then.
func (p *Position) fill(rng *rand.Rand, line []search.Made, saves bool) []search.Made {
	if p.Over() {
		return line
	}
	var buf [maxSize * maxSize]Cell
	left := buf[:0]
	for c := range p.cells {
		if p.stone[c] == Empty {
			left = append(left, c)
		}
	}
	for i := range left {
		j := i + rng.IntN(len(left)-i)
		left[i], left[j] = left[j], left[i]
		for c, ok := left[i], p.stone[left[i]] == Empty; ok; c, ok = p.saving(c, saves, rng) {
			p.stone[c] = p.mover
			line = append(line, search.Made{Move: search.Move(c), By: uint8(p.mover - Red)})
			p.mover = p.mover.other()
		}
	}
	p.placed = p.size * p.size
	p.winner = Blue
	var seen set
	for c := cellAt(0, 0); c < cellAt(int(p.size), 0); c++ {
		if p.stone[c] == Red && !seen.has(c) && p.flood(c, &seen) == first|second {
			p.winner = Red
		}
	}
	return line
}

// saving returns the cell that saves a bridge of the mover which the other side has just entered, if there is one.
func (p *Position) saving(entered Cell, saves bool, rng *rand.Rand) (Cell, bool) {
	if !saves {
		return 0, false
	}
	from := rng.IntN(sixth)
	for i := from; i < from+sixth; i++ {
		c := entered + around[i%sixth]
		if p.stone[c] == Empty && p.at(entered+around[(i+1)%sixth]) == p.mover && p.at(entered+around[(i+5)%sixth]) == p.mover {
			return c, true
		}
	}
	return 0, false
}

// needs returns how many stones a side lacks for a chain if the other side places none, 0 once it has one. It is many where
// the other side has a chain.
func (p *Position) needs(side Stone) int {
	const many = 255
	var lacks [stride * stride]uint8
	var rings [2][]Cell // the cells that lack as many stones, and those that lack one more
	visit := func(c Cell, n uint8) {
		if cost := uint8(0); lacks[c] == 0 && (p.stone[c] == side || p.stone[c] == Empty) {
			if p.stone[c] == Empty {
				cost = 1
			}
			lacks[c] = n + cost + 1 // one more, as 0 is not seen yet
			rings[cost] = append(rings[cost], c)
		}
	}
	for i := range int(p.size) {
		if side == Red {
			visit(cellAt(i, 0), 0)
		} else {
			visit(cellAt(0, i), 0)
		}
	}
	for len(rings[0])+len(rings[1]) > 0 {
		for len(rings[0]) > 0 {
			c := rings[0][len(rings[0])-1]
			rings[0] = rings[0][:len(rings[0])-1]
			for _, step := range around[:sixth] {
				if p.stone[c+step] == side|second {
					return int(lacks[c] - 1)
				}
				visit(c+step, lacks[c]-1)
			}
		}
		rings[0], rings[1] = rings[1], rings[0]
	}
	return many
}
