package catchup

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

// A plain is Catchup as one would write it at first: a map of stones by two coordinates, a list of
// turns, a flood fill to find groups. It shares only the rules with [position], so that the tests can
// compare the two.
type plain struct {
	size  int
	bonus string
	board map[[2]int]int // by row and number, from 1: the side of the stone
	turns int
	limit int
}

func newPlain(size int, bonus string) plain {
	return plain{size: size, bonus: bonus, board: map[[2]int]int{}, limit: 1}
}

// width returns how many cells a row has, from 1 at the bottom.
func (p plain) width(row int) int {
	if row <= p.size {
		return p.size + row - 1
	}
	return 3*p.size - 1 - row
}

// all lists the cells by row and number.
func (p plain) all() (cells [][2]int) {
	for row := 1; row < 2*p.size; row++ {
		for number := 1; number <= p.width(row); number++ {
			cells = append(cells, [2]int{row, number})
		}
	}
	return cells
}

// empty lists the empty cells.
func (p plain) empty() [][2]int {
	return slices.DeleteFunc(p.all(), func(c [2]int) bool { _, taken := p.board[c]; return taken })
}

// middle returns twice the place of a cell from the left, and its row: cells touch whose places differ
// by two in the same row, or by one in rows beside each other.
func (p plain) middle(cell [2]int) (x, y int) {
	return 2*cell[1] + 2*p.size - 1 - p.width(cell[0]), cell[0]
}

func (p plain) touch(a, b [2]int) bool {
	ax, ay := p.middle(a)
	bx, by := p.middle(b)
	dx, dy := max(ax-bx, bx-ax), max(ay-by, by-ay)
	return dy == 0 && dx == 2 || dy == 1 && dx == 1
}

// groups returns the groups of a side as lists of cells, the largest first.
func (p plain) groups(side int) (all [][][2]int) {
	seen := map[[2]int]bool{}
	for _, from := range p.all() {
		if s, stone := p.board[from]; !stone || s != side || seen[from] {
			continue
		}
		group := [][2]int{from}
		seen[from] = true
		for i := 0; i < len(group); i++ {
			for _, c := range p.all() {
				if s, stone := p.board[c]; stone && s == side && !seen[c] && p.touch(group[i], c) {
					seen[c] = true
					group = append(group, c)
				}
			}
		}
		all = append(all, group)
	}
	slices.SortFunc(all, func(a, b [][2]int) int { return len(b) - len(a) })
	return all
}

// sizes returns the sizes of the groups of a side, descending.
func (p plain) sizes(side int) []int {
	sizes := []int{}
	for _, g := range p.groups(side) {
		sizes = append(sizes, len(g))
	}
	return sizes
}

// largest returns the size of the largest group of a side, at least 1.
func (p plain) largest(side int) int { return slices.Max(append(p.sizes(side), 1)) }

// moves lists the legal turns, the cells of each in order.
func (p plain) moves() (all [][][2]int) {
	empty := p.empty()
	for i, a := range empty {
		all = append(all, [][2]int{a})
		for j := i + 1; p.limit > 1 && j < len(empty); j++ {
			pair := [][2]int{a, empty[j]}
			if p.bonus == "quiet" {
				was, after := max(p.largest(0), p.largest(1)), p.play(pair)
				if max(after.largest(0), after.largest(1)) > was {
					continue
				}
			}
			all = append(all, pair)
			for k := j + 1; p.limit > 2 && k < len(empty); k++ {
				all = append(all, [][2]int{a, empty[j], empty[k]})
			}
		}
	}
	return all
}

// play returns the position after a turn.
func (p plain) play(move [][2]int) plain {
	next := p
	next.board = map[[2]int]int{}
	for c, s := range p.board {
		next.board[c] = s
	}
	side := p.turns % 2
	for _, c := range move {
		next.board[c] = side
	}
	next.turns++
	next.limit = 2
	grew := next.largest(side) > p.largest(side)
	if p.bonus == "match" && grew && next.largest(side) >= next.largest(1-side) {
		next.limit = 3
	}
	if p.bonus == "overtake" && max(next.largest(0), next.largest(1)) > max(p.largest(0), p.largest(1)) {
		next.limit = 3
	}
	next.limit = min(next.limit, len(next.empty()))
	return next
}

