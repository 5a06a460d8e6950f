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
	"parlour/games/search"
)

// A plain is the game as one would write it at first: a map of stones by their cell, moves as texts, a new map for each
// move, a flood fill for groups, and the board before the last twist to compare with.
type plain struct {
	size   int
	stones map[gametest.Cell]plainStone // by column and row, from 1
	turns  int                          // made so far
	idle   int                          // of these the last that solved nothing
	before map[gametest.Cell]plainStone // the board before the last twist
}

type plainStone struct {
	side   int
	solved bool
}

func newPlain(size int) plain {
	p := plain{size: size, stones: map[gametest.Cell]plainStone{}}
	for col := 1; col <= size; col++ {
		for row := 1; row <= size; row++ {
			p.stones[gametest.Cell{col, row}] = plainStone{side: (col + row + 1) % 2}
		}
	}
	return p
}

// faceOf lists the cells of the face of a move.
func faceOf(m string) []gametest.Cell { return gametest.Face(gametest.ReadName(m[1:])) }

// twisted returns the stones after a move, before any group is solved.
func (p plain) twisted(m string) map[gametest.Cell]plainStone {
	return gametest.Twisted(p.stones, faceOf(m), m[:1])
}

func (p plain) Moves() (all []string) {
	for at := range p.stones {
		if p.idle == 2*p.size || max(at[0], at[1]) == p.size {
			continue
		}
		for _, way := range []string{"A", "C"} {
			m, met := way+gametest.Name(at), map[plainStone]bool{}
			for _, cell := range faceOf(m) {
				met[p.stones[cell]] = true
			}
			if len(met) == 2 && met[plainStone{}] && met[plainStone{side: 1}] && !maps.Equal(p.twisted(m), p.before) {
				all = append(all, m)
			}
		}
	}
	slices.Sort(all)
	return all
}

func (p plain) Play(move string) plain {
	next := plain{p.size, p.twisted(move), p.turns + 1, p.idle + 1, p.stones}
	for _, groups := range next.parts() {
		for _, group := range groups {
			for _, cell := range group {
				if stone := next.stones[cell]; next.holds(group) >= 3 && !stone.solved {
					next.stones[cell], next.idle = plainStone{stone.side, true}, 0
				}
			}
		}
	}
	return next
}

// holds counts the neutral stones beside the cells of a group.
func (p plain) holds(group []gametest.Cell) int {
	neutral := map[gametest.Cell]bool{}
	for _, cell := range group {
		for _, d := range []gametest.Cell{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			next := gametest.Cell{cell[0] + d[0], cell[1] + d[1]}
			if _, there := p.stones[next]; !there {
				neutral[next] = true
			}
		}
	}
	return len(neutral)
}

func (p plain) parts() [2][][]gametest.Cell {
	return gametest.Parts(p.stones, func(s plainStone) int { return s.side })
}

// Groups returns the sizes of the solved groups.
func (p plain) Groups() [2][]int {
	return gametest.Sizes(p.parts(), func(group []gametest.Cell) bool { return p.stones[group[0]].solved })
}

// all returns the sizes of all groups.
func (p plain) all() [2][]int {
	return gametest.Sizes(p.parts(), func([]gametest.Cell) bool { return true })
}

// TestAgainstPlain plays random games beside the plain one.
func TestAgainstPlain(t *testing.T) {
	rng, met := rand.New(rand.NewPCG(1, 2)), map[string]int{}
	for _, c := range [][2]int{{2, 2}, {3, 20}, {4, 30}, {5, 15}, {6, 8}, {8, 4}, {10, 2}, {13, 1}} {
		for range c[1] {
			s := play(t, fmt.Sprint("size=", c[0]), "")
			gametest.Alongside(t, newPlain(c[0]), s, 0, at, func(p plain, s state, moves []string) string {
				for cell, stone := range p.stones {
					got := s.pos.Stone(cell[0]-1, cell[1]-1)
					if got != (board.Stone{Colour: board.Colour(stone.side), Fixed: stone.solved}) || s.pos.Idle() != p.idle {
						t.Fatalf("%v: the stone at %v is %v, want %v, and %d turns are idle", p, cell, got, stone, s.pos.Idle())
					}
				}
				switch b := s.pos.barred; {
				case p.idle == 0:
					met["solved"]++
				case b.count == 1:
					met["barred one"]++
				case b.twists[0].Face() != b.twists[1].Face():
					met["barred two faces"]++
				}
				if p.idle > p.size {
					met["idle"]++
				}
				if len(moves) == 0 {
					return ""
				}
				return gametest.AnyOf(moves, rng)
			})
		}
	}
	for _, what := range []string{"solved", "barred one", "barred two faces", "idle"} {
		if met[what] < 5 {
			t.Errorf("the games had %v, want more of %s", met, what)
		}
	}
}

func at(s state) *board.Stones { return s.pos.held() }

