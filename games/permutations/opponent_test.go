package permutations

import (
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
