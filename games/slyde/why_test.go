package slyde

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlour/games"
)

var _ games.Reasoner = Game{}

// parts returns the groups of a side as sets of cells.
func (p plain) parts(white bool) (all [][][2]int) {
	seen := map[[2]int]bool{}
	for cell, stone := range p.stones {
		if part := p.flood(cell, seen); len(part) > 0 && stone.white == white {
			all = append(all, part)
		}
	}
	return all
}

// joined reports whether two groups of the sizes given lie in one group of a size after a swap, but
// for the stone that was swapped.
func (p plain) joined(m string, one, other, size int) bool {
	from, _, _ := strings.Cut(m, "-")
	within := func(group, part [][2]int) bool {
		stays := 0
		for _, cell := range part {
			if p.name(cell) == from {
				continue
			}
			if stays++; !slices.Contains(group, cell) {
				return false
			}
		}
		return stays > 0
	}
	for _, group := range p.play(m).parts(p.white()) {
		var sizes []int
		for _, part := range p.parts(p.white()) {
			if len(group) == size && within(group, part) {
				sizes = append(sizes, len(part))
			}
		}
		if i := slices.Index(sizes, one); i >= 0 && slices.Contains(slices.Delete(sizes, i, i+1), other) {
			return true
		}
	}
	return false
}

// turned returns the position with the other side to move, and without the mirror rule.
func (p plain) turned() plain { return plain{p.size, p.stones, p.turns + 1, false} }

// could returns the fewest stones that a swap leaves the largest group of the side that is not to move, the most that
// it gives the largest of the side that is, and the swaps that do so; what there is if there are none.
func (p plain) could() (leaves, makes int, makers []string) {
	own := p.turns % 2
	leaves, makes = p.groups()[1-own][0], p.groups()[own][0]
	for _, m := range p.moves() {
		after := p.play(m).groups()
		leaves = min(leaves, after[1-own][0])
		if after[own][0] > makes {
			makes, makers = after[own][0], nil
		}
		if after[own][0] == makes {
			makers = append(makers, m)
		}
	}
	return leaves, makes, makers
}

// stops reports whether the other side could have made a group of a size, larger than what it has, by a swap that
// may be one of two groups, and cannot make one as large after a move.
func (p plain) stops(m string, why games.Text) bool {
	_, makes, makers := p.turned().could()
	_, left, _ := plain{p.size, p.play(m).stones, p.turns + 1, false}.could()
	size := why.Args["Size"].(int)
	if size != makes || left >= size || p.groups()[1-p.turns%2][0] >= size {
		return false
	}
	return why.Key == "slyde.why.stops" || slices.ContainsFunc(makers, func(by string) bool {
		return p.turned().joined(by, why.Args["One"].(int), why.Args["Other"].(int), size)
	})
}

// saves reports whether the other side could have cut the largest group by a swap to a size, and cannot after a move.
func (p plain) saves(m string, why games.Text) bool {
	before, _, _ := p.turned().could()
	after, _, _ := plain{p.size, p.play(m).stones, p.turns + 1, false}.could()
	was := p.groups()[p.turns%2][0]
	if before != why.Args["To"].(int) || before >= was {
		return false
	}
	if why.Key == "slyde.why.saves" {
		return was == why.Args["From"].(int) && after >= was
	}
	return after == why.Args["Still"].(int) && before < after && after < was
}

// group returns the group of a cell by its name.
func (p plain) group(name string) (all [][2]int) {
	for cell := range p.stones {
		if p.name(cell) == name {
			all = p.flood(cell, map[[2]int]bool{})
		}
	}
	return all
}