func TestPlayoutAgainstPlain(t *testing.T) {
	pos := newPosition(4)
	gametest.SameOdds(t, rand.New(rand.NewPCG(3, 4)), 400, 5*15, newPlain(4), func(rng *rand.Rand) float64 {
		game := pos
		return search.Playout(&game, rng)
	})
}

// A reach is what a side can do by one twist: the most for its largest solved group, the fewest for the largest group
// of the other side, solved or not, and the most for its own.
type reach struct{ solves, leaves, makes int }

// reach returns what the side that is to move can do.
func (p plain) reach() reach {
	own := p.turns % 2
	largest := func(p plain) reach {
		return reach{gametest.First(p.Groups()[own]), gametest.First(p.all()[1-own]), gametest.First(p.all()[own])}
	}
	r := largest(p)
	for _, m := range p.Moves() {
		after := largest(p.Play(m))
		r = reach{max(r.solves, after.solves), min(r.leaves, after.leaves), max(r.makes, after.makes)}
	}
	return r
}

// nearly returns the size of the largest group of a side that touches two neutral stones.
func (p plain) nearly(side int) int {
	two := func(group []gametest.Cell) bool { return p.holds(group) == 2 }
	return gametest.First(gametest.Sizes(p.parts(), two)[side])
}

// solved counts the solved stones of a side.
func (p plain) solved(side int) (count int) {
	for _, size := range p.Groups()[side] {
		count += size
	}
	return count
}

// truth reports whether a reason for a move is true by the plain game.
func (p plain) truth(why games.Text, m string) bool {
	after, own := p.Play(m), p.turns%2
	other := 1 - own
	mine, now := gametest.First(p.all()[own]), gametest.First(after.all()[own])
	theirs, left := gametest.First(p.all()[other]), gametest.First(after.all()[other])
	had, has := gametest.First(p.Groups()[own]), gametest.First(after.Groups()[own])
	n := func(name string) int { n, _ := why.Arg(name).(int); return n }
	from, to, size, count := n("From"), n("To"), n("Size"), n("Count")
	could := func() reach { return plain{p.size, p.stones, p.turns + 1, p.idle, nil}.reach() }
	kind := strings.TrimPrefix(why.Key, "twistonly.why.")
	if given := after.solved(other) - p.solved(other); kind != "" && kind != "wins" && n("Given") != given && max(given-2, n("Given")) > 0 {
		return false
	}
	switch kind {
	case "":
		return true
	case "wins":
		return len(after.Moves()) == 0 && gametest.Winner(after) == 1-2*own
	case "solves", "solves-more":
		return size == has && size > had && from == had && (had > 0) == (kind != "solves")
	case "solves-some":
		return count == after.solved(own)-p.solved(own) && count >= 3
	case "denies":
		return size == could().solves && size > gametest.First(p.Groups()[other]) && after.reach().solves < size
	case "saves":
		return from == mine && to == could().leaves && to < mine && after.reach().leaves >= mine
	case "shields":
		still := n("Still")
		return to == could().leaves && still == after.reach().leaves && to < still && still < mine
	case "stops-any":
		return size == could().makes && size > theirs && after.reach().makes < size
	case "reaches":
		return after.nearly(own) == size && p.nearly(own) < size && has < size
	case "leaves":
		return count == len(after.Moves()) && n("Given") == 0
	case "joins":
		one, two := n("One"), n("Other")
		return one >= two && two > 1 && size == one+two && has < size &&
			gametest.Joined(p.parts()[own], after.parts()[own], faceOf(m), one, two, size)
	case "cuts":
		return from == theirs && to == left && to < from
	case "grows":
		return from == mine && to == now && to > from && has < to
	}
	return false
}

// truly checks that what is said for a move, after a log, is true by the plain game.
func truly(t *testing.T, setup games.Setup, log []games.Ply, m games.Move, why games.Text) {
	t.Helper()
	size, _ := board.ReadSize(setup.Options["size"], minSize, maxSize)
	if p := gametest.After(newPlain(size), log); !p.truth(why, string(m)) {
		t.Errorf("%s is said to be good because %v, which is not so after %v", m, why, log)
	}
}

// Whatever is said for a twist is true by the plain game. TestZoo checks that of every kind of reason.
func TestWhyIsTrue(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	for _, size := range []int{4, 4, 5, 5, 6, 6, 7} {
		s := play(t, fmt.Sprint("size=", size), "")
		gametest.Alongside(t, newPlain(size), s, 0, at, func(p plain, s state, moves []string) string {
			for range min(3, len(moves)) {
				m := gametest.AnyOf(moves, rng)
				gametest.Gets(t, Game{}, s, m, p.turns%2, p.Groups(), p.Play(m).Groups())
				if why := (Game{}).Why(s.View(s.Next()), s.Next(), games.Move(m)); !p.truth(why, m) {
					t.Errorf("%s is said to be good because %v, which is not so in\n%v", m, why, s.View(0))
				}
			}
			if len(moves) == 0 {
				return ""
			}
			return gametest.AnyOf(moves, rng)
		})
	}
}
