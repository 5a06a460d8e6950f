package pentago

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

// A plain is Pentago as one would write it at first: a board of letters by column and row, a list of
// texts of moves, a copy of the board for each, and a walk along every line. It shares only the
// rules with [Position], so that the tests can compare the two.
type plain struct {
	cells   [6][6]byte // by column and row from the bottom left: '-', 'W' or 'B'
	placed  int
	corner  bool
	neutral bool
	over    bool
	winner  string // "W", "B", or "" for a draw
}

func newPlain(opening, twist string) plain {
	p := plain{corner: opening == "corner", neutral: twist == "neutral"}
	for col := range p.cells {
		for row := range p.cells[col] {
			p.cells[col][row] = '-'
		}
	}
	return p
}

// five reports whether a side has five in a row: from some cell, in some direction.
func (p plain) five(side byte) bool {
	for col := range 6 {
		for row := range 6 {
			for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
				n := 0
				for c, r := col, row; n < 5 && c >= 0 && c < 6 && r < 6 && p.cells[c][r] == side; c, r = c+d[0], r+d[1] {
					n++
				}
				if n == 5 {
					return true
				}
			}
		}
	}
	return false
}

// idle reports whether the quadrant with its bottom left cell there is empty but for its middle.
func (p plain) idle(col, row int) bool {
	for c := range 3 {
		for r := range 3 {
			if p.cells[col+c][row+r] != '-' && (c != 1 || r != 1) {
				return false
			}
		}
	}
	return true
}

func (p plain) mover() byte { return "WB"[p.placed%2] }

// moves lists the texts of all moves.
func (p plain) moves() (all []string) {
	if p.over {
		return nil
	}
	for col := range 6 {
		for row := range 6 {
			if p.cells[col][row] != '-' || p.corner && p.placed == 0 && (col%5 != 0 || row%5 != 0) {
				continue
			}
			name := fmt.Sprintf("%c%d", 'a'+col, row+1)
			put := p
			put.cells[col][row] = p.mover()
			if put.five(p.mover()) {
				all = append(all, name)
				continue
			}
			idle := false
			for _, quadrant := range []string{"a1", "a4", "d1", "d4"} {
				all = append(all, name+"-C"+quadrant, name+"-A"+quadrant)
				idle = idle || put.idle(int(quadrant[0]-'a'), int(quadrant[1]-'1'))
			}
			if p.neutral && idle {
				all = append(all, name)
			}
		}
	}
	return all
}

// play returns the board after a move.
func (p plain) play(m string) plain {
	mover := p.mover()
	p.cells[m[0]-'a'][m[1]-'1'] = mover
	p.placed++
	if len(m) > 2 {
		before, col, row := p.cells, int(m[4]-'a'), int(m[5]-'1')
		for c := range 3 {
			for r := range 3 {
				if m[3] == 'C' { // a row from the left becomes a column from the top
					p.cells[col+r][row+2-c] = before[col+c][row+r]
				} else {
					p.cells[col+2-r][row+c] = before[col+c][row+r]
				}
			}
		}
	}
	white, black := p.five('W'), p.five('B')
	p.over = white || black || p.placed == 36
	if white != black {
		p.winner = map[bool]string{true: "W", false: "B"}[white]
	}
	return p
}

// rows writes the board as the JSON of a state has it.
func (p plain) rows() (text string) {
	for row := 5; row >= 0; row-- {
		for col := range 6 {
			text += string(p.cells[col][row])
		}
		if row > 0 {
			text += "/"
		}
	}
	return text
}

// side returns the seat that won, [games.Spectator] for none.
func (p plain) side() games.Seat {
	return map[string]games.Seat{"W": 0, "B": 1, "": games.Spectator}[p.winner]
}

func (p plain) playout(rng *rand.Rand) games.Seat {
	for !p.over {
		p = p.play(gametest.AnyOf(p.moves(), rng))
	}
	return p.side()
}

