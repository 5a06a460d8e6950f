package magic

import (
	"math/bits"
	"reflect"
	"slices"
	"testing"

	"parlour/games"
)

// values returns the values of the choices after some picks.
func values(s games.State, seat games.Seat, picked ...string) []string {
	var all []string
	for _, c := range s.Step(seat, picked).Options() {
		all = append(all, c.Value)
	}
	return all
}

func TestStepsOfATurn(t *testing.T) {
	s := play(t, "c3U", "c3Na1D") // a diamond on a1, a dark circle on c2
	flip := s.Step(0, nil)
	if !slices.Equal(values(s, 0), []string{"a1E", "a1S"}) || flip.Lies != games.Row || !flip.Open {
		t.Errorf("the first step is %+v, want an open row of a1E and a1S", flip)
	}
	place := s.Step(0, []string{"a1E"})
	want := []string{"a1", "c1", "d1", "a2", "b2", "d2", "a3", "b3", "c3", "d3", "a4", "b4", "c4", "d4"}
	if got := values(s, 0, "a1E"); !slices.Equal(got, want) || place.Lies != games.Grid || !place.Open {
		t.Errorf("the second step is %+v, want an open grid of the empty squares after the flip, %q", place, want)
	}
	if c := place.Choices[5]; place.Wide != 4 || place.High != 4 || c.X != 3 || c.Y != 1 {
		t.Errorf("d2 lies at %d, %d of %d×%d, want 3, 1 of 4×4", c.X, c.Y, place.Wide, place.High)
	}
	side := s.Step(0, []string{"a1E", "d2"})
	if len(side.Choices) != 2 || side.Choices[0].Move != "a1Ed2U" || side.Choices[1].Move != "a1Ed2D" || side.Lies != games.Turn || !side.Open {
		t.Errorf("the last step is %+v, want an open turn of a1Ed2U and a1Ed2D", side)
	}
}

// A turn with nothing to flip begins with the square.
func TestStepsWithoutAFlip(t *testing.T) {
	for text, want := range map[string]int{"1_----------------": 16, "1_ududUDUD--------": 8} {
		s := from(t, text)
		if step := s.Step(0, nil); step.Lies != games.Grid || len(step.Choices) != want {
			t.Errorf("the first step of %s is %+v, want a grid of %d squares", text, step, want)
		}
	}
	if c := from(t, "1_ududUDUD--------").Step(0, []string{"c3"}).Choices; len(c) != 2 || c[1].Move != "c3D" {
		t.Errorf("after c3 the choices are %+v, want c3U and c3D", c)
	}
}

// Values that no step offers lead nowhere, and show the plain View.
func TestForgedPicks(t *testing.T) {
	s := play(t, "a1U")
	for _, c := range []struct {
		seat   games.Seat
		picked []string
	}{
		{0, nil}, {games.Spectator, nil}, {7, nil}, {0, []string{"a1E"}},
		{1, []string{"b1E"}}, {1, []string{"a1N"}}, {1, []string{"a1"}}, {1, []string{"b2"}}, {1, []string{""}},
		{1, []string{"a1S", "a2"}}, {1, []string{"a1S", "e9"}}, {1, []string{"a1S", "a1", "u"}},
		{0, []string{"a1S", "a1", "U"}}, {1, []string{"a1S", "a1", "U", "U"}},
	} {
		if step := s.Step(c.seat, c.picked); !reflect.DeepEqual(step, games.Step{}) {
			t.Errorf("Step(%d, %q) = %+v, want none", c.seat, c.picked, step)
		}
		if v := s.Shown(c.seat, c.picked); !reflect.DeepEqual(v, s.View(c.seat)) {
			t.Errorf("Shown(%d, %q) = %+v, want the plain View", c.seat, c.picked, v)
		}
	}
}

func TestWordsOfSteps(t *testing.T) {
	s := play(t, "b3U")
	for _, c := range []struct {
		picked            []string
		ask, label, short string
	}{
		{nil, "Which tile do you flip?", "flip b3 east to c3, now dark side up", "b3 →"},
		{[]string{"b3W"}, "Place a tile.", "place on a1", "a1"},
		{[]string{"b3W", "b3"}, "Which side up?", "light side up", "light"},
	} {
		step := s.Step(1, c.picked)
		ask, label, short := say(t, step.Ask), say(t, step.Choices[0].Label), say(t, step.Choices[0].Short)
		if ask != c.ask || label != c.label || short != c.short {
			t.Errorf("Step(%q) says %q, %q, %q, want %q, %q, %q", c.picked, ask, label, short, c.ask, c.label, c.short)
		}
	}
	var shorts []string
	for _, c := range s.Step(1, nil).Choices {
		shorts = append(shorts, say(t, c.Short))
	}
	if want := []string{"b3 →", "b3 ↑", "b3 ↓", "b3 ←"}; !slices.Equal(shorts, want) {
		t.Errorf("the flips are %q, want %q", shorts, want)
	}
	if dark := s.Step(1, []string{"b3W", "b3"}).Choices[1]; say(t, dark.Short) != "dark" || say(t, dark.Label) != "dark side up" {
		t.Errorf("the second side is %q, %q, want dark", say(t, dark.Short), say(t, dark.Label))
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

func TestShownStepByStep(t *testing.T) {
	s := play(t, "c3U", "c3Na1D")
	a1, b1, d2 := SquareAt(0, 0), SquareAt(1, 0), SquareAt(3, 1)
	v := s.Shown(0, nil).(View)
	if *v.Picked != (Turn{NoSquare, NoSquare, NoSquare, false}) || !v.Flips || v.Cells != viewOf(s).Cells ||
		!slices.Equal(v.Turns, []Turn{{a1, b1, NoSquare, false}, {a1, SquareAt(0, 1), NoSquare, false}}) {
		t.Errorf("before a pick: %+v with %v, want nothing picked and both flips of a1", v.Picked, v.Turns)
	}
	v = s.Shown(0, []string{"a1E"}).(View)
	if *v.Picked != (Turn{a1, b1, NoSquare, false}) || v.Flips || v.At(0, 0) != (Cell{}) || v.At(1, 0) != (Cell{Diamond, true}) {
		t.Errorf("after the flip: %+v on\n%s\nwant the diamond on b1, light side up", v.Picked, v)
	}
	v = s.Shown(0, []string{"a1E", "d2"}).(View)
	if *v.Picked != (Turn{a1, b1, d2, false}) || v.At(3, 1) != (Cell{}) ||
		!slices.Equal(v.Turns, []Turn{{a1, b1, d2, true}, {a1, b1, d2, false}}) {
		t.Errorf("after the square: %+v with %v, want d2 picked and still empty, and light before dark", v.Picked, v.Turns)
	}
	if v.Turn == nil || v.Turn.Place != a1 || v.Ply != 2 || v.Left != [2]int{7, 7} {
		t.Errorf("the last turn is %+v and the rest %+v, want both as before", v.Turn, v)
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

// rows are those of the board that is shown.
func TestShownBreaksARow(t *testing.T) {
	s := from(t, "1_uuu-U-U-D-------")
	if rows := s.Shown(0, nil).(View).Rows; len(rows) != 1 {
		t.Errorf("before the flip the rows are %v, want a1-b1-c1", rows)
	}
	if rows := s.Shown(0, []string{"b1S"}).(View).Rows; len(rows) != 0 {
		t.Errorf("after the flip of b1 the rows are %v, want none", rows)
	}
}
