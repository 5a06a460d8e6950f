package catchup

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

// What a reason says is true of the plain implementation.
func TestWhyIsTrue(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	said := gametest.Told{}
	for n := range 24 {
		bonus := Bonus(n % len(bonuses))
		p, s := newPlain(3, bonus.String()), play(t, 3, bonus, "")
		for s.Ended == nil {
			moves := p.moves()
			m := moves[rng.IntN(len(moves))]
			why := Game{}.Why(s.View(0), s.Next(), p.text(m))
			said.Add(why)
			if !p.true(m, why) {
				t.Fatalf("with %s, after %d turns %s is said to be good because of %v", bonus, p.turns, p.text(m), why)
			}
			side, next := p.turns%2, p.play(m)
			largest := func(p plain) [2][]int { return [2][]int{{p.largest(0)}, {p.largest(1)}} }
			gametest.Gets(t, Game{}, s, string(p.text(m)), side, largest(p), largest(next))
			p, s = next, gametest.Move(t, s, p.text(m))
		}
	}
	if said[""] == 0 {
		t.Error("there is something to say for every turn, want some without")
	}
	said.All(t, Game{}, "catchup.why.")
}

// true reports whether a reason for a turn holds.
func (p plain) true(m [][2]int, why games.Text) bool {
	side := p.turns % 2
	after := p.play(m)
	if third := why.Arg("Third"); third != nil && (third != after.third() || !p.stands(after, why)) {
		return false
	}
	is := func(name string, want int) bool { return why.Arg(name) == want }
	grows := after.largest(side) > p.largest(side)
	no := !grows && after.limit < 3 // third stone for the other side
	mine, theirs := after.largest(side), after.largest(1-side)
	rank, high, low := after.decisive(side)
	switch strings.TrimPrefix(why.Key, "catchup.why.") {
	case "wins":
		return len(after.empty()) == 0 && after.winner() == side && ranks(why, rank) && is("High", high) && is("Low", low)
	case "joins":
		return p.joins(after, why)
	case "shuts":
		return is("Size", p.largest(1-side)) && p.open(1-side) && !after.open(1-side)
	case "stops":
		return p.stops(m, after, why)
	case "grows":
		return is("Size", mine) && grows
	case "alone":
		return p.groups(side) == nil && is("Count", len(m)) && mine == 1 && no
	case "stays":
		return no && p.groups(side) != nil && is("Size", mine)
	case "second":
		return !grows && mine == theirs && is("Size", after.sizes(side)[1]) && after.sizes(side)[1] > p.sizes(side)[1] && rank == 1 && high > low
	case "next":
		return !grows && is("From", p.sizes(side)[1]) && is("To", after.sizes(side)[1]) && after.sizes(side)[1] > p.sizes(side)[1]
	}
	return why.Key == ""
}

// ranks reports whether a reason names the groups that decide by their rank, from 0.
func ranks(why games.Text, rank int) bool {
	named := why.Arg("Rank").(games.Text)
	return named.Key == "" && rank == 0 || named.Arg("Rank") == rank+1
}

// decisive returns the rank of the groups that decide, from 0, and their sizes, that of a side first.
func (p plain) decisive(side int) (rank, mine, theirs int) {
	one, other := append(p.sizes(side), make([]int, 99)...), append(p.sizes(1-side), make([]int, 99)...)
	for rank < 99 && one[rank] == other[rank] {
		rank++
	}
	return rank, one[rank], other[rank]
}

// third returns how many stones the next turn may have, 0 where none could have earned a third.
func (p plain) third() int {
	switch {
	case p.limit == 3:
		return 3
	case p.bonus == "quiet" || len(p.empty()) < 3:
		return 0
	}
	return 2
}

// stands reports whether a reason tells how the largest group of the mover stands after a turn. Where the other side
// earns a third stone, the mover has grown.
func (p plain) stands(after plain, why games.Text) bool {
	side := p.turns % 2
	mine, theirs := after.largest(side), after.largest(1-side)
	ahead, still, level, behind := 0, 0, 0, 0
	switch {
	case mine < theirs:
		behind = theirs
	case mine == theirs:
		level = 1
	default:
		ahead = mine
	}
	if p.largest(side) > p.largest(1-side) {
		still = 1
	}
	return why.Arg("Ahead") == ahead && why.Arg("Still") == still && why.Arg("Level") == level && why.Arg("Behind") == behind &&
		(after.limit < 3 || mine > p.largest(side)) && (behind == 0 || after.limit < 3)
}

// joins reports whether the largest group of the mover, of a size that a reason has, holds two of two stones or more
// from before.
func (p plain) joins(after plain, why games.Text) bool {
	side := p.turns % 2
	for _, group := range after.groups(side) {
		parts := 0
		for _, old := range p.groups(side) {
			if len(old) > 1 && slices.Contains(group, old[0]) {
				parts++
			}
		}
		if parts > 1 && why.Arg("Size") == len(group) {
			return len(group) == after.largest(side)
		}
	}
	return false
}

// open reports whether a side's largest group, or one of them, has an empty cell beside it.
func (p plain) open(side int) bool {
	for _, group := range p.groups(side) {
		for _, c := range group {
			if len(group) == p.largest(side) && slices.ContainsFunc(p.empty(), func(e [2]int) bool { return p.touch(c, e) }) {
				return true
			}
		}
	}
	return false
}

// stops reports whether a stone of the other side on one of the cells of a turn would have made a group of the size
// that a reason has, and none makes one now.
func (p plain) stops(m [][2]int, after plain, why games.Text) bool {
	other := 1 - p.turns%2
	with := func(p plain, c [2]int) int {
		p.turns = other
		return p.play([][2]int{c}).largest(other)
	}
	size := 0
	for _, c := range m {
		size = max(size, with(p, c))
	}
	for _, c := range after.empty() {
		if with(after, c) >= size {
			return false
		}
	}
	return why.Arg("Size") == size && (size >= p.largest(other)+2 || size >= 4)
}
