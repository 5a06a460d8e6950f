package board

import (
	"fmt"
	"slices"
	"strings"

	"parlour/games"
	"parlour/games/search"
)

// Colour is a side on a board full of stones.
type Colour uint8

// The colours, as Permute calls them. Orange moves first. What people call the sides of a game are its [games.Sides].
const (
	Orange Colour = iota
	Yellow
)

// Other returns the opponent's colour.
func (c Colour) Other() Colour { return c ^ 1 }

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

// CutFace reads the face of a twist at the beginning of a typed text, and the letter of the twist before it or behind
// it, if there is one. It returns the rest.
func CutFace(text string) (clockwise bool, col, row int, rest string, ok bool) {
	text = Plain(text)
	if col, row, rest, ok = CutCell(text); !ok {
		clockwise, text, _ = CutTurn(text)
		col, row, rest, ok = CutCell(text)
		return clockwise, col, row, rest, ok
	}
	clockwise, rest, _ = CutTurn(rest)
	return clockwise, col, row, rest, true
}

// Twisted says a twist of a face under one of two keys that begin alike.
func Twisted(key string, clockwise bool, face string) games.Text {
	return games.Say(key+Turn(clockwise), "Face", face)
}

// A Stone is what lies on a cell of a full board.
type Stone struct {
	Colour Colour
	Fixed  bool
}

// Chequer returns the stone at a column and a row of a board whose stones alternate, Yellow at a1.
func Chequer(col, row int) Stone { return Stone{Colour: Colour((col + row + 1) % 2)} }

// Stones are the stones of a full board, of which some are fixed.
type Stones struct {
	Side  uint8    // cells in a row
	Of    [2]Cells // by colour
	Fixed Cells
}

// Fill fills a square board of a size.
func Fill(size int, at func(col, row int) Stone) Stones {
	s := Stones{Side: uint8(size)}
	for row := range size {
		for col := range size {
			stone := at(col, row)
			s.Of[stone.Colour&1][row+1] |= 1 << col
			if stone.Fixed {
				s.Fixed[row+1] |= 1 << col
			}
		}
	}
	return s
}

// Size returns how many cells a row has.
func (s *Stones) Size() int { return int(s.Side) }

// Area returns the number of cells, the most that a group can have.
func (s *Stones) Area() int { return s.Size() * s.Size() }

// Stone returns the stone at a column and a row, from 0 at the bottom left.
func (s *Stones) Stone(col, row int) Stone {
	return Stone{Colour(s.Of[Yellow][row+1] >> col & 1), s.Fixed[row+1]>>col&1 == 1}
}

// By returns the stones of a colour, and those of the other.
func (s *Stones) By(c Colour) [2]Cells { return [2]Cells{s.Of[c], s.Of[c.Other()]} }

// Largest returns the size of the largest group of a colour, 0 if it has no stone. A group is a set of stones of one
// colour, fixed or not, joined orthogonally.
func (s *Stones) Largest(c Colour) int { return s.Of[c].Largest() }

