package commands

import (
	"net/url"
	"strconv"
	"strings"

	"parlour/games"
)

// buttonFormat is the version of what a button carries.
const buttonFormat = "1"

// maxButton is how much Discord lets a button carry, in characters.
const maxButton = 100

// A button is what a button or a menu carries: the match, the turn in which it
// was made, what it does, and the steps picked so far.
type button struct {
	match string
	turn  int
	verb  string
	steps []string
}

// String writes the button: format, match, turn, verb and steps, with colons
// between them.
func (b button) String() string {
	parts := []string{buttonFormat, b.match, strconv.Itoa(b.turn), b.verb}
	for _, s := range b.steps {
		parts = append(parts, url.QueryEscape(s))
	}
	return strings.Join(parts, ":")
}

// parseButton reads what a button carries. It refuses what this version did not
// write.
func parseButton(text string) (button, error) {
	parts := strings.Split(text, ":")
	if len(text) > maxButton || len(parts) < 4 || parts[0] != buttonFormat {
		return button{}, games.Refuse("refuse.button")
	}
	turn, err := strconv.Atoi(parts[2])
	if _, known := verbs()[parts[3]]; err != nil || !known {
		return button{}, games.Refuse("refuse.button")
	}
	b := button{match: parts[1], turn: turn, verb: parts[3]}
	for _, s := range parts[4:] {
		step, err := url.QueryUnescape(s)
		if err != nil {
			return button{}, games.Refuse("refuse.button")
		}
		b.steps = append(b.steps, step)
	}
	return b, nil
}
