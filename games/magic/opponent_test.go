package magic

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

var _ games.Opponent = Game{}

// aSeed returns a seed for a number.
func aSeed(n int) games.Seed { return games.Seed{byte(n), byte(n >> 8)} }

// undecided returns a random position of a number of tiles in which the game goes on.
func undecided(t *testing.T, rng *rand.Rand, tiles int) position {
	t.Helper()
	for {
		p := sample(t, rng, tiles)
		if _, over := p.Judge(); !over {
			return p
		}
	}
}

// playMinds plays a game of two choosers to its end, and returns the winner.
func playMinds(t *testing.T, seed int, choosers [2]func(position, *games.Chance) Turn) games.Seat {
	t.Helper()
	var p position
	for ply := 0; ; ply++ {
		if winner, over := p.Judge(); over {
			return winner
		}
		choose := choosers[p.mover]
		turn := choose(p, aSeed(seed+ply).Chance("think"))
		if again := choose(p, aSeed(seed+ply).Chance("think")); again != turn {
			t.Fatalf("in %s it plays %s and then %s with the same seed", p, turn.move(), again.move())
		}
		p.Play(turn)
	}
}

// pointsOf returns the share of the points of so many games that a chooser wins against another one, from both seats by turns.
func pointsOf(t *testing.T, a, b func(position, *games.Chance) Turn, count int) float64 {
	t.Helper()
	points := 0.0
	for n := range count {
		choosers := [2]func(position, *games.Chance) Turn{a, b}
		if n%2 == 1 {
			choosers = [2]func(position, *games.Chance) Turn{b, a}
		}
		switch winner := playMinds(t, 100*n, choosers); winner {
		case games.Seat(n % 2):
			points++
		case games.Spectator:
			points += 0.5
		}
	}
	return points / float64(count)
}

// Each of the low steps beats the one below it, not always, and a beginner wins half of the games against easy. The
// arena has the figures, and these bounds are wide.
func TestLadder(t *testing.T) {
	if got := pointsOf(t, minds[0].choose, begin, 80); got < 0.3 || got > 0.7 {
		t.Errorf("easy has %.2f of the points against a beginner, want about half", got)
	}
	for i, m := range minds[1:3] {
		if got := pointsOf(t, m.choose, minds[i].choose, 30); got < 0.55 || got > 0.95 {
			t.Errorf("%s has %.2f of the points against %s, want about three quarters", ladder[i+1], got, ladder[i])
		}
	}
	for i, m := range minds[1:] {
		if m.sight < minds[i].sight || m.sight == minds[i].sight && m.overlooks >= minds[i].overlooks {
			t.Errorf("%s does not look further than %s and overlooks as much", ladder[i+1], ladder[i])
		}
	}
}

// A perfect player wins as Circle.
func TestHardWinsAsCircle(t *testing.T) {
	hard := minds[len(minds)-1].choose
	for _, m := range []mind{minds[0], minds[3], minds[len(minds)-1]} {
		if winner := playMinds(t, 5000, [2]func(position, *games.Chance) Turn{hard, m.choose}); winner != 0 {
			t.Errorf("seat %d wins against hard as Circle, with %+v", winner, m)
		}
	}
}

// A level overlooks a share of its turns. A win in one that it thinks of it takes.
func TestLevelsOverlookTurns(t *testing.T) {
	p := from(t, "2_-uu-DdUd-UDUu--D").(state).pos // one of 60 turns wins at once
	for _, c := range []struct{ overlooks, least, most int }{{0, 500, 500}, {60, 150, 250}, {90, 25, 75}} {
		found := 0
		for i := range 500 {
			if (mind{1, c.overlooks}).choose(p, aSeed(i).Chance("think")).move() == "a2Nd1U" {
				found++
			}
		}
		if found < c.least || found > c.most {
			t.Errorf("a level that overlooks %d of 100 turns finds a win %d times of 500, want %d to %d", c.overlooks, found, c.least, c.most)
		}
	}
}

// To somebody who looks some turns ahead, a position is worth the same by the table as by a search.
func TestSightByTheTable(t *testing.T) {
	rng := rand.New(rand.NewPCG(65, 1))
	asked := map[bool]int{} // by whether it is decided within sight
	for asked[true] < 4 || asked[false] < 2 {
		p := undecided(t, rng, tableTiles)
		n := p.Value().plies()
		if within := n > 0 && n <= farSight; asked[within] == 4 || n < 2 {
			continue
		} else {
			asked[within]++
		}
		horizon := p.tileCount() + farSight
		want := newSearcher(horizon).value(p, lost, won)
		if got := newSearcher(horizon).worth(p); got != want {
			t.Errorf("%s is a %s within %d turns by the table, and a %s by a search", p, got, farSight, want)
		}
	}
}

