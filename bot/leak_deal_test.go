package bot_test

import (
	"math/rand/v2"

	"parlour/games"
	"parlour/games/permutations"
)

// A redeal is Permutations in which what all seats but one see together, at the start,
// is what it would be, but what none of them sees is dealt anew: the hand of that seat,
// and those of the dummies, which nobody asks. Its positions are the game's own.
type redeal struct {
	permutations.Game
	seat games.Seat
	seed uint64
}

// Start deals, and deals anew what is hidden.
func (d redeal) Start(s games.Setup) (games.State, error) {
	state, err := d.Game.Start(s)
	if err != nil {
		return nil, err
	}
	v := view(state, games.Spectator)
	for seat := range games.Seat(v.Humans) {
		if seat != d.seat {
			v.Sides[seat].Hand = view(state, seat).Sides[seat].Hand
		}
	}
	return permutations.SampleState(v, rand.New(rand.NewPCG(d.seed, 1))), nil
}

// view is what a seat sees.
func view(s games.State, seat games.Seat) permutations.View { return s.View(seat).(permutations.View) }
