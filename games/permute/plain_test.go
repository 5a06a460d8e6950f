package permute

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
	"parlour/games/search"
)

// A plain is Permute as one would write it at first: a map of stones by their cell, a list of moves as texts, a new map
// for each move, a flood fill to count groups.
type plain struct {
	stones map[gametest.Cell]plainStone // by column and row, from 1
	mover  int
}

type plainStone struct {
	side  int
	fixed bool
}

func newPlain(size int, start string) plain {
	p := plain{stones: map[gametest.Cell]plainStone{}}
	for col := range size {
		for row := range size {
			block := col
			if start == "blocks" {
				block /= 2
			}
			p.stones[gametest.Cell{col + 1, row + 1}] = plainStone{side: (block + row + 1) % 2}
		}
	}
	return p
}

// turned returns the face that a move turns, and the cell of the stone that it fixes.
func turned(m string) (face []gametest.Cell, fixed gametest.Cell) {
	at, cell, _ := strings.Cut(m[1:], "-")
	return gametest.Face(gametest.ReadName(at)), gametest.ReadName(cell)
}

// Moves lists the twists of the faces with stones of both sides and no fixed one. Each stone of the mover in a face can
// be fixed where either twist brings it.
func (p plain) Moves() (all []string) {
	for at := range p.stones {
		face, met := gametest.Face(at), map[plainStone]bool{}
		for _, cell := range face {
			stone, there := p.stones[cell]
			met[plainStone{stone.side, stone.fixed || !there}] = true
		}
		if len(met) != 2 || !met[plainStone{}] || !met[plainStone{side: 1}] {
			continue
		}
		for i, cell := range face {
			if p.stones[cell].side == p.mover {
				all = append(all, "C"+gametest.Name(at)+"-"+gametest.Name(face[(i+1)%4]), "A"+gametest.Name(at)+"-"+gametest.Name(face[(i+3)%4]))
			}
		}
	}
	slices.Sort(all)
	return all
}

func (p plain) Play(m string) plain {
	face, cell := turned(m)
	next := plain{gametest.Twisted(p.stones, face, m[:1]), 1 - p.mover}
	next.stones[cell] = plainStone{p.mover, true}
	return next
}

func (p plain) parts() [2][][]gametest.Cell {
	return gametest.Parts(p.stones, func(s plainStone) int { return s.side })
}

func (p plain) Groups() [2][]int {
	return gametest.Sizes(p.parts(), func([]gametest.Cell) bool { return true })
}

func at(s state) *Position { return &s.pos }

// TestAgainstPlain plays random games beside the plain one, with a swap after the first twist or without.
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
			p, swap, orange := newPlain(c.size, c.start), map[bool]string{true: "on", false: "off"}[i%2 == 1 && c.size > 3], 0
			s := play(t, fmt.Sprintf("size=%d,start=%s,swap=%s", c.size, c.start, swap), "")
			if swap == "on" {
				m := gametest.AnyOf(p.Moves(), rng)
				p, s, orange = p.Play(m), gametest.Move(t, gametest.Move(t, s, games.Move(m)), games.SwapMove), 1
			}
			gametest.Alongside(t, p, s, orange, at, func(_ plain, _ state, moves []string) string {
				if len(moves) == 0 {
					return ""
				}
				return gametest.AnyOf(moves, rng)
			})
		}
	}
}

func TestPlayoutAgainstPlain(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, size := range []int{3, 4} {
		pos := newPosition(size, false)
		gametest.SameOdds(t, rng, 2000, 5*32, newPlain(size, "chequer"), func(rng *rand.Rand) float64 {
			game := pos
			return search.Playout(&game, rng)
		})
	}
}

// some reports whether some turn of a face, which either side can make, leads to a position of a kind. Which stone it
// fixes makes no difference to the groups.
func (p plain) some(kind func(next plain, m string) bool) bool {
	turn := ""
	return slices.ContainsFunc(p.Moves(), func(m string) bool {
		face, _, _ := strings.Cut(m, "-")
		before := turn
		turn = face
		return face != before && kind(p.Play(m), m)
	})
}

