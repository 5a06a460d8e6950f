package catchup

import (
	"slices"
	"strings"
	"testing"

	"parlour/games"
)

// example is a whole game under match, with the stones that were allowed turn by turn.
const (
	example = `i4 e6,g4 d4,g1 e5,i3 a4,c7,i5 a2,d7,e8 b3,f1 f6,g6 c2,e1,g2 b5,h4,i1 a3,e3 d1,d6 e2,e7,f5 c3,d2
		a5,h3 f8,i2 f4,f7,g7 d5,e4 a1,e9,f3 b1,c6 f2,h1,h6 b2,c4 c5,h2,h5 d3,d8 c1,g3,g5 b4 b6`
	exampleAllows = "122233223322322232323232321"
)

func TestAWholeGame(t *testing.T) {
	moves := strings.Fields(example)
	allowed := ""
	for i := range moves {
		v := play(t, 5, match, strings.Join(moves[:i], " ")).View(0).(View)
		allowed += string(rune('0' + v.Limit))
	}
	if allowed != exampleAllows {
		t.Errorf("the stones allowed are %s, want %s", allowed, exampleAllows)
	}
	over := play(t, 5, match, example)
	v := over.View(0).(View)
	var rows []string
	for row := v.Rows() - 1; row >= 0; row-- {
		rows = append(rows, v.row(row, "-WB"))
	}
	want := []string{"BBBWW", "WWWBWW", "WWWBWBW", "WWWWWBWB", "WWWBBBWBW", "BBBWBBBB", "WWBBWBW", "BBWBBW", "WBWWW"}
	if !slices.Equal(rows, want) {
		t.Errorf("the board is %q, want %q", rows, want)
	}
	if !slices.Equal(v.Groups[0], []int{22, 6, 2, 1, 1, 1, 1}) || !slices.Equal(v.Groups[1], []int{22, 5}) {
		t.Errorf("the groups are %v", v.Groups)
	}
	r, ended := over.Result()
	if !ended || !slices.Equal(r.Places, []int{1, 2}) || !slices.Equal(r.Scores, []int{22, 22}) || r.Reason.Key != "reason.groups.rank" || r.Reason.Args["Rank"] != 2 {
		t.Errorf("Result() = %+v, %v, want White to win by the second group", r, ended)
	}
}

// Black's two stones and White's three both make two, so under match Black may place three, and under
// overtake two.
func TestWhereTheBonusesDiffer(t *testing.T) {
	for bonus, want := range map[Bonus]int{match: 3, overtake: 2} {
		if got := play(t, 5, bonus, "i4 e6,g4 d4,g1 e5,i3").limit(); got != 3 {
			t.Errorf("with %s White may place %d stones, want 3", bonus, got)
		}
		if got := play(t, 5, bonus, "i4 e6,g4 d4,g1 e5,i3 a4,c7,i5").limit(); got != want {
			t.Errorf("with %s Black may place %d stones, want %d", bonus, got, want)
		}
	}
}

// What earns a third stone: each case ends with the turn that earns it or not.
func TestBonus(t *testing.T) {
	for _, c := range []struct {
		bonus Bonus
		moves string
		want  int
	}{
		{match, "a1", 2},                               // a single stone is no growth
		{match, "a1 i1,i2", 3},                         // grew, and leads
		{match, "a1 i1,i2 a2,e5", 3},                   // grew, and draws level
		{match, "a1 i1,i2 a2,a3 e5,i4", 2},             // leads no more, and did not grow
		{match, "a1 i1,i2 a2,a3 e5,e6 c1,c2", 2},       // made a second group, and still leads
		{match, "a1 i1,i2 a2,a3,a4 g1,g2", 2},          // grew a smaller group only
		{match, "a1 i1,i2 a2,a3,a4 i3 e5", 2},          // nothing grew
		{match, "a1 i1,i2 a2,a3,a4 i3", 2},             // grew, and is behind
		{overtake, "a1", 2},                            //
		{overtake, "a1 i1,i2", 3},                      // the largest of all grew
		{overtake, "a1 i1,i2 a2,e5", 2},                // it is as large as before
		{overtake, "a1 i1,i2 a2,a3", 3},                //
		{overtake, "a1 i1,i2 a2,a3,a4 i3,i4", 2},       // drew level: no larger than before
		{quiet, "a1 i1,i3 a3,a5", 2},                   //
		{match, "a1 i1,i2 e5 g1,g2 a2,a3 c4,g3,g4", 3}, //
	} {
		if got := play(t, 5, c.bonus, c.moves).limit(); got != c.want {
			t.Errorf("with %s, after %s the limit is %d, want %d", c.bonus, c.moves, got, c.want)
		}
	}
}

