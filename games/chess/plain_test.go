package chess

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

// A plain is chess as one would write it at first: a board of letters, walks from a square in every direction, and a new
// board for each move, on which the king is looked for. It shares only the rules with [Position].
type plain struct {
	board  [8][8]byte // by row from the bottom and column; 0 for none, small letters for Black
	black  bool       // whether Black is to move
	castle string     // the squares of rooks that may castle, "a1h1a8h8"
	passed string     // the square over which a pawn has just gone two
	clock  int
	seen   []plainKey // the positions so far
}

// A plainKey is what makes positions the same to the rules of draws. A pawn counts as passed if it can be taken.
type plainKey struct {
	board          [8][8]byte
	black          bool
	castle, passed string
}

func newPlain(first string) plain {
	p := plain{}
	for col := range 8 {
		p.board[0][col], p.board[1][col], p.board[6][col], p.board[7][col] = first[col]-32, 'P', 'p', first[col]
		if first[col] == 'r' {
			p.castle += fmt.Sprintf("%c1%c8", 'a'+col, 'a'+col)
		}
	}
	p.seen = []plainKey{p.key()}
	return p
}

func name(row, col int) string { return string([]byte{byte('a' + col), byte('1' + row)}) }

func read(square string) (row, col int) { return int(square[1] - '1'), int(square[0] - 'a') }

// at returns the piece on a square, a capital letter for the side to move: '.' for none, ' ' off the board.
func (p *plain) at(row, col int) byte {
	if row < 0 || row > 7 || col < 0 || col > 7 {
		return ' '
	}
	switch piece := p.board[row][col]; {
	case piece == 0:
		return '.'
	case p.black == (piece >= 'a'):
		return piece &^ 32
	default:
		return piece | 32
	}
}

var plainSteps = map[byte][][2]int{
	'N': {{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}},
	'R': {{1, 0}, {-1, 0}, {0, 1}, {0, -1}},
	'B': {{1, 1}, {-1, 1}, {1, -1}, {-1, -1}},
	'Q': {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}},
	'K': {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}},
}

// reach looks at the squares that a piece other than a pawn could go to from a square.
func (p *plain) reach(piece byte, row, col int, look func(r, c int)) {
	for _, d := range plainSteps[piece] {
		for r, c := row+d[0], col+d[1]; ; r, c = r+d[0], c+d[1] {
			there := p.at(r, c)
			if there == '.' || there >= 'a' {
				look(r, c)
			}
			if there != '.' || piece == 'N' || piece == 'K' {
				break
			}
		}
	}
}

func (p *plain) ahead() int {
	if p.black {
		return -1
	}
	return 1
}

// attacked reports whether the other side attacks a square.
func (p *plain) attacked(row, col int) bool {
	hit := p.at(row+p.ahead(), col-1) == 'p' || p.at(row+p.ahead(), col+1) == 'p'
	for _, piece := range []byte("NRBQK") {
		p.reach(piece, row, col, func(r, c int) { hit = hit || p.at(r, c) == piece|32 })
	}
	return hit
}

func (p *plain) inCheck() bool {
	for row := range 8 {
		for col := range 8 {
			if p.at(row, col) == 'K' {
				return p.attacked(row, col)
			}
		}
	}
	panic("no king")
}

// put returns the board after a piece has gone from a square to another one.
func (p plain) put(from, to string, becomes byte) plain {
	fr, fc := read(from)
	tr, tc := read(to)
	piece := p.board[fr][fc]
	if piece|32 == 'p' && to == p.passed {
		p.board[fr][tc] = 0
	}
	p.board[fr][fc] = 0
	if p.board[tr][tc] = piece; becomes != 0 {
		p.board[tr][tc] = becomes - 32 + piece&32
	}
	return p
}

