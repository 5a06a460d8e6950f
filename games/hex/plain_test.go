package hex

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

// A plain is Hex as one would write it at first: a map of stones by their cell, and distances that go down until none does.
type plain struct {
	size   int
	stones map[gametest.Cell]int // by column and row, from 1: the side
	mover  int
}

func newPlain(size int) plain { return plain{size: size, stones: map[gametest.Cell]int{}} }

// all lists the cells by their names.
func (p plain) all() (names []string) {
	for col := range p.size {
		for row := range p.size {
			names = append(names, gametest.Name(gametest.Cell{col + 1, row + 1}))
		}
	}
	slices.Sort(names)
	return names
}

// touch reports whether two cells are neighbours.
func touch(a, b gametest.Cell) bool {
	col, row := b[0]-a[0], b[1]-a[1]
	return col*col+row*row+col*row == 1
}

// needs returns how many stones a side lacks for a chain, 1000 if none is possible.
func (p plain) needs(side int) int {
	lacks, least := map[gametest.Cell]int{}, 1000
	for changed := true; changed; {
		changed = false
		for _, name := range p.all() {
			c := gametest.ReadName(name)
			owner, taken := p.stones[c]
			best, cost := 1000, 1
			if taken {
				cost = 0
			}
			if taken && owner != side {
				continue
			}
			if c[1-side] == 1 {
				best = cost
			}
			for other, n := range lacks {
				if touch(c, other) {
					best = min(best, n+cost)
				}
			}
			if old, known := lacks[c]; best < 1000 && (!known || best < old) {
				lacks[c], changed = best, true
			}
		}
	}
	for c, n := range lacks {
		if c[1-side] == p.size {
			least = min(least, n)
		}
	}
	return least
}

// Moves lists the empty cells, none once a side has a chain.
func (p plain) Moves() (names []string) {
	if p.needs(0) == 0 || p.needs(1) == 0 {
		return nil
	}
	for _, name := range p.all() {
		if _, taken := p.stones[gametest.ReadName(name)]; !taken {
			names = append(names, name)
		}
	}
	return names
}

func (p plain) Play(m string) plain {
	next := plain{p.size, map[gametest.Cell]int{gametest.ReadName(m): p.mover}, 1 - p.mover}
	for c, side := range p.stones {
		next.stones[c] = side
	}
	return next
}

// text writes the board without what is around it.
func (p plain) text() string {
	var b strings.Builder
	for row := 1; row <= p.size; row++ {
		for col := 1; col <= p.size; col++ {
			letter := "-"
			if side, taken := p.stones[gametest.Cell{col, row}]; taken {
				letter = "RB"[side : side+1]
			}
			b.WriteString(letter)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// TestAgainstPlain plays a thousand random games beside the plain one, some with a swap.
func TestAgainstPlain(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range [][2]int{{2, 300}, {3, 560}, {4, 120}, {5, 15}, {7, 4}, {11, 1}} {
		for i := range c[1] {
			p, swap := newPlain(c[0]), map[bool]string{true: "on", false: "off"}[i%3 == 0 && c[0] > 2]
			s := play(t, fmt.Sprintf("size=%d,swap=%s", c[0], swap), "")
			red := 0
			for {
				moves := p.Moves()
				if s.MaySwap() {
					moves = append(moves, "swap")
				}
				var got []string
				for _, m := range s.Legal(s.Next()) {
					got = append(got, string(m))
				}
				var rows strings.Builder
				for row := range c[0] {
					rows.WriteString(s.View(0).(View).row(row) + "\n")
				}
				if rows.String() != p.text() || !slices.Equal(got, moves) {
					t.Fatalf("%s\nhas moves %v, want %v of\n%s", rows.String(), got, moves, p.text())
				}
				for side := range 2 {
					if n := s.pos.needs(Red + Stone(side)); n != p.needs(side) && p.needs(side) < 1000 {
						t.Fatalf("side %d needs %d stones, want %d:\n%s", side, n, p.needs(side), p.text())
					}
				}
				if len(moves) == 0 {
					break
				}
				m := gametest.AnyOf(moves, rng)
				s = gametest.Move(t, s, games.Move(m))
				if m == "swap" {
					red = 1
					continue
				}
				p = p.Play(m)
			}
			winner := red
			if p.needs(0) > 0 {
				winner = 1 - red
			}
			r, over := s.Result()
			if !over || r.Places[winner] != 1 || r.Places[1-winner] != 2 || p.needs(0) > 0 && p.needs(1) > 0 {
				t.Fatalf("over: %v, %v, want seat %d to win:\n%s", over, r, winner, p.text())
			}
			if chain := s.View(0).(View).Chain; !joins(chain, p, winner^red) {
				t.Fatalf("the chain is %v in\n%s", chain, p.text())
			}
		}
	}
}

// joins reports whether cells are a chain of a side from edge to edge.
func joins(chain []string, p plain, side int) bool {
	for i, name := range chain {
		c := gametest.ReadName(name)
		if owner, taken := p.stones[c]; !taken || owner != side || i > 0 && !touch(c, gametest.ReadName(chain[i-1])) {
			return false
		}
	}
	return len(chain) > 0 && gametest.ReadName(chain[0])[1-side] == 1 &&
		gametest.ReadName(chain[len(chain)-1])[1-side] == p.size
}

// A plain solver finds the same values in late positions. Its first side is Red, whoever has it.
func TestEnds(t *testing.T) {
	gametest.Ends(t, Game{}, gametest.Plain[plain]{
		After: func(setup games.Setup, log []games.Ply) plain {
			size, _ := strconv.Atoi(setup.Options["size"])
			p := newPlain(size)
			for _, ply := range log {
				if ply.Move != games.SwapMove {
					p = p.Play(string(ply.Move))
				}
			}
			return p
		},
		Moves: plain.Moves, Play: plain.Play,
		Mover: func(p plain) int { return p.mover },
		Worth: func(p plain) int {
			if p.needs(0) == 0 {
				return 1
			}
			return -1
		},
		Key:   func(p plain) string { return p.text() },
		Nodes: 10_000,
	}, func(s games.State, soon bool) bool {
		p := s.(state).pos
		left := p.Count()
		return s.(state).Ply > 1 && left <= 14 && (!soon || left <= 7)
	}, 90, "size=4", "size=3,swap=off", "size=4,swap=off")
}
