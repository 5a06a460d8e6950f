package permute

import "parlour/games/board"

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
