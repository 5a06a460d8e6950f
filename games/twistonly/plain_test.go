package twistonly

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/gametest"
)

// A plain is the game as one would write it at first: a map of stones by the name of their cell, moves
// as texts, a new map for each move, a flood fill for groups, and the board before the last twist to
// compare with. It shares only the rules with [Position], so that the tests can compare the two.
type plain struct {
	size   int
	stones map[[2]int]plainStone // by column and row, from 1
	turns  int                   // made so far
	idle   int                   // of these the last that solved nothing
	before map[[2]int]plainStone // the board before the last twist
}

type plainStone struct{ yellow, solved bool }

func newPlain(size int) plain {
	p := plain{size: size, stones: map[[2]int]plainStone{}}
	for col := 1; col <= size; col++ {
		for row := 1; row <= size; row++ {
			p.stones[[2]int{col, row}] = plainStone{yellow: (col+row)%2 == 0}
		}
	}
	return p
}

// twisted returns the stones after a twist, before any group is solved.
func (p plain) twisted(col, row int, clockwise bool) map[[2]int]plainStone {
	ring := [4][2]int{{col, row}, {col, row + 1}, {col + 1, row + 1}, {col + 1, row}} // clockwise
	next := maps.Clone(p.stones)
	for i, cell := range ring {
		if clockwise {
			next[ring[(i+1)%4]] = p.stones[cell]
		} else {
			next[ring[(i+3)%4]] = p.stones[cell]
		}
	}
	return next
}

// moves lists the legal moves as texts, sorted.
func (p plain) moves() (all []string) {
	if p.idle == 2*p.size {
		return nil
	}
	for col := 1; col < p.size; col++ {
		for row := 1; row < p.size; row++ {
			yellow, solved := 0, 0
			for _, cell := range [4][2]int{{col, row}, {col + 1, row}, {col, row + 1}, {col + 1, row + 1}} {
				if p.stones[cell].yellow {
					yellow++
				}
				if p.stones[cell].solved {
					solved++
				}
			}
			if solved > 0 || yellow == 0 || yellow == 4 {
				continue
			}
			for text, clockwise := range map[string]bool{"A": false, "C": true} {
				if !maps.Equal(p.twisted(col, row, clockwise), p.before) {
					all = append(all, fmt.Sprintf("%s%c%d", text, 'a'+col-1, row))
				}
			}
		}
	}
	slices.Sort(all)
	return all
}

// play returns the position after a move and leaves this one as it is.
func (p plain) play(move string) plain {
	var row int
	if _, err := fmt.Sscan(move[2:], &row); err != nil {
		panic(err)
	}
	next := plain{p.size, p.twisted(int(move[1]-'a')+1, row, move[0] == 'C'), p.turns + 1, p.idle + 1, p.stones}
	for _, group := range next.groups() {
		if next.holds(group) < 3 {
			continue
		}
		for _, cell := range group {
			if stone := next.stones[cell]; !stone.solved {
				next.stones[cell], next.idle = plainStone{stone.yellow, true}, 0
			}
		}
	}
	return next
}

// holds counts the neutral stones beside the cells of a group.
func (p plain) holds(group [][2]int) int {
	neutral := map[[2]int]bool{}
	for _, cell := range group {
		for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			next := [2]int{cell[0] + d[0], cell[1] + d[1]}
			if _, there := p.stones[next]; !there {
				neutral[next] = true
			}
		}
	}
	return len(neutral)
}

// groups returns all groups of both colours.
func (p plain) groups() (all [][][2]int) {
	seen := map[[2]int]bool{}
	for cell := range p.stones {
		if group := p.flood(cell, seen); len(group) > 0 {
			all = append(all, group)
		}
	}
	return all
}

// flood returns the cells that are joined to a cell by its colour and were not seen before.
func (p plain) flood(cell [2]int, seen map[[2]int]bool) [][2]int {
	return gametest.Flood(cell, seen, func(a, b [2]int) bool {
		other, there := p.stones[b]
		return there && other.yellow == p.stones[a].yellow
	})
}

