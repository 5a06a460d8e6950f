package twistonly

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlour/games"
)

// joined reports whether two groups of a side of the sizes given lie in one group of a size after a move,
// but for the stones of the face that it turns.
func (p plain) joined(m string, yellow bool, one, other, size int) bool {
	turned := p.face(m)
	for _, group := range p.play(m).groups() {
		var sizes []int
		for _, part := range p.groups() {
			rest := slices.DeleteFunc(slices.Clone(part), func(cell [2]int) bool { return slices.Contains(turned, cell) })
			if p.stones[part[0]].yellow == yellow && len(group) == size && len(rest) > 0 && !slices.ContainsFunc(rest, func(cell [2]int) bool { return !slices.Contains(group, cell) }) {
				sizes = append(sizes, len(part))
			}
		}
		if i := slices.Index(sizes, one); i >= 0 && slices.Contains(slices.Delete(sizes, i, i+1), other) {
			return true
		}
	}
	return false
}

// face returns the cells of the face that a move turns.
func (p plain) face(m string) [][2]int {
	twist, _ := parseTwist(strings.ToLower(m))
	col, row := twist.Col+1, twist.Row+1
	return [][2]int{{col, row}, {col + 1, row}, {col, row + 1}, {col + 1, row + 1}}
}

// first returns the size of the largest group.
func first(sizes []int) int {
	if len(sizes) == 0 {
		return 0
	}
	return sizes[0]
}

// largest returns the size of the largest group of each side, solved or not.
func (p plain) largest(solved bool) [2]int {
	sizes := p.sizes(solved)
	return [2]int{first(sizes[0]), first(sizes[1])}
}

// A plainThreat is what a side can do by one twist: the most for its largest solved group, the fewest for the
// largest group of the other side, the most for its own, and the twists that do that.
type plainThreat struct {
	solves, leaves, makes int
	makers                []string
}

// could returns what the side that is to move can do.
func (p plain) could() plainThreat {
	own := p.turns % 2
	c := plainThreat{p.largest(true)[own], p.largest(false)[1-own], p.largest(false)[own], nil}
	for _, m := range p.moves() {
		after := p.play(m)
		c.solves, c.leaves = max(c.solves, after.largest(true)[own]), min(c.leaves, after.largest(false)[1-own])
		size := after.largest(false)[own]
		if size > c.makes {
			c.makes, c.makers = size, nil
		}
		if size == c.makes {
			c.makers = append(c.makers, m)
		}
	}
	return c
}

// hinders reports whether the other side could have done what a reason says, if it had been its turn, and cannot do it
// after a move.
func (p plain) hinders(m string, why games.Text) bool {
	own := p.turns % 2
	turned := plain{p.size, p.stones, p.turns + 1, p.idle, nil}
	before, after := turned.could(), p.play(m).could()
	number := func(name string) int { n, _ := why.Args[name].(int); return n }
	was, size := p.largest(false)[own], number("Size")
	switch why.Key {
	case "twistonly.why.denies":
		return size == before.solves && size > p.largest(true)[1-own] && after.solves < size
	case "twistonly.why.saves":
		return number("From") == was && number("To") == before.leaves && before.leaves < was && after.leaves >= was
	case "twistonly.why.shields":
		return number("To") == before.leaves && number("Still") == after.leaves && before.leaves < after.leaves && after.leaves < was
	}
	joins := func(by string) bool {
		return turned.joined(by, own == 0, number("One"), number("Other"), size)
	}
	return size == before.makes && size > p.largest(false)[1-own] && after.makes < size &&
		(why.Key == "twistonly.why.stops" || slices.ContainsFunc(before.makers, joins))
}

// meet reports whether two sets of cells have one in common.
func meet(one, other [][2]int) bool {
	return slices.ContainsFunc(one, func(cell [2]int) bool { return slices.Contains(other, cell) })
}

// near reports whether some groups on the face that a move turns became what a reason says.
func (p plain) near(m string, why games.Text) bool {
	yellow, face := p.turns%2 == 1, p.face(m)
	for _, was := range p.groups() {
		if why.Key != "twistonly.why.breaks" || p.stones[was[0]].yellow == yellow || len(was) != why.Args["From"] || !meet(was, face) {
			continue
		}
		left := 0
		for _, is := range p.play(m).groups() {
			if p.play(m).stones[is[0]].yellow != yellow && meet(is, slices.Concat(was, face)) {
				left = max(left, len(is))
			}
		}
		if left == why.Args["To"] && left < len(was) {
			return true
		}
	}
	for _, is := range p.play(m).groups() {
		if why.Key == "twistonly.why.breaks" || p.play(m).stones[is[0]].yellow != yellow || !meet(is, face) {
			continue
		}
		most := 1
		for _, was := range p.groups() {
			rest := slices.DeleteFunc(slices.Clone(was), func(cell [2]int) bool { return slices.Contains(face, cell) })
			if p.stones[was[0]].yellow == yellow && len(rest) > 0 && !slices.ContainsFunc(rest, func(cell [2]int) bool { return !slices.Contains(is, cell) }) {
				most = max(most, len(was))
			}
		}
		made := why.Key == "twistonly.why.makes" && most == 1 && len(is) == why.Args["Size"]
		if made && len(is) > 1 || most > 1 && most == why.Args["From"] && len(is) == why.Args["To"] && len(is) > most {
			return true
		}
	}
	return false
}

