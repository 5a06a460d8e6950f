package reversi

import (
	"parlour/games/board"
	"parlour/games/search"
)

// A Position is a board, without text.
type Position struct {
	discs [2]Set // by seat
	open  Set    // the cells on which the mover may place; none once the game is over
	size  uint8
	mover uint8
}

// The sizes of a board.
const (
	minSize = 4
	maxSize = 10
)

// newPosition returns the first position on a board of a size: two discs of each side in the middle.
func newPosition(size int) Position {
	s, low, high := shapes[size], size/2-1, size/2
	p := Position{size: uint8(size)}
	p.discs = [2]Set{s.at(high, low).bit().or(s.at(low, high).bit()), s.at(low, low).bit().or(s.at(high, high).bit())}
	p.open = s.moves(p.discs[0], p.discs[1])
	return p
}

func (p *Position) shape() *shape { return shapes[p.size] }

// sides returns the discs of the mover and those of the other side.
func (p *Position) sides() (own, other Set) { return p.discs[p.mover], p.discs[1-p.mover] }

// replies returns the cells on which the other side could place if it were to move.
func (p *Position) replies() Set {
	own, other := p.sides()
	return p.shape().moves(other, own)
}

// left returns the number of empty cells.
func (p *Position) left() int { return p.shape().all.less(p.discs[0].or(p.discs[1])).count() }

// Player returns the seat to move of a position that is not over.
func (p *Position) Player() int { return int(p.mover) }

// Over reports whether nobody can move.
func (p *Position) Over() bool { return p.open.empty() }

// Count returns the number of legal turns.
func (p *Position) Count() int { return p.open.count() }

// Nth returns a legal turn by its number, from 0.
func (p *Position) Nth(n int) Turn {
	open := p.open
	for range n {
		open = open.rest()
	}
	return Turn{p.size, open.first()}
}

// Play makes a legal turn. A side that cannot move then passes.
func (p *Position) Play(t Turn) {
	own, other := p.sides()
	turned := p.shape().turned(own, other, t.Cell)
	p.discs[p.mover], p.discs[1-p.mover] = own.or(turned).or(t.Cell.bit()), other.less(turned)
	for range 2 {
		p.mover ^= 1
		if p.open = p.shape().moves(p.sides()); !p.open.empty() {
			return
		}
	}
}

// PlayNth plays a legal turn by its number.
func (p *Position) PlayNth(n int) { p.Play(p.Nth(n)) }

// Lead returns by how many discs a side leads.
func (p *Position) Lead(side int) int { return p.discs[side].count() - p.discs[1-side].count() }

// Worth returns what a position that is over is worth to each side.
func (p *Position) Worth() search.Worths {
	lead := p.Lead(0)
	return search.Worth(uint8(min(1, max(0, -lead))), lead != 0)
}

// A Turn is a disc on a cell of a board of a size.
type Turn struct {
	size uint8
	Cell Cell
}

// String names the cell of a turn.
func (t Turn) String() string { return t.Cell.name(t.size) }

// name names a cell of a board of a size.
func (c Cell) name(size uint8) string { return board.Cell(int(uint8(c)%size), int(uint8(c)/size)) }

// Key and Turn are those of [search.Turning].
func (*Position) Key(t Turn) search.Move { return search.Move(t.Cell) }

func (p *Position) Turn(k search.Move) Turn { return Turn{p.size, Cell(k)} }
