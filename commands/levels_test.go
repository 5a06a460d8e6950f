package commands_test

import (
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/permutations"
	"parlour/games/permute"
)

// A climber is a thinker with ten levels, of which the fifth is medium.
type climber struct{ thinker }

func (climber) Levels() []games.Level { return games.Ladder(10, 5) }

// climbing returns a world with one game at ten levels.
func climbing(t *testing.T, g games.Game) *talk {
	w, _, _ := thinking(t, climber{thinker{g, func(games.View, games.Seat, games.Seed) games.Move { return "" }}})
	return w
}

// names returns the names of those who sit at the only table of ann.
func (w *talk) names() (names []string) {
	head, _ := w.live()
	for _, p := range head.Players {
		names = append(names, p.Name)
	}
	return names
}

// At a table the levels with a name are buttons, and the other steps a menu that says where each stands.
func TestEveryStepCanBeSeated(t *testing.T) {
	w := climbing(t, permutations.Game{})
	w.steps(t, "ann /play game:permutations", "ann clicks Add Parlour on 1")
	panel := w.last("ann")
	if len(panel.Rows) != 2 || len(panel.Rows[0]) != 3 || len(panel.Rows[1]) != 1 || len(panel.Rows[1][0].Options) != 7 {
		t.Fatalf("the levels are %v, want three buttons and a menu of seven", panel.Rows)
	}
	if n := strings.Count(panel.Content, "\n"); n != 3 {
		t.Errorf("the levels are told in %d lines more, want three: %s", n, panel.Content)
	}
	if got, want := panel.Rows[1][0].Options[4].Label, "level 7: between medium (5) and hard (10)"; got != want {
		t.Errorf("the fifth step of the menu is %q, want %q", got, want)
	}
	w.steps(t, "ann picks 7", "ann clicks Add Parlour on 1", "ann clicks hard", "ann clicks Add Parlour on 1", "ann picks 7")
	if got, want := w.names(), []string{"Ann", "Parlour (level 7)", "Parlour 2 (hard)", "Parlour 3 (level 7)"}; !slices.Equal(got, want) {
		t.Errorf("%q sit at the table, want %q", got, want)
	}
	w.steps(t, "ann presses 1:1:0:engage:3:11")
	w.heard(t, "ann", same, "Permutations has no level “11”. Pick easy, medium, hard or a number from 1 to 10.")
}

// A level is typed by its name or its number, and a rematch keeps it.
func TestALevelIsTyped(t *testing.T) {
	for typed, want := range map[string]string{
		"7": "Parlour (level 7)", "level 07": "Parlour (level 7)", "HARD": "Parlour (hard)", "10": "Parlour (hard)", "5": "Parlour (medium)",
		"1": "Parlour (easy)",
	} {
		w := climbing(t, permute.Game{})
		w.steps(t, "ann /play game:permute first:me level:"+typed)
		if got := w.names(); len(got) != 2 || got[1] != want {
			t.Errorf("level:%s seats %q, want %s", typed, got, want)
		}
		w.steps(t, "ann /resign", "ann clicks Yes, resign", "ann /rematch")
		if got := w.names(); !slices.Contains(got, want) {
			t.Errorf("after level:%s a rematch seats %q, want %s", typed, got, want)
		}
	}
	w := climbing(t, permute.Game{})
	for _, typed := range []string{"11", "0", "-3", "harder"} {
		w.steps(t, "ann /play game:permute level:"+typed)
		w.heard(t, "ann", same, "Permute has no level “"+typed+"”. Pick easy, medium, hard or a number from 1 to 10.")
	}
}

// The levels complete themselves by their names and numbers, with what each does or where it stands. What was typed
// comes first.
func TestLevelsAreSuggested(t *testing.T) {
	w := climbing(t, permute.Game{})
	for typed, want := range map[string][]string{
		"":     {"easy", "2", "3", "4", "medium", "6", "7", "8", "9", "hard"},
		"7":    {"7"},
		"har":  {"hard"},
		"hard": {"hard"},
		"me":   {"medium"},
		"5":    {"medium"},
		"1":    {"easy", "hard"},
		"l 4":  {"4"},
		"11":   nil,
		"-3":   nil,
	} {
		w.out.Reset()
		w.steps(t, "ann types /play game:permute level:"+typed)
		var got []string
		for line := range strings.Lines(w.out.String()) {
			if _, value, ok := strings.Cut(strings.TrimSpace(line), " = "); ok {
				got = append(got, value)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("level:%s suggests %q, want %q:\n%s", typed, got, want, w.out.String())
		}
	}
}
