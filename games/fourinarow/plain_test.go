package fourinarow

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

// A plain is Four in a Row as one would write it at first: columns of letters, and a walk from every cell in every
// direction. It shares only the rules with [Position], so that the tests can compare the two.
type plain struct {
	columns []string // from the left, each from the bottom: 'R' or 'Y'
	rows    int
}

func newPlain(cols, rows int) plain { return plain{make([]string, cols), rows} }

// at returns the disc of a cell, 0 for none.
func (p plain) at(col, row int) byte {
	if col < 0 || row < 0 || col >= len(p.columns) || row >= len(p.columns[col]) {
		return 0
	}
	return p.columns[col][row]
}

func (p plain) ply() int { return len(strings.Join(p.columns, "")) }

// side returns the letter of the side to move.
func (p plain) side() byte { return "RY"[p.ply()%2] }

// four reports whether a side has four in a row that pass a cell.
func (p plain) four(side byte, through ...[2]int) bool {
	for col := range p.columns {
		for row := range p.rows {
			for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
				var line [][2]int
				for n := 0; n < 4 && p.at(col+n*d[0], row+n*d[1]) == side; n++ {
					line = append(line, [2]int{col + n*d[0], row + n*d[1]})
				}
				if len(line) == 4 && (len(through) == 0 || slices.Contains(line, through[0])) {
					return true
				}
			}
		}
	}
	return false
}

func (p plain) over() bool {
	return p.four('R') || p.four('Y') || p.ply() == p.rows*len(p.columns)
}

func (p plain) Moves() (all []string) {
	for col := range p.columns {
		if len(p.columns[col]) < p.rows && !p.over() {
			all = append(all, string(rune('a'+col)))
		}
	}
	return all
}

func (p plain) Play(m string) plain { return p.drop(m, p.side()) }

// drop drops a disc of a side.
func (p plain) drop(m string, side byte) plain {
	p.columns = slices.Clone(p.columns)
	p.columns[m[0]-'a'] += string(side)
	return p
}

// worth returns 1 if Red has won, -1 if Yellow has, else 0.
func (p plain) worth() int {
	switch {
	case p.four('R'):
		return 1
	case p.four('Y'):
		return -1
	}
	return 0
}

// text writes the rows from the top.
func (p plain) text() string {
	var rows []string
	for row := p.rows - 1; row >= 0; row-- {
		line := ""
		for col := range p.columns {
			if disc := p.at(col, row); disc != 0 {
				line += string(disc)
			} else {
				line += "-"
			}
		}
		rows = append(rows, line)
	}
	return strings.Join(rows, "/")
}

// agree compares a position with the plain one: the moves, the board, the end, and the position that a View gives.
func (p plain) agree(t *testing.T, s state) {
	t.Helper()
	var legal []string
	for _, m := range s.Legal(s.Next()) {
		legal = append(legal, string(m))
	}
	var told struct{ Rows []string }
	text, err := json.Marshal(s)
	if err == nil {
		err = json.Unmarshal(text, &told)
	}
	rows := strings.Join(told.Rows, "/")
	if err != nil || !slices.Equal(legal, p.Moves()) || rows != p.text() || s.pos.Over() != p.over() || (s.Ended != nil) != p.over() {
		t.Fatalf("%s (%v): moves %v, over %v, want %s, %v, %v", rows, err, legal, s.pos.Over(), p.text(), p.Moves(), p.over())
	}
	if want := [...]games.Seat{1, games.Spectator, 0}[p.worth()+1]; s.Winner() != want || s.pos.Winner() != want {
		t.Fatalf("%s: won by %v, want %v", rows, s.Winner(), want)
	}
	if got := s.View(0).(View).position(); got != s.pos {
		t.Fatalf("a View gives %+v, want %+v", got, s.pos)
	}
}

// spots compares the cells that would make four in a row for the side to move.
func (p plain) spots(t *testing.T, s state) {
	t.Helper()
	var spots Set
	for col := range p.columns {
		for row := range p.rows {
			if q := p.with(col, row, p.side()); p.at(col, row) == 0 && q.four(p.side(), [2]int{col, row}) {
				spots |= s.pos.cell(col, row)
			}
		}
	}
	if got := s.pos.spots(s.pos.own) &^ s.pos.all; got != spots {
		t.Fatalf("%s: four comes on %b, want %b", p.text(), got, spots)
	}
}

