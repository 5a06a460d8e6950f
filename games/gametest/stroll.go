package gametest

import (
	"math/rand/v2"
	"slices"

	"parlour/games"
)

// longWay is how many steps a move takes before the first choice that completes it is taken.
const longWay = 6

// Stroll goes through the menus of a seat at random, as people do, until they make a move. A list of
// all moves would have hundreds of thousands in some games. It returns "" for a seat
// that has none.
func Stroll(rng *rand.Rand, s games.State, seat games.Seat) games.Move {
	var picked []string
	for {
		choices := s.Step(seat, picked).Options()
		if len(choices) == 0 {
			return ""
		}
		c := choices[rng.IntN(len(choices))]
		if done := slices.IndexFunc(choices,
			func(c games.Choice) bool { return c.Move != "" }); len(picked) > longWay && done >= 0 {
			c = choices[done]
		}
		if c.Move != "" {
			return c.Move
		}
		picked = append(picked, c.Value)
	}
}
