package fourinarow

import (
	"parlour/games"
	"parlour/games/board"
)

// A View is a position of Four in a Row, of which nothing is hidden.
type View struct {
	Cols  int    `json:"cols"`
	Rows  int    `json:"rows"`
	Discs []Disc `json:"discs"` // Cols×Rows, row by row from the bottom, each from the left
	games.DuelView
	Disc  *board.Spot  `json:"cell"`  // where the last disc lies; nil before the first
	Lines []board.Line `json:"lines"` // every row of four or more, which all end the game

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

// say says the first row of four of a set under a key, with more values.
func (s *shape) say(key string, own Set, pairs ...any) games.Text {
	line := s.lines(own)[0]
	return games.Say(key, append(pairs, "Long", line.Long(), "From", line.From.String(), "To", line.To.String())...)
}

// lines returns the rows of four and more of a set.
func (s *shape) lines(own Set) []board.Line {
	if !s.wins(own) {
		return nil
	}
	return board.Lines(s.cols, s.rows, four, func(col, row int) bool { return own&s.cell(col, row) != 0 })
}

// At returns the disc at a column and a row, from 0 at the bottom left.
func (v View) At(col, row int) Disc { return v.Discs[row*v.Cols+col] }

// View returns the same to every seat.
func (s state) View(games.Seat) games.View {
	v := View{Cols: s.pos.cols, Rows: s.pos.rows, DuelView: s.Seen(), Lines: s.pos.lines(s.pos.other())}
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
		at := s.pos.spot(s.last)
		v.Disc = &at
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
func (v View) lettered(letters string) []string {
	return board.Rows(v.Cols, v.Rows, func(col, row int) byte { return letters[v.At(col, row)] })
}

// String draws the board; - is an empty cell.
func (v View) String() string { return board.Named(v.lettered("-"+sides.Letters()), false) }

// Words returns the last ply and the sides.
func (v View) Words() games.Words {
	w := games.Words{Sides: v.Names(sides), Owes: games.Say("fourinarow.owes")}
	v.Tell(&w, "fourinarow.line", "fourinarow.last", func(key string) games.Text {
		return games.Say(key, "Player", v.Mover, "Cell", v.Disc.String())
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
	told := games.Telling{Did: games.Say("fourinarow.did", "Player", seat, "Cell", p.spot(at).String())}
	after := p.after(at)
	if after.Winner() == seat {
		told.Gets = p.say("fourinarow.gets", after.other())
	} else if after.spots(after.own)&after.open() != 0 {
		told.Lets = games.Say("fourinarow.lets", "Player", 1-seat)
	}
	return told
}
