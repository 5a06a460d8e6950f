package slyde

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

// A plain is Slyde as one would write it at first: a map of stones by their cell, a list of moves as texts, a new map
// for each move, a flood fill to count groups, and a board that is turned over to see whether it is symmetric.
type plain struct {
	size   int
	stones map[gametest.Cell]plainStone // by column and row, from 1
	turns  int                          // made so far
	rule   bool
}

type plainStone struct{ white, fixed bool }

func newPlain(size int, rule bool) plain {
	p := plain{size: size, stones: map[gametest.Cell]plainStone{}, rule: rule}
	for col := 1; col <= size; col++ {
		for row := 1; row <= size; row++ {
			p.stones[gametest.Cell{col, row}] = plainStone{white: (col+row)%2 == 1}
		}
	}
	return p
}

// mirrors reports whether the board looks the same when each cell is taken to another place and the colours are
// exchanged.
func (p plain) mirrors(to func(cell gametest.Cell) gametest.Cell) bool {
	for cell, stone := range p.stones {
		if other := p.stones[to(cell)]; other.white == stone.white || other.fixed != stone.fixed {
			return false
		}
	}
	return true
}

// symmetric reports whether the player to move may change a stone.
func (p plain) symmetric() bool {
	return p.rule && p.turns > 0 &&
		(p.mirrors(func(c gametest.Cell) gametest.Cell { return gametest.Cell{p.size + 1 - c[0], c[1]} }) ||
			p.mirrors(func(c gametest.Cell) gametest.Cell { return gametest.Cell{c[0], p.size + 1 - c[1]} }))
}

func (p plain) Moves() (all []string) {
	change := p.symmetric()
	for cell, stone := range p.stones {
		if change {
			all = append(all, "*"+gametest.Name(cell))
		}
		if stone.fixed || stone.white != (p.turns%2 == 0) {
			continue
		}
		for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			next := gametest.Cell{cell[0] + d[0], cell[1] + d[1]}
			if other, there := p.stones[next]; there && !other.fixed && other.white != stone.white {
				all = append(all, gametest.Name(cell)+"-"+gametest.Name(next))
			}
		}
	}
	slices.Sort(all)
	return all
}

func (p plain) Play(move string) plain {
	next := plain{p.size, maps.Clone(p.stones), p.turns + 1, p.rule}
	if cell, change := strings.CutPrefix(move, "*"); change {
		stone := p.stones[gametest.ReadName(cell)]
		next.stones[gametest.ReadName(cell)] = plainStone{stone.white, !stone.fixed}
		return next
	}
	from, to, _ := strings.Cut(move, "-")
	next.stones[gametest.ReadName(to)] = plainStone{p.stones[gametest.ReadName(from)].white, true}
	next.stones[gametest.ReadName(from)] = p.stones[gametest.ReadName(to)]
	return next
}

func (p plain) parts() [2][][]gametest.Cell {
	return gametest.Parts(p.stones, func(s plainStone) int { return map[bool]int{true: 0, false: 1}[s.white] })
}

func (p plain) Groups() [2][]int {
	return gametest.Sizes(p.parts(), func([]gametest.Cell) bool { return true })
}

// copies lets Black copy White's last move where that can be done, and makes White change stones often, so that many
// positions are symmetric.
func copies(p plain, moves []string, rng *rand.Rand) string {
	if i := slices.IndexFunc(moves, func(m string) bool { return m[0] != '*' }); p.turns%2 == 0 && i > 0 && rng.IntN(3) > 0 {
		return moves[rng.IntN(i)]
	}
	for _, m := range moves {
		if p.turns%2 == 1 && p.Play(m).symmetric() {
			return m
		}
	}
	return gametest.AnyOf(moves, rng)
}

// TestAgainstPlain plays random games, and games in which one side copies the other, beside the plain one.
func TestAgainstPlain(t *testing.T) {
	rng, met := rand.New(rand.NewPCG(1, 2)), map[string]int{}
	for _, c := range [][2]int{{2, 8}, {4, 40}, {6, 16}, {8, 8}, {10, 2}, {12, 2}, {16, 1}} {
		for i := range c[1] {
			rule := map[bool]string{true: "on", false: "off"}[i%4 < 3]
			s := play(t, fmt.Sprintf("size=%d,mirror=%s", c[0], rule), "")
			gametest.Alongside(t, newPlain(c[0], i%4 < 3), s, 0, at, func(p plain, s state, moves []string) string {
				if (s.pos.mirror != 0) != p.symmetric() {
					t.Fatalf("%v: mirror = %b, want some: %v", p, s.pos.mirror, p.symmetric())
				}
				if len(moves) == 0 {
					return ""
				}
				m := gametest.AnyOf(moves, rng)
				if i%2 == 0 {
					m = copies(p, moves, rng)
				}
				if cell, change := strings.CutPrefix(m, "*"); change && p.stones[gametest.ReadName(cell)].fixed {
					met["frees"]++
				} else if change {
					met["fixes"]++
				}
				return m
			})
		}
	}
	if met["frees"] < 5 || met["fixes"] < 5 {
		t.Errorf("the games had %v, want more", met)
	}
}

