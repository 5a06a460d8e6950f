package catchup

import (
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

func FuzzParse(f *testing.F) {
	gametest.FuzzParse(f, Game{}, "e5", "a4,c7,i5", "I5 a4 ,C7", "a1,a1", "z99z98z97", "a")
}

// FuzzPlay plays each line of the input as [gametest.FuzzLine] does.
func FuzzPlay(f *testing.F) {
	f.Add(uint8(1), uint8(0), "c3\nb2,c4\n#k\n#!\n#~")
	f.Add(uint8(0), uint8(2), "b2\nb2\n!lapse\n?leave\n!leave\nreturn")
	f.Add(uint8(1), uint8(1), "#a\n#b\n#c\n!a1\n#d\n#e\ndraw\ndraw")
	f.Add(uint8(0), uint8(0), "a1\nb2,c2\nb1,b3,c1\na2")
	f.Fuzz(func(t *testing.T, size, bonus uint8, moves string) {
		var st games.State = play(t, minSize+int(size)%2, Bonus(int(bonus)%len(bonuses)), "")
		for _, line := range strings.SplitN(moves, "\n", 40) {
			st = gametest.FuzzLine(t, st, line)
		}
	})
}