// Under quiet two stones may not make the largest group of the board larger, even if each alone does
// not, and one stone always may.
func TestQuiet(t *testing.T) {
	s := play(t, 5, quiet, "a1 i1,i3") // all groups are single stones
	for move, legal := range map[games.Move]bool{
		"a2": true, "b1": true, "c3,e5": true, "a2,e5": false, "a2,a3": false, "c3,c4": false, "a3,a5": true, "a1": false, "a3,a5,e5": false,
	} {
		if _, err := s.Play(0, move); (err == nil) != legal {
			t.Errorf("Play(%q) = %v, want it legal: %v", move, err, legal)
		}
	}
	larger := play(t, 5, quiet, "a1 i1 a2")
	if _, err := larger.Play(1, "e5,i2"); err != nil {
		t.Errorf("two stones that make a group as large as the largest gave %v", err)
	}
	if _, err := larger.Play(1, "i2,i3"); !refuses(err, "catchup.refuse.quiet") {
		t.Errorf("two stones that make a larger group gave %v", err)
	}
}

// Under quiet the limit is 1 where no two stones may be placed, and a menu ends after one.
func TestQuietWithoutPairs(t *testing.T) {
	s := play(t, 2, quiet, "b2")
	for s.Ended == nil && s.limit() != 1 {
		s = move(t, s, s.Legal(s.Next())[0])
	}
	if s.Ended != nil {
		t.Fatal("there was always a pair")
	}
	for _, m := range s.Legal(s.Next()) {
		if len(m) != 2 {
			t.Errorf("the limit is 1, and %s is legal", m)
		}
	}
}

// move makes a move of the seat that owes one.
func move(t testing.TB, s state, m games.Move) state {
	t.Helper()
	next, err := s.Play(s.Next(), m)
	if err != nil {
		t.Fatal(err)
	}
	return next.(state)
}

// No turn has more stones than there are empty cells, and nobody passes.
func TestTheLastCells(t *testing.T) {
	s := play(t, 2, match, "a1 b2,c2 b1,b3,c1")
	if got := s.limit(); got != 1 || len(s.Legal(1)) != 1 {
		t.Errorf("with one cell left the limit is %d and there are the moves %v", got, s.Legal(1))
	}
	if _, err := s.Play(1, ""); err == nil {
		t.Error("a seat may pass")
	}
	if v := s.View(0).(View); v.may().Key != "catchup.may.end" {
		t.Errorf("it is said that %v", v.may())
	}
}

// The game goes on until the board is full, and no full board is a draw.
func TestTheEnd(t *testing.T) {
	s := play(t, 2, match, "a1 b2,c2 b1,b3,c1 a2")
	r, over := s.Result()
	if !over || !slices.Equal(r.Places, []int{1, 2}) || r.Reason.Args["Rank"] != 2 || s.limit() != 0 {
		t.Errorf("Result() = %+v, %v, want White to win by a second group", r, over)
	}
}

// A table offers sizes from 4 to 7; the rules take any size from 2.
func TestSizes(t *testing.T) {
	if offered := (Game{}).Info().Options[0].Values; !slices.Equal(offered, []string{"4", "5", "6", "7"}) {
		t.Errorf("a table offers %v, want 4 to 7", offered)
	}
	for size := minSize; size <= maxSize; size++ {
		if got, want := len(play(t, size, match, "").Legal(0)), 3*size*(size-1)+1; got != want {
			t.Errorf("size %d begins with %d moves, want %d", size, got, want)
		}
	}
}
