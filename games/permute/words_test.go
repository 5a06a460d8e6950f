package permute

import (
	"fmt"
	"strings"
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
	for want, moves := range map[string][]games.Move{
		"0 ": nil, "1 Ann ↻ d3, keeps d4": {"Cd3-d4"}, "2 Ben ↺ f6, keeps g6": {"Cd3-d4", "Af6-g6"},
		"2 Ben swaps. Ann is Yellow now.": {"Cd3-d4", "swap"},
	} {
		w := play(t, setup(9, "chequer", "on"), moves...).View(0).Words()
		if got := fmt.Sprint(w.Unit, " ", say(t, w.Line)); got != want {
			t.Errorf("after %v the line is %q, want %q", moves, got, want)
		}
	}
}

// The score says that it counts two groups of each side. No line breaks between a side and its sizes.
func TestScoreSaysWhatItCounts(t *testing.T) {
	for want, groups := range map[string][2][]int{
		"Two largest groups: Orange 11 and 6 · Yellow 9 and 9": {{11, 6, 1}, {9, 9}},
		"Two largest groups: Orange 43 · Yellow ":              {{43}, nil},
	} {
		got := say(t, View{Groups: groups}.Words().Score)
		if parts := strings.Split(got, " "); len(parts) > 6 {
			t.Errorf("%q may break at %d places, want 5 at most", got, len(parts)-1)
		}
		if got = strings.ReplaceAll(got, "\u00a0", " "); got != want {
			t.Errorf("the score is %q, want %q", got, want)
		}
	}
}
