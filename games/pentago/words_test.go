package pentago

import (
	"fmt"
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
	for want, moves := range map[string]string{
		"0 ": "", "1 Ann places b3, ↻ d4": "b3-Cd4", "2 Ben places e5, ↺ a1": "b3-Cd4 e5-Aa1", "17 Ann places d3": near + " d3",
	} {
		w := play(t, usual, moves).View(0).Words()
		if got := fmt.Sprint(w.Unit, " ", say(t, w.Line)); got != want {
			t.Errorf("after %v the line is %q, want %q", moves, got, want)
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
