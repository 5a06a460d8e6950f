package permutu

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"parlour/games"
)

func TestBands(t *testing.T) {
	for of, want := range map[[2]int][]Band{
		{3, 2}: {{0, 3}}, {13, 6}: {{0, 13}}, {14, 2}: {{0, 7}, {7, 14}}, {15, 2}: {{0, 7}, {7, 15}}, {26, 2}: {{0, 13}, {13, 26}},
		{10, 1}: {{0, 10}}, {11, 1}: {{0, 5}, {5, 11}}, {12, 1}: {{0, 6}, {6, 12}}, {26, 1}: {{0, 13}, {13, 26}},
	} {
		if got := Bands(of[0], of[1]); !slices.Equal(got, want) {
			t.Errorf("Bands(%d, %d) = %v, want %v", of[0], of[1], got, want)
		}
	}
}

func TestStep(t *testing.T) {
	st := play(t, table(2, seat0, "ABC BCA CAB"), "0 1r, 1 2r")
	step := st.Step(0, nil)
	if got := said(t, step.Ask); got != "One block, or a whole column?" {
		t.Errorf("it asks %q", got)
	}
	if step.Lies != games.Grid || step.Wide != 3 || step.High != 4 || !step.Open || step.Done != "" {
		t.Errorf("Step(0, nil) = %+v, want an open grid of 3 by 4", step)
	}
	var got []string
	for _, c := range step.Choices {
		got = append(got, fmt.Sprintf("%s=%s at %d,%d: %s, %s, %s", c.Value, c.Move, c.X, c.Y, said(t, c.Tiny), said(t, c.Short), said(t, c.Label)))
		if c.Echo.Key != "" {
			got = append(got, said(t, c.Echo))
		}
	}
	want := []string{
		"2*=2* at 1,3: all, column 2, all of column 2: A, C",
		"column 2 (A, C)",
		"3r=3r at 2,0: C, red C, red C from column 3",
	}
	if !slices.Equal(got, want) {
		t.Errorf("it offers\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A step asks for nothing that cannot be taken.
func TestStepAsksForWhatThereIs(t *testing.T) {
	for log, want := range map[string]string{
		"":                       "Which block?",
		"0 1r, 1 2r":             "One block, or a whole column?",
		"0 1r, 1 2r, 0 3r, 1 3*": "Which column?",
	} {
		st := play(t, table(2, seat0, "ABC BCA CAB"), log)
		if got := said(t, st.Step(st.ToMove()[0], nil).Ask); got != want {
			t.Errorf("after %q it asks %q, want %q", log, got, want)
		}
	}
}

// Nobody has a choice but the seat to move, and a move needs no second step.
func TestStepLeadsNowhere(t *testing.T) {
	st := play(t, table(2, seat0, "ABC BCA CAB"), "0 1r, 1 2r")
	for _, c := range []struct {
		seat   games.Seat
		picked []string
	}{
		{1, nil}, {games.Spectator, nil}, {9, nil},
		{0, []string{"3r"}}, {0, []string{"1*"}}, {0, []string{"3"}}, {0, []string{"leave"}}, {0, []string{"3", "r"}}, {1, []string{"2*"}},
	} {
		if step := st.Step(c.seat, c.picked); !reflect.DeepEqual(step, games.Step{}) {
			t.Errorf("Step(%d, %q) = %+v, want nothing", c.seat, c.picked, step)
		}
		made := games.Made(st, c.seat, c.picked) != ""
		if plain := reflect.DeepEqual(st.Shown(c.seat, c.picked), st.View(c.seat)); plain == made {
			t.Errorf("Shown(%d, %q) is the plain view: %v", c.seat, c.picked, plain)
		}
	}
}

// Each choice has a place of its own, in the column and the band of its move.
func TestStepIsAGrid(t *testing.T) {
	for game := range 2 * (maxSymbols - minSymbols + 1) {
		columns, seats := minSymbols+game/2, 1+game%2
		st := begin(t, setup(seats, columns, no, seat0))
		for column := range columns { // the seat has every symbol, so that it may take every column
			st.pos.owned[0] |= Symbol(column).bit()
		}
		step, bands := st.Step(0, nil), Bands(columns, seats)
		if len(step.Choices) != columns*bandHigh || step.High != len(bands)*bandHigh {
			t.Fatalf("%d columns: %d choices in %d rows", columns, len(step.Choices), step.High)
		}
		for _, c := range step.Choices {
			take, _ := readNotation(c.Move)
			row := int(take.Colour)
			if take.Whole {
				row = colours
			}
			band := bands[c.Y/bandHigh]
			if band.From+c.X != int(take.Column) || int(take.Column) >= band.To || c.Y%bandHigh != row {
				t.Errorf("%d columns: %s lies at %d, %d", columns, c.Move, c.X, c.Y)
			}
		}
	}
}

// Before the first move of a quick start every seat has the same choices.
func TestStepOfAQuickStart(t *testing.T) {
	st := begin(t, setup(3, 5, no, quick))
	for seat := range games.Seat(3) {
		step := st.Step(seat, nil)
		if len(step.Choices) < 15 || !reflect.DeepEqual(step, st.Step(0, nil)) {
			t.Errorf("seat %d is offered %+v", seat, step)
		}
		v := st.Shown(seat, []string{string(step.Choices[0].Move)}).(View)
		if v.Mover != seat || v.Last != step.Choices[0].Move {
			t.Errorf("seat %d picks %s and sees %s of seat %d", seat, step.Choices[0].Move, v.Last, v.Mover)
		}
	}
}

// Shown has the choices beside the View.
func TestShown(t *testing.T) {
	st := play(t, table(2, seat0, "ABC BCA CAB"), "0 1r, 1 2r")
	var moves []games.Move
	for _, take := range st.Shown(0, nil).(View).Takes {
		moves = append(moves, take.move())
	}
	if want := []games.Move{"2*", "3r"}; !slices.Equal(moves, want) {
		t.Errorf("Takes = %q, want %q", moves, want)
	}
}

// A block says whether it was taken alone, also when the rest of its column is taken later.
func TestSingleBlocks(t *testing.T) {
	v := play(t, table(1, seat0, "ABC ABC ABC"), "0 1r, 0 1*, 0 2b, 0 2*, 0 3g").View(0).(View)
	var single []string
	for _, column := range v.Columns {
		for _, b := range column {
			if b.Single {
				single = append(single, fmt.Sprint(b.Column, b.Colour))
			}
		}
	}
	if want := []string{"1 red", "2 black", "3 green"}; !slices.Equal(single, want) || v.Singles != 3 {
		t.Errorf("%d single blocks: %v, want %v", v.Singles, single, want)
	}
	if len(v.LastBlocks) != 1 || !v.LastBlocks[0].Single {
		t.Errorf("the last blocks are %+v, want one that is single", v.LastBlocks)
	}
}
