package magic

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"parlour/games"
)

// layersFrom returns the layers that can follow from a pattern, from its own to that of the
// full board.
func layersFrom(p pattern, tiles int) []*layer {
	least, _ := p.canonical()
	layers := []*layer{layerOf(tiles, []pattern{least})}
	for ; tiles < 16; tiles++ {
		last := layers[len(layers)-1]
		next := map[pattern]bool{}
		for _, p := range last.patterns {
			p.turns(last.mover, func(_ Turn, board pattern) {
				least, _ := board.canonical()
				next[least] = true
			})
		}
		layers = append(layers, layerOf(tiles+1, slices.Collect(maps.Keys(next))))
	}
	return layers
}

// solveLayers returns the values of the first of some layers that reach to the full board.
func solveLayers(layers []*layer) []Value {
	var next *layer
	var values []Value
	for _, l := range slices.Backward(layers) {
		values = l.solve(2, next, values)
		next = l
	}
	return values
}

// minimax returns the winner of a position, Spectator for a tie, and the number of turns:
// the least if the mover wins, the most if the opponent does.
func minimax(p position) (winner games.Seat, plies int) {
	winner, over := p.Judge()
	if over {
		return winner, 0
	}
	first := true
	for _, turn := range p.turns(nil) {
		next := p
		next.Play(turn)
		w, n := minimax(next)
		if first || better(p.mover, w, n+1, winner, plies) {
			winner, plies, first = w, n+1, false
		}
	}
	return winner, plies
}

// better reports whether a mover prefers a win of w after n turns to a win of v after m.
func better(mover, w games.Seat, n int, v games.Seat, m int) bool {
	rank := map[games.Seat]int{mover: 2, games.Spectator: 1, 1 - mover: 0}
	switch {
	case w != v:
		return rank[w] > rank[v]
	case w == mover:
		return n < m
	}
	return w == 1-mover && n > m
}

// is reports whether a value agrees with a result of [minimax].
func (v Value) is(mover, winner games.Seat, plies int) bool {
	switch winner {
	case mover:
		return v > tie && v.plies() == plies
	case 1 - mover:
		return v < tie && v.plies() == plies
	}
	return v == tie
}

func TestSolveAgreesWithMinimax(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 1))
	seen := map[string]int{}
	for _, c := range []struct{ tiles, patterns, positions int }{
		{12, 1, 20}, {13, 4, 40}, {14, 8, 40}, {15, 5, 40}, {16, 5, 40},
	} {
		for range c.patterns {
			p := sample(t, rng, c.tiles)
			layers := layersFrom(p.pattern(), c.tiles)
			values := solveLayers(layers)
			for range c.positions {
				n := rng.IntN(len(values))
				p := layers[0].position(n)
				winner, plies := minimax(p)
				if v := values[n]; !v.is(p.mover, winner, plies) {
					t.Fatalf("%s is a %s, and seat %d wins after %d turns", p, v, winner, plies)
				}
				seen[values[n].String()]++
			}
		}
	}
	for _, want := range []string{"win 0", "win 1", "win 2", "win 3", "loss 0", "loss 1", "loss 2", "tie"} {
		if seen[want] == 0 {
			t.Errorf("no position is a %s among %v", want, seen)
		}
	}
}

// Images have the same value, so they can share a number.
func TestImagesHaveTheSameValue(t *testing.T) {
	rng := rand.New(rand.NewPCG(32, 1))
	for range 30 {
		p := sample(t, rng, 13)
		winner, plies := minimax(p)
		for _, image := range imagesOf(p) {
			if w, n := minimax(image); w != winner || n != plies {
				t.Fatalf("seat %d wins %s after %d turns, and seat %d wins its image %s after %d", winner, p, plies, w, image, n)
			}
		}
	}
}

// The number of canonical patterns agrees with a count of the patterns that each symmetry
// keeps.
func TestPatterns(t *testing.T) {
	for _, tiles := range []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 15, 16} {
		kept := 0
		for i := range symmetries {
			kept += keptBy(&symmetries[i], (tiles+1)/2, tiles/2)
		}
		if got := len(newLayer(tiles).patterns); got*8 != kept {
			t.Errorf("with %d tiles there are %d canonical patterns, want %d/8", tiles, got, kept)
		}
	}
}

// keptBy counts the patterns that a symmetry keeps: each side's tiles fill cycles of its
// squares.
func keptBy(s *symmetry, circles, diamonds int) int {
	ways := map[[2]int]int{{}: 1}
	for q := range NoSquare {
		least, n := q, 1
		for at := s.square(q); at != q; at = s.square(at) {
			least, n = min(least, at), n+1
		}
		if least != q {
			continue
		}
		next := maps.Clone(ways)
		for k, count := range ways {
			next[[2]int{k[0] + n, k[1]}] += count
			next[[2]int{k[0], k[1] + n}] += count
		}
		ways = next
	}
	return ways[[2]int{circles, diamonds}]
}
