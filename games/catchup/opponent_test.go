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

var (
	_ games.Thrifty  = Game{}
	_ games.Reasoner = Game{}
	_ games.Teller   = Game{}
)

// small is a budget that is quick enough for tests.
var small = search.Budget{Playouts: 60}

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

func seeded(n byte) games.Seed { return games.Seed{n} }

// Each level has more playouts than the one below it on every board size and overlooks less, medium overlooks nothing,
// and hard has as many playouts as it has time for.
func TestPlayouts(t *testing.T) {
	for size := tableMin; size <= tableMax; size++ {
		cells := 3*size*(size-1) + 1
		for step := 2; step <= len((Game{}).Levels()); step++ {
			below, here := playouts(step-1, cells), playouts(step, cells)
			if 5*here < 6*below || overlooks(step) > overlooks(step-1) {
				t.Errorf("on %d step %d has %d playouts and overlooks %.2f, the one below %d and %.2f", size, step, here, overlooks(step), below, overlooks(step-1))
			}
		}
	}
	if hard := playouts(len((Game{}).Levels()), 61); hard != 131_147 || overlooks(1) < 0.5 || overlooks(medium) > 0 {
		t.Errorf("hard has %d playouts, easy overlooks %.2f and medium %.2f", hard, overlooks(1), overlooks(medium))
	}
}

func TestPlayersHaveTheirPlayouts(t *testing.T) {
	gametest.Players(t, Game{}, play(t, 3, match, "c3 a1,e1").View(0))
}

// A beginner thinks for no time, and half of its turns are greedy.
func TestBeginner(t *testing.T) {
	if _, err := (Game{}).Player(search.Beginner, time.Second); !refuses(err, "refuse.player.time") {
		t.Errorf("a beginner who thinks for a second gave %v", err)
	}
	s := play(t, 5, match, "e5 a1,a3") // Black would join three on a2
	greedy := 0
	const n = 400
	for seed := range uint64(n) {
		turn := begin(s.pos, small, rand.New(rand.NewPCG(seed, 1)))
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

// Advice near the end of a game agrees with plain search. The best move keeps the result, and the
// cost of another move is the part of the result that it gives away.
func TestAdvice(t *testing.T) {
	const sure = 0.3 // the largest error of a search
	asked, b := 0, search.Budget{Playouts: 3000}
	for seed := range uint64(30) {
		p := lateGame(seed, 5)
		if !canGoWrong(p) {
			continue
		}
		v := viewOf(t, p)
		p.each(func(turn Turn, _ *position) {
			if asked > 60 {
				return
			}
			asked++
			a := Game{}.Table().AdviseBy(v, 0, p.shape.move(turn), seeded(byte(seed)), b, b)
			best, err := p.readTurn(a.Best)
			if err != nil || !winsAfter(p, best) {
				t.Fatalf("seed %d: the best is %s (%v), which loses", seed, a.Best, err)
			}
			if lost := !winsAfter(p, turn); lost && a.Cost < 1-sure || !lost && a.Cost > sure {
				t.Errorf("seed %d: %s loses: %v, and costs %.2f (%v, %v)", seed, p.shape.move(turn), lost, a.Cost, a.Worth, a.Made)
			}
		})
	}
	if asked < 30 {
		t.Errorf("only %d moves were judged", asked)
	}
}
