package permute

import (
	"math/rand/v2"

	"parlour/games"
	"parlour/games/search"
)

// Best returns the move of the strongest opponent for the seat that is to move,
// and "" when nobody is. The same View, number of playouts and seed give the same
// move. Where it may swap, it does when it would rather be the other side.
func Best(v View, playouts int, seed uint64) games.Move {
	if v.ToMove == games.Spectator {
		return ""
	}
	t := newThinker(hardest, rand.New(rand.NewPCG(seed, uint64(v.Ply))))
	twist, worth := t.think(v.position(), search.Budget{Playouts: playouts})
	if v.Swap && worth < 0.5 {
		return swapMove
	}
	return twist.Move()
}

// position returns the position of a View in which somebody is to move.
func (v View) position() Position {
	p := Position{size: uint8(v.Size), mover: v.Colours[v.ToMove]}
	for row := range v.Size {
		for col := range v.Size {
			cell := v.At(col, row)
			p.yellow[row] |= uint32(cell.Colour) << col
			if cell.Bandaged {
				p.bandaged[row] |= 1 << col
			}
		}
	}
	for row := range v.Size - 1 {
		p.update(row)
	}
	return p
}
