package message

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/all"
)

// A row of choices is parted evenly: into rows of at most four, whose lengths differ by one at most.
func TestRowsAreEven(t *testing.T) {
	for n, want := range [][]int{nil, {1}, {2}, {3}, {4}, {3, 2}, {3, 3}, {4, 3}, {4, 4}, {3, 3, 3}, {4, 3, 3}, {4, 4, 3}, {4, 4, 4}, {4, 3, 3, 3}} {
		step := games.Step{Lies: games.Row}
		for i := range n {
			step.Choices = append(step.Choices, games.Choice{X: i})
		}
		var long []int
		next := 0
		for _, row := range layOut(step, 0) {
			long = append(long, len(row))
			for _, s := range row {
				if s.Choice.X != next {
					t.Errorf("of %d choices, %d lies where %d should", n, s.Choice.X, next)
				}
				next++
			}
		}
		if !slices.Equal(long, want) {
			t.Errorf("%d choices lie in rows of %v, want %v", n, long, want)
		}
	}
}

// Buttons of a Grid lie as far below each other as their choices, also where a row between them
// has none; rows above the first and below the last are left out.
func TestRowsLieAsThePictureHasThem(t *testing.T) {
	for want, ys := range map[string][]int{"0..3": {0, 3}, "01.3": {0, 1, 3}, "1.3": {1, 3}, "12": {1, 2}, "3": {3}, "0123": {0, 1, 2, 3}} {
		step := games.Step{Lies: games.Grid, Wide: 3, High: 4}
		for _, y := range ys {
			step.Choices = append(step.Choices, games.Choice{Value: strconv.Itoa(y), X: 1, Y: y})
		}
		got := ""
		for _, row := range layOut(step, 0) {
			if len(row) != 3 || !row[0].Empty || !row[2].Empty {
				t.Errorf("choices in the middle of rows %v: a row is %v", ys, row)
			}
			if row[1].Empty {
				got += "."
			} else {
				got += row[1].Choice.Value
			}
		}
		if got != want {
			t.Errorf("choices in rows %v lie as %q, want %q", ys, got, want)
		}
	}
}

// Choices in a line stand row by row from the top left of a Grid, those of a Row as they are, and their labels say all.
func TestChoicesInALineStandInOrder(t *testing.T) {
	choices := []games.Choice{
		{Value: "swap", X: -1}, {Value: "e3", X: 4, Y: 5, Tiny: games.Say("tiny")}, {Value: "e8", X: 4, Y: 0}, {Value: "h4", X: 7, Y: 4},
		{Value: "g4", X: 6, Y: 4},
	}
	for lies, want := range map[games.Lies]string{games.Grid: "e8 g4 h4 e3", games.Row: "e3 e8 h4 g4"} {
		var got []string
		for _, s := range slices.Concat(inLine(games.Step{Lies: lies, Wide: 8, High: 8, Choices: choices})...) {
			if got = append(got, s.Choice.Value); s.Choice.Tiny.Key != "" {
				t.Errorf("%s keeps its short label", s.Choice.Value)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("choices that lie as %v stand as %q, want %q", lies, got, want)
		}
	}
}

// The choices of a single column lie in a row, with labels that say all.
func TestColumnLiesInARow(t *testing.T) {
	step := games.Step{Lies: games.Grid, Wide: 6, High: 4}
	for i := range 24 {
		step.Choices = append(step.Choices, games.Choice{X: i % 6, Y: i / 6, Short: games.Say("long"), Tiny: games.Say("tiny")})
	}
	number := step.AreaOf([]games.Choice{{X: 4, Y: 0}, {X: 4, Y: 3}})
	rows := layOut(step, number)
	if len(rows) != 1 || len(rows[0]) != 4 {
		t.Fatalf("a column lies in rows %v, want one of four", rows)
	}
	for y, s := range rows[0] {
		if s.Choice.X != 4 || s.Choice.Y != y || label(s.Choice).Key != "long" {
			t.Errorf("place %d of the row has %+v", y, s)
		}
	}
}

// An asked is a position that counts how often it is asked for its first step, and for its View.
type asked struct {
	games.State
	times, views *int
}

func (a asked) View(seat games.Seat) games.View {
	*a.views++
	return a.State.View(seat)
}

func (a asked) Step(seat games.Seat, picked []string) games.Step {
	if len(picked) == 0 {
		*a.times++
	}
	return a.State.Step(seat, picked)
}

// A first step may have hundreds of choices. A board and a panel make it once, and a picture makes the View once.
func TestAStepAndAViewAreMadeOnce(t *testing.T) {
	w := writer(t)
	for _, g := range all.Games() {
		s := beginning(t, g, 2)
		want, times, views := 1, 0, 0
		if g.Info().Hidden {
			want = 0 // its first step is a bid, which no board has buttons for
		}
		m := matchOf(g, asked{s, &times, &views})
		m.Setup.Rules = 1
		w.Board(m)
		board := times
		times = 0
		if _, err := w.To(Reader{ID: m.Players[s.ToMove()[0]].ID}, m).Panel(nil, 0); err != nil || board != want || times != 1 {
			t.Errorf("%s: a board asks %d times, and a panel %d times, %v, want %d and 1", g.Info().Name, board, times, err, want)
		}
		views = 0
		if w.Public(m).sees().picture(); views != 1 {
			t.Errorf("%s: a picture makes %d Views, want 1", g.Info().Name, views)
		}
	}
}
