package puzzles

import (
	"slices"

	"parlour/games"
)

// Solution returns the moves with which the puzzle is won in its position, from Move to the end of the game. The side that
// loses holds out as long as it can, as far as the game knows the values of moves; else both play as the hardest level does.
func (p Puzzle) Solution(g games.Exact, s games.State) (line []games.Move) {
	for m := p.Move; m != ""; m = next(g, s) {
		after, err := s.Play(s.ToMove()[0], m)
		if err != nil {
			return line
		}
		line, s = append(line, m), after
	}
	return line
}

// next returns the next move of a solution, "" if the game is over.
func next(g games.Exact, s games.State) games.Move {
	if _, over := s.Result(); over {
		return ""
	}
	seat := s.ToMove()[0]
	if all, ok := g.Values(s.View(seat), seat); ok {
		best := games.Best(all)
		return all[slices.IndexFunc(all, func(v games.Valued) bool { return v.Value == best })].Move
	}
	levels := g.Levels()
	player, err := g.Player(string(levels[len(levels)-1]), 0)
	if err != nil {
		return ""
	}
	return player(s.View(seat), seat, games.Seed{})
}