// with returns the board with a disc on an empty cell, which may hang in the air.
func (p plain) with(col, row int, side byte) plain {
	p.columns = slices.Clone(p.columns)
	for len(p.columns[col]) <= row {
		p.columns[col] += "?"
	}
	letters := []byte(p.columns[col])
	letters[row] = side
	p.columns[col] = string(letters)
	return p
}

// TestAgainstPlain plays 1,000 random games on boards of all shapes and compares both at every ply.
func TestAgainstPlain(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for n := range 1000 {
		board := [...]string{"7x6", "8x7", "9x7", "4x4", "5x7", "9x4", "6x5"}[n%7]
		p, s := newPlain(int(board[0]-'0'), int(board[2]-'0')), play(t, "board="+board, "")
		for p.agree(t, s); !p.over(); p.agree(t, s) {
			if rng.IntN(6) == 0 {
				p.spots(t, s)
			}
			m := gametest.AnyOf(p.Moves(), rng)
			p, s = p.Play(m), gametest.Move(t, s, games.Move(m))
		}
	}
}

// after returns the plain position after a log.
func after(setup games.Setup, log []games.Ply) plain {
	board := setup.Options["board"]
	p := newPlain(int(board[0]-'0'), int(board[2]-'0'))
	for _, ply := range log {
		p = p.Play(string(ply.Move))
	}
	return p
}

// A plain solver finds the same values in late positions.
func TestEnds(t *testing.T) {
	gametest.Ends(t, Game{}, gametest.Plain[plain]{
		After: after, Moves: plain.Moves, Play: plain.Play, Worth: plain.worth, Key: plain.text, Nodes: 20_000,
		Mover: func(p plain) int { return p.ply() % 2 },
		Draws: func(v games.View, _ games.Seat, seed games.Seed) games.Move {
			p, rng := v.(View).position(), seed.Rand(0)
			for range 20 { // to come so far nobody should win
				d := p.Nth(rng.IntN(p.Count()))
				if next := p.after(p.lands(d)); !next.wins(next.other()) {
					return d.Move()
				}
			}
			return p.Nth(rng.IntN(p.Count())).Move()
		},
	}, func(s games.State, soon bool) bool {
		p := s.(state).pos
		left := p.cells() - p.Ply()
		return left <= 20 && (!soon || left <= 8)
	}, 90, "", "board=8x7", "board=9x7")
}

// solve returns what a plain position comes to for the side to move, 1, 0 or -1, and after how many plies: as soon as can
// be for the winner.
func (p plain) solve(known map[string][2]int) (worth, plies int) {
	if p.over() {
		return p.worth() * (1 - 2*(p.ply()%2)), 0
	}
	if v, ok := known[p.text()]; ok {
		return v[0], v[1]
	}
	worth = -2
	for _, m := range p.Moves() {
		w, n := p.Play(m).solve(known)
		if w = -w; w > worth || w == worth && (w > 0 && n+1 < plies || w < 0 && n+1 > plies) {
			worth, plies = w, n+1
		}
	}
	known[p.text()] = [2]int{worth, plies}
	return worth, plies
}

// On small boards each move of a random game is worth what a plain solver says, and takes as many plies.
func TestPliesAgainstPlain(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 5))
	for _, board := range []string{"4x4", "5x4"} {
		known := map[string][2]int{}
		p, s := newPlain(int(board[0]-'0'), int(board[2]-'0')), play(t, "board="+board, "")
		for range 6 {
			m := gametest.AnyOf(p.Moves(), rng)
			p, s = p.Play(m), gametest.Move(t, s, games.Move(m))
		}
		for !p.over() {
			all, ok := (Game{}).Values(s.View(s.Next()), s.Next())
			for _, v := range all {
				worth, plies := p.Play(string(v.Move)).solve(known)
				want := games.Value{Wins: -worth, Plies: plies + 1}
				if worth == 0 {
					want.Plies = 0
				}
				if v.Value != want {
					t.Errorf("%s on %s: %s is worth %v, want %v", board, p.text(), v.Move, v.Value, want)
				}
			}
			if !ok || len(all) != len(p.Moves()) {
				t.Fatalf("%d moves have values, want %d", len(all), len(p.Moves()))
			}
			m := gametest.AnyOf(p.Moves(), rng)
			p, s = p.Play(m), gametest.Move(t, s, games.Move(m))
		}
	}
}

