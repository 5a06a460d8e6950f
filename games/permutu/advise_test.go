package permutu

import (
	"math/rand/v2"
	"slices"
	"testing"

	"parlour/games"
	"parlour/games/search"
)

// advised is advice by fewer playouts than those of the game.
func advised(p *position, made games.Move, seed games.Seed, thinking, weighing int) games.Advice {
	if p.seats == 1 {
		return adviseAlone(p, made, seed)
	}
	return advise(p, made, seed, thinking, weighing)
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
			a := advised(&p, made.move(), seeded(9), 50, 50)
			best := hard(&p, search.Budget{Playouts: 50}, seeded(9).Rand(p.Left()))
			if a.Best != best.move() || said(t, a.Worth) == "" || said(t, a.Made) == "" {
				t.Fatalf("advice %+v, hard plays %+v", a, best)
			}
			if a.Cost < 0 || a.Cost > 1 || made == best && (a.Cost != 0 || said(t, a.Made) != said(t, a.Worth)) {
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
		if p.seats == 1 && c.Good != (said(t, c.Worth) == said(t, a.Worth)) {
			t.Fatalf("%s is as good as the best: %v, and it is said %q of %q", c.Move, c.Good, said(t, c.Worth), said(t, a.Worth))
		}
		if wins, _ := c.Worth.Args["Wins"].(int); p.seats > 1 && wins > a.Worth.Args["Wins"].(int) {
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
				cost := advise(&p, made.move(), seeded(1), 800, 800).Cost
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
		{play(t, table(2, seat0, "ABC ABC ABC"), "0 1r, 1 2r, 0 3r, 1 2*, 0 1*"), "3*",
			"You'd almost always win, about 6 points to 3.",
			"You'd almost always win, about 6 points to 3."},
		{play(t, table(3, seat0, "ABC ABC ABC"), "0 1r, 1 2r, 2 3r, 0 1*, 1 2*"), "3*",
			"You'd win 50 of 100 games. It's about 3 points to 3 for the best of the others.",
			"You'd win 50 of 100 games. It's about 3 points to 3 for the best of the others."},
		{table(1, seat0, "ABC BCA CAB"), "1r",
			"You can finish with 2 single blocks.", "You can finish with 2 single blocks."},
		{play(t, table(1, seat0, "CADEB BEACD ADEBC"), "0 4r, 0 5b"), "1g",
			"You can finish with 3 single blocks.", "It leaves 6 blocks."},
	} {
		p := c.st.pos
		a := advised(&p, c.made, seeded(1), 500, 500)
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
			m := greedy(&p, seeded(deal).Rand(p.Left())).move()
			a := Game{}.Advise(s.View(0), 0, m, seeded(1))
			if a.Made.Key == "permutu.worth.finished" {
				best, made := a.Worth.Args["Count"].(int), a.Made.Args["Count"].(int)
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
