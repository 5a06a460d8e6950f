package magic

import (
	"regexp"
	"strings"

	"parlour/games"
)

// turnText matches a turn in lower case: a flip that may be missing, a square and a side.
// Directions and sides may be letters or words.
var turnText = regexp.MustCompile(
	`^(?:([a-d][1-4])(n|north|e|east|s|south|w|west))?([a-d][1-4])(u|light|d|dark)$`)

// spaces matches whatever may stand between the parts of a turn.
var spaces = regexp.MustCompile(`[\s\p{Z}\p{Pd},;:.]+`)

// A typedTurn is a turn in notation: its flip may lead off the board.
type typedTurn struct {
	flips     bool
	from      Square
	direction Direction
	place     Square
	light     bool
}

// Parse understands a turn in capitals or not, with spaces and dashes, and with
// directions and sides as words.
func (Game) Parse(text string) (games.Move, error) {
	t, ok := parseTurn(spaces.ReplaceAllString(strings.ToLower(text), ""))
	if !ok {
		return "", games.Refuse("magic.refuse.notation", "Typed", text)
	}
	return t.move(), nil
}

// parseTurn reads a turn in lower case.
func parseTurn(text string) (typedTurn, bool) {
	m := turnText.FindStringSubmatch(text)
	if m == nil {
		return typedTurn{}, false
	}
	t := typedTurn{flips: m[1] != "", light: m[4] == "u" || m[4] == "light"}
	t.place, _ = parseSquare(m[3])
	if t.flips {
		t.from, _ = parseSquare(m[1])
		t.direction, _ = parseDirection(strings.ToUpper(m[2][:1]))
	}
	return t, true
}

// move writes a turn in its one spelling.
func (t typedTurn) move() games.Move {
	placed := t.place.String() + sideLetter(t.light)
	if !t.flips {
		return games.Move(placed)
	}
	return games.Move(flipName(t.from, t.direction) + placed)
}

// turn returns the turn; the flip must not lead off the board.
func (t typedTurn) turn() Turn {
	if !t.flips {
		return Turn{NoSquare, NoSquare, t.place, t.light}
	}
	return Turn{t.from, t.from.step(t.direction), t.place, t.light}
}

// move writes a turn in its one spelling.
func (t Turn) move() games.Move {
	typed := typedTurn{flips: t.flips(), from: t.From, place: t.Place, light: t.Light}
	if typed.flips {
		typed.direction = t.Direction()
	}
	return typed.move()
}

// flipName writes a flip as a move begins with it: "b3W".
func flipName(from Square, d Direction) string { return from.String() + d.letter() }

// sideLetter returns the letter of a side of a tile in a move.
func sideLetter(isLight bool) string {
	if isLight {
		return "U"
	}
	return "D"
}

// parseSquare reads the name of a square.
func parseSquare(name string) (Square, bool) {
	if len(name) != 2 || name[0] < 'a' || name[0] > 'd' || name[1] < '1' || name[1] > '4' {
		return NoSquare, false
	}
	return SquareAt(int(name[0]-'a'), int(name[1]-'1')), true
}

// parseDirection reads the letter of a direction.
func parseDirection(letter string) (Direction, bool) {
	for d := range directions {
		if d.letter() == letter {
			return d, true
		}
	}
	return 0, false
}

// readTurn reads a move in its one spelling and checks that the seat to move may make it.
// Its refusals say which moves would be right.
func (s state) readTurn(m games.Move) (Turn, error) {
	typed, ok := parseTurn(strings.ToLower(string(m)))
	if !ok || typed.move() != m {
		return Turn{}, games.Refuse("magic.refuse.notation", "Typed", string(m))
	}
	if err := s.checkFlip(typed); err != nil {
		return Turn{}, err
	}
	t := typed.turn()
	free := t.free(s.pos.empty())
	switch {
	case free&t.Place.bit() != 0:
		return t, nil
	case t.Place == t.To:
		return Turn{}, games.Refuse("magic.refuse.flipped", "Cell", t.Place.String(), "Free", names(free))
	}
	return Turn{}, games.Refuse("magic.refuse.taken", "Cell", t.Place.String(), "Free", names(free))
}