// wins lists the moves with which a side makes four in a row at once, whoever's turn it is.
func (p plain) wins(side byte) (all []string) {
	for _, m := range p.Moves() {
		if p.drop(m, side).four(side) {
			all = append(all, m)
		}
	}
	return all
}

// cell returns the name of the cell on which a disc comes to lie.
func (p plain) cell(m string) string { return m + string(rune('1'+len(p.columns[m[0]-'a']))) }

// truth reports whether a reason for a move is true, by playing moves.
func (p plain) truth(why games.Text, m string) bool {
	own := p.side()
	other := byte("RY"[(p.ply()+1)%2])
	after := p.Play(m)
	named := func(name string) string { text, _ := why.Arg(name).(string); return text }
	// threatened lists the cells on which a side wins at once.
	threatened := func(p plain, side byte) (cells []string) {
		for _, by := range p.wins(side) {
			cells = append(cells, p.cell(by))
		}
		return cells
	}
	lone := func(p plain, cell string, side byte) bool { // would that one cell make four?
		col, row := int(cell[0]-'a'), int(cell[1]-'1')
		return p.at(col, row) == 0 && p.with(col, row, side).four(side, [2]int{col, row})
	}
	stops, threats := slices.Contains(p.wins(other), m), threatened(after, own)
	if why.Key == "fourinarow.why.lost" {
		both := threatened(p, other)
		return named("One") != named("Other") && slices.Contains(both, named("One")) && slices.Contains(both, named("Other"))
	}
	if why.Key != "" && why.Key != "fourinarow.why.wins" && (after.four(own) || len(after.wins(other)) > 0) {
		return false
	}
	rows := func(side byte) bool {
		n, most, only := p.inRows(m, side), p.mostRows(m, side), why.Arg("Only")
		return n == why.Arg("Count") && n > most && only == most
	}
	switch strings.TrimPrefix(why.Key, "fourinarow.why.") {
	case "":
		return !after.four(own)
	case "wins":
		return after.four(own)
	case "double":
		return named("One") != named("Other") && slices.Contains(threats, named("One")) && slices.Contains(threats, named("Other"))
	case "forced":
		answer := after.Play(named("Answer")[:1])
		return slices.Equal(threats, []string{named("Answer")}) && slices.Contains(threatened(answer, own), named("Then"))
	case "chain":
		answer := after.Play(named("Answer")[:1])
		return slices.Equal(threats, []string{named("Answer")}) && answer.forces(named("Then"), own, deep)
	case "falls":
		return after.forces(named("Cell"), other, deep) && !slices.ContainsFunc(p.Moves(), func(by string) bool {
			next := p.Play(by)
			return len(next.wins(other)) == 0 && !slices.ContainsFunc(next.Moves(), func(by string) bool { return next.forces(next.cell(by), other, deep) })
		})
	case "both":
		return stops && slices.Equal(threats, []string{named("One")})
	case "threatens":
		return !stops && slices.Equal(threats, []string{named("One")})
	case "stops":
		return stops && len(threats) == 0 && named("Cell") == p.cell(m)
	case "only":
		return !slices.ContainsFunc(p.Moves(), func(by string) bool { return by != m && len(p.Play(by).wins(other)) == 0 })
	case "waits":
		return len(threats) == 0 && lone(after, named("One"), own) && !lone(p, named("One"), own)
	case "foils":
		return p.forces(named("Cell"), other, deep) && !slices.ContainsFunc(after.Moves(), func(by string) bool { return after.forces(after.cell(by), other, deep) })
	case "plans":
		return after.forces(named("Cell"), own, deep)
	case "denies":
		denied := false
		for col := range p.columns {
			for row := range p.rows {
				cell := string(rune('a'+col)) + string(rune('1'+row))
				denied = denied || lone(p.drop(m, other), cell, other) && !lone(p, cell, other)
			}
		}
		return denied && named("Cell") == p.cell(m)
	case "leaves", "stays":
		cell, below := named("Cell"), named("Below")
		side := map[bool]byte{true: other, false: own}[strings.HasSuffix(why.Key, "leaves")]
		return cell[0] == below[0] && cell[1] == below[1]+1 && below[:1] != m && p.cell(below[:1]) == below && lone(after, cell, side)
	case "builds":
		return slices.Contains(p.pairs(m, own), named("One")) && (named("Other") == "" || slices.Contains(p.pairs(m, own), named("Other")))
	case "rows":
		return rows(other)
	case "closes":
		return rows(own)
	}
	return false
}

