package twistonly

import (
	"math"
	"testing"

	"parlour/games"
	"parlour/games/search"
	"parlour/games/search/odds"
)

var _ odds.Teller = Game{}

// Advice says what the curve of the board makes of a chance.
func TestAdviceGoesByTheCurve(t *testing.T) {
	before := chances
	defer func() { chances = before }()
	options, err := Game{}.Info().Complete(nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Game{}.Start(games.Setup{Game: Game{}.Info().Name, Rules: rules, Seats: 2, Options: options})
	if err != nil {
		t.Fatal(err)
	}
	v, few := s.View(0).(View), search.Budget{Playouts: 40}
	chances = odds.Curves{{Size: v.Size, Seats: 2, Steep: 3, Lift: 0.7}, {Size: v.Size + 9, Seats: 2, Steep: 9}}
	a := table.AdviseBy(v, "", games.Seed{1}, few, few)
	raw := table.Chance(v, a.Best, few, games.Seed{1}.Rand(v.Ply))
	if got, want := a.Worth.Args["Wins"], int(math.Round(100*chances[0].Of(raw))); got != want {
		t.Errorf("a chance of %.3f is said to be %v of 100, want %d", raw, got, want)
	}
}