// moves lists the legal moves, sorted, each with the board after it.
func (p *plain) moves() (all []string, after map[string]plain) {
	after = map[string]plain{}
	add := func(m string, next plain) {
		if !next.inCheck() {
			all, after[m] = append(all, m), next
		}
	}
	for row := range 8 {
		for col := range 8 {
			piece, from := p.at(row, col), name(row, col)
			switch {
			case piece == 'P':
				for _, to := range p.pawn(row, col) {
					becomes := ""
					if to[1] == '8' || to[1] == '1' {
						becomes = "qrbn"
					}
					for i := range max(1, len(becomes)) {
						made := (becomes + "\x00")[i]
						add(strings.TrimRight(from+to+string(made), "\x00"), p.put(from, to, made))
					}
				}
			case piece >= 'A' && piece <= 'Z':
				p.reach(piece, row, col, func(r, c int) { add(from+name(r, c), p.put(from, name(r, c), 0)) })
			}
			if piece == 'K' && !p.attacked(row, col) {
				p.plainCastles(row, col, add)
			}
		}
	}
	slices.Sort(all)
	return all, after
}

// pawn lists where a pawn can go.
func (p *plain) pawn(row, col int) (all []string) {
	up := p.ahead()
	if p.at(row+up, col) == '.' {
		all = append(all, name(row+up, col))
		if (row == 1 && up == 1 || row == 6 && up == -1) && p.at(row+2*up, col) == '.' {
			all = append(all, name(row+2*up, col))
		}
	}
	for _, c := range []int{col - 1, col + 1} {
		if there := p.at(row+up, c); there >= 'a' || there == '.' && name(row+up, c) == p.passed {
			all = append(all, name(row+up, c))
		}
	}
	return all
}

// plainCastles adds the ways to castle.
func (p *plain) plainCastles(row, king int, add func(string, plain)) {
	for i := 0; i < len(p.castle); i += 2 {
		r, rook := read(p.castle[i : i+2])
		if r != row || p.at(row, rook) != 'R' {
			continue
		}
		m, kingTo, rookTo := "O-O", 6, 5
		if rook < king {
			m, kingTo, rookTo = "O-O-O", 2, 3
		}
		free := true
		for c := min(king, kingTo, rook, rookTo); c <= max(king, kingTo, rook, rookTo); c++ {
			free = free && (c == king || c == rook || p.at(row, c) == '.')
		}
		next := *p
		next.board[row][king] = 0
		for c := min(king, kingTo); c <= max(king, kingTo); c++ {
			free = free && !next.attacked(row, c)
		}
		piece := next.board[row][rook]
		next.board[row][rook] = 0
		next.board[row][kingTo], next.board[row][rookTo] = p.board[row][king], piece
		if free {
			add(m, next)
		}
	}
}

// count returns the number of pieces.
func (p *plain) count() (n int) {
	for _, row := range p.board {
		n += 8 - strings.Count(string(row[:]), "\x00")
	}
	return n
}

// play returns the position after a move that is legal, with the board after it.
func (p *plain) play(m string, next plain) plain {
	taken := p.count() != next.count()
	next.clock, next.passed = p.clock+1, ""
	pawn := false
	if m[0] != 'O' {
		row, col := read(m)
		to, _ := read(m[2:])
		if pawn = p.at(row, col) == 'P'; pawn && (to-row == 2 || row-to == 2) {
			next.passed = name((row+to)/2, col)
		}
	}
	if pawn || taken {
		next.clock = 0
	}
	for row := range 8 { // a piece that moved or was taken has left its square
		for col := range 8 {
			at := name(row, col)
			if strings.Contains(next.castle, at) && next.board[row][col] != p.board[row][col] {
				next.castle = strings.ReplaceAll(next.castle, at, "")
			}
			if p.at(row, col) == 'K' && next.board[row][col] != p.board[row][col] || m[0] == 'O' && p.at(row, col) == 'K' {
				for c := range 8 {
					next.castle = strings.ReplaceAll(next.castle, name(7*(1-p.ahead())/2, c), "")
				}
			}
		}
	}
	next.black = !p.black
	next.seen = append(p.seen, next.key()) // of which those that are only tried share the room
	return next
}

