package permute

import "parlour/games"

// Colour is a side of the game.
type Colour uint8

// The colours. Orange moves first.
const (
	Orange Colour = iota
	Yellow
)

// Other returns the opponent's colour.
func (c Colour) Other() Colour { return c ^ 1 }

// The sizes of a board: a table offers 9 to 19, the rules work from 2, and the
// notation has letters for 26.
const (
	minSize   = 2
	maxSize   = 26
	tableMin  = 9
	tableMax  = 19
	maxCells  = maxSize * maxSize
	bandaged  = 2 // bit of a cell; the bit below it is the colour
	colourBit = 1
)

// A Position is a board and who is to twist: the typed form of the game, without
// text. It is a value, so a copy is a position of its own. The swap belongs to
// the State above it.
type Position struct {
	size  int
	mover Colour
	cells [maxCells]uint8 // row by row from the bottom, size to a row
}

// A Twist is one turn: a face by its bottom left cell, a direction, and the spot
// in the face whose stone is bandaged after the twist.
type Twist struct {
	Col, Row  int // from 0
	Clockwise bool
	Spot      int // 0 bottom left, 1 bottom right, 2 top left, 3 top right
}

// newPosition sets up the stones. On a chequerboard a1 is Yellow and colours
// alternate; with blocks the fields are two cells wide and one high.
func newPosition(size int, blocks bool) Position {
	p := Position{size: size}
	for row := range size {
		for col := range size {
			field := col
			if blocks {
				field = col / 2
			}
			if (field+row)%2 == 0 {
				p.cells[row*size+col] = uint8(Yellow)
			}
		}
	}
	return p
}

// Size returns how many cells a row has.
func (p *Position) Size() int { return p.size }

// Mover returns the colour that is to twist.
func (p *Position) Mover() Colour { return p.mover }

// At returns the stone at a column and a row, from 0 at the bottom left.
func (p *Position) At(col, row int) Cell {
	c := p.cells[row*p.size+col]
	return Cell{Colour(c & colourBit), c&bandaged != 0}
}

// face returns the indices of a face's four cells, in the order of Twist.Spot.
func (p *Position) face(col, row int) [4]int {
	i := row*p.size + col
	return [4]int{i, i + 1, i + p.size, i + p.size + 1}
}

// twistable reports whether a face on the board can be twisted: none of its
// stones is bandaged and it holds both colours.
func (p *Position) twistable(col, row int) bool {
	f := p.face(col, row)
	sum := p.cells[f[0]] + p.cells[f[1]] + p.cells[f[2]] + p.cells[f[3]]
	any := p.cells[f[0]] | p.cells[f[1]] | p.cells[f[2]] | p.cells[f[3]]
	return any&bandaged == 0 && sum > 0 && sum < 4
}

// source returns the spot of a face from which a twist brings a stone to a spot:
// clockwise, what was bottom right comes to the bottom left, and so on round.
func source(clockwise bool, spot int) int {
	if clockwise {
		return [4]int{1, 3, 0, 2}[spot]
	}
	return [4]int{2, 0, 3, 1}[spot]
}

// colourAfter returns the colour at a spot of a face once it is twisted.
func (p *Position) colourAfter(t Twist) Colour {
	return Colour(p.cells[p.face(t.Col, t.Row)[source(t.Clockwise, t.Spot)]] & colourBit)
}

// Play makes a legal twist: it turns the face, bandages the stone and gives the
// turn to the other colour.
func (p *Position) Play(t Twist) {
	f := p.face(t.Col, t.Row)
	old := [4]uint8{p.cells[f[0]], p.cells[f[1]], p.cells[f[2]], p.cells[f[3]]}
	for spot, cell := range f {
		p.cells[cell] = old[source(t.Clockwise, spot)]
	}
	p.cells[f[t.Spot]] |= bandaged
	p.mover = p.mover.Other()
}

// Twists appends every legal twist to buf and returns it.
func (p *Position) Twists(buf []Twist) []Twist {
	for row := range p.size - 1 {
		for col := range p.size - 1 {
			if p.twistable(col, row) {
				buf = p.twistsOf(buf, col, row)
			}
		}
	}
	return buf
}

// twistsOf appends the legal twists of one twistable face.
func (p *Position) twistsOf(buf []Twist, col, row int) []Twist {
	for _, clockwise := range [2]bool{true, false} {
		for spot := range 4 {
			t := Twist{col, row, clockwise, spot}
			if p.colourAfter(t) == p.mover {
				buf = append(buf, t)
			}
		}
	}
	return buf
}

// Over reports whether no face can be twisted.
func (p *Position) Over() bool {
	for row := range p.size - 1 {
		for col := range p.size - 1 {
			if p.twistable(col, row) {
				return false
			}
		}
	}
	return true
}

// Perft counts the sequences of twists of a given length, without the swap.
func (p *Position) Perft(depth int) int {
	if depth == 0 {
		return 1
	}
	twists := p.Twists(nil)
	if depth == 1 {
		return len(twists)
	}
	n := 0
	for _, t := range twists {
		next := *p
		next.Play(t)
		n += next.Perft(depth - 1)
	}
	return n
}

// seatOf returns who plays a colour, given the colours by seat.
func seatOf(c Colour, colours [2]Colour) games.Seat {
	if colours[0] == c {
		return 0
	}
	return 1
}
