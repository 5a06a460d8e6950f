package twistonly

import (
	"slices"
	"strings"

	"parlour/games"
	"parlour/games/board"
)

// A View is a position of the game, of which nothing is hidden.
type View struct {
	Size   int      `json:"size"`   // cells in a row and in a column
	Cells  []Cell   `json:"cells"`  // Size×Size, row by row from the bottom, each from the left
	Groups [2][]int `json:"groups"` // by Colour, which is the seat: the sizes of its solved groups, descending
	games.DuelView
	Twist  *Twist `json:"twist"`  // the last twist; nil before the first
	Solves [2]int `json:"solves"` // by Colour: the stones that the last twist solved
	Idle   int    `json:"idle"`   // number of twists in a row that solved nothing
	// the twists that may not be made, as they would bring back the board before the last one
	Back []Twist `json:"back"`

	Before int           `json:"-"` // the largest solved group of the side of the last twist, before it
	Making *games.Making `json:"-"` // what only Shown sets: a move in the making
	Picked *board.Spot   `json:"-"` // likewise: the face or the column of faces that is picked; else nil
}

// A Cell is one stone.
type Cell struct {
	Colour board.Colour `json:"colour"`
	Solved bool         `json:"solved"`
}

// At returns the stone at a column and a row, from 0 at the bottom left.
func (v View) At(col, row int) Cell { return v.Cells[row*v.Size+col] }

// View returns the same to every seat.
func (s state) View(games.Seat) games.View {
	v := View{
		Size: s.pos.Size(), Cells: board.All(s.pos.Size(), s.pos.At), Groups: s.pos.Groups(),
		DuelView: s.Seen(),
		Solves:   s.solves, Idle: s.pos.Idle(), Back: slices.Clone(s.pos.barred.twists[:s.pos.barred.count]),
		Before: s.before,
	}
	if s.twist != nil {
		t := *s.twist
		v.Twist = &t
	}
	return v
}

// position returns the position of a View of a game that goes on.
func (v View) position() Position {
	p := Position{size: uint8(v.Size), mover: board.Colour(v.ToMove), idle: uint8(v.Idle)}
	for row := range v.Size {
		for col := range v.Size {
			cell := v.At(col, row)
			p.stones[cell.Colour][row+1] |= 1 << col
			if cell.Solved {
				p.solved[row+1] |= 1 << col
			}
		}
	}
	p.barred.count = uint8(copy(p.barred.twists[:], v.Back))
	p.update()
	return p
}

// Live reports whether the face with its bottom left cell at a column and a row can be twisted, one
// way at least.
func (v View) Live(col, row int) bool {
	ways := 2
	for _, t := range v.Back {
		if t.Col == col && t.Row == row {
			ways--
		}
	}
	return ways > 0 && board.Turns(v.Size, col, row, func(col, row int) (board.Colour, bool) {
		c := v.At(col, row)
		return c.Colour, c.Solved
	})
}

// String draws the board, see [board.Text]: O and Y are stones, o and y solved ones.
func (v View) String() string { return board.Text(v.Size, v.letter) }

// letter writes the stone of a cell.
func (v View) letter(col, row int) byte {
	c := v.At(col, row)
	if c.Solved {
		return "oy"[c.Colour]
	}
	return "OY"[c.Colour]
}

// Words returns the last twist, the sides and the largest solved groups.
func (v View) Words() games.Words {
	w := games.Words{
		Sides: board.Sides("twistonly"),
		Score: board.Score("twistonly", v.Groups, games.Say("twistonly.none")),
		Owes:  games.Say("twistonly.owes"),
	}
	if slices.ContainsFunc(v.Cells, func(c Cell) bool { return c.Solved }) {
		w.Small = games.Say("twistonly.small")
	}
	twisted := func(key string) func() games.Text {
		return func() games.Text {
			return games.Say(key+board.Turn(v.Twist.Clockwise), "Player", v.Mover, "Face", v.Twist.Face())
		}
	}
	if v.Tell(&w, twisted("twistonly.line."), twisted("twistonly.last.")); w.Last != nil {
		w.Last = append(w.Last, v.more()...)
	}
	return w
}

// more says the stones that the last twist solved, and that the game ends if nothing was solved for so long.
func (v View) more() (said []games.Text) {
	for c, many := range v.Solves {
		if many > 0 {
			said = append(said,
				games.Say("twistonly.last.solves", "Count", many, "Side", board.Colour(c).Name("twistonly")))
		}
	}
	if v.Ended != nil && v.Idle >= 2*v.Size {
		said = append(said, games.Say("twistonly.last.idle", "Twists", v.Idle))
	}
	return said
}

// Tell says that a face was turned.
func (Game) Tell(_ games.View, seat games.Seat, m games.Move) games.Telling {
	t, ok := parseTwist(strings.ToLower(string(m)))
	if !ok {
		return games.Telling{}
	}
	return games.Telling{Did: games.Say("twistonly.did", "Player", seat, "Turn", t.words())}
}
