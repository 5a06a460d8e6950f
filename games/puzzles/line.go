package puzzles

import (
	"slices"

	"parlour/games"
)

// Solution returns the moves with which the puzzle is won, from Move to the end of the game. The side that loses holds out
// as long as it can. Where the game can't tell that, it leaves the fewest wins, and the solution ends where none is at hand.
func (p Puzzle) Solution(g games.Exact, s games.State) (line []games.Move) {
	solver := s.ToMove()[0]
	for m := p.Move; m != ""; m = next(g, s, solver) {
		after, err := s.Play(s.ToMove()[0], m)
		if err != nil {
			return line
		}
		line, s = append(line, m), after
	}
	return line
}

// next returns the move of a position that a solver wins, "" if it is over or nobody can tell.
func next(g games.Exact, s games.State, solver games.Seat) games.Move {
	if _, over := s.Result(); over {
		return ""
	}
	seat := s.ToMove()[0]
	if all, ok := g.Values(s.View(seat), seat); ok {
		return longestOrSoonest(all)
	}
	if won := winsNow(s); seat == solver {
		return slices.Concat(won, []games.Move{""})[0]
	}
	var reply games.Move
	fewest := -1
	for _, m := range s.Legal(seat) {
		after, err := s.Play(seat, m)
		if _, over := after.Result(); err != nil || over {
			continue
		}
		if n := len(winsNow(after)); fewest < 0 || n < fewest {
			reply, fewest = m, n
		}
	}
	return reply
}

// longestOrSoonest returns the first of the best moves: of those that win the soonest, of others the one that lasts longest.
func longestOrSoonest(all []games.Valued) games.Move {
	best := games.Best(all)
	i := slices.IndexFunc(all, func(v games.Valued) bool { return v.Value == best })
	return all[i].Move
}

// winsNow returns the moves that win at once for the seat to move.
func winsNow(s games.State) (won []games.Move) {
	seat := s.ToMove()[0]
	for _, m := range s.Legal(seat) {
		after, err := s.Play(seat, m)
		if err != nil {
			continue
		}
		if r, over := after.Result(); over && slices.Equal(r.First(), []games.Seat{seat}) {
			won = append(won, m)
		}
	}
	return won
}
