package pentago

import (
	"math/bits"
	"math/rand/v2"

	"parlour/games"
	"parlour/games/board"
)

// The board: four quadrants of 3×3 cells, and a line of five wins.
const (
	Side      = 6
	cells     = Side * Side
	part      = Side / 2
	inPart    = part * part
	quadrants = 4
	five      = 5
	patterns  = 1 << inPart // sets of cells of one quadrant
)

// A Cell is a cell by its quadrant and its place there: 9 times the number of the quadrant, and
// the place, row by row from the bottom left. Quadrants are numbered a1, a4, d1, d4.
type Cell uint8

// NoCell is no cell.
const NoCell Cell = cells

// CellAt returns the cell at a column and a row of the board, from 0 at the bottom left.
func CellAt(col, row int) Cell {
	quadrant := col/part*2 + row/part
	return Cell(quadrant*inPart + row%part*part + col%part)
}

// Col returns the column of a cell, from 0 at the left.
func (c Cell) Col() int { return int(c)/inPart/2*part + int(c)%part }

// Row returns the row of a cell, from 0 at the bottom.
func (c Cell) Row() int { return int(c)/inPart%2*part + int(c)%inPart/part }

// String names a cell.
func (c Cell) String() string { return board.Cell(c.Col(), c.Row()) }

// bit returns the set of one cell.
func (c Cell) bit() Set { return 1 << c }

// A Twist is a quarter turn of a quadrant: twice the number of the quadrant, and 1 more if it is
// anticlockwise.
type Twist uint8

// NoTwist is no twist: the placement wins, or the twist is left out.
const NoTwist Twist = 2 * quadrants

// twistOf returns the twist of a quadrant.
func twistOf(quadrant int, clockwise bool) Twist {
	if clockwise {
		return Twist(2 * quadrant)
	}
	return Twist(2*quadrant + 1)
}

// Clockwise reports the direction of a twist.
func (t Twist) Clockwise() bool { return t%2 == 0 }

// Corner returns the cell at the bottom left of the quadrant, by which it is named.
func (t Twist) Corner() Cell { return Cell(t/2) * inPart }

// A Set is a set of cells, a bit each.
type Set uint64

// all is the set of all cells, and corners that of the corners of the board.
const all Set = 1<<cells - 1

var corners = CellAt(0, 0).bit() | CellAt(0, Side-1).bit() | CellAt(Side-1, 0).bit() | CellAt(Side-1, Side-1).bit()

// count returns the number of cells of a set.
func (s Set) count() int { return bits.OnesCount64(uint64(s)) }

// lowest returns the first cell of a set that has one.
func (s Set) lowest() Cell { return Cell(bits.TrailingZeros64(uint64(s))) }

// nth returns a cell of a set by its number, from 0 at the lowest.
func (s Set) nth(n int) Cell {
	for range n {
		s &= s - 1
	}
	return s.lowest()
}

// pattern returns the cells of a quadrant, from bit 0.
func (s Set) pattern(quadrant int) Set { return s >> (quadrant * inPart) & (patterns - 1) }

// turned has, by direction and cells of a quadrant, these cells after a twist: clockwise at 0.
var turned = func() (t [2][patterns]uint16) {
	for way, clockwise := range [2]bool{true, false} {
		for pattern := range patterns {
			for place := range inPart {
				if pattern>>board.Source(part, clockwise, place)&1 == 1 {
					t[way][pattern] |= 1 << place
				}
			}
		}
	}
	return t
}()

// twisted returns the cells of a set after a twist of the board.
func (s Set) twisted(t Twist) Set {
	shift := Set(t) / 2 * inPart
	pattern := s >> shift & (patterns - 1)
	return s ^ (pattern^Set(turned[t&1][pattern]))<<shift
}

// A Position is a board, without text: a value of 24 bytes. As many turns were played as stones
// lie on the board, so the mover follows from them.
type Position struct {
	stones [2]Set // by seat
	loose  bool   // whether a twist may be left out while a quadrant is neutral
	corner bool   // whether the first stone goes to a corner
}

// A Turn is a placement and the twist after it.
type Turn struct {
	Cell  Cell  `json:"cell"`
	Twist Twist `json:"twist"`
}

// Ply returns the number of stones, and of turns that were played.
func (p *Position) Ply() int { return (p.stones[0] | p.stones[1]).count() }

// Mover returns the seat to move of a position that is not over.
func (p *Position) Mover() int { return p.Ply() & 1 }

