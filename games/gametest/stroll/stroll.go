// Package stroll makes moves at random, as people do, by menus. A list of all moves would have
// hundreds of thousands in some games.
package stroll

import (
	"math/rand/v2"
	"slices"

	"parlour/games"
)

// enough is how many steps a move takes before the first choice that completes it is taken.
const enough = 6

// Move goes through the menus of a seat at random until they make a move. It returns "" for a seat
// that has none.
func Move(rng *rand.Rand, s games.State, seat games.Seat) games.Move {
	var picked []string
	for {
		choices := s.Step(seat, picked).Options()
		if len(choices) == 0 {
			return ""
		}
		c := choices[rng.IntN(len(choices))]
		if done := slices.IndexFunc(choices, func(c games.Choice) bool { return c.Move != "" }); len(picked) > enough && done >= 0 {
			c = choices[done]
		}
		if c.Move != "" {
			return c.Move
		}
		picked = append(picked, c.Value)
	}
}
