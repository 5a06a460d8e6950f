package magic

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"parlour/commands/locale/localetest"
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

// Hard keeps the value of a position, down to the number of turns.
func TestHardIsPerfect(t *testing.T) {
	rng := rand.New(rand.NewPCG(61, 1))
	hard := gametest.PlayerOf(t, Game{}, string(games.Hard))
	for i := range 80 {
		p := undecided(t, rng, i%16)
		s := newState(p)
		m := hard(s.View(p.mover), p.mover, aSeed(i))
		next := gametest.Move(t, s, m).pos
		if got, want := next.Value().before(), p.Value(); got != want {
			t.Errorf("%s is a %s, and hard makes it a %s with %s", p, want, got, m)
		}
	}
}

// Among turns of equal value hard prefers one that makes a row.
func TestHardPrefersRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(64, 1))
	hard := gametest.PlayerOf(t, Game{}, string(games.Hard))
	chosen := 0
	for i := range 120 {
		p := undecided(t, rng, 11+i%3)
		s := newState(p)
		rows := map[bool]int{}
		for _, turn := range p.turns(nil) {
			next := p
			next.Play(turn)
			if next.Value().before() == p.Value() {
				rows[next.hasRow(p.mover)]++
			}
		}
		if rows[true] == 0 || rows[false] == 0 {
			continue
		}
		chosen++
		m := hard(s.View(p.mover), p.mover, aSeed(i))
		if !gametest.Move(t, s, m).pos.hasRow(p.mover) {
			t.Errorf("hard plays %s in %s, want a turn that makes a row", m, p)
		}
	}
	if chosen < 10 {
		t.Errorf("only %d positions have equal turns with and without a row", chosen)
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

func TestAdvise(t *testing.T) {
	for _, c := range []struct {
		position     string
		made         games.Move
		worth, value string
		cost         float64
	}{
		{"1_----------------", "a1U", "You can win in 8 turns.", "You can win in 8 turns.", 0},
		{"1_----------------", "b2U", "You can win in 8 turns.", "Ben can win in 8 turns.", 1},
		{"1_----------------", "", "You can win in 8 turns.", "", 0},
		{"1_----------------", "leave", "You can win in 8 turns.", "", 0},
		{"2_uUDuuUDU-dD-ddU-", "c3Ea3U", "It wins at once.", "It wins at once.", 0},
	} {
		a := Game{}.Advise(from(t, c.position).View(0), 0, c.made, aSeed(1))
		if got := localetest.Say(t, Game{}, a.Worth); got != c.worth {
			t.Errorf("%s is worth %q, want %q", c.position, got, c.worth)
		}
		if got := localetest.Say(t, Game{}, a.Made); got != c.value || a.Cost != c.cost {
			t.Errorf("%s made in %s is worth %q and costs %v, want %q and %v", c.made, c.position, got, a.Cost, c.value, c.cost)
		}
	}
}

// The best turn of advice is hard's. The cost of a turn is half a point for each step from
// win to tie and from tie to loss.
func TestAdviseAnyTurn(t *testing.T) {
	rng := rand.New(rand.NewPCG(63, 1))
	costs := map[float64]int{}
	for i := range 60 {
		p := undecided(t, rng, 10+i%6)
		s := newState(p)
		legal := s.Legal(p.mover)
		made := legal[rng.IntN(len(legal))]
		a := Game{}.Advise(s.View(p.mover), p.mover, made, aSeed(i))
		if best := gametest.PlayerOf(t, Game{}, string(games.Hard))(s.View(p.mover), p.mover, aSeed(i)); best != a.Best {
			t.Errorf("advice in %s is %s, want %s as hard plays", p, a.Best, best)
		}
		value := gametest.Move(t, s, made).pos.Value().before()
		if localetest.Say(t, Game{}, a.Worth) != inTurns(p.Value(), 1-p.mover) || localetest.Say(t, Game{}, a.Made) != inTurns(value, 1-p.mover) {
			t.Errorf("advice about %s in %s says %q of %q, want a %s of a %s", made, p, localetest.Say(t, Game{}, a.Made), localetest.Say(t, Game{}, a.Worth), value, p.Value())
		}
		lostPoints := slices.Index([]string{"win", "tie", "los"}, value.String()[:3]) - slices.Index([]string{"win", "tie", "los"}, p.Value().String()[:3])
		if a.Cost != float64(lostPoints)/2 {
			t.Errorf("%s in %s costs %v, from a %s to a %s", made, p, a.Cost, p.Value(), value)
		}
		costs[a.Cost]++
	}
	for _, c := range []float64{0, 0.5, 1} {
		if costs[c] == 0 {
			t.Errorf("no turn costs %v: %v", c, costs)
		}
	}
}

// Advice tells best play, turns that are as good as the best, and the best of the worse ones.
func TestAdviseCompares(t *testing.T) {
	rng := rand.New(rand.NewPCG(66, 1))
	good, seconds, whole := 0, 0, 0
	for i := range 30 {
		p := undecided(t, rng, 12+i%4)
		s := newState(p)
		a := Game{}.Advise(s.View(p.mover), p.mover, "", aSeed(i))
		values, less := map[games.Move]Value{}, lost
		for _, m := range s.Legal(p.mover) {
			values[m] = gametest.Move(t, s, m).pos.Value().before()
			if v := values[m]; v < p.Value() && inTurns(v, 1-p.mover) != inTurns(p.Value(), 1-p.mover) {
				less = max(less, v)
			}
		}
		second, listed := 0, map[key]bool{}
		for _, c := range a.Others {
			want := p.Value()
			if !c.Good {
				want = less
				second++
			}
			next := gametest.Move(t, s, c.Move).pos
			if c.Move == a.Best || inTurns(values[c.Move], 1-p.mover) != inTurns(want, 1-p.mover) || localetest.Say(t, Game{}, c.Worth) != inTurns(want, 1-p.mover) || c.Good && listed[next.key()] {
				t.Errorf("%s is said to be worth %q in %s, want a %s", c.Move, localetest.Say(t, Game{}, c.Worth), p, want)
			}
			listed[next.key()] = true
		}
		if (second == 0) != (less == lost) || second > 1 || second == 1 && a.Others[len(a.Others)-1].Good {
			t.Errorf("%d turns are said to come second in %s, at the end of %+v", second, p, a.Others)
		}
		var next games.State = s
		for n, m := range a.Line {
			v := next.(state).pos.Value()
			if next = gametest.Move(t, next, m); next.(state).pos.Value().before() != v || n == 0 && m != a.Best {
				t.Errorf("the play %s in %s is not the best at %s", a.Line, p, m)
			}
		}
		if _, over := next.(state).pos.Judge(); len(a.Line) < linePlies && !over {
			t.Errorf("the play in %s is %s, want %d turns", p, a.Line, linePlies)
		}
		good, seconds, whole = good+len(a.Others)-second, seconds+second, whole+len(a.Line)/linePlies
	}
	if good == 0 || seconds == 0 || whole == 0 {
		t.Errorf("there are %d good turns, %d lesser ones and %d lines of three turns, want some of each", good, seconds, whole)
	}
}

// A turn that wins in as many turns of its side as the best is as good, even if it gives the other side one more.
func TestAsGoodInTurns(t *testing.T) {
	s, later := from(t, "1_-udDDuuDU---dUDu"), games.Move("d4Nc3U")
	best, value := s.(state).pos.Value(), gametest.Move(t, s, later).(state).pos.Value().before()
	a := Game{}.Advise(s.View(0), 0, "", aSeed(1))
	if best != won-3 || value != won-4 || len(a.Others) != 2 || a.Others[0].Move != later || !a.Others[0].Good || a.Others[1].Good || localetest.Say(t, Game{}, a.Others[1].Worth) == localetest.Say(t, Game{}, a.Worth) {
		t.Errorf("beside a %s and a %s there are %+v", best, value, a.Others)
	}
}

// A loss that was hastened by much and a win that was delayed by much are worth a remark.
func TestRemarks(t *testing.T) {
	for _, c := range []struct {
		best, made Value
		want       string
	}{
		{lost + 15, lost + 3, "You were losing, but Ben needed 7 turns. Now one is enough."},
		{lost + 16, lost + 6, "You were losing, but Ben needed 8 turns. Now 3 are enough."},
		{lost + 9, lost + 1, "You were losing, but Ben needed 4 turns. This loses at once."},
		{won - 1, won - 9, "You still win, but only in 5 turns. The best move wins in one."},
		{won - 3, won - 11, "You still win, but only in 6 turns. The best move wins in 2."},
		{lost + 8, lost + 2, ""}, {won - 1, won - 7, ""}, {won - 1, lost + 15, ""}, {tie, lost + 1, ""}, {won - 1, tie, ""}, {lost + 15, lost + 15, ""},
	} {
		text := remark(c.best, c.made, 1)
		if got := ""; text.Key != "" || c.want != "" {
			if got = localetest.Say(t, Game{}, text); got != c.want {
				t.Errorf("the remark on a %s instead of a %s is %q, want %q", c.made, c.best, got, c.want)
			}
		}
	}
	others := remark(lost+15, lost+3, 1)
	others.Args["By"] = games.Seat(0)
	if got, want := localetest.Say(t, Game{}, others), "Ann was losing, but Ben needed 7 turns. Now one is enough."; got != want {
		t.Errorf("the remark for other readers is %q, want %q", got, want)
	}
	p := from(t, "2_-u-d--U--DU-d--U").(state)
	losing := games.Move("")
	for _, m := range p.Legal(1) {
		if gametest.Move(t, p, m).pos.Value().before() == lost+1 {
			losing = m
		}
	}
	a := Game{}.Advise(p.View(1), 1, losing, aSeed(1))
	if a.Cost != 0 || a.Remark.Key != "magic.remark.lost" {
		t.Errorf("advice about %s, which hastens a loss, costs %v and remarks %v", losing, a.Cost, a.Remark)
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
