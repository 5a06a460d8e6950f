package twistonly

import (
	"math/rand/v2"
	"testing"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/search"
)

// Two twists of a position have the same key exactly if they lead to the same board by the same face, and
// the twist of a key leads there too.
func TestKeys(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	for pos := newPosition(7); !pos.Over(); pos.Play(pos.Nth(rng.IntN(pos.Count()))) {
		byKey := map[search.Move]Position{}
		for n := range pos.Count() {
			twist, next := pos.Nth(n), pos
			next.Play(twist)
			k := pos.keyOf(twist)
			if same, seen := byKey[k]; seen && same != next || k >= search.Move(mind.Moves) {
				t.Fatalf("%s has the key of a twist that gives another position", twist.Move())
			}
			byKey[k] = next
			again := pos
			if again.Play(twistOf(k)); again != next || !pos.legal(twistOf(k)) {
				t.Fatalf("%s has the key of %s", twist.Move(), twistOf(k).Move())
			}
		}
		if keys := (&pos).Keys(nil); len(keys) != len(byKey) {
			t.Fatalf("a position has %d moves to think of, want %d", len(keys), len(byKey))
		}
	}
}

// minimax returns the value of a position by plain search: 1 if the mover wins, 0 for a draw, -1 for a
// loss. Positions that were met stay known.
func minimax(p Position, known map[Position]int) int {
	if p.Over() {
		if p.mover == board.Orange {
			return outcome(p.Winner())
		}
		return -outcome(p.Winner())
	}
	if value, met := known[p]; met {
		return value
	}
	best := -1
	for n := 0; n < p.Count() && best < 1; n++ {
		best = max(best, after(p, p.Nth(n), known))
	}
	known[p] = best
	return best
}

// after returns the value of a twist by [minimax], for the player who makes it.
func after(p Position, t Twist, known map[Position]int) int {
	p.Play(t)
	return -minimax(p, known)
}

// late plays at random on 5×5 until at most so many twists are left and the players will not be patient
// much longer; the game may be over then.
func late(seed uint64, most int) Position {
	rng := rand.New(rand.NewPCG(seed, 4))
	p := newPosition(5)
	for !p.Over() && p.Count() > most {
		p.Play(p.Nth(rng.IntN(p.Count())))
	}
	p.idle = max(p.idle, uint8(p.patience()-4))
	p.update()
	return p
}

// viewOf returns the mover's view of a position in the middle of a game.
func viewOf(p Position) View {
	seat := games.Seat(p.mover)
	return state{Duel: games.Duel{Ply: 2 + int(seat)}, pos: p}.View(seat).(View)
}

// askable gives late positions in which some twist gives a result away, with what minimax knows of them.
func askable(t *testing.T, most int, each func(seed uint64, p Position, best int, known map[Position]int)) {
	t.Helper()
	asked := 0
	for seed := uint64(0); asked < 10 && seed < 200; seed++ {
		p, known := late(seed, most), map[Position]int{}
		if p.Over() {
			continue
		}
		best, worst := -1, 1
		for n := range p.Count() {
			value := after(p, p.Nth(n), known)
			best, worst = max(best, value), min(worst, value)
		}
		if worst < best {
			asked++
			each(seed, p, best, known)
		}
	}
	if asked < 8 {
		t.Errorf("only %d positions were judged", asked)
	}
}

// Near the end of a game the thinker and the yardstick keep the value of [minimax].
func TestEndgameAgreesWithMinimax(t *testing.T) {
	askable(t, 10, func(seed uint64, p Position, best int, known map[Position]int) {
		v := viewOf(p)
		for _, name := range []string{"a thinker", "uct"} {
			m := choosers[name](v, search.Budget{Playouts: 3000}, seeded(byte(seed)).Rand(v.Ply))
			if got := after(p, twist(t, m), known); got != best {
				t.Errorf("seed %d: %s plays %s for %d, want %d", seed, name, m, got, best)
			}
		}
	})
}

// twist reads a twist.
func twist(t *testing.T, m games.Move) Twist {
	t.Helper()
	if _, err := (Game{}).Parse(string(m)); err != nil {
		t.Fatal(err)
	}
	var tw Twist
	for n := range search.Move(mind.Moves) {
		if tw = twistOf(search.Move(n)); tw.Move() == m {
			break
		}
	}
	return tw
}

// Advice near the end of a game agrees with minimax. The best move keeps the result, and the cost of
// another move is the part of the result that it gives away.
func TestAdvice(t *testing.T) {
	const sure = 0.4 // the largest error of a search
	b := search.Budget{Playouts: 1500}
	askable(t, 8, func(seed uint64, p Position, best int, known map[Position]int) {
		v := viewOf(p)
		for n := range p.Count() {
			made := p.Nth(n)
			a := Game{}.Table().AdviseBy(v, 0, made.Move(), seeded(byte(seed)), b, b)
			if got := after(p, twist(t, a.Best), known); got != best {
				t.Fatalf("seed %d: the best is %s for %d, want %d", seed, a.Best, got, best)
			}
			want := float64(best-after(p, made, known)) / 2
			if a.Cost < max(0, want-sure) || a.Cost > min(1, want+sure) {
				t.Errorf("seed %d: %s costs %.2f, want %.1f (%v, %v)", seed, made.Move(), a.Cost, want, a.Worth, a.Made)
			}
		}
	})
}

// Advice without a move judges none, and the best move costs nothing.
func TestAdviceOfTheBestMove(t *testing.T) {
	v, b := play(t, setup(6), "Cb2", "Cd4").View(0).(View), search.Budget{Playouts: 500}
	a := Game{}.Table().AdviseBy(v, 0, "", seeded(1), b, b)
	if a.Made.Key != "" || a.Cost != 0 || a.Worth.Key != "worth.chance" {
		t.Errorf("advice is %+v", a)
	}
	if again := (Game{}).Table().AdviseBy(v, 0, a.Best, seeded(1), b, b); again.Cost != 0 || again.Made.Args["Wins"] != a.Worth.Args["Wins"] {
		t.Errorf("advice about the best move is %+v", again)
	}
}
