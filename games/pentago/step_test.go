package pentago

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

// The eight twists lie round the middle, the two of a quadrant beside each other. Where the twist may be
// left out, the turn without it lies in the middle.
func TestStep(t *testing.T) {
	twists := "Ca1@0,2=b2-Ca1 Aa1@0,1=b2-Aa1 Ca4@0,0=b2-Ca4 Aa4@1,0=b2-Aa4 Cd1@2,2=b2-Cd1 Ad1@1,2=b2-Ad1 Cd4@2,0=b2-Cd4 Ad4@2,1=b2-Ad4"
	start, corner, loose := play(t, usual, ""), play(t, setup("corner", "always"), ""), play(t, setup("free", "neutral"), "")
	late := play(t, usual, near)
	for _, c := range []struct {
		state      state
		seat       games.Seat
		picked     []string
		ask        string
		wide, many int
		want       string // some choices, beside each other
	}{
		{start, 0, nil, "pentago.ask.cell", 6, 36, "a1@0,5 a2@0,4 a3@0,3 a4@0,2 a5@0,1 a6@0,0 b1@1,5"},
		{corner, 0, nil, "pentago.ask.corner", 2, 4, "a1@0,1 a6@0,0 f1@1,1 f6@1,0"},
		{late, 0, nil, "pentago.ask.cell", 6, 20, "d2@3,4 d3@3,3=d3 d4@3,2"},
		{start, 0, []string{"b2"}, "pentago.ask.twist", 3, 8, twists},
		{loose, 0, []string{"b2"}, "pentago.ask.twist", 3, 9, twists + " none@1,1=b2"},
		{late, 0, []string{"d3"}, "", 0, 0, ""},
		{late, 0, []string{"f4"}, "", 0, 0, ""},
		{late, 1, nil, "", 0, 0, ""},
		{start, games.Spectator, nil, "", 0, 0, ""},
		{start, 0, []string{"b2", "Ca1"}, "", 0, 0, ""},
		{start, 0, []string{"g7"}, "", 0, 0, ""},
	} {
		step := c.state.Step(c.seat, c.picked)
		got := gametest.Offers(step)
		if step.Ask.Key != c.ask || step.Wide != c.wide || step.High != c.wide || len(got) != c.many || !strings.Contains(strings.Join(got, " "), c.want) {
			t.Errorf("Step(%d, %q) = %s, %d×%d, %q; want %s, %d choices, %q", c.seat, c.picked, step.Ask.Key, step.Wide, step.High, got, c.ask, c.many, c.want)
		}
	}
}

// A button says that its stone makes five. The move that it makes is said by its cell, since the reason for it says the rest.
func TestAFiveIsSaidOnce(t *testing.T) {
	for _, choice := range play(t, usual, near).Step(0, nil).Choices {
		label, echo := choice.Value, ""
		if choice.Move != "" {
			label, echo = choice.Value+", five in a row", choice.Value
		}
		if got := say(t, choice.Label); got != label || echo != "" && say(t, choice.Echo) != echo || echo == "" && choice.Echo.Key != "" {
			t.Errorf("%s is offered as %q and said as %v, want %q and %q", choice.Value, got, choice.Echo, label, echo)
		}
	}
}

// A twist that ends in the other seat's five says so where it is asked for, with or without one's own.
// No other turn has a question of its own.
func TestSure(t *testing.T) {
	before := func(line string) string { return line[:strings.LastIndex(line, " ")] }
	for _, c := range []struct {
		state             state
		cell, twist, want string
	}{
		{play(t, usual, before(theirs)), "f2", "Ad1", "This gives Ann five in a row, which wins. Play it?"},
		{set(t, "a1 b1 c1 f1 f2 f3", "a3 b5 c6 e5 d4"), "e4", "Cd1", "This gives Ann six in a row, which wins. Play it?"},
		{play(t, usual, before(both)), "b1", "Aa4", "You both have five in a row then, so it's a draw. Play it?"},
		{play(t, usual, before(near)), "f4", "Aa4", ""},
	} {
		for _, choice := range c.state.Step(c.state.Next(), []string{c.cell}).Choices {
			if choice.Value == c.twist && choice.Sure.Key != "" && say(t, choice.Sure) != c.want {
				t.Errorf("%s is asked for by %q, want %q", choice.Move, say(t, choice.Sure), c.want)
			}
			after := move(t, c.state, choice.Move)
			if bad := after.Ended != nil && after.Winner() != c.state.Next(); bad != (choice.Sure.Key != "") || choice.Value == c.twist && bad != (c.want != "") {
				t.Errorf("%s gives the other a five: %v, and is asked for by %v", choice.Move, bad, choice.Sure)
			}
		}
	}
}

// No menu has more than nine lines: the areas of the board are its quadrants, with their names.
func TestMenusAreShort(t *testing.T) {
	step := play(t, usual, "").Step(0, nil)
	areas := step.Areas()
	if len(areas) != 4 || len(step.AreaNames) != 4 {
		t.Fatalf("the areas are %v with the names %v, want four", areas, step.AreaNames)
	}
	for i, a := range areas {
		in := 0
		for _, c := range step.Choices {
			if a.Has(c) {
				in++
			}
		}
		corner := CellAt(a.X, Side-a.Y-a.High).String()
		if in != 9 || step.AreaNames[i].Args["Cell"] != corner {
			t.Errorf("area %d has %d choices and the name %v, want 9 and %s", i, in, step.AreaNames[i], corner)
		}
	}
}

func TestShown(t *testing.T) {
	s := play(t, usual, near)
	cell := s.Shown(0, []string{"d1"}).(View)
	if cell.Picked == nil || cell.Picked.String() != "d1" || cell.At(3, 0) != White || len(cell.Outcomes) != 8 {
		t.Fatalf("with d1 picked %v is shown on\n%v\nwith %d outcomes", cell.Picked, cell, len(cell.Outcomes))
	}
	for i, c := range cell.Making.Step.Choices {
		if want := move(t, s, c.Move).View(0); !reflect.DeepEqual(cell.Outcomes[i], want) {
			t.Errorf("outcome %d of d1 is\n%s\nand not the board after %s", i, cell.Outcomes[i], c.Move)
		}
	}
	if v := s.View(0).(View); slices.ContainsFunc(v.Fives, func(Five) bool { return true }) || v.Now.String() != "f4" {
		t.Errorf("the plain View has the fives %v and the last stone on %v", v.Fives, v.Now)
	}
}
