package twistonly

import (
	"math/rand/v2"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
	"parlour/games/search"
)

var (
	_ games.Thrifty  = Game{}
	_ games.Reasoner = Game{}
	_ games.Teller   = Game{}
)

// small is a budget that is quick enough for tests.
var small = search.Budget{Playouts: 100}

// choosers are all functions that choose an opponent's move, by name.
var choosers = map[string]search.Searcher[View]{"a thinker": mind.Decide, search.PlainUCT: mind.Plain, search.Beginner: mind.Begin}

// players returns the [choosers] with a budget.
func players(b search.Budget) map[string]games.Player {
	all := map[string]games.Player{}
	for name, choose := range choosers {
		all[name] = func(v games.View, _ games.Seat, seed games.Seed) games.Move {
			return choose(v.(View), b, seed.Rand(v.(View).Ply))
		}
	}
	return all
}

func seeded(n byte) games.Seed { return games.Seed{n} }

// Each level has more playouts than the one below it on every board size, and overlooks less. Hard overlooks nothing,
// and has few enough playouts for its time, as many as ever.
func TestPlayouts(t *testing.T) {
	for size, want := range map[int]int{8: 60_000, 9: 49_382, 10: 40_000, 11: 33_057, 12: 27_777, 13: 23_668} {
		for step := 2; step <= steps; step++ {
			if less, more := playouts(step-1, size*size), playouts(step, size*size); less < 30 || 2*less > more {
				t.Errorf("on %d×%d level %d has %d playouts, and level %d %d", size, size, step-1, less, step, more)
			}
			if less, more := overlooks(step), overlooks(step-1); less > more || less == more && more > 0 || more >= 1 {
				t.Errorf("level %d overlooks a share of %v, and level %d %v", step-1, more, step, less)
			}
		}
		if got := playouts(steps, size*size); got != want {
			t.Errorf("on %d×%d hard has %d playouts, want %d", size, size, got, want)
		}
	}
	if overlooks(steps) != 0 {
		t.Error("hard overlooks some twists")
	}
}

// The position that an opponent reads from a View is the true one.
func TestPositionOfAView(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for s := play(t, setup(6)); s.Ended == nil; {
		if got := s.View(s.Next()).(View).position(); got != s.pos {
			t.Fatalf("after %d moves a View gives\n%+v, want\n%+v", s.Ply, got, s.pos)
		}
		s = move(t, s, s.pos.Nth(rng.IntN(s.pos.Count())).Move()).(state)
	}
}

func TestPlayersHaveTheirPlayouts(t *testing.T) {
	gametest.Players(t, Game{}, viewOf(late(3, 12)))
}

// Half of the beginner's twists are greedy: those after which its side promises most beside the other.
// The others are any.
func TestTheBeginnerIsHalfGreedy(t *testing.T) {
	s := play(t, setup(8), texts(whole)[:4]...)
	ahead := func(m games.Move) int {
		after := move(t, s, m).(state).pos
		return after.promise(s.pos.mover) - after.promise(s.pos.mover.Other())
	}
	most, best := -64*hold, 0
	for _, m := range s.Legal(0) {
		most = max(most, ahead(m))
	}
	const asked = 400
	for n := range asked {
		if ahead(mind.Begin(s.View(0).(View), search.Budget{}, rand.New(rand.NewPCG(uint64(n), 5)))) == most {
			best++
		}
	}
	if best < asked/2-5*10 || best > asked/2+6*10 { // five standard deviations, and what is hit by chance
		t.Errorf("of %d twists of the beginner %d are best by one ply, want about half", asked, best)
	}
}

// The thinker beats the yardstick with the same small number of playouts.
func TestTheThinkerBeatsTheYardstick(t *testing.T) {
	const matches, least = 10, 7
	won := 0
	for n := range matches {
		s := play(t, setup(8))
		for s.Ended == nil {
			choose := mind.Decide
			if int(s.Next()) != n%2 {
				choose = mind.Plain
			}
			v := s.View(s.Next()).(View)
			s = move(t, s, choose(v, search.Budget{Playouts: 300}, seeded(byte(n)).Rand(v.Ply))).(state)
		}
		if int(s.Ended.Winner) == n%2 {
			won++
		}
	}
	if won < least {
		t.Errorf("of %d games the thinker wins %d, want %d", matches, won, least)
	}
}

// Medium beats easy nearly always.
func TestMediumBeatsEasy(t *testing.T) {
	const matches, least = 6, 5
	won := 0
	for n := range matches {
		s := play(t, setup(8))
		for s.Ended == nil {
			l := games.Easy
			if int(s.Next()) == n%2 {
				l = games.Medium
			}
			p, err := Game{}.Player(string(l), 0)
			if err != nil {
				t.Fatal(err)
			}
			s = move(t, s, p(s.View(s.Next()), s.Next(), seeded(byte(n)))).(state)
		}
		if int(s.Ended.Winner) == n%2 {
			won++
		}
	}
	if won < least {
		t.Errorf("of %d games medium wins %d against easy, want %d", matches, won, least)
	}
}
