package permute

import (
	"math/rand/v2"
	"slices"
	"testing"

	"parlour/games"
	"parlour/games/board"
)

// On a chequerboard a1 is Yellow, so on an odd board Yellow has one stone more. With blocks
// a1 and b1 are Yellow.
func TestStart(t *testing.T) {
	odd := play(t, setup(9, "chequer", "on"))
	if c := odd.pos.At(0, 0).Colour; c != board.Yellow {
		t.Errorf("a1 is %v, want Yellow", c)
	}
	g := odd.pos.Groups()
	if len(g[board.Yellow]) != 41 || len(g[board.Orange]) != 40 {
		t.Errorf("Yellow has %d stones and Orange %d, want 41 and 40", len(g[board.Yellow]), len(g[board.Orange]))
	}
	blocks := play(t, setup(10, "blocks", "on")).View(0).(View)
	rows := board.Rows(10, blocks.letter)
	if got := rows[9] + rows[8]; got != "YYOOYYOOYY"+"OOYYOOYYOO" {
		t.Errorf("rows 1 and 2 of a blocks start are %s", got)
	}
}

// A twist bandages only the chosen stone, on its cell after the twist.
func TestOneStoneIsBandaged(t *testing.T) {
	v := play(t, setup(4, "chequer", "off"), "Cb2-b2").View(0).(View)
	for i, cell := range v.Cells {
		if cell.Bandaged != (i == 1*4+1) {
			t.Errorf("cell %d is bandaged: %v, want b2 alone", i, cell.Bandaged)
		}
	}
}

// A bandaged stone still counts in its group.
func TestABandagedStoneCounts(t *testing.T) {
	s := play(t, setup(3, "chequer", "off"), "Ca1-b2") // b2 and the Orange stones above and right of it
	if got := s.pos.Groups()[board.Orange]; !slices.Equal(got, []int{3, 1}) {
		t.Errorf("Orange has groups of %v, want 3 1", got)
	}
}

// Both players can twist or neither can, so nobody ever passes.
func TestBothCanTwistOrNeither(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for pos := newPosition(6, true); !pos.Over(); pos.Play(pos.Nth(rng.IntN(pos.Count()))) {
		other := pos
		other.mover = pos.mover.Other()
		if pos.Count() == 0 || other.Count() == 0 {
			t.Fatalf("one has %d twists and the other %d", pos.Count(), other.Count())
		}
	}
}

// The option offers sizes from 9 to 19; the rules take any size from 2 to 26.
func TestSizes(t *testing.T) {
	offered := Game{}.Info().Options[0].Values
	if len(offered) != 11 || offered[0] != "9" || offered[10] != "19" {
		t.Errorf("a table offers %v, want 9 to 19", offered)
	}
	for size := minSize; size <= maxSize; size++ {
		st := play(t, setup(size, "chequer", "off"))
		if got, want := len(st.Legal(0)), 4*(size-1)*(size-1); got != want {
			t.Errorf("%d×%d begins with %d moves, want %d", size, size, got, want)
		}
	}
}

// The example is the designer's own.
func TestClockwise(t *testing.T) {
	s := play(t, setup(12, "chequer", "off"), "Cg7-h8", "Cg6-g6")
	g := s.pos.Groups()
	if o, y := g[board.Orange][:3], g[board.Yellow][:3]; !slices.Equal(o, []int{6, 1, 1}) || !slices.Equal(y, []int{4, 3, 1}) {
		t.Errorf("groups begin with %v and %v, want 6 1 1 and 4 3 1", o, y)
	}
}

// The second player may swap once, in place of their first turn. The twist stands, and the
// player who now has Yellow moves.
func TestSwap(t *testing.T) {
	s := play(t, setup(9, "chequer", "on"), "Cd3-d4")
	if legal := s.Legal(1); legal[len(legal)-1] != swapMove {
		t.Fatal("the second player is not offered the swap")
	}
	after, err := s.Play(1, swapMove)
	if err != nil {
		t.Fatal(err)
	}
	v := after.View(games.Spectator).(View)
	if v.Colours != [2]board.Colour{board.Yellow, board.Orange} {
		t.Errorf("the colours are %v, want them exchanged", v.Colours)
	}
	if !slices.Equal(after.ToMove(), []games.Seat{0}) || after.(state).pos.mover != board.Yellow {
		t.Errorf("seat %v is to move for %v, want the first seat, for Yellow", after.ToMove(), after.(state).pos.mover)
	}
	if slices.Contains(after.Legal(0), swapMove) {
		t.Error("the swap is offered twice")
	}
	if first := play(t, setup(9, "chequer", "on")); slices.Contains(first.Legal(0), swapMove) {
		t.Error("the first player is offered the swap")
	}
	if off := play(t, setup(9, "chequer", "off"), "Cd3-d4"); slices.Contains(off.Legal(1), swapMove) {
		t.Error("the swap is offered where it is off")
	}
}

// If all groups are equal the game is a draw.
func TestResultOfTheSmallestBoard(t *testing.T) {
	s := play(t, setup(2, "chequer", "off"), "Ca1-a1")
	r, over := s.Result()
	if !over || !slices.Equal(r.Places, []int{1, 1}) || r.Reason.Key != "reason.groups.equal" {
		t.Errorf("Result() = %+v, %v, want a draw", r, over)
	}
}
