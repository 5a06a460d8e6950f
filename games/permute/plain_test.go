package permute

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlour/games"
)

// A plain is Permute written as simply as possible: a slice for each row, new lists of
// moves, a copied board for each move, a map to count groups. It shares only the rules with
// [Position], so that the tests can compare the two.
type plain struct {
	rows  [][]plainStone // from the bottom
	mover Colour
}

type plainStone struct {
	colour Colour
	fixed  bool
}

// A plainMove names cells by column and row.
type plainMove struct {
	clockwise   bool
	face, fixed [2]int
}

func (m plainMove) String() string {
	direction := "A"
	if m.clockwise {
		direction = "C"
	}
	return fmt.Sprintf("%s%c%d-%c%d", direction, 'a'+m.face[0], m.face[1]+1, 'a'+m.fixed[0], m.fixed[1]+1)
}

func newPlain(size int, start string) plain {
	p := plain{mover: Orange}
	for row := range size {
		var line []plainStone
		for col := range size {
			if start == "blocks" {
				col /= 2
			}
			line = append(line, plainStone{colour: []Colour{Yellow, Orange}[(col+row)%2]})
		}
		p.rows = append(p.rows, line)
	}
	return p
}

// corners lists the cells of a face clockwise from the bottom left.
func corners(face [2]int) [4][2]int {
	c, r := face[0], face[1]
	return [4][2]int{{c, r}, {c, r + 1}, {c + 1, r + 1}, {c + 1, r}}
}

// from returns the corner from which a twist brings a stone to a corner.
func from(clockwise bool, corner int) int {
	if clockwise {
		return (corner + 3) % 4
	}
	return (corner + 1) % 4
}

func (p plain) at(cell [2]int) plainStone { return p.rows[cell[1]][cell[0]] }

func (p plain) canTwist(face [2]int) bool {
	yellow := 0
	for _, cell := range corners(face) {
		stone := p.at(cell)
		if stone.fixed {
			return false
		}
		if stone.colour == Yellow {
			yellow++
		}
	}
	return yellow > 0 && yellow < 4
}

func (p plain) moves() []plainMove {
	var all []plainMove
	for row := range len(p.rows) - 1 {
		for col := range len(p.rows) - 1 {
			if face := [2]int{col, row}; p.canTwist(face) {
				all = append(all, p.movesOf(face)...)
			}
		}
	}
	return all
}

// movesOf lists the moves of a face that can be twisted.
func (p plain) movesOf(face [2]int) []plainMove {
	var moves []plainMove
	cells := corners(face)
	for _, clockwise := range []bool{true, false} {
		for i, cell := range cells {
			if p.at(cells[from(clockwise, i)]).colour == p.mover {
				moves = append(moves, plainMove{clockwise, face, cell})
			}
		}
	}
	return moves
}

// play returns the position after a move and leaves this one as it is.
func (p plain) play(m plainMove) plain {
	next := plain{mover: p.mover.Other()}
	for _, line := range p.rows {
		next.rows = append(next.rows, slices.Clone(line))
	}
	cells := corners(m.face)
	for i, cell := range cells {
		next.rows[cell[1]][cell[0]] = p.at(cells[from(m.clockwise, i)])
	}
	next.rows[m.fixed[1]][m.fixed[0]].fixed = true
	return next
}

// groups returns the sizes of the groups of each colour, descending.
func (p plain) groups() [2][]int {
	groups, seen := [2][]int{}, map[[2]int]bool{}
	for row := range p.rows {
		for col := range p.rows {
			cell := [2]int{col, row}
			if c := p.at(cell).colour; !seen[cell] {
				groups[c] = append(groups[c], p.flood(cell, c, seen))
			}
		}
	}
	for _, sizes := range groups {
		slices.Sort(sizes)
		slices.Reverse(sizes)
	}
	return groups
}

// flood counts the cells of a colour that are joined to a cell and not yet seen.
func (p plain) flood(cell [2]int, c Colour, seen map[[2]int]bool) int {
	if min(cell[0], cell[1]) < 0 || max(cell[0], cell[1]) >= len(p.rows) || p.at(cell).colour != c || seen[cell] {
		return 0
	}
	seen[cell] = true
	n := 1
	for _, d := range [][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
		n += p.flood([2]int{cell[0] + d[0], cell[1] + d[1]}, c, seen)
	}
	return n
}

// winner compares the groups from the largest.
func (p plain) winner() (c Colour, won bool) {
	groups := p.groups()
	switch slices.Compare(groups[Orange], groups[Yellow]) {
	case 1:
		return Orange, true
	case -1:
		return Yellow, true
	}
	return Orange, false
}

func (p plain) perft(depth int) int {
	if depth == 0 {
		return 1
	}
	moves := p.moves()
	if depth == 1 {
		return len(moves)
	}
	sum := 0
	for _, m := range moves {
		sum += p.play(m).perft(depth - 1)
	}
	return sum
}

func (p plain) playout(rng *rand.Rand) (winner Colour, won bool) {
	for moves := p.moves(); len(moves) > 0; moves = p.moves() {
		p = p.play(moves[rng.IntN(len(moves))])
	}
	return p.winner()
}

