package games

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Forward returns the values picked, and after them those of every step that offers only one
// choice: such a step takes itself.
func Forward(s State, seat Seat, picked []string) []string {
	picked = slices.Clone(picked)
	for {
		only := s.Step(seat, picked).Options()
		if len(only) != 1 {
			return picked
		}
		picked = append(picked, only[0].Value)
	}
}

// mostVisits bounds the steps that StepsTo looks at.
const mostVisits = 2000

// StepsTo returns values that make a move, and nil where it finds none. It looks first where
// the text of the move has all values, then where it has some, so it needs no list of all moves.
func StepsTo(s State, seat Seat, m Move) []string {
	s = Recall(s) // the second look goes the ways of the first again
	visits := mostVisits
	if found := stepsTo(s, seat, m, true, nil, &visits); found != nil {
		return found
	}
	visits = mostVisits
	return stepsTo(s, seat, m, false, nil, &visits)
}

// stepsTo looks for the move after some steps, with only set through values that its text has.
func stepsTo(s State, seat Seat, m Move, only bool, picked []string, visits *int) []string {
	if *visits--; *visits < 0 {
		return nil
	}
	var named, others []string
	for _, c := range s.Step(seat, picked).Accepted() {
		longer := append(slices.Clip(picked), c.Value)
		switch {
		case c.Move == m:
			return longer
		case c.Move != "":
		case strings.Contains(Fold(string(m)), Fold(c.Value)):
			named = append(named, c.Value)
		default:
			others = append(others, c.Value)
		}
	}
	if only {
		others = nil
	}
	for _, value := range append(named, others...) {
		if found := stepsTo(s, seat, m, only, append(slices.Clip(picked), value), visits); found != nil {
			return found
		}
	}
	return nil
}

// Typed reads a [Straight] text as values picked one after the other, each in its spelling or in one that
// spell gives, and returns them; nil for any other text.
func Typed(s State, seat Seat, text string, spell func(Choice) []string) []string {
	return typed(s, seat, Fold(text), spell, nil)
}

func typed(s State, seat Seat, rest string, spell func(Choice) []string, picked []string) []string {
	if rest == "" {
		return picked
	}
	for _, c := range s.Step(seat, picked).Accepted() {
		for _, spelt := range append(spell(c), c.Value) {
			after, found := strings.CutPrefix(rest, Fold(spelt))
			if !found || Fold(spelt) == "" || c.Move != "" && after != "" {
				continue
			}
			if all := typed(s, seat, after, spell, append(slices.Clip(picked), c.Value)); all != nil {
				return all
			}
		}
	}
	return nil
}

// Understood returns the steps that a [Straight] text names which is no move, as far as it does: of each step the choice
// whose value stands first in what is left of the text, up to a cell or number that is none of them. The last step, which
// would make a move, is left out.
func Understood(s State, seat Seat, text string) (picked []string) {
	rest := strings.ToLower(text)
	for {
		value, at := "", -1
		for _, c := range s.Step(seat, picked).Accepted() {
			if i := indexOf(rest, strings.ToLower(c.Value)); i >= 0 && c.Move == "" && (at < 0 || i < at || i == at && len(c.Value) > len(value)) {
				value, at = c.Value, i
			}
		}
		if at < 0 || strings.ContainsFunc(rest[:at], unicode.IsDigit) {
			return picked
		}
		picked, rest = append(picked, value), rest[:at]+" "+rest[at+len(value):]
	}
}

// indexOf returns where a value stands in a text by itself, -1 for nowhere: "d1" does not stand in "d10", nor a word in
// a longer one.
func indexOf(text, value string) int {
	digit := func(r rune) bool { return unicode.IsDigit(r) }
	for i := range text {
		if value == "" || !strings.HasPrefix(text[i:], value) {
			continue
		}
		joins := digit
		if !strings.ContainsFunc(value, digit) {
			joins = unicode.IsLetter
		}
		first, _ := utf8.DecodeRuneInString(value)
		last, _ := utf8.DecodeLastRuneInString(value)
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		after, _ := utf8.DecodeRuneInString(text[i+len(value):])
		if !(joins(first) && joins(before)) && !(joins(last) && joins(after)) {
			return i
		}
	}
	return -1
}

// Fold drops what people leave out of a text that they type: capitals, spaces, commas and hyphens.
func Fold(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '-' || r == ',' {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}
