package pentago

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"parlour/games"
	"parlour/games/gametest"
	"parlour/games/search"
)

var (
	_ games.Thrifty  = Game{}
	_ games.Reasoner = Game{}
)

// A sitting is a chooser with a budget.
type sitting struct {
	choose chooser
	budget search.Budget
}

// choosers are all functions that choose an opponent's turn, by name, with budgets that are quick enough
// for tests.
var choosers = func() map[string]sitting {
	all := map[string]sitting{search.PlainUCT: {plainDecide, search.Budget{Playouts: 300}}, search.Beginner: {guess, search.Budget{}}}
	for i, l := range (Game{}).Levels() {
		all[string(l)] = sitting{minds[i].decide, search.Budget{Playouts: min(minds[i].looks, 2000)}}
	}
	return all
}()

// players returns the players of [choosers].
func players() map[string]games.Player {
	all := map[string]games.Player{}
	for name, c := range choosers {
		all[name] = func(view games.View, _ games.Seat, seed games.Seed) games.Move {
			v := view.(View)
			return c.choose(v.position(), c.budget, seed.Rand(v.Ply)).Move()
		}
	}
	return all
}

// pointsOf returns the share of the points of so many games that a player wins against another one, with chairs that
// change.
func pointsOf(a, b sitting, count int) float64 {
	points := 0.0
	for n := range count {
		p, chairs := Position{}, [2]sitting{a, b}
		for !p.Over() {
			side := chairs[(p.Mover()+n)%2]
			p.Play(side.choose(p, side.budget, games.Seed{byte(n)}.Rand(p.Ply())))
		}
		switch winner, _ := p.Judge(); winner {
		case games.Spectator:
			points += 0.5
		case games.Seat(n % 2):
			points++
		}
	}
	return points / float64(count)
}

// Each of the low steps beats the one below it, not always, and a beginner wins half of the games against easy. The
// arena has the figures, and these bounds are wide. Players that overlook turns refuse a time, and so does the beginner.
func TestLadder(t *testing.T) {
	levels := Game{}.Levels()
	below, takes := search.Beginner, map[string]bool{search.Beginner: false, search.PlainUCT: true}
	for i, l := range levels {
		takes[string(l)] = minds[i].turns == 0
		least, most := 0.55, 0.95
		if i == 0 {
			least, most = 0.3, 0.7
		} else if minds[i].looks <= minds[i-1].looks {
			t.Errorf("%s has %d looks, want more than the %d of %s", l, minds[i].looks, minds[i-1].looks, below)
		}
		if got := 0.0; i < 5 {
			if got = pointsOf(choosers[string(l)], choosers[below], 60); got < least || got > most {
				t.Errorf("%s has %.2f of the points against %s, want %.2f to %.2f", l, got, below, least, most)
			}
		}
		below = string(l)
	}
	for name, want := range takes {
		_, err := Game{}.Player(name, games.Limit{Time: time.Second})
		var refusal *games.Refusal
		if (err == nil) != want || err != nil && !errors.As(err, &refusal) {
			t.Errorf("%s with a time: %v, want a player: %v", name, err, want)
		}
	}
}

// A level that overlooks turns takes a win in one that it thinks of.
func TestAWinThatIsSeenIsTaken(t *testing.T) {
	s, seen := play(t, "", near), 0
	for seed := range byte(100) {
		thinks := newSearcher(games.Seed{seed}.Rand(s.Ply), search.Budget{Playouts: minds[0].looks}).glimpse(s.pos, minds[0].turns)
		for _, b := range thinks {
			if b.over && b.worth > sure {
				seen++
				if thinks[0].worth != won-1 {
					t.Errorf("seed %d: it plays %s and not the win %s", seed, thinks[0].turn.Move(), b.turn.Move())
				}
				break
			}
		}
	}
	if seen == 0 || seen == 100 {
		t.Errorf("the win is seen %d times of 100, want some", seen)
	}
}