func (p *plain) key() plainKey {
	key := plainKey{p.board, p.black, p.castle, ""}
	if p.passed != "" {
		all, _ := p.moves()
		for _, m := range all {
			if m[2:] == p.passed && p.at(read(m)) == 'P' {
				key.passed = p.passed
			}
		}
	}
	return key
}

func (p *plain) text() string {
	var b strings.Builder
	for row := 7; row >= 0; row-- {
		b.WriteString(fmt.Sprint(row+1, " "))
		for _, piece := range p.board[row] {
			if piece == 0 {
				piece = '-'
			}
			b.WriteByte(piece)
		}
		b.WriteByte('\n')
	}
	return b.String() + "  abcdefgh"
}

func (p *plain) times(key plainKey) (n int) {
	for _, k := range p.seen {
		if k == key {
			n++
		}
	}
	return n
}

// end says how a game has ended, "" if it goes on.
func (p *plain) end(moves []string) string {
	var minor string
	colours := map[int]bool{}
	for row := range 8 {
		for col := range 8 {
			if piece := p.board[row][col] &^ 32; piece != 0 && piece != 'K' {
				minor += string(piece)
				colours[(row+col)%2] = true
			}
		}
	}
	switch {
	case len(moves) == 0 && p.inCheck():
		return "mate"
	case len(moves) == 0:
		return "stalemate"
	case minor == "" || minor == "N" || strings.Trim(minor, "B") == "" && len(colours) == 1:
		return "dead"
	case p.times(p.key()) >= 5:
		return "fivefold"
	case p.clock >= 150:
		return "seventy-five"
	}
	return ""
}

// claims reports whether the mover may claim a draw.
func (p *plain) claims(moves []string, after map[string]plain) bool {
	if p.clock >= 100 || p.times(p.key()) >= 3 {
		return true
	}
	if p.clock < 6 {
		return false
	}
	return slices.ContainsFunc(moves, func(m string) bool {
		next := p.play(m, after[m])
		return next.clock >= 100 || next.times(next.key()) >= 3
	})
}

// A thousand random games go alike with the plain program: the board, the moves, claims and the end. What is written in
// algebraic notation is read as the same move. The others of every so many are broken off.
func TestAgainstPlain(t *testing.T) { alongside(t, 50) }

func TestAgainstPlainInTheLongRun(t *testing.T) {
	gametest.InTheLongRun(t)
	alongside(t, 1)
}

func alongside(t *testing.T, whole int) {
	rng, met, said := rand.New(rand.NewPCG(1, 2)), map[string]int{}, gametest.Told{}
	for n := range 1000 {
		s, p := newState(newPosition(usual)), newPlain("rnbqkbnr")
		if n%2 == 1 {
			order := drawn(rng.IntN(orders))
			s, p = newState(newPosition(order)), newPlain(black(order))
		}
		for ply := 0; n/4%whole == 0 || ply < 24; ply++ {
			moves, after := p.moves()
			if end := compare(t, s, &p, moves, after, met); end {
				break
			}
			m := pick(rng, s, moves, n%4 < 2)
			for range map[bool]int{n%40 == 2: 5}[true] {
				m := gametest.AnyOf(moves, rng)
				why := Game{}.Why(s.View(0), s.Next(), games.Move(m))
				if said.Add(why); !p.truth(why, m, after[m]) {
					t.Errorf("%s is said to be good because %v, which is not so in\n%s", m, why, p.text())
				}
			}
			turn, _ := s.readTurn(games.Move(m))
			if read, err := s.Read(s.Next(), s.pos.san(turn)); string(read) != m {
				t.Fatalf("%s is written %s and read as %s, %v", m, s.pos.san(turn), read, err)
			}
			p, s = p.play(m, after[m]), gametest.Move(t, s, games.Move(m))
		}
	}
	for _, what := range []string{"mate", "stalemate", "dead", "seventy-five", "claims"} {
		if met[what] == 0 {
			t.Errorf("games met %v, want some %s", met, what)
		}
	}
	said.All(t, Game{}, "chess.why.", "claim", "castles", "mates")
}