// open returns the cells on which the mover may place, of a position that is not over.
func (p *Position) open() Set {
	taken := p.stones[0] | p.stones[1]
	if taken == 0 && p.corner {
		return corners
	}
	return all &^ taken
}

// Play makes a legal turn.
func (p *Position) Play(t Turn) {
	p.stones[p.Mover()] |= t.Cell.bit()
	if t.Twist != NoTwist {
		p.stones[0], p.stones[1] = p.stones[0].twisted(t.Twist), p.stones[1].twisted(t.Twist)
	}
}

// Judge returns the winner of a board, [games.Spectator] for a draw, and whether it is over: one
// side or both have five in a row, or all cells are taken.
func (p *Position) Judge() (winner games.Seat, over bool) {
	switch first, second := p.stones[0].wins(), p.stones[1].wins(); {
	case first && second:
		return games.Spectator, true
	case first:
		return 0, true
	case second:
		return 1, true
	}
	return games.Spectator, p.stones[0]|p.stones[1] == all
}

// neutral reports whether a quadrant of a set of stones has none, or only one in its middle, so
// that a twist of it changes nothing.
func (s Set) neutral(quadrant int) bool {
	const middle = 1 << (inPart / 2)
	return s.pattern(quadrant)&^middle == 0
}

// firstNeutral returns the first neutral quadrant of a set of stones, and whether there is one.
func (s Set) firstNeutral() (quadrant int, ok bool) {
	for quadrant := range quadrants {
		if s.neutral(quadrant) {
			return quadrant, true
		}
	}
	return 0, false
}

// twistings is the number of twists.
const twistings = 2 * quadrants

// forms returns the number of turns that begin with a placement: one if it wins, else one for
// each twist, and one more if the twist may be left out.
func (p *Position) forms(c Cell, winning Set) int {
	if winning&c.bit() != 0 {
		return 1
	}
	if p.loose {
		if _, ok := (p.stones[0] | p.stones[1] | c.bit()).firstNeutral(); ok {
			return twistings + 1
		}
	}
	return twistings
}

// winning returns the cells on which a stone of the mover wins.
func (p *Position) winning() Set { return p.stones[p.Mover()].completing() & p.open() }

// Over reports whether the game is over.
func (p *Position) Over() bool {
	_, over := p.Judge()
	return over
}

// Count returns the number of legal turns of a position that is not over.
func (p *Position) Count() int {
	open, winning := p.open(), p.winning()
	if !p.loose {
		return twistings*(open&^winning).count() + winning.count()
	}
	n := 0
	for left := open; left != 0; left &= left - 1 {
		n += p.forms(left.lowest(), winning)
	}
	return n
}

// Nth returns a legal turn by its number, from 0 to Count()-1. Every turn has one number, so a
// number drawn evenly is a turn drawn evenly.
func (p *Position) Nth(n int) Turn {
	open, winning := p.open(), p.winning()
	if winning == 0 && !p.loose {
		return Turn{open.nth(n / twistings), Twist(n % twistings)}
	}
	for left := open; left != 0; left &= left - 1 {
		c := left.lowest()
		forms := p.forms(c, winning)
		switch {
		case n >= forms:
			n -= forms
		case forms == 1:
			return Turn{c, NoTwist}
		default:
			return Turn{c, Twist(n)}
		}
	}
	panic("pentago: there is no turn of that number")
}

// Playout plays turns to the end, each drawn evenly from the legal ones, and returns the winner,
// [games.Spectator] for a draw. The position stays as it is.
func (p Position) Playout(rng *rand.Rand) games.Seat {
	for {
		if winner, over := p.Judge(); over {
			return winner
		}
		p.Play(p.draw(rng))
	}
}

// draw returns a turn drawn evenly: it draws a cell and a twist until they are legal together. A placement
// that wins has one turn, which it returns if it draws the first twist.
func (p *Position) draw(rng *rand.Rand) Turn {
	open, own, each := p.open(), p.stones[p.Mover()], twistings
	if p.loose {
		each++
	}
	for many := open.count() * each; ; {
		n := rng.IntN(many)
		t := Turn{open.nth(n / each), Twist(n % each)}
		if (own | t.Cell.bit()).wins() {
			if t.Twist != 0 {
				continue
			}
			t.Twist = NoTwist
		} else if t.Twist == NoTwist {
			if _, ok := (p.stones[0] | p.stones[1] | t.Cell.bit()).firstNeutral(); !ok {
				continue
			}
		}
		return t
	}
}
