package pentago

import (
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

func FuzzParse(f *testing.F) {
	gametest.FuzzParse(f, Game{}, "b3-Cd4", "b3", "b3 ↻ a4", "A1AA1", "z99-Cz99", "Cd4")
}

// FuzzPlay plays each line of the input as [gametest.FuzzLine] does.
func FuzzPlay(f *testing.F) {
	f.Add(false, false, "b3-Cd4\n#k\n#!\n#~\nb2")
	f.Add(true, true, "a1\nb2\n#a\n#b\n!lapse\n?leave\n!leave\nreturn")
	f.Add(false, true, strings.Repeat("#m\n", 36))
	f.Add(false, false, strings.ReplaceAll(theirs, " ", "\n")+"\ndraw")
	f.Add(false, false, strings.ReplaceAll(near, " ", "\n")+"\nd3-Ca1\nd3")
	f.Fuzz(func(t *testing.T, corner, neutral bool, moves string) {
		pick := map[bool][2]string{false: {"free", "always"}, true: {"corner", "neutral"}}
		var st games.State = play(t, setup(pick[corner][0], pick[neutral][1]), "")
		for _, line := range strings.SplitN(moves, "\n", 60) {
			st = gametest.FuzzLine(t, st, listed(t, st.(state), line))
			if s := st.(state); s.pos.stones[0]&s.pos.stones[1] != 0 || s.pos.Ply() != s.Ply {
				t.Fatalf("after %q the board is %+v at ply %d", line, s.pos, s.Ply)
			}
		}
	})
}

// listed returns the legal turn as which a cell alone is understood, and any other line as it is.
func listed(t *testing.T, s state, line string) string {
	legal := s.Legal(s.Next())
	if _, cell := readCell(line); !cell || slices.Contains(legal, games.Move(line)) {
		return line
	}
	next, err := s.Play(s.Next(), games.Move(line))
	if err != nil {
		return line
	}
	after := next.(state)
	if !slices.Contains(legal, after.Last) || after.turn.Twist == NoTwist {
		t.Fatalf("Play(%q) is %q, which is not legal", line, after.Last)
	}
	return string(after.Last)
}
