package twistonly

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"parlour/games/search"
)

// BenchmarkPlayout plays to the end and compares the groups.
func BenchmarkPlayout(b *testing.B) {
	pos, rng := newPosition(10), rand.New(rand.NewPCG(1, 2))
	for b.Loop() {
		game := pos
		game.Playout(rng)
	}
}

// BenchmarkThink thinks about the first turn as hard does, by the number of playouts.
func BenchmarkThink(b *testing.B) {
	for _, size := range []int{8, 10, 13} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			for b.Loop() {
				search.NewThinker[Position](mind.Moves, mind.Tuning, rand.New(rand.NewPCG(1, 2))).Think(newPosition(size), search.Budget{Playouts: playouts(steps, size*size)})
			}
		})
	}
}
