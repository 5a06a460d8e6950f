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
	if one, says := why.Args["One"].(int); says && one+why.Args["Other"].(int) != size {
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

// costs reports whether a reason says that the largest group of the mover shrinks, if that is so.
func (p plain) costs(was, is int, why games.Text) bool {
	switch why.Key {
	case "slyde.why.trades", "slyde.why.loses", "slyde.why.wins", "slyde.why.change", "":
		return true
	}
	if is < was {
		return why.Args["Shrunk"] == is
	}
	return why.Args["Shrunk"] == nil || why.Args["Shrunk"] == 0
}

// second reports whether what is said of the second groups is true, and as it should be only where the mover's groups
// are no worse.
func (p plain) second(was, is [2][]int, why games.Text) bool {
	own := p.turns % 2
	side := own
	if why.Key == "slyde.why.cuts-second" {
		side = 1 - own
	}
	from, to := why.Args["From"].(int), why.Args["To"].(int)
	if slices.Compare(is[own], was[own]) < 0 || is[own][0] != was[own][0] || from != was[side][1] || to != is[side][1] {
		return false
	}
	return max(from, to) >= 5 && (side == own) == (to > from)
}

// again returns the position with the same side to move once more, and without the mirror rule.
func (p plain) again(m string) plain { return p.play(m).turned() }

// small reports whether a smaller fact is true.
func (p plain) small(was, is [2][]int, m string, why games.Text) bool {
	own, after := p.turns%2, p.play(m)
	size, _ := why.Args["Size"].(int)
	switch why.Key {
	case "slyde.why.threatens", "slyde.why.threatens-any":
		_, before, _ := plain{p.size, p.stones, p.turns, false}.could()
		_, makes, makers := p.again(m).could()
		one, two := why.Args["One"], why.Args["Other"]
		return size == makes && makes > max(before, is[own][0]) && (why.Key == "slyde.why.threatens-any" || one.(int)+two.(int) == size &&
			slices.ContainsFunc(makers, func(by string) bool { return p.again(m).joined(by, one.(int), two.(int), size) }))
	case "slyde.why.grows-at":
		return slices.Compare(is[own], was[own]) >= 0 && p.growsAt(m, why)
	case "slyde.why.stays":
		return why.Args["Ahead"] == is[own][0] && why.Args["Low"] == is[1-own][0] && is[own][0] > is[1-own][0] &&
			!slices.ContainsFunc(after.moves(), func(by string) bool { g := after.play(by).groups(); return g[own][0] <= g[1-own][0] })
	case "slyde.why.leaves":
		return why.Args["Count"] == len(plain{p.size, after.stones, after.turns, false}.moves())
	}
	return false
}

// growsAt reports whether a move's stone lands in a group of a size that had no part as large.
func (p plain) growsAt(m string, why games.Text) bool {
	_, to, _ := strings.Cut(m, "-")
	for _, group := range p.play(m).parts(p.white()) {
		if !slices.ContainsFunc(group, func(c [2]int) bool { return p.name(c) == to }) {
			continue
		}
		most := 0
		for _, part := range p.parts(p.white()) {
			if slices.ContainsFunc(part, func(c [2]int) bool { return slices.Contains(group, c) }) {
				most = max(most, len(part))
			}
		}
		return why.Args["Cell"] == to && why.Args["From"] == most && why.Args["To"] == len(group) && most < len(group)
	}
	return false
}

// truth reports whether a reason for a move is true by the plain game.
func (p plain) truth(why games.Text, m string) bool {
	after, own := p.play(m), p.turns%2
	was, is := p.groups(), after.groups()
	if !p.costs(was[own][0], is[own][0], why) {
		return false
	}
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
	case "slyde.why.trades":
		before, _, _ := p.turned().could()
		now, _, _ := plain{p.size, after.stones, p.turns + 1, false}.could()
		return why.Args["Lost"] == was[own][0]-is[own][0] && why.Args["Least"] == now && before < now && is[own][0] < was[own][0]
	case "slyde.why.loses":
		return why.Args["From"] == was[own][0] && why.Args["To"] == is[own][0] && is[own][0] < was[own][0]
	case "slyde.why.breaks":
		times := func(sizes []int) int {
			return len(slices.DeleteFunc(slices.Clone(sizes), func(n int) bool { return n != was[own][0] }))
		}
		return why.Args["Size"] == was[own][0] && was[own][0] == is[own][0] && times(is[own]) < times(was[own])
	case "slyde.why.second", "slyde.why.cuts-second":
		return p.second(was, is, why)
	case "slyde.why.grows":
		from, to := why.Args["From"].(int), why.Args["To"].(int)
		return from == was[own][0] && to == is[own][0] && to > from
	}
	return p.small(was, is, m, why)
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
	for _, z := range zoo { // which has every reason, with lesser
		p := newPlain(z.size, true)
		for _, m := range strings.Fields(z.log) {
			p = p.play(m)
		}
		for _, g := range z.good {
			p.told(t, zooState(t, z.size, z.log), string(g.move))
		}
	}
	for _, z := range lesser {
		p := newPlain(z.size, true)
		for _, m := range strings.Fields(z.log) {
			p = p.play(m)
		}
		p.told(t, zooState(t, z.size, z.log), string(z.good.move))
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
