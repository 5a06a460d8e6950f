package permute

import (
	"strings"

	"parlour/games"
	"parlour/games/board"
)

// Parse understands "swap" and a twist, with or without its dash, spaces and capitals.
func (Game) Parse(text string) (games.Move, error) {
	if board.Plain(text) == string(games.SwapMove) {
		return games.SwapMove, nil
	}
	_, spelt, ok := parseTwist(games.Move(text))
	if !ok {
		return "", refuseNotation(text)
	}
	return spelt, nil
}

// refuseNotation refuses a text that is no move.
func refuseNotation(typed string) error {
	return games.Refuse("permute.refuse.notation", "Typed", typed, "Example", "Cd3-e4")
}

// parseTwist reads a twist in any spelling, and returns it in its one spelling too. Its face may lie outside of the
// board, and its cell outside of the face, which gives a spot below 0.
func parseTwist(m games.Move) (t Twist, spelt games.Move, ok bool) {
	clockwise, text, ok := board.CutTurn(board.Plain(string(m)))
	col, row, text, face := board.CutCell(text)
	cellCol, cellRow, rest, cell := board.CutCell(strings.TrimPrefix(text, "-"))
	if !ok || !face || !cell || rest != "" {
		return Twist{}, "", false
	}
	t = Twist{col, row, clockwise, -1}
	if dc, dr := cellCol-col, cellRow-row; dc&^1 == 0 && dr&^1 == 0 {
		t.Spot = 2*dr + dc
	}
	return t, games.Move(board.Letter(clockwise) + t.Face() + "-" + board.Cell(cellCol, cellRow)), true
}

// Move writes a twist in its one spelling.
func (t Twist) Move() games.Move {
	return games.Move(board.Letter(t.Clockwise) + t.Face() + "-" + t.Cell())
}

// Face names the face by the cell at its bottom left.
func (t Twist) Face() string { return board.Cell(t.Col, t.Row) }

// Cell names the cell on which the bandaged stone lies after the twist.
func (t Twist) Cell() string { return board.Cell(t.Col+t.Spot%2, t.Row+t.Spot/2) }

// Complete returns a twist of a face that was typed, alone or before the rest.
func (s state) Complete(_ games.Seat, part string) games.Move {
	clockwise, col, row, cell, ok := board.CutFace(part)
	t := Twist{Col: col, Row: row, Clockwise: clockwise}
	switch {
	case !ok:
		return ""
	case cell == "":
		return t.Move()
	}
	_, spelt, _ := parseTwist(games.Move(board.Letter(clockwise) + t.Face() + cell))
	return spelt
}

// words says which face turns which way.
func (t Twist) words() games.Text { return board.Twisted("permute.turn.", t.Clockwise, t.Face()) }

// readTwist reads a move in its one spelling and checks that the seat to move may make
// it. Its refusals say which moves would be right.
func (s state) readTwist(m games.Move) (Twist, error) {
	if m == games.SwapMove {
		return Twist{}, games.Refuse("refuse.swap")
	}
	t, spelt, ok := parseTwist(m)
	if !ok || spelt != m {
		return Twist{}, refuseNotation(string(m))
	}
	if last := s.pos.Size() - 2; max(t.Col, t.Row) > last {
		return Twist{}, games.Refuse("refuse.face", "Face", t.Face(), "Last", board.Cell(last, last))
	}
	if err := s.checkFace(t); err != nil {
		return Twist{}, err
	}
	_, cell, _ := strings.Cut(string(m), "-")
	switch {
	case t.Spot < 0:
		return Twist{}, games.Refuse("permute.refuse.cell", "Cell", cell, "Face", t.Face(), "Own", s.ownCells(t))
	case s.pos.colourAfter(t) != s.pos.mover:
		return Twist{}, games.Refuse("permute.refuse.colour", "Cell", cell, "Own", s.ownCells(t))
	}
	return t, nil
}

// checkFace refuses a face on the board that cannot be twisted.
func (s state) checkFace(t Twist) error {
	if s.pos.twistable(t.Col, t.Row) {
		return nil
	}
	for t.Spot = range 4 {
		if s.pos.Stone(t.Col+t.Spot%2, t.Row+t.Spot/2).Fixed {
			return games.Refuse("permute.refuse.bandaged", "Face", t.Face(), "Cell", t.Cell())
		}
	}
	return games.Refuse("permute.refuse.plain", "Face", t.Face(),
		"Side", games.Say(sides[s.pos.Stone(t.Col, t.Row).Colour]))
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
