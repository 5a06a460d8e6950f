package permute

import (
	"math/rand/v2"
	"testing"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/search"
)

// turned is a position and the face that was twisted last.
type turned struct {
	Position
	col, row int
}

// Two twists of a face have the same key exactly if they lead to the same position. The
// twist of a key leads there too.
func TestKeys(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	for pos := newPosition(7, false); !pos.Over(); pos.Play(pos.Nth(rng.IntN(pos.Count()))) {
		byKey, byTurn := map[key]turned{}, map[turned]key{}
		for n := range pos.Count() {
			twist, next := pos.Nth(n), pos
			next.Play(twist)
			k, turn := pos.keyOf(twist), turned{next, twist.Col, twist.Row}
			if same, seen := byKey[k]; seen && same != turn {
				t.Fatalf("%s has the key of a twist that gives another position", twist.Move())
			}
			if same, seen := byTurn[turn]; seen && same != k {
				t.Fatalf("%s has the key %d, and another twist to its position has %d", twist.Move(), k, same)
			}
			byKey[k], byTurn[turn] = turn, k
			again := pos
			again.Play(twistOf(k))
			if again != next {
				t.Fatalf("%s has the key of %s", twist.Move(), twistOf(k).Move())
			}
		}
	}
}

// minimax returns the value of a position by plain search: 1 if the mover wins, 0 for a
// draw, -1 for a loss.
func minimax(p Position) int {
	if p.Over() {
		switch winner, won := p.Winner(); {
		case !won:
			return 0
		case winner == p.mover:
			return 1
		}
		return -1
	}
	best := -1
	for n := range p.Count() {
		best = max(best, after(p, p.Nth(n)))
	}
	return best
}

// after returns the value of a twist by [minimax], for the player who makes it.
func after(p Position, t Twist) int {
	p.Play(t)
	return -minimax(p)
}

// lateGame plays at random until few twists are left; the game may be over then.
func lateGame(seed uint64) Position {
	rng := rand.New(rand.NewPCG(seed, 4))
	p := newPosition(6, seed%2 == 0)
	for !p.Over() && p.Count() > 16 {
		p.Play(p.Nth(rng.IntN(p.Count())))
	}
	return p
}

func canGoWrong(p Position) bool {
	best := minimax(p)
	for n := range p.Count() {
		if after(p, p.Nth(n)) < best {
			return true
		}
	}
	return false
}

// Near the end of a game the thinker and the yardstick keep the value of [minimax]. The test
// uses only positions in which some twist gives it away.
func TestEndgameAgreesWithMinimax(t *testing.T) {
	asked, b := 0, search.Budget{Playouts: 2000}
	for seed := range uint64(50) {
		p := lateGame(seed)
		if p.Over() || !canGoWrong(p) {
			continue
		}
		asked++
		want := minimax(p)
		v := state{Duel: games.Duel{Ply: 2}, pos: p}.View(0).(View)
		if p.mover == board.Yellow {
			v = state{Duel: games.Duel{Ply: 3}, pos: p}.View(1).(View)
		}
		for name, choose := range choosers {
			m := choose(v, b, seeded(byte(seed)).Rand(v.Ply))
			if got := after(p, twist(t, string(m))); got != want {
				t.Errorf("seed %d: %s plays %s for %d, want %d", seed, name, m, got, want)
			}
		}
	}
	if asked < 8 {
		t.Errorf("only %d positions were judged", asked)
	}
}

// The thinker beats the yardstick with the same small number of playouts.
func TestTheThinkerBeatsTheYardstick(t *testing.T) {
	const matches, least = 10, 8
	won := 0
	for n := range matches {
		st := play(t, setup(9, "chequer", "on"))
		for st.Ended == nil {
			choose := decide
			if int(st.Next()) != n%2 {
				choose = plainDecide
			}
			v := st.View(st.Next()).(View)
			next, err := st.Play(st.Next(), choose(v, search.Budget{Playouts: 300}, seeded(byte(n)).Rand(v.Ply)))
			if err != nil {
				t.Fatal(err)
			}
			st = next.(state)
		}
		if int(st.Ended.Winner) == n%2 {
			won++
		}
	}
	if won < least {
		t.Errorf("of %d games the thinker wins %d, want %d", matches, won, least)
	}
}

// A search that stops once its best twist is certain comes to the same twist as one that goes on,
// and some stop early.
func TestSettledSearchesChangeNoMove(t *testing.T) {
	early := 0
	for seed := range uint64(40) {
		p := lateGame(seed)
		if p.Over() {
			continue
		}
		best := func(stops bool) (Twist, int) {
			th := newThinker(rand.New(rand.NewPCG(seed, 8)))
			th.Stops = stops
			k, _ := th.Think(p, search.Budget{Playouts: 640})
			return twistOf(k), th.Playouts()
		}
		whole, all := best(false)
		soon, used := best(true)
		if whole != soon {
			t.Errorf("seed %d: it plays %s after %d playouts, and %s after %d", seed, soon.Move(), used, whole.Move(), all)
		}
		if used < all {
			early++
		}
	}
	if early == 0 {
		t.Error("no search stopped early")
	}
}
