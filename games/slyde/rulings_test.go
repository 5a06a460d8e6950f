package slyde

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/gametest"
)

// A table offers five sizes; the rules take any even size from 2. a1 is Yellow, colours alternate, and
// all stones are mobile.
func TestStart(t *testing.T) {
	if offered := (Game{}).Info().Options[0]; !slices.Equal(offered.Values, []string{"8", "10", "12", "14", "16"}) || offered.Default != "12" {
		t.Errorf("a table offers %v, usually %s", offered.Values, offered.Default)
	}
	for size := minSize; size <= maxSize; size += 2 {
		st := play(t, setup(size, true))
		if got, want := len(st.Legal(0)), 2*size*(size-1); got != want {
			t.Errorf("%d×%d begins with %d moves, want %d", size, size, got, want)
		}
		count := [2]int{}
		for col := range size {
			for row := range size {
				cell := st.pos.At(col, row)
				count[cell.Colour]++
				if want := board.Colour((col + row + 1) % 2); cell != (Cell{Colour: want}) {
					t.Fatalf("%d×%d begins with %v at %s, want %v", size, size, cell, board.Cell(col, row), want)
				}
			}
		}
		if count[board.Orange] != count[board.Yellow] {
			t.Errorf("%d×%d begins with %v stones", size, size, count)
		}
	}
}

// A swap fixes the stone of its mover where it lands, and nothing else. A fixed stone cannot be
// exchanged any more, and still counts in its group.
func TestASwapFixesOneStone(t *testing.T) {
	s := play(t, setup(4, true), "b1-a1")
	want := "OYOY/YOYO/OYOY/oYYO"
	if got := rowsOf(s, "OYoy"); got != want {
		t.Errorf("after b1-a1 the rows are %s, want %s", got, want)
	}
	if got := s.pos.Groups()[board.Orange][0]; got != 2 {
		t.Errorf("the fixed stone on a1 and the one on a2 make a group of %d, want 2", got)
	}
	for _, m := range s.Legal(1) {
		if strings.HasSuffix(string(m), "-a1") {
			t.Errorf("%s moves a fixed stone", m)
		}
	}
	if got := s.pos.At(1, 0); got != (Cell{Colour: board.Yellow}) {
		t.Errorf("the stone that was exchanged with it is %+v, want a mobile Yellow one", got)
	}

}

// rowsOf writes the rows from the top.
func rowsOf(s state, letters string) string {
	v := s.View(0).(View)
	return strings.Join(board.Rows(v.Size, v.letters(letters)), "/")
}

// Either both players can swap or neither can, so nobody ever passes.
func TestBothCanSwapOrNeither(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for pos := newPosition(8, false); !pos.Over(); pos.Play(pos.Nth(rng.IntN(pos.Count()))) {
		other := pos
		other.mover = pos.mover.Other()
		var mine, theirs []string
		for n := range pos.Count() {
			a, b := pos.Nth(n), other.Nth(n)
			mine = append(mine, a.From()+b.From())
			theirs = append(theirs, b.To()+a.To())
		}
		if other.Count() != pos.Count() || !slices.Equal(mine, theirs) {
			t.Fatalf("one has %v, the other %v", mine, theirs)
		}
	}
}

