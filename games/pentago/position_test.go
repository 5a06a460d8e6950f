package pentago

import (
	"math/rand/v2"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

// The figures are 36·8, 36·8·35·8 and so on, as there is no five before the ninth stone.
func TestPerft(t *testing.T) {
	for _, c := range []struct {
		opening, twist string
		want           []int
	}{
		{"free", "always", []int{288, 80_640, 21_934_080, 5_790_597_120}},
		{"free", "neutral", []int{324, 102_060}},
		{"corner", "always", []int{32, 8_960}},
	} {
		st := play(t, setup(c.opening, c.twist), "")
		for i, want := range append([]int{1}, c.want...) {
			if got := st.Perft(i); got != want {
				t.Errorf("Perft(%d) with opening=%s twist=%s = %d, want %d", i, c.opening, c.twist, got, want)
			}
		}
	}
	if over := play(t, usual, theirs); over.Perft(0) != 1 || over.Perft(1) != 0 {
		t.Errorf("after the end Perft(0) = %d and Perft(1) = %d, want 1 and 0", over.Perft(0), over.Perft(1))
	}
}

// There are 32 lines of five different cells, each in one row, column or diagonal.
func TestLines(t *testing.T) {
	seen := map[Set]bool{}
	for i, line := range lines {
		dc, dr := line[1].Col()-line[0].Col(), line[1].Row()-line[0].Row()
		for j, c := range line {
			if c.Col() != line[0].Col()+j*dc || c.Row() != line[0].Row()+j*dr {
				t.Errorf("line %v is not straight", line)
			}
		}
		if seen[lineSets[i]] || lineSets[i].count() != five {
			t.Errorf("line %v came before, or has no five cells", line)
		}
		seen[lineSets[i]] = true
	}
	if len(seen) != 32 {
		t.Errorf("there are %d lines, want 32", len(seen))
	}
}

// The tables of lines say the same as a walk along each line.
func TestTables(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for range 2000 {
		own := Set(rng.Uint64()|rng.Uint64()) & all
		var fives, fours lineMask
		var missing Set
		for i, line := range lineSets {
			switch (line &^ own).count() {
			case 0:
				fives |= 1 << i
			case 1:
				fours |= 1 << i
				missing |= line &^ own
			}
		}
		if own.fives() != fives || own.fours() != fours || own.completing() != missing || own.wins() != (fives != 0) {
			t.Fatalf("%x has fives %x, fours %x and completing cells %x, want %x, %x, %x", own, own.fives(), own.fours(), own.completing(), fives, fours, missing)
		}
		var r reach
		own.reach(&r)
		for twist := range NoTwist + 1 {
			turned := own
			if twist != NoTwist {
				turned = own.twisted(twist)
			}
			for i, line := range lineSets {
				n := (line & turned).count()
				tally := r.tallies[twist]
				got := int(tally.ones>>i&1 + tally.twos>>i&1*2 + tally.fours>>i&1*4)
				if free := r.free[twist]>>i&1 == 1; got != n || free != (n == 0) {
					t.Fatalf("%x after %q has %d cells on line %d, free %v, want %d", own, twist, got, i, free, n)
				}
			}
		}
	}
}

// TestNth checks that every number gives a different legal turn, so that an even draw of numbers
// is an even draw of turns, and that what draw draws is legal too.
func TestNth(t *testing.T) {
	for seed := range uint64(20) {
		_, pos := late(seed, int(seed), []string{"free", "corner"}[seed%2], []string{"always", "neutral"}[seed/2%2])
		if pos.Over() {
			continue
		}
		drawn := map[Turn]int{}
		for n := range pos.Count() {
			drawn[pos.Nth(n)]++
		}
		if len(drawn) != pos.Count() {
			t.Fatalf("seed %d: %d different turns, want %d", seed, len(drawn), pos.Count())
		}
		rng := rand.New(rand.NewPCG(seed, 6))
		for range 50 * len(drawn) {
			turn := pos.draw(rng)
			if drawn[turn] == 0 {
				t.Fatalf("seed %d: draw gives %v, which is not legal", seed, turn.Move())
			}
			drawn[turn]++
		}
		for turn, n := range drawn { // 50 are expected, with a standard deviation of 7
			if n < 51-36 || n > 51+36 {
				t.Errorf("seed %d: %v is drawn %d times, want about 50", seed, turn.Move(), n-1)
			}
		}
	}
}

func TestPositionDoesNotAllocate(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	_, start := late(1, 20, "free", "always")
	before := start
	gametest.NoAllocs(t, map[string]func(){
		"Play on a copy": func() { p := start; p.Play(p.Nth(7)) },
		"Judge":          func() { start.Judge() },
		"Playout":        func() { start.Playout(rng) },
	})
	if start != before {
		t.Error("a position changed while copies of it were played")
	}
}

// Random games have figures of their own: 29 turns, and 45 of 100 won by each side. The bounds are
// those of 400 games elsewhere, by five standard deviations.
func TestRandomGames(t *testing.T) {
	const n = 2000
	rng := rand.New(rand.NewPCG(4, 4))
	turns, ends := 0, map[games.Seat]int{}
	for range n {
		p := Position{}
		for !p.Over() {
			p.Play(p.draw(rng))
		}
		winner, _ := p.Judge()
		ends[winner]++
		turns += p.Ply()
	}
	if mean := float64(turns) / n; mean < 27.5 || mean > 30.5 {
		t.Errorf("a random game has %.1f turns, want about 29", mean)
	}
	for seat, share := range map[games.Seat]int{0: 46, 1: 44, games.Spectator: 10} {
		if got := 100 * ends[seat] / n; got < share-8 || got > share+8 {
			t.Errorf("%d of 100 random games end with seat %d, want about %d", got, seat, share)
		}
	}
}
