package permutu

import (
	"math/rand/v2"
	"slices"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
	"parlour/games/search"
)

var _ games.Opponent = Game{}

// small is a budget for tests.
var small = search.Budget{Playouts: 30}

// players returns the yardsticks, and the first and the last level with a budget.
func players(b search.Budget) map[string]games.Player {
	all := map[string]games.Player{}
	for _, name := range (Game{}).Yardsticks() {
		all[name], _ = Game{}.Player(name, games.Limit{})
	}
	for _, number := range []int{1, len(steps)} {
		all[string(Game{}.Levels()[number-1])] = func(view games.View, seat games.Seat, seed games.Seed) games.Move {
			p := view.(View).position(seat)
			return level(&p, number, b, seed.Rand(p.Left())).move()
		}
	}
	return all
}

// seeded returns the seed that begins with n.
func seeded(n byte) games.Seed { return games.Seed{n} }

// On every board, each level has as many playouts as the one below or more, and overlooks less or nothing. The last
// has its own on any.
func TestPlayouts(t *testing.T) {
	for columns := minSymbols; columns <= maxSymbols; columns++ {
		for i := range steps[1:] {
			below, here := playouts(i+1, columns), playouts(i+2, columns)
			if below < 1 || here < below || steps[i].Overlooked < steps[i+1].Overlooked {
				t.Errorf("on %d columns step %d has %d playouts, and step %d has %d", columns, i+1, below, i+2, here)
			}
		}
		if n := playouts(len(steps), columns); n != 40_000 {
			t.Errorf("on %d columns hard has %d playouts", columns, n)
		}
	}
	if last := steps[len(steps)-1]; last.Overlooked != 0 {
		t.Errorf("hard overlooks %v", last.Overlooked)
	}
}

// A player searches with the playouts of its level, and advice with those of hard. In a
// solo attempt a level tries as many ways as its number says, and the two highest solve it.
func TestPlayersHaveTheirPlayouts(t *testing.T) {
	gametest.Players(t, Game{}, begin(t, setup(2, 4, no, seat0)).View(0))
	alone := begin(t, setup(1, 6, no, seat0))
	gametest.Players(t, Game{}, alone.View(0))
	for i, l := range (Game{}).Levels() {
		rng := seeded(2).Rand(alone.pos.Left())
		want, _ := bestTry(&alone.pos, i+1, rng)
		if i+1 >= len(steps) {
			want, _ = solve(&alone.pos, soloNodes, rng)
		}
		if got := gametest.PlayerOf(t, Game{}, string(l))(alone.View(0), 0, seeded(2)); got != want.move() {
			t.Errorf("alone %s plays %s, want %s", l, got, want.move())
		}
	}
}

// A thinker that overlooks nine moves of ten seldom finds the only one that wins. It still makes a move that is the only
// one.
func TestWeakLevelsOverlookMoves(t *testing.T) {
	p, found := after(t, table(2, false, "AEFDCB ACEBDF CAEDFB"), "3b", "4g", "1r", "4*").pos, 0
	for seed := range byte(40) {
		if _, take := think(p, search.Budget{Playouts: 1000, Overlooks: 0.9}, seeded(seed).Rand(0)); take.move() == "5r" {
			found++
		}
	}
	if found == 0 || found > 20 {
		t.Errorf("the move that wins is found %d times in 40", found)
	}
	only := after(t, table(2, false, "ABC ABC ABC"), "1r", "2r", "3r", "2*", "1*").pos
	_, take := think(only, search.Budget{Playouts: 3, Overlooks: 1}, seeded(1).Rand(0))
	if takes := only.Takes(only.mover, nil); len(takes) != 1 || take != takes[0] {
		t.Errorf("the only move is not played: %v", takes)
	}
}

// The beginner takes what gains the most at once in half of its moves and more, and any otherwise.
func TestBeginner(t *testing.T) {
	s := after(t, table(2, false, "ABCDEF ABCDEF ABCDEF"), "1r", "2r")
	gametest.HalfGreedy(t, Game{}, s, func(after games.State) int {
		p := after.(state).pos
		return p.Points(0)*(colours+1) - p.Left()
	})
}