// pass returns the position in which the other side is to move.
func (p plain) pass() plain {
	p.black, p.passed = !p.black, ""
	return p
}

// mates lists the squares on which the side to move can mate.
func (p *plain) mates() (all []string) {
	_, after := p.moves()
	for m, next := range after {
		if next = p.play(m, next); next.inCheck() {
			if answers, _ := next.moves(); len(answers) == 0 {
				all = append(all, m[2:4])
			}
		}
	}
	return all
}

// truth reports whether what is said for a move, with the board after it, is true of the pieces and squares that it names.
func (p *plain) truth(why games.Text, m string, board plain) bool {
	next, end := p.play(m, board), strings.TrimPrefix(why.Key, "chess.why.")
	if why.Key == "" || m[0] == 'O' {
		return why.Key == "" || end == "castles" || end == "saves" || end == "protects" || strings.HasPrefix(end, "checks")
	}
	again, passed := next.pass(), p.pass()
	names := func(q plain, kind, square string) bool {
		at, _ := why.Arg(square).(string)
		name, _ := why.Arg(kind).(games.Text)
		return at != "" && name.Key == "chess."+kinds[q.at(read(at))|32]
	}
	from, to := m[:2], m[2:4]
	hits := func(square string) bool {
		all, _ := again.moves()
		return slices.ContainsFunc(all, func(m string) bool { return strings.HasPrefix(m, to+why.Arg(square).(string)) })
	}
	takes := func() bool { return why.Arg("Taken").(games.Text).Key == "chess."+kinds[p.at(read(to))|32] }
	switch end {
	case "mates":
		answers, _ := next.moves()
		return next.inCheck() && len(answers) == 0
	case "forces":
		answers, after := next.moves()
		return !slices.ContainsFunc(answers, func(m string) bool { q := next.play(m, after[m]); return len(q.mates()) == 0 })
	case "stops":
		return slices.Contains(passed.mates(), why.Arg("On").(string)) && len(next.mates()) == 0
	case "threatens":
		return !next.inCheck() && slices.Contains(again.mates(), why.Arg("On").(string))
	case "forks":
		return names(again, "First", "At") && names(again, "Second", "Next") && hits("At") && hits("Next")
	case "forks-king":
		return next.inCheck() && names(again, "Second", "Next")
	case "attacks":
		return names(again, "First", "At") && hits("At")
	case "pins":
		row, col := read(why.Arg("At").(string))
		gone := next
		gone.board[row][col] = 0
		return names(next, "First", "At") && !next.inCheck() && gone.inCheck()
	case "wins":
		return takes()
	case "retakes":
		last := p.seen[len(p.seen)-2].board
		row, col := read(to)
		return takes() && last[row][col] != 0
	case "trades":
		return takes() && again.attacked(read(to))
	case "saves":
		return p.attacked(read(from))
	case "protects":
		return names(*p, "Other", "At") && p.attacked(read(why.Arg("At").(string)))
	case "checks", "checks-castle", "checks-once":
		answers, _ := next.moves()
		kings := !slices.ContainsFunc(answers, func(a string) bool { return next.at(read(a))|32 != 'k' })
		return next.inCheck() && (end == "checks-once" && len(answers) == 1 || end != "checks-once" && kings)
	case "keeps":
		goes := func(a string) bool {
			return a[2:] == why.Arg("At") && "chess."+kinds[p.at(read(a))|32] == why.Arg("Other").(games.Text).Key
		}
		could, _ := passed.moves()
		can, after := next.moves()
		return slices.ContainsFunc(could, func(a string) bool {
			if !goes(a) || !slices.Contains(can, a) {
				return goes(a)
			}
			q := next.play(a, after[a])
			_, takes := q.moves()
			_, kept := takes[to+a[2:]]
			return kept
		})
	case "least":
		return names(next, "Other", "At") && again.attacked(read(why.Arg("At").(string)))
	case "only", "escapes":
		all, _ := p.moves()
		return end == "only" && len(all) == 1 || end == "escapes" && p.inCheck() && len(all) == why.Arg("Count")
	case "unforks":
		forks := func(a string, q plain) bool { // more than one piece is hit, the king among them
			if a[0] == 'O' || a[2:4] != why.Arg("At") || "chess."+kinds[p.at(read(a))|32] != why.Arg("Other").(games.Text).Key {
				return false
			}
			hit, check := map[string]bool{}, q.inCheck()
			q = q.pass()
			all, _ := q.moves()
			for _, m := range all {
				if m[:2] == a[2:4] && q.at(read(m[2:4])) != 0 {
					hit[m[2:4]] = true
				}
			}
			return check && len(hit) > 0 || len(hit) > 1
		}
		could, after := passed.moves()
		return slices.ContainsFunc(could, func(a string) bool { return forks(a, passed.play(a, after[a])) })
	case "unpins":
		gone := func(q plain) bool {
			row, col := read(why.Arg("At").(string))
			q.board[row][col] = 0
			return q.inCheck()
		}
		return gone(*p) && !gone(again)
	case "leaves":
		return names(*p, "Other", "At") && p.attacked(read(from)) && !again.attacked(read(to))
	case "blocks":
		row, col := read(why.Arg("At").(string))
		r, c := read(to)
		return p.board[row][col]|32 == 'p' && c == col && (r-row == 1 || r-row == -1)
	case "lines", "reaches": // a piece that is pinned has fewer moves
		count := func(q plain, at string) (n int) {
			all, _ := q.moves()
			for _, m := range all {
				if m[:2] == at {
					n++
				}
			}
			return n
		}
		if end == "reaches" {
			return count(again, to) <= why.Arg("To").(int) && count(*p, from) <= why.Arg("From").(int)
		}
		return names(again, "Other", "At")
	case "frees":
		can := func(q *plain) bool {
			all, _ := q.moves()
			return slices.ContainsFunc(all, func(m string) bool { return m[:2] == why.Arg("At") })
		}
		return can(&again) && !can(p)
	}
	return true
}

