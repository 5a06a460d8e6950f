package catchup

import (
	"math/rand/v2"
	"slices"
	"testing"

	"parlour/games"
)

func TestWhyInWords(t *testing.T) {
	for _, c := range []struct{ moves, move, want string }{
		{"e5 a1,a2", "e6,e7", "Your largest group grows from 1 to 3. Ben gets three stones."},
		{"", "d4", ""},      // a first stone never earns one
		{"e5", "c1", ""},    // nor does this one
		{"e5", "c1,g1", ""}, // there was no group that could stay
		{"e5", "c1,c2", "It starts a group of 2. Ann gets three stones."},
		{"e5 a1,a2 e8 a3", "c1,c2", "Your largest group grows from 1 to 2."}, // and trails
		{"e5 a1,a2", "c1", "Your largest group stays 1, so Ben earns no third stone."},
		{"e5 a1,a2 e6,e8 a3 e9", "a5", "Your largest group stays 3, so Ann earns no third stone."},
		{"e5 a1,a2 e6,e8 a3,a4 e9", "e7", "It keeps Ann from joining a group of 5."},
		{"e5 a1,a2 i1 a4,a5", "a3,e6", "It keeps Ben from joining a group of 5. They get three stones."},
		{"e5 a1,a2 e6,e8,e9 a3,a4", "e7", "It joins your 2 and 2 with 1 more to make 5. Ben gets three stones."},
		{"e5 a1,a2 e6,e8,e9 a3,a4", "e1,e2", "Your largest group stays 2, so Ben earns no third stone."},
		{"e5 a1,a2 e6,e8,e9 a3,a4", "leave", ""},
		{"e5 a1,a2 e6,e8,e9 a3,a4", "e5", ""}, // taken
	} {
		s := play(t, setup(5, Match), line(c.moves)...)
		if got := say(t, Game{}.Why(s.View(0), s.Next(), games.Move(c.move))); got != c.want {
			t.Errorf("after %s, %s is said to be good because %q, want %q", c.moves, c.move, got, c.want)
		}
		if got := (Game{}).Why(s.View(0), 1-s.Next(), games.Move(c.move)); got.Key != "" {
			t.Errorf("a seat that is not to move is given the reason %v", got)
		}
	}
}

// What a reason says is true of the plain implementation.
func TestWhyIsTrue(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	said := map[string]int{}
	for range 25 {
		p, s := newPlain(3, "match"), play(t, setup(3, Match))
		for s.Ended == nil {
			moves := p.moves()
			m := moves[rng.IntN(len(moves))]
			why := Game{}.Why(s.View(0), s.Next(), p.text(m))
			said[why.Key]++
			if !p.true(m, why) {
				t.Fatalf("after %d turns %s is said to be good because of %v", p.turns, p.text(m), why)
			}
			p, s = p.play(m), move(t, s, p.text(m))
		}
	}
	for _, key := range []string{"", "catchup.why.wins", "catchup.why.joins-more", "catchup.why.stops", "catchup.why.grows", "catchup.why.starts", "catchup.why.stays"} {
		if said[key] == 0 {
			t.Errorf("%q is never said: %v", key, said)
		}
	}
}

// true reports whether a reason for a turn holds.
func (p plain) true(m [][2]int, why games.Text) bool {
	side := p.turns % 2
	after := p.play(m)
	if three, says := why.Args["Three"].(games.Text); says && (three.Key != "") != (after.limit == 3) {
		return false
	}
	is := func(name string, want int) bool { return why.Args[name] == want }
	switch why.Key {
	case "catchup.why.wins":
		return len(after.empty()) == 0 && after.winner() == side
	case "catchup.why.joins", "catchup.why.joins-more":
		for _, group := range after.groups(side) {
			var sizes []int
			for _, old := range p.groups(side) {
				if slices.Contains(group, old[0]) {
					sizes = append(sizes, len(old))
				}
			}
			if len(sizes) > 1 && is("Size", len(group)) && is("One", sizes[0]) && is("Other", sizes[1]) && is("More", len(group)-sizes[0]-sizes[1]) {
				return len(group) == after.largest(side)
			}
		}
		return false
	case "catchup.why.stops":
		for _, c := range m {
			other := p
			other.turns++
			if next := other.play([][2]int{c}); is("Size", next.largest(1-side)) && next.largest(1-side) >= p.largest(1-side)+2 {
				return true
			}
		}
		return false
	case "catchup.why.grows":
		return is("From", p.largest(side)) && is("To", after.largest(side)) && after.largest(side) > p.largest(side)
	case "catchup.why.starts":
		return p.groups(side) == nil && is("Size", after.largest(side)) && after.largest(side) > 1
	case "catchup.why.stays":
		return p.groups(side) != nil && is("Size", after.largest(side)) && after.largest(side) == p.largest(side) && after.limit < 3
	}
	return true
}
