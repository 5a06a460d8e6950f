package magic

import (
	"strings"
	"testing"

	"parlour/games/gametest"
)

func FuzzParse(f *testing.F) {
	gametest.FuzzParse(f, Game{}, "b3Wd4U", "d4U", "b3 west, d4 light", "b3Wd4", "A1-N-A1-D")
}

func FuzzParsePosition(f *testing.F) {
	for _, seed := range []string{"1_----------------", "1_DuUd-uDdUUdUudD-", "2_U---------------", "2_-_--------------"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := parsePosition(text)
		if err != nil {
			return
		}
		if p.String() != text {
			t.Errorf("ParsePosition(%q) = %q, want the same text", text, p)
		}
		if left := p.Left(); left[0] < 0 || left[1] < 0 || p.Count() > maxTurns {
			t.Errorf("%q has %v tiles left and %d turns", text, left, p.Count())
		}
	})
}

// FuzzPlay plays each line of the input as [gametest.FuzzLine] does.
func FuzzPlay(f *testing.F) {
	f.Add("1_----------------", "b3U\nb3Wd4D\na3Eb2U")
	f.Add("1_uu----d-UU-----D", "c2Nc3U\ndraw")
	f.Add("1_ududUDUD--------", "a3U\nreturn\nleave")
	f.Fuzz(func(t *testing.T, text, moves string) {
		st, err := Game{}.FromPosition(text)
		if err != nil {
			return
		}
		for _, m := range strings.Split(moves, "\n") {
			st = gametest.FuzzLine(t, st, m)
		}
	})
}
