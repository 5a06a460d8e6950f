package twistonly

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
