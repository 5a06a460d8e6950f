package magic

import "parlour/games"

// A View is a position of Rubik's Magic, of which nothing is hidden.
type View struct {
	Cells [16]Cell `json:"cells"` // row by row from the top, each from the left
	games.DuelView
	Flips bool `json:"flips"` // whether the turn that is owed has to begin with a flip
	// the last turn, which stays when a system move ends the game; nil before the first
	Turn *Turn `json:"turn"`
	// every three-in-a-row; while the game goes on, none of the seat to move and none locked
	Rows []Row  `json:"rows"`
	Left [2]int `json:"left"` // by seat: tiles still in hand

	// Making is a turn in the making, which only Shown sets. Cells and Rows are then those
	// after the flip that is picked, and Flips says whether one is still to be picked.
	Making *games.Making `json:"-"`
	Picked *Turn         `json:"-"` // what is picked of that turn; squares not picked yet are NoSquare
	Turns  []Turn        `json:"-"` // what the turn may be next, a turn for each choice of Making
}

// A Kind says what lies on a space of the board.
type Kind uint8

// The kinds. Seat 0 plays the circles, seat 1 the diamonds.
const (
	Empty Kind = iota
	Circle
	Diamond
)

// MarshalText writes a kind as a lower-case word, for JSON.
func (k Kind) MarshalText() ([]byte, error) {
	return []byte([...]string{"empty", "circle", "diamond"}[k]), nil
}

// A Cell is one space of the board.
type Cell struct {
	Kind  Kind `json:"kind"`
	Light bool `json:"light"` // whether the tile shows its light side; false when there is none
}

// A Row is a three-in-a-row.
type Row struct {
	Squares [3]Square  `json:"squares"` // from the left, or from the top in a column
	Owner   games.Seat `json:"owner"`
	Light   bool       `json:"light"`  // which side its tiles show
	Locked  bool       `json:"locked"` // whether every space beside its tiles is taken
}

// String names the squares of a row: "b2-c2-d2".
func (r Row) String() string {
	return r.Squares[0].String() + "-" + r.Squares[1].String() + "-" + r.Squares[2].String()
}

// At returns the cell at a column and a row, from 0 at the top left.
func (v View) At(col, row int) Cell { return v.Cells[4*row+col] }

// View returns the same to every seat.
func (s state) View(games.Seat) games.View {
	v := View{
		DuelView: s.Seen(), Flips: s.Ended == nil && s.pos.mustFlip(), Rows: s.pos.rows(), Left: s.pos.Left(),
	}
	for i := range v.Cells {
		v.Cells[i] = s.pos.At(Square(i))
	}
	if s.turn != nil {
		t := *s.turn
		v.Turn = &t
	}
	return v
}