func at(s state) *Position { return &s.pos }

func TestPlayoutAgainstPlain(t *testing.T) {
	pos := newPosition(4, true)
	gametest.SameOdds(t, rand.New(rand.NewPCG(3, 4)), 1000, 5*23, newPlain(4, true), func(rng *rand.Rand) float64 {
		game := pos
		return search.Playout(&game, rng)
	})
}

// by returns the position with a side to move, and without the mirror rule.
func (p plain) by(side int) plain { return plain{p.size, p.stones, side, false} }

// A reach is what a side can do by one swap: the fewest stones that it leaves the largest group of the other side, the
// most that it gives its own, and the swaps that do so; what there is if there are none.
type reach struct {
	leaves, makes int
	makers        []string
}

func (p plain) reach() reach {
	own := p.turns % 2
	r := reach{leaves: p.Groups()[1-own][0], makes: p.Groups()[own][0]}
	for _, m := range p.Moves() {
		after := p.Play(m).Groups()
		r.leaves = min(r.leaves, after[1-own][0])
		if after[own][0] > r.makes {
			r.makes, r.makers = after[own][0], nil
		}
		if after[own][0] == r.makes {
			r.makers = append(r.makers, m)
		}
	}
	return r
}

// truth reports whether a reason for a move is true by the plain game.
func (p plain) truth(why games.Text, m string) bool {
	after, own := p.Play(m), p.turns%2
	was, is := p.Groups(), after.Groups()
	mine, now, theirs, left := was[own][0], is[own][0], was[1-own][0], is[1-own][0]
	n := func(name string) int { n, _ := why.Arg(name).(int); return n }
	from, to, size, one, other := n("From"), n("To"), n("Size"), n("One"), n("Other")
	joins := func(p plain, m string) bool { // but for the stone that was swapped
		before, after := p.parts(), p.Play(m).parts()
		cell, _, _ := strings.Cut(m, "-")
		return gametest.Joined(before[own], after[own], []gametest.Cell{gametest.ReadName(cell)}, one, other, size)
	}
	kind, shrunk, worse := strings.TrimPrefix(why.Key, "slyde.why."), 0, slices.Compare(is[own], was[own]) < 0
	if now < mine {
		shrunk = now
	}
	if !slices.Contains([]string{"trades", "loses", "wins", "change", ""}, kind) && n("Shrunk") != shrunk {
		return false
	}
	switch kind {
	case "":
		return true
	case "wins":
		return len(after.Moves()) == 0 && gametest.Winner(after) == 1-2*own
	case "change":
		return m[0] == '*' && p.symmetric() && !after.symmetric()
	case "joins", "joins-more":
		more := n("More")
		return one >= other && other > 1 && size == one+other+more && (more > 0) == (kind != "joins") && joins(p, m)
	case "cuts":
		return from == theirs && to == left && to < from
	case "stops", "stops-any":
		before := p.by(1 - own).reach()
		own = 1 - own // whose groups it tells
		joined := func(by string) bool { return joins(p.by(own), by) }
		return size == before.makes && after.by(own).reach().makes < size && theirs < size &&
			(kind == "stops-any" || one+other == size && slices.ContainsFunc(before.makers, joined))
	case "saves":
		return from == mine && to == p.by(1-own).reach().leaves && to < mine && after.by(1-own).reach().leaves >= mine
	case "shields":
		still := n("Still")
		return to == p.by(1-own).reach().leaves && still == after.by(1-own).reach().leaves && to < still && still < mine
	case "trades":
		least := n("Least")
		return n("Lost") == mine-now && now < mine && least == after.by(1-own).reach().leaves && p.by(1-own).reach().leaves < least
	case "loses":
		return from == mine && to == now && to < from
	case "breaks":
		other := func(n int) bool { return n != mine }
		times := func(sizes []int) int { return len(slices.DeleteFunc(slices.Clone(sizes), other)) }
		return size == mine && mine == now && times(is[own]) < times(was[own])
	case "second-grows":
		return !worse && mine == now && from == was[own][1] && to == is[own][1] && to >= 5 && to > from
	case "cuts-second":
		return mine == now && from == was[1-own][1] && to == is[1-own][1] && from >= 5 && to < from
	case "grows":
		return from == mine && to == now && to > from
	case "fixes":
		_, cell, _ := strings.Cut(m, "-")
		return !worse && cell == why.Arg("Cell") && size == now && slices.ContainsFunc(after.parts()[own], func(group []gametest.Cell) bool {
			return len(group) == now && slices.Contains(group, gametest.ReadName(cell))
		})
	case "grows-at":
		_, cell, _ := strings.Cut(m, "-")
		next := n("Next")
		return !worse && p.growsAt(m, why) && (next == 0 || next == after.by(own).with(cell))
	case "threatens", "threatens-any":
		again := after.by(own)
		r := again.reach()
		return size == r.makes && size > max(p.by(own).reach().makes, now) && (kind == "threatens-any" || one+other == size &&
			slices.ContainsFunc(r.makers, func(by string) bool { return joins(again, by) }))
	case "stays":
		return n("Ahead") == now && n("Low") == left && now > left && !slices.ContainsFunc(after.Moves(), func(by string) bool {
			g := after.Play(by).Groups()
			return g[own][0] <= g[1-own][0]
		})
	case "trails":
		return n("Behind") == left && n("Low") == now && !slices.ContainsFunc(p.by(own).Moves(), func(by string) bool {
			g := p.by(own).Play(by).Groups()
			return g[own][0] >= g[1-own][0]
		})
	case "leaves":
		return n("Count") == len(after.by(1-own).Moves())
	}
	return false
}

