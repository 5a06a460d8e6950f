package twistonly

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/board"
)

// A table offers sizes from 8 to 13, usually 10; the rules take any from 2 to 26. a1 is Yellow, colours
// alternate, and nothing is solved.
func TestStart(t *testing.T) {
	if o := (Game{}).Info().Options; len(o) != 1 || !slices.Equal(o[0].Values, []string{"8", "9", "10", "11", "12", "13"}) || o[0].Default != "10" {
		t.Errorf("a table offers %v", o)
	}
	for size := minSize; size <= maxSize; size++ {
		st := play(t, setup(size))
		for col := range size {
			for row := range size {
				if got, want := st.pos.At(col, row), (Cell{Colour: board.Colour((col + row + 1) % 2)}); got != want {
					t.Fatalf("%d×%d begins with %v at %s, want %v", size, size, got, board.Cell(col, row), want)
				}
			}
		}
		if g := st.pos.Groups(); len(g[board.Orange])+len(g[board.Yellow]) != 0 {
			t.Errorf("%d×%d begins with the solved groups %v", size, size, g)
		}
	}
}

// The game is an experiment, and says so wherever it is described.
func TestItIsAnExperiment(t *testing.T) {
	info := (Game{}).Info()
	if !info.Experiment || !strings.HasSuffix(info.Title, games.ExperimentMark) || !strings.Contains(info.Designer, "after an idea of") {
		t.Errorf("it is called %q by %q, an experiment: %v", info.Title, info.Designer, info.Experiment)
	}
	if got := say(t, games.Say("twistonly.rules")); !strings.Contains(got, "experiment") || !strings.Contains(got, "It isn't his game.") {
		t.Errorf("the rules don't say that it is an experiment: %s", got)
	}
}

// A ring of neutral stones lies around the board, four times as many as a row has cells: one beside each
// cell of the border, so that a corner touches two and no cell inside any.
func TestNeutralStones(t *testing.T) {
	for size := minSize; size <= 13; size++ {
		p, all := newPosition(size), 0
		for col := range size {
			for row := range size {
				var cell board.Cells
				cell[row+1] = 1 << col
				want := 0
				for _, at := range [4]bool{col == 0, row == 0, col == size-1, row == size-1} {
					if at {
						want++
					}
				}
				if got := p.touches(&cell); got != want {
					t.Errorf("%d×%d: %s touches %d neutral stones, want %d", size, size, board.Cell(col, row), got, want)
				}
				all += want
			}
		}
		if all != 4*size {
			t.Errorf("%d×%d: there are %d neutral stones, want %d", size, size, all, 4*size)
		}
	}
}

// A group that touches three neutral stones is solved as a whole, of either colour, whoever twists; one
// that touches two is not.
func TestSolved(t *testing.T) {
	for _, c := range []struct {
		size   int
		log    string
		rows   string
		solves [2]int
	}{
		{4, "Aa1", "OYOY/YOYO/YOOY/OYYO", [2]int{}},         // the corner a1 touches two, so do the pairs b1 c1 and a2 a3
		{4, "Ab1", "OYOY/YOYO/OOYY/yyoo", [2]int{2, 2}},     // a1 b1 and c1 d1 touch three
		{4, "Ab1 Cb2", "OYOY/YOOO/Oyyy/yyoo", [2]int{0, 3}}, // b2 c2 d2 join a1 b1
		{8, whole, "oyOOyyoY/oyyyyyoo/yoyyoooY/yooooYoY/yoooyOyO/ooooyOyy/yyyoyyyo/yOyoyOyo", [2]int{21, 1}},
	} {
		s := play(t, setup(c.size), texts(c.log)...)
		if got := rowsOf(s); got != c.rows || s.solves != c.solves {
			t.Errorf("%d×%d after %s: the rows are %s, and %v were solved, want %s and %v", c.size, c.size, c.log, got, s.solves, c.rows, c.solves)
		}
	}
}

// texts reads moves with spaces between them.
func texts(log string) (moves []games.Move) {
	for _, m := range strings.Fields(log) {
		moves = append(moves, games.Move(m))
	}
	return moves
}

