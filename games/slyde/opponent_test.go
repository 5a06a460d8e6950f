package slyde

import (
	"math/rand/v2"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
	"parlour/games/search"
)

var (
	_ games.Thrifty = Game{}
	_ games.Teller  = Game{}
)

// small is a budget that is quick enough for tests.
var small = search.Budget{Playouts: 100}

// searchers are the functions that search for an opponent's move, by name.
var searchers = map[string]func(View, search.Budget, *rand.Rand) games.Move{"a thinker": mind.Decide, search.PlainUCT: mind.Plain}

// players returns the [searchers] with a budget, and the beginner.
func players(b search.Budget) map[string]games.Player {
	all := map[string]games.Player{}
	for name, choose := range searchers {
		all[name] = func(v games.View, _ games.Seat, seed games.Seed) games.Move {
			return choose(v.(View), b, seed.Rand(v.(View).Ply))
		}
	}
	all[search.Beginner], _ = Game{}.Player(search.Beginner, 0)
	return all
}

func seeded(n byte) games.Seed { return games.Seed{n} }

// Each level has more playouts than the one below it on every board size, and overlooks less. Hard overlooks nothing,
// and has few enough playouts for its time, as many as ever.
func TestPlayouts(t *testing.T) {
	for size, want := range map[int]int{8: 120_000, 10: 100_000, 12: 69_444, 14: 51_020, 16: 39_062} {
		for step := 2; step <= steps; step++ {
			if less, more := playouts(step-1, size*size), playouts(step, size*size); less < 8 || 10*less > 8*more {
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
		t.Error("hard overlooks some turns")
	}
}

// The position that an opponent reads from a View is the true one, in mirrors too.
func TestPositionOfAView(t *testing.T) {
	s := play(t, setup(4, true), "b1-a1", "c1-d1")
	for s.Ended == nil {
		if got := s.View(s.Next()).(View).position(); got != s.pos {
			t.Fatalf("after %d moves a View gives\n%+v, want\n%+v", s.Ply, got, s.pos)
		}
		s = move(t, s, s.Legal(s.Next())[0]).(state)
	}
}

func TestPlayersHaveTheirPlayouts(t *testing.T) {
	gametest.Players(t, Game{}, play(t, setup(4, true), full[:6]...).View(0))
}

// Half of the beginner's turns are greedy: those after which its largest group is as far ahead of the
// other as can be. The others are any.
func TestTheBeginnerIsHalfGreedy(t *testing.T) {
	s := play(t, setup(8, true), "e4-e3", "e5-e6", "b1-c1", "b8-c8")
	ahead := func(m games.Move) int {
		after := s.pos
		after.Play(read(t, string(m)))
		return after.largest(s.pos.mover) - after.largest(s.pos.mover.Other())
	}
	most, best := -64, 0
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
		t.Errorf("of %d turns of the beginner %d are best by one ply, want about half", asked, best)
	}
}

// The thinker beats the yardstick with the same small number of playouts.
func TestTheThinkerBeatsTheYardstick(t *testing.T) {
	const matches, least = 6, 5
	won := 0
	for n := range matches {
		s := play(t, setup(10, true))
		for s.Ended == nil {
			choose := mind.Decide
			if int(s.Next()) != n%2 {
				choose = mind.Plain
			}
			v := s.View(s.Next()).(View)
			s = move(t, s, choose(v, search.Budget{Playouts: 400}, seeded(byte(n)).Rand(v.Ply))).(state)
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
	const matches, least = 6, 6
	won := 0
	for n := range matches {
		s := play(t, setup(8, true))
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
