package pentago

import (
	"regexp"
	"strings"

	"parlour/games"
	"parlour/games/board"
)

// turnText matches a turn in lower case without anything between its parts.
var turnText = regexp.MustCompile(`^([a-z][1-9][0-9]?)([ac][a-z][1-9][0-9]?)?$`)

// between matches whatever may stand between the parts of a turn, and arrows are its directions as
// the lines of the record have them.
var (
	between = regexp.MustCompile(`[\s,;:.-]+`)
	arrows  = strings.NewReplacer("↻", "c", "↺", "a")
)

// Parse understands "swap" and a turn in capitals or not, with or without its dash, with spaces and commas.
func (Game) Parse(text string) (games.Move, error) {
	if board.Plain(text) == string(games.SwapMove) {
		return games.SwapMove, nil
	}
	_, _, m, ok := parseTurn(text)
	if !ok {
		return "", refuseNotation(text)
	}
	return m, nil
}

// refuseNotation refuses a text that is no move.
func refuseNotation(typed string) error {
	return games.Refuse("pentago.refuse.notation", "Typed", typed, "Example", "b3-Cd4")
}

// parseTurn reads a turn in any spelling: its cell and its twist, which may be none. Both may lie outside of the board.
// It returns the turn in its one spelling too.
func parseTurn(text string) (cell, twist string, m games.Move, ok bool) {
	found := turnText.FindStringSubmatch(between.ReplaceAllString(arrows.Replace(strings.ToLower(text)), ""))
	if found == nil {
		return "", "", "", false
	}
	cell, twist = found[1], found[2]
	if twist == "" {
		return cell, "", games.Move(cell), true
	}
	return cell, twist, games.Move(cell + "-" + strings.ToUpper(twist[:1]) + twist[1:]), true
}

// Move writes a turn in its one spelling.
func (t Turn) Move() games.Move {
	if t.Twist == NoTwist {
		return games.Move(t.Cell.String())
	}
	return games.Move(t.Cell.String() + "-" + t.Twist.String())
}

// String writes a twist as a move has it: "Ca4"; empty for none.
func (t Twist) String() string {
	if t == NoTwist {
		return ""
	}
	return board.Letter(t.Clockwise()) + t.Corner().String()
}

// MarshalText writes a cell by its name, for JSON.
func (c Cell) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// MarshalText writes a twist as a move has it, for JSON.
func (t Twist) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// readCell reads the name of a cell of the board.
func readCell(name string) (Cell, bool) {
	col, row, ok := board.ReadCell(name)
	if !ok || col >= Side || row >= Side {
		return NoCell, false
	}
	return CellAt(col, row), true
}

// readTurn reads a move in its one spelling and checks that the seat to move may make it. Its
// refusals say which moves would be right. Where every turn has a twist and a quadrant is neutral, a
// placement alone stands for the clockwise twist of the first neutral quadrant.
func (s state) readTurn(m games.Move) (Turn, error) {
	named, twist, spelt, ok := parseTurn(string(m))
	switch {
	case m == games.SwapMove:
		return Turn{}, games.Refuse("refuse.swap")
	case !ok || spelt != m:
		return Turn{}, refuseNotation(string(m))
	}
	cell, ok := readCell(named)
	switch {
	case !ok:
		return Turn{}, games.Refuse("pentago.refuse.outside", "Cell", named)
	case (s.pos.stones[0]|s.pos.stones[1])&cell.bit() != 0:
		return Turn{}, games.Refuse("pentago.refuse.taken", "Cell", named)
	case s.pos.open()&cell.bit() == 0:
		return Turn{}, games.Refuse("pentago.refuse.corner", "Corners", names(corners))
	case s.pos.winning()&cell.bit() != 0 && twist != "":
		return Turn{}, games.Refuse("pentago.refuse.won", "Cell", named)
	case s.pos.winning()&cell.bit() != 0:
		return Turn{cell, NoTwist}, nil
	case twist == "":
		return s.untwisted(cell)
	}
	corner, ok := readCell(twist[1:])
	if !ok || corner%inPart != 0 {
		return Turn{}, games.Refuse("pentago.refuse.quadrant", "Cell", twist[1:], "Quadrants", quadrantNames())
	}
	return Turn{cell, twistOf(int(corner/inPart), twist[0] == 'c')}, nil
}

// untwisted returns the turn for which a placement alone stands, if it does not win.
func (s state) untwisted(c Cell) (Turn, error) {
	quadrant, ok := (s.pos.stones[0] | s.pos.stones[1] | c.bit()).firstNeutral()
	switch {
	case !ok:
		return Turn{}, games.Refuse("pentago.refuse.twist", "Cell", c.String(), "Move", string(Turn{c, 0}.Move()))
	case s.pos.loose:
		return Turn{c, NoTwist}, nil
	}
	return Turn{c, twistOf(quadrant, true)}, nil
}

// names writes the cells of a set.
func names(s Set) games.Either {
	var all games.Either
	for ; s != 0; s &= s - 1 {
		all = append(all, s.lowest().String())
	}
	return all
}

// quadrantNames names the quadrants.
func quadrantNames() games.Either {
	var all games.Either
	for t := Twist(0); t < NoTwist; t += 2 {
		all = append(all, t.Corner().String())
	}
	return all
}
