package permutations

// chance returns the share of a number of playouts in which a move comes out ahead of the
// other players, as [thinker.Judge] counts it.
func (t *thinker) chance(m decision, playouts int) float64 {
	moves := []option{{decision: m}}
	t.duel(moves, playouts)
	return moves[0].wins / float64(max(1, moves[0].tries))
}
