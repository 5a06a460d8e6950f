package permute

import (
	"math/rand/v2"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
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

// lateGame plays at random until few twists are left; the game may be over then.
func lateGame(seed uint64) Position {
	rng := rand.New(rand.NewPCG(seed, 4))
	p := newPosition(6, seed%2 == 0)
	for !p.Over() && p.Count() > 16 {
		p.Play(p.Nth(rng.IntN(p.Count())))
	}
	return p
}

// endgame has late positions on 6×6, without a swap.
func endgame() *gametest.Endgame[View, Position, *Position] {
	return &gametest.Endgame[View, Position, *Position]{
		Game: Game{}, Late: lateGame, Nth: func(p Position, n int) games.Move { return p.Nth(n).Move() },
		View: func(p Position) games.View { return viewOf(p) },
	}
}

func TestEndgame(t *testing.T) { endgame().Check(t, 10, 5, search.Budget{Playouts: 3000}, 0.25) }

// viewOf returns the mover's view of a position in the middle of a game.
func viewOf(p Position) View {
	seat := games.Seat(p.mover)
	return state{Duel: games.Duel{Ply: 2 + int(seat)}, pos: p}.View(seat).(View)
}

// minimax returns the value of a position to the mover, and after that of a twist.
func minimax(p Position) int { return endgame().Value(p) }

func after(p Position, t Twist) int { return endgame().After(p, t.Move()) }
