package catchup

import (
	"fmt"
	"strings"
	"testing"

	"parlour/commands/locale/localetest"
	"parlour/games"
)

// say returns texts as [localetest.Say] does, with plain spaces.
func say(t *testing.T, texts ...games.Text) string {
	t.Helper()
	return strings.ReplaceAll(localetest.Say(t, Game{}, texts...), "\u00a0", " ")
}

func TestLinesOfTheRecord(t *testing.T) {
	for _, c := range []struct {
		moves, line string
		unit        int
	}{
		{"", "", 0},
		{"e5", "Ann e5", 1},
		{"e5 a1,a2", "Ben a1, a2", 2},
		{"e5 a1,a2 a4,c7,i5", "Ann a4, c7, i5", 3},
		{"e5 leave", "Ben resigned", 2},
		{"e5 lapse", "Ben ran out of time", 2},
		{"1:draw", "A draw was agreed", 1},
	} {
		w := play(t, 5, match, c.moves).View(0).Words()
		if got := say(t, w.Line); got != c.line || w.Unit != c.unit {
			t.Errorf("after %q the line is %d. %q, want %d. %q", c.moves, w.Unit, got, c.unit, c.line)
		}
	}
}

// Before each turn it is said how many stones may be placed, and why: by the names of the players, and
// before the groups, since a notification shows only the beginning.
func TestWordsSayWhatMayBePlaced(t *testing.T) {
	for _, c := range []struct {
		bonus       Bonus
		moves, want string
	}{
		{match, "", "Ann begins with one stone."},
		{match, "e5", "Ann didn't grow, so Ben may place up to two stones."},
		{match, "e5 a1,a2", "Ben grew to 2 and leads. Ann may place up to three stones."},
		{match, "e5 a1,a2 e6,i1", "Ann grew to 2 and draws level. Ben may place up to three stones."},
		{match, "e5 a1,a2 e7,i1 a3", "Ben grew to 3 and leads. Ann may place up to three stones."},
		{match, "e5 a1,a2 e7,i1 a3 e6,i2", "Ann grew to 3 and draws level. Ben may place up to three stones."},
		{match, "e5 a1,a2 e7,i1 a3,a4 e6", "Ann grew to 3 but trails. Ben may place up to two stones."},
		{overtake, "e5 a1,a2", "The largest group grew to 2. Ann may place up to three stones."},
		{overtake, "e5 a1,a2 e6,i1", "The largest group is still 2. Ben may place up to two stones."},
		{quiet, "e5", "Ben may place two stones if the largest group stays 1. Otherwise it's one."},
	} {
		v := play(t, 5, c.bonus, c.moves).View(0).(View)
		if got := say(t, v.may()); got != c.want {
			t.Errorf("with %s, after %q it is said that %q, want %q", c.bonus, c.moves, got, c.want)
		}
		if got := say(t, v.Words().Score); !strings.HasPrefix(got, c.want+" Two largest groups: Orange ") {
			t.Errorf("the score is %q, want %q and the groups", got, c.want)
		}
	}
	small := map[string]View{
		"Ben fills the last cell.":                                        play(t, 2, match, "a1 b2,c2 b1,b3,c1").View(0).(View),
		"Ben grew to 2 and leads. Ann may place up to two stones.":        {Ply: 2, ToMove: 0, Limit: 2, Bonus: "match", Groups: [2][]int{{1}, {2}}, Before: [2]int{1, 1}},
		"The largest group grew to 2. Ann may place up to two stones.":    {Ply: 2, ToMove: 0, Limit: 2, Bonus: "overtake", Groups: [2][]int{{1}, {2}}, Before: [2]int{1, 1}},
		"Ann may place one stone. Two would make the largest group grow.": {Ply: 2, ToMove: 0, Limit: 1, Bonus: "quiet", Groups: [2][]int{{1}, {2}}, Before: [2]int{1, 1}},
	}
	for want, v := range small {
		if got := say(t, v.may()); got != want {
			t.Errorf("it is said that %q, want %q", got, want)
		}
	}
}

// While a turn is made, its stones are in the groups, so the score says nothing that the last turn
// earned. The question does.
func TestScoreInTheMaking(t *testing.T) {
	s := play(t, 5, match, "e5 a1,a2")
	for picked, want := range map[string]string{"e": "Orange 1 · Yellow 2", "e 6 e 7": "Orange 3 · Yellow 2"} {
		if got := say(t, s.Shown(0, strings.Fields(picked)).Words().Score); got != "Two largest groups: "+want {
			t.Errorf("with %q picked the score is %q, want %s", picked, got, want)
		}
	}
	if got, want := say(t, s.Step(0, nil).Ask), "Ben grew to 2 and leads. Ann may place up to three stones. Which row?"; got != want {
		t.Errorf("the question is %q, want %q", got, want)
	}
}

// Once the game is over nothing may be placed, and the score says only the groups.
func TestScoreAtTheEnd(t *testing.T) {
	v := play(t, 2, match, "a1 b2,c2 b1,b3,c1 a2").View(0).(View)
	if got, want := say(t, v.Words().Score), "Two largest groups: Orange 3 and 1 · Yellow 3"; got != want {
		t.Errorf("the score is %q, want %q", got, want)
	}
}

func TestRefusalsInWords(t *testing.T) {
	s := play(t, 5, match, "i4 e6,g4")
	for m, want := range map[games.Move]string{
		"i4":       "i4 has a stone already. Pick an empty cell.",
		"a9":       "a9 isn't on this board. Row a has the cells 1 to 5.",
		"q1":       "There's no row q. Pick a row from a to i.",
		"a1,a2,a3": "You may place at most 2 stones now. Leave one out.",
		"here":     "“here” isn't a move. Type one to three cells, like e5 or a4,c7,i5.",
		"a1,a1":    "You named a1 twice. Name each cell once.",
	} {
		_, err := s.Play(0, m)
		r, ok := err.(*games.Refusal)
		if !ok {
			t.Errorf("Play(%q) = %v, want a refusal", m, err)
			continue
		}
		if got := say(t, r.Text); got != want {
			t.Errorf("Play(%q) is refused with %q, want %q", m, got, want)
		}
	}
}

func TestTell(t *testing.T) {
	if got, want := say(t, (Game{}).Tell(nil, 1, "a4,c7,i5").Did), "Ben placed a4, c7, i5"; got != want {
		t.Errorf("it is told that %q, want %q", got, want)
	}
}

// What the example's words say of its groups and stones is so.
func TestExampleInWords(t *testing.T) {
	e := Game{}.Example()
	s, _, err := games.Replay(Game{}, e.Setup, e.Log)
	if err != nil {
		t.Fatal(err)
	}
	v := s.View(0).(View)
	want := fmt.Sprintf("Orange's has %d stones, Yellow's %d. Yellow has just placed stones on %s,", v.Groups[0][0], v.Groups[1][0], strings.Join(v.Stones, " and "))
	if got := say(t, e.Alt); !strings.Contains(got, want) || v.Limit != 3 || v.largest(1) <= v.Before[1] {
		t.Errorf("the example is described as %q, want %q, and that three stones may be placed, not %d", got, want, v.Limit)
	}
}
