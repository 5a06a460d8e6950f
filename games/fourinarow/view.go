package fourinarow

import (
	"fmt"
	"strings"

	"parlour/games"
	"parlour/games/board"
)

// A View is a position of Four in a Row, of which nothing is hidden.
type View struct {
	Cols  int    `json:"cols"`
	Rows  int    `json:"rows"`
	Discs []Disc `json:"discs"` // Cols×Rows, row by row from the bottom, each from the left
	games.DuelView
	Disc  *Cell  `json:"cell"`  // where the last disc lies; nil before the first
	Lines []Line `json:"lines"` // every row of four or more, which all end the game

	Making *games.Making `json:"-"` // what only Shown sets: a turn in the making
}

// A Disc says what lies on a cell.
type Disc uint8

// The discs. Seat 0 has the red ones.
const (
	None Disc = iota
	Red
	Yellow
)

// MarshalText writes a disc as the rows of a state have it, for JSON.
func (d Disc) MarshalText() ([]byte, error) { return []byte{"-RY"[d]}, nil }

// A Cell is a cell of the board, by its column and row from 0 at the bottom left.
type Cell struct{ board.Spot }

// MarshalText writes a cell by its name, for JSON.
func (c Cell) MarshalText() ([]byte, error) { return []byte(c.Name()), nil }

// A Line is four discs of a seat in a row, or more.
type Line struct {
	From Cell `json:"from"` // its end at the left, or at the bottom in a column
	To   Cell `json:"to"`   // the other end
}

// Long returns the number of its discs.
func (l Line) Long() int {
	return max(l.To.Col-l.From.Col, l.To.Row-l.From.Row, l.From.Row-l.To.Row) + 1
}

// Cells returns the cells of its discs.
func (l Line) Cells() (all []Cell) {
	step := func(from, to int) int { return min(max(to-from, -1), 1) }
	for i := range l.Long() {
		all = append(all, Cell{board.Spot{Col: l.From.Col + i*step(l.From.Col, l.To.Col),
			Row: l.From.Row + i*step(l.From.Row, l.To.Row)}})
	}
	return all
}

// say says a line under a key, with more values.
func (l Line) say(key string, pairs ...any) games.Text {
	return games.Say(key, append(pairs, "Long", l.Long(), "From", l.From.Name(), "To", l.To.Name())...)
}

// lines returns the rows of four and more of the side that moved last.
func (p *Position) lines() (all []Line) { return p.linesOf(p.other()) }

// linesOf returns the rows of four and more of a set, each at its full length.
func (s *shape) linesOf(own Set) (all []Line) {
	if !s.wins(own) {
		return nil
	}
	has := func(col, row int) bool {
		return col >= 0 && row >= 0 && col < s.cols && row < s.rows && own&s.cell(col, row) != 0
	}
	for _, d := range [4][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
		for col := range s.cols {
			for row := range s.rows {
				n := 0
				for !has(col-d[0], row-d[1]) && has(col+n*d[0], row+n*d[1]) {
					n++
				}
				if n >= four {
					to := board.Spot{Col: col + (n-1)*d[0], Row: row + (n-1)*d[1]}
					all = append(all, Line{Cell{board.Spot{Col: col, Row: row}}, Cell{to}})
				}
			}
		}
	}
	return all
}

// At returns the disc at a column and a row, from 0 at the bottom left.
func (v View) At(col, row int) Disc { return v.Discs[row*v.Cols+col] }

// View returns the same to every seat.
func (s state) View(games.Seat) games.View {
	v := View{Cols: s.pos.cols, Rows: s.pos.rows, DuelView: s.Seen(), Lines: s.pos.lines()}
	for row := range v.Rows {
		for col := range v.Cols {
			disc := None
			for side := range 2 {
				if s.pos.by(side)&s.pos.cell(col, row) != 0 {
					disc = Red + Disc(side)
				}
			}
			v.Discs = append(v.Discs, disc)
		}
	}
	if s.last != 0 {
		v.Disc = &Cell{s.pos.spot(s.last)}
	}
	return v
}

// position returns the position of a View.
func (v View) position() Position {
	p := Position{shape: shapes[v.Cols][v.Rows]}
	var by [2]Set
	for i, disc := range v.Discs {
		if disc != None {
			by[disc-Red] |= p.cell(i%v.Cols, i/v.Cols)
		}
	}
	p.all = by[0] | by[1]
	p.own = by[p.Player()]
	return p
}

// Sizes returns the number of columns, and that of the turns that were played.
func (v View) Sizes() (side, ply int) { return v.Cols, v.Ply }

// lettered writes the rows from the top, with a letter for each kind of disc.
func (v View) lettered(letters string) (rows []string) {
	for row := v.Rows - 1; row >= 0; row-- {
		line := make([]byte, v.Cols)
		for col := range line {
			line[col] = letters[v.At(col, row)]
		}
		rows = append(rows, string(line))
	}
	return rows
}

// String draws the board in rows from the top; - is an empty cell. Row numbers stand on the left, column letters below.
func (v View) String() string {
	var b strings.Builder
	for i, row := range v.lettered("-" + sides.Letters()) {
		fmt.Fprintf(&b, "%d %s\n", v.Rows-i, row)
	}
	b.WriteString("  ")
	for col := range v.Cols {
		b.WriteString(board.Column(col))
	}
	return b.String()
}

// Words returns the last ply and the sides.
func (v View) Words() games.Words {
	w := games.Words{Sides: v.Names(sides), Owes: games.Say("fourinarow.owes")}
	v.Tell(&w, "fourinarow.line", "fourinarow.last", func(key string) games.Text {
		return games.Say(key, "Player", v.Mover, "Cell", v.Disc.Name())
	})
	return w
}

// Tell says where a disc was dropped.
func (Game) Tell(view games.View, seat games.Seat, m games.Move) games.Telling {
	p := view.(View).position()
	d, err := state{pos: p}.read(m)
	if err != nil {
		return games.Telling{}
	}
	at := p.lands(d)
	told := games.Telling{Did: games.Say("fourinarow.did", "Player", seat, "Cell", p.spot(at).Name())}
	after := p.after(at)
	if lines := after.lines(); len(lines) > 0 {
		told.Gets = lines[0].say("fourinarow.gets")
	} else if after.spots(after.own)&after.open() != 0 {
		told.Lets = games.Say("fourinarow.lets", "Player", 1-seat)
	}
	return told
}
