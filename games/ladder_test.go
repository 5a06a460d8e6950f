package games

import (
	"reflect"
	"slices"
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

// An opponent is a name with a ladder.
type opponent struct {
	Opponent
	ladder []Level
}

func (opponent) Info() Info        { return Info{Name: "toy"} }
func (o opponent) Levels() []Level { return o.ladder }

// A step with a name has the game's words, and another says between which of these it is.
func TestHelpSaysWhereALevelStands(t *testing.T) {
	o := opponent{ladder: Ladder(10, 5)}
	for l, want := range map[Level]Text{
		Medium: Say("toy.level.medium"),
		"2":    Say("level.step.help", "Below", Say("level.easy"), "Low", 1, "Above", Say("level.medium"), "High", 5),
		"9":    Say("level.step.help", "Below", Say("level.medium"), "Low", 5, "Above", Say("level.hard"), "High", 10),
	} {
		if got := l.Help(o); !reflect.DeepEqual(got, want) {
			t.Errorf("%s is helped with %v, want %v", l, got, want)
		}
	}
}
