package gametest

import (
	"math/rand/v2"
	"strings"
	"testing"

	"parlour/games"
)

var toySetup = games.Setup{Game: "toy", Rules: 1, Seats: 2}

// enough is how many random games show every fault of a toy.
const enough = 150

func checkToy(f fault, count int) error {
	setup := toySetup
	setup.Options, _ = toy{&f}.Info().Complete(nil)
	return check(toy{&f}, Config{Setup: setup, Games: count, MaxPlies: 50, Seed: 1, Players: map[string]games.Player{"toy": toy{&f}.choose},
		Sample: func(v games.View, rng *rand.Rand) games.State { return sampleToy(&f, v.(toyView), rng) }})
}

func TestCheckPassesAnHonestGame(t *testing.T) {
	if err := checkToy(fault{}, enough); err != nil {
		t.Error(err)
	}
}

func TestCheckFindsEachFault(t *testing.T) {
	for name, f := range faults {
		err := checkToy(f, enough/10)
		if err == nil { // a rare one
			err = checkToy(f, enough)
		}
		if err == nil || !strings.Contains(err.Error(), f.want) {
			t.Errorf("%s: a game with this fault gave\n%v\nwant an error with %q", name, err, f.want)
		}
	}
}

func TestCheckWantsASampleAndPlayers(t *testing.T) {
	c := Config{Setup: toySetup, Games: 1, MaxPlies: 50}
	if err := check(toy{&fault{}}, c); err == nil || !strings.Contains(err.Error(), "needs a Sample") {
		t.Errorf("a game that hides something, without a Sample, gave %v", err)
	}
	c.Sample = func(v games.View, rng *rand.Rand) games.State { return sampleToy(&fault{}, v.(toyView), rng) }
	if err := check(toy{&fault{}}, c); err == nil || !strings.Contains(err.Error(), "needs Players") {
		t.Errorf("an opponent, without Players, gave %v", err)
	}
}
