package permutations

import (
	"slices"

	"parlour/games"
)

// Result ranks the seats by final score. A game that stopped early has no winner: every
// seat shares the first place, and the scores are those of the finished rounds.
func (s state) Result() (games.Result, bool) {
	if s.pos.Phase != Over {
		return games.Result{}, false
	}
	scores := s.pos.scores()
	r := games.Result{Scores: slices.Clone(scores[:s.pos.Seats]), Reason: s.reason()}
	for _, own := range r.Scores {
		place := 1
		for _, other := range r.Scores {
			if other > own && s.ended == Played {
				place++
			}
		}
		r.Places = append(r.Places, place)
	}
	return r, true
}

// reason says why the game ended.
func (s state) reason() games.Text {
	switch s.ended {
	case Drawn:
		return games.Say("reason.draw", "Player", s.ender)
	case Deserted:
		return games.Say("permutations.reason.deserted")
	}
	scores := s.pos.scores()
	best := scores[:s.pos.Seats]
	slices.Sort(best)
	high, low := best[len(best)-1], best[len(best)-2]
	if high == low {
		return games.Say("permutations.reason.shared", "High", high)
	}
	return games.Say("permutations.reason.score", "High", high, "Low", low)
}
