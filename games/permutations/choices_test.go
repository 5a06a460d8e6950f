package permutations

import (
	"strings"
	"testing"
)

// Choices offers the card first, then the cards to take, until enough or all are named.
func TestChoices(t *testing.T) {
	s := trio()
	values := func(picked ...string) string {
		var all []string
		for _, c := range s.Step(0, picked).Options() {
			all = append(all, c.Value+":"+string(c.Move))
		}
		return strings.Join(all, "; ")
	}
	for _, c := range []struct {
		picked []string
		want   string
	}{
		{nil, "10:; 40:; 44:"},
		{[]string{"40"}, "enough:bid 40; 5:; 6:; 7:; 8:"},
		{[]string{"40", "7", "5"}, "enough:bid 40 take 7 5; 6:; 8:"},
		{[]string{"40", "7", "5", "8"}, "enough:bid 40 take 7 5 8; 6:bid 40 take 7 5 8 6"},
		{[]string{"40", "7", "5", "8", "6"}, ""},
		{[]string{"40", "7", "7"}, ""}, {[]string{"11"}, ""}, {[]string{"40", "enough"}, ""}, {[]string{"040"}, ""},
	} {
		if got := values(c.picked...); got != c.want {
			t.Errorf("Choices(0, %q) = %q, want %q", c.picked, got, c.want)
		}
	}
	s = play(t, s, "0 bid 44", "1 bid 20", "2 bid 30")
	if got, want := values(), "5:take 5; 6:take 6; 7:take 7; 8:take 8"; got != want {
		t.Errorf("Choices of a take = %q, want %q", got, want)
	}
	if s.Step(1, nil).Options() != nil || s.Step(0, []string{"5"}).Options() != nil {
		t.Error("a seat that is not to take has choices, or there are choices after a take")
	}
}

// A label says what the step adds to the steps already picked.
func TestChoicesSay(t *testing.T) {
	for _, c := range []struct {
		picked      []string
		first, last string
	}{
		{nil, "bid", "bid"}, {[]string{"40"}, "plain", "wish"},
		{[]string{"40", "7"}, "enough", "else"}, {[]string{"40", "7", "5", "8"}, "enough", "else"},
	} {
		steps := trio().Step(0, c.picked).Options()
		first, last := steps[0].Label.Key, steps[len(steps)-1].Label.Key
		if first != "permutations.choice."+c.first || last != "permutations.choice."+c.last {
			t.Errorf("Choices(0, %q) say %s to %s, want %s and %s", c.picked, first, last, c.first, c.last)
		}
	}
	s := play(t, trio(), "0 bid 44", "1 bid 20", "2 bid 30")
	if got := s.Step(0, nil).Options()[0].Label.Key; got != "permutations.choice.take" {
		t.Errorf("a choice of a take says %s", got)
	}
}
