package pentago

import (
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/search"
)

// The judge says a chance of a turn, and none of one that is seen to win or to lose, which advice tells in turns.
func TestJudge(t *testing.T) {
	for _, c := range []struct {
		log, turn string
		ok        bool
	}{
		{zoo[7].log, zoo[7].want, false}, {zoo[10].log, "a1-Ca1", false}, {"b2-Aa1 e5-Ca4", "c3-Aa1", true}, {"b2-Aa1", "no turn", false},
	} {
		s, err := Game{}.Start(games.Setup{Game: "pentago", Rules: rules, Seats: 2, Options: map[string]string{"opening": "free", "twist": "always"}})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range strings.Fields(c.log) {
			if s, err = s.Play(s.ToMove()[0], games.Move(m)); err != nil {
				t.Fatal(err)
			}
		}
		raw, ok := Game{}.Judge(s.View(0), s.ToMove()[0], games.Move(c.turn), games.Seed{1})
		if ok != c.ok || raw < 0 || raw > 1 {
			t.Errorf("after %s, %s wins %v of the games, %t, want %t", c.log, c.turn, raw, ok, c.ok)
		}
	}
}

// A worth is said by the curve, and what is certain stays so.
func TestAdviceGoesByTheCurve(t *testing.T) {
	before := chances
	defer func() { chances = before }()
	chances = search.Curves{{Seats: 2, Steep: 2, Lift: 0.3}}
	for _, w := range []worth{-200, -30, 0, 75} {
		if got, want := w.chance(), chances[0].Of(w.raw()); got != want {
			t.Errorf("%d points are a chance of %v, want %v", w, got, want)
		}
	}
	if worth(won-3).chance() != 1 || worth(3-won).chance() != 0 {
		t.Error("the curve changes what is certain")
	}
}