// resultFor returns the result of a board that is over for a side: 1 if it wins, 0 for a draw, -1 for a loss.
func resultFor(p Position, side int) (result int, over bool) {
	winner, over := p.Judge()
	switch {
	case winner == games.Spectator:
		return 0, over
	case int(winner) == side:
		return 1, over
	}
	return -1, over
}

// minimax returns the result of a position by plain search, for the side that is to move.
func minimax(p Position) int {
	if result, over := resultFor(p, p.Mover()); over {
		return result
	}
	best := -1
	for n := 0; n < p.Count() && best < 1; n++ {
		best = max(best, afterTurn(p, p.Nth(n)))
	}
	return best
}

// afterTurn returns the result of a turn by [minimax], for the side that makes it.
func afterTurn(p Position, t Turn) int {
	mover := p.Mover()
	p.Play(t)
	if result, over := resultFor(p, mover); over {
		return result
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
		if p.Ply() == 0 && len(all) != cells || len(boards) > 0 {
			t.Errorf("seed %d: there are %d branches, and %d boards have none", seed, len(all), len(boards))
		}
	}
}

// A look knows whether either side could win in a turn of its own.
func TestLook(t *testing.T) {
	met := map[string]int{}
	for seed := range uint64(150) {
		_, p := late(seed, int(seed%24)+1, "free", "always")
		if p.Over() {
			continue
		}
		mover := p.Mover()
		g, back := look(p.stones[mover], p.stones[1-mover]), look(p.stones[1-mover], p.stones[mover])
		if wins, risks := canWin(p), canWin(passed(p)); g.wins != wins || g.risks != risks {
			t.Fatalf("seed %d: it can win: %v, and the other side could: %v, want %v and %v", seed, g.wins, g.risks, wins, risks)
		}
		if back.wins != g.risks || back.risks != g.wins || back.score-tempo != tempo-g.score {
			t.Fatalf("seed %d: from the other side %+v is %+v", seed, g, back)
		}
		met[fmt.Sprint("wins ", g.wins)]++
		met[fmt.Sprint("risks ", g.risks)]++
	}
	if met["wins true"] < 10 || met["risks true"] < 10 {
		t.Errorf("the positions are %v, want more of each", met)
	}
}

// Advice near the end of a game agrees with minimax. The best turn keeps the result, and the cost of
// another is the part of the result that it gives away.
func TestAdvice(t *testing.T) {
	const near = 0.3 // the largest error where the search does not know the result
	asked, b := 0, search.Budget{Playouts: 200_000}
	for seed := uint64(0); asked < 12; seed++ {
		p, ok := ending(seed)
		if !ok {
			continue
		}
		asked++
		s := ofPosition(p)
		v, best := s.View(s.Next()).(View), minimax(p)
		for n := 0; n < p.Count(); n += 7 {
			made := p.Nth(n)
			a := v.advise(s.Next(), made.Move(), curve(games.Hard), games.Seed{1}, b, b)
			turn, err := s.readTurn(a.Best)
			if err != nil || afterTurn(p, turn) != best {
				t.Fatalf("seed %d: the best is %s (%v), which gives away %d", seed, a.Best, err, best)
			}
			want := float64(best-afterTurn(p, made)) / 2
			if a.Cost < want-near || a.Cost > want+near || a.Worth.Key == "" || a.Made.Key == "" {
				t.Errorf("seed %d: %s costs %.2f, want %.1f (%v, %v)", seed, made.Move(), a.Cost, want, a.Worth, a.Made)
			}
		}
		if a := v.advise(s.Next(), "", curve(games.Hard), games.Seed{1}, b, b); a.Made.Key != "" || a.Cost != 0 {
			t.Errorf("seed %d: advice without a move is %+v", seed, a)
		}
	}
}

