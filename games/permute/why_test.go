package permute

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/gametest"
)

var _ games.Reasoner = Game{}

// parts returns the groups of a colour as lists of cells.
func (p plain) parts(c board.Colour) (all [][]int) {
	seen := make([]bool, len(p.cells))
	for cell, stone := range p.cells {
		if seen[cell] || stone.colour != c {
			continue
		}
		before := slices.Clone(seen)
		p.flood(cell, seen)
		var part []int
		for i := range seen {
			if seen[i] && !before[i] {
				part = append(part, i)
			}
		}
		all = append(all, part)
	}
	return all
}

// joined reports whether two groups of a colour, of the sizes given, lie in one group of a size on another board,
// but for the stones of a face that was turned. The group of that size may be in either board: joining and splitting
// are the same, seen from the other side.
func joined(from, to plain, c board.Colour, face int16, one, other, size int) bool {
	turned := from.corners(face)
	within := func(group, part []int) bool {
		stays := 0
		for _, cell := range part {
			if slices.Contains(turned[:], int16(cell)) {
				continue
			}
			if stays++; !slices.Contains(group, cell) {
				return false
			}
		}
		return stays > 0
	}
	for _, group := range to.parts(c) {
		var sizes []int
		for _, part := range from.parts(c) {
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

// first returns the largest size, 0 if there is none.
func first(sizes []int) int {
	if len(sizes) == 0 {
		return 0
	}
	return sizes[0]
}

// some reports whether some turn of a face, which either side can make, leads to a position of a kind.
func (p plain) some(kind func(next plain, face int16) bool) bool {
	return slices.ContainsFunc(p.moves(nil), func(m plainMove) bool { return kind(p.play(m), m.face) })
}

// read reads a legal move of the plain game.
func (p plain) read(t *testing.T, text string) plainMove {
	t.Helper()
	moves := p.moves(nil)
	i := slices.IndexFunc(moves, func(m plainMove) bool { return p.text(m) == text })
	if i < 0 {
		t.Fatalf("%s is not a move", text)
	}
	return moves[i]
}

// truth reports whether a reason for a move is true by the plain game.
func (p plain) truth(why games.Text, m plainMove) bool {
	if why.Key == "" {
		return true
	}
	after := p.play(m)
	was, is := p.groups(), after.groups()
	own, other := p.mover, p.mover.Other()
	n := func(name string) int { return why.Args[name].(int) }
	kind := strings.TrimPrefix(why.Key, "permute.why.")
	over := len(after.moves(nil)) == 0
	switch winner := after.winner(); kind {
	case "wins":
		high, low := first(is[own]), first(is[other])
		return over && winner == 1-2*int(own) && (n("High") == high && n("Low") == low && high > low || n("High") == 0 && high == low)
	case "draws":
		return over && winner == 0
	}
	ahead, behind := 0, 0
	if mine, theirs := first(is[own]), first(is[other]); mine > theirs {
		ahead = mine
	} else if theirs > mine {
		behind = theirs
	}
	if over || n("Ahead") != ahead || n("Behind") != behind || n("Low") != min(first(is[own]), first(is[other])) {
		return false
	}
	if high, low := first(was[own]), first(is[own]); low < high && n("Shrunk") != low || low >= high && n("Shrunk") != 0 {
		return false
	}
	if p.threatTruth(kind, why, after) {
		return true
	}
	switch kind {
	case "joins", "joins-more", "links":
		one, two, size := n("One"), n("Other"), n("Size")
		more := size - one - two
		apart := after
		apart.cells = slices.Clone(after.cells)
		apart.cells[m.fixed].colour = other
		linked := true
		for part := range size {
			linked = linked && !joined(p, apart, own, m.face, one, two, part)
		}
		return one >= two && two > 1 && joined(p, after, own, m.face, one, two, size) &&
			(kind == "links" && linked || kind == "joins" && more == 0 || kind == "joins-more" && more > 0 && more == n("More"))
	case "splits":
		return joined(after, p, other, m.face, n("One"), n("Other"), n("Size")) && n("Other") > 1 && n("One")+n("Other") == n("Size")
	case "loses":
		return n("From") == first(was[own]) && n("To") == first(is[own]) && n("To") < n("From")
	case "breaks":
		return n("Size") == first(was[own]) && n("Size") == first(is[own]) && times(was[own], n("Size")) > times(is[own], n("Size"))
	case "cuts":
		return n("From") == first(was[other]) && n("To") == first(is[other]) && n("To") < n("From")
	case "grows":
		return n("From") == first(was[own]) && n("To") == first(is[own]) && n("To") > n("From")
	case "second":
		return first(is[own]) == first(is[other]) && n("Size") == first(is[own]) && n("High") == is[own][1] && n("Next") == is[other][1] && n("High") > n("Next")
	case "holds":
		apart := after
		apart.cells = slices.Clone(after.cells)
		apart.cells[m.fixed].colour = other
		for _, group := range after.parts(own) {
			var sizes []int
			for _, part := range apart.parts(own) {
				if slices.Contains(group, part[0]) {
					sizes = append(sizes, len(part))
				}
			}
			slices.Sort(sizes)
			slices.Reverse(sizes)
			if slices.Contains(group, int(m.fixed)) && len(sizes) > 1 && sizes[0] == n("One") && sizes[1] == n("Other") {
				return len(group) == first(is[own]) && sizes[1] > 1
			}
		}
		return false
	}
	return false
}

// times counts the groups of a size.
func times(sizes []int, size int) (count int) {
	for _, s := range sizes {
		if s == size {
			count++
		}
	}
	return count
}

// rests reports whether no face that can turn has a stone of a group.
func (p plain) rests(group []int) bool {
	return !slices.ContainsFunc(p.moves(nil), func(m plainMove) bool {
		face := p.corners(m.face)
		return slices.ContainsFunc(group, func(cell int) bool { return slices.Contains(face[:], int16(cell)) })
	})
}

// threatTruth is truth for the reasons that are about the next turn.
func (p plain) threatTruth(kind string, why games.Text, after plain) bool {
	n := func(name string) int { return why.Args[name].(int) }
	own, other := p.mover, p.mover.Other()
	largest := func(q plain, c board.Colour) int { return first(q.groups()[c]) }
	cutTo := func(size int) func(plain, int16) bool {
		return func(next plain, _ int16) bool { return largest(next, own) <= size }
	}
	growTo := func(c board.Colour, size int) func(plain, int16) bool {
		return func(next plain, _ int16) bool { return largest(next, c) >= size }
	}
	switch kind {
	case "saves":
		return n("To") < n("Size") && n("Size") == largest(p, own) && p.some(cutTo(n("To"))) && !after.some(cutTo(n("To")))
	case "trades":
		return n("Lost") == largest(p, own)-n("Shrunk") && n("Lost") > 0 && p.some(cutTo(n("Least")-1)) && !after.some(cutTo(n("Least")-1))
	case "saves-split":
		return n("One")+n("Other") == n("Size") && n("Size") == largest(p, own) && !after.some(func(next plain, face int16) bool {
			return next.groups()[own][0] < n("Size") && joined(next, after, own, face, n("One"), n("Other"), n("Size"))
		}) && p.some(func(next plain, face int16) bool { return joined(next, p, own, face, n("One"), n("Other"), n("Size")) })
	case "secures":
		rests := func(group []int) bool { return len(group) == n("Size") && after.rests(group) }
		return n("Size") == largest(after, own) && slices.ContainsFunc(after.parts(own), rests) && p.some(cutTo(n("Size")-1))
	case "stops":
		return n("One")+n("Other") == n("Size") && !after.some(growTo(other, n("Size"))) && p.some(func(next plain, face int16) bool {
			return joined(p, next, other, face, n("One"), n("Other"), n("Size"))
		})
	case "stops-any":
		return n("Size") > largest(p, other) && p.some(growTo(other, n("Size"))) && !after.some(growTo(other, n("Size")))
	case "threatens-any":
		return n("Size") > largest(after, own) && !p.some(growTo(own, n("Size"))) && after.some(growTo(own, n("Size")))
	case "threatens":
		return n("One")+n("Other") == n("Size") && n("Size") > largest(after, own) && !p.some(growTo(own, n("Size"))) && after.some(func(next plain, face int16) bool {
			return joined(after, next, own, face, n("One"), n("Other"), n("Size"))
		})
	case "stays":
		return largest(after, own) > largest(after, other) &&
			!after.some(func(next plain, _ int16) bool { return largest(next, own) <= largest(next, other) })
	}
	return false
}

// Whatever is said for a twist is true by the plain game, at every ply of the zoo and of random
// games.
func TestWhyIsTrue(t *testing.T) {
	rng, said := rand.New(rand.NewPCG(4, 9)), gametest.Told{}
	check := func(s state, p plain, moves []plainMove) {
		for range min(3, len(moves)) {
			m := moves[rng.IntN(len(moves))]
			why := Game{}.Why(s.View(s.Next()), s.Next(), games.Move(p.text(m)))
			if !p.truth(why, m) {
				t.Errorf("%s is said to be good because %v, which is not so in\n%v", p.text(m), why, s.View(0))
			}
			said.Add(why)
		}
	}
	type game struct {
		size       int
		start, log string
	}
	var played []game
	for _, z := range zoo {
		played = append(played, game{z.size, z.start, z.log})
	}
	for _, z := range reasons {
		played = append(played, game{z.size, z.start, z.log})
	}
	for _, g := range played {
		s, p := play(t, setup(g.size, g.start, "off")), newPlain(g.size, g.start)
		for _, text := range strings.Fields(g.log) {
			m := p.read(t, text)
			check(s, p, []plainMove{m})
			s, p = move(t, s, games.Move(text)).(state), p.play(m)
		}
	}
	for _, size := range []int{4, 4, 4, 4, 4, 4, 5, 6, 7} {
		s, p := play(t, setup(size, "chequer", "off")), newPlain(size, "chequer")
		for moves := p.moves(nil); len(moves) > 0; moves = p.moves(nil) {
			check(s, p, moves)
			m := moves[rng.IntN(len(moves))]
			check(s, p, []plainMove{m})
			s, p = move(t, s, games.Move(p.text(m))).(state), p.play(m)
		}
	}
	said.All(t, Game{}, "permute.why.", "swap")
}

// A swap takes the larger group if there is one. Nothing is said of what is no move, or to a seat that is not to move.
func TestWhyOfASwap(t *testing.T) {
	even := play(t, setup(9, "chequer", "on"), "Cd3-d4")
	large := even
	for row := range 3 { // which are Orange's
		large.pos.Yellow[row] = 0
	}
	for row := range 8 {
		large.pos.update(row)
	}
	for _, c := range []struct {
		state state
		seat  games.Seat
		move  games.Move
		want  string
	}{{large, 1, "swap", "You take the larger group, 33 to 3."}, {even, 1, "swap", ""}, {large, 1, "leave", ""}, {large, 0, "swap", ""}, {even, 0, "Cf6-f7", ""}} {
		if got := say(t, Game{}.Why(c.state.View(c.seat), c.seat, c.move)); got != c.want {
			t.Errorf("%s of seat %d is said to be good because %q, want %q", c.move, c.seat, got, c.want)
		}
	}
}
