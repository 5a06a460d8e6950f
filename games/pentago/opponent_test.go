package pentago

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"parlour/games"
	"parlour/games/search"
)

var (
	_ games.Thrifty  = Game{}
	_ games.Reasoner = Game{}
	_ games.Teller   = Game{}
)

// choosers are all functions that choose an opponent's turn, by name, with budgets that are quick enough
// for tests.
var choosers = func() map[string]sitting {
	all := map[string]sitting{search.PlainUCT: {plainDecide, search.Budget{Playouts: 300}}, search.Beginner: {guess, search.Budget{}}}
	for i, l := range (Game{}).Levels() {
		all[string(l)] = sitting{minds[i].decide, search.Budget{Playouts: min(minds[i].looks, 2000)}}
	}
	return all
}()

// A sitting is a chooser with a budget.
type sitting struct {
	choose chooser
	budget search.Budget
}

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

func seeded(n byte) games.Seed { return games.Seed{n} }

// The position that an opponent reads from a View is the true one.
func TestPositionOfAView(t *testing.T) {
	for _, s := range []games.Setup{usual, setup("corner", "neutral")} {
		st := play(t, s, "")
		for range 8 {
			want := st.pos
			want.corner = want.corner && st.Ply == 0 // it matters no more
			if got := st.View(st.Next()).(View).position(); got != want {
				t.Errorf("after %d moves a View gives\n%+v, want\n%+v", st.Ply, got, want)
			}
			legal := st.Legal(st.Next())
			st = move(t, st, legal[len(legal)/2])
		}
	}
}

// With the corner opening, every chooser opens in a corner.
func TestChoosersOpenInACorner(t *testing.T) {
	s := play(t, setup("corner", "always"), "")
	for name, player := range players() {
		if m := player(s.View(0), 0, seeded(3)); !slices.Contains(s.Legal(0), m) {
			t.Errorf("%s opens with %s", name, m)
		}
	}
}

// pointsOf returns the share of the points of so many games that a player wins against another one, with chairs that
// change.
func pointsOf(a, b sitting, count int) float64 {
	points := 0.0
	for n := range count {
		p, chairs := Position{}, [2]sitting{a, b}
		for !p.Over() {
			side := chairs[(p.Mover()+n)%2]
			p.Play(side.choose(p, side.budget, seeded(byte(n)).Rand(p.Ply())))
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
// arena has the figures, and these bounds are wide.
func TestLadder(t *testing.T) {
	beginner := choosers[search.Beginner]
	if got := pointsOf(choosers[string(games.Easy)], beginner, 60); got < 0.3 || got > 0.7 {
		t.Errorf("easy has %.2f of the points against a beginner, want about half", got)
	}
	for i, l := range (Game{}).Levels()[1:5] {
		if got := pointsOf(choosers[string(l)], choosers[string((Game{}).Levels()[i])], 40); got < 0.55 || got > 0.95 {
			t.Errorf("%s has %.2f of the points against %s, want about three quarters", l, got, Game{}.Levels()[i])
		}
	}
	for i, m := range minds[1:] {
		if m.looks <= minds[i].looks {
			t.Errorf("%s has %d looks, want more than the %d of %s", Game{}.Levels()[i+1], m.looks, minds[i].looks, Game{}.Levels()[i])
		}
	}
}

// A level that overlooks turns takes a win in one that it thinks of.
func TestAWinThatIsSeenIsTaken(t *testing.T) {
	for _, z := range zoo {
		if z.brings != winsNow {
			continue
		}
		s, seen := play(t, usual, z.log), 0
		want, _ := s.readTurn(games.Move(z.want))
		for seed := range byte(100) {
			thinks := newSearcher(seeded(seed).Rand(s.Ply), search.Budget{Playouts: minds[0].looks}).glimpse(s.pos, minds[0].turns)
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
			t.Errorf("the win %s is seen %d times of 100, want some", want.Move(), seen)
		}
	}
}

// Players that overlook turns refuse a time, and so does the beginner.
func TestPlayersThatTakeATime(t *testing.T) {
	wants := map[string]bool{search.Beginner: false, search.PlainUCT: true}
	for i, l := range (Game{}).Levels() {
		wants[string(l)] = minds[i].turns == 0
	}
	for name, want := range wants {
		_, err := Game{}.Player(name, time.Second)
		var refusal *games.Refusal
		if (err == nil) != want || err != nil && !errors.As(err, &refusal) {
			t.Errorf("%s with a time: %v, want a player: %v", name, err, want)
		}
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
		s := state{pos: p}
		s.Ply = p.Ply()
		v := s.View(s.Next()).(View)
		best := minimax(p)
		for n := 0; n < p.Count(); n += 7 {
			made := p.Nth(n)
			a := v.advise(s.Next(), made.Move(), seeded(1), b, b)
			turn, err := s.readTurn(a.Best)
			if err != nil || afterTurn(p, turn) != best {
				t.Fatalf("seed %d: the best is %s (%v), which gives away %d", seed, a.Best, err, best)
			}
			want := float64(best-afterTurn(p, made)) / 2
			if a.Cost < want-near || a.Cost > want+near || a.Worth.Key == "" || a.Made.Key == "" {
				t.Errorf("seed %d: %s costs %.2f, want %.1f (%v, %v)", seed, made.Move(), a.Cost, want, a.Worth, a.Made)
			}
		}
		if a := v.advise(s.Next(), "", seeded(1), b, b); a.Made.Key != "" || a.Cost != 0 {
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
		s := state{pos: p}
		s.Ply = p.Ply()
		a := s.View(s.Next()).(View).advise(s.Next(), "", seeded(1), b, b)
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
		if a.Line[0] != a.Best {
			t.Errorf("seed %d: the play begins with %s and not with %s", seed, a.Line[0], a.Best)
		}
		next := p
		for _, m := range a.Line {
			turn, err := state{pos: next}.readTurn(m)
			if err != nil || next.Over() {
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
		if got := c.w.asGoodAs(c.best); got != c.want {
			t.Errorf("%d is as good as %d: %v, want %v", c.w, c.best, got, c.want)
		}
	}
}

// A stone that makes its quadrant look the same after half a turn can be twisted either way: that is one turn.
func TestTurnsToOneBoardAreOne(t *testing.T) {
	p := play(t, usual, "d5-Ca1 a1-Cd1").pos
	all := newSearcher(seeded(1).Rand(2), search.Budget{Playouts: 1000}).root(p)
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

// curved says a chance by the curve.
func curved(raw float64) string {
	return fmt.Sprintf("You'd win %.0f of 100 games.", 100*chances.At(0, 2).Of(raw))
}

func TestWorthsInWords(t *testing.T) {
	for want, w := range map[string]worth{
		"It wins at once.": won - 1, "You can win in 2 turns.": won - 3, "You can win in 3 turns.": won - 5,
		"It loses at once.": 1 - won, "Ben can win next turn.": 2 - won, "Ben can win in 2 turns.": 4 - won,
		curved(0.5): 0, curved(0.7311): steep, curved(0.2689): -steep,
	} {
		if got := say(t, w.text(1)); got != want {
			t.Errorf("the worth %d is %q, want %q", w, got, want)
		}
	}
}
