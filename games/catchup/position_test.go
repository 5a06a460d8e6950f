package catchup

import (
	"math/rand/v2"
	"slices"
	"testing"

	"parlour/games/gametest"
)

// figures are the known numbers of sequences of turns, to depth 1, 2, 3 and so on. Those that take
// seconds come last, and only deep says how many of them these are.
var figures = []struct {
	size  int
	bonus Bonus
	want  []int
	deep  int
}{
	{2, match, []int{7, 147, 1920, 10386, 21120, 17640}, 0},
	{2, overtake, []int{7, 147, 1920, 10254, 20856, 17640}, 0},
	{2, quiet, []int{7, 87, 432, 1914}, 0},
	{3, match, []int{19, 3249, 847_518, 278_207_256}, 1},
	{3, overtake, []int{19, 3249, 847_518, 201_279_600}, 1},
	{3, quiet, []int{19, 2535, 165_588}, 0},
	{4, match, []int{37, 24_642, 33_558_210, 94_839_488_388}, 1},
	{4, overtake, []int{37, 24_642, 33_558_210, 50_039_729_268}, 1},
	{5, match, []int{61, 111_630, 475_213_494, 5_195_237_863_788}, 2},
	{5, overtake, []int{61, 111_630}, 0},
	{5, quiet, []int{61, 102_426}, 0},
}

func TestPerft(t *testing.T) {
	for _, c := range figures {
		st := play(t, c.size, c.bonus, "")
		for i, want := range append([]int{1}, c.want[:len(c.want)-c.deep]...) {
			if got := st.Perft(i); got != want {
				t.Errorf("Perft(%d) on %d with %s = %d, want %d", i, c.size, c.bonus, got, want)
			}
		}
	}
}

func TestPerftInTheLongRun(t *testing.T) {
	gametest.InTheLongRun(t)
	for _, c := range figures {
		st := play(t, c.size, c.bonus, "")
		for i := len(c.want) - c.deep; i < len(c.want); i++ {
			if got := st.Perft(i + 1); got != c.want[i] {
				t.Errorf("Perft(%d) on %d with %s = %d, want %d", i+1, c.size, c.bonus, got, c.want[i])
			}
		}
	}
}

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

// The fields that Place updates agree with the stones.
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
					t.Fatalf("Place keeps %+v, want %+v", p, fresh)
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

// may, More, Count and the turns that there are agree, stone by stone.
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
					t.Fatalf("More() = %v after %v", p.more(), so)
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
	start := newPosition(5, match)
	start.Play(turnOf(30))
	rng := rand.New(rand.NewPCG(1, 2))
	for name, f := range map[string]func(){
		"Play on a copy": func() { p := start; p.Play(turnOf(3, 4)) },
		"Winner":         func() { start.winner() },
		"Limit":          func() { start.Limit() },
		"Count":          func() { start.Count() },
		"Playout":        func() { start.Playout(rng) },
	} {
		if n := testing.AllocsPerRun(10, f); n != 0 {
			t.Errorf("%s allocates %v times, want never", name, n)
		}
	}
}
