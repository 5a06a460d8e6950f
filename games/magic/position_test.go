package magic

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

// perftFigures are the numbers of sequences of moves from the empty board, by depth from 1.
var perftFigures = []int{32, 2_880, 224_000, 30_963_712}

func TestPerft(t *testing.T) {
	st := newState(position{})
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
	ended := gametest.Move(t, newState(position{}), "draw")
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
	p, rng, buf := from(t, "1_Ud-u-D----uU----").(state).pos, rand.New(rand.NewPCG(1, 1)), make([]Turn, 0, maxTurns)
	gametest.NoAllocs(t, map[string]func(){"turns, play, judging, perft and a playout": func() {
		for _, turn := range p.turns(buf[:0]) {
			next := p
			next.Play(turn)
			_, _ = next.Judge()
			next.Count()
		}
		p.Perft(2)
		p.Playout(rng)
	}})
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

// No position has more than sixteen flips, so a row of buttons holds them. For each set of
// the opponent's tiles, the mover's tiles lie where they prevent the fewest flips. The mover
// has as many tiles as the opponent, or one fewer.
func TestAtMostSixteenFlips(t *testing.T) {
	most := 0
	for theirs := range 1 << 16 {
		tiles := bits.OnesCount(uint(theirs))
		if tiles > inHand {
			continue
		}
		var beside []int
		for q := range NoSquare {
			if uint16(theirs)&q.bit() == 0 {
				beside = append(beside, bits.OnesCount16(uint16(theirs)&q.neighbours()))
			}
		}
		slices.Sort(beside)
		n := 0
		for _, b := range beside[max(0, tiles-1):] {
			n += b
		}
		most = max(most, n)
	}
	if most != 16 {
		t.Errorf("a position may have %d flips, want at most 16", most)
	}
}

// Every View with a turn in the making has a turn for each choice, and they say what it says.
func TestShownGoesWithItsStep(t *testing.T) {
	for _, text := range []string{"1_----------------", "1_uuu-U-U-D-------", "2_UUu---------D-d-", "1_DuUd-u-dUUdUuD--"} {
		s := from(t, text)
		followShown(t, s, s.ToMove()[0], nil)
	}
}

func followShown(t *testing.T, s games.State, seat games.Seat, picked []string) {
	t.Helper()
	step := s.Step(seat, picked)
	v := s.Shown(seat, picked).(View)
	if len(step.Choices) == 0 {
		if v.Picked != nil || v.Turns != nil {
			t.Fatalf("after %q, which is a move, a turn is in the making: %+v", picked, v.Making)
		}
		return
	}
	if len(v.Turns) != len(step.Choices) {
		t.Fatalf("after %q: %d turns, want one for each choice of %+v", picked, len(v.Turns), step)
	}
	for i, c := range step.Choices {
		if c.Move != "" && c.Move != v.Turns[i].move() {
			t.Fatalf("after %q the turn of %q is %q, want %q", picked, c.Value, v.Turns[i].move(), c.Move)
		}
		followShown(t, s, seat, append(slices.Clone(picked), c.Value))
	}
}
