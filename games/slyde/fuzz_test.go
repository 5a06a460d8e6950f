package slyde

import (
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

func FuzzParse(f *testing.F) {
	gametest.FuzzParse(f, Game{}, "f3-f4", "*f9", "F3 F4", "k10k11", "z99-z98", "*", "f3")
}

// FuzzPlay plays each line of the input as [gametest.FuzzLine] does. "=" copies the other side where
// that can be done.
func FuzzPlay(f *testing.F) {
	f.Add(uint8(8), true, "f3-f4\nf6-f5\n*f4\n#k\n#!\n#~")
	f.Add(uint8(8), true, "f3-f4\nf3-f4\n!lapse\n?leave\n!leave\nreturn")
	f.Add(uint8(4), true, "#a\n=\n#c\n=\n#d\n=\n#d\n=\n#z\n=\n*a1\ndraw\ndraw")
	f.Add(uint8(4), false, "b1-a1\nc1-d1\n*a1")
	f.Add(uint8(26), true, "z25-z26\ny1-z1")
	f.Fuzz(func(t *testing.T, size uint8, mirror bool, moves string) {
		var st games.State = play(t, setup(minSize+int(size)%13*2, mirror))
		for _, line := range strings.SplitN(moves, "\n", 60) {
			line = strings.Replace(line, "=", string(st.(state).copied()), 1)
			st = gametest.FuzzLine(t, st, line)
			if pos := st.(state).pos; pos != afresh(pos) {
				t.Fatalf("after %q Play keeps %+v, want %+v", line, pos, afresh(pos))
			}
		}
	})
}

// copied returns a move after which the position is symmetric, if there is one.
func (s state) copied() games.Move {
	for n := range s.pos.Count() {
		after := s.pos
		after.Play(after.Nth(n))
		if after.mirror != 0 {
			return s.pos.Nth(n).Move()
		}
	}
	return ""
}