// sizes returns the sizes of the groups of Orange and of Yellow, descending; of the solved ones, or of
// all.
func (p plain) sizes(solved bool) [2][]int {
	sizes := [2][]int{}
	for _, group := range p.groups() {
		if first := p.stones[group[0]]; first.solved || !solved {
			side := map[bool]int{false: 0, true: 1}[first.yellow]
			sizes[side] = append(sizes[side], len(group))
		}
	}
	return gametest.Descending(sizes)
}

// winner compares the solved groups from the largest: 1 for Orange, -1 for Yellow, 0 for a draw.
func (p plain) winner() int {
	sizes := p.sizes(true)
	return slices.Compare(sizes[0], sizes[1])
}

func (p plain) playout(rng *rand.Rand) int {
	for moves := p.moves(); len(moves) > 0; moves = p.moves() {
		p = p.play(moves[rng.IntN(len(moves))])
	}
	return p.winner()
}

// agree compares all results of a position with the plain one, and returns the legal moves.
func (p plain) agree(t *testing.T, pos *Position) []string {
	t.Helper()
	want := p.moves()
	gametest.Agree(t, p, want, p.sizes(true), pos, func(n int) games.Move { return pos.Nth(n).Move() })
	for cell, stone := range p.stones {
		c := pos.At(cell[0]-1, cell[1]-1)
		if (c.Colour == board.Yellow) != stone.yellow || c.Solved != stone.solved || pos.Idle() != p.idle {
			t.Fatalf("%v: the stone at %v is %v, want %v, and %d turns are idle", p, cell, c, stone, pos.Idle())
		}
	}
	return want
}

// TestAgainstPlain plays random games, and games in which twists are undone with other faces where that
// can be, and compares at every ply: the twists, the stones, the solved groups, the end and the winner
// of [Position], and the result of the state.
func TestAgainstPlain(t *testing.T) {
	rng, met := rand.New(rand.NewPCG(1, 2)), map[string]int{}
	for _, c := range []struct{ size, games int }{{2, 2}, {3, 20}, {4, 30}, {5, 15}, {6, 8}, {8, 4}, {10, 2}, {13, 1}} {
		for range c.games {
			playBoth(t, rng, c.size, met)
		}
	}
	for _, what := range []string{"solved", "barred one", "barred two faces", "idle"} {
		if met[what] < 5 {
			t.Errorf("the games had %v, want more of %s", met, what)
		}
	}
}

// playBoth plays a random game and counts what is met.
func playBoth(t *testing.T, rng *rand.Rand, size int, met map[string]int) {
	t.Helper()
	p, pos := newPlain(size), newPosition(size)
	st := play(t, setup(size))
	for moves := p.agree(t, &pos); len(moves) > 0; moves = p.agree(t, &pos) {
		text := moves[rng.IntN(len(moves))]
		p = p.play(text)
		twist, _ := parseTwist(strings.ToLower(text))
		pos.Play(twist)
		st = move(t, st, games.Move(text)).(state)
		switch b := pos.barred; {
		case p.idle == 0:
			met["solved"]++
		case b.count == 1:
			met["barred one"]++
		case b.twists[0].Face() != b.twists[1].Face():
			met["barred two faces"]++
		}
		if p.idle > size {
			met["idle"]++
		}
	}
	gametest.AgreeAtTheEnd(t, p.sizes(true), st, 0)
}

// move plays a move of the seat that is to move.
func move(t testing.TB, st games.State, m games.Move) games.State {
	t.Helper()
	next, err := st.Play(st.ToMove()[0], m)
	if err != nil {
		t.Fatal(err)
	}
	return next
}

// TestPlayoutAgainstPlain compares how often each side wins at random. The bound is five standard
// deviations of the difference of two such counts.
func TestPlayoutAgainstPlain(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	p, pos := newPlain(4), newPosition(4)
	gametest.SameOdds(t, 400, 5*15, func() int {
		game := pos
		return int(2*game.Playout(rng)) - 1
	}, func() int { return p.playout(rng) })
}
