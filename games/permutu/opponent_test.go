package permutu

import (
	"math/rand/v2"
	"slices"
	"testing"

	"parlour/games"
	"parlour/games/search"
)

var _ games.Opponent = Game{}

// small is a budget for tests.
var small = search.Budget{Playouts: 30}

// players returns all players with a budget.
func players(b search.Budget) map[string]games.Player {
	all := map[string]games.Player{}
	for name, choose := range choosers {
		all[name] = func(v games.View, seat games.Seat, seed games.Seed) games.Move {
			p := v.(View).position(seat)
			return choose(&p, b, seed.Rand(p.Left())).Move()
		}
	}
	return all
}

// seeded returns the seed that begins with n.
func seeded(n byte) games.Seed { return games.Seed{n} }

// On every board, each level has more playouts than the one below.
func TestPlayouts(t *testing.T) {
	for columns := minSymbols; columns <= maxSymbols; columns++ {
		if medium, hard := playouts("medium", columns), playouts("hard", columns); medium < 1 || hard < 100*medium {
			t.Errorf("on %d columns the levels have %d and %d playouts", columns, medium, hard)
		}
	}
}

// A player searches with the playouts of its level, and advice with those of hard. In a
// solo attempt, hard solves it.
func TestPlayersHaveTheirPlayouts(t *testing.T) {
	for _, st := range []state{begin(t, setup(1, 6, no, seat0)), begin(t, setup(2, 4, no, seat0))} {
		v := st.View(0).(View)
		for seed := range byte(6) {
			searched := func(name string) Take {
				return newThinker(hardest, seeded(seed).Rand(st.pos.Left())).think(st.pos, search.Budget{Playouts: playouts(name, st.pos.columns)})
			}
			want := map[string]Take{"medium": searched("medium"), "hard": searched("hard")}
			if st.pos.seats == 1 {
				want["medium"], _ = bestTry(&st.pos, 4, seeded(seed).Rand(st.pos.Left()))
				want["hard"], _ = solve(&st.pos, soloNodes, seeded(seed).Rand(st.pos.Left()))
			}
			for name, take := range want {
				p, err := Game{}.Player(name, 0)
				if err != nil {
					t.Fatal(err)
				}
				if got := p(v, 0, seeded(seed)); got != take.Move() {
					t.Errorf("of %d seats %s plays %s, want %s", st.pos.seats, name, got, take.Move())
				}
			}
			if a := (Game{}).Advise(v, 0, "", seeded(seed)); a.Best != want["hard"].Move() {
				t.Errorf("of %d seats it advises %s, want %s", st.pos.seats, a.Best, want["hard"].Move())
			}
		}
	}
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
			take := greedy(&p, search.Budget{}, rng)
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
func (p *Position) columnIsOpen() bool {
	return slices.ContainsFunc(p.Takes(p.mover, nil), func(t Take) bool { return t.Whole })
}

// Advice names what hard plays. A move costs nothing if it is the best, otherwise from
// 0 to 1, and all of it has words.
func TestAdvise(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range 12 {
		start := newPosition(seeded(byte(i)), 1+i%4, 5+i%5, false)
		for p := start; p.mover != games.Spectator; {
			takes := p.Takes(p.mover, nil)
			made := takes[rng.IntN(len(takes))]
			a := advise(&p, made.Move(), seeded(9), 50, 50)
			best := hard(&p, search.Budget{Playouts: 50}, seeded(9).Rand(p.Left()))
			if a.Best != best.Move() || said(t, a.Worth) == "" || said(t, a.Made) == "" {
				t.Fatalf("advice %+v, hard plays %+v", a, best)
			}
			if a.Cost < 0 || a.Cost > 1 || made == best && (a.Cost != 0 || said(t, a.Made) != said(t, a.Worth)) {
				t.Fatalf("%+v after %v", a, made)
			}
			if none := advise(&p, "", seeded(9), 50, 50); none.Best != a.Best || none.Made.Key != "" || none.Cost != 0 {
				t.Fatalf("without a move that was made %+v, with one %+v", none, a)
			}
			p.Play(made)
		}
	}
}

// On a small board of two, a move that loses a won game costs nearly 1, and a move that
// keeps the win costs little.
func TestAdviseAgainstMinimax(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	lost, kept := 0, 0
	for i := range 24 {
		known := map[Position]float64{}
		for p := newPosition(seeded(byte(i)), 2, 5+i%3, false); p.mover != games.Spectator; {
			takes := p.Takes(p.mover, nil)
			if p.Left() <= 10 && minimax(p, known) == 1-float64(p.mover) {
				keep, _ := keeping(p, known)
				made := takes[rng.IntN(len(takes))]
				cost := advise(&p, made.Move(), seeded(1), 800, 800).Cost
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
		{play(t, table(2, seat0, "ABC", "ABC", "ABC"), "0 1r, 1 2r, 0 3r, 1 2*, 0 1*"), "3*",
			"wins 100 of 100 games, about 6 points to 3",
			"wins 100 of 100 games, about 6 points to 3"},
		{play(t, table(3, seat0, "ABC", "ABC", "ABC"), "0 1r, 1 2r, 2 3r, 0 1*, 1 2*"), "3*",
			"wins 50 of 100 games, about 3 points to 3",
			"wins 50 of 100 games, about 3 points to 3"},
		{table(1, seat0, "ABC", "BCA", "CAB"), "1r",
			"finishes with 2 single blocks", "finishes with 2 single blocks"},
		{play(t, table(1, seat0, "CADEB", "BEACD", "ADEBC"), "0 4r, 0 5b"), "1g",
			"finishes with 3 single blocks", "leaves 6 blocks"},
	} {
		p := c.st.pos
		a := advise(&p, c.made, seeded(1), 500, 500)
		if got, made := said(t, a.Worth), said(t, a.Made); got != c.worth || made != c.cost {
			t.Errorf("%q, and %q for %q; want %q and %q", got, made, c.made, c.worth, c.cost)
		}
	}
}

// A quick start is open to every seat: each gets advice on a first move, whoever looks
// at the [View].
func TestAdviseFromViews(t *testing.T) {
	st := begin(t, setup(2, 3, no, quick))
	const seat = 1
	a := Game{}.Advise(st.View(seat), seat, "", seeded(1))
	if again := (Game{}).Advise(st.View(games.Spectator), seat, "", seeded(1)); a.Best != again.Best {
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
			m := greedy(&p, small, seeded(deal).Rand(p.Left())).Move()
			a := Game{}.Advise(s.View(0), 0, m, seeded(1))
			if a.Made.Key == "permutu.worth.finished" {
				best, made := a.Worth.Args["Count"].(int), a.Made.Args["Count"].(int)
				if made > best {
					wasted++
				}
				if (a.Cost >= 0.1) != (made > best) {
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
