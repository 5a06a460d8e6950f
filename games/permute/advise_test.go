package permute

import (
	"testing"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/search"
)

// The best move costs nothing in any spelling, advice without a move judges none, and the
// swap is judged like a move.
func TestAdviceOfASwap(t *testing.T) {
	asked := 0
	for seed := range uint64(60) {
		p := lateGame(seed)
		if p.Over() || p.mover != board.Yellow || minimax(p) == 0 {
			continue
		}
		asked++
		v := state{Duel: games.Duel{Ply: 1}, pos: p, swap: true}.View(1).(View)
		b := search.Budget{Playouts: 3000}
		a := Game{}.Table().AdviseBy(v, 0, "", seeded(1), b, b)
		if a.Made.Key != "" || a.Cost != 0 || a.Worth.Key != "worth.chance" || a.Worth.Args["Wins"].(int) < 75 {
			t.Errorf("seed %d: advice is %+v", seed, a)
		}
		if again := (Game{}).Table().AdviseBy(v, 0, a.Best, seeded(1), b, b); again.Cost != 0 || again.Made.Args["Wins"] != a.Worth.Args["Wins"] {
			t.Errorf("seed %d: advice about the best move is %+v", seed, again)
		}
		swap := Game{}.Table().AdviseBy(v, 0, swapMove, seeded(1), b, b)
		if lost := minimax(p) < 0; lost != (swap.Cost == 0) || !lost && swap.Cost < 0.5 {
			t.Errorf("seed %d: minimax is %d and the swap costs %v", seed, minimax(p), swap.Cost)
		}
	}
	if asked < 6 {
		t.Errorf("only %d positions were judged", asked)
	}
}

// A hint to swap comes with a chance of at least a half. Early in a game a search overrates
// the mover, and could contradict its own hint.
func TestSwapHintIsWorthAHalf(t *testing.T) {
	v := play(t, setup(9, "chequer", "on"), "Ac3-d4").View(1).(View)
	b := search.Budget{Playouts: 4000}
	for seed := range byte(2) {
		if a := (Game{}).Table().AdviseBy(v, 0, "", seeded(seed), b, b); a.Best != swapMove || a.Worth.Args["Wins"].(int) < 50 {
			t.Errorf("seed %d: the hint is %s with %v wins of 100, want swap with at least 50", seed, a.Best, a.Worth.Args["Wins"])
		}
	}
}

// A first twist that may be answered with a swap is worth at most a half, as the opponent
// takes the better side. A winning twist is as bad as a losing one.
func TestAdviceBeforeASwap(t *testing.T) {
	b, asked := search.Budget{Playouts: 2000}, map[int]int{}
	for seed := range uint64(40) {
		p := lateGame(seed)
		if p.Over() || p.mover != board.Orange {
			continue
		}
		made := p.Nth(0)
		got := after(p, made)
		asked[got]++
		a := Game{}.Table().AdviseBy(state{pos: p, swap: true}.View(0), 0, made.Move(), seeded(1), b, b)
		if wins := a.Made.Args["Wins"].(int); got != 0 && wins > 25 || wins > 50 || a.Worth.Args["Wins"].(int) > 50 || a.Cost < 0 || a.Cost > 0.5 {
			t.Errorf("seed %d: advice about a twist worth %d without the swap is %+v", seed, got, a)
		}
	}
	if asked[1] < 3 || asked[-1] < 3 {
		t.Errorf("the worths of the judged twists are %v, want some that win and some that lose", asked)
	}
}

// Whatever the curve, no first twist is said to win more than half of the games: the other side would swap.
func TestNobodyIsAheadBeforeASwap(t *testing.T) {
	defer func(before search.Curves) { chances = before }(chances)
	chances = search.Curves{{Size: 9, Seats: 2, Steep: 3, Lift: 2}}
	b := search.Budget{Playouts: 400}
	options, err := Game{}.Info().Complete(map[string]string{"swap": "on"})
	if err != nil {
		t.Fatal(err)
	}
	s, err := Game{}.Start(games.Setup{Game: "permute", Rules: Game{}.Info().Rules, Seats: 2, Options: options})
	if err != nil {
		t.Fatal(err)
	}
	first := Game{}.Table().AdviseBy(s.View(0).(View), 0, "", seeded(1), b, b)
	if wins := first.Worth.Args["Wins"].(int); wins > 50 {
		t.Errorf("the first twist is said to win %d of 100 games", wins)
	}
}
