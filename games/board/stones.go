package board

import (
	"strings"

	"parlour/games"
)

// Colour is a side on a board full of stones.
type Colour uint8

// The colours. Orange moves first.
const (
	Orange Colour = iota
	Yellow
)

// Other returns the opponent's colour.
func (c Colour) Other() Colour { return c ^ 1 }

// Name returns the words of a game for a colour.
func (c Colour) Name(game string) games.Text {
	return games.Say(game + [2]string{".side.orange", ".side.yellow"}[c&1])
}

// Sides are the names of the colours, as seats have them unless they were swapped.
func Sides(game string) []games.Text { return []games.Text{Orange.Name(game), Yellow.Name(game)} }

// Chequer returns a row of a board of a size whose stones alternate, Yellow at a1: its Yellow ones.
func Chequer(size, row int) uint32 { return 0x55555555 << (row % 2) & (1<<size - 1) }

// Plain returns a typed text in lower case, without what may stand between the parts of a move.
func Plain(text string) string { return strings.ToLower(strings.Join(strings.Fields(text), "")) }

// CutCell reads the name of a cell with a row of one or two digits at the beginning of a text in lower case, and
// returns the rest. The cell may lie outside of any board.
func CutCell(text string) (col, row int, rest string, ok bool) {
	n := 1
	for n < len(text) && n < 3 && text[n] >= '0' && text[n] <= '9' {
		n++
	}
	if n > len(text) {
		return 0, 0, "", false
	}
	col, row, ok = ReadCell(text[:n])
	return col, row, text[n:], ok
}

// CutTurn reads the letter of a twist at the beginning of a text in lower case, and returns the rest.
func CutTurn(text string) (clockwise bool, rest string, ok bool) {
	rest, clockwise = strings.CutPrefix(text, "c")
	if clockwise {
		return true, rest, true
	}
	rest, ok = strings.CutPrefix(text, "a")
	return false, rest, ok
}

// Twisted says a twist of a face under one of two keys that begin alike.
func Twisted(key string, clockwise bool, face string) games.Text {
	return games.Say(key+Turn(clockwise), "Face", face)
}
