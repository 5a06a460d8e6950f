package mind

// Chance returns the share of a number of playouts in which a move comes out ahead of the
// other players, as [Thinker.Judge] counts it.
func (t *Thinker) Chance(m Move, playouts int) float64 {
	moves := []option{{Move: m}}
	t.duel(moves, playouts)
	return moves[0].wins / float64(max(1, moves[0].tries))
}
