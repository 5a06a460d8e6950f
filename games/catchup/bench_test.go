package catchup

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"parlour/games/search"
)

func BenchmarkPlayout(b *testing.B) {
	for size := tableMin; size <= tableMax; size++ {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			p, rng := newPosition(size, match), rand.New(rand.NewPCG(1, 2))
			for b.Loop() {
				p.Playout(rng)
			}
		})
	}
}

func BenchmarkPerft(b *testing.B) {
	p := newPosition(4, match)
	for b.Loop() {
		if n := p.Perft(3); n != 33_558_210 {
			b.Fatalf("perft(3) = %d, want 33558210", n)
		}
	}
}

// BenchmarkTurn thinks about a whole turn of the level hard.
func BenchmarkTurn(b *testing.B) {
	for size := tableMin; size <= tableMax; size++ {
		for _, bonus := range []Bonus{match, quiet} {
			const stones = 10
			b.Run(fmt.Sprintf("%d with %s", size, bonus), func(b *testing.B) {
				p, rng := newPosition(size, bonus), rand.New(rand.NewPCG(1, 3))
				for p.cells()-int(p.left) < stones {
					p.random(rng)
					if !p.more() {
						p.pass()
					}
				}
				for b.Loop() {
					decide(p, search.Budget{Playouts: playouts(len(Game{}.Levels()), p.cells())}, rng)
				}
			})
		}
	}
}

// BenchmarkLegal lists the moves of the largest board that a table offers, of which there are 317,874.
func BenchmarkLegal(b *testing.B) {
	s := play(b, tableMax, match, "g7 a1,a2")
	for b.Loop() {
		s.Legal(0)
	}
}

// BenchmarkShown makes what a panel needs: a step and its View.
func BenchmarkShown(b *testing.B) {
	for _, bonus := range []Bonus{match, quiet} {
		s := play(b, tableMax, bonus, "g7")
		for name, picked := range map[string][]string{"row": nil, "cell": {"g"}, "second": {"g", "1"}, "move": {"g", "1", "b", "2"}} {
			b.Run(bonus.String()+" "+name, func(b *testing.B) {
				for b.Loop() {
					s.Shown(1, picked)
				}
			})
		}
	}
}
