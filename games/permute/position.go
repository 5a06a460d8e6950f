package permute

import (
	"math/bits"

	"parlour/games/board"
)

// The sizes of a board: a table offers 9 to 19, the rules work from 2, and the
// notation has letters for 26.
const (
	minSize  = 2
	maxSize  = board.Max
	tableMin = 9
	tableMax = 19
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
	at := board.Chequer
	if blocks {
		at = func(col, row int) board.Stone { return board.Chequer(col/2, row) }
	}
	return positionOf(size, at, board.Orange)
}

// positionOf returns a position with these stones.
func positionOf(size int, at func(col, row int) board.Stone, mover board.Colour) Position {
	p := Position{Stones: board.Fill(size, at), mover: mover}
	for row := range size - 1 {
		p.update(row)
	}
	return p
}

// twistable reports whether a face on the board can be twisted.
func (p *Position) twistable(col, row int) bool { return p.live[row]>>col&1 == 1 }

// update computes the live faces and the counts of a row of faces. A face is live if none
// of its stones is bandaged and it holds both colours.
func (p *Position) update(row int) {
	low, high, live := p.Of[board.Yellow][row+1], p.Of[board.Yellow][row+2], p.Live(row)
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
func (p *Position) face(col, row int) uint32 { return p.Of[board.Yellow].InFace(col, row) }

// colourAfter returns the colour at a spot of a face once it is twisted.
func (p *Position) colourAfter(t Twist) board.Colour {
	return board.Colour(p.face(t.Col, t.Row) >> board.Source(2, t.Clockwise, t.Spot) & 1)
}

// same reports whether two twists of a face that keep the same spot lead to the same board.
func (p *Position) same(t, other Twist) bool {
	face := p.face(t.Col, t.Row)
	return board.Turned(face, t.Clockwise) == board.Turned(face, other.Clockwise)
}

// Play makes a legal twist: it turns the face, bandages the stone and passes the turn.
func (p *Position) Play(t Twist) {
	p.Twist(t.Col, t.Row, t.Clockwise)
	p.Fixed[t.Row+t.Spot/2+1] |= 1 << (t.Col + t.Spot%2)
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
		stones := p.live[row] & (p.Of[p.mover][row+spot/2+1] >> (spot % 2))
		if here := bits.OnesCount32(stones); stone >= here {
			stone -= here
			continue
		}
		// What comes to a spot turning one way goes there turning the other way.
		return Twist{board.Nth(stones, stone), row, clockwise, board.Source(2, !clockwise, spot)}
	}
	panic("permute: there is no twist of that number")
}

// PlayNth plays a legal twist by its number.
func (p *Position) PlayNth(n int) { p.Play(p.Nth(n)) }

// Player is the colour to twist.
func (p *Position) Player() int { return int(p.mover) }

// lead says how far the groups of a player are ahead: by the largest, and if these are equal, by the second.
func (p *Position) lead(player int) int {
	groups := p.Groups()
	ahead := func(n int) int { return board.Rank(groups[player], n) - board.Rank(groups[1-player], n) }
	return ahead(0)*2*p.Area() + ahead(1)
}
