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
var spaces = regexp.MustCompile(`[\s,;:.-]+`)

// Parse understands a turn in capitals or not, with spaces and dashes, and with
// directions and sides as words.
func (Game) Parse(text string) (games.Move, error) {
	_, _, m, ok := parseTurn(games.Move(text))
	if !ok {
		return "", refuseNotation(text)
	}
	return m, nil
}

// refuseNotation refuses a text that is no move.
func refuseNotation(typed string) error {
	return games.Refuse("magic.refuse.notation", "Typed", typed, "Example", "b3Wd4U")
}

// parseTurn reads a turn in any spelling, and returns it in its one spelling too. Its flip, which has a direction, may
// lead off the board.
func parseTurn(m games.Move) (t Turn, d Direction, spelt games.Move, ok bool) {
	found := turnText.FindStringSubmatch(spaces.ReplaceAllString(strings.ToLower(string(m)), ""))
	if found == nil {
		return Turn{}, 0, "", false
	}
	t = Turn{NoSquare, NoSquare, squareOf(found[3]), found[4][0] != 'd'}
	if found[1] == "" {
		return t, 0, games.Move(t.placed()), true
	}
	d, t.From = Direction(strings.Index(letters, strings.ToUpper(found[2][:1]))), squareOf(found[1])
	t.To = t.From.step(d)
	return t, d, games.Move(flipName(t.From, d) + t.placed()), true
}

// Complete returns a turn that begins with a tile, a flip or a square to place on that was typed.
func (s state) Complete(_ games.Seat, part string) games.Move {
	for _, rest := range [...]string{"na1u", "a1u", "u"} {
		if rest == "na1u" && !s.pos.mustFlip() {
			continue // a square alone is where a tile goes
		}
		if _, _, m, ok := parseTurn(games.Move(part + rest)); ok {
			return m
		}
	}
	return ""
}

// move writes a turn in its one spelling.
func (t Turn) move() games.Move {
	if !t.flips() {
		return games.Move(t.placed())
	}
	return games.Move(flipName(t.From, t.Direction()) + t.placed())
}

// placed writes the placement of a turn, with which a move ends.
func (t Turn) placed() string { return t.Place.String() + sideLetter(t.Light) }

// flipName writes a flip as a move begins with it: "b3W".
func flipName(from Square, d Direction) string { return from.String() + d.letter() }

// sideLetter returns the letter of a side of a tile in a move.
func sideLetter(isLight bool) string {
	if isLight {
		return "U"
	}
	return "D"
}

// squareOf reads the name of a square.
func squareOf(name string) Square { return SquareAt(int(name[0]-'a'), int(name[1]-'1')) }

// readTurn reads a move in its one spelling and checks that the seat to move may make it.
// Its refusals say which moves would be right.
func (s state) readTurn(m games.Move) (Turn, error) {
	t, d, spelt, ok := parseTurn(m)
	if !ok || spelt != m {
		return Turn{}, refuseNotation(string(m))
	}
	if err := s.checkFlip(t, d); err != nil {
		return Turn{}, err
	}
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
func (s state) checkFlip(t Turn, d Direction) error {
	switch {
	case !t.flips() && !s.pos.mustFlip():
		return nil
	case !t.flips():
		return games.Refuse("magic.refuse.no-flip", "Tiles", names(s.pos.flippable()))
	case !s.pos.mustFlip():
		if empty := s.pos.empty(); empty&t.Place.bit() == 0 {
			t.Place = lowest(empty)
		}
		return games.Refuse("magic.refuse.flip", "Move", t.placed())
	case s.pos.movable(d)&t.From.bit() != 0:
		return nil
	}
	return s.refuseFlip(t, d)
}

// refuseFlip returns the reason why a flip cannot be made where others can.
func (s state) refuseFlip(t Turn, d Direction) error {
	from, flippable := t.From.String(), s.pos.flippable()
	switch {
	case s.pos.empty()&t.From.bit() != 0:
		return games.Refuse("magic.refuse.nothing", "Cell", from, "Tiles", names(flippable))
	case s.pos.of(s.pos.mover)&t.From.bit() != 0:
		return games.Refuse("magic.refuse.own", "Cell", from, "Tiles", names(flippable))
	case flippable&t.From.bit() == 0:
		return games.Refuse("magic.refuse.stuck", "Cell", from, "Tiles", names(flippable))
	case t.To == NoSquare:
		return games.Refuse("magic.refuse.edge", "Cell", from, "Direction", d.text(), "Flips", s.flipsOf(t.From))
	}
	return games.Refuse("magic.refuse.blocked", "Cell", from, "Direction", d.text(), "To", t.To.String(),
		"Flips", s.flipsOf(t.From))
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

// shown are the letters of tiles in the text of a position: the circle and the diamond with their light sides up, then
// with their dark sides.
const shown = "UuDd"

// letter returns the letter of a cell, of four in the order of [shown].
func (c Cell) letter(four string) byte {
	switch {
	case c.Kind == Empty:
		return '-'
	case c.Light:
		return four[c.Kind-Circle]
	}
	return four[2+c.Kind-Circle]
}

// String writes a position as text: 1 if Circle is to move or 2 if Diamond is, an
// underscore, and the sixteen squares row by row from the top left.
func (p position) String() string {
	text := []byte{'1' + byte(p.mover), '_'}
	for q := range NoSquare {
		text = append(text, p.At(q).letter(shown))
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
		return position{}, games.Refuse("magic.refuse.count", "Side", games.Say(sides[p.mover]),
			"Circle", inHand-left[0], "Diamond", inHand-left[1])
	}
	return p, nil
}

// put places the tile of a letter on an empty square; false for no such letter.
func (p *position) put(q Square, letter byte) bool {
	i := strings.IndexByte(shown, letter)
	if i >= 0 {
		p.tiles[i%2][i/2] |= q.bit()
	}
	return i >= 0 || letter == '-'
}
