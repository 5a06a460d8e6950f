package permutations

import (
	"regexp"
	"strconv"
	"strings"

	"parlour/games"
)

// A verb is what a move does.
type verb string

const (
	bid  verb = "bid"
	take verb = "take"
)

// A typedMove is a move as notation says it: its cards may be no cards at all.
type typedMove struct {
	verb verb
	card Card
	wish []Card // after a bid: what to take, best first
}

// moveText is a move in lower case with one kind of space: perhaps a verb, a
// number, and more numbers.
var (
	moveText   = regexp.MustCompile(`^(bid|take)? ?([0-9]{1,2})((?: ?take)?(?: [0-9]{1,2})+| ?take[0-9]{1,2}(?: [0-9]{1,2})*)?$`)
	separators = strings.NewReplacer("->", " ", ">", " ", ",", " ", ";", " ", ":", " ")
	number     = regexp.MustCompile(`[0-9]+`)
)

// Parse understands a bid with or without "bid" when it names cards to take, with
// commas, colons or > between them, and capitals. A number alone could be a bid
// or a take.
func (Game) Parse(text string) (games.Move, error) {
	plain := strings.Join(strings.Fields(separators.Replace(strings.ToLower(text))), " ")
	t, ok := parse(plain)
	switch {
	case ok:
		return t.move(), nil
	case number.FindString(plain) == plain && len(plain) > 0 && len(plain) <= 2:
		return "", games.Refuse("permutations.refuse.bare", "Card", plain)
	}
	return "", games.Refuse("permutations.refuse.notation", "Typed", text)
}

// ParseBid understands what Parse does, and a bid without "bid": a number alone.
func (state) ParseBid(text string) (games.Move, error) {
	m, err := Game{}.Parse(text)
	if err == nil {
		return m, nil
	}
	if m, again := (Game{}).Parse(string(bid) + " " + text); again == nil {
		return m, nil
	}
	return "", err
}

// parse reads a move in lower case, with single spaces.
func parse(text string) (typedMove, bool) {
	m := moveText.FindStringSubmatch(text)
	if m == nil {
		return typedMove{}, false
	}
	t := typedMove{verb: verb(m[1]), card: cardOf(m[2])}
	for _, n := range number.FindAllString(m[3], -1) {
		t.wish = append(t.wish, cardOf(n))
	}
	if t.verb == "" && len(t.wish) > 0 {
		t.verb = bid
	}
	return t, t.verb == bid || t.verb == take && len(t.wish) == 0
}

// cardOf reads one or two digits.
func cardOf(digits string) Card {
	n, _ := strconv.Atoi(digits) // of two digits, by the pattern
	return Card(n)
}

// move writes a move in its one spelling.
func (t typedMove) move() games.Move { return write(t.verb, t.card, t.wish) }

func write(v verb, c Card, wish []Card) games.Move {
	text := string(v) + " " + strconv.Itoa(int(c))
	if len(wish) > 0 {
		text += " " + string(take)
	}
	for _, w := range wish {
		text += " " + strconv.Itoa(int(w))
	}
	return games.Move(text)
}
