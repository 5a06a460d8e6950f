package permute

import (
	"strings"

	"parlour/games"
	"parlour/games/board"
)

// swapMove is the second player's right after the first twist.
const swapMove games.Move = "swap"

// A typedTwist is a twist in notation: its bandaged cell may lie outside the face, and both
// may lie outside the board.
type typedTwist struct {
	clockwise        bool
	col, row         int // the face, from 0
	cellCol, cellRow int // the bandaged cell, from 0
}

// Parse understands "swap" and a twist, with or without its dash, spaces and capitals.
func (Game) Parse(text string) (games.Move, error) {
	plain := board.Plain(text)
	if plain == string(swapMove) {
		return swapMove, nil
	}
	t, ok := parseTwist(plain)
	if !ok {
		return "", games.Refuse("permute.refuse.notation", "Typed", text)
	}
	return t.move(), nil
}

// parseTwist reads a twist in lower case.
func parseTwist(text string) (t typedTwist, ok bool) {
	clockwise, text, ok := board.CutTurn(text)
	col, row, text, face := board.CutCell(text)
	cellCol, cellRow, rest, cell := board.CutCell(strings.TrimPrefix(text, "-"))
	return typedTwist{clockwise, col, row, cellCol, cellRow}, ok && face && cell && rest == ""
}

// move writes a twist in its one spelling.
func (t typedTwist) move() games.Move {
	return games.Move(board.Letter(t.clockwise) + board.Cell(t.col, t.row) + "-" + board.Cell(t.cellCol, t.cellRow))
}

// twist returns the twist, and whether its cell lies in its face.
func (t typedTwist) twist() (Twist, bool) {
	dc, dr := t.cellCol-t.col, t.cellRow-t.row
	inside := dc >= 0 && dc <= 1 && dr >= 0 && dr <= 1
	return Twist{t.col, t.row, t.clockwise, 2*dr + dc}, inside
}

// Move writes a twist in its one spelling.
func (t Twist) Move() games.Move {
	return games.Move(board.Letter(t.Clockwise) + t.Face() + "-" + t.Cell())
}

// Face names the face by the cell at its bottom left.
func (t Twist) Face() string { return board.Cell(t.Col, t.Row) }

// Cell names the cell on which the bandaged stone lies after the twist.
func (t Twist) Cell() string { return board.Cell(t.Col+t.Spot%2, t.Row+t.Spot/2) }

// words says which face turns which way.
func (t Twist) words() games.Text { return board.Twisted("permute.turn.", t.Clockwise, t.Face()) }

// readTwist reads a move in its one spelling and checks that the seat to move may make
// it. Its refusals say which moves would be right.
func (s state) readTwist(m games.Move) (Twist, error) {
	typed, ok := parseTwist(strings.ToLower(string(m)))
	if !ok || typed.move() != m {
		return Twist{}, games.Refuse("permute.refuse.notation", "Typed", string(m))
	}
	face := board.Cell(typed.col, typed.row)
	if last := s.pos.Size() - 2; typed.col > last || typed.row > last {
		return Twist{}, games.Refuse("refuse.face", "Face", face, "Last", board.Cell(last, last))
	}
	if err := s.checkFace(typed.col, typed.row, face); err != nil {
		return Twist{}, err
	}
	t, inside := typed.twist()
	if !inside {
		return Twist{}, games.Refuse("permute.refuse.cell", "Cell", board.Cell(typed.cellCol, typed.cellRow),
			"Face", face, "Own", s.ownCells(t))
	}
	if s.pos.colourAfter(t) != s.pos.mover {
		return Twist{}, games.Refuse("permute.refuse.colour", "Cell", t.Cell(), "Own", s.ownCells(t))
	}
	return t, nil
}

// checkFace refuses a face on the board that cannot be twisted.
func (s state) checkFace(col, row int, name string) error {
	if s.pos.twistable(col, row) {
		return nil
	}
	for spot := range 4 {
		c, r := col+spot%2, row+spot/2
		if s.pos.At(c, r).Bandaged {
			return games.Refuse("permute.refuse.bandaged", "Face", name, "Cell", board.Cell(c, r))
		}
	}
	return games.Refuse("permute.refuse.plain", "Face", name, "Side", s.pos.At(col, row).Colour.Name("permute"))
}

// ownCells names the cells of a face that the mover may bandage after a twist.
func (s state) ownCells(t Twist) games.Either {
	var cells games.Either
	for t.Spot = range 4 {
		if s.pos.colourAfter(t) == s.pos.mover {
			cells = append(cells, t.Cell())
		}
	}
	return cells
}
