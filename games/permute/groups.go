package permute

import "parlour/games/board"

// Groups returns the sizes of the groups of each colour, descending. A group is a set of
// stones of one colour, bandaged or not, joined orthogonally.
func (p *Position) Groups() [2][]int {
	n := p.census()
	return n.Sizes(p.cells())
}

// largest returns the size of the largest group of a colour, 0 if it has no stone.
func (p *Position) largest(c board.Colour) int { return p.stones(c).Largest(board.Four) }

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
	return ahead(0)*2*p.cells() + ahead(1)
}

// Winner returns the winner of the board as it stands, and false for a draw.
func (p *Position) Winner() (board.Colour, bool) {
	n := p.census()
	side, won := n.Winner(p.cells())
	return board.Colour(side), won
}

// cells returns the number of cells of the board, the most that a group can have.
func (p *Position) cells() int { return p.Size() * p.Size() }

// census counts the groups of a position.
func (p *Position) census() (n board.Census) {
	for _, c := range [2]board.Colour{board.Orange, board.Yellow} {
		n.Take(int(c), p.stones(c), board.Four)
	}
	return n
}

// stones returns the cells with stones of a colour.
func (p *Position) stones(c board.Colour) board.Cells {
	var all board.Cells
	for row, yellow := range p.yellow[:p.size] {
		all[row+1] = yellow
		if c == board.Orange {
			all[row+1] = ^yellow & (1<<p.size - 1)
		}
	}
	return all
}
