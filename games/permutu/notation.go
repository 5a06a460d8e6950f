package permutu

import (
	"regexp"
	"strconv"
	"strings"

	"parlour/games"
)

// wholeLetter stands for the whole column in a move.
const wholeLetter = "*"

// maxColumnDigits is how many digits a typed column may have, leading zeros
// aside.
const maxColumnDigits = 2

// letter stands for the colour in a move: r, b or g.
func (c Colour) letter() string { return c.String()[:1] }

// Move writes a move in its one spelling.
func (t Take) Move() games.Move {
	what := t.Colour.letter()
	if t.Whole {
		what = wholeLetter
	}
	return games.Move(strconv.Itoa(int(t.Column)+1) + what)
}

// parts are what a typed move is made of: numbers, words and stars.
var parts = regexp.MustCompile(`[0-9]+|[a-z]+|\*`)

// between is what may stand between the parts.
var between = regexp.MustCompile(`^[\s.,:;#-]*$`)

// negative is a number below zero, which is no column; elsewhere a dash only stands
// between parts.
var negative = regexp.MustCompile(`(^|\s)-\s*[0-9]`)

// meanings are the words that a typed move may have, as a letter of notation;
// those without a letter say nothing.
var meanings = map[string]string{
	"r": "r", "red": "r", "b": "b", "black": "b", "g": "g", "green": "g",
	"*": wholeLetter, "all": wholeLetter, "whole": wholeLetter,
	"column": "", "col": "", "block": "", "the": "", "of": "", "from": "", "take": "",
}

// Parse understands a column and what to take of it, in either order, as letters
// or as words: "7r", "7 Red", "red block of column 7", "7*", "all of 7".
func (Game) Parse(text string) (games.Move, error) {
	if m, ok := parse(strings.ToLower(text)); ok {
		return m, nil
	}
	return "", refuseNotation(text)
}

// parse finds the one column and the one thing to take.
func parse(text string) (games.Move, bool) {
	var columns, whats []string
	for _, part := range parts.FindAllString(text, -1) {
		if part[0] >= '0' && part[0] <= '9' {
			columns = append(columns, strings.TrimLeft(part, "0"))
			continue
		}
		what, known := meanings[part]
		if !known {
			return "", false
		}
		if what != "" {
			whats = append(whats, what)
		}
	}
	clean := between.MatchString(parts.ReplaceAllString(text, "")) && !negative.MatchString(text)
	if !clean || len(columns) != 1 || len(whats) != 1 || columns[0] == "" || len(columns[0]) > maxColumnDigits {
		return "", false
	}
	return games.Move(columns[0] + whats[0]), true
}

// readNotation reads a move in its one spelling. The column need not exist.
func readNotation(m games.Move) (Take, bool) {
	if again, ok := parse(string(m)); !ok || again != m {
		return Take{}, false
	}
	number, what := string(m[:len(m)-1]), string(m[len(m)-1:])
	column, err := strconv.Atoi(number)
	if err != nil {
		return Take{}, false
	}
	t := Take{Column: uint8(column - 1), Whole: what == wholeLetter}
	for c := range Colour(colours) {
		if c.letter() == what {
			t.Colour = c
		}
	}
	return t, true
}
