package gametest

import (
	"path/filepath"
	"strings"
	"testing"
)

// A playthrough is written once and tells the same again, until somebody changes
// the file or the game.
func TestPlaythroughTellsTheSameAgain(t *testing.T) {
	file := filepath.Join(t.TempDir(), "toy.txt")
	write(t, file, `{"game":"toy","rules":1,"seats":2}`+"\n> 0 2\n> 1 leave\nrandom 5\n")
	honest := toy{&fault{}}
	if err := comparePlaythrough(honest, file, false); err == nil || !strings.Contains(err.Error(), "toy.txt:2: the file has") {
		t.Errorf("a file that tells nothing yet gave %v", err)
	}
	if err := comparePlaythrough(honest, file, true); err != nil {
		t.Fatal(err)
	}
	told := read(t, file)
	for _, want := range []string{"[0 0] [-1 0]", "\n> 1 leave\n", "seat 1: 3 moves, sees the same", "seat 0: 3 moves, sees\n[0 0] [2 0]", "\nover: places [1 2], scores [", "toy.round map[Count:3]", "to move: [1]"} {
		if !strings.Contains(told, want) {
			t.Errorf("the playthrough has no %q:\n%s", want, told)
		}
	}
	if err := comparePlaythrough(honest, file, false); err != nil {
		t.Error(err)
	}
	if err := comparePlaythrough(toy{&fault{hooks: []any{note(1, "more")}}}, file, false); err == nil || !strings.Contains(err.Error(), "the game says") {
		t.Errorf("a game in which a seat sees more gave %v", err)
	}
	write(t, file, told+"> 0 1\n")
	if err := comparePlaythrough(honest, file, false); err == nil || !strings.Contains(err.Error(), "> 0 1: refuse.over") {
		t.Errorf("a move after the end gave %v", err)
	}
	write(t, file, "no setup\n")
	if err := comparePlaythrough(honest, file, false); err == nil || !strings.Contains(err.Error(), "not a setup") {
		t.Errorf("a file without a setup gave %v", err)
	}
}
