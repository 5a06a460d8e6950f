package leaks_test

import (
	"math/rand/v2"

	"parlour/games"
	"parlour/games/permutations"
)

// A redeal is Permutations in which the hidden cards are dealt anew at the start: the hand
// of one seat, and those of the dummies. All cards that the other seats can see stay as they
// were.
type redeal struct {
	permutations.Game
	seat games.Seat
	seed uint64
}

// Start deals, and deals the hidden cards anew.
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

// view returns the view of a seat.
func view(s games.State, seat games.Seat) permutations.View { return s.View(seat).(permutations.View) }
