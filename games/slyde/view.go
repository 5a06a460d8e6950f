package slyde

import (
	"slices"
	"strings"

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

// Words returns the last turn, the sides and the largest groups.
func (v View) Words() games.Words {
	owes := games.Say("slyde.owes.swap")
	switch {
	case v.Mirror != 0 && v.position().pairs == 0:
		owes = games.Say("slyde.owes.change")
	case v.Mirror != 0:
		owes = games.Say("slyde.owes.mirror")
	}
	w := games.Words{Sides: board.Sides("slyde"), Owes: owes}
	if len(v.Groups[0]) != len(v.Groups[1]) || 2*len(v.Groups[0]) != len(v.Cells) { // some stones of a colour touch
		w.Score = board.Score("slyde", v.Groups, "")
	}
	if slices.ContainsFunc(v.Cells, func(c Cell) bool { return c.Fixed }) {
		w.Small = games.Say("slyde.small")
	}
	turned := func(key string) func() games.Text {
		return func() games.Text { return v.Turn.say(key, v.Mover, v.At(v.Turn.ToCol, v.Turn.ToRow).Fixed) }
	}
	if v.Tell(&w, turned("slyde.line."), turned("slyde.last.")); w.Last != nil && v.Mirror != 0 {
		w.Last = append(w.Last, games.Say("slyde.last.mirror", "Player", v.ToMove))
	}
	return w
}

// say says a turn of a seat, after which its stone is fixed or not.
func (t Turn) say(key string, seat games.Seat, fixed bool) games.Text {
	switch {
	case !t.Change():
		return games.Say(key+"swap", "Player", seat, "From", t.From(), "To", t.To())
	case fixed:
		return games.Say(key+"fix", "Player", seat, "Cell", t.To())
	}
	return games.Say(key+"free", "Player", seat, "Cell", t.To())
}

// Tell says that a stone was swapped, fixed or freed.
func (Game) Tell(view games.View, seat games.Seat, m games.Move) games.Telling {
	typed, ok := parseTurn(strings.ToLower(string(m)))
	if !ok {
		return games.Telling{}
	}
	v, t := view.(View), typed.Turn
	fixed := false
	if max(t.ToCol, t.ToRow) < v.Size {
		fixed = !v.At(t.ToCol, t.ToRow).Fixed
	}
	return games.Telling{Did: t.say("slyde.did.", seat, fixed), Try: t.try(fixed)}
}

// try says a change as one that might be made: it fixes its stone or frees it. It is zero for a swap.
func (t Turn) try(fixed bool) games.Text {
	switch {
	case !t.Change():
		return games.Text{}
	case fixed:
		return games.Say("slyde.try.fix", "Cell", t.To())
	}
	return games.Say("slyde.try.free", "Cell", t.To())
}
