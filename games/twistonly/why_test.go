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
// largest group of the other side, and the most for its own.
type plainThreat struct {
	solves, leaves, makes int
}

// could returns what the side that is to move can do.
func (p plain) could() plainThreat {
	own := p.turns % 2
	c := plainThreat{p.largest(true)[own], p.largest(false)[1-own], p.largest(false)[own]}
	for _, m := range p.moves() {
		after := p.play(m)
		c.solves, c.leaves = max(c.solves, after.largest(true)[own]), min(c.leaves, after.largest(false)[1-own])
		c.makes = max(c.makes, after.largest(false)[own])
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
	return size == before.makes && size > p.largest(false)[1-own] && after.makes < size
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
	if given := after.solved(1-own) - p.solved(1-own); why.Key != "" && why.Key != "twistonly.why.wins" && number("Given") != given && (given >= 3 || number("Given") > 0) {
		return false
	}
	switch why.Key {
	case "":
		return true
	case "twistonly.why.wins":
		return len(after.moves()) == 0 && after.winner() == 1-2*own
	case "twistonly.why.solves", "twistonly.why.solves-more":
		had := p.largest(true)[own]
		return number("Size") == after.largest(true)[own] && number("Size") > had && number("From") == had && (had > 0) == (why.Key != "twistonly.why.solves")
	case "twistonly.why.solves-some":
		return number("Count") == after.solved(own)-p.solved(own) && number("Count") >= 3
	case "twistonly.why.denies", "twistonly.why.saves", "twistonly.why.shields", "twistonly.why.stops":
		return p.hinders(m, why)
	case "twistonly.why.reaches":
		return p.reaches(m, number("Size"))
	case "twistonly.why.leaves":
		return number("Count") == len(after.moves()) && number("Given") == 0
	case "twistonly.why.joins":
		one, two, size := number("One"), number("Other"), number("Size")
		return one >= two && two > 1 && size == one+two && after.largest(true)[own] < size && p.joined(m, own == 1, one, two, size)
	case "twistonly.why.cuts":
		from, to := number("From"), number("To")
		return from == first(was[1-own]) && to == first(is[1-own]) && to < from
	case "twistonly.why.grows":
		from, to := number("From"), number("To")
		return from == first(was[own]) && to == first(is[own]) && to > from && after.largest(true)[own] < to
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

// A reason says what the opponent gets, and leaves out a number for it where that would be long.
func TestWhyTellsOfTheOpponent(t *testing.T) {
	for want, why := range map[string]games.Text{
		"It joins your 4 and 3 into 7, not solved. Ben gets 3 solved stones.":   games.Say("twistonly.why.joins", "One", 4, "Other", 3, "Size", 7),
		"Your largest group grows to 6, not solved. Ben gets 3 solved stones.":  games.Say("twistonly.why.grows", "From", 4, "To", 6),
		"Your 17 then needs one more neutral stone. Ben gets 3 solved stones.":  games.Say("twistonly.why.reaches", "Size", 17),
		"It solves your group of 6. Ben gets 3 solved stones.":                  games.Say("twistonly.why.solves", "Size", 6),
		"It solves 4 more stones of yours. Ben gets 3 solved stones.":           games.Say("twistonly.why.solves-some", "Count", 4),
		"It cuts Ben's largest group to 13. But they get 3 solved stones.":      games.Say("twistonly.why.cuts", "From", 15, "To", 13),
		"It keeps Ben from cutting your 10 to 7. But they get 3 solved stones.": games.Say("twistonly.why.saves", "From", 10, "To", 7),
		"It keeps Ben from cutting you below 8. But they get 3 solved stones.":  games.Say("twistonly.why.shields", "To", 7, "Still", 8),
		"Your largest solved group grows to 9. Ben gets 3 solved stones.":       games.Say("twistonly.why.solves-more", "From", 2, "Size", 9),
		"It keeps Ben from a solved group of 13. But they get 3 solved stones.": games.Say("twistonly.why.denies", "Size", 13),
		"It keeps Ben from making a group of 11. But they get 3 solved stones.": games.Say("twistonly.why.stops", "Size", 11),
		"It leaves Ben only one turn.":                                          games.Say("twistonly.why.leaves", "Count", 1),
	} {
		why.Args["By"], why.Args["Player"], why.Args["Given"] = "", games.Seat(1), 3
		if got := say(t, why); got != want {
			t.Errorf("%s is said as %q, want %q", why.Key, got, want)
		}
	}
}
