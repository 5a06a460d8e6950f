package permute

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/gametest"
)

// A plain is Permute as one would write it at first: a slice of stones, a list of moves, a
// copy of the board for each move, a flood fill to count groups. It shares only the rules
// with [Position], so that the tests can compare the two.
type plain struct {
	size  int
	cells []plainStone // row by row from the bottom left
	mover board.Colour
}

type plainStone struct {
	colour board.Colour
	fixed  bool
}

// A plainMove names cells by their index, and a face by its bottom left cell.
type plainMove struct {
	clockwise   bool
	face, fixed int16 // small, as a list has hundreds of moves
}

// text returns a move as it is written.
func (p plain) text(m plainMove) string {
	direction := "A"
	if m.clockwise {
		direction = "C"
	}
	name := func(cell int16) string { return fmt.Sprintf("%c%d", 'a'+int(cell)%p.size, int(cell)/p.size+1) }
	return direction + name(m.face) + "-" + name(m.fixed)
}

func newPlain(size int, start string) plain {
	p := plain{size: size, cells: make([]plainStone, size*size), mover: board.Orange}
	for cell := range p.cells {
		col, row := cell%size, cell/size
		if start == "blocks" {
			col /= 2
		}
		p.cells[cell].colour = []board.Colour{board.Yellow, board.Orange}[(col+row)%2]
	}
	return p
}

// corners lists the cells of a face clockwise from the bottom left.
func (p plain) corners(face int16) [4]int16 {
	size := int16(p.size)
	return [4]int16{face, face + size, face + size + 1, face + 1}
}

// canTwist reports whether a face has no fixed stone and not only one colour.
func (p plain) canTwist(face int) bool {
	a, b, c, d := p.cells[face], p.cells[face+1], p.cells[face+p.size], p.cells[face+p.size+1]
	if a.fixed || b.fixed || c.fixed || d.fixed {
		return false
	}
	return a.colour != b.colour || a.colour != c.colour || a.colour != d.colour
}

// moves appends the legal moves to a list. Each stone of the mover in a face can be fixed
// where either twist brings it.
func (p plain) moves(all []plainMove) []plainMove {
	all = slices.Grow(all, 4*len(p.cells)) // about as many as there are at the start
	for row := range p.size - 1 {
		for col := range p.size - 1 {
			face := row*p.size + col
			if !p.canTwist(face) {
				continue
			}
			corners := p.corners(int16(face))
			for i, cell := range corners {
				if p.cells[cell].colour == p.mover {
					all = append(all, plainMove{true, int16(face), corners[(i+1)%4]}, plainMove{false, int16(face), corners[(i+3)%4]})
				}
			}
		}
	}
	return all
}

// play returns the position after a move and leaves this one as it is.
func (p plain) play(m plainMove) plain {
	next := plain{p.size, slices.Clone(p.cells), p.mover.Other()}
	corners := p.corners(m.face)
	for i, cell := range corners {
		if m.clockwise {
			next.cells[corners[(i+1)%4]] = p.cells[cell]
		} else {
			next.cells[corners[(i+3)%4]] = p.cells[cell]
		}
	}
	next.cells[m.fixed].fixed = true
	return next
}

// groups returns the sizes of the groups of each colour, descending.
func (p plain) groups() [2][]int {
	groups, seen := [2][]int{}, make([]bool, len(p.cells))
	for cell, stone := range p.cells {
		if !seen[cell] {
			groups[stone.colour] = append(groups[stone.colour], p.flood(cell, seen))
		}
	}
	return gametest.Descending(groups)
}

// flood counts the cells that are joined to a cell by its colour. None of them was seen
// before, and all of them are afterwards.
func (p plain) flood(cell int, seen []bool) int {
	seen[cell] = true
	n := 1
	visit := func(next int) {
		if !seen[next] && p.cells[next].colour == p.cells[cell].colour {
			n += p.flood(next, seen)
		}
	}
	if cell%p.size > 0 {
		visit(cell - 1)
	}
	if cell%p.size < p.size-1 {
		visit(cell + 1)
	}
	if cell >= p.size {
		visit(cell - p.size)
	}
	if cell < len(p.cells)-p.size {
		visit(cell + p.size)
	}
	return n
}

// winner compares the groups from the largest: 1 for Orange, -1 for Yellow, 0 for a draw.
func (p plain) winner() int { return gametest.Winner(p.groups()) }

func (p plain) playout(rng *rand.Rand) int {
	for moves := p.moves(nil); len(moves) > 0; moves = p.moves(moves[:0]) {
		p = p.play(moves[rng.IntN(len(moves))])
	}
	return p.winner()
}

// agree compares all results of a position with the plain one.
func (p plain) agree(t *testing.T, pos *Position) {
	t.Helper()
	var want []string
	for _, m := range p.moves(nil) {
		want = append(want, p.text(m))
	}
	slices.Sort(want)
	gametest.Agree(t, p, want, p.groups(), pos, func(n int) games.Move { return pos.Nth(n).Move() })
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
	orange := 0
	for p.agree(t, &pos); !pos.Over(); p.agree(t, &pos) {
		moves := p.moves(nil)
		m := moves[rng.IntN(len(moves))]
		text := p.text(m)
		p = p.play(m)
		pos.Play(twist(t, text))
		st = move(t, st, games.Move(text))
		if swap && !pos.Over() {
			st, swap = move(t, st, swapMove), false
			orange = 1
		}
	}
	gametest.AgreeAtTheEnd(t, p.groups(), st, orange)
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

// TestPlayoutAgainstPlain compares how often each side wins at random. The bound is five
// standard deviations of the difference of two such counts.
func TestPlayoutAgainstPlain(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, size := range []int{3, 4} {
		p, pos := newPlain(size, "chequer"), newPosition(size, false)
		gametest.SameOdds(t, 2000, 5*32, func() int {
			game := pos
			return int(2*game.Playout(rng)) - 1
		}, func() int { return p.playout(rng) })
	}
}

func (p plain) perft(depth int) int {
	if depth == 0 {
		return 1
	}
	moves := p.moves(nil)
	if depth == 1 {
		return len(moves)
	}
	sum := 0
	for _, m := range moves {
		sum += p.play(m).perft(depth - 1)
	}
	return sum
}
