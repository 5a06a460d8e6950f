package catchup

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"parlour/games"
	"parlour/games/board"
)

// Texts of a turn: cells with commas, spaces or nothing between them.
var (
	turnText = regexp.MustCompile(`^[\s,]*([a-z]\s*[1-9][0-9]?[\s,]*){1,3}$`)
	cellText = regexp.MustCompile(`([a-z])\s*([1-9][0-9]?)`)
)

// A typedCell is a cell in notation, which may lie outside the board: the letter of its row, and
// its number in the row, both from 0.
type typedCell struct{ row, number int }

func (c typedCell) name() string { return board.Cell(c.row, c.number) }

func (c typedCell) compare(o typedCell) int { return cmp.Or(c.row-o.row, c.number-o.number) }

// Parse understands the cells of a turn in any order, with commas, spaces or nothing between them.
func (Game) Parse(text string) (games.Move, error) {
	cells, err := readCells(text)
	if err != nil {
		return "", err
	}
	return moveOf(cells), nil
}

// refuseNotation refuses a text that is no move.
func refuseNotation(typed string) error {
	return games.Refuse("catchup.refuse.notation", "Typed", typed, "Example", "e5")
}

// readCells reads the cells of a turn, and sorts them by row and number.
func readCells(text string) ([]typedCell, error) {
	lower := strings.ToLower(text)
	if !turnText.MatchString(lower) {
		return nil, refuseNotation(text)
	}
	var cells []typedCell
	for _, m := range cellText.FindAllStringSubmatch(lower, -1) {
		row, number, _ := board.ReadCell(m[1] + m[2]) // it is one, by the pattern
		cells = append(cells, typedCell{row, number})
	}
	slices.SortFunc(cells, typedCell.compare)
	for i, c := range cells[1:] {
		if c == cells[i] {
			return nil, games.Refuse("catchup.refuse.twice", "Cell", c.name())
		}
	}
	return cells, nil
}

// moveOf writes cells that are in order as a move.
func moveOf(cells []typedCell) games.Move {
	var names []string
	for _, c := range cells {
		names = append(names, c.name())
	}
	return games.Move(strings.Join(names, ","))
}

// text writes a turn in its one spelling, with something between the cells.
func (s *shape) text(t Turn, between string) string {
	return strings.Join(t.names(s), between)
}

// move writes a turn in its one spelling.
func (s *shape) move(t Turn) games.Move { return games.Move(s.text(t, ",")) }

// readTurn reads a move in its one spelling and checks that the side to move may make it. Its
// refusals say what would be right.
func (p *position) readTurn(m games.Move) (Turn, error) {
	cells, err := readCells(string(m))
	if err == nil && moveOf(cells) != m {
		err = refuseNotation(string(m))
	}
	if err != nil {
		return Turn{}, err
	}
	t := Turn{n: uint8(len(cells))}
	for i, c := range cells {
		if t.cells[i], err = p.readCell(c); err != nil {
			return Turn{}, err
		}
	}
	if most := p.Limit(); len(cells) > most && (p.bonus != quiet || len(cells) > int(p.limit)) {
		return Turn{}, games.Refuse("catchup.refuse.many", "Count", most)
	}
	next := *p
	for _, c := range t.Cells() {
		next.place(c)
	}
	if !next.within() {
		return Turn{}, games.Refuse("catchup.refuse.quiet", "Size", int(max(p.largest[0], p.largest[1])))
	}
	return t, nil
}

// readCell returns an empty cell of the board.
func (p *position) readCell(c typedCell) (Cell, error) {
	s := p.shape
	if c.row >= s.high() {
		return outside, games.Refuse("catchup.refuse.row", "Row", board.Column(c.row), "Last", board.Column(s.high()-1))
	}
	at := s.at(c.row, c.number)
	if at == outside {
		return outside, games.Refuse("catchup.refuse.outside", "Cell", c.name(), "Row", board.Column(c.row), "Last", Wide(s.size, c.row))
	}
	if p.stone[at] != Empty {
		return outside, games.Refuse("catchup.refuse.taken", "Cell", c.name())
	}
	return at, nil
}
