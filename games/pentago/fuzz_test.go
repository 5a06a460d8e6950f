package pentago

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

func FuzzParse(f *testing.F) {
	gametest.FuzzParse(f, Game{}, "b3-Cd4", "b3", "b3 ↻ a4", "A1AA1", "z99-Cz99", "Cd4")
}

// FuzzPlay plays each line of the input: a move as written, or "#" and a character that picks one
// of the legal moves. The seat to move plays it, after "!" the other one, and after "?" a seat that
// does not exist.
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
			st = playLine(t, st.(state), line)
		}
	})
}

// playLine plays a line of [FuzzPlay] if it is legal, and compares the result with Legal. A cell
// alone is understood without being listed.
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
	want := slices.Contains(legal, m) || mayStop(before, seat, m)
	if _, cell := readCell(string(m)); cell && err == nil && !want {
		after := next.(state)
		if !slices.Contains(legal, after.Last) || after.turn.Twist == NoTwist {
			t.Fatalf("Play(%d, %q) is %q, which is not legal", seat, m, after.Last)
		}
		want = true
	}
	if want != (err == nil) {
		t.Fatalf("Play(%d, %q) = %v, want a position: %v", seat, m, err, want)
	}
	if err != nil {
		return before
	}
	after := next.(state)
	if after.pos.stones[0]&after.pos.stones[1] != 0 || after.pos.Ply() != after.Ply {
		t.Fatalf("after %q by seat %d the board is %+v at ply %d", m, seat, after.pos, after.Ply)
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
	case games.Leave, games.Spent, games.Absent, games.Draw:
		return slices.Contains(s.In(), seat)
	}
	return false
}
