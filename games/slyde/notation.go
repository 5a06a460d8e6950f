package slyde

import (
	"math"
	"strings"

	"parlour/games"
	"parlour/games/board"
)

// mark begins a change in notation, and is the choice that leads to one.
const mark = "*"

// Parse understands a swap, with or without its dash, and a change, with spaces and in any case.
func (Game) Parse(text string) (games.Move, error) {
	_, spelt, ok := parseTurn(games.Move(text))
	if !ok {
		return "", refuseNotation(text)
	}
	return spelt, nil
}

// refuseNotation refuses a text that is no turn. It tells of changes only where their mark was typed, as
// many tables have none.
func refuseNotation(typed string) error {
	if strings.Contains(typed, mark) {
		return games.Refuse("slyde.refuse.notation-change", "Typed", typed)
	}
	return games.Refuse("slyde.refuse.notation", "Typed", typed, "Example", "f3-f4")
}

// parseTurn reads a turn in any spelling, and returns it in its one spelling too. Its cells may lie outside the board
// and apart, and a swap may name one cell twice.
func parseTurn(m games.Move) (t Turn, spelt games.Move, ok bool) {
	cells, change := strings.CutPrefix(board.Plain(string(m)), mark)
	t.Col, t.Row, cells, ok = board.CutCell(cells)
	t.ToCol, t.ToRow = t.Col, t.Row
	if !change && ok {
		t.ToCol, t.ToRow, cells, ok = board.CutCell(strings.TrimPrefix(cells, "-"))
	}
	if !ok || cells != "" {
		return Turn{}, "", false
	}
	if change {
		return t, t.Move(), true
	}
	return t, t.swap(), true
}

// Move writes a turn in its one spelling.
func (t Turn) Move() games.Move {
	if t.Change() {
		return games.Move(mark + t.To())
	}
	return t.swap()
}

// swap writes a swap in its one spelling.
func (t Turn) swap() games.Move { return games.Move(t.From() + "-" + t.To()) }

// Complete returns the swap of a cell that was typed with the one beside it.
func (s state) Complete(_ games.Seat, part string) games.Move {
	col, row, rest, ok := board.CutCell(board.Plain(part))
	if !ok || rest != "" {
		return ""
	}
	beside := col - 1
	if col == 0 {
		beside = 1
	}
	return Turn{col, row, beside, row}.swap()
}

// From names the cell of the mover's stone before a swap.
func (t Turn) From() string { return board.Cell(t.Col, t.Row) }

// To names the cell where it lands, or that of a stone that changes.
func (t Turn) To() string { return board.Cell(t.ToCol, t.ToRow) }

// readTurn reads a move in its one spelling and checks that the seat to move may make it. Its
// refusals say which moves would be right.
func (s state) readTurn(m games.Move) (Turn, error) {
	t, spelt, ok := parseTurn(m)
	if !ok || spelt != m {
		return Turn{}, refuseNotation(string(m))
	}
	last := s.pos.Size() - 1
	for _, cell := range [2][2]int{{t.Col, t.Row}, {t.ToCol, t.ToRow}} {
		if max(cell[0], cell[1]) > last {
			return Turn{}, games.Refuse("slyde.refuse.outside", "Cell", board.Cell(cell[0], cell[1]),
				"Last", board.Cell(last, last))
		}
	}
	if m == t.Move() && t.Change() {
		return t, s.checkChange(t)
	}
	return t, s.checkSwap(t)
}

// checkChange refuses to change a stone where that is not allowed.
func (s state) checkChange(t Turn) error {
	switch {
	case s.pos.mirror != 0:
		return nil
	case !s.pos.rule:
		return games.Refuse("slyde.refuse.no-mirror", "Such", s.such(t))
	}
	return games.Refuse("slyde.refuse.change", "Such", s.such(t))
}

// such returns the swap that the mover can make nearest to a turn, as an example. There has to be one.
func (s state) such(t Turn) string {
	best, least := Turn{}, math.MaxInt
	for n := range int(s.pos.pairs) {
		swap := s.pos.Nth(n)
		if d := swap.far(t); d < least {
			best, least = swap, d
		}
	}
	return string(best.Move())
}

// far returns how far the cells of a turn are from those of another, each from its own.
func (t Turn) far(other Turn) int {
	apart := func(one, other int) int { return max(one-other, other-one) }
	return apart(t.Col, other.Col) + apart(t.Row, other.Row) + apart(t.ToCol, other.ToCol) + apart(t.ToRow, other.ToRow)
}

// checkSwap refuses a swap on the board that cannot be made.
func (s state) checkSwap(t Turn) error {
	from, to := s.pos.Stone(t.Col, t.Row), s.pos.Stone(t.ToCol, t.ToRow)
	near := max(t.Col-t.ToCol, t.ToCol-t.Col)+max(t.Row-t.ToRow, t.ToRow-t.Row) == 1
	own := s.ownCells(t.Col, t.Row)
	switch {
	case from.Colour != s.pos.mover && near && s.pos.swappable(t.Col, t.Row, t.ToCol, t.ToRow):
		return games.Refuse("slyde.refuse.turned", "Cell", t.From(), "Side", games.Say(sides[from.Colour]),
			"Move", string(Turn{t.ToCol, t.ToRow, t.Col, t.Row}.Move()))
	case from.Colour != s.pos.mover:
		return s.refuse("slyde.refuse.theirs", t, t.From(), nil)
	case from.Fixed:
		return s.refuse("slyde.refuse.fixed", t, t.From(), nil)
	case own == nil:
		return s.refuse("slyde.refuse.stuck", t, t.From(), nil)
	case !near:
		return s.refuse("slyde.refuse.apart", t, t.To(), own, "From", t.From())
	case to.Colour == s.pos.mover:
		return s.refuse("slyde.refuse.own", t, t.To(), own)
	case to.Fixed:
		return s.refuse("slyde.refuse.fixed", t, t.To(), own)
	}
	return nil
}

// refuse refuses a swap for one of its cells, and offers those that its stone can be swapped with. If
// there are none, it offers the nearest other swap, or where no swap is left a change.
func (s state) refuse(key string, t Turn, cell string, own games.Either, pairs ...any) error {
	right := games.Say("slyde.right.try", "Such", mark+board.Cell(0, 0))
	switch {
	case len(own) > 0:
		right = games.Say("slyde.right.cell", "Own", own)
	case s.pos.pairs > 0:
		right = games.Say("slyde.right.try", "Such", s.such(t))
	}
	return games.Refuse(key, append(pairs, "Cell", cell, "Side", games.Say(sides[s.pos.mover]), "Right", right)...)
}

// around are the steps from a cell to its neighbours: above, left, right, below.
var around = [4][2]int{{0, 1}, {-1, 0}, {1, 0}, {0, -1}}

// targets returns the swaps of the stone on a cell of the board, if it is the mover's.
func (p *Position) targets(col, row int) (all []Turn) {
	if p.Stone(col, row).Colour != p.mover {
		return nil
	}
	for _, d := range around {
		c, r := col+d[0], row+d[1]
		if min(c, r) >= 0 && max(c, r) < p.Size() && p.swappable(col, row, c, r) {
			all = append(all, Turn{col, row, c, r})
		}
	}
	return all
}

// ownCells names the cells that the mover's stone on a cell can be swapped with.
func (s state) ownCells(col, row int) (cells games.Either) {
	for _, t := range s.pos.targets(col, row) {
		cells = append(cells, t.To())
	}
	return cells
}