// together reports whether two cells lie in one group of a side.
func (p plain) together(side int, a, b gametest.Cell) bool {
	return slices.ContainsFunc(p.parts()[side], func(group []gametest.Cell) bool {
		return slices.Contains(group, a) && slices.Contains(group, b)
	})
}

// groupsIn counts the groups of two stones or more of a side that have a stone among some cells, but for those of a face.
func (p plain) groupsIn(side int, cells, face []gametest.Cell) (n int) {
	for _, group := range p.parts()[side] {
		in := func(c gametest.Cell) bool { return slices.Contains(cells, c) && !slices.Contains(face, c) }
		if len(group) > 1 && slices.ContainsFunc(group, in) {
			n++
		}
	}
	return n
}

// truth reports whether a reason for a move is true by the plain game.
func (p plain) truth(why games.Text, m string) bool {
	after, own, other := p.Play(m), p.mover, 1-p.mover
	was, is := p.Groups(), after.Groups()
	mine, now := gametest.First(was[own]), gametest.First(is[own])
	theirs, left := gametest.First(was[other]), gametest.First(is[other])
	n := func(name string) int { n, _ := why.Arg(name).(int); return n }
	from, to, size, one, two := n("From"), n("To"), n("Size"), n("One"), n("Other")
	kind, over := strings.TrimPrefix(why.Key, "permute.why."), len(after.Moves()) == 0
	switch kind {
	case "":
		return true
	case "wins":
		return over && gametest.Winner(after) == 1-2*own && (n("High") == now && n("Low") == left && now > left || n("High") == 0 && now == left)
	case "draws":
		return over && gametest.Winner(after) == 0
	}
	ahead, behind, shrunk := 0, 0, 0
	switch {
	case now > left:
		ahead = now
	case now < left:
		behind = left
	}
	if now < mine {
		shrunk = now
	}
	if over || n("Ahead") != ahead || n("Behind") != behind || n("Low") != min(now, left) || n("Shrunk") != shrunk {
		return false
	}
	face, fixed := turned(m)
	joined := func(from, to plain, side int, face []gametest.Cell) bool {
		return one >= two && two > 1 && gametest.Joined(from.parts()[side], to.parts()[side], face, one, two, size)
	}
	apart := plain{maps.Clone(after.stones), after.mover} // without the fixed stone
	apart.stones[fixed] = plainStone{side: other}
	cutTo := func(size int) func(plain, string) bool {
		return func(next plain, _ string) bool { return gametest.First(next.Groups()[own]) <= size }
	}
	growTo := func(side, size int) func(plain, string) bool {
		return func(next plain, _ string) bool { return gametest.First(next.Groups()[side]) >= size }
	}
	// joining backwards is splitting
	joins := func(q plain, side int, back bool) func(plain, string) bool {
		return func(next plain, m string) bool {
			face, _ := turned(m)
			if back {
				return joined(next, q, side, face)
			}
			return joined(q, next, side, face)
		}
	}
	whole := one+two == size
	switch kind {
	case "joins", "joins-more":
		return joined(p, after, own, face) && n("More") == size-one-two && (n("More") > 0) == (kind == "joins-more")
	case "links":
		linked := joined(p, after, own, face)
		for _, part := range apart.parts()[own] {
			linked = linked && (!after.together(own, fixed, part[0]) || p.groupsIn(own, part, face) < 2)
		}
		return linked
	case "splits":
		return whole && joined(after, p, other, face)
	case "loses":
		return from == mine && to == now && to < from
	case "breaks":
		times := func(sizes []int) int {
			return len(slices.DeleteFunc(slices.Clone(sizes), func(n int) bool { return n != size }))
		}
		return size == mine && size == now && times(was[own]) > times(is[own])
	case "cuts":
		return from == theirs && to == left && to < from
	case "grows":
		return from == mine && to == now && to > from
	case "second-grows":
		return from == board.Rank(was[own], 1) && to == board.Rank(is[own], 1) && to > from
	case "cuts-second":
		return from == board.Rank(was[other], 1) && to == board.Rank(is[other], 1) && to < from
	case "even":
		return now == left && size == now && n("High") == is[own][1] && n("Next") == is[other][1] && n("High") > n("Next")
	case "holds":
		for _, group := range after.parts()[own] {
			within := func(part []gametest.Cell) bool { return slices.Contains(group, part[0]) }
			if parts := gametest.Sizes(apart.parts(), within)[own]; slices.Contains(group, fixed) && len(parts) > 1 {
				return parts[0] == one && parts[1] == two && two > 1 && len(group) == now
			}
		}
		return false
	case "saves":
		return to < from && from == mine && p.some(cutTo(to)) && !after.some(cutTo(to))
	case "trades":
		least := n("Least") - 1
		return n("Lost") == mine-now && now < mine && p.some(cutTo(least)) && !after.some(cutTo(least))
	case "saves-split":
		return whole && size == mine && p.some(joins(p, own, true)) && !after.some(func(next plain, m string) bool {
			return gametest.First(next.Groups()[own]) < size && joins(after, own, true)(next, m)
		})
	case "secures":
		rests := func(group []gametest.Cell) bool {
			return len(group) == size && !after.some(func(_ plain, m string) bool {
				face, _ := turned(m)
				return slices.ContainsFunc(group, func(c gametest.Cell) bool { return slices.Contains(face, c) })
			})
		}
		return size == now && slices.ContainsFunc(after.parts()[own], rests) && p.some(cutTo(size-1))
	case "stops":
		return whole && !after.some(growTo(other, size)) && p.some(joins(p, other, false))
	case "stops-any":
		return size > theirs && p.some(growTo(other, size)) && !after.some(growTo(other, size))
	case "threatens":
		return whole && size > now && !p.some(growTo(own, size)) && after.some(joins(after, own, false))
	case "threatens-any":
		return size > now && !p.some(growTo(own, size)) && after.some(growTo(own, size))
	case "stays":
		return now > left && !after.some(func(next plain, _ string) bool {
			return gametest.First(next.Groups()[own]) <= gametest.First(next.Groups()[other])
		})
	case "trails":
		return now < left && !p.some(func(next plain, _ string) bool {
			return gametest.First(next.Groups()[own]) >= gametest.First(next.Groups()[other])
		})
	}
	return false
}

