package slyde

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

func FuzzParse(f *testing.F) {
	gametest.FuzzParse(f, Game{}, "f3-f4", "*f9", "F3 F4", "k10k11", "z99-z98", "*", "f3")
}

// FuzzPlay plays each line of the input: a move as written, or "#" and a character that picks one of
// the legal moves, or "=" to copy the other side where that can be done. The seat to move plays it,
// after "!" the other one, and after "?" a seat that does not exist.
func FuzzPlay(f *testing.F) {
	f.Add(uint8(8), true, "f3-f4\nf6-f5\n*f4\n#k\n#!\n#~")
	f.Add(uint8(8), true, "f3-f4\nf3-f4\n!lapse\n?leave\n!leave\nreturn")
	f.Add(uint8(4), true, "#a\n=\n#c\n=\n#d\n=\n#d\n=\n#z\n=\n*a1\ndraw\ndraw")
	f.Add(uint8(4), false, "b1-a1\nc1-d1\n*a1")
	f.Add(uint8(26), true, "z25-z26\ny1-z1")
	f.Fuzz(func(t *testing.T, size uint8, mirror bool, moves string) {
		var st games.State = play(t, setup(minSize+int(size)%13*2, mirror))
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
	switch {
	case strings.HasPrefix(line, "#") && len(legal) > 0:
		m = legal[len(legal)*int((line + "#")[1])/256]
	case line == "=":
		m = before.copied()
	}
	next, err := before.Play(seat, m)
	if want := slices.Contains(legal, m) || mayStop(before, seat, m); want != (err == nil) {
		t.Fatalf("Play(%d, %q) = %v, want a position: %v", seat, m, err, want)
	}
	if err != nil {
		return before
	}
	after := next.(state)
	if after.pos != afresh(after.pos) {
		t.Fatalf("after %q by seat %d Play keeps %+v, want %+v", m, seat, after.pos, afresh(after.pos))
	}
	if text, err := json.Marshal(after); err != nil || len(after.View(seat).String()) > 700 {
		t.Fatalf("after %q the state as JSON is %s, %v", m, text, err)
	}
	return next
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
