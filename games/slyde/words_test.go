package slyde

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
		"0 ": nil, "1 Ann b1 → a1": {"b1-a1"}, "2 Ben c1 → d1": {"b1-a1", "c1-d1"},
		"3 Ann frees a1": {"b1-a1", "c1-d1", "*a1"}, "3 Ann fixes b3": {"b1-a1", "c1-d1", "*b3"},
	} {
		w := play(t, setup(4, true), moves...).View(0).Words()
		if got := fmt.Sprint(w.Unit, " ", say(t, w.Line)); got != want {
			t.Errorf("after %v the line is %q, want %q", moves, got, want)
		}
	}
}

// The words for a move tell of it before it is made.
func TestTelling(t *testing.T) {
	s := play(t, setup(4, true), "b1-a1", "c1-d1")
	for m, want := range map[games.Move][2]string{
		"b3-b2": {"Ann swapped b3 → b2", ""}, "*a1": {"Ann freed a1", "freeing a1"}, "*b3": {"Ann fixed b3", "fixing b3"},
		games.Leave: {"", ""}, "*z26": {"Ann freed z26", "freeing z26"},
	} {
		telling := Game{}.Tell(s.View(0), 0, m)
		if got := [2]string{say(t, telling.Did), say(t, telling.Try)}; got != want {
			t.Errorf("%s is told as %q, want %q", m, got, want)
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

// While no two stones of a colour touch, their groups tell nothing.
func TestNoScoreOfSingleStones(t *testing.T) {
	for want, moves := range map[string][]games.Move{"": nil, "Two largest groups: Orange 4 and 1 · Yellow 4 and 1": {"b3-c3"}} {
		if got := strings.ReplaceAll(say(t, play(t, setup(4, true), moves...).View(0).Words().Score), "\u00a0", " "); got != want {
			t.Errorf("after %v the score is %q, want %q", moves, got, want)
		}
	}
}

// What is told of the last turn says also that a stone may be changed.
func TestLast(t *testing.T) {
	for want, moves := range map[string][]games.Move{
		"": nil, "Ann: b1 → a1.": {"b1-a1"},
		"Ben: c1 → d1. Now the board mirrors itself. Ann may fix or free any stone.": {"b1-a1", "c1-d1"},
		"Ann frees a1.": {"b1-a1", "c1-d1", "*a1"}, "Ann fixes b3.": {"b1-a1", "c1-d1", "*b3"},
	} {
		if got := say(t, play(t, setup(4, true), moves...).View(0).Words().Last...); got != want {
			t.Errorf("after %v a player is told %q, want %q", moves, got, want)
		}
	}
}

// A position in which a stone may be changed says so.
func TestOwes(t *testing.T) {
	for want, moves := range map[string][]games.Move{
		"Swap one of your stones with a neighbour.":                 {"b1-a1"},
		"The board mirrors itself. Swap, or fix or free any stone.": {"b1-a1", "c1-d1"},
	} {
		if got := say(t, play(t, setup(4, true), moves...).View(0).Words().Owes); got != want {
			t.Errorf("after %v a player owes %q, want %q", moves, got, want)
		}
	}
}
