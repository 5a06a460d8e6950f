package permutations

import (
	"math/rand/v2"
	"testing"

	"parlour/games"
	"parlour/games/permutations/deal"
	"parlour/games/search"
)

var _ games.Opponent = Game{}

// choosers holds the players, with few playouts.
var choosers = map[string]games.Player{
	"search": func(v games.View, seat games.Seat, seed games.Seed) games.Move {
		return thought(v.(View), seat, seed, 12)
	},
	"greedy": mustPlay(greedyName),
}

// mustPlay returns a player by name.
func mustPlay(name string) games.Player {
	p, err := Game{}.Player(name, 0)
	if err != nil {
		panic(err)
	}
	return p
}

// thought returns the move that a thinker finds with a number of playouts.
func thought(v View, seat games.Seat, seed games.Seed, playouts int) games.Move {
	return v.write(v.thinker(seat, seed, search.Budget{Playouts: playouts}).Best())
}

// A player has the playouts of its level, and advice those of hard.
func TestPlayersHaveTheirPlayouts(t *testing.T) {
	s := late(t, 2, 4, rand.New(rand.NewPCG(1, 2)))
	seat := s.ToMove()[0]
	v := s.View(seat).(View)
	for seed := range byte(4) {
		for _, l := range []games.Level{games.Medium, games.Hard} {
			want := thought(v, seat, games.Seed{seed}, searching[l])
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

// The greedy bidder takes what brings the most at once. It bids high for a pool with
// one good card, and low if all cards are alike.
func TestGreedy(t *testing.T) {
	taking := trio()
	taking.pos.Pool = deal.SetOf(5, 33, 34, 35)
	taking = play(t, taking, "0 bid 10", "1 bid 20", "2 bid 46")
	if got := choosers["greedy"](taking.View(2), 2, games.Seed{}); got != "take 5" {
		t.Errorf("of a star and three suns greedy plays %q", got)
	}
	for want, pool := range map[games.Move][]deal.Card{
		"bid 48": {5, 33, 34, 35},
		"bid 10": {1, 8, 11, 14},
	} {
		s := table(2, pool, []deal.Card{10, 24, 48}, []deal.Card{22, 25, 46}, []deal.Card{3, 29, 30}, []deal.Card{4, 27, 28})
		if got := choosers["greedy"](s.View(0), 0, games.Seed{}); got != want {
			t.Errorf("for %v greedy plays %q, want %q", pool, got, want)
		}
	}
}

// Each level has more playouts than the one below; easy has none.
func TestLevelsHavePlayouts(t *testing.T) {
	easy, medium, hard := searching[games.Easy], searching[games.Medium], searching[games.Hard]
	if easy != 0 || medium < 20 || hard < 20*medium || hard > 10_000 {
		t.Errorf("the levels have %d, %d and %d playouts", easy, medium, hard)
	}
}

// late plays at random up to an auction of the last round.
func late(t testing.TB, seats, auction int, rng *rand.Rand) state {
	t.Helper()
	s := startAny(t, seats, rng)
	for s.ended == "" && (s.pos.Round < deal.Rounds || s.pos.Auction < auction) {
		s = playAny(t, s, rng)
	}
	return s
}

// last returns an auction of the last round after two empty ones, with the cards that
// each seat has collected in it.
func last(t testing.TB, humans int, pool []deal.Card, hands [][]deal.Card, collected ...[]deal.Card) state {
	t.Helper()
	s := table(humans, pool, hands...)
	s.pos.Round, s.pos.Finished, s.pos.Auctions = deal.Rounds, deal.Rounds-1, len(hands[0])
	for seat, cards := range collected {
		s.pos.Taken[deal.Rounds-1][seat] = deal.SetOf(cards...)
	}
	return s
}

// In each of these positions the best move must be found.
func TestZoo(t *testing.T) {
	hands := [][]deal.Card{{10, 44}, {20, 30}, {1, 5}, {2, 6}}
	dull := [][]deal.Card{{9, 33, 41}, {16, 40}, {21, 45}, {28, 29}}
	for _, c := range []struct {
		what  string
		state state
		seat  games.Seat
		want  games.Move
	}{
		{"bids high where all but one card burn it", last(t, 2, []deal.Card{12, 36, 37, 38}, hands, dull...), 0, "bid 44"},
		{"takes what does not burn it", play(t, last(t, 2, []deal.Card{12, 36, 37, 38}, hands, dull...), "0 bid 44", "1 bid 30"), 0, "take 12"},
		{"takes the moon that makes a large set count", play(t, last(t, 2, []deal.Card{12, 19, 34, 15}, hands,
			[]deal.Card{1, 8, 11, 14, 22}, []deal.Card{16, 20}, []deal.Card{28}, []deal.Card{40}), "0 bid 44", "1 bid 30"), 0, "take 19"},
		{"takes a sun for its set, where another has far more", play(t, last(t, 2, []deal.Card{3, 4, 6, 34}, hands,
			[]deal.Card{7, 15, 18, 23, 26}, []deal.Card{16, 20}, []deal.Card{33, 35, 37, 40}, []deal.Card{28}), "0 bid 44", "1 bid 30"), 0, "take 34"},
	} {
		for seed := range byte(3) {
			v := c.state.View(c.seat).(View)
			if got := thought(v, c.seat, games.Seed{seed}, 600); got != c.want {
				t.Errorf("it %s: %q, want %q in\n%s", c.what, got, c.want, v)
			}
		}
	}
}

// Advice names the best move and the cost of the move that was made. The best move, or
// an equally good one, costs nothing.
func TestAdvice(t *testing.T) {
	s := play(t, last(t, 2, []deal.Card{12, 36, 37, 38}, [][]deal.Card{{10, 44}, {20, 30}, {1, 5}, {2, 6}},
		[]deal.Card{9, 33, 41}, []deal.Card{16, 40}, []deal.Card{21, 45}, []deal.Card{28, 29}), "0 bid 44", "1 bid 30")
	for made, most := range map[games.Move]float64{"": 0, "take 12": 0, "take 36": 1, "lapse": 0} {
		v := s.View(0).(View)
		a := v.advise(v.thinker(0, games.Seed{}, search.Budget{Playouts: 200}), made, 400)
		if a.Best != "take 12" || a.Worth.Key != "permutations.advice.wins" {
			t.Errorf("the best is %q, which %v", a.Best, a.Worth)
		}
		if a.Cost < 0 || a.Cost > most || (a.Cost > 0.2) != (most > 0) {
			t.Errorf("%q costs %.3f", made, a.Cost)
		}
		if (a.Made.Key != "") != (made == "take 12" || made == "take 36") {
			t.Errorf("%q is said to be %v", made, a.Made)
		}
	}
}

// Advice agrees with hard in a real game, with the playouts of hard.
func TestAdviceInAGame(t *testing.T) {
	s := late(t, 5, 8, rand.New(rand.NewPCG(1, 24)))
	seat := s.ToMove()[0]
	for _, made := range s.Legal(seat) {
		a := Game{}.Advise(s.View(seat), seat, made, games.Seed{1})
		hard := mustPlay("hard")(s.View(seat), seat, games.Seed{1})
		if a.Best != hard || a.Cost < 0 || a.Cost > 1 || made == hard && a.Cost != 0 {
			t.Errorf("after %q the best is %q, hard plays %q, and the cost is %.3f", made, a.Best, hard, a.Cost)
		}
	}
}