// The example of mindsports.nl: after four turns the position is symmetric in the line between the
// lower and the upper half, and White may change any stone of either colour.
func TestMirror(t *testing.T) {
	log := []games.Move{"f3-f4", "f10-f9", "k6-j6", "k7-j7"}
	s := play(t, setup(12, true), log...)
	if s.pos.mirror != Level {
		t.Errorf("the position is symmetric in %b, want the level line alone", s.pos.mirror)
	}
	var swaps, changes int
	for _, m := range s.Legal(0) {
		if m[0] == '*' {
			changes++
		} else {
			swaps++
		}
	}
	if swaps != 239 || changes != 144 {
		t.Errorf("there are %d swaps and %d changes, want 239 and 144", swaps, changes)
	}
	g := s.pos.Groups()
	if want := []int{4, 4, 3, 3, 1}; !slices.Equal(g[board.Orange][:5], want) || !slices.Equal(g[board.Yellow][:5], want) {
		t.Errorf("the groups begin with %v and %v, want %v", g[board.Orange][:5], g[board.Yellow][:5], want)
	}
	for n, half := range [][]games.Move{log[:1], log[:3], append(log[:len(log):len(log)], "*f9")} {
		if after := play(t, setup(12, true), half...); after.pos.mirror != 0 {
			t.Errorf("case %d: Black may change a stone", n)
		}
	}
	if off := play(t, setup(12, false), log...); off.pos.mirror != 0 || off.pos.Count() != 239 {
		t.Errorf("without the rule there are %d moves", off.pos.Count())
	}
}

// In the first turn nobody may change a stone, although the start is symmetric in both lines.
func TestNoChangeOnTheFirstTurn(t *testing.T) {
	s := play(t, setup(8, true))
	if s.pos.mirror != 0 || !s.pos.upright() || !s.pos.level() {
		t.Error("the start allows a change, or is not symmetric in both lines")
	}
	if _, err := s.Play(0, "*a1"); !refuses(err, "slyde.refuse.change") {
		t.Errorf("a change on the first turn gave %v", err)
	}
}

// A reflection in the upright line counts too. A turn of the board does not, nor a reflection in a
// diagonal, nor one in which a fixed stone falls on a mobile one.
func TestWhatIsSymmetric(t *testing.T) {
	for _, c := range []struct {
		log  string
		want Mirror
	}{
		{"b1-a1 c1-d1", Upright}, {"b1-b2 b4-b3", Level},
		{"b1-a1 c4-d4", 0}, // a half turn of the board
		{"a2-b2 b1-b2", 0}, // the diagonal from a1, which keeps colours
		{"b1-a1 d1-c1", 0}, // the same two pairs, with the other stone of one fixed
		{"b1-a1 b4-a4", Level},
	} {
		var log []games.Move
		for _, m := range strings.Fields(c.log) {
			log = append(log, games.Move(m))
		}
		st, _, err := games.Replay(Game{}, setup(4, true), games.InTurn(2, log...))
		if err != nil {
			continue // some are no swaps of the side that is to move
		}
		if got := st.(state).pos.mirror; got != c.want {
			t.Errorf("after %s it is symmetric in %b, want %b", c.log, got, c.want)
		}
	}
}

// A change falls to White alone: it adds or takes one fixed stone, as a swap adds one, and a
// symmetric position has an even number.
func TestChangesFallToWhite(t *testing.T) {
	rng, changes := rand.New(rand.NewPCG(4, 4)), 0
	for range 300 {
		p, pos := newPlain(4, true), newPosition(4, true)
		for moves := p.moves(); len(moves) > 0; moves = p.moves() {
			if pos.mirror != 0 {
				changes++
			}
			if pos.mirror != 0 && pos.mover == board.Yellow || p.symmetric() != (pos.mirror != 0) || int(pos.many)%2 != int(pos.mover) {
				t.Fatalf("%+v: %d fixed stones, the mirror is %b", p, pos.many, pos.mirror)
			}
			m := copies(p, moves, rng)
			p = p.play(m)
			pos.Play(read(t, m))
		}
	}
	if changes < 100 {
		t.Errorf("only %d positions were symmetric", changes)
	}
}

