package search

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"parlour/games"
)

// noughts is a mind for noughts and crosses. Its beginner likes the middle.
var noughts = Mind[thought, thought, *thought]{
	Moves: 9, Tuning: Tuning{Explore: 3, Most: 0.3, Rave: 2, Habit: 5}, Explore: 0.3,
	Root:  func(t thought) thought { return t },
	Nth:   func(t *thought, n int) games.Move { return games.Move(fmt.Sprint(t.free()[n])) },
	Write: func(m Move) games.Move { return games.Move(fmt.Sprint(m)) },
	Play: func(t *thought, m games.Move) {
		var key Move
		fmt.Sscan(string(m), &key)
		t.PlayKey(key)
	},
	Lead: func(t *thought, player int) int { return int(t.crosses[player] >> 4 & 1) },
}

// All searchers of a mind find a move that wins at once, which is surely won, and half of its beginners play what they
// like best.
func TestMind(t *testing.T) {
	at := thought{crosses: crosses{0b000_000_011, 0b011_000_000}} // player 0 wins on cell 2
	table, b := noughts.Table(Table[thought]{}), Budget{Playouts: 2000}
	rng := func() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }
	for name, decide := range map[string]Searcher[thought]{"a level": table.Decide(1), "plain UCT": table.Yardsticks[0].Decide} {
		if m := decide(at, b, rng()); m != "2" {
			t.Errorf("%s plays %s, want 2", name, m)
		}
	}
	if best, line := table.Rank(at, 3, b, rng()); len(best) != 3 || best[0] != "2" || len(line) != 1 {
		t.Errorf("the best are %v, and %v is expected, want 2 and no more", best, line)
	}
	if won, lost := table.Chance(at, "2", b, rng()), table.Chance(at, "5", b, rng()); won != 1 || lost > 0.4 {
		t.Errorf("2 wins %.2f of the games, and 5, which lets the other side win, %.2f", won, lost)
	}
	middle, r := 0, rng()
	for range 1000 {
		if table.Yardsticks[1].Decide(at, Budget{}, r) == "4" {
			middle++
		}
	}
	if middle < 500 || middle > 700 {
		t.Errorf("of 1000 beginners %d take the middle, want a half and some by chance", middle)
	}
	if got := Perft(at, 2); got != 4*4 || Perft(at, 0) != 1 || Perft(at, 1) != 5 {
		t.Errorf("there are %d sequences of two moves, want 16", got)
	}
}
