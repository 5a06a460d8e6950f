package permute

import (
	"slices"

	"parlour/games"
	"parlour/games/board"
)

// A View is a position of Permute, of which nothing is hidden.
type View struct {
	Size    int         `json:"size"`    // cells in a row and in a column
	Cells   []Cell      `json:"cells"`   // Size×Size, row by row from the bottom, each from the left
	Colours [2]Colour   `json:"colours"` // by seat
	Groups  [2][]int    `json:"groups"`  // by Colour: the sizes of its groups, descending
	Ply     int         `json:"ply"`     // number of moves that the players made, a swap too
	ToMove  games.Seat  `json:"toMove"`  // the seat that owes a move; Spectator once over
	Last    games.Move  `json:"last"`    // the last ply; empty before the first
	Mover   games.Seat  `json:"mover"`   // the seat of the last ply
	Twist   *Twist      `json:"twist"`   // the last twist, which stays when a swap follows; nil before the first
	Ended   *games.Text `json:"ended"`   // why the game is over; nil while it goes on
	Swap    bool        `json:"swap"`    // whether the seat to move may swap instead
	Offers  bool        `json:"offers"`  // whether the twist that is owed may be answered with a swap
	Winner  games.Seat  `json:"winner"`  // Spectator for a draw and while the game goes on

	// What only Shown sets: a move in the making, the face that is picked, and the boards
	// after each of the choices, in their order, once a face is picked.
	Before   int           `json:"-"` // the largest group of the side of the last ply, before it; 0 for a ply that is no twist
	Making   *games.Making `json:"-"`
	Face     *Face         `json:"-"`
	Outcomes []View        `json:"-"`
}

// A Cell is one stone.
type Cell struct {
	Colour   Colour `json:"colour"`
	Bandaged bool   `json:"bandaged"`
}

// At returns the stone at a column and a row, from 0 at the bottom left.
func (v View) At(col, row int) Cell { return v.Cells[row*v.Size+col] }

// Live reports whether the face with its bottom left cell at a column and a row can be twisted:
// it lies on the board and holds both colours, and none of its stones is bandaged.
func (v View) Live(col, row int) bool {
	if min(col, row) < 0 || max(col, row) > v.Size-2 {
		return false
	}
	colours := 0
	for _, c := range [4]Cell{v.At(col, row), v.At(col+1, row), v.At(col, row+1), v.At(col+1, row+1)} {
		if c.Bandaged {
			return false
		}
		colours |= 1 << (c.Colour & 1)
	}
	return colours == 3
}

// View returns the same to every seat.
func (s state) View(games.Seat) games.View {
	v := View{
		Size: s.pos.Size(), Cells: make([]Cell, 0, s.pos.cells()),
		Colours: s.colours(), Groups: s.pos.Groups(),
		Ply: s.Ply, ToMove: s.Next(), Last: s.Last, Mover: s.Mover, Ended: s.Reason(), Winner: s.Winner(),
		Swap: s.maySwap(), Offers: s.swap && s.Ply == 0 && s.Ended == nil,
	}
	for row := range s.pos.Size() {
		for col := range s.pos.Size() {
			v.Cells = append(v.Cells, s.pos.At(col, row))
		}
	}
	if s.twist != nil {
		t := *s.twist
		v.Twist = &t
		if s.Last != swapMove {
			v.Before = s.before
		}
	}
	return v
}

// String draws the board, see [board.Text]: O and Y are stones, o and y bandaged ones.
func (v View) String() string { return board.Text(v.Size, v.letter) }

// letter writes the stone of a cell.
func (v View) letter(col, row int) byte {
	c := v.At(col, row)
	if c.Bandaged {
		return "oy"[c.Colour]
	}
	return "OY"[c.Colour]
}

// Words returns the last ply, the sides and the largest groups.
func (v View) Words() games.Words {
	owes := games.Say("permute.owes.twist")
	if v.Swap {
		owes = games.Say("permute.owes.swap")
	}
	return games.Words{
		Last:  v.last(),
		Sides: []games.Text{side(v.Colours[0]), side(v.Colours[1])},
		Score: board.Score("permute", v.Groups, ""),
		Small: v.small(),
		Owes:  owes,
		Line:  v.line(), Unit: games.DuelUnit(v.Ply, v.Last),
	}
}

// small says what lower case means on the board as text, once a stone is fixed.
func (v View) small() games.Text {
	if !slices.ContainsFunc(v.Cells, func(c Cell) bool { return c.Bandaged }) {
		return games.Text{}
	}
	return games.Say("permute.small")
}

// line says the last ply in a line of the game's record.
func (v View) line() games.Text {
	switch {
	case v.Last == "":
		return games.Text{}
	case v.Last.System():
		return games.SystemLine(v.Mover, v.Last)
	case v.Last == swapMove:
		return v.swapped("permute.line.swap")
	}
	return v.twisted("permute.line.")
}

// swapped says the last ply, a swap.
func (v View) swapped(key string) games.Text {
	return games.Say(key, "Player", v.Mover, "Other", 1-v.Mover, "Side", side(v.Colours[1-v.Mover]))
}

// twisted says the last ply, a twist, under one of the keys that begin alike.
func (v View) twisted(key string) games.Text {
	return games.Say(key+v.Twist.turn(), "Player", v.Mover, "Face", v.Twist.Face(), "Cell", v.Twist.Cell())
}

// last returns the words for the last ply. A system move has none: it ended the game, and
// the result says so.
func (v View) last() []games.Text {
	switch {
	case v.Last == "", v.Last.System():
		return nil
	case v.Last == swapMove:
		return []games.Text{v.swapped("permute.last.swap")}
	}
	return []games.Text{v.twisted("permute.last.")}
}

// side returns the name of a colour.
func side(c Colour) games.Text {
	if c == Orange {
		return games.Say("permute.side.orange")
	}
	return games.Say("permute.side.yellow")
}