// The position of a [View] is the true one, whoever left and however the game started.
func TestPositionOfAView(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 40 {
		start := []string{seat0, quick}[i%2]
		s := setup(1+i%maxSeats, minSymbols+i%24, no, start)
		s.Seed = seeded(byte(i))
		st := begin(t, s)
		for st.ended == goesOn {
			for _, seat := range st.ToMove() {
				want := st.pos
				want.mover = seat
				got := st.View(seat).(View).position(seat)
				if want.starter == games.Spectator && !st.quick {
					want.starter = seat // the seat that is to make the first move
				}
				if got != want {
					t.Fatalf("a View gives\n%+v, want\n%+v", got, want)
				}
			}
			seat := st.ToMove()[0]
			legal := st.Legal(seat)
			m := legal[rng.IntN(len(legal))]
			if rng.IntN(12) == 0 {
				m = []games.Move{games.Leave, games.Lapse}[rng.IntN(2)]
			}
			next, err := st.Play(seat, m)
			if err != nil {
				t.Fatal(err)
			}
			st = next.(state)
		}
	}
}

// Greedy takes the most points and, among equals, the most blocks. In a solo attempt it
// takes no single block while a column is open.
func TestGreedy(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 60 {
		for p := newPosition(seeded(byte(i)), 1+i%3, 5+i%8, false); p.mover != games.Spectator; {
			most := [2]int{-1, 0}
			got := most
			take := greedy(&p, rng)
			for _, other := range p.Takes(p.mover, nil) {
				after := p
				after.Play(other)
				gain := [2]int{after.Points(p.mover) - p.Points(p.mover), p.Left() - after.Left()}
				if gain[0] > most[0] || gain[0] == most[0] && gain[1] > most[1] {
					most = gain
				}
				if other == take {
					got = gain
				}
			}
			if got != most || p.seats == 1 && !take.Whole && p.columnIsOpen() {
				t.Fatalf("greedy takes %+v for points and blocks %v, and can have %v", take, got, most)
			}
			p.Play(take)
		}
	}
}

// columnIsOpen reports whether some column can be taken whole.
func (p *position) columnIsOpen() bool {
	return slices.ContainsFunc(p.Takes(p.mover, nil), func(t Take) bool { return t.Whole })
}

// advised is advice by fewer playouts than those of the game.
func advised(p *position, made games.Move, seed games.Seed, thinking, weighing int) games.Advice {
	if p.seats == 1 {
		return adviseAlone(p, made, seed)
	}
	return advise(p, made, p.curve(games.Hard), seed, thinking, weighing)
}

// Advice names what hard plays. A move costs nothing if it is the best, otherwise from
// 0 to 1, and all of it has words.
func TestAdvise(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range 6 {
		start := newPosition(seeded(byte(i)), 1+i%4, 5+i%5, false)
		for p := start; p.mover != games.Spectator; {
			takes := p.Takes(p.mover, nil)
			made := takes[rng.IntN(len(takes))]
			a := advised(&p, made.move(), seeded(9), 50, 50)
			best := level(&p, len(steps), search.Budget{Playouts: 50}, seeded(9).Rand(p.Left())).move()
			if all, ok := p.values(); ok {
				best = search.Keeping(all, best)
			}
			if a.Best != best || gametest.Say(t, Game{}, a.Worth) == "" || gametest.Say(t, Game{}, a.Made) == "" {
				t.Fatalf("advice %+v, hard plays %+v", a, best)
			}
			if a.Cost < 0 || a.Cost > 1 || made.move() == best && (a.Cost != 0 || gametest.Say(t, Game{}, a.Made) != gametest.Say(t, Game{}, a.Worth)) {
				t.Fatalf("%+v after %v", a, made)
			}
			if none := advised(&p, "", seeded(9), 50, 50); none.Best != a.Best || none.Made.Key != "" || none.Cost != 0 {
				t.Fatalf("without a move that was made %+v, with one %+v", none, a)
			}
			checkCompared(t, &p, a)
			p.Play(made)
		}
	}
}

