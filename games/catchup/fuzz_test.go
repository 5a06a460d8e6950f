package catchup

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

func FuzzParse(f *testing.F) {
	gametest.FuzzParse(f, Game{}, "e5", "a4,c7,i5", "I5 a4 ,C7", "a1,a1", "z99z98z97", "a")
}

// FuzzPlay plays each line of the input: a move as written, or "#" and a character that picks one of
// the legal moves. The seat to move plays it, after "!" the other one, and after "?" a seat that does
// not exist.
func FuzzPlay(f *testing.F) {
	f.Add(uint8(1), uint8(0), "c3\nb2,c4\n#k\n#!\n#~")
	f.Add(uint8(0), uint8(2), "b2\nb2\n!lapse\n?leave\n!leave\nreturn")
	f.Add(uint8(1), uint8(1), "#a\n#b\n#c\n!a1\n#d\n#e\ndraw\ndraw")
	f.Add(uint8(0), uint8(0), "a1\nb2,c2\nb1,b3,c1\na2")
	f.Fuzz(func(t *testing.T, size, bonus uint8, moves string) {
		st := play(t, setup(minSize+int(size)%2, Bonus(int(bonus)%len(bonuses))))
		for _, line := range strings.SplitN(moves, "\n", 40) {
			st = playLine(t, st, line)
		}
	})
}

// playLine plays a line of [FuzzPlay] if it is legal, and compares the result with Legal.
func playLine(t *testing.T, before state, line string) state {
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
	if text, err := json.Marshal(after); err != nil || len(after.View(seat).String()) > 700 {
		t.Fatalf("after %q the state as JSON is %s, %v", m, text, err)
	}
	return after
}

// mayStop reports whether a system move can be made for a seat.
func mayStop(s state, seat games.Seat, m games.Move) bool {
	switch {
	case m == games.Lapse:
		return slices.Contains(s.ToMove(), seat)
	case m.Leaves(), m == games.Draw:
		return slices.Contains(s.In(), seat)
	}
	return false
}
