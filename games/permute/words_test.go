package permute

import (
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
	for _, c := range []struct {
		moves []games.Move
		last  games.Move // a system move of Ben's
		line  string
		unit  int
	}{
		{nil, "", "", 0},
		{[]games.Move{"Cd3-d4"}, "", "Ann ↻ d3, keeps d4", 1},
		{[]games.Move{"Cd3-d4", "Af6-g6"}, "", "Ben ↺ f6, keeps g6", 2},
		{[]games.Move{"Cd3-d4", "swap"}, "", "Ben swaps. Ann is Yellow now.", 2},
		{[]games.Move{"Cd3-d4"}, games.Leave, "Ben resigned", 2},
		{[]games.Move{"Cd3-d4"}, games.Spent, "Ben ran out of time", 2},
		{[]games.Move{"Cd3-d4"}, games.Absent, "Ben left the server", 2},
		{[]games.Move{"Cd3-d4"}, games.Lapse, "Ben ran out of time", 2},
		{nil, games.Draw, "A draw was agreed", 1},
	} {
		var s games.State = play(t, setup(9, "chequer", "on"), c.moves...)
		if c.last != "" {
			s, _ = s.Play(1, c.last)
		}
		w := s.View(0).Words()
		if got := say(t, w.Line); got != c.line || w.Unit != c.unit {
			t.Errorf("after %v %s the line is %d. %q, want %d. %q", c.moves, c.last, w.Unit, got, c.unit, c.line)
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

// The board as text says what lower case means once a stone has it.
func TestLowerCaseIsSaid(t *testing.T) {
	for want, moves := range map[string][]games.Move{"": nil, "o and y are fixed.": {"Cd3-d4"}} {
		v := play(t, setup(9, "chequer", "on"), moves...).View(0).(View)
		if got := say(t, v.Words().Small); got != want {
			t.Errorf("below\n%v\nstands %q, want %q", v, got, want)
		}
	}
}
