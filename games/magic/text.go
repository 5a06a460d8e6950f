package magic

import (
	"strings"

	"parlour/games"
)

// letter is how the text of a position writes a cell.
func (c Cell) letter() byte {
	letters := [...]string{Empty: "--", Circle: "DU", Diamond: "du"}[c.Kind]
	if c.Light {
		return letters[1]
	}
	return letters[0]
}

// String writes a position as text: 1 when Circle is to move and 2 when Diamond
// is, a low line, and the sixteen squares row by row from the top left.
func (p Position) String() string {
	text := []byte{'1' + byte(p.mover), '_'}
	for q := range NoSquare {
		text = append(text, p.At(q).letter())
	}
	return string(text)
}

// ParsePosition reads the text of a position. It refuses what cannot be: a turn
// places one tile, so Circle is to move when both sides have as many tiles on the
// board and Diamond when Circle has one more. That bounds the tiles as well, for
// sixteen squares have no room for nine of a side so balanced. Whether play can
// lead to a position in other ways is not asked: what stands on the board is
// judged as it is.
func ParsePosition(text string) (Position, error) {
	number, cells, _ := strings.Cut(text, "_")
	if number != "1" && number != "2" || len(cells) != int(NoSquare) {
		return Position{}, games.Refuse("magic.refuse.position", "Typed", text)
	}
	p := Position{mover: games.Seat(number[0] - '1')}
	for i := range len(cells) {
		if !p.put(Square(i), cells[i]) {
			return Position{}, games.Refuse("magic.refuse.letter", "Typed", text, "Square", Square(i).String())
		}
	}
	left := p.Left()
	if ahead := left[1] - left[0]; ahead != int(p.mover) {
		return Position{}, games.Refuse("magic.refuse.count", "Side", side(p.mover),
			"Circle", inHand-left[0], "Diamond", inHand-left[1])
	}
	return p, nil
}

// put sets up what a letter says on an empty square.
func (p *Position) put(q Square, letter byte) bool {
	switch letter {
	case 'U':
		p.tiles[0][light] |= q.bit()
	case 'D':
		p.tiles[0][dark] |= q.bit()
	case 'u':
		p.tiles[1][light] |= q.bit()
	case 'd':
		p.tiles[1][dark] |= q.bit()
	default:
		return letter == '-'
	}
	return true
}
