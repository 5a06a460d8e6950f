package pentago

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlour/games"
)

// set returns a state with stones on cells, whoever is to move by their number.
func set(t testing.TB, white, black string) state {
	t.Helper()
	var s state
	for seat, cells := range []string{white, black} {
		for _, name := range strings.Fields(cells) {
			c, ok := readCell(name)
			if !ok {
				t.Fatalf("%q is no cell", name)
			}
			s.pos.stones[seat] |= c.bit()
		}
	}
	s.Ply = s.pos.Ply()
	return s
}

// Clockwise, a stone on a1 alone stands after Ca1 on a3, and one on a2 on b3.
func TestClockwise(t *testing.T) {
	for move, want := range map[games.Move]string{"a1-Ca1": "a3", "a2-Ca1": "b3", "a1-Aa1": "c1", "e5-Cd4": "e5", "f6-Ad4": "d6", "d4-Ca1": "d4"} {
		s := play(t, usual, string(move))
		if v := s.View(0).(View); v.Now.String() != want || v.At(v.Now.Col(), v.Now.Row()) != White {
			t.Errorf("after %s the stone lies on %v, want %s", move, v.Now, want)
		}
	}
}

// A placement that makes five wins at once: nothing may be turned then, and its text has no twist.
func TestAPlacementWins(t *testing.T) {
	s := set(t, "a1 b2 c3 d4", "a2 a3 a4 f1")
	legal := s.Legal(0)
	if !slices.Contains(legal, "e5") || slices.ContainsFunc(legal, func(m games.Move) bool { return strings.HasPrefix(string(m), "e5-") }) {
		t.Errorf("with e5 to win the moves are %q, want e5 and no twist after it", legal)
	}
	over := move(t, s, "e5")
	if over.Ended == nil || over.Winner() != 0 {
		t.Errorf("after e5 the game is %+v, want a win of seat 0", over.Ended)
	}
}

// Six in a row win too, and are one line.
func TestSixInARowCounts(t *testing.T) {
	s := set(t, "a1 b1 c1 d1 f1", "a3 b4 c5 d6 f6")
	over := move(t, s, "e1")
	fives := over.View(0).(View).Fives
	if over.Winner() != 0 || len(fives) != 1 || fives[0].Long() != 6 || over.Ended.Reason.Args["Long"] != 6 {
		t.Errorf("six in a row give %+v by %v, want one line of six", fives, over.Ended)
	}
}

// After the twist both sides are judged. If only the other side has five, it wins.
func TestTheOthersFive(t *testing.T) {
	s := set(t, "a1 b1 c1 d2 d3", "a6 b6 c5 f6") // Black is to move
	over := move(t, s, "f5-Ad1")                 // d2 and d3 come to e1 and d1
	if over.Winner() != 0 || over.Ended.Reason.Key != "pentago.reason.theirs" || over.Ended.Reason.Args["Player"] != games.Seat(1) {
		t.Errorf("Black's twist gives %+v, want a win of White's by it", over.Ended)
	}
}

// Both at once is a draw, and so is a full board without five. Its last stone has its twist, which
// counts.
func TestTheLastTwistCounts(t *testing.T) {
	full := "c1-Aa1 b2-Aa4 e6-Ad4 d4-Ca1 d6-Aa4 e6-Cd1 e4-Aa4 a6-Ca1 a4-Ad4 e2-Aa1 d6-Ca1 c5-Aa1 f6-Cd1 c4-Cd1 e1-Ad4 " +
		"b3-Ad4 a3-Cd1 c6-Ca4 a5-Aa1 c1-Ad4 d3-Aa4 b3-Cd1 b6-Aa4 e1-Cd4 a3-Ad4 e5-Cd4 d1-Ca1 f1-Ad4 b5-Ca4 f2-Ca1 d3-Ca4 b6-Cd1 " +
		"a2-Ca4 e3-Aa1 a2-Aa1"
	s := play(t, usual, full)
	ends := map[string]int{}
	for _, m := range s.Legal(1) {
		r, over := move(t, s, m).Result()
		if !over {
			t.Errorf("after %s the game goes on", m)
		}
		ends[r.Reason.Key]++
	}
	if len(s.Legal(1)) != 8 || ends["pentago.reason.full"] == 0 {
		t.Errorf("the last stone has the ends %v, want 8 twists", ends)
	}
	if r, _ := play(t, usual, both).Result(); !slices.Equal(r.Places, []int{1, 1}) || !slices.Equal(r.Scores, []int{0, 0}) {
		t.Errorf("both at once give %+v, want a draw", r)
	}
}

