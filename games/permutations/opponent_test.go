package permutations

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"parlour/games"
	"parlour/games/search"
)

var _ games.Opponent = Game{}

// choosers are the players, with as few playouts as tests can pay.
var choosers = map[string]games.Player{
	"search": func(v games.View, seat games.Seat, seed games.Seed) games.Move {
		return thinking(v.(View), seat, seed, 12).best().move()
	},
	"greedy": mustPlay(greedyName),
}

func mustPlay(name string) games.Player {
	p, err := Game{}.Player(name, 0)
	if err != nil {
		panic(err)
	}
	return p
}

func thinking(v View, seat games.Seat, seed games.Seed, playouts int) *thinker {
	return &thinker{v, int(seat), seed.Rand(v.moment(seat)), &instincts, search.Budget{Playouts: playouts}}
}

// Players make legal moves in any position that can come about, with seats that the
// rules play for and bids that may still change, and the same for the same View and
// seed. And what they do does not change with what they may not see.
func TestPlayersPlayByWhatTheySee(t *testing.T) {
	for name, choose := range choosers {
		hidden, others := 0, 0
		for seats := 2; seats <= maxSeats; seats++ {
			rng := rand.New(rand.NewPCG(uint64(seats), 21))
			wander(t, seats, rng, func(v visit) {
				if rng.IntN(12) > 0 {
					return
				}
				for seat := range games.Seat(seats) {
					legal := v.state.Legal(seat)
					if len(legal) == 0 {
						continue
					}
					m := choose(v.state.View(seat), seat, games.Seed{1})
					if !slices.Contains(legal, m) {
						t.Fatalf("%s plays %q after %v, which is not legal", name, m, v.log)
					}
					other := SampleState(v.state.View(seat).(View), rng).(state)
					if got := choose(other.View(seat), seat, games.Seed{1}); got != m {
						t.Fatalf("%s plays %q after %v, and %q when what it may not see is changed", name, m, v.log, got)
					}
					if other.pos.hands != v.state.(state).pos.hands {
						hidden++
					}
					if choose(v.state.View(seat), seat, games.Seed{2}) != m {
						others++
					}
				}
			})
		}
		if hidden < 20 || others == 0 {
			t.Errorf("%s: other hands are tried %d times, and the seed matters %d times", name, hidden, others)
		}
	}
}

// Every name has a player, and time is for those whom it makes better.
func TestPlayersByName(t *testing.T) {
	s := start(t, 2)
	for _, name := range append([]string{"easy", "medium", "hard"}, Game{}.Yardsticks()...) {
		p, err := Game{}.Player(name, 0)
		if err != nil {
			t.Errorf("Player(%q, 0) = %v", name, err)
		} else if name != "hard" && !slices.Contains(s.Legal(1), p(s.View(1), 1, games.Seed{1})) {
			t.Errorf("%s plays what is not legal", name)
		}
		p, err = Game{}.Player(name, time.Millisecond)
		if name == "medium" || name == "hard" {
			if err != nil || !slices.Contains(s.Legal(1), p(s.View(1), 1, games.Seed{1})) {
				t.Errorf("Player(%q, 1ms): %v, or it plays what is not legal", name, err)
			}
		} else if !refuses(err, "refuse.player.time") || p != nil {
			t.Errorf("Player(%q, 1ms) = %v, want a refusal", name, err)
		}
	}
	for _, name := range []string{"", "Hard", "perfect"} {
		if p, err := (Game{}).Player(name, 0); p != nil || !refuses(err, "refuse.player") {
			t.Errorf("Player(%q) = %v, want a refusal", name, err)
		}
	}
}

// The greedy bidder takes what brings the most at once, and bids high for a pool
// with one good card and low where all cards are alike.
func TestGreedy(t *testing.T) {
	taking := trio()
	taking.pos.pool = SetOf(5, 33, 34, 35)
	taking = play(t, taking, "0 bid 10", "1 bid 20", "2 bid 46")
	if got := choosers["greedy"](taking.View(2), 2, games.Seed{}); got != "take 5" {
		t.Errorf("of a star and three suns greedy plays %q", got)
	}
	for want, pool := range map[games.Move][]Card{
		"bid 48": {5, 33, 34, 35},
		"bid 10": {1, 8, 11, 14},
	} {
		s := table(2, pool, []Card{10, 24, 48}, []Card{22, 25, 46}, []Card{3, 29, 30}, []Card{4, 27, 28})
		if got := choosers["greedy"](s.View(0), 0, games.Seed{}); got != want {
			t.Errorf("for %v greedy plays %q, want %q", pool, got, want)
		}
	}
}
