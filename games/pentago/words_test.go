package pentago

import (
	"testing"

	"parlour/commands/locale/localetest"
	"parlour/games"
)

// say returns texts as [localetest.Say] does.
func say(t *testing.T, texts ...games.Text) string {
	t.Helper()
	return localetest.Say(t, Game{}, texts...)
}

func TestLinesOfTheRecord(t *testing.T) {
	for _, c := range []struct {
		moves string
		last  games.Move // a system move of Ben's
		line  string
		unit  int
	}{
		{"", "", "", 0},
		{"b3-Cd4", "", "Ann places b3, ↻ d4", 1},
		{"b3-Cd4 e5-Aa1", "", "Ben places e5, ↺ a1", 2},
		{near + " d3", "", "Ann places d3", 17},
		{"b3-Cd4", games.Leave, "Ben resigned", 2},
		{"b3-Cd4", games.Lapse, "Ben ran out of time", 2},
		{"", games.Draw, "A draw was agreed", 1},
	} {
		var s games.State = play(t, usual, c.moves)
		if c.last != "" {
			s, _ = s.Play(1, c.last)
		}
		w := s.View(0).Words()
		if got := say(t, w.Line); got != c.line || w.Unit != c.unit {
			t.Errorf("after %v %s the line is %d. %q, want %d. %q", c.moves, c.last, w.Unit, got, c.unit, c.line)
		}
	}
}

func TestReasonsInWords(t *testing.T) {
	for line, want := range map[string]string{
		near + " d3": "five in a row, b1 to f5",
		theirs:       "five in a row, a1 to e1, by Ben's own twist",
		both:         "you both have five in a row",
	} {
		if r, _ := play(t, usual, line).Result(); say(t, r.Reason) != want {
			t.Errorf("the reason is %q, want %q", say(t, r.Reason), want)
		}
	}
	if got := say(t, move(t, set(t, "a1 b1 c1 d1 f1", "a3 b4 c5 d6 f6"), "e1").Ended.Reason); got != "six in a row, a1 to f1" {
		t.Errorf("the reason for six is %q", got)
	}
}

// With the corner opening, the words for the first turn ask for a corner. Those for later turns do not.
func TestOwes(t *testing.T) {
	corner := setup("corner", "always")
	for line, want := range map[string]string{"": "pentago.owes.corner", "a1-Ca1": "pentago.owes.turn"} {
		if got := play(t, corner, line).View(0).Words().Owes.Key; got != want {
			t.Errorf("after %q the words are %s, want %s", line, got, want)
		}
	}
}
