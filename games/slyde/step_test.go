package slyde

import (
	"reflect"
	"slices"
	"testing"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/gametest"
)

func TestStep(t *testing.T) {
	opening, mirror := play(t, setup(4, true)), play(t, setup(4, true), "b1-a1", "c1-d1")
	last := play(t, setup(4, true), full...)
	large := play(t, setup(16, true))
	for _, c := range []struct {
		state  state
		seat   games.Seat
		picked []string
		ask    string
		lies   games.Lies
		want   []string
	}{
		{opening, 0, nil, "slyde.ask.column", games.Row, []string{"a@0,0", "b@1,0", "c@2,0", "d@3,0"}},
		{opening, 0, []string{"a"}, "slyde.ask.row", games.Row, []string{"2@0,2", "4@0,0"}},
		{opening, 0, []string{"a", "2"}, "slyde.ask.target", games.Grid, []string{"a3@1,0=a2-a3", "b2@2,1=a2-b2", "a1@1,2=a2-a1"}},
		{opening, 0, []string{"b", "3"}, "slyde.ask.target", games.Grid, []string{"b4@1,0=b3-b4", "a3@0,1=b3-a3", "c3@2,1=b3-c3", "b2@1,2=b3-b2"}},
		{mirror, 0, nil, "slyde.ask.mirror", games.Row, []string{"*@-1,0", "a@0,0", "b@1,0", "c@2,0", "d@3,0"}},
		{mirror, 0, []string{"d"}, "slyde.ask.row", games.Row, []string{"3@3,1"}},
		{mirror, 0, []string{"*"}, "slyde.ask.change-column", games.Row, []string{"a@0,0", "b@1,0", "c@2,0", "d@3,0"}},
		{mirror, 0, []string{"*", "d"}, "slyde.ask.change-row", games.Row, []string{"1@3,3=*d1", "2@3,2=*d2", "3@3,1=*d3", "4@3,0=*d4"}},
		{last, 0, nil, "slyde.ask.mirror", games.Row, []string{"*@-1,0"}},
		{large, 0, []string{"p"}, "slyde.ask.row", games.Row, []string{"1@-1,0", "3@-1,0", "5@-1,0", "7@-1,0", "9@-1,0", "11@-1,0", "13@-1,0", "15@-1,0"}},
		{opening, 1, nil, "", games.List, nil},
		{opening, games.Spectator, nil, "", games.List, nil},
		{opening, 0, []string{"*"}, "", games.List, nil},
		{opening, 0, []string{"*", "a"}, "", games.List, nil},
		{opening, 0, []string{"e"}, "", games.List, nil},
		{opening, 0, []string{"a2"}, "", games.List, nil},
		{opening, 0, []string{"a", "1"}, "", games.List, nil},
		{opening, 0, []string{"a", "5"}, "", games.List, nil},
		{opening, 0, []string{"a", "02"}, "", games.List, nil},
		{opening, 0, []string{"a", "2", "a3"}, "", games.List, nil},
		{mirror, 0, []string{"*", "d", "1"}, "", games.List, nil},
		{mirror, 0, []string{"*", "*"}, "", games.List, nil},
	} {
		step := c.state.Step(c.seat, c.picked)
		got := gametest.Offers(step)
		if step.Ask.Key != c.ask || step.Lies != c.lies || !slices.Equal(got, c.want) {
			t.Errorf("Step(%d, %q) = %s, lies %d, %q; want %s, %d, %q", c.seat, c.picked, step.Ask.Key, step.Lies, got, c.ask, c.lies, c.want)
		}
	}
}

func TestShown(t *testing.T) {
	s := play(t, setup(8, true), "b1-a1", "g1-h1")
	for _, c := range []struct {
		picked []string
		want   *board.Spot
	}{
		{nil, nil}, {[]string{"f"}, &board.Spot{Col: 5, Row: -1}}, {[]string{"f", "3"}, &board.Spot{Col: 5, Row: 2}}, {[]string{"*"}, nil}, {[]string{"*", "h"}, &board.Spot{Col: 7, Row: -1}},
	} {
		v := s.Shown(0, c.picked).(View)
		if !reflect.DeepEqual(v.Picked, c.want) {
			t.Errorf("Shown(%q) has %v picked, want %v", c.picked, v.Picked, c.want)
		}
	}
}

// A change says whether it fixes its stone or frees it.
func TestAChangeSaysWhatItDoes(t *testing.T) {
	step := play(t, setup(4, true), "b1-a1", "c1-d1").Step(0, []string{"*", "a"})
	if got := say(t, step.Choices[0].Label, step.Choices[1].Label); got != "free a1 fix a2" {
		t.Errorf("the changes of column a are %q", got)
	}
}
