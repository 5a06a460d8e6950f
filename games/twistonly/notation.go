package twistonly

import (
	"strings"

	"parlour/games"
	"parlour/games/board"
)

// Parse understands a twist, with spaces and in any case.
func (Game) Parse(text string) (games.Move, error) {
	t, ok := parseTwist(board.Plain(text))
	if !ok {
		return "", games.Refuse("twistonly.refuse.notation", "Typed", text)
	}
	return t.Move(), nil
}

// parseTwist reads a twist in lower case, whose face may lie outside the board.
func parseTwist(text string) (Twist, bool) {
	clockwise, face, ok := board.CutTurn(text)
	col, row, rest, cell := board.CutCell(face)
	return Twist{col, row, clockwise}, ok && cell && rest == ""
}

// Move writes a twist in its one spelling.
func (t Twist) Move() games.Move { return games.Move(board.Letter(t.Clockwise) + t.Face()) }

// Face names the face by the cell at its bottom left.
func (t Twist) Face() string { return board.Cell(t.Col, t.Row) }

// words says a twist.
func (t Twist) words() games.Text { return board.Twisted("twistonly.turn.", t.Clockwise, t.Face()) }

// readTwist reads a move in its one spelling and checks that it may be made. Its refusals say which
// moves would be right.
func (s state) readTwist(m games.Move) (Twist, error) {
	t, ok := parseTwist(strings.ToLower(string(m)))
	if !ok || t.Move() != m {
		return Twist{}, games.Refuse("twistonly.refuse.notation", "Typed", string(m))
	}
	if last := s.pos.Size() - 2; max(t.Col, t.Row) > last {
		return Twist{}, games.Refuse("refuse.face", "Face", t.Face(), "Last", board.Cell(last, last))
	}
	if s.pos.legal(t) {
		return t, nil
	}
	such := string(s.pos.Nth(s.pos.Count() / 2).Move())
	for place := range 4 {
		if col, row := t.Col+place%2, t.Row+place/2; s.pos.At(col, row).Solved {
			return Twist{}, games.Refuse("twistonly.refuse.solved", "Face", t.Face(), "Cell", board.Cell(col, row),
				"Such", such)
		}
	}
	if f := face(&s.pos.stones[board.Yellow], t.Col, t.Row); f == 0 || f == 0b1111 {
		return Twist{}, games.Refuse("twistonly.refuse.plain", "Face", t.Face(),
			"Side", s.pos.At(t.Col, t.Row).Colour.Name("twistonly"), "Such", such)
	}
	return Twist{}, games.Refuse("twistonly.refuse.back", "Move", string(m), "Such", such)
}
