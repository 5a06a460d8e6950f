package reversi

import (
	"parlour/games"
	"parlour/games/board"
)

// A View is a position of Reversi, of which nothing is hidden.
type View struct {
	Size   int      `json:"size"`   // cells in a row and in a column
	Cells  []Disc   `json:"cells"`  // row by row from the top, each from the left
	Placed string   `json:"placed"` // the cell of the last disc; empty before the first
	Turned []string `json:"turned"` // the cells of the discs that it turned over
	games.DuelView

	Making *games.Making `json:"-"` // what only Shown sets: a move in the making
}

// A Disc says what lies on a cell.
type Disc uint8

// The discs. Seat 0 has the black ones, and seat 1 the white ones.
const (
	Empty Disc = iota
	Black
	White
)

// MarshalText writes a disc as the rows of a state have it, for JSON.
func (d Disc) MarshalText() ([]byte, error) { return []byte{("-" + sides.Letters())[d]}, nil }

// View returns the same to every seat.
func (s state) View(games.Seat) games.View {
	size := int(s.pos.size)
	v := View{Size: size, Cells: make([]Disc, size*size), DuelView: s.Seen()}
	for side, discs := range s.pos.discs {
		for c := range discs.each {
			v.Cells[c] = Black + Disc(side)
		}
	}
	if s.last.size > 0 {
		v.Placed = s.last.String()
		for c := range s.turned.each {
			v.Turned = append(v.Turned, c.name(s.pos.size))
		}
	}
	return v
}

// Valid reports whether a View holds together: a size that there is, and as many cells.
func (v View) Valid() bool {
	return v.Size >= minSize && v.Size <= maxSize && v.Size%2 == 0 && len(v.Cells) == v.Size*v.Size
}

// position returns the position of a View.
func (v View) position() Position {
	p := Position{size: uint8(v.Size), mover: uint8(max(0, v.ToMove))}
	for i, d := range v.Cells {
		if d != Empty {
			p.discs[(d-Black)&1] = p.discs[(d-Black)&1].or(Cell(i).bit())
		}
	}
	if v.Ended == nil {
		p.open = p.shape().moves(p.sides())
	}
	return p
}

// Open returns by cell where the side to move may place a disc.
func (v View) Open() []bool {
	p, all := v.position(), make([]bool, len(v.Cells))
	for c := range p.open.each {
		all[c] = true
	}
	return all
}

// Discs returns the number of discs of a seat.
func (v View) Discs(seat games.Seat) (n int) {
	for _, d := range v.Cells {
		if d == Black+Disc(seat&1) {
			n++
		}
	}
	return n
}

// Before returns how many discs a seat had before the last one was placed.
func (v View) Before(seat games.Seat) int {
	if seat == v.Mover {
		return v.Discs(seat) - 1 - len(v.Turned)
	}
	return v.Discs(seat) + len(v.Turned)
}

// Sizes returns the cells in a row, and the number of moves that were made.
func (v View) Sizes() (side, ply int) { return v.Size, v.Ply }

// rows writes the discs of the rows from the top, with a letter for each kind.
func (v View) rows() []string {
	letters := "-" + sides.Letters()
	return board.Rows(v.Size, v.Size, func(col, row int) byte { return letters[v.Cells[(v.Size-1-row)*v.Size+col]] })
}

// String draws the board; - is an empty cell.
func (v View) String() string { return board.Named(v.rows(), true) }

// Words returns the last move with the pass after it, the sides and how many discs they have.
func (v View) Words() games.Words {
	names := sides.Texts()
	w := games.Words{Sides: names, Owes: games.Say("reversi.owes"), Score: games.Say("reversi.score",
		"First", names[0], "Second", names[1], "Black", v.Discs(0), "White", v.Discs(1))}
	passes := ""
	if v.Again() {
		passes = ".pass"
	}
	v.Tell(&w, "reversi.line"+passes, "reversi.last", func(key string) games.Text {
		return games.Say(key, "Player", v.Mover, "Other", 1-v.Mover, "Cell", v.Placed, "Count", len(v.Turned))
	})
	if v.Again() {
		w.Last = append(w.Last, games.Say("reversi.last.pass", "Player", v.Mover, "Other", 1-v.Mover))
	}
	return w
}

// Tell says where a disc was placed and what it brings.
func (Game) Tell(view games.View, seat games.Seat, m games.Move) games.Telling {
	v := view.(View)
	p := v.position()
	t, err := state{pos: p}.readTurn(m)
	if err != nil {
		return games.Telling{}
	}
	told := games.Telling{Did: games.Say("reversi.did", "Player", seat, "Cell", t.String())}
	shape, by, before := p.shape(), p.mover, p.replies()
	p.Play(t)
	corners := p.open.and(shape.corners)
	switch {
	case shape.corners.has(t.Cell.bit()):
		told.Gets = games.Say("reversi.gets.corner")
	case p.mover != by && !corners.empty() && !before.has(corners):
		told.Lets = games.Say("reversi.lets.corner", "Player", 1-seat, "Cell", corners.first().name(p.size))
	}
	return told
}
