package gametest

import (
	"testing"

	"parlour/games"
)

// The title of an experiment says so, and no other does.
func TestTitlesOfExperiments(t *testing.T) {
	for _, c := range []struct {
		title             string
		experiment, wrong bool
	}{{"Toy", false, false}, {"Toy (experiment)", true, false}, {"Toy", true, true}, {"Toy (experiment)", false, true}} {
		if err := checkTitle(games.Info{Title: c.title, Experiment: c.experiment}); (err != nil) != c.wrong {
			t.Errorf("%q, an experiment: %t, gives %v", c.title, c.experiment, err)
		}
	}
}
