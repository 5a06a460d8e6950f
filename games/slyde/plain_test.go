package slyde

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

// A plain is Slyde as one would write it at first: a map of stones by the name of their cell, a
// list of moves as texts, a new map for each move, a flood fill to count groups, and a board that
// is turned over to see whether it is symmetric. It shares only the rules with [Position], so that
// the tests can compare the two.
type plain struct {
	size   int
	stones map[[2]int]plainStone // by column and row, from 1
	turns  int                   // made so far
	rule   bool
}

type plainStone struct {
	white, fixed bool
}

func newPlain(size int, rule bool) plain {
	p := plain{size: size, stones: map[[2]int]plainStone{}, rule: rule}
	for col := 1; col <= size; col++ {
		for row := 1; row <= size; row++ {
			p.stones[[2]int{col, row}] = plainStone{white: (col+row)%2 == 1}
		}
	}
	return p
}

func (p plain) name(cell [2]int) string { return fmt.Sprintf("%c%d", 'a'+cell[0]-1, cell[1]) }

// white reports whether White is to move.
func (p plain) white() bool { return p.turns%2 == 0 }

// mirrors reports whether the board looks the same when each cell is taken to another place and
// the colours are exchanged.
func (p plain) mirrors(to func(col, row int) (int, int)) bool {
	for cell, stone := range p.stones {
		col, row := to(cell[0], cell[1])
		if other := p.stones[[2]int{col, row}]; other.white == stone.white || other.fixed != stone.fixed {
			return false
		}
	}
	return true
}

// symmetric reports whether the player to move may change a stone.
func (p plain) symmetric() bool {
	if !p.rule || p.turns == 0 {
		return false
	}
	return p.mirrors(func(col, row int) (int, int) { return p.size + 1 - col, row }) ||
		p.mirrors(func(col, row int) (int, int) { return col, p.size + 1 - row })
}

// moves lists the legal moves as texts, sorted.
func (p plain) moves() (all []string) {
	change := p.symmetric()
	for cell, stone := range p.stones {
		if change {
			all = append(all, "*"+p.name(cell))
		}
		if stone.fixed || stone.white != p.white() {
			continue
		}
		for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			next := [2]int{cell[0] + d[0], cell[1] + d[1]}
			if other, there := p.stones[next]; there && !other.fixed && other.white != stone.white {
				all = append(all, p.name(cell)+"-"+p.name(next))
			}
		}
	}
	slices.Sort(all)
	return all
}

// play returns the position after a move and leaves this one as it is.
func (p plain) play(move string) plain {
	next := plain{p.size, map[[2]int]plainStone{}, p.turns + 1, p.rule}
	named := map[string][2]int{}
	for cell, stone := range p.stones {
		next.stones[cell] = stone
		named[p.name(cell)] = cell
	}
	if cell, change := strings.CutPrefix(move, "*"); change {
		stone := p.stones[named[cell]]
		next.stones[named[cell]] = plainStone{stone.white, !stone.fixed}
		return next
	}
	from, to, _ := strings.Cut(move, "-")
	next.stones[named[to]] = plainStone{p.stones[named[from]].white, true}
	next.stones[named[from]] = p.stones[named[to]]
	return next
}

// groups returns the sizes of the groups of White and of Black, descending.
func (p plain) groups() [2][]int {
	groups, seen := [2][]int{}, map[[2]int]bool{}
	for col := 1; col <= p.size; col++ {
		for row := 1; row <= p.size; row++ {
			cell := [2]int{col, row}
			if n := len(p.flood(cell, seen)); n > 0 && p.stones[cell].white {
				groups[0] = append(groups[0], n)
			} else if n > 0 {
				groups[1] = append(groups[1], n)
			}
		}
	}
	return gametest.Descending(groups)
}

// flood returns the cells that are joined to a cell by its colour and were not seen before.
func (p plain) flood(cell [2]int, seen map[[2]int]bool) [][2]int {
	return gametest.Flood(cell, seen, func(a, b [2]int) bool {
		other, there := p.stones[b]
		return there && other.white == p.stones[a].white
	})
}

// winner compares the groups from the largest: 1 for White, -1 for Black, 0 for a draw.
func (p plain) winner() int {
	groups := p.groups()
	return slices.Compare(groups[0], groups[1])
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
	gametest.Agree(t, p, want, p.groups(), pos, func(n int) games.Move { return pos.Nth(n).Move() })
	if (pos.mirror != 0) != p.symmetric() {
		t.Fatalf("%v: mirror = %b, want some: %v", p, pos.mirror, p.symmetric())
	}
	return want
}

// A style of play decides which of the legal moves is played; rng draws one.
type style func(p plain, moves []string, rng *rand.Rand) string

func anyMove(_ plain, moves []string, rng *rand.Rand) string { return moves[rng.IntN(len(moves))] }

// copies lets Black copy White's last move where that can be done, and makes White change stones
// often, so that many positions are symmetric.
func copies(p plain, moves []string, rng *rand.Rand) string {
	if p.white() {
		if i := slices.IndexFunc(moves, func(m string) bool { return m[0] != '*' }); i > 0 && rng.IntN(3) > 0 {
			return moves[rng.IntN(i)]
		}
		return anyMove(p, moves, rng)
	}
	for _, m := range moves {
		if p.play(m).symmetric() {
			return m
		}
	}
	return anyMove(p, moves, rng)
}

// TestAgainstPlain plays random games, and games in which one side copies the other, and compares
// at every ply: the turns, the mirror, the groups, the end and the winner of [Position], and the
// result of the state.
func TestAgainstPlain(t *testing.T) {
	rng, met := rand.New(rand.NewPCG(1, 2)), map[string]int{}
	for _, c := range []struct {
		size, games int
	}{{2, 8}, {4, 40}, {6, 16}, {8, 8}, {10, 2}, {12, 2}, {16, 1}} {
		for i := range c.games {
			s := style(anyMove)
			if i%2 == 0 {
				s = copies
			}
			playBoth(t, rng, c.size, i%4 < 3, s, met)
		}
	}
	for _, what := range []string{"fix", "free", "symmetric", "swap"} {
		if met[what] < 5 {
			t.Errorf("the games had %v, want more of %s", met, what)
		}
	}
}

// playBoth plays a game in some style, and counts what is met.
func playBoth(t *testing.T, rng *rand.Rand, size int, rule bool, choose style, met map[string]int) {
	t.Helper()
	p, pos := newPlain(size, rule), newPosition(size, rule)
	st := play(t, setup(size, rule))
	for moves := p.agree(t, &pos); len(moves) > 0; moves = p.agree(t, &pos) {
		text := choose(p, moves, rng)
		turn := read(t, text)
		switch {
		case !turn.Change():
			met["swap"]++
		case pos.At(turn.Col, turn.Row).Fixed:
			met["free"]++
		default:
			met["fix"]++
		}
		p = p.play(text)
		pos.Play(turn)
		st = move(t, st, games.Move(text)).(state)
		if p.symmetric() {
			met["symmetric"]++
		}
	}
	gametest.AgreeAtTheEnd(t, p.groups(), st, 0)
}

// read reads a turn.
func read(t testing.TB, text string) Turn {
	t.Helper()
	typed, ok := parseTurn(strings.ToLower(text))
	if !ok {
		t.Fatalf("%q is no turn", text)
	}
	return typed.Turn
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
	p, pos := newPlain(4, true), newPosition(4, true)
	gametest.SameOdds(t, 1000, 5*23, func() int {
		game := pos
		return int(2*game.Playout(rng)) - 1
	}, func() int { return p.playout(rng) })
}

func (p plain) perft(depth int) int {
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