// checkFlip refuses a flip that cannot be made, and a missing flip.
func (s state) checkFlip(t typedTurn) error {
	switch {
	case !t.flips && !s.pos.mustFlip():
		return nil
	case !t.flips:
		return games.Refuse("magic.refuse.no-flip", "Tiles", names(s.pos.flippable()))
	case !s.pos.mustFlip():
		t.flips = false
		if empty := s.pos.empty(); empty&t.place.bit() == 0 {
			t.place = lowest(empty)
		}
		return games.Refuse("magic.refuse.flip", "Move", string(t.move()))
	case s.pos.movable(t.direction)&t.from.bit() != 0:
		return nil
	}
	return s.refuseFlip(t)
}

// refuseFlip returns the reason why a flip cannot be made where others can.
func (s state) refuseFlip(t typedTurn) error {
	from, flippable := t.from.String(), s.pos.flippable()
	switch {
	case s.pos.empty()&t.from.bit() != 0:
		return games.Refuse("magic.refuse.nothing", "Cell", from, "Tiles", names(flippable))
	case s.pos.of(s.pos.mover)&t.from.bit() != 0:
		return games.Refuse("magic.refuse.own", "Cell", from, "Tiles", names(flippable))
	case flippable&t.from.bit() == 0:
		return games.Refuse("magic.refuse.stuck", "Cell", from, "Tiles", names(flippable))
	}
	to := t.from.step(t.direction)
	if to == NoSquare {
		return games.Refuse("magic.refuse.edge", "Cell", from, "Direction", t.direction.text(), "Flips",
			s.flipsOf(t.from))
	}
	return games.Refuse("magic.refuse.blocked", "Cell", from, "Direction", t.direction.text(),
		"To", to.String(), "Flips", s.flipsOf(t.from))
}

// flippable returns the squares of the tiles that can be flipped.
func (p position) flippable() uint16 {
	var set uint16
	for d := range directions {
		set |= p.movable(d)
	}
	return set
}

// flipsOf writes the flips of the tile on a square: b3E and b3N.
func (s state) flipsOf(from Square) games.Either {
	var flips games.Either
	for d := range directions {
		if s.pos.movable(d)&from.bit() != 0 {
			flips = append(flips, flipName(from, d))
		}
	}
	return flips
}

// names writes the squares of a set: a1 and b3.
func names(set uint16) games.Either {
	var all games.Either
	for ; set != 0; set &= set - 1 {
		all = append(all, lowest(set).String())
	}
	return all
}

// letter returns the letter of a cell in the text of a position.
func (c Cell) letter() byte {
	letters := [...]string{Empty: "--", Circle: "DU", Diamond: "du"}[c.Kind]
	if c.Light {
		return letters[1]
	}
	return letters[0]
}

// String writes a position as text: 1 if Circle is to move or 2 if Diamond is, an
// underscore, and the sixteen squares row by row from the top left.
func (p position) String() string {
	text := []byte{'1' + byte(p.mover), '_'}
	for q := range NoSquare {
		text = append(text, p.At(q).letter())
	}
	return string(text)
}

// parsePosition reads the text of a position. A turn places one tile, so it refuses a
// text unless Circle is to move with as many tiles on the board as Diamond, or Diamond
// with one fewer. It does not ask whether play can lead to the position.
func parsePosition(text string) (position, error) {
	number, cells, _ := strings.Cut(text, "_")
	if number != "1" && number != "2" || len(cells) != int(NoSquare) {
		return position{}, games.Refuse("magic.refuse.position", "Typed", text)
	}
	p := position{mover: games.Seat(number[0] - '1')}
	for i := range len(cells) {
		if !p.put(Square(i), cells[i]) {
			return position{}, games.Refuse("magic.refuse.letter", "Typed", text, "Square", Square(i).String())
		}
	}
	left := p.Left()
	if ahead := left[1] - left[0]; ahead != int(p.mover) {
		return position{}, games.Refuse("magic.refuse.count", "Side", side(p.mover),
			"Circle", inHand-left[0], "Diamond", inHand-left[1])
	}
	return p, nil
}

// put places the tile of a letter on an empty square; false for no such letter.
func (p *position) put(q Square, letter byte) bool {
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
