package games

import (
	"slices"
	"strings"
	"unicode"
)

// Initial reports whether a folded text consists of words of a name or of their first letters, in any
// order: "r", "E", "Er" and "redE" fit "red E". all is set if no word is left out. The name must
// have several words, all of letters.
func Initial(name, text string) (all, ok bool) {
	words := strings.Fields(strings.ToLower(name))
	other := func(r rune) bool { return !unicode.IsLetter(r) }
	if len(words) < 2 || text == "" || strings.ContainsFunc(strings.Join(words, ""), other) {
		return false, false
	}
	return spelt(words, text)
}

// spelt reports whether a text is some of the words, or their first letters, each at most once.
func spelt(words []string, text string) (all, ok bool) {
	if text == "" {
		return len(words) == 0, true
	}
	for i, word := range words {
		others := slices.Concat(words[:i], words[i+1:])
		first := string([]rune(word)[:1])
		for _, said := range []string{word, first} {
			if rest, found := strings.CutPrefix(text, said); found {
				whole, fits := spelt(others, rest)
				all, ok = all || whole, ok || fits
			}
		}
	}
	return all, ok
}

// Initials reads a text as the initials of choices of the first step, if that is a Grid; say says
// a choice as its button does. If the text names one choice in full, Initials returns the steps to
// it. Else it returns the number of the [Step.Area] in which all choices lie that the text names, 0 if no area has
// them all.
func Initials(s State, seat Seat, text string, say func(Choice) string) (steps []string, area int, ok bool) {
	first := s.Step(seat, nil)
	if first.Lies != Grid {
		return nil, 0, false
	}
	var whole []string
	var found []Choice
	for _, c := range first.Choices {
		all, named := Initial(say(c), Fold(text))
		if all {
			whole = append(whole, c.Value)
		}
		if named {
			found = append(found, c)
		}
	}
	if len(whole) == 1 {
		return whole, 0, true
	}
	return nil, first.AreaOf(found), len(found) > 0
}
