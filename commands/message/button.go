package message

import (
	"net/url"
	"strconv"
	"strings"

	"parlour/commands/match"
	"parlour/games"
)

// buttonFormat is the version of the text of a [Button].
const buttonFormat = "1"

// Max is Discord's limit on the text that a button carries, in characters.
const MaxButton = 100

// A Button is what a button or a menu carries: the match, the turn in which it was made,
// its verb, and the steps picked so far.
type Button struct {
	Match string // id; empty for a button about no match
	Turn  int
	Verb  string
	Steps []string
}

// Of returns a button about a match as it is now.
func NewButton(m *match.Match, verb string, steps ...string) Button {
	return Button{m.ID, m.Turn, verb, steps}
}

// Numbered returns a button whose first step is a number.
func numberedButton(m *match.Match, verb string, n int, steps []string) Button {
	return NewButton(m, verb, append([]string{strconv.Itoa(n)}, steps...)...)
}

// String writes the button as format, match, turn, verb and steps, with colons between them.
func (b Button) String() string {
	parts := []string{buttonFormat, b.Match, strconv.Itoa(b.Turn), b.Verb}
	for _, s := range b.Steps {
		parts = append(parts, url.QueryEscape(s))
	}
	return strings.Join(parts, ":")
}

// Parse reads the text of a button. It refuses text of another form; whether there is
// such a verb is for the caller.
func ParseButton(text string) (Button, error) {
	parts := strings.Split(text, ":")
	if len(text) > MaxButton || len(parts) < 4 || parts[0] != buttonFormat {
		return Button{}, games.Refuse("refuse.button")
	}
	turn, err := strconv.Atoi(parts[2])
	if err != nil {
		return Button{}, games.Refuse("refuse.button")
	}
	b := Button{Match: parts[1], Turn: turn, Verb: parts[3]}
	for _, s := range parts[4:] {
		step, err := url.QueryUnescape(s)
		if err != nil {
			return Button{}, games.Refuse("refuse.button")
		}
		b.Steps = append(b.Steps, step)
	}
	return b, nil
}

// Numbered returns the number that is the first step of a button, and the steps after it.
func (b Button) Numbered() (n int, steps []string, err error) {
	if len(b.Steps) == 0 {
		return 0, nil, games.Refuse("refuse.button")
	}
	if n, err = strconv.Atoi(b.Steps[0]); err != nil {
		return 0, nil, games.Refuse("refuse.button")
	}
	return n, b.Steps[1:], nil
}

// Seat returns the seat that the last step of a button names.
func (b Button) Seat() (games.Seat, error) {
	if len(b.Steps) == 0 {
		return games.Spectator, games.Refuse("refuse.button")
	}
	n, err := strconv.Atoi(b.Steps[len(b.Steps)-1])
	if err != nil {
		return games.Spectator, games.Refuse("refuse.button")
	}
	return games.Seat(n), nil
}
