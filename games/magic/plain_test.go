package magic

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

// A plain is a position as one would write it at first: an array of squares that is copied
// for every move, and lists of neighbours and lines. It shares only the rules with
// [position], so that the tests can compare the two.
type plain struct {
	board [16]plainTile // from a1, row by row from the top
	mover int8          // 0 Circle, 1 Diamond
}

// A plainTile is what lies on a square.
type plainTile struct {
	owner int8 // 0 Circle, 1 Diamond, nobody where there is no tile
	light bool
}

const nobody = -1

// A plainMove has squares by index. Without a flip, flipped and to are -1.
type plainMove struct {
	flipped, to, place int8
	light              bool
}

// text returns a move as it is written.
func (m plainMove) text() string {
	text := ""
	if m.flipped >= 0 {
		text = plainName(m.flipped) + map[int8]string{-4: "N", 1: "E", 4: "S", -1: "W"}[m.to-m.flipped]
	}
	if m.light {
		return text + plainName(m.place) + "U"
	}
	return text + plainName(m.place) + "D"
}

func plainName(square int8) string { return string("abcd"[square%4]) + string("1234"[square/4]) }

func newPlain() plain {
	var p plain
	for i := range p.board {
		p.board[i].owner = nobody
	}
	return p
}

// plainFrom reads the text of a position.
func plainFrom(text string) plain {
	p := newPlain()
	p.mover = int8(text[0] - '1')
	for i, letter := range text[2:] {
		switch letter {
		case 'U', 'D':
			p.board[i] = plainTile{0, letter == 'U'}
		case 'u', 'd':
			p.board[i] = plainTile{1, letter == 'u'}
		}
	}
	return p
}

// plainBeside lists the squares beside each square, and plainLines the lines of three.
var plainBeside, plainLines = plainBoard()

func plainBoard() (beside [16][]int8, lines [][3]int8) {
	at := func(col, row int) int8 {
		if min(col, row) < 0 || max(col, row) > 3 {
			return -1
		}
		return int8(4*row + col)
	}
	for row := range 4 {
		for col := range 4 {
			for _, d := range [][2]int{{0, -1}, {1, 0}, {0, 1}, {-1, 0}} {
				if to := at(col+d[0], row+d[1]); to >= 0 {
					beside[at(col, row)] = append(beside[at(col, row)], to)
				}
			}
			for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
				if end := at(col+2*d[0], row+2*d[1]); end >= 0 {
					lines = append(lines, [3]int8{at(col, row), at(col+d[0], row+d[1]), end})
				}
			}
		}
	}
	return beside, lines
}

// moves appends the legal moves of a position that is not decided to a list. Without a tile
// to flip, only a tile is placed.
func (p *plain) moves(all []plainMove) []plainMove {
	flips := false
	for from, tile := range p.board {
		if tile.owner != 1-p.mover {
			continue
		}
		for _, to := range plainBeside[from] {
			if p.board[to].owner == nobody {
				all = p.places(all, int8(from), to)
				flips = true
			}
		}
	}
	if !flips {
		all = p.places(all, -1, -1)
	}
	return all
}

// places appends the moves with a flip: their tile may go to each square that is empty then.
func (p *plain) places(all []plainMove, flipped, to int8) []plainMove {
	for i, tile := range p.board {
		if square := int8(i); square == flipped || tile.owner == nobody && square != to {
			all = append(all, plainMove{flipped, to, square, true}, plainMove{flipped, to, square, false})
		}
	}
	return all
}

// play returns the position after a legal move.
func (p plain) play(m plainMove) plain {
	if m.flipped >= 0 {
		p.board[m.to] = plainTile{p.board[m.flipped].owner, !p.board[m.flipped].light}
		p.board[m.flipped] = plainTile{owner: nobody}
	}
	p.board[m.place] = plainTile{p.mover, m.light}
	p.mover = 1 - p.mover
	return p
}

// result returns who won, nobody for a tie, and whether the game is over. The mover wins
// with any line of like tiles, and else the other player with a locked one.
func (p *plain) result() (winner int8, over bool) {
	locked := false
	for _, l := range plainLines {
		tile := p.board[l[0]]
		if tile.owner == nobody || p.board[l[1]] != tile || p.board[l[2]] != tile {
			continue
		}
		if tile.owner == p.mover {
			return p.mover, true
		}
		locked = locked || p.isLocked(l)
	}
	if locked {
		return 1 - p.mover, true
	}
	for _, tile := range p.board {
		if tile.owner == nobody {
			return nobody, false
		}
	}
	return nobody, true
}

