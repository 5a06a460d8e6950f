package pentago

import (
	"math/rand/v2"
	"testing"

	"parlour/games/gametest"
)

func BenchmarkPlayout(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	gametest.Versus(b, 200, func() { Position{}.Playout(rng) }, func() {
		p := newPlain("free", "always")
		for !p.over {
			moves := p.moves()
			p = p.play(moves[rng.IntN(len(moves))])
		}
	})
}

func BenchmarkLook(b *testing.B) {
	_, p := late(1, 20, "free", "always")
	for b.Loop() {
		look(p.stones[0], p.stones[1])
	}
}
