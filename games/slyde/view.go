package slyde

import (
	"parlour/games"
	"parlour/games/board"
)

// A View is a position of Slyde, of which nothing is hidden.
type View struct {
	Size   int      `json:"size"`   // cells in a row and in a column
	Cells  []Cell   `json:"cells"`  // Size×Size, row by row from the bottom, each from the left
	Groups [2][]int `json:"groups"` // by Colour, which is the seat: the sizes of its groups, descending
	games.DuelView
	Turn *Turn `json:"turn"` // the last turn; nil before the first
	Rule bool  `json:"rule"` // whether the mirror rule holds
	// where the seat to move may change a stone, the lines in which the position is symmetric
	Mirror Mirror `json:"mirror"`

	Before int           `json:"-"` // the largest group of the side of the last turn, before it
	Making *games.Making `json:"-"` // what only Shown sets: a move in the making
	Picked *board.Spot   `json:"-"` // likewise: the cell or the column that is picked; else nil
}

// A Cell is one stone.
type Cell struct {
	Colour board.Colour `json:"colour"`
	Fixed  bool         `json:"fixed"`
}

// At returns the stone at a column and a row, from 0 at the bottom left.
func (v View) At(col, row int) Cell { return v.Cells[row*v.Size+col] }

// View returns the same to every seat.
func (s state) View(games.Seat) games.View {
	v := View{
		Size: s.pos.Size(), Cells: board.All(s.pos.Size(), s.pos.At), Groups: s.pos.Groups(),
		DuelView: s.Seen(), Rule: s.pos.rule,
	}
	if s.Ended == nil {
		v.Mirror = s.pos.mirror
	}
	if s.turn != nil {
		t := *s.turn
		v.Turn, v.Before = &t, s.before
	}
	return v
}

// position returns the position of a View of a game that goes on.
func (v View) position() Position {
	p := Position{Stones: board.Stones{Side: uint8(v.Size)}, rule: v.Rule, mover: board.Colour(v.ToMove)}
	for row := range v.Size {
		for col := range v.Size {
			cell := v.At(col, row)
			p.Put(col, row, cell.Colour, cell.Fixed)
		}
	}
	p.derive()
	return p
}

// String draws the board, see [board.Text]: O and Y are stones, o and y fixed ones.
func (v View) String() string { return board.Text(v.Size, v.letters("OYoy")) }

// letters returns a function that writes the stone of a cell. It has four letters: for Orange, for Yellow,
// and for fixed stones of either.
func (v View) letters(four string) func(col, row int) byte {
	return func(col, row int) byte {
		c := v.At(col, row)
		if c.Fixed {
			return four[2+c.Colour]
		}
		return four[c.Colour]
	}
}
