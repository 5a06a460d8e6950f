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
	case "slyde.why.grows":
		from, to := why.Args["From"].(int), why.Args["To"].(int)
		return from == was[own][0] && to == is[own][0] && to > from
	}
	return false
}

// Whatever is said for a turn is true by the plain game.
func TestWhyIsTrue(t *testing.T) {
	rng, said := rand.New(rand.NewPCG(3, 9)), map[string]int{}
	for n, size := range []int{4, 4, 4, 4, 6, 6, 8, 10} {
		s, p := play(t, setup(size, true)), newPlain(size, true)
		for moves := p.moves(); len(moves) > 0; moves = p.moves() {
			for range 3 {
				m := moves[rng.IntN(len(moves))]
				why := Game{}.Why(s.View(s.Next()), s.Next(), games.Move(m))
				if !p.truth(why, m) {
					t.Errorf("%s is said to be good because %v, which is not so in\n%v", m, why, s.View(0))
				}
				said[why.Key]++
			}
			m := copies(p, moves, rng)
			if n%2 == 0 {
				m = anyMove(p, moves, rng)
			}
			s, p = move(t, s, games.Move(m)).(state), p.play(m)
		}
	}
	for _, key := range []string{"", "slyde.why.wins", "slyde.why.change", "slyde.why.joins", "slyde.why.joins-more", "slyde.why.cuts", "slyde.why.grows"} {
		if said[key] == 0 {
			t.Errorf("%q is never said: %v", key, said)
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
