package pentago

import (
	"math/rand/v2"
	"testing"

	"parlour/games"
	"parlour/games/search"
)

// minimax returns the result of a position by plain search: 1 if the mover wins, 0 for a draw, -1
// for a loss.
func minimax(p Position) int {
	mover := p.Mover()
	if winner, over := p.Judge(); over {
		switch {
		case winner == games.Spectator:
			return 0
		case int(winner) == mover:
			return 1
		}
		return -1
	}
	best := -1
	for n := range p.Count() {
		best = max(best, afterTurn(p, p.Nth(n)))
		if best == 1 {
			break
		}
	}
	return best
}

// afterTurn returns the result of a turn by [minimax], for the side that makes it.
func afterTurn(p Position, t Turn) int {
	mover := p.Mover()
	p.Play(t)
	if winner, over := p.Judge(); over {
		switch {
		case winner == games.Spectator:
			return 0
		case int(winner) == mover:
			return 1
		}
		return -1
	}
	return -minimax(p)
}

// ending returns a position with three empty cells that is not over.
func ending(seed uint64) (Position, bool) {
	_, p := late(seed, 3, "free", "always")
	return p, !p.Over()
}

// result returns what a worth says of the result.
func (w worth) result() int {
	switch {
	case w > sure:
		return 1
	case w < -sure:
		return -1
	}
	return 0
}

// Near the end of a game the search keeps the result of [minimax], and knows it.
func TestSearchAgreesWithMinimax(t *testing.T) {
	asked, seen := 0, map[int]int{}
	for seed := uint64(0); asked < 120; seed++ {
		p, ok := ending(seed)
		if !ok {
			continue
		}
		asked++
		want := minimax(p)
		seen[want]++
		best := newSearcher(rand.New(rand.NewPCG(seed, 1)), search.Budget{Playouts: 1_000_000}).root(p)[0]
		if got := afterTurn(p, best.turn); got != want || best.worth.result() != want {
			t.Errorf("seed %d: it plays %s for %d and thinks %d, want %d", seed, best.turn.Move(), got, best.worth, want)
		}
	}
	if seen[1] < 3 || seen[0] < 3 || seen[-1] < 1 {
		t.Errorf("the results are %v, want some of each", seen)
	}
}

// Every board that a turn leads to has a branch, with what the rules say of it; where a turn wins
// there is one branch. On the empty board there is one for each cell.
func TestBranches(t *testing.T) {
	for seed := range uint64(60) {
		_, p := late(seed, int(seed%37), "free", "always")
		if p.Over() {
			continue
		}
		boards, wins := map[[2]Set]bool{}, false
		for n := range p.Count() {
			b := p.after(p.Nth(n))
			boards[[2]Set{b.own, b.other}] = true
			wins = wins || b.over && b.worth > sure
		}
		mover := p.Mover()
		all := branches(nil, p.stones[mover], p.stones[1-mover], p.open())
		if wins {
			if len(all) != 1 || !all[0].over || all[0].worth != won-1 || p.after(all[0].turn).worth != won-1 {
				t.Errorf("seed %d: a turn wins and there are %d branches, the first %+v", seed, len(all), all[0])
			}
			continue
		}
		for _, b := range all {
			delete(boards, [2]Set{b.own, b.other})
			if want := p.after(b.turn); want.own != b.own || want.other != b.other || want.over != b.over || want.worth != b.worth {
				t.Errorf("seed %d: the branch of %s is %+v, want %+v", seed, b.turn.Move(), b, want)
			}
		}
		if p.Ply() == 0 && len(all) != cells {
			t.Errorf("the empty board has %d branches, want %d", len(all), cells)
		}
		if len(boards) > 0 {
			t.Errorf("seed %d: %d boards have no branch", seed, len(boards))
		}
	}
}

// A look knows whether either side could win in a turn of its own.
func TestLook(t *testing.T) {
	wins, risks := 0, 0
	for seed := range uint64(150) {
		_, p := late(seed, int(seed%24)+1, "free", "always")
		if p.Over() {
			continue
		}
		mover := p.Mover()
		g := look(p.stones[mover], p.stones[1-mover])
		other := p // as if the other side were to move
		other.stones[0], other.stones[1] = p.stones[1], p.stones[0]
		if got, want := g.wins, canWin(p); got != want {
			t.Fatalf("seed %d: it can win: %v, want %v", seed, got, want)
		}
		if got, want := g.risks, canWin(other); got != want {
			t.Fatalf("seed %d: the other side could win: %v, want %v", seed, got, want)
		}
		if back := look(p.stones[1-mover], p.stones[mover]); back.wins != g.risks || back.risks != g.wins || back.score-tempo != tempo-g.score {
			t.Fatalf("seed %d: from the other side %+v is %+v", seed, g, back)
		}
		if g.wins {
			wins++
		}
		if g.risks {
			risks++
		}
	}
	if wins < 10 || risks < 10 {
		t.Errorf("of 150 positions %d can be won and %d could by the other side, want some", wins, risks)
	}
}