// kinds are the names of the pieces by their letters.
var kinds = map[byte]string{'p': "pawn", 'n': "knight", 'b': "bishop", 'r': "rook", 'q': "queen", 'k': "king"}

// compare compares two positions, and reports whether the game is over.
func compare(t *testing.T, s state, p *plain, moves []string, after map[string]plain, met map[string]int) bool {
	t.Helper()
	end, want := p.end(moves), slices.Clone(moves)
	if end != "" {
		want = nil
	} else if p.claims(moves, after) {
		want = append(want, "claim")
		met["claims"]++
	}
	var got []string
	for _, m := range s.Legal(s.Next()) {
		got = append(got, string(m))
	}
	if slices.Sort(want); !slices.Equal(got, want) || s.View(0).String() != p.text() {
		t.Fatalf("%s\nhas moves %v, want %v of\n%s", s.View(0), got, want, p.text())
	}
	met[end]++
	if reason := s.Reason(); (reason != nil) != (end != "") || reason != nil && reason.Key != "chess.reason."+end {
		t.Fatalf("it is over by %v, want %s:\n%s", reason, end, p.text())
	}
	return end != ""
}

// pick draws a move, in some games one that takes a piece if there is any.
func pick(rng *rand.Rand, s state, moves []string, takes bool) string {
	if takes && rng.IntN(2) == 0 {
		for _, t := range s.pos.turns(nil, true) {
			return string(s.pos.move(t))
		}
	}
	return gametest.AnyOf(moves, rng)
}

// sequences counts sequences of moves.
func (p *plain) sequences(depth int) (sum int) {
	all, after := p.moves()
	if depth == 1 {
		return len(all)
	}
	for _, m := range all {
		next := p.play(m, after[m])
		sum += next.sequences(depth - 1)
	}
	return sum
}
