package magic

import (
	"math/rand/v2"
	"testing"

	"parlour/games"
)

var _ games.Reasoner = Game{}

// has reports whether a side of a plain position has a row.
func (p plain) has(side int8) bool {
	for _, l := range plainLines {
		a, b, c := p.board[l[0]], p.board[l[1]], p.board[l[2]]
		if a.owner == side && b == a && c == a {
			return true
		}
	}
	return false
}

// some reports whether a turn leads to a plain position of a kind.
func (p plain) some(is func(plain) bool) bool {
	for _, m := range p.moves(nil) {
		if is(p.play(m)) {
			return true
		}
	}
	return false
}

// whyPlain says what the rules, written plainly, say about a move.
func whyPlain(p plain, m plainMove) string {
	own, other := p.mover, 1-p.mover
	after := p.play(m)
	switch winner, over := after.result(); {
	case over && winner == own:
		return "It completes three in a row, locked, and wins."
	case over:
		return ""
	}
	name := []string{"Ann", "Ben"}[other]
	made, broke := after.has(own), p.has(other)
	wins := !after.some(func(p plain) bool { return !p.has(own) })
	switch {
	case made && wins:
		return name + " can't break that row."
	case wins:
		return "Whatever " + name + " does, you win next turn."
	case made && broke:
		return "It breaks " + name + "'s row and completes yours."
	case made:
		return "It completes three in a row."
	case broke:
		return "It breaks " + name + "'s row."
	}
	lets := func(p plain) bool { return p.some(func(p plain) bool { return p.has(other) }) }
	if !lets(after) && p.some(lets) {
		return "It stops " + name + " from completing a row."
	}
	return ""
}

// Whatever is said for a turn is true by the plain game, in the positions of the zoo and at random.
func TestWhyIsTrue(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 7))
	var texts []string
	for _, z := range zoo {
		texts = append(texts, z.position)
	}
	for i := range 60 {
		texts = append(texts, randomPosition(rng, 3+i%11))
	}
	said := map[string]int{}
	for _, text := range texts {
		s, p := from(t, text), plainFrom(text)
		if _, over := s.Result(); over {
			continue
		}
		moves, seat := p.moves(nil), s.ToMove()[0]
		for range 5 {
			m := moves[rng.IntN(len(moves))]
			why := Game{}.Why(s.View(seat), seat, games.Move(m.text()))
			if got, want := say(t, why), whyPlain(p, m); got != want {
				t.Errorf("%s in %s is said to be good because %q, want %q", m.text(), text, got, want)
			}
			said[why.Key]++
		}
	}
	for _, key := range []string{"", "magic.why.row", "magic.why.breaks", "magic.why.stops"} {
		if said[key] == 0 {
			t.Errorf("%q is never said: %v", key, said)
		}
	}
}

func TestWhy(t *testing.T) {
	for _, c := range []struct {
		position string
		move     games.Move
		want     string
	}{
		{"2_-uu-DdUd-UDUu--D", "a2Nd1U", "It completes three in a row, locked, and wins."},
		{"2_-D-DUUUu-dudd--U", "a2Sc4D", "Whatever Ann does, you win next turn."},
		{"1_----------------", "a1U", ""},
		{"1_----------------", "leave", ""},
	} {
		seat := from(t, c.position).ToMove()[0]
		if got := say(t, Game{}.Why(from(t, c.position).View(seat), seat, c.move)); got != c.want {
			t.Errorf("%s in %s is said to be good because %q, want %q", c.move, c.position, got, c.want)
		}
		if got := (Game{}).Why(from(t, c.position).View(0), 1-seat, c.move); got.Key != "" {
			t.Errorf("a seat that is not to move is given the reason %v", got)
		}
	}
}