// Solved stones stay where they are for good, and what joins them is solved with them.
func TestSolvedStonesStay(t *testing.T) {
	rng, met := rand.New(rand.NewPCG(5, 5)), 0
	for range 20 {
		for p := newPosition(8); !p.Over(); {
			before := p
			p.Play(p.Nth(rng.IntN(p.Count())))
			if some, stay := before.solved.In(p.solved); some && !stay {
				t.Fatal("a solved stone is not solved any more")
			}
			for c, stones := range p.stones {
				if before.stones[c].Within(before.solved) != stones.Within(before.solved) {
					t.Fatal("a solved stone was moved")
				}
				stones.Groups(board.Four, func(group board.Cells, size int) {
					met++
					if n := group.Within(p.solved).Count(); n != 0 && n != size || (n == size) != (p.touches(&group) >= 3) {
						t.Fatalf("%d of the %d stones of a group that touches %d are solved", n, size, p.touches(&group))
					}
				})
			}
		}
	}
	if met == 0 {
		t.Error("there were no groups")
	}
}

// The game of the first playthrough ends as its two sides' solved groups say.
func TestTheWholeGame(t *testing.T) {
	s := play(t, setup(8), texts(whole)...)
	g := s.pos.Groups()
	if !slices.Equal(g[board.Orange], []int{21, 2, 2}) || !slices.Equal(g[board.Yellow], []int{10, 10, 5, 3}) {
		t.Errorf("the solved groups are %v", g)
	}
	if r, over := s.Result(); !over || !slices.Equal(r.Places, []int{1, 2}) || !slices.Equal(r.Scores, []int{21, 10}) || s.pos.Idle() != 0 {
		t.Errorf("the result is %+v, %v, after %d idle twists", r, over, s.pos.Idle())
	}
}

// A twist may not bring back the board as it stood before the other's last twist. One twist later it may.
func TestNoTurningBack(t *testing.T) {
	s := play(t, setup(8), "Cd4")
	for _, m := range []games.Move{"Cd4", "Ad4"} { // of a chequered face, both would
		if _, err := s.Play(1, m); !refuses(err, "twistonly.refuse.back") || slices.Contains(s.Legal(1), m) {
			t.Errorf("Play(%q) = %v, want refuse.back", m, err)
		}
	}
	later := play(t, setup(8), "Cd4", "Cf6")
	if legal := later.Legal(0); !slices.Contains(legal, "Cd4") || !slices.Contains(legal, "Ad4") || slices.Contains(legal, "Af6") {
		t.Errorf("after Cd4 Cf6 the moves are %v", legal)
	}
	if end := play(t, setup(2), "Ca1"); end.Ended == nil {
		t.Error("a game goes on in which every twist that is left brings back the board")
	}
}

// The game ends after as many twists in a row that solve nothing as two rows have cells. Stones that are
// not solved count for nothing.
func TestIdleTwistsEndTheGame(t *testing.T) {
	for _, c := range []struct {
		idle  uint8
		move  games.Move
		ended bool
	}{{18, "Cd4", false}, {19, "Cd4", true}, {19, "Cb1", false}} {
		s := play(t, setup(10))
		s.pos.idle = c.idle
		after := move(t, s, c.move).(state)
		if (after.Ended != nil) != c.ended || c.ended && after.Ended.Reason.Key != "twistonly.reason.groups.equal" {
			t.Errorf("%d idle twists and %s end the game: %v, want %v", c.idle, c.move, after.Ended, c.ended)
		}
		if told := say(t, after.View(0).Words().Last...); strings.Contains(told, "Nothing was solved for 20 turns") != c.ended {
			t.Errorf("after %d idle twists and %s a player is told %q", c.idle, c.move, told)
		}
	}
}

// Random games have the known mean length, and few end because nothing is solved any more.
func TestGamesAtRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	for _, c := range []struct{ size, games, turns int }{{8, 600, 22}, {10, 300, 39}, {12, 200, 60}} {
		turns, idle, draws := 0, 0, 0
		for range c.games {
			p := newPosition(c.size)
			for ; !p.Over(); turns++ {
				p.Play(p.Nth(rng.IntN(p.Count())))
			}
			if p.Idle() == 2*c.size {
				idle++
			}
			if _, won := p.Winner(); !won {
				draws++
			}
		}
		if mean := float64(turns) / float64(c.games); mean < float64(c.turns)-2.5 || mean > float64(c.turns)+2.5 || 8*idle > c.games || 8*draws > c.games {
			t.Errorf("%d×%d: of %d games with %.1f turns in the mean %d were idle and %d drawn, want %d turns", c.size, c.size, c.games, mean, idle, draws, c.turns)
		}
	}
}

// rowsOf writes the rows from the top.
func rowsOf(s state) string {
	v := s.View(0).(View)
	return strings.Join(board.Rows(v.Size, v.letter), "/")
}
