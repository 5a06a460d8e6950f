package twistonly

import (
	"strings"
	"testing"

	catalogue "parlour/commands/locale"
	"parlour/games"
)

// say returns texts in English, for Ann in the first seat and Ben in the second.
func say(t *testing.T, texts ...games.Text) string {
	t.Helper()
	c, err := catalogue.New([]games.Game{Game{}})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(c.Voice("en", []string{"Ann", "Ben"}, nil).All(texts), " ")
}

// The board as text says what lower case means once a stone has it.
func TestLowerCaseIsSaid(t *testing.T) {
	v := play(t, setup(4)).View(0).(View)
	for _, solved := range []bool{false, true} {
		v.Cells[5].Solved = solved
		if got := say(t, v.Words().Small); (got == "o and y are solved.") != solved || got != "" && !solved {
			t.Errorf("below\n%v\nstands %q", v, got)
		}
	}
}
