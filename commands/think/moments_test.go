package think

import (
	"fmt"
	"slices"
	"testing"

	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

// The moments are the five that gave most away, from 0.2 on, in their order. Big mistakes that answer each other are one
// moment from three on, which shows the worst of the player who made the last. They are kept, so that nobody thinks about them again.
func TestMoments(t *testing.T) {
	for name, c := range map[string]struct {
		costs []float64
		want  []string // the plies of each moment, and the one that is shown
	}{
		"no moves":                   {nil, nil},
		"nothing given away":         {[]float64{0, 0.19, 0}, nil},
		"just enough":                {[]float64{0, 0.2, 0.19}, []string{"[1] 1"}},
		"a player who errs again":    {[]float64{0.3, 0, 0.4, 0.19, 0.5}, []string{"[0] 0", "[2] 2", "[4] 4"}},
		"five of six":                {[]float64{0.3, 0, 0.25, 0, 0.9, 0, 0.4, 0, 0.5, 0.1, 0.6}, []string{"[0] 0", "[4] 4", "[6] 6", "[8] 8", "[10] 10"}},
		"the last of equals":         {[]float64{0.5, 0, 0.5, 0, 0.5, 0, 0.5, 0, 0.5, 0, 0.5}, []string{"[2] 2", "[4] 4", "[6] 6", "[8] 8", "[10] 10"}},
		"a mistake and its answer":   {[]float64{0, 0.9, 0.5, 0, 0.2}, []string{"[1] 1", "[2] 2", "[4] 4"}},
		"three in turn":              {[]float64{1, 0, 0.98, 1, 0.3, 0}, []string{"[0] 0", "[2 3 4] 2"}},
		"the worst of the last":      {[]float64{0.7, 0.9, 0.3, 1, 0.2}, []string{"[0 1 2 3 4] 0"}},
		"the later of equals":        {[]float64{1, 1, 1, 1, 1, 1}, []string{"[0 1 2 3 4 5] 5"}},
		"a run of little worth goes": {[]float64{0.3, 0.2, 0.2, 0, 0.4, 0, 0.5, 0, 0.6, 0, 0.7, 0, 0.8}, []string{"[4] 4", "[6] 6", "[8] 8", "[10] 10", "[12] 12"}},
	} {
		asked := 0
		p, _ := newPool(t, scripted{cost: func(ply int) float64 { asked++; return c.costs[ply] }})
		m := begin(t, p, "m", len(c.costs), "", "")
		for range 2 {
			r, err := reviewed(t.Context(), p, "ann", m)
			var got []string
			for _, moment := range r.Moments() {
				var plies []int
				for _, point := range moment {
					plies = append(plies, point.Ply)
				}
				got = append(got, fmt.Sprint(plies, moment.Shown().Ply))
			}
			if err != nil || !slices.Equal(got, c.want) || asked != len(c.costs) {
				t.Errorf("%s: the moments are %v, %v after %d questions, want %v after %d", name, got, err, asked, c.want, len(c.costs))
			}
		}
	}
}

// Only big mistakes answer each other, and only those of two players right after each other.
func TestMistakesThatAnswer(t *testing.T) {
	at := func(spot int, seat games.Seat, cost float64) Point {
		return Point{Ply: spot, Advice: games.Advice{Cost: cost}, spot: spot, seat: seat}
	}
	for name, c := range map[string]struct {
		third Point
		want  int // number of moments
	}{
		"the next player errs":       {at(5, 0, 0.2), 1},
		"a remark about the next":    {at(5, 0, 0.1), 3},
		"the same player again":      {at(5, 1, 0.5), 3},
		"the next after a good move": {at(6, 0, 0.5), 3},
	} {
		for runs, want := range map[bool]int{true: c.want, false: 3} {
			if got := moments([]Point{at(3, 0, 0.5), at(4, 1, 0.5), c.third}, runs); len(got) != want {
				t.Errorf("%s, runs %v: %d moments, want %d", name, runs, len(got), want)
			}
		}
	}
}

// Mistakes answer each other where two players see each other's moves.
func TestWhereMistakesAnswer(t *testing.T) {
	for _, c := range []struct {
		seats  int
		hidden bool
		want   bool
	}{{2, false, true}, {2, true, false}, {3, false, false}, {1, false, false}} {
		m := &match.Match{Info: games.Info{Hidden: c.hidden}}
		m.Players = make([]storage.Player, c.seats)
		if got := answering(m); got != c.want {
			t.Errorf("%d seats, hidden %v: answering = %v, want %v", c.seats, c.hidden, got, c.want)
		}
	}
}
