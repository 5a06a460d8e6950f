package reversi

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

// A plain is Reversi as one would write it at first: a map of letters by cell, a walk from a cell in every direction, a
// new map for each move. It shares only the rules with [Position].
type plain struct {
	size  int
	discs map[gametest.Cell]string // "B" or "W" by column and row, from 1 at the top left
	mover string
}

func newPlain(size int) plain {
	low, high := size/2, size/2+1
	return plain{size, map[gametest.Cell]string{{low, low}: "W", {high, high}: "W", {high, low}: "B", {low, high}: "B"}, "B"}
}

func (p plain) other() string { return map[string]string{"B": "W", "W": "B"}[p.mover] }

// turns lists the discs that the mover turns over with one on a cell.
func (p plain) turns(at gametest.Cell) (all []gametest.Cell) {
	for dx := -1; dx <= 1; dx++ {
		for dy := -1; dy <= 1; dy++ {
			var line []gametest.Cell
			next := gametest.Cell{at[0] + dx, at[1] + dy}
			for p.discs[next] == p.other() {
				line = append(line, next)
				next = gametest.Cell{next[0] + dx, next[1] + dy}
			}
			if p.discs[next] == p.mover {
				all = append(all, line...)
			}
		}
	}
	return all
}

func (p plain) moves() (all []string) {
	for col := 1; col <= p.size; col++ {
		for row := 1; row <= p.size; row++ {
			if at := (gametest.Cell{col, row}); p.discs[at] == "" && len(p.turns(at)) > 0 {
				all = append(all, gametest.Name(at))
			}
		}
	}
	slices.Sort(all)
	return all
}

// pass returns the position with the other side to move.
func (p plain) pass() plain { return plain{p.size, p.discs, p.other()} }

// place returns the position after a disc, without a pass.
func (p plain) place(m string) plain {
	next := plain{p.size, maps.Clone(p.discs), p.other()}
	at := gametest.ReadName(m)
	for _, c := range append(p.turns(at), at) {
		next.discs[c] = p.mover
	}
	return next
}

// play returns the position after a disc, and after the pass if there is one.
func (p plain) play(m string) plain {
	next := p.place(m)
	if len(next.moves()) == 0 && len(next.pass().moves()) > 0 {
		return next.pass()
	}
	return next
}

// count returns how many discs each side has.
func (p plain) count() (black, white int) {
	for _, d := range p.discs {
		if d == "B" {
			black++
		} else {
			white++
		}
	}
	return black, white
}

// text draws the board.
func (p plain) text() string {
	var b strings.Builder
	for row := 1; row <= p.size; row++ {
		fmt.Fprintf(&b, "%2d ", row)
		for col := 1; col <= p.size; col++ {
			if d := p.discs[gametest.Cell{col, row}]; d != "" {
				b.WriteString(d)
			} else {
				b.WriteByte('-')
			}
		}
		b.WriteByte('\n')
	}
	return b.String() + "   " + "abcdefghij"[:p.size]
}

// sequences counts sequences of moves as published figures do: a pass is a move, and a game that is over has none.
func (p plain) sequences(depth int) (sum int) {
	if depth == 0 {
		return 1
	}
	all := p.moves()
	if len(all) == 0 && len(p.pass().moves()) > 0 {
		return p.pass().sequences(depth - 1)
	}
	for _, m := range all {
		sum += p.place(m).sequences(depth - 1)
	}
	return sum
}

// A thousand random games go alike with the plain program: the board, the moves, the mover, and the result.
func TestAgainstPlain(t *testing.T) {
	rng, met := rand.New(rand.NewPCG(1, 2)), map[string]int{}
	for _, c := range [][2]int{{4, 500}, {6, 350}, {8, 120}, {10, 30}} {
		for range c[1] {
			p, s := newPlain(c[0]), play(t, fmt.Sprintf("size=%d", c[0]), "")
			for {
				moves := p.moves()
				var got []string
				for _, m := range s.Legal(s.Next()) {
					got = append(got, string(m))
				}
				if v := s.View(0); !slices.Equal(got, moves) || v.String() != p.text() {
					t.Fatalf("%s\nhas moves %v, want %v of\n%s", v, got, moves, p.text())
				}
				if len(moves) == 0 {
					break
				}
				if owes := games.Seat(strings.Index("BW", p.mover)); s.Next() != owes {
					t.Fatalf("seat %d is to move, want %d:\n%s", s.Next(), owes, p.text())
				}
				m := gametest.AnyOf(moves, rng)
				turned := len(p.turns(gametest.ReadName(m)))
				if p, s = p.play(m), gametest.Move(t, s, games.Move(m)); len(s.View(0).(View).Turned) != turned {
					t.Fatalf("%s turns %v over, want %d discs", m, s.View(0).(View).Turned, turned)
				}
				if s.View(0).(View).Again() {
					met["passes"]++
				}
			}
			black, white := p.count()
			if r, over := s.Result(); !over || !slices.Equal(r.Scores, []int{black, white}) ||
				(r.Places[0] == 1) != (black >= white) || (r.Places[1] == 1) != (white >= black) {
				t.Fatalf("over: %v, %v, want %d to %d", over, r, black, white)
			}
			met[fmt.Sprint("full ", black+white == c[0]*c[0])]++
			met[fmt.Sprint("draw ", black == white)]++
		}
	}
	if min(met["passes"], met["full true"], met["full false"], met["draw true"], met["draw false"]) < 20 {
		t.Errorf("games had %v, want some of each", met)
	}
}

// A plain solver finds the same values in late positions.
func TestEnds(t *testing.T) {
	gametest.Ends(t, Game{}, gametest.Plain[plain]{
		After: func(setup games.Setup, log []games.Ply) plain {
			var size int
			fmt.Sscan(setup.Options["size"], &size)
			p := newPlain(size)
			for _, ply := range log {
				p = p.play(string(ply.Move))
			}
			return p
		},
		Moves: plain.moves, Play: plain.play,
		Mover: func(p plain) int { return strings.Index("BW", p.mover) },
		Worth: func(p plain) int { black, white := p.count(); return min(1, max(-1, black-white)) },
		Key:   func(p plain) string { return p.mover + p.text() },
		Nodes: 20_000,
	}, func(s games.State, soon bool) bool {
		pos := s.(state).pos
		return pos.left() <= lateCells && (!soon || pos.left() <= 5)
	}, 100, "size=8", "size=6", "size=10")
}