// A level plays as well as minimax of its own depth.
func TestLevelsAgreeWithMinimaxOfTheirDepth(t *testing.T) {
	rng := rand.New(rand.NewPCG(62, 1))
	for _, sight := range []int{1, 2, 3} {
		for i := range 60 {
			p := undecided(t, rng, 12+i%3)
			winner, plies := glance(p, sight)
			next := p
			next.Play(mind{sight: sight}.choose(p, aSeed(i).Chance("think")))
			if w, n := glance(next, sight-1); w != winner || w != games.Spectator && n+1 != plies {
				t.Errorf("a sight of %d in %s leads to a win of seat %d in %d turns, want seat %d in %d", sight, p, w, n+1, winner, plies)
			}
		}
	}
}

// glance is minimax that counts a game as a tie if it is not decided after some turns.
func glance(p position, turns int) (winner games.Seat, plies int) {
	winner, over := p.Judge()
	if over || turns == 0 {
		return winner, 0
	}
	first := true
	for _, turn := range p.turns(nil) {
		next := p
		next.Play(turn)
		w, n := glance(next, turns-1)
		if first || better(p.mover, w, n+1, winner, plies) {
			winner, plies, first = w, n+1, false
		}
	}
	return winner, plies
}

// The seed chooses among turns of equal value.
func TestSeedChooses(t *testing.T) {
	for l, want := range map[games.Level]int{games.Easy: 32, games.Medium: 32, games.Hard: 8} {
		seen := map[games.Move]bool{}
		for i := range 200 {
			seen[gametest.PlayerOf(t, Game{}, string(l))(viewOf(newState(position{})), 0, aSeed(i))] = true
		}
		if len(seen) != want {
			t.Errorf("%s begins with %d different turns, want all %d equal ones: %v", l, len(seen), want, seen)
		}
	}
}

// Hard keeps the value of a position, down to the number of turns, and prefers a turn that makes a row. Advice names its
// turn; another one costs half a point for each step from win to tie and from tie to loss. Turns that are said in the
// same words as the best are as good, of which mirrors are one, and the best of the worse ones comes next. The play that
// it tells is best for both sides.
func TestHardAndAdvice(t *testing.T) {
	rng, hard := rand.New(rand.NewPCG(63, 1)), gametest.PlayerOf(t, Game{}, string(games.Hard))
	met := map[string]int{}
	for i := range 75 {
		tiles := 11 + i%5
		if i >= 60 {
			tiles = i % 8 // by the table
		}
		p := undecided(t, rng, tiles)
		s := newState(p)
		view, legal, search := s.View(p.mover), s.Legal(p.mover), newSearcher(allTiles)
		words := func(v Value) string { return inTurns(v, 1-p.mover) }
		values, rows, less := map[games.Move]Value{}, map[games.Move]bool{}, lost
		for _, m := range legal {
			next := gametest.Move(t, s, m).pos
			v := search.worth(next).before()
			values[m], rows[m] = v, v == p.Value() && next.hasRow(p.mover)
			if v < p.Value() && words(v) != words(p.Value()) {
				less = max(less, v)
			}
		}
		best, made := hard(view, p.mover, aSeed(i)), legal[rng.IntN(len(legal))]
		if values[best] != p.Value() || !rows[best] && slices.ContainsFunc(legal, func(m games.Move) bool { return rows[m] }) {
			t.Errorf("%s is a %s, and hard makes it a %s with %s; it may make rows: %v", p, p.Value(), values[best], best, rows)
		}
		a := Game{}.Advise(view, p.mover, made, games.Hard, aSeed(i))
		points := func(v Value) float64 { return map[string]float64{"win": 1, "tie": 0.5}[v.String()[:3]] }
		if a.Best != best || gametest.Say(t, Game{}, a.Worth) != words(p.Value()) || a.Cost != points(p.Value())-points(values[made]) ||
			gametest.Say(t, Game{}, a.Made) != words(values[made]) {
			t.Errorf("advice in %s, a %s, about %s, a %s: %+v", p, p.Value(), made, values[made], a)
		}
		met[fmt.Sprint("cost ", a.Cost)]++
		second, listed := 0, map[key]bool{}
		for _, c := range a.Others {
			want := p.Value()
			if !c.Good {
				want = less
				second++
			}
			k := gametest.Move(t, s, c.Move).pos.key()
			if c.Move == a.Best || words(values[c.Move]) != words(want) || gametest.Say(t, Game{}, c.Worth) != words(want) || c.Good && listed[k] {
				t.Errorf("%s is said to be worth %v in %s, want a %s", c.Move, c.Worth, p, want)
			}
			listed[k] = true
		}
		if tiles >= 12 && (second == 0) != (less == lost) || second > 1 || second == 1 && a.Others[len(a.Others)-1].Good {
			t.Errorf("%d turns are said to come second in %s, at the end of %+v", second, p, a.Others)
		}
		met["good"], met["second"], met["whole line"] = met["good"]+len(a.Others)-second, met["second"]+second, met["whole line"]+len(a.Line)/linePlies
		next := s
		for n, m := range a.Line {
			v := search.worth(next.pos)
			if next = gametest.Move(t, next, m); search.worth(next.pos).before() != v || n == 0 && m != a.Best {
				t.Errorf("the play %s in %s is not the best at %s", a.Line, p, m)
			}
		}
		if _, over := next.pos.Judge(); len(a.Line) < linePlies && !over {
			t.Errorf("the play in %s is %s, want %d turns", p, a.Line, linePlies)
		}
	}
	for _, what := range []string{"cost 0", "cost 0.5", "cost 1", "good", "second", "whole line"} {
		if met[what] == 0 {
			t.Errorf("nothing was met of %s: %v", what, met)
		}
	}
}

