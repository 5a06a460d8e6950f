package permute

import (
	"testing"

	"parlour/games"
	"parlour/games/search"
)

// Advice near the end of a game agrees with minimax: what is best keeps what can be
// had, a move that keeps as much costs nothing, and one that throws it away costs
// what it threw away.
func TestAdvice(t *testing.T) {
	const sure = 0.25 // how far a search may be from what is certain
	asked, b := 0, search.Budget{Playouts: 3000}
	for seed := range uint64(12) {
		p := lateGame(seed)
		if p.Over() || !canGoWrong(p) {
			continue
		}
		v := viewOf(p)
		best := minimax(p)
		for n := range p.Count() {
			asked++
			made := p.Nth(n)
			a := v.advise(made.Move(), seeded(byte(seed)), b, b)
			if got := after(p, twist(t, string(a.Best))); got != best {
				t.Fatalf("seed %d: the best is %s for %d, want %d", seed, a.Best, got, best)
			}
			want := float64(best-after(p, made)) / 2
			if a.Cost < max(0, want-sure) || a.Cost > min(1, want+sure) {
				t.Errorf("seed %d: %s costs %.2f, want %.1f (%v, %v)", seed, made.Move(), a.Cost, want, a.Worth, a.Made)
			}
		}
	}
	if asked < 20 {
		t.Errorf("only %d moves were asked about", asked)
	}
}

// viewOf is what the mover of a position in the middle of a game sees.
func viewOf(p Position) View {
	seat := games.Seat(p.mover)
	return state{Duel: games.Duel{Ply: 2 + int(seat)}, pos: p}.View(seat).(View)
}

// The best move itself costs nothing, in whichever way it is written; without a move
// that was made nothing is said of one; and the swap is judged too.
func TestAdviceOfASwap(t *testing.T) {
	asked := 0
	for seed := range uint64(60) {
		p := lateGame(seed)
		if p.Over() || p.mover != Yellow || minimax(p) == 0 {
			continue
		}
		asked++
		v := state{Duel: games.Duel{Ply: 1}, pos: p, swap: true}.View(1).(View)
		b := search.Budget{Playouts: 3000}
		a := v.advise("", seeded(1), b, b)
		if a.Made.Key != "" || a.Cost != 0 || a.Worth.Key != "permute.worth" || a.Worth.Args["Wins"].(int) < 75 {
			t.Errorf("seed %d: advice is %+v", seed, a)
		}
		if again := v.advise(a.Best, seeded(1), b, b); again.Cost != 0 || again.Made.Args["Wins"] != a.Worth.Args["Wins"] {
			t.Errorf("seed %d: of the best move it says %+v", seed, again)
		}
		swap := v.advise(swapMove, seeded(1), b, b)
		if lost := minimax(p) < 0; lost != (swap.Cost == 0) || !lost && swap.Cost < 0.5 {
			t.Errorf("seed %d: to swap when minimax says %d costs %v", seed, minimax(p), swap.Cost)
		}
	}
	if asked < 6 {
		t.Errorf("only %d positions were asked about", asked)
	}
}

// Who is told to swap is not told that they would sooner lose by it: early in a game a
// search thinks too well of who is to move.
func TestTheHintToSwapIsNoBadAdvice(t *testing.T) {
	v := play(t, setup(9, "chequer", "on"), "Ac3-d4").View(1).(View)
	b := search.Budget{Playouts: 4000}
	for seed := range byte(2) {
		if a := v.advise("", seeded(seed), b, b); a.Best != swapMove || a.Worth.Args["Wins"].(int) < 50 {
			t.Errorf("seed %d: the hint is %s, which %v of 100 win, want swap and half of them", seed, a.Best, a.Worth.Args["Wins"])
		}
	}
}

// Before a first twist that may be answered with a swap nothing is worth more than a
// half, for the other takes the better side: a twist that would win is as bad as one that
// would lose.
func TestAdviceBeforeASwap(t *testing.T) {
	b, asked := search.Budget{Playouts: 2000}, map[int]int{}
	for seed := range uint64(40) {
		p := lateGame(seed)
		if p.Over() || p.mover != Orange {
			continue
		}
		made := p.Nth(0)
		got := after(p, made)
		asked[got]++
		a := state{pos: p, swap: true}.View(0).(View).advise(made.Move(), seeded(1), b, b)
		if wins := a.Made.Args["Wins"].(int); got != 0 && wins > 25 || wins > 50 || a.Worth.Args["Wins"].(int) > 50 || a.Cost < 0 || a.Cost > 0.5 {
			t.Errorf("seed %d: of a twist that would be worth %d advice is %+v", seed, got, a)
		}
	}
	if asked[1] < 3 || asked[-1] < 3 {
		t.Errorf("it was asked of twists worth %v, want some that win and some that lose", asked)
	}
}
