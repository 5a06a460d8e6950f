package arena

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"parlour/games"
)

// Where one of the differences is true, a sequential test decides for the other one in at most 5 of 100 matches, and by
// chance a few more.
func TestSequentialTestsErrRarely(t *testing.T) {
	const matches, drawn, most = 400, 0.3, 28
	h := hypotheses{0, 60}
	rng := rand.New(rand.NewPCG(1, 1))
	for elo, wrong := range map[float64]int{h.low: 1, h.high: -1} {
		errors, games := 0, 0
		for range matches {
			var s score
			for h.verdict(s) == 0 {
				for range testedEvery {
					s.Games++
					switch at := rng.Float64(); {
					case at < winsBy(elo)-drawn/2:
						s.Wins++
					case at < winsBy(elo)+drawn/2:
						s.Draws++
					}
				}
			}
			games += s.Games
			if h.verdict(s) == wrong {
				errors++
			}
		}
		if errors > most || games/matches > 600 {
			t.Errorf("with %g Elo %d of %d tests err, after %d games each; want at most %d", elo, errors, matches, games/matches, most)
		}
	}
}

// A match ends once its sequential test is decided, after as many games with any number of workers.
func TestSequentialTestEndsAMatch(t *testing.T) {
	t.Parallel()
	var first string
	for _, workers := range []int{1, 3} {
		var out strings.Builder
		c := Cmd{A: "hard", B: "easy", Game: "toy", Games: 10_000, Seed: 1, Workers: workers, SPRT: hypotheses{0, 100}}
		a, err := c.open([]games.Game{toy{steps: 4}})
		must(t, err)
		must(t, a.play(context.Background()))
		a.report(&out)
		said, _, _ := strings.Cut(out.String(), "\nhard: ")
		if first == "" {
			first = said
		}
		if said != first || !strings.Contains(said, "hard is better by 100 rather than 0") || strings.Contains(said, "10000 games") {
			t.Errorf("with %d workers it says %s\nand with one %s", workers, said, first)
		}
	}
}