// agree compares all results of a position with the plain one.
func (p plain) agree(t *testing.T, pos *Position) {
	t.Helper()
	var want, got []string
	for _, m := range p.moves() {
		want = append(want, m.String())
	}
	for _, tw := range pos.Twists(nil) {
		got = append(got, string(tw.Move()))
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) || pos.Count() != len(want) || pos.Over() != (len(want) == 0) {
		t.Fatalf("%v: twists %v, Count() = %d, Over() = %v, want %v", p, got, pos.Count(), pos.Over(), want)
	}
	for c, sizes := range pos.Groups() {
		if !slices.Equal(sizes, p.groups()[c]) {
			t.Fatalf("%v: groups %v, want %v", p, pos.Groups(), p.groups())
		}
	}
	c, won := p.winner()
	if gotC, got := pos.Winner(); gotC != c || got != won {
		t.Fatalf("%v: Winner() = %v, %v, want %v, %v", p, gotC, got, c, won)
	}
}

// TestAgainstPlain plays random games and compares at every ply: the twists, the groups, the
// end and the winner of [Position], and the result of the state.
func TestAgainstPlain(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		size  int
		start string
		games int
	}{
		{2, "chequer", 8}, {2, "blocks", 1}, {3, "chequer", 20}, {4, "chequer", 20}, {4, "blocks", 20}, {5, "chequer", 10},
		{8, "blocks", 4}, {9, "chequer", 4}, {12, "chequer", 2}, {12, "blocks", 2}, {19, "chequer", 1}, {26, "blocks", 1},
	} {
		for i := range c.games {
			playBoth(t, rng, c.size, c.start, i%2 == 1)
		}
	}
}

// playBoth plays a random game, with or without a swap after its first twist.
func playBoth(t *testing.T, rng *rand.Rand, size int, start string, swap bool) {
	p, pos := newPlain(size, start), newPosition(size, start == "blocks")
	var st games.State = play(t, setup(size, start, pick(swap, "on", "off")))
	seatOf := [2]games.Seat{Orange: 0, Yellow: 1}
	for p.agree(t, &pos); !pos.Over(); p.agree(t, &pos) {
		m := p.moves()[rng.IntN(len(p.moves()))]
		p = p.play(m)
		pos.Play(twist(t, m.String()))
		st = move(t, st, games.Move(m.String()))
		if swap && !pos.Over() {
			st, swap = move(t, st, swapMove), false
			seatOf = [2]games.Seat{Orange: 1, Yellow: 0}
		}
	}
	p.agreeAtTheEnd(t, st, seatOf)
}

// move plays a move of the seat that is to move.
func move(t *testing.T, st games.State, m games.Move) games.State {
	t.Helper()
	next, err := st.Play(st.ToMove()[0], m)
	if err != nil {
		t.Fatal(err)
	}
	return next
}

// agreeAtTheEnd compares the winner and the scores of a finished game. The scores are the
// sizes of the largest groups.
func (p plain) agreeAtTheEnd(t *testing.T, st games.State, seatOf [2]games.Seat) {
	t.Helper()
	winner, scores, places := games.Spectator, make([]int, 2), []int{1, 1}
	if c, won := p.winner(); won {
		winner = seatOf[c]
		places[seatOf[c.Other()]] = 2
	}
	for c, sizes := range p.groups() {
		scores[seatOf[c]] = sizes[0]
	}
	if v := st.View(0).(View); v.Ended == nil || v.Winner != winner {
		t.Fatalf("%v: over: %v, seat %d has won, want %d", p, v.Ended, v.Winner, winner)
	}
	if r, _ := st.Result(); !slices.Equal(r.Scores, scores) || !slices.Equal(r.Places, places) {
		t.Fatalf("%v: scores %v and places %v, want %v and %v", p, r.Scores, r.Places, scores, places)
	}
}

// twist parses a twist.
func twist(t *testing.T, text string) Twist {
	t.Helper()
	typed, ok := parseTwist(strings.ToLower(text))
	tw, inside := typed.twist()
	if !ok || !inside {
		t.Fatalf("%q is no twist", text)
	}
	return tw
}

func TestPerftAgainstPlain(t *testing.T) {
	for _, c := range []struct {
		size, depth int
		start       string
	}{{2, 2, "chequer"}, {3, 4, "chequer"}, {4, 3, "blocks"}, {5, 3, "chequer"}, {10, 2, "blocks"}} {
		p, pos := newPlain(c.size, c.start), newPosition(c.size, c.start == "blocks")
		if got, want := pos.Perft(c.depth), p.perft(c.depth); got != want {
			t.Errorf("Perft(%d) on %d×%d %s = %d, want %d", c.depth, c.size, c.size, c.start, got, want)
		}
	}
}

// TestPlayoutAgainstPlain compares how often each side wins at random. The bound is five
// standard deviations of the difference of two such counts.
func TestPlayoutAgainstPlain(t *testing.T) {
	const n, bound = 2000, 5 * 32
	type outcome struct {
		winner Colour
		won    bool
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for _, size := range []int{3, 4} {
		p, pos := newPlain(size, "chequer"), newPosition(size, false)
		more := map[outcome]int{}
		for range n {
			c, won := pos.Playout(rng)
			more[outcome{c, won}]++
			c, won = p.playout(rng)
			more[outcome{c, won}]--
		}
		for who, d := range more {
			if max(d, -d) > bound {
				t.Errorf("%d×%d: of %d playouts %+v came up %d more often than of the plain ones", size, size, n, who, d)
			}
		}
	}
}