// Advice says which turns are as good as the best, which one comes next, and three turns of play that is legal.
func TestAdviceComparesTurns(t *testing.T) {
	b, good, second, whole := search.Budget{Playouts: 40_000}, 0, 0, 0
	for seed := range uint64(30) {
		_, p := late(seed, 8+int(seed%14), "free", "always")
		if p.Over() {
			continue
		}
		s := ofPosition(p)
		a := s.View(s.Next()).(View).advise(s.Next(), "", curve(games.Hard), games.Seed{1}, b, b)
		best, _ := s.readTurn(a.Best)
		met := map[games.Move]bool{a.Best: true}
		for i, c := range a.Others {
			turn, err := s.readTurn(c.Move)
			if err != nil || met[c.Move] || c.Worth.Key == "" || i >= compared-1 || c.Good && i > 0 && !a.Others[i-1].Good {
				t.Fatalf("seed %d: %s is compared with %s in %+v: %v", seed, c.Move, a.Best, a.Others, err)
			}
			if wins, won := brings(p, turn) == winsNow, brings(p, best) == winsNow; won && wins != c.Good {
				t.Errorf("seed %d: %s is as good as %s: %v", seed, c.Move, a.Best, !wins)
			}
			if met[c.Move] = true; c.Good {
				good++
			} else {
				second++
			}
		}
		next := p
		for i, m := range a.Line {
			turn, err := ofPosition(next).readTurn(m)
			if err != nil || next.Over() || i == 0 && m != a.Best {
				t.Fatalf("seed %d: the play %v cannot go on with %s: %v", seed, a.Line, m, err)
			}
			next.Play(turn)
		}
		if len(a.Line) < linePlies && !next.Over() {
			t.Errorf("seed %d: the play is %v, want %d turns", seed, a.Line, linePlies)
		}
		whole += len(a.Line) / linePlies
	}
	if good == 0 || second == 0 || whole == 0 {
		t.Errorf("there are %d good turns, %d lesser ones and %d lines of three turns, want some of each", good, second, whole)
	}
}

// A sooner win is better than a later one, though both are sure, and chances that nobody tells apart are alike.
func TestAsGoodAs(t *testing.T) {
	for _, c := range []struct {
		w, best worth
		want    bool
	}{{won - 3, won - 1, false}, {won - 3, won - 3, true}, {2 - won, 4 - won, false}, {0, 1, true}, {0, 40, false}, {steep, won - 3, false}, {5, 0, true}, {2 - won, -300, false}} {
		if got := c.w.asGoodAs(c.best, curve(games.Hard)); got != c.want {
			t.Errorf("%d is as good as %d: %v, want %v", c.w, c.best, got, c.want)
		}
	}
}

// A stone that makes its quadrant look the same after half a turn can be twisted either way: that is one turn.
func TestTurnsToOneBoardAreOne(t *testing.T) {
	p := play(t, "", "d5-Ca1 a1-Cd1").pos
	all := newSearcher(games.Seed{1}.Rand(2), search.Budget{Playouts: 1000}).root(p)
	boards := map[[2]Set]bool{}
	for _, turn := range apart(all, len(all)) {
		after := p
		after.Play(turn)
		if boards[after.stones] {
			t.Errorf("%s leads to a board that another turn leads to", turn.Move())
		}
		boards[after.stones] = true
	}
	if len(boards) == len(all) || len(apart(all, 3)) != 3 {
		t.Errorf("%d turns lead to %d boards, want fewer", len(all), len(boards))
	}
}

// A worth is said by the curve, and what is certain stays so.
func TestWorthsInWords(t *testing.T) {
	defer func(before search.Curves) { chances = before }(chances)
	for _, chances = range []search.Curves{chances, {{Seats: 2, Band: search.Top, Steep: 2, Lift: 0.3, Games: 1}}} {
		curved := func(raw float64) string {
			return fmt.Sprintf("Between equal players you'd win %.0f of 100 from here.", 100*curve(games.Hard).Of(raw))
		}
		for want, w := range map[string]worth{
			"It wins at once.": won - 1, "You can win in 2 turns.": won - 3, "You can win in 3 turns.": won - 5,
			"It loses at once.": 1 - won, "Ben can win next turn.": 2 - won, "Ben can win in 2 turns.": 4 - won,
			curved(0.5): 0, curved(0.7311): steep, curved(0.2689): -steep,
		} {
			if got := gametest.Say(t, Game{}, w.text(1, curve(games.Hard))); got != want {
				t.Errorf("the worth %d is %q, want %q", w, got, want)
			}
		}
	}
}

