package permute

import (
	"strings"

	"parlour/games"
)

// readTwist reads a move in its one spelling and checks that the seat to move
// may make it. Its refusals say what would have been right.
func (s state) readTwist(m games.Move) (Twist, error) {
	typed, ok := parseTwist(strings.ToLower(string(m)))
	if !ok || typed.move() != m {
		return Twist{}, games.Refuse("permute.refuse.notation", "Typed", string(m))
	}
	face := cellName(typed.col, typed.row)
	if last := s.pos.Size() - 2; typed.col > last || typed.row > last {
		return Twist{}, games.Refuse("permute.refuse.outside", "Face", face, "Last", cellName(last, last))
	}
	if err := s.checkFace(typed.col, typed.row, face); err != nil {
		return Twist{}, err
	}
	t, inside := typed.twist()
	if !inside {
		return Twist{}, games.Refuse("permute.refuse.cell", "Cell", cellName(typed.cellCol, typed.cellRow),
			"Face", face, "Own", s.ownCells(t))
	}
	if s.pos.colourAfter(t) != s.pos.mover {
		return Twist{}, games.Refuse("permute.refuse.colour", "Cell", t.Cell(),
			"Own", s.ownCells(t), "Side", side(s.pos.mover))
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
			return games.Refuse("permute.refuse.bandaged", "Face", name, "Cell", cellName(c, r))
		}
	}
	return games.Refuse("permute.refuse.plain", "Face", name, "Side", side(s.pos.At(col, row).Colour))
}

// ownCells names the cells of a face that may be bandaged after a twist.
func (s state) ownCells(t Twist) string {
	var cells []string
	for t.Spot = range 4 {
		if s.pos.colourAfter(t) == s.pos.mover {
			cells = append(cells, t.Cell())
		}
	}
	return strings.Join(cells, ", ")
}
