package permutations

import (
	"math/rand/v2"
	"testing"

	"parlour/games"

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
	return v.write(v.thinker(seat, seed, search.Budget{Playouts: playouts}).best())
}

// A player has the playouts of its level, and overlooks its share. Advice has the playouts of hard.
func TestPlayersHaveTheirPlayouts(t *testing.T) {
	s := late(t, 2, 4, rand.New(rand.NewPCG(1, 2)))
	seat := s.ToMove()[0]
	v := s.View(seat).(View)
	for seed := range byte(2) {
		for i, l := range (Game{}).Levels() {
			b := search.Budget{Playouts: steps[i].playouts, Overlooks: steps[i].overlooks}
			want := v.write(v.thinker(seat, games.Seed{seed}, b).best())
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

// Who overlooks cards plays more of them than who does not, and still one.
func TestWeakLevelsOverlookCards(t *testing.T) {
	s := last(2, "12 36 37 38 | 10 44 | 20 30 | 1 5 | 2 6", "9 33 41 | 16 40 | 21 45 | 28 29")
	v := s.View(0).(View)
	for overlooks, want := range map[float64][2]int{0: {40, 40}, 0.5: {25, 39}, 1: {10, 30}} {
		found := 0
		for seed := range byte(40) {
			if m := v.thinker(0, games.Seed{seed}, search.Budget{Playouts: 200, Overlooks: overlooks}).best(); m.Card == 44 {
				found++
			}
		}
		if found < want[0] || found > want[1] {
			t.Errorf("who overlooks %v finds the bid that is needed %d times in 40", overlooks, found)
		}
	}
}

// The beginner makes the greedy move in half of its moves and more, and any otherwise.
func TestBeginner(t *testing.T) {
	v := table(2, "5 33 34 35 | 10 24 48 | 22 25 46 | 3 29 30 | 4 27 28").View(0)
	many := map[games.Move]int{}
	for seed := range byte(200) {
		many[mustPlay(search.Beginner)(v, 0, games.Seed{seed})]++
	}
	if n := many["bid 48"]; n < 110 || n > 160 || len(many) != 3 {
		t.Errorf("in 200 bids, %d are greedy, of %v", n, many)
	}
}

// The greedy bidder takes what brings the most at once. It bids high for a pool with
// one good card, and low if all cards are alike.
func TestGreedy(t *testing.T) {
	taking := trio()
	taking.pos.Pool = SetOf(5, 33, 34, 35)
	taking = play(t, taking, "0 bid 10, 1 bid 20, 2 bid 46")
	if got := choosers["greedy"](taking.View(2), 2, games.Seed{}); got != "take 5" {
		t.Errorf("of a star and three suns greedy plays %q", got)
	}
	for want, pool := range map[games.Move]string{"bid 48": "5 33 34 35", "bid 10": "1 8 11 14"} {
		s := table(2, pool+" | 10 24 48 | 22 25 46 | 3 29 30 | 4 27 28")
		if got := choosers["greedy"](s.View(0), 0, games.Seed{}); got != want {
			t.Errorf("for %v greedy plays %q, want %q", pool, got, want)
		}
	}
}

// Each level has as many playouts as the one below or more, and overlooks no more.
func TestLevelsHavePlayouts(t *testing.T) {
	for i, here := range steps[1:] {
		if below := steps[i]; here.playouts < below.playouts || here.overlooks > below.overlooks || here == below {
			t.Errorf("step %d is %v, and step %d is %v", i+1, below, i+2, here)
		}
	}
	if best := steps[len(steps)-1]; best != (step{3000, 0}) {
		t.Errorf("hard is %v", best)
	}
}

// late plays at random up to an auction of the last round.
func late(t testing.TB, seats, auction int, rng *rand.Rand) state {
	t.Helper()
	s := startAny(t, seats, rng)
	for s.ended == "" && (s.pos.Round < rounds || s.pos.Auction < auction) {
		s = playAny(t, s, rng)
	}
	return s
}

// last returns an auction of the last round after two empty ones, with the cards that
// each seat has collected in it.
func last(humans int, dealt, collected string) state {
	s := table(humans, dealt)
	s.pos.Round, s.pos.Finished = rounds, rounds-1
	copy(s.pos.Taken[rounds-1][:], piles(collected))
	return s
}

// Advice names the best move and the cost of the move that was made. The best move, or
// an equally good one, costs nothing.
func TestAdvice(t *testing.T) {
	s := play(t, last(2, "12 36 37 38 | 10 44 | 20 30 | 1 5 | 2 6", "9 33 41 | 16 40 | 21 45 | 28 29"), "0 bid 44, 1 bid 30")
	for made, most := range map[games.Move]float64{"": 0, "take 12": 0, "take 36": 1, "lapse": 0} {
		v := s.View(0).(View)
		a := v.advise(v.thinker(0, games.Seed{}, search.Budget{Playouts: 200}), made, 400)
		if a.Best != "take 12" || a.Worth.Key != "permutations.advice.ahead" {
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

// Advice names moves that are as good as the best, and the best of those that are worse. It foretells no play, because
// bids are secret.
func TestAdviceComparesMoves(t *testing.T) {
	s := play(t, last(2, "27 29 33 36 | 10 48 | 12 47 | 1 5 | 2 3", "8 11 14 17 24 | 4 9 16 18 25 | 6 | 40"), "0 bid 48, 1 bid 47")
	v := s.View(0).(View)
	a := v.advise(v.thinker(0, games.Seed{}, search.Budget{Playouts: 600}), "take 29", 2000)
	if a.Best != "take 27" || len(a.Others) != 3 || a.Others[0].Move != "take 29" || !a.Others[0].Good || a.Cost != 0 || a.Line != nil {
		t.Fatalf("the best is %s, and take 29 costs %v: %+v", a.Best, a.Cost, a)
	}
	best := a.Worth.Args["Wins"].(int)
	for i, c := range a.Others[1:] {
		if wins := c.Worth.Args["Wins"].(int); c.Good || wins > best-10 || i > 0 && wins > a.Others[i].Worth.Args["Wins"].(int) {
			t.Errorf("%s is said to win %d of 100 games, and the best %d", c.Move, wins, best)
		}
	}
	bids := trio().View(0).(View)
	a = bids.advise(bids.thinker(0, games.Seed{}, search.Budget{Playouts: 600}), "bid 44 take 5", 2000)
	if len(a.Others) != 2 || a.Line != nil || a.Made.Key == "" {
		t.Errorf("of three bids the best is %s, beside %+v", a.Best, a)
	}
}