// reaches reports whether a group of the mover of a size touches two neutral stones after a move, and none as large,
// solved or touching two, did before.
func (p plain) reaches(m string, size int) bool {
	yellow := p.turns%2 == 1
	held := func(p plain) (most int) {
		for _, group := range p.groups() {
			if p.stones[group[0]].yellow == yellow && p.holds(group) == 2 {
				most = max(most, len(group))
			}
		}
		return most
	}
	return held(p.play(m)) == size && held(p) < size && p.play(m).largest(true)[p.turns%2] < size
}

// solved counts the solved stones of a side.
func (p plain) solved(side int) (count int) {
	for _, size := range p.sizes(true)[side] {
		count += size
	}
	return count
}

// truth reports whether a reason for a move is true by the plain game.
func (p plain) truth(why games.Text, m string) bool {
	after, own := p.play(m), p.turns%2
	was, is := p.sizes(false), after.sizes(false)
	number := func(name string) int { n, _ := why.Args[name].(int); return n }
	switch why.Key {
	case "":
		return true
	case "twistonly.why.wins":
		return len(after.moves()) == 0 && after.winner() == 1-2*own
	case "twistonly.why.solves", "twistonly.why.solves-more":
		had := p.largest(true)[own]
		return number("Size") == after.largest(true)[own] && number("Size") > had && number("From") == had && (had > 0) == (why.Key != "twistonly.why.solves")
	case "twistonly.why.solves-some":
		return number("Count") == after.solved(own)-p.solved(own) && number("Count") > 0
	case "twistonly.why.denies", "twistonly.why.saves", "twistonly.why.shields", "twistonly.why.parts", "twistonly.why.stops":
		return p.hinders(m, why)
	case "twistonly.why.adds", "twistonly.why.makes", "twistonly.why.breaks":
		return p.near(m, why)
	case "twistonly.why.reaches":
		return p.reaches(m, number("Size"))
	case "twistonly.why.leaves":
		return number("Count") == len(after.moves())
	case "twistonly.why.joins", "twistonly.why.joins-more":
		one, two, size := number("One"), number("Other"), number("Size")
		return one >= two && two > 1 && size == one+two+number("More") && (size > one+two) == (why.Key != "twistonly.why.joins") && p.joined(m, own == 1, one, two, size)
	case "twistonly.why.cuts":
		from, to := number("From"), number("To")
		return from == first(was[1-own]) && to == first(is[1-own]) && to < from
	case "twistonly.why.grows":
		from, to := number("From"), number("To")
		return from == first(was[own]) && to == first(is[own]) && to > from
	}
	return false
}

// told checks that what is said for a move is true.
func (p plain) told(t *testing.T, s state, m string) {
	t.Helper()
	if why := (Game{}).Why(s.View(s.Next()), s.Next(), games.Move(m)); !p.truth(why, m) {
		t.Errorf("%s is said to be good because %v, which is not so in\n%v", m, why, s.View(0))
	}
}

// Whatever is said for a twist is true by the plain game.
func TestWhyIsTrue(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	for _, size := range []int{4, 4, 5, 5, 6, 6, 7} {
		s, p := play(t, setup(size)), newPlain(size)
		for moves := p.moves(); len(moves) > 0; moves = p.moves() {
			for range 3 {
				p.told(t, s, moves[rng.IntN(len(moves))])
			}
			m := moves[rng.IntN(len(moves))]
			s, p = move(t, s, games.Move(m)).(state), p.play(m)
		}
	}
	for _, z := range zoo { // which has every reason
		p := newPlain(z.size)
		for _, m := range strings.Fields(z.log) {
			p = p.play(m)
		}
		for _, g := range z.good {
			p.told(t, play(t, setup(z.size), texts(z.log)...), string(g.move))
		}
	}
}

func TestWhyInWords(t *testing.T) {
	start, log := play(t, setup(4)), texts(whole)
	s := play(t, setup(8), log[:len(log)-1]...) // seat 1 is to move
	for _, c := range []struct {
		state state
		seat  games.Seat
		move  games.Move
		want  string
	}{
		{start, 0, "Ab1", "It solves your group of 2."},
		{start, 0, "leave", ""},
		{start, 1, "Ab1", ""},
		{s, 1, "Af6", ""}, // ends the game, and Orange wins
	} {
		if got := say(t, Game{}.Why(c.state.View(c.seat), c.seat, c.move)); got != c.want {
			t.Errorf("%s of seat %d is said to be good because %q, want %q", c.move, c.seat, got, c.want)
		}
	}
}