func TestAdvise(t *testing.T) {
	script(t, `
set 1_----------------
advice a1U => You can win in 8 turns. You can win in 8 turns. 0 ; a1U true; b1U false
advice b2U => You can win in 8 turns. Ben can win in 8 turns. 1 ; a1U true; b1U false
advice leave => You can win in 8 turns.  0 ; a1U true; b1U false
set 2_uUDuuUDU-dD-ddU-
advice c3Ea3U => It wins at once. It wins at once. 0 ; c3Ec3D false
# A turn that wins in as many turns of its side as the best is as good, even if it gives the other side one more.
set 1_-udDDuuDU---dUDu
value => win 3 of 32 turns
advice d4Nc3U => You can win in 2 turns. You can win in 2 turns. 0 ; d4Nc3U true; d4Nb3U false
# A turn that hastens a loss by much costs nothing, and is worth a remark.
set 2_-u-d--U--DU-d--U
advice b3Na1D => Ann can win in 4 turns. It loses at once. 0 magic.remark.lost; c2Ea1U true; c2Ea1D true; c2Ec1U true; c2Ea2U false
`)
}

// A loss that was hastened by much and a win that was delayed by much are worth a remark.
func TestRemarks(t *testing.T) {
	for _, c := range []struct {
		best, made Value
		want       string
	}{
		{lost + 15, lost + 3, "You were losing, but Ben needed 7 turns. Then one was enough."},
		{lost + 16, lost + 6, "You were losing, but Ben needed 8 turns. Then 3 were enough."},
		{lost + 9, lost + 1, "You were losing, but Ben needed 4 turns. This lost at once."},
		{won - 1, won - 9, "You could still win, but only in 5 turns. The best move won in one."},
		{won - 3, won - 11, "You could still win, but only in 6 turns. The best move won in 2."},
		{lost + 8, lost + 2, ""}, {won - 1, won - 7, ""}, {won - 1, lost + 15, ""}, {tie, lost + 1, ""}, {won - 1, tie, ""}, {lost + 15, lost + 15, ""},
	} {
		text := remark(c.best, c.made, 1)
		if got := ""; text.Key != "" || c.want != "" {
			if got = gametest.Say(t, Game{}, text); got != c.want {
				t.Errorf("the remark on a %s instead of a %s is %q, want %q", c.made, c.best, got, c.want)
			}
		}
	}
	others := remark(lost+15, lost+3, 1).With("By", games.Seat(0))
	if got, want := gametest.Say(t, Game{}, others), "Ann was losing, but Ben needed 7 turns. Then one was enough."; got != want {
		t.Errorf("the remark for other readers is %q, want %q", got, want)
	}
}

// inTurns says a value against an opponent by counting the turns of the side that wins.
func inTurns(v Value, opponent games.Seat) string {
	other := []string{"Ann", "Ben"}[opponent]
	if v == tie {
		return "It leads to a draw."
	}
	turns, wins := 0, v > tie
	for ply := 1; ply <= v.plies(); ply++ {
		if (ply%2 == 1) == wins {
			turns++
		}
	}
	switch {
	case wins && v.plies() == 1:
		return "It wins at once."
	case turns == 0:
		return "It loses at once."
	case wins && turns == 1:
		return "You can win next turn."
	case wins:
		return fmt.Sprintf("You can win in %d turns.", turns)
	case turns == 1:
		return other + " can win next turn."
	}
	return fmt.Sprintf("%s can win in %d turns.", other, turns)
}
