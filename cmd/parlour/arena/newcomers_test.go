package arena

import (
	"context"
	"flag"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"parlour/games"
	"parlour/games/all"
)

var newcomers = flag.Int("newcomers", 0, "how many newcomers of each strength play ten games of each kind with Parlour; 0 for a few of one kind")

// A newcomer plays so many games with Parlour, of which the first ones find their level.
const (
	gamesOfOne = 10
	unsettled  = 3
)

// The bounds of the share of their games, from the fourth on, that newcomers of one strength win together.
const (
	leastWon = 0.35
	mostWon  = 0.65
)

// newcomersOf names players who are as strong as four kinds of newcomers: a beginner, and people who play as the levels
// 2, 3 and medium, or 4 if that is higher.
func newcomersOf(o games.Opponent) []string {
	ladder := o.Levels()
	last := max(games.Medium.Step(ladder), 4)
	return []string{beginner, string(ladder[1]), string(ladder[2]), string(ladder[last-1])}
}

// tenGames returns how many games a newcomer wins from the fourth on. They begin at easy and press, after each game,
// the rematch that stands out. play returns what a game at a level is worth to them: 1, 0 or a half.
func tenGames(ladder []games.Level, play func(n int, level games.Level) float64) (won float64) {
	level, tries := games.Easy, []games.Try(nil)
	for n := range gamesOfOne {
		worth := play(n, level)
		if n >= unsettled {
			won += worth
		}
		tries = slices.Insert(tries, 0, games.Try{Level: level, Score: int(2*worth - 1)})
		if next, advised := games.NextLevel(ladder, tries); advised {
			level = next
		}
	}
	return won
}

// share returns the share of their games from the fourth on that so many newcomers win.
func share(ladder []games.Level, many int, play func(who, n int, level games.Level) float64) float64 {
	won := 0.0
	for who := range many {
		won += tenGames(ladder, func(n int, level games.Level) float64 { return play(who, n, level) })
	}
	return won / float64(many*(gamesOfOne-unsettled))
}

// Newcomers of four strengths win about as often as they lose once they have found their level, if the ratings of the
// tournament are true.
func TestNewcomersByTheRatings(t *testing.T) {
	for _, o := range opponents(all.Games()) {
		r, ladder := o.(games.Rated).Ratings(), o.Levels()
		for _, name := range newcomersOf(o) {
			elo := r.Beginner
			if step := games.Level(name).Step(ladder); step > 0 {
				elo = r.Levels[step-1]
			}
			rng := rand.New(rand.NewPCG(1, 1))
			won := share(ladder, 2000, func(_, _ int, level games.Level) float64 {
				diff := float64(r.Levels[level.Step(ladder)-1] - elo)
				if rng.Float64() < 1/(1+math.Pow(10, diff/400)) {
					return 1
				}
				return 0
			})
			t.Logf("%-12s %-8s win %.1f %%", o.Info().Name, name, 100*won)
			if won < leastWon || won > mostWon {
				t.Errorf("at %s newcomers who play as %s win %.1f %% of their games, want %.0f to %.0f", o.Info().Name, name, 100*won, 100*leastWon, 100*mostWon)
			}
		}
	}
}

// Newcomers of four strengths who play ten games with Parlour win 35 to 65 of 100 from the fourth on. In the tests
// beginners play Pentago, whose low levels think for little time.
//
//test:unwatched
func TestNewcomersWin(t *testing.T) {
	t.Parallel()
	for _, o := range opponents(all.Games()) {
		for i, name := range newcomersOf(o) {
			many, kind := *newcomers, o.Info().Name
			if many == 0 && kind == "pentago" && name == beginner {
				many = 20
			}
			if many == 0 {
				continue
			}
			t.Run(kind+"/"+name, func(t *testing.T) {
				t.Parallel()
				won := share(o.Levels(), many, func(who, n int, level games.Level) float64 {
					seed := uint64(1 + 1000*i + who)
					a, err := Cmd{A: name, B: string(level), Game: kind, Games: gamesOfOne, Seed: seed, Workers: 1}.open(all.Games())
					must(t, err)
					s, err := a.bout(context.Background(), who+n) // by turns they move first
					must(t, err)
					return s.Share
				})
				t.Logf("%s: %d newcomers who play as %s win %.1f %% of %d games", kind, many, name, 100*won, many*(gamesOfOne-unsettled))
				if won < leastWon || won > mostWon {
					t.Errorf("at %s newcomers who play as %s win %.1f %%, want %.0f to %.0f", kind, name, 100*won, 100*leastWon, 100*mostWon)
				}
			})
		}
	}
}
