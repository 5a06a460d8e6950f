package magic

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// perftFigures are the numbers of sequences of moves from the empty board, by depth from 1.
var perftFigures = []int{32, 2_880, 224_000, 30_963_712}

func TestPerft(t *testing.T) {
	st := play(t).(state)
	for i, want := range perftFigures {
		if got := st.Perft(i + 1); got != want {
			t.Errorf("Perft(%d) = %d, want %d", i+1, got, want)
		}
	}
	if got := st.Perft(0); got != 1 {
		t.Errorf("Perft(0) = %d, want 1", got)
	}
}

func TestPerftOfADecidedPosition(t *testing.T) {
	over := from(t, "1_UUU-----d-d-u---").(state)
	ended := after(t, play(t), "draw").(state)
	for name, perft := range map[string]func(int) int{
		"a row": over.Perft, "a row on the board alone": over.pos.Perft, "a draw": ended.Perft,
	} {
		for depth, want := range []int{1, 0, 0, 0} {
			if got := perft(depth); got != want {
				t.Errorf("Perft(%d) after %s = %d, want %d", depth, name, got, want)
			}
		}
	}
}

func TestLines(t *testing.T) {
	if lines[23].set == 0 {
		t.Fatal("there are fewer than 24 lines")
	}
	for set := range 1 << 16 {
		want := false
		for _, l := range lines {
			want = want || l.set&^uint16(set) == 0
		}
		if got := inRow(uint16(set)); got != want {
			t.Fatalf("inRow(%016b) = %v, want %v", set, got, want)
		}
	}
}

// positions returns every position of some random games, the last ones included.
func positions(games int) []position {
	rng := rand.New(rand.NewPCG(7, 7))
	var all []position
	for range games {
		var p position
		for {
			all = append(all, p)
			if _, over := p.Judge(); over {
				break
			}
			p.Play(p.Turn(rng.IntN(p.Count())))
		}
	}
	return all
}

func TestTurnIsTheOneThatTurnsLists(t *testing.T) {
	for _, p := range positions(20) {
		turns := p.turns(nil)
		if len(turns) != p.Count() || len(turns) > maxTurns {
			t.Fatalf("%s has %d turns, and Count() = %d", p, len(turns), p.Count())
		}
		for i, want := range turns {
			if got := p.Turn(i); got != want {
				t.Fatalf("Turn(%d) of %s = %+v, want %+v", i, p, got, want)
			}
		}
	}
}

// TestMaxTurns counts, for every set of empty squares, the flips of the opponent's tiles in
// their best places. The opponent has half of the tiles on the board.
func TestMaxTurns(t *testing.T) {
	most := 0
	for empty := range uint16(board) {
		var ways []int
		for q := range NoSquare {
			if empty&q.bit() == 0 {
				ways = append(ways, bits.OnesCount16(q.neighbours()&empty))
			}
		}
		slices.Sort(ways)
		flips := 0
		for _, n := range ways[len(ways)/2:] {
			flips += n
		}
		most = max(most, 2*max(1, flips)*bits.OnesCount16(empty))
	}
	if most != maxTurns {
		t.Errorf("a position can have %d turns, want %d", most, maxTurns)
	}
	p, err := parsePosition("2_-U--U-U--U--u-uu")
	if err != nil || p.Count() != maxTurns {
		t.Errorf("%s has %d turns (%v), want %d", p, p.Count(), err, maxTurns)
	}
}

func TestPositionDoesNotAllocate(t *testing.T) {
	p, err := parsePosition("1_Ud-u-D----uU----")
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	buf := make([]Turn, 0, maxTurns)
	sum := 0
	if n := testing.AllocsPerRun(50, func() {
		for _, turn := range p.turns(buf[:0]) {
			next := p
			next.Play(turn)
			if _, over := next.Judge(); !over {
				sum += next.Count()
			}
		}
		sum += p.Perft(2) + int(p.Playout(rng))
	}); n != 0 || sum == 0 {
		t.Errorf("turns, play, judging, perft and a playout allocated %v times", n)
	}
}

func TestPlayoutLeavesThePosition(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	var p position
	won := map[int]int{}
	for range 300 {
		won[int(p.Playout(rng))]++
	}
	if p != (position{}) {
		t.Error("a playout changed its position")
	}
	if won[0] == 0 || won[1] == 0 {
		t.Errorf("the winners of 300 playouts are %v, want both seats among them", won)
	}
}

func TestPositionText(t *testing.T) {
	for _, p := range positions(20) {
		if again, err := parsePosition(p.String()); err != nil || again != p {
			t.Fatalf("ParsePosition(%q) = %v, %v, want the same position", p, again, err)
		}
	}
}

func TestParsePositionRefuses(t *testing.T) {
	for text, key := range map[string]string{
		"":                      "magic.refuse.position",
		"1":                     "magic.refuse.position",
		"1_":                    "magic.refuse.position",
		"----------------":      "magic.refuse.position",
		"3_----------------":    "magic.refuse.position",
		"0_----------------":    "magic.refuse.position",
		"1_---------------":     "magic.refuse.position",
		"1_-----------------":   "magic.refuse.position",
		" 1_----------------":   "magic.refuse.position",
		"1-----------------":    "magic.refuse.position",
		"1_--------------_-":    "magic.refuse.letter",
		"1_-------------x--":    "magic.refuse.letter",
		"1_-------------\x00--": "magic.refuse.letter",
		"2_----------------":    "magic.refuse.count", // nobody has played: Circle begins
		"1_U---------------":    "magic.refuse.count", // Circle has played: Diamond is to move
		"2_Uu--------------":    "magic.refuse.count",
		"2_UUU-------------":    "magic.refuse.count",
		"2_u---------------":    "magic.refuse.count",
		"1_UUUUUUUUUuuuuuuu":    "magic.refuse.count", // nine circles
		"2_UUUUUUUUuuuuuuuu":    "magic.refuse.count", // a full board is Circle's turn
	} {
		if _, err := (Game{}).FromPosition(text); !refuses(err, key) {
			t.Errorf("FromPosition(%q) = %v, want %s", text, err, key)
		}
	}
}

func TestFromPosition(t *testing.T) {
	v := viewOf(from(t, "2_U---------------"))
	if v.ToMove != 1 || v.Ply != 1 || v.Turn != nil || v.Last != "" || v.Left != [2]int{7, 8} {
		t.Errorf("the View is %+v", v)
	}
}
