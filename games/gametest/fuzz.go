package gametest

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"parlour/games"
)

// FuzzParse checks that Parse returns a move in its one spelling, whatever was typed.
func FuzzParse(f *testing.F, g games.Game, typed ...string) {
	for _, text := range append(systemTexts, typed...) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := g.Parse(text)
		if err != nil {
			return
		}
		if again, err := g.Parse(string(m)); err != nil || again != m {
			t.Errorf("Parse(%q) = %q, and Parse of that = %q, %v", text, m, again, err)
		}
	})
}

// FuzzPlay plays the words of the input one after the other as [FuzzLine] does, from a setup with some of the options,
// and checks each position.
func FuzzPlay[S games.State](f *testing.F, g games.Game, check func(t *testing.T, s S), options []string, seeds ...string) {
	for i := range options {
		for _, seed := range seeds {
			f.Add(uint8(i), seed)
		}
	}
	f.Fuzz(func(t *testing.T, setup uint8, moves string) {
		s, err := g.Start(SetupOf(g, options[int(setup)%len(options)]))
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.SplitN(moves, " ", 60) {
			s = FuzzLine(t, s, line)
			check(t, s.(S))
		}
	})
}

// FuzzLine plays a line of the input of a fuzzed [games.Duel] if it may be played, and compares Play
// with Legal. A line is a move as written, or "#" and a character that picks one of the legal moves. The
// seat to move plays it, after "!" the other one, and after "?" a seat that does not exist. The position
// stays as it was where the line is refused.
func FuzzLine(t *testing.T, before games.State, line string) games.State {
	t.Helper()
	seat := games.Seat(0)
	if owe := before.ToMove(); len(owe) > 0 {
		seat = owe[0]
	}
	if rest, other := strings.CutPrefix(line, "!"); other {
		seat, line = 1-seat, rest
	} else if rest, nobody := strings.CutPrefix(line, "?"); nobody {
		seat, line = games.Seat(99*len(line)), rest
	}
	legal, m := before.Legal(seat), games.Move(line)
	if strings.HasPrefix(line, "#") && len(legal) > 0 {
		m = legal[len(legal)*int((line + "#")[1])/256]
	}
	after, err := before.Play(seat, m)
	if want := slices.Contains(legal, m) || stops(before, seat, m); want != (err == nil) {
		t.Fatalf("Play(%d, %q) = %v, want a position: %v", seat, m, err, want)
	}
	if err != nil {
		return before
	}
	if text, err := json.Marshal(after); err != nil || len(after.View(seat).String()) > maxText {
		t.Fatalf("after %q by seat %d the state as JSON is %s, %v, and as text\n%s", m, seat, text, err, after.View(seat))
	}
	return after
}

// stops reports whether a system move of a seat ends a [games.Duel].
func stops(s games.State, seat games.Seat, m games.Move) bool {
	switch {
	case m == games.Lapse:
		return slices.Contains(s.ToMove(), seat)
	case m.Leaves(), m == games.Draw:
		return slices.Contains(s.In(), seat)
	}
	return false
}
