package twistonly

import (
	"math/rand/v2"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
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

// endgame has late positions on 5×5, near the end of the players' patience.
func endgame() *gametest.Endgame[View, Position, *Position] {
	return &gametest.Endgame[View, Position, *Position]{
		Game: Game{}, Nth: func(p Position, n int) games.Move { return p.Nth(n).Move() },
		Late: func(seed uint64) Position { return late(seed, 8) },
		View: func(p Position) games.View {
			return state{Duel: games.Duel{Ply: 2 + int(p.mover)}, pos: p}.View(games.Spectator)
		},
	}
}

func TestEndgame(t *testing.T) { endgame().Check(t, 10, 8, search.Budget{Playouts: 3000}, 0.4) }
