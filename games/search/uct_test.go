package search

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// A heap is Nim with up to three taken at a time from one heap; who takes the
// last wins.
type heap struct{ left, player int }

func (h *heap) Player() int { return h.player }
func (h *heap) Count() int  { return min(3, h.left) }
func (h *heap) PlayNth(n int) {
	h.left -= n + 1
	h.player = 1 - h.player
}

func (h *heap) Playout(rng *rand.Rand) float64 {
	for h.left > 0 {
		h.PlayNth(rng.IntN(h.Count()))
	}
	return float64(h.player) // who is to move has lost
}

// wins is plain minimax: whether who is to move wins.
func (h heap) wins() bool {
	for n := range h.Count() {
		next := h
		next.PlayNth(n)
		if !next.wins() {
			return true
		}
	}
	return false
}

// From every heap that minimax says is won, for either player, UCT makes a move
// after which it is lost for the other.
func TestUCTFindsTheForcedWin(t *testing.T) {
	for left := 1; left <= 15; left++ {
		for player := range 2 {
			h := heap{left: left, player: player}
			if !h.wins() {
				continue
			}
			n := UCT(h, math.Sqrt2, Budget{Playouts: 30000}, rand.New(rand.NewPCG(1, 2)))
			after := h
			after.PlayNth(n)
			if after.wins() {
				t.Errorf("from %d player %d takes %d, after which the other wins", left, player, n+1)
			}
		}
	}
}

// A tree with as many nodes as it may have grows no further, and goes on to play.
func TestATreeIsBounded(t *testing.T) {
	tree := tree{nodes: []node{{}}, most: 20, exploration: math.Sqrt2, rng: rand.New(rand.NewPCG(1, 2))}
	tree.expand(0, 3)
	for range 30_000 {
		h := heap{left: 7}
		tree.record(descend(&tree, &h))
	}
	if n := len(tree.nodes); n < 20 || n > 22 {
		t.Errorf("it has %d nodes, want 20 and the rest of the last three", n)
	}
	if n := tree.nodes[0].visits; n != 30_000 {
		t.Errorf("it counts %d playouts, want all", n)
	}
}

// sameForASeed checks that a thought is the same for a seed, and not for all.
func sameForASeed(t *testing.T, think func(*rand.Rand) string) {
	t.Helper()
	seen := map[string]bool{}
	for seed := range uint64(20) {
		again := func() string { return think(rand.New(rand.NewPCG(seed, 0))) }
		first := again()
		if second := again(); second != first {
			t.Errorf("with seed %d it thinks %s and then %s", seed, first, second)
		}
		seen[first] = true
	}
	if len(seen) < 2 {
		t.Error("twenty seeds give one thought")
	}
}

func TestUCTIsTheSameForASeed(t *testing.T) {
	h := heap{left: 12} // lost whatever is played: what is chosen is up to chance
	sameForASeed(t, func(rng *rand.Rand) string { return fmt.Sprint(UCT(h, math.Sqrt2, Budget{Playouts: 40}, rng)) })
}

func TestUCTOfAnEnd(t *testing.T) {
	if n := UCT(heap{}, math.Sqrt2, Budget{Playouts: 1}, nil); n != -1 {
		t.Errorf("UCT of what is over = %d, want -1", n)
	}
}