// census counts the groups.
func (s *Stones) census() (n Census) {
	for side, stones := range s.Of {
		n.Take(side, stones)
	}
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

// Worth returns what the board as it stands is worth to each side.
func (s *Stones) Worth() search.Worths { return search.Worth(s.Winner()) }

// Laid is the stones on a board.
type Laid struct {
	Stones []Stone
	Word   string // what the game calls a fixed one
}

// MarshalJSON writes a list of stones, in the words of the game.
func (l Laid) MarshalJSON() ([]byte, error) {
	var all []string
	for _, s := range l.Stones {
		all = append(all, fmt.Sprintf(`{"colour":%d,%q:%t}`, s.Colour, l.Word, s.Fixed))
	}
	return []byte("[" + strings.Join(all, ",") + "]"), nil
}

// Full is what the View of a game on a full board says of it, of which nothing is hidden.
type Full struct {
	Size    int       `json:"size"`             // cells in a row and in a column
	Cells   Laid      `json:"cells"`            // Size×Size, row by row from the bottom, each from the left
	Colours [2]Colour `json:"colours,omitzero"` // by seat; zero in a game without a swap, where seat 0 has Orange
	Groups  [2][]int  `json:"groups"`           // by Colour: the sizes of its groups, descending
	games.DuelView

	Before int           `json:"-"` // the largest group of the side of the last move, before it; 0 for a swap
	Making *games.Making `json:"-"` // what only Shown sets: a move in the making
	Picked *Spot         `json:"-"` // likewise: the place or the column that is picked; else nil
}

// Seen returns what a View says of a board, in which a fixed stone is called by a word.
func (s *Stones) Seen(fixed string, groups [2][]int, d games.DuelView, before int) Full {
	cells := Laid{make([]Stone, 0, s.Area()), fixed}
	v := Full{Size: s.Size(), Cells: cells, Groups: groups, DuelView: d, Before: before}
	for row := range v.Size {
		for col := range v.Size {
			v.Cells.Stones = append(v.Cells.Stones, s.Stone(col, row))
		}
	}
	return v
}

// Told returns what the JSON of a state says of a board, with letters as [Full.Letters] has them and the names of the
// colours.
func (v Full) Told(letters, orange, yellow string) map[string]any {
	told := v.DuelView.Told()
	told["size"], told["rows"] = v.Size, Rows(v.Size, v.Size, v.Letters(letters))
	told["groups"] = map[string][]int{orange: v.Groups[Orange], yellow: v.Groups[Yellow]}
	return told
}

// Stone returns the stone at a column and a row, from 0 at the bottom left.
func (v Full) Stone(col, row int) Stone { return v.Cells.Stones[row*v.Size+col] }

// Live reports whether the face of 2×2 cells with its bottom left one at a column and a row can be twisted: it lies on
// the board and holds stones of both sides, and none that is fixed.
func (v Full) Live(col, row int) bool {
	if min(col, row) < 0 || max(col, row) > v.Size-2 {
		return false
	}
	sides := 0
	for place := range 4 {
		stone := v.Stone(col+place%2, row+place/2)
		if stone.Fixed {
			return false
		}
		sides |= 1 << (stone.Colour & 1)
	}
	return sides == 3
}

// Sizes returns the cells in a row, and the number of moves that were made.
func (v Full) Sizes() (side, ply int) { return v.Size, v.Ply }

// AnyFixed reports whether a stone is fixed.
func (v Full) AnyFixed() bool {
	return slices.ContainsFunc(v.Cells.Stones, func(s Stone) bool { return s.Fixed })
}

// Text draws the board with the letters of its sides, signs for fixed stones, see [Text].
func (v Full) Text(sides games.Sides) string { return Text(v.Size, v.Letters(sides.Letters())) }

// Letters returns a function that writes the stone of a cell. It has four signs: for Orange, for Yellow,
// and for fixed stones of either.
func (v Full) Letters(four string) func(col, row int) byte {
	return func(col, row int) byte {
		stone := v.Stone(col, row)
		if stone.Fixed {
			return four[2+stone.Colour]
		}
		return four[stone.Colour]
	}
}

// maxNamed is the largest size whose text has room for the names of rows and columns.
const maxNamed = 24

// Text draws a square board of a size in rows from the top, with a letter for each cell, from 0 at
// the bottom left. A board over 24 has two rows on a line and no names, which keeps it within 700 characters.
func Text(size int, letter func(col, row int) byte) string {
	rows := Rows(size, size, letter)
	if size <= maxNamed {
		return Named(rows, false)
	}
	var b strings.Builder
	for i, row := range rows {
		if i > 0 && i%2 == 0 {
			b.WriteByte('\n')
		}
		b.WriteString(row)
	}
	return b.String()
}

// Named draws a board by the letters of its rows from the top. Row numbers stand on the left, from 1 at the bottom or at the
// top, and column letters below.
func Named(rows []string, fromTop bool) string {
	var b strings.Builder
	for i, row := range rows {
		number := len(rows) - i
		if fromTop {
			number = i + 1
		}
		fmt.Fprintf(&b, "%2d %s\n", number, row)
	}
	b.WriteString("   " + letters[:len(rows[0])])
	return b.String()
}

// Rows writes the rows of a board from the top, with a letter for each cell, from 0 at the bottom left.
func Rows(cols, rows int, letter func(col, row int) byte) (all []string) {
	for row := rows - 1; row >= 0; row-- {
		text := make([]byte, cols)
		for col := range text {
			text[col] = letter(col, row)
		}
		all = append(all, string(text))
	}
	return all
}
