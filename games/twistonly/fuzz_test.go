package twistonly

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

func FuzzParse(f *testing.F) { gametest.FuzzParse(f, Game{}, "Cd3", "a a1", "Cz99", "C", "Cd3-d4") }

// FuzzPlay plays each line of the input: a move as written, or "#" and a character that picks one of the
// legal moves. The seat to move plays it, after "!" the other one, and after "?" a seat that does not
// exist.
func FuzzPlay(f *testing.F) {
	f.Add(uint8(6), "Cd3\nAa1\n#k\n#!\n#~")
	f.Add(uint8(6), "Cd3\nAd3\nCd3\n!lapse\n?leave\n!leave\nreturn")
	f.Add(uint8(2), "#a\n#b\n#c\n!Ca1\n#d\n#e\ndraw\ndraw")
	f.Add(uint8(24), "Cy25\nCa1\nCz26")
	f.Add(uint8(0), "Ca1\nCa1")
	f.Fuzz(func(t *testing.T, size uint8, moves string) {
		var st games.State = play(t, setup(minSize+int(size)%(maxSize-minSize+1)))
		for _, line := range strings.SplitN(moves, "\n", 60) {
			st = playLine(t, st.(state), line)
		}
	})
}

// playLine plays a line of [FuzzPlay] if it is legal, and compares the result with Legal.
func playLine(t *testing.T, before state, line string) games.State {
	seat := games.Seat(before.Ply % 2)
	if rest, other := strings.CutPrefix(line, "!"); other {
		seat, line = 1-seat, rest
	} else if rest, nobody := strings.CutPrefix(line, "?"); nobody {
		seat, line = games.Seat(99*before.Ply-1), rest
	}
	legal := before.Legal(seat)
	m := games.Move(line)
	if strings.HasPrefix(line, "#") && len(legal) > 0 {
		m = legal[len(legal)*int((line + "#")[1])/256]
	}
	next, err := before.Play(seat, m)
	if want := slices.Contains(legal, m) || mayStop(before, seat, m); want != (err == nil) {
		t.Fatalf("Play(%d, %q) = %v, want a position: %v", seat, m, err, want)
	}
	if err != nil {
		return before
	}
	after := next.(state)
	if pos := after.View(0).(View).position(); after.Ended == nil && after.pos != pos {
		t.Fatalf("after %q by seat %d Play keeps %+v, want %+v", m, seat, after.pos, pos)
	}
	if text, err := json.Marshal(after); err != nil || len(after.View(seat).String()) > 700 {
		t.Fatalf("after %q the state as JSON is %s, %v", m, text, err)
	}
	return next
}

// mayStop reports whether a system move can be made for a seat.
func mayStop(s state, seat games.Seat, m games.Move) bool {
	switch m {
	case games.Lapse:
		return slices.Contains(s.ToMove(), seat)
	case games.Leave, games.Draw:
		return slices.Contains(s.In(), seat)
	}
	return false
}
