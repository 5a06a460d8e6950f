package twistonly

import (
	"reflect"
	"slices"
	"testing"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/gametest"
)

func TestStep(t *testing.T) {
	opening, later, large := play(t, setup(4)), play(t, setup(4), "Ab1", "Cb2"), play(t, setup(13))
	oneWay := play(t, setup(5), "Cc2", "Cc3")
	barred := play(t, setup(4), "Cc3") // both ways to turn c3 would bring the start back
	for _, c := range []struct {
		state  state
		seat   games.Seat
		picked []string
		ask    string
		lies   games.Lies
		want   []string
	}{
		{opening, 0, nil, "twistonly.ask.column", games.Row, []string{"a@0,0", "b@1,0", "c@2,0"}},
		{opening, 0, []string{"b"}, "twistonly.ask.row", games.Row, []string{"1@1,2", "2@1,1", "3@1,0"}},
		{opening, 0, []string{"b", "2"}, "twistonly.ask.direction", games.Turn, []string{"C@-1,0=Cb2", "A@-1,0=Ab2"}},
		{later, 0, []string{"a"}, "twistonly.ask.row", games.Row, []string{"3@0,0"}}, // the other faces of a have solved stones
		{barred, 1, []string{"c"}, "twistonly.ask.row", games.Row, []string{"1@2,2", "2@2,1"}},
		{barred, 1, []string{"c", "3"}, "", games.List, nil},
		{oneWay, 0, []string{"c", "3"}, "twistonly.ask.direction", games.Row, []string{"C@-1,0=Cc3"}},
		{large, 0, []string{"l"}, "twistonly.ask.row", games.Row, []string{
			"1@-1,0", "2@-1,0", "3@-1,0", "4@-1,0", "5@-1,0", "6@-1,0", "7@-1,0", "8@-1,0", "9@-1,0", "10@-1,0", "11@-1,0", "12@-1,0",
		}},
		{opening, 1, nil, "", games.List, nil},
		{opening, games.Spectator, nil, "", games.List, nil},
		{opening, 0, []string{"d"}, "", games.List, nil},
		{opening, 0, []string{"a2"}, "", games.List, nil},
		{opening, 0, []string{"a", "4"}, "", games.List, nil},
		{opening, 0, []string{"a", "02"}, "", games.List, nil},
		{opening, 0, []string{"a", "2", "C"}, "", games.List, nil},
	} {
		step := c.state.Step(c.seat, c.picked)
		got := gametest.Offers(step)
		if step.Ask.Key != c.ask || step.Lies != c.lies || !slices.Equal(got, c.want) {
			t.Errorf("Step(%d, %q) = %s, lies %d, %q; want %s, %d, %q", c.seat, c.picked, step.Ask.Key, step.Lies, got, c.ask, c.lies, c.want)
		}
	}
}

func TestShown(t *testing.T) {
	s := play(t, setup(8), "Cd4", "Cf6")
	for _, c := range []struct {
		picked []string
		want   *board.Spot
	}{{nil, nil}, {[]string{"f"}, &board.Spot{Col: 5, Row: -1}}, {[]string{"f", "3"}, &board.Spot{Col: 5, Row: 2}}} {
		v := s.Shown(0, c.picked).(View)
		if !reflect.DeepEqual(v.Picked, c.want) {
			t.Errorf("Shown(%q) has %v picked, want %v", c.picked, v.Picked, c.want)
		}
	}
}
