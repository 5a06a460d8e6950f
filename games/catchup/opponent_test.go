package catchup

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"parlour/games"
	"parlour/games/gametest"
	"parlour/games/search"
)

// choosers are all functions that choose an opponent's turn, by name.
var choosers = map[string]func(position, search.Budget, *rand.Rand) Turn{"a thinker": decide, search.PlainUCT: plainDecide, search.Beginner: begin}

// players returns the [choosers] with a budget.
func players(b search.Budget) map[string]games.Player {
	all := map[string]games.Player{}
	for name, choose := range choosers {
		all[name] = func(v games.View, _ games.Seat, seed games.Seed) games.Move {
			return v.(View).move(choose(v.(View).position(), b, seed.Rand(v.(View).Ply)))
		}
	}
	return all
}

func TestOpponent(t *testing.T) {
	g := Game{}
	gametest.Steps(t, g, 1.2, map[int]int{37: 150_000, 61: 131_147, 91: 87_912, 127: 62_992})
	gametest.Players(t, g, play(t, 3, match, "c3 a1,e1").View(0))
	gametest.Curve(t, g, &chances)
	thinkers := gametest.Thinkers(g.Table(), search.Budget{Playouts: 300})
	gametest.Beats(t, g, gametest.SetupOf(g, "size=4,bonus=match"), thinkers["a thinker"], thinkers[search.PlainUCT], 10, 7)
}

// A beginner thinks for no time, and half of its turns are greedy.
func TestBeginner(t *testing.T) {
	if _, err := (Game{}).Player(search.Beginner, games.Limit{Time: time.Second}); err == nil {
		t.Errorf("a beginner who thinks for a second gave %v", err)
	}
	s := play(t, 5, match, "e5 a1,a3") // Black would join three on a2
	greedy := 0
	const n = 400
	for seed := range uint64(n) {
		turn := begin(s.pos, search.Budget{}, rand.New(rand.NewPCG(seed, 1)))
		if turn.n != 2 {
			t.Fatalf("a beginner places %d stones, want 2", turn.n)
		}
		if slices.Contains(turn.Cells(), s.pos.shape.named["a2"]) {
			greedy++
		}
	}
	if greedy < n*40/100 || greedy > n*63/100 { // at random one turn in 30 has the cell
		t.Errorf("%d of %d turns are greedy, want half", greedy, n)
	}
}

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

// Near the end of a game the thinker and plain UCT keep a game that can be won, and advice agrees with plain search. The
// best move keeps the result, and the cost of another is the part of the result that it gives away. The test uses only
// positions in which some turn gives the game away.
func TestEndgame(t *testing.T) {
	const sure = 0.3 // the largest error of a search
	asked, judged, b := 0, 0, search.Budget{Playouts: 3000}
	for seed := range uint64(40) {
		p := lateGame(seed, 5+int(seed%2))
		if !canGoWrong(p) {
			continue
		}
		asked++
		for name, choose := range choosers {
			turn := choose(p, b, rand.New(rand.NewPCG(seed, 5)))
			if name != search.Beginner && !winsAfter(p, turn) {
				t.Errorf("seed %d: %s plays %s, which loses", seed, name, p.shape.move(turn))
			}
		}
		v := viewOf(t, p)
		p.each(func(turn Turn, _ *position) {
			if judged > 60 || seed%2 == 1 {
				return
			}
			judged++
			a := Game{}.Table().AdviseBy(v, 0, p.shape.move(turn), games.Hard, games.Seed{byte(seed)}, b, b)
			best, err := p.readTurn(a.Best)
			if err != nil || !winsAfter(p, best) {
				t.Fatalf("seed %d: the best is %s (%v), which loses", seed, a.Best, err)
			}
			if lost := !winsAfter(p, turn); lost && a.Cost < 1-sure || !lost && a.Cost > sure {
				t.Errorf("seed %d: %s loses: %v, and costs %.2f (%v, %v)", seed, p.shape.move(turn), lost, a.Cost, a.Worth, a.Made)
			}
		})
	}
	if asked < 10 || judged < 30 {
		t.Errorf("only %d positions and %d moves were judged", asked, judged)
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

// The best of the ranked turns is the one that the player makes. The others differ. The play that is expected after each
// goes on with a turn of each side, and ends with the game.
func TestRank(t *testing.T) {
	b := search.Budget{Playouts: 3000}
	for _, c := range []struct {
		bonus            Bonus
		moves            string
		ranked, expected int
	}{
		{match, "", 4, 2},
		{quiet, "c3 a1,e1 b2", 4, 1},
		{match, "c3 b2,c4 b3,d2 a1,d1,e2 d3,e1 a2,a3,b4", 4, 2},
		{overtake, "c3 a2,c4 b2,b3 d2,d3,e3 c2 b1,d1", 1, 2},
		{quiet, "a1 a3,b2 b3,c5 c3 d2,d3 b4,d1 c4", 4, 3},
	} {
		s := play(t, 3, c.bonus, c.moves)
		v := s.View(0).(View)
		for seed := range byte(2) {
			lines := rank(v, 4, b, games.Seed{seed}.Rand(1))
			if want := v.move(decide(v.position(), b, games.Seed{seed}.Rand(1))); lines[0][0] != want {
				t.Fatalf("after %q %v is ranked, and the player plays %s", c.moves, lines, want)
			}
			if len(lines) != c.ranked || len(lines[0]) < c.expected {
				t.Errorf("after %q %v is ranked, want %d, of which the first has %d turns at least", c.moves, lines, c.ranked, c.expected)
			}
			first := map[games.Move]bool{}
			for _, line := range lines {
				if first[line[0]] || len(line) > lineTurns {
					t.Errorf("after %q %v is ranked twice, or is long: %v", c.moves, line, lines)
				}
				first[line[0]] = true
				next := s
				for _, m := range line {
					next = gametest.Move(t, next, m)
				}
			}
		}
	}
	last := lateGame(3, 1)
	if lines := rank(viewOf(t, last), 4, b, games.Seed{}.Rand(1)); len(lines) != 1 || len(lines[0]) != 1 {
		t.Errorf("for the last cell %v is ranked", lines)
	}
}
