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

// next returns the next move of a solution, "" if the game is over. Where turns are not counted, a win at once is taken and
// a loss at once is not.
func next(g games.Exact, s games.State) games.Move {
	if _, over := s.Result(); over {
		return ""
	}
	seat := s.ToMove()[0]
	if all, ok := g.Values(s.View(seat), seat); ok {
		best := games.Best(all)
		all = slices.DeleteFunc(all, func(v games.Valued) bool { return v.Value != best })
		return all[max(slices.IndexFunc(all, func(v games.Valued) bool { return endsAt(s, seat, v.Move) == (best.Wins > 0) }), 0)].Move
	}
	levels := g.Levels()
	player, err := g.Player(string(levels[len(levels)-1]), games.Limit{})
	if err != nil {
		return ""
	}
	return player(s.View(seat), seat, games.Seed{})
}

// endsAt reports whether a legal move ends the game.
func endsAt(s games.State, seat games.Seat, m games.Move) bool {
	after, err := s.Play(seat, m)
	if err != nil {
		return false
	}
	_, over := after.Result()
	return over
}
