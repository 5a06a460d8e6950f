package catchup

import (
	"math/rand/v2"
	"slices"
	"testing"

	"parlour/games/gametest"
)

// Neighbours are mutual, six in the middle and fewer at the edge, as the rules name them.
func TestNeighbours(t *testing.T) {
	for cell, want := range map[string][]string{"e5": {"d4", "d5", "e4", "e6", "f4", "f5"}, "a1": {"a2", "b1", "b2"}, "i5": {"h5", "h6", "i4"}} {
		s := shapes[5]()
		var got []string
		for _, o := range s.by[s.named[cell]] {
			if o != outside {
				got = append(got, s.name[o])
			}
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("%s touches %v, want %v", cell, got, want)
		}
	}
	for size := minSize; size <= maxSize; size++ {
		s, edges := shapes[size](), 0
		for c := range Cell(s.cells) {
			for _, o := range s.by[c] {
				if o == outside {
					continue
				}
				edges++
				if !slices.Contains(s.by[o][:], c) {
					t.Fatalf("size %d: %s touches %s, and not the other way", size, s.name[c], s.name[o])
				}
			}
		}
		if want := 2 * (9*size*size - 15*size + 6); edges != want || s.cells != 3*size*(size-1)+1 {
			t.Errorf("size %d has %d cells and %d neighbours, want %d", size, s.cells, edges, want)
		}
	}
}

// The fields that place updates agree with the stones.
func TestPlaceKeepsDerivedFields(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, size := range []int{2, 4, 9} {
		for p := newPosition(size, match); !p.Over(); p.pass() {
			for p.more() {
				p.random(rng)
				fresh := newPosition(size, match)
				for c, stone := range p.stone[:p.cells()] {
					if stone != Empty {
						fresh.put(Cell(c), Side(stone-1))
					}
				}
				if p.largest != fresh.largest || p.left != fresh.left || p.stone != fresh.stone {
					t.Fatalf("place keeps %+v, want %+v", p, fresh)
				}
				for i, c := range p.free[:p.left] {
					if p.stone[c] != Empty || p.at[c] != uint8(i) {
						t.Fatalf("%d is among the empty cells, at %d", c, p.at[c])
					}
				}
			}
		}
	}
}

// may, more, Count and the turns that there are agree, stone by stone.
func TestStonesOfATurn(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 9))
	for bonus := range bonuses {
		for p := newPosition(3, Bonus(bonus)); !p.Over(); {
			met := map[Turn]bool{}
			p.each(func(turn Turn, _ *position) { met[turn] = true })
			byStones := map[Turn]bool{}
			var grow func(p position, so []Cell)
			grow = func(p position, so []Cell) {
				more := false
				for c := range Cell(p.shape.cells) {
					if p.may(c) {
						more = true
						next := p
						next.place(c)
						turn := append(slices.Clone(so), c)
						byStones[turnOf(turn...)] = true
						grow(next, turn)
					}
				}
				if more != p.more() {
					t.Fatalf("more() = %v after %v", p.more(), so)
				}
			}
			grow(p, nil)
			if len(met) != len(byStones) || len(met) != p.Count() {
				t.Fatalf("with %s there are %d turns, %d by stones, and Count() = %d", bonuses[bonus], len(met), len(byStones), p.Count())
			}
			for p.more() {
				if _, ok := p.random(rng); !ok {
					break
				}
			}
			p.pass()
		}
	}
}

// random draws all cells equally often.
func TestRandomIsEven(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 4))
	p := newPosition(3, match)
	p.Play(turnOf(9))
	count := map[Cell]int{}
	const n = 18_000
	for range n {
		next := p
		c, _ := next.random(rng)
		count[c]++
	}
	for c := range Cell(p.shape.cells) {
		if got := count[c]; (got == 0) != (c == 9) || got > 0 && (got < 840 || got > 1160) { // five standard deviations
			t.Errorf("of %d draws cell %d came up %d times, want about 1,000", n, c, got)
		}
	}
}

func TestPositionDoesNotAllocate(t *testing.T) {
	start, rng := newPosition(5, match), rand.New(rand.NewPCG(1, 2))
	start.Play(turnOf(30))
	gametest.NoAllocs(t, map[string]func(){
		"Play on a copy": func() { p := start; p.Play(turnOf(3, 4)) },
		"Winner":         func() { start.winner() },
		"Limit":          func() { start.Limit() },
		"Count":          func() { start.Count() },
		"Playout":        func() { p := searched{start}; p.Playout(rng) },
	})
}
