package permutations

import (
	"math"
	"math/rand/v2"
	"testing"

	"parlour/games"
	"parlour/games/search"
)

// Advice says what the curve for so many players makes of the share of playouts, and a move costs what is lost by
// that, unless it may well be chance.
func TestAdviceGoesByTheCurve(t *testing.T) {
	before := chances
	defer func() { chances = before }()
	c := search.Curve{Seats: 2, Steep: 2}
	chances = search.Curves{c}
	for _, at := range []struct {
		players, best, made int
		cost                float64 // by the search
		bestSaid, madeSaid  int
		lost                float64
	}{
		{2, 60, 40, 0.2, 69, 31, c.Of(0.6) - c.Of(0.4)},
		{2, 60, 59, 0, 69, 67, 0},
		{2, 100, 0, 1, 100, 0, 1},
		{3, 60, 40, 0.2, 60, 40, 0.2},
	} {
		v := View{Humans: at.players}
		best, made, lost := v.said(at.best), v.said(at.made), v.lost(at.best, at.made, at.cost)
		if best != at.bestSaid || made != at.madeSaid || math.Abs(lost-at.lost) > 1e-9 {
			t.Errorf("between %d, %d and %d of 100 are said to be %d and %d, and %v is lost; want %d, %d and %v",
				at.players, at.best, at.made, best, made, lost, at.bestSaid, at.madeSaid, at.lost)
		}
	}
	told := 0
	for n := range uint64(8) {
		s := late(t, 2, 1, rand.New(rand.NewPCG(n, 24)))
		seat := s.ToMove()[0]
		for _, made := range s.Legal(seat) {
			advise := func(cs search.Curves) games.Advice {
				chances = cs
				v := s.View(seat).(View)
				return v.advise(v.thinker(seat, games.Seed{}, search.Budget{Playouts: 30}), made, 240)
			}
			bent, plain := advise(search.Curves{c}), advise(nil)
			wins := plain.Made.Args["Wins"].(int)
			if got := bent.Made.Args["Wins"]; got != int(math.Round(100*c.Of(float64(wins)/100))) || (bent.Cost == 0) != (plain.Cost == 0) {
				t.Fatalf("advice is %+v, and without the curve %+v", bent, plain)
			}
			if bent.Cost != plain.Cost && wins > 0 {
				told++
			}
		}
	}
	if told == 0 {
		t.Errorf("the curve changed the cost of no move")
	}
}

// The judge says the same of a move each time, from what the seat sees, and nothing of what isn't a move.
func TestJudge(t *testing.T) {
	s := late(t, 2, 9, rand.New(rand.NewPCG(1, 24)))
	seat := s.ToMove()[0]
	move := s.Legal(seat)[0]
	one, ok := Game{}.Judge(s.View(seat), seat, move, games.Seed{1})
	two, _ := Game{}.Judge(s.View(seat), seat, move, games.Seed{1})
	if !ok || one != two || one < 0 || one > 1 {
		t.Errorf("%s wins %v and %v of the games, %t", move, one, two, ok)
	}
	if raw, ok := (Game{}).Judge(s.View(seat), seat, games.Lapse, games.Seed{1}); ok {
		t.Errorf("a lapse wins %v of the games", raw)
	}
}