// truly checks that what is said for a move, after a log, is true by the plain game.
func truly(t *testing.T, setup games.Setup, log []games.Ply, m games.Move, why games.Text) {
	t.Helper()
	size, _ := board.ReadSize(setup.Options["size"], minSize, maxSize)
	p := newPlain(size, setup.Options["start"])
	if p = gametest.After(p, log); m != games.SwapMove && !p.truth(why, string(m)) {
		t.Errorf("%s is said to be good because %v, which is not so after %v", m, why, log)
	}
}

// Whatever is said for a twist is true by the plain game. TestZoo checks that of every kind of reason, but for a draw.
func TestWhyIsTrue(t *testing.T) {
	rng, said := rand.New(rand.NewPCG(4, 9)), gametest.Told{}
	for _, size := range []int{4, 4, 4, 4, 4, 4, 5, 6, 7, 8} {
		s := play(t, fmt.Sprintf("size=%d,swap=off", size), "")
		gametest.Alongside(t, newPlain(size, "chequer"), s, 0, at, func(p plain, s state, moves []string) (m string) {
			for range min(4, len(moves)) {
				m = gametest.AnyOf(moves, rng)
				gametest.Gets(t, Game{}, s, m, p.mover, p.Groups(), p.Play(m).Groups())
				why := Game{}.Why(s.View(s.Next()), s.Next(), games.Move(m))
				if said.Add(why); !p.truth(why, m) {
					t.Errorf("%s is said to be good because %v, which is not so in\n%v", m, why, s.View(0))
				}
			}
			return m
		})
	}
	if said["permute.why.draws"] == 0 {
		t.Error("no twist draws, want one")
	}
}
