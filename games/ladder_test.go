package games

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

// Three steps of a ladder have names, and a text names a step by its name or its number.
func TestLadder(t *testing.T) {
	ladder := Ladder(6, 4)
	if want := []Level{Easy, "2", "3", Medium, "5", Hard}; !slices.Equal(ladder, want) {
		t.Fatalf("the ladder is %q, want %q", ladder, want)
	}
	for text, want := range map[string]Level{"easy": Easy, "1": Easy, " Medium": Medium, "4": Medium, "5": "5", "6": Hard, "HARD": Hard, "0": "", "7": "", "": "", "harder": "",
		"04": Medium, "level 5": "5", "Level 05 ": "5", "-3": "", "+3": "", "1,2": "", "level": "", "2-": "", "me dium": "", "level -1": ""} {
		if got, ok := FindLevel(ladder, text); got != want || ok != (want != "") {
			t.Errorf("%q names %q, %v, want %q", text, got, ok, want)
		}
	}
	for l, want := range map[Level]int{Easy: 1, "3": 3, Hard: 6, "9": 0} {
		if got := l.Step(ladder); got != want {
			t.Errorf("%s is step %d, want %d", l, got, want)
		}
	}
}

// An opponent is a ladder with ratings.
type opponent struct {
	Opponent
	ladder  []Level
	ratings Ratings
}

func (o opponent) Levels() []Level  { return o.ladder }
func (o opponent) Ratings() Ratings { return o.ratings }

// A level says how often a weaker player wins, by the ratings, and of a level with a name that somebody hardly ever does.
func TestHelpSaysHowOftenAWeakerPlayerWins(t *testing.T) {
	o := opponent{ladder: Ladder(9, 4), ratings: Ratings{Beginner: -30, Levels: []int{0, 220, 600, 1000, 1200, 1290, 1500, 1700, 2300}}}
	for l, want := range map[Level]Text{
		Easy:   Say("level.wins", "Who", Say("level.beginner"), "Of", 2),
		"2":    Say("level.wins", "Who", Say("level.beginner"), "Of", 5),
		"3":    Say("level.wins", "Who", Say("level.beginner"), "Of", 40),
		Medium: Say("level.wins", "Who", Say("level.beginner"), "Of", 0),
		"5":    Say("level.wins", "Who", Medium.Words(), "Of", 4),
		"6":    Say("level.wins", "Who", Medium.Words(), "Of", 6),
		"7":    Say("level.wins", "Who", Medium.Words(), "Of", 19),
		"8":    Say("level.wins", "Who", Level("5").Words(), "Of", 19),
		Hard:   Say("level.wins", "Who", Medium.Words(), "Of", 0),
	} {
		if got := l.Help(o); !reflect.DeepEqual(got, want) {
			t.Errorf("%s is helped with %v, want %v", l, got, want)
		}
	}
	o.ratings.Beginner = -500
	if got, want := Level("2").Help(o), Say("level.wins", "Who", Easy.Words(), "Of", 5); !reflect.DeepEqual(got, want) {
		t.Errorf("2 is helped with %v, want %v, as a weaker player does not win against itself", got, want)
	}
	type unrated struct{ Opponent }
	if got := Medium.Help(unrated{o}); got.Key != "" {
		t.Errorf("without a tournament medium is helped with %v", got)
	}
}

// tries reads tries, the oldest first: "1+ 2- 2=" is a win at easy, a loss at level 2 and a draw there.
func tries(text string) (all []Try) {
	for word := range strings.FieldsSeq(text) {
		level, _ := FindLevel(Ladder(7, 4), word[:1])
		all = append(all, Try{level, strings.IndexByte("-=+", word[1]) - 1})
	}
	slices.Reverse(all)
	return all
}

// A rematch is offered a step higher after a win and lower after a loss, two after three in a row. Whoever has lost
// higher up is advised to win twice first.
func TestNextLevel(t *testing.T) {
	for text, want := range map[string]struct {
		next    Level
		advised bool
	}{
		"":                  {},
		"1+":                {"2", true},
		"1-":                {},
		"2-":                {Easy, true},
		"2=":                {},
		"1+ 2+":             {"3", true},
		"1+ 2+ 3+":          {"5", true},
		"2+ 3+ 4+ 6+":       {Hard, true},
		"6+ 7+":             {},
		"5- 4- 3-":          {Easy, true},
		"4- 3- 2-":          {Easy, true},
		"1+ 2- 1+":          {"2", false},
		"1+ 2- 1+ 1+":       {"2", true},
		"1+ 2- 1+ 1- 1+":    {"2", false},
		"1+ 2- 1- 1+ 1+ 2+": {Medium, true},
		"2+ 2+ 2+ 4- 3+":    {Medium, false},
		"1+ 2- 1+ 1+ 1+":    {"3", true},
		"5- 3+":             {Medium, true},
		"2- 1+ 2+ 3- 1+":    {"2", true},
	} {
		if next, advised := NextLevel(Ladder(7, 4), tries(text)); next != want.next || advised != want.advised {
			t.Errorf("after %q the next level is %q, %v, want %q, %v", text, next, advised, want.next, want.advised)
		}
	}
	if next, _ := NextLevel(Ladder(3, 2), []Try{{"6", 1}}); next != "" {
		t.Errorf("from a level that is gone the next one is %q", next)
	}
}

// Somebody usually wins at the highest level at which they won two of three of their newest ten games, of three at least.
func TestUsual(t *testing.T) {
	for text, want := range map[string]Level{
		"":                     "",
		"1+ 1+":                "",
		"1+ 1+ 1-":             Easy,
		"1+ 1- 1-":             "",
		"1+ 1+ 1+ 3+ 3+ 3+ 5-": "3",
		"1+ 1+ 1= 3+ 3= 3=":    Easy,
		"2- 2- 2- 2- 2- 2- 2+ 2+ 2+ 2- 2+ 2+ 2+ 2- 2+ 2+": "2",
	} {
		if got := Usual(Ladder(7, 4), tries(text)); got != want {
			t.Errorf("after %q one usually wins at %q, want %q", text, got, want)
		}
	}
}
