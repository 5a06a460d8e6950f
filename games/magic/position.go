package magic

import (
	"math/bits"

	"parlour/games"
)

// What a tile shows, as an index into a side's tiles. Flipping exchanges them.
const (
	light = iota
	dark
)

// board is every square, as a set.
const board uint16 = 1<<16 - 1

// inHand is how many tiles a side begins with. Eight each fill the board, so
// nobody runs out of them before the game is over.
const inHand = 8

// A Position is a board and who is to move: the typed form of the game, without
// text. It is a value, so a copy is a position of its own; the zero Position is
// the empty board. A set of squares is 16 bits, the lowest for a1.
type Position struct {
	tiles [2][2]uint16 // by seat, then light and dark
	mover games.Seat
}

// Mover returns whose turn it is, or would be if the game were not over.
func (p Position) Mover() games.Seat { return p.mover }

// At returns what lies on a square.
func (p Position) At(q Square) Cell {
	for seat, kind := range [2]Kind{Circle, Diamond} {
		if p.of(games.Seat(seat))&q.bit() != 0 {
			return Cell{kind, p.tiles[seat][light]&q.bit() != 0}
		}
	}
	return Cell{}
}

// Tiles returns how many tiles lie on the board: each turn places one.
func (p Position) Tiles() int { return bits.OnesCount16(p.taken()) }

// Left returns how many tiles each seat has in hand.
func (p Position) Left() [2]int {
	return [2]int{inHand - bits.OnesCount16(p.of(0)), inHand - bits.OnesCount16(p.of(1))}
}

// Play makes a legal turn.
func (p *Position) Play(t Turn) {
	if t.Flips() {
		theirs := &p.tiles[1-p.mover]
		shown := light
		if theirs[dark]&t.From.bit() != 0 {
			shown = dark
		}
		theirs[shown] &^= t.From.bit()
		theirs[1-shown] |= t.To.bit()
	}
	p.tiles[p.mover][t.shown()] |= t.Place.bit()
	p.mover = 1 - p.mover
}

// of returns the squares of a seat's tiles.
func (p Position) of(seat games.Seat) uint16 { return p.tiles[seat][light] | p.tiles[seat][dark] }

// taken returns the squares that hold a tile.
func (p Position) taken() uint16 { return p.of(0) | p.of(1) }

// empty returns the squares that hold none.
func (p Position) empty() uint16 { return board &^ p.taken() }
