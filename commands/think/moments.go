package think

import (
	"cmp"
	"slices"

	"parlour/commands/match"
)

// A move is a turning point if it gave away so much of the worth of the game, as [games.Advice] has it.
const leastCost = 0.2

// leastRun is how many big mistakes in turn are told at once. A mistake and its answer are told one by one,
// because either player may learn from their own.
const leastRun = 3

// maxMoments is how many moments of a match are told.
const maxMoments = 5

// A Moment is what is told at once of a match: a big mistake, a run of three or more that two players made in
// turn, or a move with a remark.
type Moment []Point

// Shown returns the move of a moment that is shown. Of a run it is the worst mistake of the player who made the last
// one, because that player lost by the run; of equals it is the later one.
func (m Moment) Shown() Point {
	shown := m[len(m)-1]
	for _, p := range slices.Backward(m) {
		if p.seat == shown.seat && p.Advice.Cost > shown.Advice.Cost {
			shown = p
		}
	}
	return shown
}

// answers reports whether a move is a big mistake right after one of another player.
func (p Point) answers(o Point) bool {
	return p.Costly() && o.Costly() && p.spot == o.spot+1 && p.seat != o.seat
}

// moments makes a moment of each point. A run of big mistakes that answer each other is one, if runs is set.
func moments(points []Point, runs bool) (all []Moment) {
	for len(points) > 0 {
		n := 1
		for runs && n < len(points) && points[n].answers(points[n-1]) {
			n++
		}
		if n < leastRun {
			n = 1
		}
		all, points = append(all, Moment(points[:n:n])), points[n:]
	}
	return all
}

// answering reports whether a mistake in a match gives the next player what the one before lost: there are two, and
// neither moves before the other's move is known.
func answering(m *match.Match) bool { return len(m.Players) == 2 && !m.Info.Hidden }

// worst returns the moments whose shown moves cost most and, where these are few, those with a remark. They are in the
// order of the game. Of equals the later ones are kept.
func worst(all []Moment) []Moment {
	byCost := slices.Clone(all)
	slices.Reverse(byCost)
	slices.SortStableFunc(byCost, func(a, b Moment) int {
		return cmp.Compare(b.Shown().Advice.Cost, a.Shown().Advice.Cost)
	})
	byCost = byCost[:min(len(byCost), maxMoments)]
	slices.SortFunc(byCost, func(a, b Moment) int { return cmp.Compare(a[0].spot, b[0].spot) })
	return byCost
}
