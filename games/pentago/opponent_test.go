package pentago

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"parlour/games"
	"parlour/games/search"
	"parlour/games/search/levels"
)

var (
	_ games.Thrifty  = Game{}
	_ games.Reasoner = Game{}
	_ games.Teller   = Game{}
)

// choosers are all functions that choose an opponent's turn, by name, with budgets that are quick enough
// for tests.
var choosers = map[string]struct {
	choose chooser
	budget search.Budget
}{
	"hard": {decide, search.Budget{Playouts: 2000}}, "medium": {decide, search.Budget{Playouts: looks["medium"]}},
	"easy": {glimpse, search.Budget{Playouts: looks["easy"]}}, levels.UCT: {plainDecide, search.Budget{Playouts: 300}}, levels.Beginner: {guess, search.Budget{}},
}

// players returns the players of [choosers].
func players() map[string]games.Player {
	all := map[string]games.Player{}
	for name, c := range choosers {
		all[name] = playerOf(c.choose, c.budget)
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

// Each level beats the one below it and easy is about as good as a beginner; the arena has the
// figures, and these bounds are wide.
func TestLevelsInOrder(t *testing.T) {
	for _, c := range []struct {
		better, worse string
		games         int
		least, most   float64
	}{{"hard", "medium", 16, 0.6, 1}, {"medium", "easy", 10, 0.8, 1}, {"easy", levels.Beginner, 60, 0.25, 0.75}} {
		points := 0.0
		for n := range c.games {
			p := Position{}
			for !p.Over() {
				side := choosers[c.better]
				if p.Mover() != n%2 {
					side = choosers[c.worse]
				}
				p.Play(side.choose(p, side.budget, seeded(byte(n)).Rand(p.Ply())))
			}
			switch winner, _ := p.Judge(); winner {
			case games.Spectator:
				points += 0.5
			case games.Seat(n % 2):
				points++
			}
		}
		if share := points / float64(c.games); share < c.least || share > c.most {
			t.Errorf("%s has %.2f of the points against %s, want %.2f to %.2f", c.better, share, c.worse, c.least, c.most)
		}
	}
}

// Players that do not search refuse a time.
func TestPlayersThatTakeATime(t *testing.T) {
	for name, want := range map[string]bool{"easy": false, levels.Beginner: false, "medium": true, "hard": true, levels.UCT: true} {
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

// curved says a chance by the curve.
func curved(raw float64) string {
	return fmt.Sprintf("wins %.0f of 100 games", 100*chances.At(0, 2).Of(raw))
}

func TestWorthsInWords(t *testing.T) {
	for want, w := range map[string]worth{
		"wins at once": won - 1, "can win in 2 turns": won - 3, "can win in 3 turns": won - 5,
		"loses at once": 1 - won, "lets Ben win in 1 turn": 2 - won, "lets Ben win in 2 turns": 4 - won,
		curved(0.5): 0, curved(0.7311): steep, curved(0.2689): -steep,
	} {
		if got := say(t, w.text(1)); got != want {
			t.Errorf("the worth %d is %q, want %q", w, got, want)
		}
	}
}