// text returns a turn as it is written.
func (p plain) text(move [][2]int) games.Move {
	var names []string
	for _, c := range move {
		names = append(names, fmt.Sprintf("%c%d", 'a'+c[0]-1, c[1]))
	}
	return games.Move(strings.Join(names, ","))
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

// winner compares the groups from the largest.
func (p plain) winner() int {
	if slices.Compare(p.sizes(0), p.sizes(1)) > 0 {
		return 0
	}
	return 1
}

// rows writes the rows from the top, as the state does.
func (p plain) rows() (rows []string) {
	for row := 2*p.size - 1; row >= 1; row-- {
		var b strings.Builder
		for number := 1; number <= p.width(row); number++ {
			side, stone := p.board[[2]int{row, number}]
			switch {
			case !stone:
				b.WriteByte('-')
			default:
				b.WriteByte("WB"[side])
			}
		}
		rows = append(rows, b.String())
	}
	return rows
}

// agree compares all results of a state with the plain one.
func (p plain) agree(t *testing.T, s state) {
	t.Helper()
	var want []games.Move
	for _, m := range p.moves() {
		want = append(want, p.text(m))
	}
	slices.Sort(want)
	if got := s.Legal(s.Next()); s.Ended == nil && !slices.Equal(got, want) || s.pos.Count() != len(want) || s.Ended != nil && len(want) > 0 {
		t.Fatalf("after %d turns there are the moves %v, Count() = %d, want %v", p.turns, got, s.pos.Count(), want)
	}
	v := s.View(0).(View)
	for side := range 2 {
		if got := v.Groups[side]; !slices.Equal(got, p.sizes(side)) || s.pos.Largest(Side(side)) != p.largest(side) {
			t.Fatalf("after %d turns side %d has the groups %v, largest %d, want %v", p.turns, side, got, s.pos.Largest(Side(side)), p.sizes(side))
		}
	}
	most := 0
	for _, m := range p.moves() {
		most = max(most, len(m))
	}
	if v.Limit != most {
		t.Fatalf("after %d turns the limit is %d, and the longest turn has %d stones", p.turns, v.Limit, most)
	}
	var rows []string
	for row := v.Rows() - 1; row >= 0; row-- {
		rows = append(rows, v.row(row, "-WB"))
	}
	if !slices.Equal(rows, p.rows()) {
		t.Fatalf("the rows are %q, want %q", rows, p.rows())
	}
	if got := v.position(); s.Ended == nil && (got.limit != s.pos.limit || got.begun != s.pos.begun || got.stone != s.pos.stone || got.mover != s.pos.mover) {
		t.Fatalf("a View gives the position %+v, want %+v", got, s.pos)
	}
	if s.Ended != nil && (int(s.Ended.Winner) != p.winner() || len(p.empty()) > 0) {
		t.Fatalf("it is won by %d, want %d", s.Ended.Winner, p.winner())
	}
}

// TestAgainstPlain plays random games and compares at every turn.
func TestAgainstPlain(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		size  int
		games int
	}{{2, 12}, {3, 2}} {
		for bonus := range bonuses {
			for range c.games {
				playBoth(t, rng, c.size, Bonus(bonus))
			}
		}
	}
}

// TestAgainstPlainInTheLongRun does so on larger boards.
func TestAgainstPlainInTheLongRun(t *testing.T) {
	gametest.InTheLongRun(t)
	rng := rand.New(rand.NewPCG(1, 3))
	for bonus := range bonuses {
		for range 20 {
			playBoth(t, rng, 3, Bonus(bonus))
		}
		playBoth(t, rng, 4, Bonus(bonus))
	}
}

// playBoth plays a random game.
func playBoth(t *testing.T, rng *rand.Rand, size int, bonus Bonus) {
	t.Helper()
	p, s := newPlain(size, bonus.String()), play(t, size, bonus, "")
	for p.agree(t, s); s.Ended == nil; p.agree(t, s) {
		moves := p.moves()
		m := moves[rng.IntN(len(moves))]
		p, s = p.play(m), gametest.Move(t, s, p.text(m))
	}
}

// Perft of the plain implementation is that of the fast one.
func TestPerftAgainstPlain(t *testing.T) {
	for _, c := range []struct{ size, depth int }{{2, 4}, {3, 2}} {
		for bonus := range bonuses {
			pos := newPosition(c.size, Bonus(bonus))
			if got, want := pos.Perft(c.depth), newPlain(c.size, bonuses[bonus]).perft(c.depth); got != want {
				t.Errorf("Perft(%d) on %d with %s = %d, want %d", c.depth, c.size, bonuses[bonus], got, want)
			}
		}
	}
}
