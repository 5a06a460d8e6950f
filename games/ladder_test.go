package games

import (
	"slices"
	"testing"
)

// Three steps of a ladder have names, and a text names a step by its name or its number.
func TestLadder(t *testing.T) {
	ladder := Ladder(6, 4)
	if want := []Level{Easy, "2", "3", Medium, "5", Hard}; !slices.Equal(ladder, want) {
		t.Fatalf("the ladder is %q, want %q", ladder, want)
	}
	for text, want := range map[string]Level{"easy": Easy, "1": Easy, " Medium": Medium, "4": Medium, "5": "5", "6": Hard, "HARD": Hard, "0": "", "7": "", "": "", "harder": ""} {
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