// A symmetric position without a swap is not the end: the player must change a stone.
func TestASymmetricPositionIsNotTheEnd(t *testing.T) {
	s, off := play(t, setup(4, true), full...), play(t, setup(4, false), full...)
	if s.pos.pairs != 0 || s.pos.mirror != Level || s.Ended != nil {
		t.Fatalf("it has %d swaps, mirror %b, ended %v", s.pos.pairs, s.pos.mirror, s.Ended)
	}
	if got := s.Legal(0); len(got) != 16 || got[0] != "*a1" || got[15] != "*d4" {
		t.Errorf("White may play %v, want the changes alone", got)
	}
	if got := say(t, s.View(0).Words().Owes); got != "The board mirrors itself. Fix or free any stone." {
		t.Errorf("White is told %q", got)
	}
	if off.Ended == nil {
		t.Error("without the mirror rule it is not over")
	}
	over, err := s.Play(0, "*b1") // which takes nothing from a wall of fixed stones
	if err != nil || len(over.ToMove()) > 0 {
		t.Errorf("after *b1 %v is to move, want nobody (%v)", over.ToMove(), err)
	}
	goesOn, err := s.Play(0, "*a1")
	if err != nil || len(goesOn.Legal(1)) == 0 {
		t.Errorf("after *a1 Black has no swap (%v)", err)
	}
}

// full is a line on 4×4 to a symmetric position without a swap.
var full = []games.Move{"a2-a1", "a3-a4", "b3-c3", "b2-c2", "d1-d2", "d4-d3", "b2-a2", "b3-a3", "b1-b2", "b4-b3"}

// A freed stone may be exchanged again.
func TestAFreedStoneMoves(t *testing.T) {
	s := play(t, setup(4, true), "b1-a1", "c1-d1", "*a1")
	if s.pos.At(0, 0).Fixed || !slices.Contains(s.Legal(1), "a2-a1") && !slices.Contains(s.Legal(1), "b1-a1") {
		t.Errorf("a1 is %+v after it was freed, and Black has %v", s.pos.At(0, 0), s.Legal(1))
	}
	if again := play(t, setup(4, true), "b1-a1", "c1-d1", "*a2"); !again.pos.At(0, 1).Fixed {
		t.Error("a mobile stone that is changed is not fixed")
	}
}

// Each group is compared in turn, single stones too. White 10 5 5 4 4 1 1 1 1 wins against Black
// 10 5 5 4 1 1 1 1 1 1 1 1, by 4 to 1.
func TestSingleStonesAreGroups(t *testing.T) {
	white, black := []int{10, 5, 5, 4, 4, 1, 1, 1, 1}, []int{10, 5, 5, 4, 1, 1, 1, 1, 1, 1, 1, 1}
	winner, reason := board.Decide([2][]int{white, black})
	if winner != 0 || reason.Args["High"] != 4 || reason.Args["Low"] != 1 {
		t.Errorf("seat %d wins by %v, want White by 4 to 1", winner, reason)
	}
}

// Every line of the game on 4×4 ends: there are so many positions, counted by turn, and the longest
// line has so many turns.
func TestEveryLineEndsInTheLongRun(t *testing.T) {
	gametest.InTheLongRun(t)
	layer, total, turns := map[uint32]bool{pack(newPosition(4, true)): true}, 0, 0
	for ; len(layer) > 0; turns++ {
		total += len(layer)
		next := make(map[uint32]bool, 2*len(layer))
		for packed := range layer {
			pos := unpack(packed, board.Colour(turns%2))
			for n := range pos.Count() {
				after := pos
				after.Play(pos.Nth(n))
				next[pack(after)] = true
			}
		}
		layer = next
	}
	if total != 17_211_930 || turns-1 != 21 {
		t.Errorf("there are %d positions, and the longest line has %d turns, want 17,211,930 and 21", total, turns-1)
	}
}

// pack writes the stones of a 4×4 board as a number.
func pack(p Position) (packed uint32) {
	for row := range 4 {
		packed |= p.Yellow[row]<<(4*row) | p.Fixed[row]<<(16+4*row)
	}
	return packed
}

func unpack(packed uint32, mover board.Colour) Position {
	p := Position{Stones: board.Stones{Side: 4}, rule: true, mover: mover}
	for row := range 4 {
		p.Yellow[row], p.Fixed[row] = packed>>(4*row)&15, packed>>(16+4*row)&15
	}
	p.derive()
	return p
}