// checkCompared checks that all moves of advice are legal and different, and that the play which is expected can be
// played.
func checkCompared(t *testing.T, p *position, a games.Advice) {
	t.Helper()
	takes := p.Takes(p.mover, nil)
	met := map[games.Move]bool{}
	for i, c := range append([]games.Candidate{{Move: a.Best, Worth: a.Worth, Good: true}}, a.Others...) {
		take, ok := readNotation(c.Move)
		if !ok || met[c.Move] || !slices.Contains(takes, take) || i > 1 && c.Good && !a.Others[i-2].Good {
			t.Fatalf("%s is advised in %+v", c.Move, a)
		}
		if p.seats == 1 && c.Good != (gametest.Say(t, Game{}, c.Worth) == gametest.Say(t, Game{}, a.Worth)) {
			t.Fatalf("%s is as good as the best: %v, and it is said %q of %q", c.Move, c.Good, gametest.Say(t, Game{}, c.Worth), gametest.Say(t, Game{}, a.Worth))
		}
		if most, ok := a.Worth.Arg("Wins").(int); ok && c.Worth.Arg("Wins").(int) > most {
			t.Fatalf("%s is said to win more often than the best in %+v", c.Move, a)
		}
		met[c.Move] = true
	}
	if len(takes) > 1 && len(a.Others) == 0 {
		t.Fatalf("of %d moves none is compared with the best", len(takes))
	}
	at := *p
	for i, m := range a.Line {
		take, ok := readNotation(m)
		if !ok || i == 0 && m != a.Best || at.mover == games.Spectator || !at.Legal(at.mover, take) {
			t.Fatalf("the play is expected to be %v", a.Line)
		}
		at.Play(take)
	}
	if len(a.Line) == 0 || len(a.Line) > 1+follow || len(a.Line) == 1 && at.mover != games.Spectator {
		t.Fatalf("the play is expected to be %v", a.Line)
	}
}

// On a small board of two, a move that loses a won game costs nearly 1, and a move that
// keeps the win costs little.
func TestAdviseAgainstMinimax(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	lost, kept := 0, 0
	for i := range 24 {
		known := map[position]float64{}
		for p := newPosition(seeded(byte(i)), 2, 5+i%3, false); p.mover != games.Spectator; {
			takes := p.Takes(p.mover, nil)
			if p.Left() <= 10 && minimax(p, known) == 1-float64(p.mover) {
				keep, _ := keeping(p, known)
				made := takes[rng.IntN(len(takes))]
				cost := advise(&p, made.move(), p.curve(games.Hard), seeded(1), 800, 800).Cost
				keeps := slices.Contains(keep, made)
				if keeps && cost > 0.3 || !keeps && cost < 0.7 {
					t.Errorf("%v keeps the win: %v, and costs %v in\n%+v", made, keeps, cost, p)
				}
				if keeps {
					kept++
				} else {
					lost++
				}
			}
			p.Play(takes[rng.IntN(len(takes))])
		}
	}
	if lost < 5 || kept < 5 {
		t.Errorf("%d moves lost a win and %d kept it, want some of both", lost, kept)
	}
}

// Advice in words: for two players, for three, and for solo attempts.
func TestAdviceInWords(t *testing.T) {
	for _, c := range []struct {
		st          state
		made        games.Move
		worth, cost string
	}{
		{after(t, table(2, false, "ABC ABC ABC"), "1r", "2r", "3r", "2*", "1*"), "3*",
			"It wins for certain.", "It wins for certain."},
		{after(t, table(3, false, "ABC ABC ABC"), "1r", "2r", "3r", "1*", "2*"), "3*",
			"Between equal players you'd win 50 of 100 from here. You'd get about 3 points, the best of the others 3.",
			"Between equal players you'd win 50 of 100 from here. You'd get about 3 points, the best of the others 3."},
		{table(1, false, "ABC BCA CAB"), "1r",
			"You can finish with 2 single blocks.", "You can finish with 2 single blocks."},
		{after(t, table(1, false, "CADEB BEACD ADEBC"), "4r", "5b"), "1g",
			"You can finish with 3 single blocks.", "It leaves 6 blocks."},
	} {
		p := c.st.pos
		a := advised(&p, c.made, seeded(1), 500, 500)
		if got, made := gametest.Say(t, Game{}, a.Worth), gametest.Say(t, Game{}, a.Made); got != c.worth || made != c.cost {
			t.Errorf("%q, and %q for %q; want %q and %q", got, made, c.made, c.worth, c.cost)
		}
	}
}