// The judge says a chance of a turn, and none of one that is seen to win or to lose, which advice tells in turns.
func TestJudge(t *testing.T) {
	for _, c := range []struct {
		log, turn string
		ok        bool
	}{
		{near, "d3", false}, {near + " d3", "d1-Ca4", false}, {"b2-Aa1 e5-Ca4", "c3-Aa1", true}, {"b2-Aa1", "no turn", false},
		{"d3-Ad1 c1-Aa1 b5-Ad4 b3-Aa1 e1-Ad4 f3-Ad4 e2-Cd1 c6-Cd1 d3-Ad4 f1-Ad1 e1-Aa1 f2-Cd1 b4-Cd1 e4-Ad1", "a1-Ca1", false},
	} {
		s := play(t, "", c.log)
		raw, _, ok := Game{}.Judge(s.View(0), games.Seat(s.Ply%2), games.Move(c.turn), games.Hard, games.Seed{1})
		if ok != c.ok || raw < 0 || raw > 1 {
			t.Errorf("after %s, %s wins %v of the games, %t, want %t", c.log, c.turn, raw, ok, c.ok)
		}
	}
}

// Every level swaps unless the first stone lies in a corner, and so does a hint, whose worth is half at least. Otherwise
// the swap is worth half at most, and costs something.
func TestSwapUnlessTheStoneIsInACorner(t *testing.T) {
	table, few := Game{}.Table(), search.Budget{Playouts: 2000}
	for n, cell := range []string{"a1-Ca4", "a3-Ca1", "f6-Ca1", "b2-Ca4", "c2-Ca1", "c3-Ad4", "d1-Aa1", "a1-Ca1", "a1-Aa1", "e5-Cd4"} {
		v := play(t, "swap=on", cell).View(1).(View)
		even := v.At(0, 0)|v.At(0, Side-1)|v.At(Side-1, 0)|v.At(Side-1, Side-1) == White
		for step, l := range table.Levels {
			m := table.Decide(step+1)(v, search.Budget{Playouts: min(minds[step].looks, 300)}, games.Seed{byte(n)}.Rand(1))
			if (m == games.SwapMove) == even {
				t.Errorf("%s answers %s with %s, an even opening: %v", l, cell, m, even)
			}
		}
		a, swap := v.advise(1, "", curve(games.Hard), games.Seed{1}, few, few), v.advise(1, games.SwapMove, curve(games.Hard), games.Seed{1}, few, few)
		if made := swap.Made.Arg("Wins").(int); (a.Best == games.SwapMove) == even || (made >= 50) == even && made != 50 || !even && swap.Cost > 0 {
			t.Errorf("advice after %s is %+v, and about the swap %+v", cell, a, swap)
		}
	}
}

// A first turn that may be answered with a swap goes to a corner, and is said to be worth at most a half, whatever it is.
func TestFirstTurnIsEven(t *testing.T) {
	v, few := play(t, "swap=on", "").View(0).(View), search.Budget{Playouts: 2000}
	for seed := range byte(20) {
		m := Game{}.Table().Decide(1)(v, few, games.Seed{seed}.Rand(0))
		if after := gametest.Move(t, play(t, "swap=on", ""), m); !after.pos.even() {
			t.Errorf("seed %d opens with %s, want a corner", seed, m)
		}
	}
	for _, made := range []games.Move{"", "b2-Ca4"} {
		a := v.advise(0, made, curve(games.Hard), games.Seed{1}, few, few)
		if wins := a.Worth.Arg("Wins").(int); wins > 50 || a.Cost < 0 || a.Cost > 0.5 || made != "" && a.Made.Arg("Wins").(int) > 50 {
			t.Errorf("advice about %q is %+v", made, a)
		}
	}
}