// near reports whether what is said of the groups of the two stones of a swap is true.
func (p plain) near(m string, why games.Text) bool {
	from, to, _ := strings.Cut(m, "-")
	now, most := p.play(m).group(to), 1
	for _, part := range p.parts(p.white()) {
		rest := slices.DeleteFunc(slices.Clone(part), func(cell [2]int) bool { return p.name(cell) == from })
		if len(rest) > 0 && !slices.ContainsFunc(rest, func(cell [2]int) bool { return !slices.Contains(now, cell) }) {
			most = max(most, len(part))
		}
	}
	theirs, left := p.group(to), 0
	for _, part := range p.play(m).parts(!p.white()) {
		if slices.ContainsFunc(part, func(cell [2]int) bool { return slices.Contains(theirs, cell) }) {
			left = max(left, len(part))
		}
	}
	switch why.Key {
	case "slyde.why.adds":
		return why.Args["From"].(int) == most && most > 1 && why.Args["To"].(int) == len(now) && len(now) > most
	case "slyde.why.makes":
		return most == 1 && why.Args["Size"].(int) == len(now) && len(now) > 1
	}
	return why.Args["From"].(int) == len(theirs) && why.Args["To"].(int) == left && left < len(theirs)
}

// truth reports whether a reason for a move is true by the plain game.
func (p plain) truth(why games.Text, m string) bool {
	after, own := p.play(m), p.turns%2
	was, is := p.groups(), after.groups()
	switch why.Key {
	case "":
		return true
	case "slyde.why.wins":
		return len(after.moves()) == 0 && after.winner() == 1-2*own
	case "slyde.why.change":
		return m[0] == '*' && p.symmetric() && !after.symmetric()
	case "slyde.why.joins", "slyde.why.joins-more":
		one, two, size := why.Args["One"].(int), why.Args["Other"].(int), why.Args["Size"].(int)
		return one >= two && two > 1 && size == one+two+why.Args["More"].(int) && (size > one+two) == (why.Key != "slyde.why.joins") && p.joined(m, one, two, size)
	case "slyde.why.cuts":
		from, to := why.Args["From"].(int), why.Args["To"].(int)
		return from == was[1-own][0] && to == is[1-own][0] && to < from
	case "slyde.why.parts", "slyde.why.stops":
		return p.stops(m, why)
	case "slyde.why.saves", "slyde.why.shields":
		return p.saves(m, why)
	case "slyde.why.adds", "slyde.why.makes", "slyde.why.breaks":
		return p.near(m, why)
	case "slyde.why.fixes":
		_, to, swap := strings.Cut(m, "-")
		return swap && why.Args["Cell"] == to
	case "slyde.why.grows":
		from, to := why.Args["From"].(int), why.Args["To"].(int)
		return from == was[own][0] && to == is[own][0] && to > from
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

// Whatever is said for a turn is true by the plain game.
func TestWhyIsTrue(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	for n, size := range []int{4, 4, 4, 4, 6, 6, 6} {
		s, p := play(t, setup(size, true)), newPlain(size, true)
		for moves := p.moves(); len(moves) > 0; moves = p.moves() {
			for range 3 {
				p.told(t, s, moves[rng.IntN(len(moves))])
			}
			m := copies(p, moves, rng)
			if n%2 == 0 {
				m = anyMove(p, moves, rng)
			}
			s, p = move(t, s, games.Move(m)).(state), p.play(m)
		}
	}
	for _, z := range zoo { // which has every reason
		p := newPlain(z.size, true)
		for _, m := range strings.Fields(z.log) {
			p = p.play(m)
		}
		for _, g := range z.good {
			p.told(t, zooState(t, z.size, z.log), string(g.move))
		}
	}
}

func TestWhyInWords(t *testing.T) {
	s := play(t, setup(4, true), "b1-a1", "c1-d1")
	for m, want := range map[games.Move]string{
		"*a1": "It breaks the mirror, so Ben can't copy you.", "b3-b2": "It joins your 2 and 2 with 1 more, which makes 5.", "leave": "",
	} {
		if got := say(t, Game{}.Why(s.View(0), 0, m)); got != want {
			t.Errorf("%s is said to be good because %q, want %q", m, got, want)
		}
	}
	if got := (Game{}).Why(s.View(1), 1, "b3-b2"); got.Key != "" {
		t.Errorf("a seat that is not to move is given the reason %v", got)
	}
}