// A quick start is open to every seat: each gets advice on a first move, whoever looks
// at the [View].
func TestAdviseFromViews(t *testing.T) {
	st := begin(t, setup(2, 3, no, quick))
	const seat = 1
	a := Game{}.Advise(st.View(seat), seat, "", games.Hard, seeded(1))
	if again := (Game{}).Advise(st.View(games.Spectator), seat, "", games.Hard, seeded(1)); a.Best != again.Best {
		t.Errorf("seat %d is told %q and %q", seat, a.Best, again.Best)
	}
	if !slices.Contains(st.Legal(seat), a.Best) {
		t.Errorf("seat %d is told %q, which is not legal", seat, a.Best)
	}
}

// In a solo attempt every needless single block is a turning point, even if many are
// needed anyway.
func TestASingleTooManyCosts(t *testing.T) {
	wasted := 0
	for deal := range byte(20) {
		match := setup(1, 26, no, seat0)
		match.Seed = seeded(deal)
		for s := games.State(begin(t, match)); len(s.ToMove()) > 0; {
			p := s.(state).pos
			m := greedy(&p, seeded(deal).Rand(p.Left())).move()
			a := Game{}.Advise(s.View(0), 0, m, games.Hard, seeded(1))
			if a.Made.Key == "permutu.worth.finished" {
				best, made := a.Worth.Arg("Count").(int), a.Made.Arg("Count").(int)
				if made > best {
					wasted++
				}
				if (a.Cost >= singleCost) != (made > best) {
					t.Errorf("deal %d: %s comes to %d singles, and the best to %d: that costs %v", deal, m, made, best, a.Cost)
				}
			}
			s, _ = s.Play(0, m)
		}
	}
	if wasted < 20 {
		t.Errorf("only %d moves wasted singles", wasted)
	}
}

// The judge says the share of playouts that are won, and advice says it by the curve of the board. An end needs no
// curve, and somebody alone has none.
func TestAdviceGoesByTheCurve(t *testing.T) {
	defer func(before search.Curves) { chances = before }(chances)
	chances = search.Curves{{Size: 3, Seats: 2, Band: search.Top, Steep: 3, Lift: 0.5, Games: 1}}
	st := after(t, table(2, false, "ABC CAB BCA"), "1r")
	move := st.Legal(1)[0]
	raw, _, ok := Game{}.Judge(st.View(1), 1, move, games.Hard, seeded(1))
	take, _ := readNotation(move)
	if got, want := weigh(&st.pos, take.move(), chances[0], seeded(1), advicePlayouts).Worth, chances[0].Of(raw); !ok || got != want || got == raw {
		t.Errorf("%s is worth %v, and %v before the curve, want %v", move, got, raw, want)
	}
	end := position{columns: 3, seats: 2, mover: games.Spectator}
	if got := (&prospect{n: 2, wins: [maxSeats]float64{1, 1}}).opinion(&end, 0, chances[0]).Worth; got != 0.5 {
		t.Errorf("a shared first place at the end is worth %v", got)
	}
	for key, c := range map[string]struct {
		wins, own int
		curve     search.Curve
	}{
		"permutu.worth": {3, 6, chances[0]}, "permutu.worth.points": {3, 6, search.PlainCurve}, "worth.chance": {3, 2, chances[0]}, // fewer points, and more games won
	} {
		e := &prospect{n: 4, wins: [maxSeats]float64{float64(c.wins), float64(4 - c.wins)}, points: [maxSeats]int{4 * c.own, 16}}
		if got := e.opinion(&st.pos, 0, c.curve).Words.Key; got != key {
			t.Errorf("%d of 4 games with %d points to 4 are told as %s, want %s", c.wins, c.own, got, key)
		}
	}
	alone := table(1, false, "ABC BCA CAB")
	if raw, _, ok := (Game{}).Judge(alone.View(0), 0, alone.Legal(0)[0], games.Hard, seeded(1)); ok {
		t.Errorf("somebody alone wins against nobody in %v of the games", raw)
	}
}
