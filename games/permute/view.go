package permute

import (
	"slices"
	"strings"

	"parlour/games"
	"parlour/games/board"
)

// A View is a position of Permute, of which nothing is hidden.
type View struct {
	Size    int             `json:"size"`    // cells in a row and in a column
	Cells   []Cell          `json:"cells"`   // Size×Size, row by row from the bottom, each from the left
	Colours [2]board.Colour `json:"colours"` // by seat
	Groups  [2][]int        `json:"groups"`  // by Colour: the sizes of its groups, descending
	games.DuelView
	Twist  *Twist `json:"twist"`  // the last twist, which stays when a swap follows; nil before the first
	Swap   bool   `json:"swap"`   // whether the seat to move may swap instead
	Offers bool   `json:"offers"` // whether the twist that is owed may be answered with a swap

	// What only Shown sets: a move in the making, the face that is picked, and the boards
	// after each of the choices, in their order, once a face is picked.
	// the largest group of the side of the last ply, before it; 0 for a ply that is no twist
	Before   int           `json:"-"`
	Making   *games.Making `json:"-"`
	Face     *board.Spot   `json:"-"`
	Outcomes []View        `json:"-"`
}

// A Cell is one stone.
type Cell struct {
	Colour   board.Colour `json:"colour"`
	Bandaged bool         `json:"bandaged"`
}

// At returns the stone at a column and a row, from 0 at the bottom left.
func (v View) At(col, row int) Cell { return v.Cells[row*v.Size+col] }

// Live reports whether the face with its bottom left cell at a column and a row can be twisted:
// it lies on the board and holds both colours, and none of its stones is bandaged.
func (v View) Live(col, row int) bool {
	return board.Turns(v.Size, col, row, func(col, row int) (board.Colour, bool) {
		c := v.At(col, row)
		return c.Colour, c.Bandaged
	})
}

// View returns the same to every seat.
func (s state) View(games.Seat) games.View {
	v := View{
		Size: s.pos.Size(), Cells: board.All(s.pos.Size(), s.pos.At),
		Colours: s.colours(), Groups: s.pos.Groups(),
		DuelView: s.Seen(),
		Swap:     s.maySwap(), Offers: s.swap && s.Ply == 0 && s.Ended == nil,
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
	w := games.Words{
		Sides: []games.Text{v.Colours[0].Name("permute"), v.Colours[1].Name("permute")},
		Score: board.Score("permute", v.Groups, ""),
		Owes:  owes,
	}
	if slices.ContainsFunc(v.Cells, func(c Cell) bool { return c.Bandaged }) {
		w.Small = games.Say("permute.small")
	}
	moved := func(key string) func() games.Text { return func() games.Text { return v.moved(key) } }
	v.Tell(&w, moved("permute.line."), moved("permute.last."))
	return w
}

// moved says the last ply, a twist or a swap, under one of the keys that begin alike.
func (v View) moved(key string) games.Text {
	if v.Last == swapMove {
		return games.Say(key+"swap", "Player", v.Mover, "Other", 1-v.Mover,
			"Side", v.Colours[1-v.Mover].Name("permute"))
	}
	return games.Say(key+board.Turn(v.Twist.Clockwise), "Player", v.Mover, "Face", v.Twist.Face(),
		"Cell", v.Twist.Cell())
}

// Tell says that a face was turned and a stone kept, or that colours were swapped.
func (Game) Tell(_ games.View, seat games.Seat, m games.Move) games.Telling {
	if m == swapMove {
		return games.Telling{Did: games.Say("permute.did.swap", "Player", seat), Try: games.Say("permute.try.swap")}
	}
	typed, ok := parseTwist(strings.ToLower(string(m)))
	if !ok {
		return games.Telling{}
	}
	t, _ := typed.twist()
	return games.Telling{Did: games.Say("permute.did", "Player", seat, "Turn", t.words(), "Cell", t.Cell())}
}