// A player may twist back the quadrant that the other has just twisted.
func TestTurningBackIsAllowed(t *testing.T) {
	s := play(t, usual, "a1-Ca1 f6-Aa1")
	if v := s.View(0).(View); v.At(0, 0) != White {
		t.Errorf("after Ca1 and Aa1 the board is\n%v\nwant the stone on a1 again", v)
	}
}

// With opening=corner the first stone goes in a corner. The later ones may go anywhere.
func TestCornerOpening(t *testing.T) {
	corner := setup("corner", "always")
	legal := play(t, corner, "").Legal(0)
	for _, m := range legal {
		if !strings.Contains("a1 a6 f1 f6", string(m[:2])) {
			t.Errorf("%s is legal, want corners alone", m)
		}
	}
	if len(legal) != 32 || len(play(t, corner, "a1-Ca1").Legal(1)) != 280 {
		t.Errorf("%d first moves and %d second ones, want 32 and 280", len(legal), len(play(t, corner, "a1-Ca1").Legal(1)))
	}
}

// With twist=neutral a twist may be left out while a quadrant is empty or has one stone in its
// middle, after the placement; it is the same game then.
func TestNeutralTwist(t *testing.T) {
	loose := setup("free", "neutral")
	s := play(t, loose, "b2-Ca4 e2-Aa4 b5-Ca1") // d4 is empty, and the others have one in the middle
	left, turned := move(t, s, "e5"), move(t, s, "e5-Cd4")
	if left.pos != turned.pos || left.View(0).(View).Turn.Twist != NoTwist {
		t.Errorf("without its twist the board is\n%v\nand with it\n%v", left.View(0), turned.View(0))
	}
	for _, m := range []games.Move{"a1", "a6", "f1"} { // each leaves one quadrant fewer that is neutral
		if !slices.Contains(s.Legal(s.Next()), m) {
			t.Errorf("while a quadrant is neutral %s is not legal", m)
		}
		s = move(t, s, m)
	}
	if _, err := s.Play(s.Next(), "f6"); !refuses(err, "pentago.refuse.twist") || slices.Contains(s.Legal(s.Next()), "f6") {
		t.Errorf("after f6 no quadrant is neutral, and leaving the twist out gives %v", err)
	}
}

// With twist=always a cell alone is understood while a quadrant is neutral: as the clockwise twist
// of the first one in the order a1, a4, d1, d4, which changes nothing.
func TestABareCellIsATwist(t *testing.T) {
	for line, want := range map[string]games.Move{"": "b2-Ca1", "a1-Ca1 d1-Ca1": "b2-Ca4", "a1-Ca1 a6-Ca1 d1-Ca1 e5-Ca1": "b2-Cd4"} {
		s := play(t, usual, line)
		bare := move(t, s, "b2")
		if m := bare.Last; m != want || rows(t, bare) != rows(t, move(t, s, want)) {
			t.Errorf("after %q b2 is %s, want %s", line, m, want)
		}
		if slices.Contains(s.Legal(s.Next()), "b2") {
			t.Errorf("after %q b2 is in Legal, which has one text a turn", line)
		}
	}
	busy := play(t, usual, "a1-Ca4 a6-Ca1 f1-Ca4 f6-Ca1")
	if _, err := busy.Play(0, "b2"); !refuses(err, "pentago.refuse.twist") {
		t.Errorf("while no quadrant is neutral b2 gives %v, want a refusal", err)
	}
}

// No position has more moves than the first one has: 288.
func TestMostMoves(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for range 30 {
		s := play(t, usual, "")
		for s.Ended == nil {
			legal := s.Legal(s.Next())
			if len(legal) > 288 {
				t.Fatalf("%d moves after %d plies", len(legal), s.Ply)
			}
			s = move(t, s, legal[rng.IntN(len(legal))])
		}
	}
}