// agree compares a state with the plain board: moves, stones, counts and the end. swaps says whether the seat to move may
// swap.
func (p plain) agree(t *testing.T, s state, swaps bool) {
	t.Helper()
	want, got := p.moves(), []string(nil)
	for _, m := range s.Legal(s.Next()) {
		got = append(got, string(m))
	}
	var board struct{ Rows []string }
	text, err := json.Marshal(s)
	if err == nil {
		err = json.Unmarshal(text, &board)
	}
	if swaps {
		want = append(want, "swap")
	}
	slices.Sort(want)
	if err != nil || !slices.Equal(got, want) || !p.over && s.pos.Count() != len(p.moves()) {
		t.Fatalf("%s (%v): %d moves and Count() = %d, want %d:\n%q\n%q", p.rows(), err, len(got), s.pos.Count(), len(want), got, want)
	}
	if rows := strings.Join(board.Rows, "/"); rows != p.rows() || s.pos.Over() != p.over || s.pos.Ply() != p.placed {
		t.Fatalf("the board is %s, over %v, want %s, %v", rows, s.pos.Over(), p.rows(), p.over)
	}
	if p.over != (s.Ended != nil) || s.Side(s.Winner()) != p.side() {
		t.Fatalf("%s: won by %v, want the side %v", p.rows(), s.Winner(), p.side())
	}
	from := s.pos
	from.corner = from.corner && s.Ply == 0 // later it matters no more
	if got := s.View(0).(View).position(); !p.over && got != from {
		t.Fatalf("a View gives\n%+v, want\n%+v", got, from)
	}
}

// TestAgainstPlain plays random games and compares both at every ply. In some a swap is allowed, and in half of these
// the second player swaps.
func TestAgainstPlain(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, opening := range []string{"free", "corner"} {
		for _, twist := range []string{"always", "neutral"} {
			for n := range 20 {
				swap := [...]string{"off", "off", "on", "on"}[n%4]
				p, s := newPlain(opening, twist), play(t, fmt.Sprintf("opening=%s,twist=%s,swap=%s", opening, twist, swap), "")
				for p.agree(t, s, false); !p.over; p.agree(t, s, swap == "on" && s.Ply == 1) {
					m := gametest.AnyOf(p.moves(), rng)
					p, s = p.play(m), gametest.Move(t, s, games.Move(m))
					if n%4 == 3 && s.Ply == 1 {
						p.agree(t, s, true)
						s = gametest.Move(t, s, games.SwapMove)
					}
				}
				if s.Swapped != (n%4 == 3) {
					t.Errorf("with swap=%s they swapped: %v", swap, s.Swapped)
				}
			}
		}
	}
}

// late plays a random game until so many cells are left or it is over.
func late(seed uint64, left int, opening, twist string) (plain, Position) {
	rng := rand.New(rand.NewPCG(seed, 5))
	p, pos := newPlain(opening, twist), Position{corner: opening == "corner", loose: twist == "neutral"}
	for !p.over && 36-p.placed > left {
		t := pos.draw(rng)
		p = p.play(string(t.Move()))
		pos.Play(t)
	}
	return p, pos
}

// TestPlayoutAgainstPlain compares how often each side wins at random near the end of a game, where many placements win
// and twists may be left out. The bound is five standard deviations of the difference of two such counts.
func TestPlayoutAgainstPlain(t *testing.T) {
	const n, bound = 1500, 5 * 28
	rng := rand.New(rand.NewPCG(3, 4))
	for seed := range uint64(3) {
		p, pos := late(seed, 8, "free", "neutral")
		more := map[games.Seat]int{}
		for range n {
			more[pos.Playout(rng)]++
			more[p.playout(rng)]--
		}
		for who, d := range more {
			if max(d, -d) > bound {
				t.Errorf("seed %d: of %d playouts %v wins %d more often than in the plain ones", seed, n, who, d)
			}
		}
	}
}