// isLocked reports whether no square beside a line is empty.
func (p *plain) isLocked(line [3]int8) bool {
	for _, square := range line {
		for _, to := range plainBeside[square] {
			if p.board[to].owner == nobody {
				return false
			}
		}
	}
	return true
}

// perft counts the sequences of moves of a given length.
func (p plain) perft(depth int) int {
	if _, over := p.result(); over {
		return 0
	}
	moves := p.moves(nil)
	if depth == 1 {
		return len(moves)
	}
	n := 0
	for _, m := range moves {
		n += p.play(m).perft(depth - 1)
	}
	return n
}

// playout plays random moves to the end and returns the winner.
func (p plain) playout(rng *rand.Rand) int8 {
	var moves []plainMove
	for {
		if winner, over := p.result(); over {
			return winner
		}
		moves = p.moves(moves[:0])
		p = p.play(moves[rng.IntN(len(moves))])
	}
}

// texts lists the legal moves as they are written, sorted; none of a decided position.
func (p plain) texts() (all []string) {
	if _, over := p.result(); over {
		return nil
	}
	for _, m := range p.moves(nil) {
		all = append(all, m.text())
	}
	slices.Sort(all)
	return all
}

// after returns the position after a move that is written.
func (p plain) after(t *testing.T, text string) plain {
	t.Helper()
	for _, m := range p.moves(nil) {
		if m.text() == text {
			return p.play(m)
		}
	}
	t.Fatalf("the plain game has no move %s", text)
	return p
}

// outcome names the result, "" while the game goes on.
func (p plain) outcome() string {
	winner, over := p.result()
	if !over {
		return ""
	}
	return map[int8]string{0: "Circle", 1: "Diamond", nobody: "tie"}[winner]
}

// agree compares a state with its plain position.
func agree(t *testing.T, s games.State, p plain) {
	t.Helper()
	st := s.(state)
	var legal []string
	for _, m := range s.Legal(st.pos.mover) {
		legal = append(legal, string(m))
	}
	if want := p.texts(); !slices.Equal(legal, want) {
		t.Fatalf("the moves of %s are %q, want %q as in the plain game", st.pos, legal, want)
	}
	result := ""
	if winner, over := st.pos.Judge(); over {
		result = map[games.Seat]string{0: "Circle", 1: "Diamond", games.Spectator: "tie"}[winner]
	}
	if want := p.outcome(); result != want {
		t.Fatalf("the result of %s is %q, want %q as in the plain game", st.pos, result, want)
	}
}

// Random games agree with the plain game at every ply.
func TestAgreesWithThePlainGame(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 1))
	for range 60 {
		s, p := games.State(newState(position{})), newPlain()
		for {
			agree(t, s, p)
			seats := s.ToMove()
			if len(seats) == 0 {
				break
			}
			legal := s.Legal(seats[0])
			m := legal[rng.IntN(len(legal))]
			s, p = gametest.Move(t, s, m), p.after(t, string(m))
		}
	}
}

// Random positions agree with the plain game. More of them are decided than in random games.
func TestPositionsAgreeWithThePlainGame(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 1))
	results := map[string]int{}
	for i := range 1500 {
		tiles := rng.IntN(17)
		if i%2 == 0 {
			tiles = 13 + rng.IntN(4) // a nearly full board
		}
		text := randomPosition(rng, tiles)
		p := plainFrom(text)
		agree(t, from(t, text), p)
		results[p.outcome()]++
	}
	for _, r := range []string{"", "Circle", "Diamond", "tie"} {
		if results[r] == 0 {
			t.Errorf("no position with the result %q among %v", r, results)
		}
	}
}

// Perft agrees with the plain game where many positions are decided at the root or after a
// turn. A decided position has no further moves.
func TestPerftAgreesWithThePlainGame(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 1))
	decided := 0
	const n = 40
	for range n {
		text := randomPosition(rng, 8+rng.IntN(7))
		p, st := plainFrom(text), from(t, text).(state)
		if p.outcome() != "" {
			decided++
		}
		for depth := 1; depth <= 2; depth++ {
			if got, want := st.pos.Perft(depth), p.perft(depth); got != want {
				t.Errorf("Perft(%d) of %s = %d, want %d", depth, text, got, want)
			}
		}
	}
	if decided == 0 || decided == n {
		t.Errorf("%d of %d positions are decided, want some and not all", decided, n)
	}
}

// randomPosition writes a position of a number of tiles.
func randomPosition(rng *rand.Rand, tiles int) string {
	cells := []byte(strings.Repeat("-", 16))
	for i := range tiles {
		cells[i] = [2]string{"UD", "ud"}[i%2][rng.IntN(2)]
	}
	rng.Shuffle(16, func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
	return string("12"[tiles%2]) + "_" + string(cells)
}
