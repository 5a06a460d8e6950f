package permutu

import (
	"regexp"
	"strconv"
	"strings"

	"parlour/games"
	"parlour/games/board"
)

// wholeLetter stands for the whole column in a move.
const wholeLetter = "*"

// maxColumnDigits is the most digits of a typed column, not counting leading zeros.
const maxColumnDigits = 2

// letter returns the letter of the colour in a move: r, b or g.
func (c Colour) letter() string { return c.String()[:1] }

// move returns the move in its one spelling.
func (t Take) move() games.Move {
	what := t.Colour.letter()
	if t.Whole {
		what = wholeLetter
	}
	return games.Move(strconv.Itoa(int(t.Column)+1) + what)
}

// parts matches the parts of a typed move: numbers, words and stars.
var parts = regexp.MustCompile(`[0-9]+|[a-z]+|\*`)

// between matches what may stand between the parts.
var between = regexp.MustCompile(`^[\s.,:;#-]*$`)

// negative matches a number below zero, which is no column. Elsewhere a dash may
// separate parts.
var negative = regexp.MustCompile(`(^|\s)-\s*[0-9]`)

// meanings gives the letter for each word of a typed move. Words with an empty letter
// are ignored.
var meanings = map[string]string{
	"r": "r", "red": "r", "b": "b", "black": "b", "g": "g", "green": "g",
	"*": wholeLetter, "all": wholeLetter, "whole": wholeLetter,
	"column": "", "col": "", "block": "", "the": "", "of": "", "from": "", "take": "",
}

// Parse accepts a column and what to take of it, in either order, as letters or words:
// "7r", "7 Red", "red block of column 7", "7*", "all of 7"; and "swap".
func (Game) Parse(text string) (games.Move, error) {
	if board.Plain(text) == string(games.SwapMove) {
		return games.SwapMove, nil
	}
	if m, ok := parse(strings.ToLower(text)); ok {
		return m, nil
	}
	return "", refuseNotation(text)
}

// parse finds the one column and the one thing to take; ok is false unless there is
// exactly one of each.
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

// Complete returns the move that takes all of a column that was typed.
func (s state) Complete(_ games.Seat, part string) games.Move {
	m, _ := parse(strings.ToLower(part) + wholeLetter)
	return m
}

// readNotation parses a move in its one spelling. The column need not exist.
func readNotation(m games.Move) (Take, bool) {
	if again, ok := parse(string(m)); !ok || again != m {
		return Take{}, false
	}
	last := len(m) - 1
	column, _ := strconv.Atoi(string(m[:last]))
	t := Take{Column: uint8(column - 1)}
	if c := strings.IndexByte("rbg", m[last]); c >= 0 {
		t.Colour = Colour(c)
	} else {
		t.Whole = true
	}
	return t, true
}

// readTake parses a move and checks that the seat may make it now. Its refusals say
// what is allowed instead.
func (s state) readTake(seat games.Seat, m games.Move) (Take, error) {
	t, ok := readNotation(m)
	switch {
	case m == games.SwapMove:
		return Take{}, games.Refuse("refuse.swap")
	case !ok:
		return Take{}, refuseNotation(string(m))
	}
	if int(t.Column) >= s.pos.columns {
		return Take{}, games.Refuse("permutu.refuse.column", "Column", int(t.Column)+1, "Last", s.pos.columns)
	}
	if s.pos.Legal(seat, t) {
		return t, nil
	}
	return Take{}, s.refuseTake(seat, t)
}

// refuseNotation refuses a text that is no move. The star is a value of the sentence, because in the sentence itself
// it would format text on Discord.
func refuseNotation(typed string) error {
	return games.Refuse("permutu.refuse.notation", "Typed", typed, "Example", "7r", "Whole", wholeLetter)
}

// refuseTake explains why a move on an existing column is not legal.
func (s state) refuseTake(seat games.Seat, t Take) error {
	column, number := int(t.Column), int(t.Column)+1
	hint := s.hint(seat)
	switch {
	case s.pos.left[column] == 0:
		return games.Refuse("permutu.refuse.empty", "Column", number, "Hint", hint)
	case t.Whole:
		return games.Refuse("permutu.refuse.whole", "Column", number, "Blocks", s.lacked(seat, column), "Hint", hint)
	case !s.pos.lies(column, t.Colour):
		block := blockName(t.Colour, s.pos.dealt[column][t.Colour])
		return games.Refuse("permutu.refuse.gone", "Block", block, "Hint", hint)
	case s.pos.left[column] == full:
		return s.refuseSymbol(seat, s.pos.dealt[column][t.Colour], hint)
	case s.pos.whole(seat, column):
		whole := Take{Column: t.Column, Whole: true}
		return games.Refuse("permutu.refuse.two", "Column", number, "Whole", string(whole.move()))
	}
	return games.Refuse("permutu.refuse.two.closed", "Column", number, "Blocks", s.lacked(seat, column), "Hint", hint)
}

// refuseSymbol names the players who have the symbol of a single block already.
func (s state) refuseSymbol(seat games.Seat, symbol Symbol, hint games.Text) error {
	if s.pos.owned[seat]&symbol.bit() != 0 {
		return games.Refuse("permutu.refuse.own", "Symbol", symbol.String(), "Hint", hint)
	}
	var owners []games.Seat
	for other := range games.Seat(s.pos.seats) {
		if s.pos.owned[other]&symbol.bit() != 0 {
			owners = append(owners, other)
		}
	}
	return games.Refuse("permutu.refuse.symbol", "Players", owners, "Count", len(owners),
		"Symbol", symbol.String(), "Hint", hint)
}

// lacked names the blocks of a column whose symbols a seat lacks, with "and" before the last.
func (s state) lacked(seat games.Seat, column int) games.Text {
	var blocks []games.Text
	for c := range Colour(colours) {
		symbol := s.pos.dealt[column][c]
		if s.pos.lies(column, c) && s.pos.owned[seat]&symbol.bit() == 0 {
			blocks = append(blocks, blockName(c, symbol))
		}
	}
	last := len(blocks) - 1
	if last < 1 {
		return games.Join("permutu.list.and", blocks...)
	}
	return games.Join("permutu.list.and", games.Join("permutu.list", blocks[:last]...), blocks[last])
}

// hint says what a seat may take.
func (s state) hint(seat games.Seat) games.Text {
	var (
		buf             [maxTakes]Take
		singles, wholes []string
	)
	for _, t := range s.pos.Takes(seat, buf[:0]) {
		if t.Whole {
			wholes = append(wholes, string(t.move()))
		} else {
			singles = append(singles, string(t.move()))
		}
	}
	switch {
	case len(wholes) == 0:
		return games.Say("permutu.hint.singles", "Singles", few(singles))
	case len(singles) == 0:
		return games.Say("permutu.hint.wholes", "Wholes", few(wholes))
	}
	return games.Say("permutu.hint.both", "Singles", few(singles), "Wholes", few(wholes))
}

// few lists moves; of many it lists the first ones and the last.
func few(moves []string) games.Either {
	const most = 5
	if n := len(moves); n > most {
		return games.Either{strings.Join(moves[:most-1], ", ") + " … " + moves[n-1]}
	}
	return moves
}

// blockName names a block, for example "red Q".
func blockName(c Colour, s Symbol) games.Text {
	return games.Say("permutu.block."+c.String(), "Symbol", s.String())
}
