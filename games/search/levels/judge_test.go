package levels

import (
	"math"
	"testing"

	"parlour/games"
	"parlour/games/search/odds"
)

// Advice says what the curve makes of a chance, and a move costs what is lost by that. The judge says the chance itself.
func TestAdviceGoesByTheCurve(t *testing.T) {
	curve := odds.Curve{Steep: 3, Lift: 0.2}
	bent := table
	bent.Curve = func(view) odds.Curve { return curve }
	var seed games.Seed
	v := view{8, 3}
	plain := table.Advise(v, "xxxx", seed)
	raw, made := table.Judge(v, plain.Best, seed), table.Judge(v, "xxxx", seed)
	if got := bent.Judge(v, "xxxx", seed); got != made || made != 0.4 {
		t.Errorf("the judge says %v with a curve and %v without one, want 0.4", got, made)
	}
	a := bent.Advise(v, "xxxx", seed)
	if got, want := a.Made.Args["Wins"], int(math.Round(100*curve.Of(0.4))); got != want {
		t.Errorf("the move that was made wins %v of 100 games, want %d", got, want)
	}
	if want := max(0, curve.Of(raw)-curve.Of(0.4)); a.Cost != want || a.Cost == plain.Cost {
		t.Errorf("that move costs %v, and %v without the curve, want %v", a.Cost, plain.Cost, want)
	}
}
