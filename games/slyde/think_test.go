package slyde

import (
	"math/rand/v2"
	"testing"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/search"
)

// Two turns have the same key exactly if they are the same turn, and the turn of a key is that turn.
func TestKeys(t *testing.T) {
	seen := map[search.Move]Turn{}
	for size := 2; size <= maxSize; size += 12 {
		for _, mover := range [2]board.Colour{board.Orange, board.Yellow} {
			p := newPosition(size, true)
			p.mover = mover
			all := turnsOf(&p)
			for cell := range p.cells() {
				all = append(all, Turn{cell % size, cell / size, cell % size, cell / size})
			}
			for _, turn := range all {
				k := keyOf(turn)
				if before, known := seen[k]; known && before != turn || turnOf(k) != turn || int(k) >= maxKeys {
					t.Fatalf("%s has the key %d, which is that of %s", turn.Move(), k, turnOf(k).Move())
				}
				seen[k] = turn
			}
		}
	}
}

// minimax returns the value of a position by plain search: 1 if the mover wins, 0 for a draw, -1 for
// a loss.
func minimax(p Position) int {
	if p.Over() {
		if p.mover == board.Orange {
			return outcome(p.Winner())
		}
		return -outcome(p.Winner())
	}
	best := -1
	for n := 0; n < p.Count() && best < 1; n++ {
		best = max(best, after(p, p.Nth(n)))
	}
	return best
}

// after returns the value of a turn by [minimax], for the player who makes it.
func after(p Position, t Turn) int {
	p.Play(t)
	return -minimax(p)
}

// lateGame plays at random until few swaps are left; the game may be over then. Every second one has
// no mirror rule.
func lateGame(seed uint64) Position {
	rng := rand.New(rand.NewPCG(seed, 4))
	p := newPosition(6, seed%2 == 0)
	for !p.Over() && p.Count() > 9 {
		p.Play(p.Nth(rng.IntN(p.Count())))
	}
	return p
}

func canGoWrong(p Position) bool {
	best := minimax(p)
	for n := range p.Count() {
		if after(p, p.Nth(n)) < best {
			return true
		}
	}
	return false
}

// viewOf returns the mover's view of a position in the middle of a game.
func viewOf(p Position) View {
	seat := games.Seat(p.mover)
	return state{Duel: games.Duel{Ply: 2 + int(seat)}, pos: p}.View(seat).(View)
}

// Near the end of a game the thinker and the yardstick keep the value of [minimax]. The test uses
// only positions in which some turn gives it away.
func TestEndgameAgreesWithMinimax(t *testing.T) {
	asked, b := 0, search.Budget{Playouts: 4000}
	for seed := range uint64(40) {
		p := lateGame(seed)
		if p.Over() || !canGoWrong(p) {
			continue
		}
		asked++
		want, v := minimax(p), viewOf(p)
		for name, choose := range searchers {
			m := choose(v, b, seeded(byte(seed)).Rand(v.Ply))
			if got := after(p, read(t, string(m))); got != want {
				t.Errorf("seed %d: %s plays %s for %d, want %d", seed, name, m, got, want)
			}
		}
	}
	if asked < 8 {
		t.Errorf("only %d positions were judged", asked)
	}
}

// Advice near the end of a game agrees with minimax. The best move keeps the result, and the cost of
// another move is the part of the result that it gives away.
func TestAdvice(t *testing.T) {
	const sure = 0.4 // the largest error of a search
	asked, b := 0, search.Budget{Playouts: 2000}
	for seed := range uint64(16) {
		p := lateGame(seed)
		if p.Over() || !canGoWrong(p) {
			continue
		}
		v, best := viewOf(p), minimax(p)
		for n := range p.Count() {
			asked++
			made := p.Nth(n)
			a := Game{}.Table().AdviseBy(v, 0, made.Move(), seeded(byte(seed)), b, b)
			if got := after(p, read(t, string(a.Best))); got != best {
				t.Fatalf("seed %d: the best is %s for %d, want %d", seed, a.Best, got, best)
			}
			want := float64(best-after(p, made)) / 2
			if a.Cost < max(0, want-sure) || a.Cost > min(1, want+sure) {
				t.Errorf("seed %d: %s costs %.2f, want %.1f (%v, %v)", seed, made.Move(), a.Cost, want, a.Worth, a.Made)
			}
		}
	}
	if asked < 20 {
		t.Errorf("only %d moves were judged", asked)
	}
}

// Advice without a move judges none, and the best move costs nothing.
func TestAdviceOfTheBestMove(t *testing.T) {
	v := play(t, setup(6, true), "b1-a1", "e1-f1").View(0).(View)
	b := search.Budget{Playouts: 500}
	a := Game{}.Table().AdviseBy(v, 0, "", seeded(1), b, b)
	if a.Made.Key != "" || a.Cost != 0 || a.Worth.Key != "worth.chance" {
		t.Errorf("advice is %+v", a)
	}
	if again := (Game{}).Table().AdviseBy(v, 0, a.Best, seeded(1), b, b); again.Cost != 0 || again.Made.Args["Wins"] != a.Worth.Args["Wins"] {
		t.Errorf("advice about the best move is %+v", again)
	}
}

// A search that stops once its best turn is certain comes to the same turn as one that goes on, and
// some stop early.
func TestSettledSearchesChangeNoMove(t *testing.T) {
	early := 0
	for seed := range uint64(40) {
		p := lateGame(seed)
		if p.Over() {
			continue
		}
		best := func(stops bool) (Turn, int) {
			th := search.NewThinker[Position](mind.Moves, mind.Tuning, rand.New(rand.NewPCG(seed, 8)))
			th.Stops = stops
			k, _ := th.Think(p, search.Budget{Playouts: 640})
			return turnOf(k), th.Playouts()
		}
		whole, all := best(false)
		soon, used := best(true)
		if whole != soon || all != 640 {
			t.Errorf("seed %d: it plays %s after %d playouts, and %s after %d", seed, soon.Move(), used, whole.Move(), all)
		}
		if used < all {
			early++
		}
	}
	if early == 0 {
		t.Error("no search stopped early")
	}
}
