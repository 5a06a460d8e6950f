package twistonly

import (
	"math/bits"

	"parlour/games/board"
	"parlour/games/search"
)

// The sizes of a board: a table offers 8 to 13, and the rules work from 2.
const (
	minSize = 2
	maxSize = board.Max
)

// hold is the number of neutral stones that a group must touch to be solved.
const hold = 3

// A Position is a board and the colour to twist, without text. It is a value of some 600 bytes: a
// search copies it and plays on the copy. Only [board.Stones.Groups] allocates.
//
// A face lies where its bottom left cell lies. [Position.Play] keeps what can be twisted up to date.
type Position struct {
	board.Stones // of which those of solved groups are fixed
	mover        board.Colour
	idle         uint8 // number of twists in a row that solved nothing
	barred       barred
	turns        [2]board.Cells // by direction, clockwise first: the faces that may be twisted so
	inRow        [maxSize]uint8 // by row: the twists of its faces
	many         uint16         // all of inRow
}

// barred holds the twists that would bring back the board as it stood before the last twist. There
// are at most two: of one face both ways, or of two faces that share the two stones that were exchanged.
type barred struct {
	twists [2]Twist
	count  uint8
}

// A Twist is one turn: a face by its bottom left cell, and a direction.
type Twist struct {
	Col       int  `json:"col"` // from 0
	Row       int  `json:"row"` // from 0
	Clockwise bool `json:"clockwise"`
}

// newPosition sets up the stones in alternating cells, [board.Yellow] at a1.
func newPosition(size int) Position {
	p := Position{Stones: board.Fill(size, board.Chequer)}
	p.update()
	return p
}

// Idle returns the number of twists in a row, up to the last one, that solved nothing.
func (p *Position) Idle() int { return int(p.idle) }

// patience is the number of twists in a row that solve nothing which ends a game.
func (p *Position) patience() int { return 2 * p.Size() }

// update computes which twists may be made: those of faces with both colours and no solved stone
// that bring nothing back, and none once the players have run out of patience.
func (p *Position) update() {
	p.many = 0
	n := p.Size()
	for row := range n - 1 {
		live := uint32(0)
		if p.Idle() < p.patience() {
			live = p.Live(row)
		}
		p.turns[0][row+1], p.turns[1][row+1] = live, live
	}
	for _, t := range p.barred.twists[:p.barred.count] {
		p.turns[t.way()][t.Row+1] &^= 1 << t.Col
	}
	for row := range n - 1 {
		p.inRow[row] = uint8(bits.OnesCount32(p.turns[0][row+1]) + bits.OnesCount32(p.turns[1][row+1]))
		p.many += uint16(p.inRow[row])
	}
}

// way is the index of the direction of a twist.
func (t Twist) way() int {
	if t.Clockwise {
		return 0
	}
	return 1
}

// legal reports whether a twist of a face on the board may be made.
func (p *Position) legal(t Twist) bool { return p.turns[t.way()][t.Row+1]>>t.Col&1 == 1 }

// Play makes a legal twist, solves the groups that hold on now, and passes the turn.
func (p *Position) Play(t Twist) {
	changed := p.Twist(t.Col, t.Row, t.Clockwise)
	p.idle++
	p.barred = barred{}
	if p.solve(t) {
		p.idle = 0 // no face of the stones that were exchanged can be twisted any more
	} else {
		p.bar(t, changed)
	}
	p.mover = p.mover.Other()
	p.update()
}

// solve solves the groups of a face that was twisted, as far as they hold on, and reports whether there
// are any. No other group can have come to touch more.
func (p *Position) solve(t Twist) (any bool) {
	for place := range 4 {
		row, cell := t.Row+place/2+1, uint32(1)<<(t.Col+place%2)
		if p.Fixed[row]&cell != 0 {
			continue // with another stone of the face
		}
		stones := &p.Of[p.Of[board.Yellow][row]>>(t.Col+place%2)&1]
		rest := *stones
		rest.Remove(row, cell)
		if group := stones.Without(rest); p.touches(&group) >= hold {
			p.Fixed = p.Fixed.With(group)
			any = true
		}
	}
	return any
}

// touches returns the number of neutral stones that some cells touch. One lies beside each cell of the
// border, so a corner touches two.
func (p *Position) touches(cells *board.Cells) int {
	n := p.Size()
	touched := bits.OnesCount32(cells[1]) + bits.OnesCount32(cells[n])
	for _, row := range cells[1 : n+1] {
		touched += int(row&1 + row>>(n-1))
	}
	return touched
}

// bar notes the twists that would bring back the board as it was before a twist that changed some
// places of its face. Such a face holds all of these.
func (p *Position) bar(t Twist, changed uint32) {
	p.barFace(t, t.Col, t.Row, changed)
	for _, side := range [4]struct{ col, row, rest int }{{-1, 0, 0b1010}, {1, 0, 0b0101}, {0, -1, 0b1100},
		{0, 1, 0b0011}} {
		col, row := t.Col+side.col, t.Row+side.row
		if changed&uint32(side.rest) == 0 && min(col, row) >= 0 && max(col, row) < p.Size()-1 {
			p.barFace(t, col, row, changed)
		}
	}
}

// barFace notes the twists of a face that exchange again the places that a twist changed.
func (p *Position) barFace(t Twist, col, row int, changed uint32) {
	var was board.Cells
	was[t.Row+1], was[t.Row+2] = changed&3<<t.Col, changed>>2<<t.Col
	now := p.Of[board.Yellow].InFace(col, row)
	for _, clockwise := range [2]bool{true, false} {
		if now^board.Turned(now, clockwise) == was.InFace(col, row) {
			p.barred.twists[p.barred.count] = Twist{col, row, clockwise}
			p.barred.count++
		}
	}
}

// Count returns the number of legal twists, 0 once the game is over.
func (p *Position) Count() int { return int(p.many) }

// Over reports whether no twist is left, or too many in a row solved nothing.
func (p *Position) Over() bool { return p.many == 0 }

// Nth returns a legal twist by its number, from 0 to Count()-1. Every twist has one number, so a
// number drawn evenly is a twist drawn evenly.
func (p *Position) Nth(n int) Twist {
	row := 0
	for ; n >= int(p.inRow[row]); row++ {
		n -= int(p.inRow[row])
	}
	faces, clockwise := p.turns[0][row+1], true
	if here := bits.OnesCount32(faces); n >= here {
		faces, clockwise, n = p.turns[1][row+1], false, n-here
	}
	return Twist{board.Nth(faces, n), row, clockwise}
}

// Player is the seat to move.
func (p *Position) Player() int { return int(p.mover) }

// PlayNth plays a legal twist by its number.
func (p *Position) PlayNth(n int) { p.Play(p.Nth(n)) }

// held returns the board with the stones of solved groups alone, which count.
func (p *Position) held() *board.Stones {
	return &board.Stones{Side: p.Side, Of: [2]board.Cells{p.Of[0].Within(p.Fixed), p.Of[1].Within(p.Fixed)}}
}

// Worth returns what the board as it stands is worth to each side.
func (p *Position) Worth() search.Worths { return p.held().Worth() }
