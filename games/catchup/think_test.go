package catchup

import (
	"math/rand/v2"
	"slices"
	"testing"

	"parlour/games"
	"parlour/games/search"
)

// lateGame plays at random on a small board until few cells are left.
func lateGame(seed uint64, left int) position {
	rng := rand.New(rand.NewPCG(seed, 4))
	p := newPosition(3, Bonus(seed%3))
	for int(p.left) > left {
		for p.more() && int(p.left) > 1 {
			if _, ok := p.random(rng); !ok {
				break
			}
		}
		p.pass()
	}
	return p
}

// canGoWrong reports whether the mover can win, and lose.
func canGoWrong(p position) bool {
	met := map[bool]bool{}
	p.each(func(turn Turn, _ *position) { met[winsAfter(p, turn)] = true })
	return len(met) == 2
}

// viewOf returns the View of a position at the beginning of a turn, and checks that it gives the
// position back.
func viewOf(t *testing.T, p position) View {
	t.Helper()
	ply := 2 + int(p.mover)
	before := [2]int{p.Largest(0), p.Largest(1)}
	if p.limit == mostStones { // which the opponent's growth earned
		before[1-p.mover]--
	}
	v := state{Duel: games.Duel{Ply: ply}, pos: p, before: before}.View(0).(View)
	if got := v.position(); got.limit != p.limit || got.mover != p.mover || got.stone != p.stone {
		t.Fatalf("a View gives %+v, want %+v", got, p)
	}
	return v
}

// Near the end of a game the thinker and plain UCT keep a game that can be won. The test uses only
// positions in which some turn gives it away.
func TestEndgameAgreesWithPlainSearch(t *testing.T) {
	asked, b := 0, search.Budget{Playouts: 3000}
	for seed := range uint64(40) {
		p := lateGame(seed, 6)
		if !canGoWrong(p) {
			continue
		}
		asked++
		for _, name := range []string{"a thinker", search.PlainUCT} {
			turn := choosers[name](p, b, rand.New(rand.NewPCG(seed, 5)))
			if !winsAfter(p, turn) {
				t.Errorf("seed %d: %s plays %s, which loses", seed, name, p.shape.move(turn))
			}
		}
	}
	if asked < 10 {
		t.Errorf("only %d positions were judged", asked)
	}
}

// The end of a turn has a key that no other end of a turn has in the same game, and none of a cell.
func TestKeysComeOnce(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	for bonus := range bonuses {
		met := map[key]bool{}
		for p := newPosition(maxSize, Bonus(bonus)); !p.Over(); p.pass() {
			for p.more() {
				c, ok := p.random(rng)
				if !ok {
					break
				}
				for _, k := range []key{key(c), p.enough()} {
					if met[k] || k >= maxKeys {
						t.Fatalf("the key %d comes twice, or is above %d", k, maxKeys)
					}
					met[k] = true
				}
			}
		}
	}
}

// The thinker beats plain UCT with the same small number of playouts.
func TestTheThinkerBeatsTheYardstick(t *testing.T) {
	const matches, least = 10, 7
	won := 0
	for n := range uint64(matches) {
		p := newPosition(4, match)
		rng := rand.New(rand.NewPCG(n, 6))
		for !p.Over() {
			choose := decide
			if uint64(p.mover) != n%2 {
				choose = plainDecide
			}
			p.Play(choose(p, search.Budget{Playouts: 300}, rng))
		}
		if s, _ := p.winner(); uint64(s) == n%2 {
			won++
		}
	}
	if won < least {
		t.Errorf("of %d games the thinker wins %d, want %d", matches, won, least)
	}
}

// A player that overlooks all cells but one at each stone may come to any turn. One that overlooks none plays the best.
func TestEachStoneOverlooks(t *testing.T) {
	p := lateGame(3, 4)
	for overlooked, all := range map[float64]bool{0: false, 1: true} {
		met := map[Turn]bool{}
		for seed := range uint64(300) {
			met[decide(p, search.Budget{Playouts: 300, Overlooks: overlooked}, rand.New(rand.NewPCG(seed, 5)))] = true
		}
		if many := p.Count(); p.limit < 2 || all && len(met) != many || !all && len(met) > many/2 {
			t.Errorf("overlooking %.0f at each stone, %d of %d turns are made: %v", overlooked, len(met), many, met)
		}
	}
}

// The best of the ranked turns is the one that the player makes. The others differ. The play that is expected begins
// with the best, goes on with a turn of each side, and ends with the game.
func TestRank(t *testing.T) {
	b := search.Budget{Playouts: 3000}
	for _, c := range []struct {
		bonus            Bonus
		moves            string
		ranked, expected int
	}{
		{match, "", 4, 2},
		{quiet, "c3 a1,e1 b2", 4, 1},
		{zoo[0].bonus, zoo[0].log, 4, 2},
		{zoo[1].bonus, zoo[1].log, 1, 2},
		{zoo[2].bonus, zoo[2].log, 4, 3},
	} {
		s := play(t, 3, c.bonus, c.moves)
		v := s.View(0).(View)
		for seed := range byte(2) {
			best, expected := rank(v, 4, b, seeded(seed).Rand(1))
			if want := v.move(decide(v.position(), b, seeded(seed).Rand(1))); best[0] != want || len(expected) == 0 || expected[0] != want {
				t.Fatalf("after %q %v is ranked and %v expected, and the player plays %s", c.moves, best, expected, want)
			}
			if len(best) != c.ranked || len(expected) < c.expected || len(expected) > lineTurns {
				t.Errorf("after %q %v is ranked and %v expected, want %d and %d at least", c.moves, best, expected, c.ranked, c.expected)
			}
			for i, m := range best {
				if move(t, s, m); slices.Contains(best[:i], m) {
					t.Errorf("after %q %s is ranked twice: %v", c.moves, m, best)
				}
			}
			next := s
			for _, m := range expected {
				next = move(t, next, m)
			}
		}
	}
	last := lateGame(3, 1)
	if best, expected := rank(viewOf(t, last), 4, b, seeded(0).Rand(1)); len(best) != 1 || len(expected) != 1 || best[0] != expected[0] {
		t.Errorf("for the last cell %v is ranked and %v expected", best, expected)
	}
}

// Under quiet the thinker, plain UCT and a beginner make legal turns alone.
func TestTurnsAreLegal(t *testing.T) {
	for bonus := range bonuses {
		for name, choose := range choosers {
			s := play(t, 3, Bonus(bonus), "")
			rng := rand.New(rand.NewPCG(3, 6))
			for s.Ended == nil {
				m := s.pos.shape.move(choose(s.pos, small, rng))
				next, err := s.Play(s.Next(), m)
				if err != nil {
					t.Fatalf("with %s %s plays %s: %v", bonuses[bonus], name, m, err)
				}
				s = next.(state)
			}
		}
	}
}
