package permute

import (
	"math/bits"
	"math/rand/v2"

	"parlour/games/board"
	"parlour/games/search"
)

// The sizes of a board: a table offers 9 to 19, the rules work from 2, and the
// notation has letters for 26.
const (
	minSize  = 2
	maxSize  = board.Max
	tableMin = 9
	tableMax = 19
	maxCells = maxSize * maxSize
)

// A Position is a board and the colour to twist, without text. It is a value of a few
// hundred bytes: a search copies it and plays on the copy. Only [board.Stones.Groups]
// allocates.
//
// A row of cells is a word whose bit 0 is column a. So is a row of faces: a face lies
// where its bottom left cell lies. [Position.Play] keeps the live faces and the counts
// up to date for the three rows of faces that a twist touches.
type Position struct {
	board.Stones
	mover board.Colour
	live  [maxSize]uint32   // by row: the faces that can be twisted
	inRow [2][maxSize]uint8 // by colour and row: the stones in live faces, once for each face
	own   [2]uint16         // by colour: all of inRow
}

// A Twist is one turn: a face by its bottom left cell, a direction, and the spot
// in the face whose stone is bandaged after the twist.
type Twist struct {
	Col       int  `json:"col"` // from 0
	Row       int  `json:"row"` // from 0
	Clockwise bool `json:"clockwise"`
	Spot      int  `json:"spot"` // 0 bottom left, 1 bottom right, 2 top left, 3 top right
}

// newPosition sets up the stones in alternating fields, Yellow at a1. A field is one cell,
// or with blocks two cells wide and one high.
func newPosition(size int, blocks bool) Position {
	p := Position{Stones: board.Stones{Side: uint8(size)}}
	for row := range size {
		for col := range size {
			field := col
			if blocks {
				field = col / 2
			}
			if (field+row)%2 == 0 {
				p.Yellow[row] |= 1 << col
			}
		}
	}
	for row := range size - 1 {
		p.update(row)
	}
	return p
}

// Mover returns the colour to twist.
func (p *Position) Mover() board.Colour { return p.mover }

// twistable reports whether a face on the board can be twisted.
func (p *Position) twistable(col, row int) bool { return p.live[row]>>col&1 == 1 }

// At returns the stone at a column and a row, from 0 at the bottom left.
func (p *Position) At(col, row int) Cell {
	c, fixed := p.Stone(col, row)
	return Cell{c, fixed}
}

// update computes the live faces and the counts of a row of faces. A face is live if none
// of its stones is bandaged and it holds both colours.
func (p *Position) update(row int) {
	low, high := p.Yellow[row], p.Yellow[row+1]
	live := board.Live(p.Size(), low, high, p.Fixed[row]|p.Fixed[row+1])
	stones := 4 * bits.OnesCount32(live)
	yellow := bits.OnesCount32(live&low) + bits.OnesCount32(live&(low>>1)) +
		bits.OnesCount32(live&high) + bits.OnesCount32(live&(high>>1))
	p.live[row] = live
	p.setOwn(board.Orange, row, uint8(stones-yellow))
	p.setOwn(board.Yellow, row, uint8(yellow))
}

func (p *Position) setOwn(c board.Colour, row int, n uint8) {
	p.own[c] += uint16(n) - uint16(p.inRow[c][row])
	p.inRow[c][row] = n
}

// face returns the Yellow stones of a face, a bit for each spot.
func (p *Position) face(col, row int) uint32 {
	return p.Yellow[row]>>col&3 | p.Yellow[row+1]>>col&3<<2
}

// colourAfter returns the colour at a spot of a face once it is twisted.
func (p *Position) colourAfter(t Twist) board.Colour {
	return board.Colour(p.face(t.Col, t.Row) >> board.Source(2, t.Clockwise, t.Spot) & 1)
}

// Play makes a legal twist: it turns the face, bandages the stone and passes the turn.
func (p *Position) Play(t Twist) {
	turned := board.Turned(p.face(t.Col, t.Row), t.Clockwise)
	p.Yellow[t.Row] = p.Yellow[t.Row]&^(3<<t.Col) | turned&3<<t.Col
	p.Yellow[t.Row+1] = p.Yellow[t.Row+1]&^(3<<t.Col) | turned>>2<<t.Col
	p.Fixed[t.Row+t.Spot/2] |= 1 << (t.Col + t.Spot%2)
	p.mover = p.mover.Other()
	for row := max(t.Row-1, 0); row <= min(t.Row+1, p.Size()-2); row++ {
		p.update(row)
	}
}

// Count returns the number of legal twists: each of the mover's stones in a live face may
// be bandaged, after a turn either way.
func (p *Position) Count() int { return 2 * int(p.own[p.mover]) }

// Over reports whether no face can be twisted. A live face holds both colours, so the game
// is over for both or for neither.
func (p *Position) Over() bool { return p.own[board.Orange] == 0 }

// Nth returns a legal twist by its number, from 0 to Count()-1. Every twist has one number,
// so a number drawn evenly is a twist drawn evenly.
func (p *Position) Nth(n int) Twist {
	clockwise, stone := n%2 == 0, n/2
	row := 0
	for in := &p.inRow[p.mover]; stone >= int(in[row]); row++ {
		stone -= int(in[row])
	}
	for spot := range 4 {
		stones := p.live[row] & p.mine(row, spot)
		if here := bits.OnesCount32(stones); stone >= here {
			stone -= here
			continue
		}
		// What comes to a spot turning one way goes there turning the other way.
		return Twist{board.Nth(stones, stone), row, clockwise, board.Source(2, !clockwise, spot)}
	}
	panic("permute: there is no twist of that number")
}

// mine returns the faces of a row in which the mover has the stone at a spot.
func (p *Position) mine(row, spot int) uint32 {
	yellow := p.Yellow[row+spot/2] >> (spot % 2)
	if p.mover == board.Orange {
		return ^yellow
	}
	return yellow
}

// PlayNth plays a legal twist by its number.
func (p *Position) PlayNth(n int) { p.Play(p.Nth(n)) }

// Player is the colour to twist.
func (p *Position) Player() int { return int(p.mover) }

// Playout plays twists to the end, each drawn evenly from the legal ones, and returns what that is worth to Orange.
func (p *Position) Playout(rng *rand.Rand) float64 {
	for !p.Over() {
		p.PlayNth(rng.IntN(p.Count()))
	}
	return float64(p.Worth()[0])
}

// Worth returns what the board as it stands is worth to each side.
func (p *Position) Worth() search.Worths { return search.Worth(p.Winner()) }

// lead says how far the groups of a colour are ahead: by the largest, and if these are equal, by the second.
func (p *Position) lead(c board.Colour) int {
	groups := p.Groups()
	size := func(c board.Colour, n int) int {
		if n >= len(groups[c]) {
			return 0
		}
		return groups[c][n]
	}
	ahead := func(n int) int { return size(c, n) - size(c.Other(), n) }
	return ahead(0)*2*p.Area() + ahead(1)
}
