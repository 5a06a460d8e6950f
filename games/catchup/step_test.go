package catchup

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"parlour/games"
)

// offered writes what a step offers, a move after "=".
func offered(s games.Step) string {
	var all []string
	for _, c := range s.Options() {
		text := c.Value
		if c.Move != "" {
			text += "=" + string(c.Move)
		}
		all = append(all, text)
	}
	return strings.Join(all, " ")
}

func TestStep(t *testing.T) {
	opening := play(t, 3, match, "")
	second := play(t, 3, match, "c3")
	third := play(t, 3, match, "c3 b2,b3") // White may place three
	last := play(t, 2, match, "a1 b2,c2 b1,b3,c1")
	quiet := play(t, 3, quiet, "c3")
	for _, c := range []struct {
		state  state
		seat   games.Seat
		picked string
		ask    string
		want   string
	}{
		{opening, 0, "", "catchup.ask.row", "a b c d e"},
		{opening, 0, "a", "catchup.ask.cell", "1=a1 2=a2 3=a3"},
		{opening, 1, "", "", ""},
		{opening, games.Spectator, "", "", ""},
		{opening, 0, "f", "", ""},
		{opening, 0, "a 4", "", ""},
		{opening, 0, "a 1", "", ""}, // it makes a move
		{second, 1, "c", "catchup.ask.cell", "1 2 4 5"},
		{second, 1, "c 3", "", ""}, // taken
		{second, 1, "c 1", "catchup.ask.more", "enough=c1 a b c d e"},
		{second, 1, "c 1 c", "catchup.ask.cell", "2=c1,c2 4=c1,c4 5=c1,c5"},
		{second, 1, "c 5 a", "catchup.ask.cell", "1=a1,c5 2=a2,c5 3=a3,c5"},
		{second, 1, "c 1 c 1", "", ""},
		{second, 1, "c 1 enough", "", ""},
		{third, 0, "e 3 a 1", "catchup.ask.more", "enough=a1,e3 a b c d e"},
		{third, 0, "e 3 a 1 c", "catchup.ask.cell", "1=a1,c1,e3 2=a1,c2,e3 4=a1,c4,e3 5=a1,c5,e3"},
		{third, 0, "b 1 b 4", "catchup.ask.more", "enough=b1,b4 a c d e"}, // row b is full
		{last, 1, "", "catchup.ask.row", "a"},
		{last, 1, "a", "catchup.ask.cell", "2=a2"},
		{quiet, 1, "a", "catchup.ask.cell", "1 2 3"},
		{quiet, 1, "a 1 a", "catchup.ask.cell", "3=a1,a3"}, // a2 would make two
		{quiet, 1, "a 1 b", "catchup.ask.cell", "3=a1,b3 4=a1,b4"},
	} {
		step := c.state.Step(c.seat, strings.Fields(c.picked))
		if got := offered(step); got != c.want || step.Ask.Key != c.ask || step.Open != (c.want != "") {
			t.Errorf("Step(%d, %q) = %s, %q; want %s, %q", c.seat, c.picked, step.Ask.Key, got, c.ask, c.want)
		}
	}
}

// No menu has more than 14 lines, and the steps of a turn fit a button.
func TestMenusAreShort(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 20 {
		s := play(t, tableMax, match, "g7 a1,a2")
		var picked []string
		for {
			options := s.Step(0, picked).Options()
			if len(options) > 14 {
				t.Fatalf("after %q there are %d lines, want 14 at most", picked, len(options))
			}
			c := options[len(options)-1-rng.IntN(min(len(options), 13))] // never enough, which comes first of 14
			picked = append(picked, c.Value)
			if c.Move != "" {
				break
			}
		}
	}
	if got := len(play(t, tableMax, match, "g7 a1,a2").Step(0, []string{"g", "1"}).Options()); got != 14 {
		t.Errorf("the longest menu has %d lines, want 14", got)
	}
}

// Whatever the order in which stones are picked, their move is in order.
func TestStonesArePickedInAnyOrder(t *testing.T) {
	s := play(t, 5, match, "e5 a1,a2")
	for _, picked := range []string{"a 4 c 7 i 5", "i 5 c 7 a 4", "c 7 a 4 i 5"} {
		if got := games.Made(s, 0, strings.Fields(picked)); got != "a4,c7,i5" {
			t.Errorf("%q makes %q, want a4,c7,i5", picked, got)
		}
	}
	for _, m := range []games.Move{"a4,c7,i5", "a4", "c7,i5", "f1,f2,f3", "i1,i2,i3", "c1,c2,c3"} {
		if found := games.StepsTo(s, 0, m); games.Made(s, 0, found) != m {
			t.Errorf("StepsTo(%q) = %q", m, found)
		}
	}
}

func TestShown(t *testing.T) {
	s := play(t, 5, match, "e5 a1,a2")
	plain := s.View(0).(View)
	first := s.Shown(0, nil).(View)
	if len(first.Picked) != 0 || first.Row != "" || !slices.Equal(first.Cells, plain.Cells) {
		t.Errorf("before a stone is picked Shown has %+v", first)
	}
	some := s.Shown(0, []string{"i", "5", "c"}).(View)
	if !slices.Equal(some.Picked, []string{"i5"}) || some.Row != "c" || some.Cells[60] != White || plain.Cells[60] != Empty {
		t.Errorf("with i5 and row c picked Shown has %v, row %q", some.Picked, some.Row)
	}
	for picked, want := range map[string]games.View{
		"i 5 i 5":         plain,
		"x":               plain,
		"i 5 c 7 a 4 b":   plain,
		"i 5 enough more": plain,
	} {
		if got := s.Shown(0, strings.Fields(picked)); !reflect.DeepEqual(got, want) {
			t.Errorf("Shown(%q) is\n%v\nwant\n%v", picked, got, want)
		}
	}
}
