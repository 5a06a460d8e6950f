package permute

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/board"
)

var _ games.Reasoner = Game{}

// parts returns the groups of a colour as lists of cells.
func (p plain) parts(c Colour) (all [][]int) {
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

// joined reports whether two groups of the sizes given lie in one group of a size after a move,
// but for the stones that the move turned.
func (p plain) joined(m plainMove, one, other, size int) bool {
	after := p.play(m)
	face := p.corners(m.face)
	within := func(group, part []int) bool {
		stays := 0
		for _, cell := range part {
			if slices.Contains(face[:], int16(cell)) {
				continue
			}
			if stays++; !slices.Contains(group, cell) {
				return false
			}
		}
		return stays > 0
	}
	for _, group := range after.parts(p.mover) {
		var sizes []int
		for _, part := range p.parts(p.mover) {
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

// truth reports whether a reason for a move is true by the plain game.
func (p plain) truth(why games.Text, m plainMove) bool {
	after := p.play(m)
	was, is := p.groups(), after.groups()
	own, other := p.mover, p.mover.Other()
	switch why.Key {
	case "":
		return true
	case "permute.why.wins":
		c, won := after.winner()
		return won && c == own && len(after.moves(nil)) == 0
	case "permute.why.joins", "permute.why.joins-more":
		one, two, size := why.Args["One"].(int), why.Args["Other"].(int), why.Args["Size"].(int)
		return one >= two && two > 1 && size == one+two+why.Args["More"].(int) && (size > one+two) == (why.Key != "permute.why.joins") && p.joined(m, one, two, size)
	case "permute.why.cuts":
		from, to := why.Args["From"].(int), why.Args["To"].(int)
		return from == first(was[other]) && to == first(is[other]) && to < from
	case "permute.why.grows":
		from, to := why.Args["From"].(int), why.Args["To"].(int)
		return from == first(was[own]) && to == first(is[own]) && to > from
	}
	return false
}

// Whatever is said for a twist is true by the plain game, at every ply of the zoo and of random
// games.
func TestWhyIsTrue(t *testing.T) {
	rng, said := rand.New(rand.NewPCG(3, 9)), map[string]int{}
	check := func(s state, p plain, moves []plainMove) {
		for range 3 {
			m := moves[rng.IntN(len(moves))]
			why := Game{}.Why(s.View(s.Next()), s.Next(), games.Move(p.text(m)))
			if !p.truth(why, m) {
				t.Errorf("%s is said to be good because %v, which is not so in\n%v", p.text(m), why, s.View(0))
			}
			said[why.Key]++
		}
	}
	for _, z := range zoo {
		logs := append(strings.Fields(z.log), "")
		s, p := play(t, setup(z.size, z.start, "off")), newPlain(z.size, z.start)
		for _, text := range logs {
			moves := p.moves(nil)
			check(s, p, moves)
			if i := slices.IndexFunc(moves, func(m plainMove) bool { return p.text(m) == text }); i >= 0 {
				s, p = move(t, s, games.Move(text)).(state), p.play(moves[i])
			}
		}
	}
	for _, size := range []int{4, 5, 6, 7, 9} {
		s, p := play(t, setup(size, "chequer", "off")), newPlain(size, "chequer")
		for moves := p.moves(nil); len(moves) > 0; moves = p.moves(nil) {
			check(s, p, moves)
			m := moves[rng.IntN(len(moves))]
			s, p = move(t, s, games.Move(p.text(m))).(state), p.play(m)
		}
	}
	for _, key := range []string{"", "permute.why.wins", "permute.why.joins", "permute.why.joins-more", "permute.why.cuts", "permute.why.grows"} {
		if said[key] == 0 {
			t.Errorf("%q is never said: %v", key, said)
		}
	}
}

func TestWhyInWords(t *testing.T) {
	s := play(t, setup(9, "chequer", "on"), "Cd3-d4")
	for m, want := range map[games.Move]string{"swap": fmt.Sprintf("You take the larger group, %d to %d.",
		s.View(0).(View).Groups[Orange][0], s.View(0).(View).Groups[Yellow][0]), "leave": ""} {
		if s.View(0).(View).Groups[Orange][0] <= s.View(0).(View).Groups[Yellow][0] {
			want = ""
		}
		if got := say(t, Game{}.Why(s.View(1), 1, m)); got != want {
			t.Errorf("%s is said to be good because %q, want %q", m, got, want)
		}
	}
	for want, j := range map[string]board.Joint{
		"It joins your 9 and 5 into a group of 14.":          {One: 9, Other: 5, Size: 14},
		"It joins your 9 and 3 with 1 more, which makes 13.": {One: 9, Other: 3, Size: 13},
	} {
		if got := say(t, j.Say("permute.why.")); got != want {
			t.Errorf("the joint %v is said as %q, want %q", j, got, want)
		}
	}
	if got := (Game{}).Why(s.View(0), 0, "Cf6-f7"); got.Key != "" {
		t.Errorf("a seat that is not to move is given the reason %v", got)
	}
}