// with returns the size of the largest group with a cell that the side to move can have by a swap, or has.
func (p plain) with(cell string) (most int) {
	look := func(all [][]gametest.Cell) {
		for _, group := range all {
			if slices.Contains(group, gametest.ReadName(cell)) {
				most = max(most, len(group))
			}
		}
	}
	side := p.turns % 2
	look(p.parts()[side])
	for _, m := range p.Moves() {
		if m[0] != '*' {
			look(p.Play(m).parts()[side])
		}
	}
	return most
}

// growsAt reports whether a move's stone lands in a group of a size that had no part as large.
func (p plain) growsAt(m string, why games.Text) bool {
	_, to, _ := strings.Cut(m, "-")
	own, most := p.turns%2, 0
	for _, group := range p.Play(m).parts()[own] {
		if !slices.Contains(group, gametest.ReadName(to)) {
			continue
		}
		for _, part := range p.parts()[own] {
			if slices.ContainsFunc(part, func(c gametest.Cell) bool { return slices.Contains(group, c) }) {
				most = max(most, len(part))
			}
		}
		return why.Arg("Cell") == to && why.Arg("From") == most && why.Arg("To") == len(group) && most < len(group)
	}
	return false
}

// truly checks that what is said for a move, after a log, is true by the plain game.
func truly(t *testing.T, setup games.Setup, log []games.Ply, m games.Move, why games.Text) {
	t.Helper()
	size, _ := board.ReadSize(setup.Options["size"], minSize, maxSize)
	if p := gametest.After(newPlain(size, true), log); !p.truth(why, string(m)) {
		t.Errorf("%s is said to be good because %v, which is not so after %v", m, why, log)
	}
}

// Whatever is said for a turn is true by the plain game. TestZoo checks that of every kind of reason.
func TestWhyIsTrue(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	for n, size := range []int{4, 4, 4, 4, 6, 6, 6} {
		s := play(t, fmt.Sprint("size=", size), "")
		gametest.Alongside(t, newPlain(size, true), s, 0, at, func(p plain, s state, moves []string) string {
			for range min(3, len(moves)) {
				m := gametest.AnyOf(moves, rng)
				gametest.Gets(t, Game{}, s, m, p.turns%2, p.Groups(), p.Play(m).Groups())
				if why := (Game{}).Why(s.View(s.Next()), s.Next(), games.Move(m)); !p.truth(why, m) {
					t.Errorf("%s is said to be good because %v, which is not so in\n%v", m, why, s.View(0))
				}
			}
			switch {
			case len(moves) == 0:
				return ""
			case n%2 == 0:
				return gametest.AnyOf(moves, rng)
			}
			return copies(p, moves, rng)
		})
	}
}
