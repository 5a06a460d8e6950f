package permutations

import (
	"math"
	"math/rand/v2"
	"testing"

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

// A player of a level has the playouts of that level, and advice those of hard.
func TestPlayersHaveTheirPlayouts(t *testing.T) {
	s := late(t, 2, 4, rand.New(rand.NewPCG(1, 2)))
	seat := s.ToMove()[0]
	v := s.View(seat).(View)
	for seed := range byte(4) {
		for _, l := range []games.Level{games.Medium, games.Hard} {
			want := thinking(v, seat, games.Seed{seed}, searching[l]).best().move()
			if got := mustPlay(string(l))(v, seat, games.Seed{seed}); got != want {
				t.Errorf("%s plays %s, want %s", l, got, want)
			}
			if l != games.Hard {
				continue
			}
			if a := (Game{}).Advise(v, seat, "", games.Seed{seed}); a.Best != want {
				t.Errorf("it advises %s, want %s", a.Best, want)
			}
		}
	}
}

// To be ahead of the other players is half of the worth, and to be ahead of the dummies
// too the other.
func TestValue(t *testing.T) {
	for _, c := range []struct {
		name           string
		rounds         [4]int // by seat, in how many it has all stars; two are dummies
		worth, victory float64
	}{
		{"ahead of all", [4]int{2, 1, 1, 0}, 1, 1},
		{"ahead of the other player, behind a dummy", [4]int{2, 1, 3, 0}, 0.5, 0},
		{"behind the other player", [4]int{1, 2, 0, 0}, 0, 0},
		{"level with the other player", [4]int{2, 2, 1, 0}, 0.5, 0.5},
	} {
		s := table(2, nil, []Card{}, nil, nil, nil)
		s.pos.round, s.pos.finished, s.pos.phase = rounds, rounds, Over
		for seat, n := range c.rounds {
			for round := range n {
				s.pos.taken[round][seat] = stars
			}
		}
		worth, victory := thinking(s.View(0).(View), 0, games.Seed{}, 1).value(&s.pos)
		if math.Abs(worth-c.worth) > 0.01 || victory != c.victory {
			t.Errorf("%s it is worth %v and %v of the victory, want %v and %v", c.name, worth, victory, c.worth, c.victory)
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

// A level searches more than the one below, and easy not at all.
func TestPlayouts(t *testing.T) {
	easy, medium, hard := searching[games.Easy], searching[games.Medium], searching[games.Hard]
	if easy != 0 || medium < 20 || hard < 20*medium || hard > 10_000 {
		t.Errorf("the levels have %d, %d and %d playouts", easy, medium, hard)
	}
}
