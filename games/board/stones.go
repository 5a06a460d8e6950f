package board

import (
	"fmt"
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

// Stones are the stones of a full board, of which some are fixed. A row of cells is a word whose bit 0 is column a.
type Stones struct {
	Side   uint8       // cells in a row
	Yellow [Max]uint32 // by row: the cells with a Yellow stone; the others have an Orange one
	Fixed  [Max]uint32 // by row: the cells with a fixed stone
}

// Size returns how many cells a row has.
func (s *Stones) Size() int { return int(s.Side) }

// Area returns the number of cells, the most that a group can have.
func (s *Stones) Area() int { return s.Size() * s.Size() }

// Row returns the cells of a whole row.
func (s *Stones) Row() uint32 { return 1<<s.Side - 1 }

// Stone returns the stone at a column and a row, from 0 at the bottom left.
func (s *Stones) Stone(col, row int) (c Colour, fixed bool) {
	return Colour(s.Yellow[row] >> col & 1), s.Fixed[row]>>col&1 == 1
}

// Put puts a stone there, where an Orange one lies that is not fixed.
func (s *Stones) Put(col, row int, c Colour, fixed bool) {
	s.Yellow[row] |= uint32(c) << col
	if fixed {
		s.Fixed[row] |= 1 << col
	}
}

// Of returns the cells with stones of a colour.
func (s *Stones) Of(c Colour) (all Cells) {
	for row, yellow := range s.Yellow[:s.Side] {
		all[row+1] = yellow
		if c == Orange {
			all[row+1] ^= s.Row()
		}
	}
	return all
}

// Largest returns the size of the largest group of a colour, 0 if it has no stone. A group is a set of stones of one
// colour, fixed or not, joined orthogonally.
func (s *Stones) Largest(c Colour) int { return s.Of(c).Largest() }

// census counts the groups.
func (s *Stones) census() (n Census) {
	n.Take(int(Orange), s.Of(Orange))
	n.Take(int(Yellow), s.Of(Yellow))
	return n
}

// Groups returns the sizes of the groups of each colour, descending.
func (s *Stones) Groups() [2][]int {
	n := s.census()
	return n.Sizes(s.Area())
}

// Winner returns the winner of the board as it stands by [Compare], and false for a draw.
func (s *Stones) Winner() (Colour, bool) {
	n := s.census()
	side, won := n.Winner(s.Area())
	return Colour(side), won
}

// maxNamed is the largest size whose text has room for the names of rows and columns.
const maxNamed = 24

// Text draws a square board of a size in rows from the top, with a letter for each cell, from 0 at
// the bottom left. Row numbers stand on the left, column letters below. A board over 24 has two rows on
// a line and no names, which keeps it within 700 characters.
func Text(size int, letter func(col, row int) byte) string {
	var b strings.Builder
	for row := size - 1; row >= 0; row-- {
		switch {
		case size <= maxNamed:
			fmt.Fprintf(&b, "%2d %s\n", row+1, line(size, row, letter))
		case row > 0 && (size-row)%2 == 0:
			b.WriteString(line(size, row, letter) + "\n")
		default:
			b.WriteString(line(size, row, letter))
		}
	}
	if size <= maxNamed {
		b.WriteString("   " + letters[:size])
	}
	return b.String()
}

// Rows writes the rows of a square board of a size from the top, with a letter for each cell.
func Rows(size int, letter func(col, row int) byte) (rows []string) {
	for row := size - 1; row >= 0; row-- {
		rows = append(rows, line(size, row, letter))
	}
	return rows
}

// line writes the cells of one row.
func line(size, row int, letter func(col, row int) byte) string {
	text := make([]byte, size)
	for col := range text {
		text[col] = letter(col, row)
	}
	return string(text)
}
