package magic

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlour/games"
)

// A plain is a position written as simply as possible, to compare with and to measure
// against. It has names of squares, letters of tiles as in the text of a position, and a
// copy for every move.
type plain struct {
	board map[string]string // tiles by the name of their square
	mover string            // "Circle" or "Diamond"
}

var (
	plainTiles    = map[string][]string{"Circle": {"U", "D"}, "Diamond": {"u", "d"}}
	plainOther    = map[string]string{"Circle": "Diamond", "Diamond": "Circle"}
	plainFlipped  = map[string]string{"U": "D", "D": "U", "u": "d", "d": "u"}
	plainBeside   = map[string][2]int{"N": {0, -1}, "E": {1, 0}, "S": {0, 1}, "W": {-1, 0}}
	plainLineWays = [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}}
)

func newPlain() plain { return plain{map[string]string{}, "Circle"} }

// plainFrom reads the text of a position.
func plainFrom(text string) plain {
	p := newPlain()
	if text[0] == '2' {
		p.mover = "Diamond"
	}
	for i, square := range plainSquares() {
		if letter := text[2+i : 3+i]; letter != "-" {
			p.board[square] = letter
		}
	}
	return p
}

func plainSquares() []string {
	var all []string
	for _, row := range []string{"1", "2", "3", "4"} {
		for _, col := range []string{"a", "b", "c", "d"} {
			all = append(all, col+row)
		}
	}
	return all
}

// plainStep returns the square some steps away, "" for one off the board.
func plainStep(square string, way [2]int, steps int) string {
	col := strings.Index("abcd", square[:1]) + steps*way[0]
	row := strings.Index("1234", square[1:]) + steps*way[1]
	if col < 0 || col > 3 || row < 0 || row > 3 {
		return ""
	}
	return "abcd"[col:col+1] + "1234"[row:row+1]
}

func (p plain) owner(square string) string {
	for player, tiles := range plainTiles {
		if slices.Contains(tiles, p.board[square]) {
			return player
		}
	}
	return ""
}

// flips lists the flips that can be made, such as "b3W".
func (p plain) flips() []string {
	var all []string
	for _, square := range plainSquares() {
		if p.owner(square) != plainOther[p.mover] {
			continue
		}
		for letter, way := range plainBeside {
			if to := plainStep(square, way, 1); to != "" && p.board[to] == "" {
				all = append(all, square+letter)
			}
		}
	}
	return all
}

// flip returns the position after a flip, with the same player to place.
func (p plain) flip(flip string) plain {
	next := plain{maps.Clone(p.board), p.mover}
	if flip == "" {
		return next
	}
	square := flip[:2]
	next.board[plainStep(square, plainBeside[flip[2:]], 1)] = plainFlipped[p.board[square]]
	delete(next.board, square)
	return next
}

// moves lists the legal moves, sorted.
func (p plain) moves() []string {
	if p.result() != "" {
		return nil
	}
	flips := p.flips()
	if len(flips) == 0 {
		flips = []string{""}
	}
	var all []string
	for _, flip := range flips {
		flipped := p.flip(flip)
		for _, square := range plainSquares() {
			if flipped.board[square] == "" {
				all = append(all, flip+square+"U", flip+square+"D")
			}
		}
	}
	slices.Sort(all)
	return all
}

// play returns the position after a legal move.
func (p plain) play(move string) plain {
	place := len(move) - 3
	next := p.flip(move[:place])
	tile := plainTiles[p.mover][0]
	if strings.HasSuffix(move, "D") {
		tile = plainTiles[p.mover][1]
	}
	next.board[move[place:place+2]] = tile
	next.mover = plainOther[p.mover]
	return next
}

// result returns who won, "tie", or "" while the game goes on.
func (p plain) result() string {
	b := plainOther[p.mover]
	switch {
	case p.hasRow(p.mover, false):
		return p.mover
	case p.hasRow(b, true):
		return b
	case len(p.board) == 16:
		return "tie"
	}
	return ""
}

// hasRow reports whether a player has a three-in-a-row, or a locked one.
func (p plain) hasRow(player string, locked bool) bool {
	for _, square := range plainSquares() {
		for _, way := range plainLineWays {
			row := []string{square, plainStep(square, way, 1), plainStep(square, way, 2)}
			if !slices.Contains(row, "") && p.isRow(player, row) && (!locked || p.isLocked(row)) {
				return true
			}
		}
	}
	return false
}

func (p plain) isRow(player string, row []string) bool {
	tile := p.board[row[0]]
	return p.owner(row[0]) == player && p.board[row[1]] == tile && p.board[row[2]] == tile
}

func (p plain) isLocked(row []string) bool {
	for _, square := range row {
		for _, way := range plainBeside {
			if beside := plainStep(square, way, 1); beside != "" && p.board[beside] == "" {
				return false
			}
		}
	}
	return true
}

// perft counts the sequences of moves of a given length.
func (p plain) perft(depth int) int {
	moves := p.moves()
	if depth == 1 {
		return len(moves)
	}
	n := 0
	for _, m := range moves {
		n += p.play(m).perft(depth - 1)
	}
	return n
}

// playout plays random moves to the end and returns the result.
func (p plain) playout(rng *rand.Rand) string {
	for p.result() == "" {
		moves := p.moves()
		p = p.play(moves[rng.IntN(len(moves))])
	}
	return p.result()
}

// agree compares a state with its plain position.
func agree(t *testing.T, s games.State, p plain) {
	t.Helper()
	st := s.(state)
	var legal []string
	for _, m := range s.Legal(st.pos.mover) {
		legal = append(legal, string(m))
	}
	if want := p.moves(); !slices.Equal(legal, want) {
		t.Fatalf("the moves of %s are %q, want %q as in the plain game", st.pos, legal, want)
	}
	result := ""
	if winner, over := st.pos.Judge(); over {
		result = map[games.Seat]string{0: "Circle", 1: "Diamond", games.Spectator: "tie"}[winner]
	}
	if want := p.result(); result != want {
		t.Fatalf("the result of %s is %q, want %q as in the plain game", st.pos, result, want)
	}
}

// Random games agree with the plain game at every ply.
func TestAgreesWithThePlainGame(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 1))
	for range 60 {
		s, p := play(t), newPlain()
		for {
			agree(t, s, p)
			seats := s.ToMove()
			if len(seats) == 0 {
				break
			}
			legal := s.Legal(seats[0])
			m := legal[rng.IntN(len(legal))]
			s, p = after(t, s, m), p.play(string(m))
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
		results[p.result()]++
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
		if p.result() != "" {
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
