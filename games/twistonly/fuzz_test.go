package twistonly

import (
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

func FuzzParse(f *testing.F) { gametest.FuzzParse(f, Game{}, "Cd3", "a a1", "Cz99", "C", "Cd3-d4") }

// FuzzPlay plays each line of the input as [gametest.FuzzLine] does.
func FuzzPlay(f *testing.F) {
	f.Add(uint8(6), "Cd3\nAa1\n#k\n#!\n#~")
	f.Add(uint8(6), "Cd3\nAd3\nCd3\n!lapse\n?leave\n!leave\nreturn")
	f.Add(uint8(2), "#a\n#b\n#c\n!Ca1\n#d\n#e\ndraw\ndraw")
	f.Add(uint8(24), "Cy25\nCa1\nCz26")
	f.Add(uint8(0), "Ca1\nCa1")
	f.Fuzz(func(t *testing.T, size uint8, moves string) {
		var st games.State = play(t, setup(minSize+int(size)%(maxSize-minSize+1)))
		for _, line := range strings.SplitN(moves, "\n", 60) {
			st = gametest.FuzzLine(t, st, line)
			if s := st.(state); s.Ended == nil && s.pos != s.View(0).(View).position() {
				t.Fatalf("after %q Play keeps %+v, want %+v", line, s.pos, s.View(0).(View).position())
			}
		}
	})
}
