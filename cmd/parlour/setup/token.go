package setup

import (
	"regexp"
	"strings"
)

// word matches what a token is made of.
var word = regexp.MustCompile(`^[A-Za-z0-9._~+/=-]+$`)

// clean returns a token without what people paste around it, or a sentence that says what is wrong.
func clean(text string) (token, wrong string) {
	words := strings.Fields(strings.Trim(strings.TrimSpace(text), `"'`))
	if len(words) > 0 && strings.EqualFold(words[0], "Bot") {
		words = words[1:]
	}
	if len(words) == 2 && words[0] == words[1] {
		words = words[:1]
	}
	switch {
	case len(words) == 0:
		return "", "Nothing came. Copy the token, paste it here, and press Enter."
	case len(words) > 1 || !word.MatchString(words[0]):
		return "", "That is no token. A token is one long word of letters, digits, dots and dashes."
	}
	return once(words[0]), ""
}

// once returns a token that somebody who saw nothing has pasted twice.
func once(token string) string {
	if half := len(token) / 2; half >= 20 && token[:half] == token[half:] { // a real one is longer
		return token[:half]
	}
	return token
}
