package all_test

import (
	"reflect"
	"testing"

	"parlour/games"
	"parlour/games/magic"
)

// countingState counts how often its steps are worked out.
type countingState struct {
	games.State
	asked *int
}

func (c countingState) Step(seat games.Seat, picked []string) games.Step {
	*c.asked++
	return c.State.Step(seat, picked)
}

// A State that recalls its steps works each out once, for each seat and each of the values
// picked, and gives the same ones.
func TestRecallGivesTheSameSteps(t *testing.T) {
	s, err := magic.Game{}.Start(games.Setup{Game: "magic", Rules: 1, Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	recalled := games.Recall(countingState{s, &asked})
	first := s.Step(0, nil).Options()[0].Value
	for range 3 {
		for _, seat := range []games.Seat{0, 1, games.Spectator} {
			for _, picked := range [][]string{nil, {first}, {first, first}, {first + first}} {
				if got, want := recalled.Step(seat, picked), s.Step(seat, picked); !reflect.DeepEqual(got, want) {
					t.Errorf("after %q seat %d is asked %+v, want %+v", picked, seat, got, want)
				}
			}
		}
	}
	if asked != 3*4 {
		t.Errorf("%d steps were worked out, want %d", asked, 3*4)
	}
}
