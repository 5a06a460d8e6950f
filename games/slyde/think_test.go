package slyde

import (
	"math/rand/v2"
	"testing"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/gametest"
	"parlour/games/search"
)

// Two turns have the same key exactly if they are the same turn, and the turn of a key is that turn.
func TestKeys(t *testing.T) {
	seen := map[search.Move]Turn{}
	for size := 2; size <= maxSize; size += 12 {
		for _, mover := range [2]board.Colour{board.Orange, board.Yellow} {
			p := newPosition(size, true)
			p.mover = mover
			var all []Turn
			for n := range p.Count() {
				all = append(all, p.Nth(n))
			}
			for cell := range p.Area() {
				all = append(all, Turn{cell % size, cell / size, cell % size, cell / size})
			}
			for _, turn := range all {
				k := keyOf(turn)
				if before, known := seen[k]; known && before != turn || turnOf(k) != turn || int(k) >= maxKeys {
					t.Fatalf("%s has the key %d, which is that of %s", turn.Move(), k, turnOf(k).Move())
				}
				seen[k] = turn
			}
		}
	}
}

// lateGame plays at random until few swaps are left; the game may be over then. Every second one has
// no mirror rule.
func lateGame(seed uint64) Position {
	rng := rand.New(rand.NewPCG(seed, 4))
	p := newPosition(6, seed%2 == 0)
	for !p.Over() && p.Count() > 9 {
		p.Play(p.Nth(rng.IntN(p.Count())))
	}
	return p
}

// endgame has late positions on 6×6.
func endgame() *gametest.Endgame[View, Position, *Position] {
	return &gametest.Endgame[View, Position, *Position]{
		Game: Game{}, Late: lateGame, Nth: func(p Position, n int) games.Move { return p.Nth(n).Move() },
		View: func(p Position) games.View {
			return state{Duel: games.Duel{Ply: 2 + int(p.mover)}, pos: p}.View(games.Spectator)
		},
	}
}

func TestEndgame(t *testing.T) { endgame().Check(t, 16, 6, search.Budget{Playouts: 4000}, 0.4) }
