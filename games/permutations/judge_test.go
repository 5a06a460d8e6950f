package permutations

import (
	"math/rand/v2"
	"testing"

	"parlour/games"
	"parlour/games/permutations/mind"
	"parlour/games/search/odds"
)

// Advice says what the curve for so many players makes of the share of playouts, and a move costs what is lost by
// that, unless it may well be chance.
func TestAdviceGoesByTheCurve(t *testing.T) {
	before := chances
	defer func() { chances = before }()
	c := odds.Curve{Seats: 2, Steep: 2}
	chances = odds.Curves{c}
	for _, at := range []struct {
		players  int
		in, want mind.Judgement
	}{
		{2, mind.Judgement{Wins: 60, Made: 40, Cost: 0.2}, mind.Judgement{Wins: 69, Made: 31, Cost: c.Of(0.6) - c.Of(0.4)}},
		{2, mind.Judgement{Wins: 60, Made: 59}, mind.Judgement{Wins: 69, Made: 67}},
		{2, mind.Judgement{Wins: 100, Made: 0, Cost: 1}, mind.Judgement{Wins: 100, Made: 0, Cost: 1}},
		{3, mind.Judgement{Wins: 60, Made: 40, Cost: 0.2}, mind.Judgement{Wins: 60, Made: 40, Cost: odds.Plain.Of(0.6) - odds.Plain.Of(0.4)}},
	} {
		if got := (View{Humans: at.players}).curved(at.in); got.Wins != at.want.Wins || got.Made != at.want.Made || got.Cost != at.want.Cost {
			t.Errorf("between %d, %+v becomes %+v, want %+v", at.players, at.in, got, at.want)
		}
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
