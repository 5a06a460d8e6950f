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
	case "twistonly.why.solves":
		return number("Size") == first(after.sizes(true)[own]) && number("Size") > first(p.sizes(true)[own])
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

// Whatever is said for a twist is true by the plain game.
func TestWhyIsTrue(t *testing.T) {
	rng, said := rand.New(rand.NewPCG(3, 9)), map[string]int{}
	for _, size := range []int{4, 4, 5, 5, 6, 6, 8, 8, 8, 10} {
		s, p := play(t, setup(size)), newPlain(size)
		for moves := p.moves(); len(moves) > 0; moves = p.moves() {
			for range 3 {
				m := moves[rng.IntN(len(moves))]
				why := Game{}.Why(s.View(s.Next()), s.Next(), games.Move(m))
				if !p.truth(why, m) {
					t.Errorf("%s is said to be good because %v, which is not so in\n%v", m, why, s.View(0))
				}
				said[why.Key]++
			}
			m := moves[rng.IntN(len(moves))]
			s, p = move(t, s, games.Move(m)).(state), p.play(m)
		}
	}
	for _, key := range []string{
		"", "twistonly.why.wins", "twistonly.why.solves", "twistonly.why.joins", "twistonly.why.joins-more", "twistonly.why.cuts", "twistonly.why.grows",
	} {
		if said[key] == 0 {
			t.Errorf("%q is never said: %v", key, said)
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
		{start, 0, "Ab1", "Your largest solved group is 2 then."},
		{start, 0, "leave", ""},
		{start, 1, "Ab1", ""},
		{s, 1, "Af6", ""}, // ends the game, and Orange wins
	} {
		if got := say(t, Game{}.Why(c.state.View(c.seat), c.seat, c.move)); got != c.want {
			t.Errorf("%s of seat %d is said to be good because %q, want %q", c.move, c.seat, got, c.want)
		}
	}
}
