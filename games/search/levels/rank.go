package levels

import (
	"parlour/games"
	"parlour/games/search"
)

// linePlies is the length of the play that advice tells.
const linePlies = 3

// Rank searches a position and returns what [Table.Rank] does, with a function that writes a move.
func Rank[P any, Q search.Playable[P]](t *search.Thinker[P, Q], root P, most int, b search.Budget, write func(search.Move) games.Move) (best, line []games.Move) {
	t.Think(root, b)
	for _, m := range t.Ranked(most) {
		best = append(best, write(m))
	}
	for _, m := range t.Line(linePlies) {
		line = append(line, write(m))
	}
	return best, line
}
