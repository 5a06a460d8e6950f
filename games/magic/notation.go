package magic

import (
	"regexp"
	"strings"

	"parlour/games"
)

// A typed turn is a flip that may be missing, a square and a side: each may be
// said by its letter or in full.
var turnText = regexp.MustCompile(
	`^(?:([a-d][1-4])(n|north|e|east|s|south|w|west))?([a-d][1-4])(u|light|d|dark)$`)

// spaces are what may stand between the parts of a typed turn.
var spaces = regexp.MustCompile(`[\s\p{Z}\p{Pd},;:.]+`)

// A typedTurn is a turn as notation says it: its flip may lead off the board.
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

// turn returns the turn, whose flip does not lead off the board.
func (t typedTurn) turn() Turn {
	if !t.flips {
		return Turn{NoSquare, NoSquare, t.place, t.light}
	}
	return Turn{t.from, t.from.step(t.direction), t.place, t.light}
}

// Move writes a turn in its one spelling.
func (t Turn) Move() games.Move {
	typed := typedTurn{flips: t.Flips(), from: t.From, place: t.Place, light: t.Light}
	if typed.flips {
		typed.direction = t.Direction()
	}
	return typed.move()
}

// flipName writes a flip as a move begins with it: "b3W".
func flipName(from Square, d Direction) string { return from.String() + d.letter() }

// sideLetter is how a move says which side of a tile is up.
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
