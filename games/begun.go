package games

import (
	"slices"
	"strings"
)

// mostBegun is the most choices that one text may begin. More than the blocks of a column or the
// flips of a tile are not near each other.
const mostBegun = 8

// Begun reads a text as the beginning of moves that are near each other: in their first step, or in
// the second after a first one that the text names. It returns the steps that they share, and the
// number of the [Step.Area] of the next step in which they lie, such as that of a column, 0 for a
// step without areas.
func Begun(s State, seat Seat, text string) (steps []string, area int, ok bool) {
	text = Fold(text)
	first := s.Step(seat, nil)
	var found []Choice
	for _, c := range first.Choices {
		named := begins(c.Value, text)
		if c.Move == "" && strings.Contains(text, Fold(c.Value)) {
			named = slices.ContainsFunc(s.Step(seat, []string{c.Value}).Accepted(), func(next Choice) bool {
				return begins(string(next.Move), text)
			})
		}
		if named {
			found = append(found, c)
		}
	}
	switch n := len(found); {
	case n == 0 || n > mostBegun:
		return nil, 0, false
	case n == 1:
		return []string{found[0].Value}, 0, true
	}
	area = first.AreaOf(found)
	return nil, area, area > 0 || len(first.Areas()) == 0
}

// begins reports whether a value is a folded text and more. The text must end with a number, and
// the number must be whole: "1" begins "1r", but not "12r".
func begins(value, text string) bool {
	rest, found := strings.CutPrefix(Fold(value), text)
	digit := func(c byte) bool { return '0' <= c && c <= '9' }
	return found && text != "" && rest != "" && digit(text[len(text)-1]) && !digit(rest[0])
}