// forces reports whether a disc of a side on a cell threatens four in a row that can't be stopped, in so many threats.
func (p plain) forces(cell string, side byte, times int) bool {
	if times == 0 || !slices.Contains(p.Moves(), cell[:1]) || p.cell(cell[:1]) != cell {
		return false
	}
	other := 'R' + 'Y' - side
	next := p.drop(cell[:1], side)
	wins := next.wins(side)
	if len(wins) == 0 || len(next.wins(other)) > 0 {
		return false
	}
	answer := next.drop(wins[0], other)
	return len(wins) > 1 || len(answer.wins(side)) > 0 ||
		slices.ContainsFunc(answer.Moves(), func(by string) bool { return answer.forces(answer.cell(by), side, times-1) })
}

// pairs lists the discs of a side that lie in a row of four with the cell onto which a disc falls, and nothing else does.
func (p plain) pairs(m string, side byte) (all []string) {
	at := [2]int{int(m[0] - 'a'), len(p.columns[m[0]-'a'])}
	for col := range p.columns {
		for row := range p.rows {
			for _, by := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
				within, discs, own := false, 0, ""
				for i := range 4 {
					c, r := col+i*by[0], row+i*by[1]
					if c >= len(p.columns) || r < 0 || r >= p.rows {
						discs = 4
						break
					}
					within = within || at == [2]int{c, r}
					if p.at(c, r) != 0 {
						discs++
					}
					if p.at(c, r) == side {
						own = string(rune('a'+c)) + string(rune('1'+r))
					}
				}
				if within && discs == 1 && own != "" {
					all = append(all, own)
				}
			}
		}
	}
	return all
}

// inRows returns in how many rows of four without discs of a side the cell lies onto which a disc falls.
func (p plain) inRows(m string, without byte) (n int) {
	at := [2]int{int(m[0] - 'a'), len(p.columns[m[0]-'a'])}
	for col := range p.columns {
		for row := range p.rows {
			for _, by := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
				within, free := false, true
				for i := range 4 {
					c, r := col+i*by[0], row+i*by[1]
					within = within || at == [2]int{c, r}
					free = free && c >= 0 && c < len(p.columns) && r >= 0 && r < p.rows && p.at(c, r) != without
				}
				if within && free {
					n++
				}
			}
		}
	}
	return n
}

// mostRows returns the most of inRows of all moves but one.
func (p plain) mostRows(but string, without byte) (most int) {
	for _, m := range p.Moves() {
		if m != but {
			most = max(most, p.inRows(m, without))
		}
	}
	return most
}

// Whatever is said for a move is true by the plain game, and every reason is given in some game at random.
func TestWhyIsTrue(t *testing.T) {
	rng, told := rand.New(rand.NewPCG(3, 9)), gametest.Told{}
	for n := range 40 {
		board := [...]string{"7x6", "8x7", "9x7"}[n%3]
		p, s := newPlain(int(board[0]-'0'), int(board[2]-'0')), play(t, "board="+board, "")
		for !p.over() {
			m := gametest.AnyOf(p.Moves(), rng)
			view, seat := s.View(0), s.Next()
			why, tell := (Game{}).Why(view, seat, games.Move(m)), (Game{}).Tell(view, seat, games.Move(m))
			after := p.Play(m)
			if told.Add(why); !p.truth(why, m) {
				t.Errorf("%s is said to be good because %v, which is not so in\n%v", m, why, view)
			}
			if wins := after.four(p.side()); (tell.Gets.Key != "") != wins || (tell.Lets.Key != "") != (!wins && len(after.wins(after.side())) > 0) {
				t.Errorf("%s is told as %v in\n%v", m, tell, view)
			}
			if other := (Game{}).Why(view, 1-seat, games.Move(m)); other.Key != "" {
				t.Errorf("a seat that is not to move is given the reason %v", other)
			}
			for range 4 * (n % 2) { // half of the games are long
				if by := gametest.AnyOf(p.Moves(), rng); len(p.Play(by).wins('R'))+len(p.Play(by).wins('Y')) == 0 {
					m = by
				}
			}
			p, s = p.Play(m), gametest.Move(t, s, games.Move(m))
		}
	}
	told.All(t, Game{}, "fourinarow.why.")
}
