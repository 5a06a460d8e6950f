package gametest

import (
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"

	"parlour/games"
)

// The length of a line of the record, in characters, where names are as long as Discord
// lets them be.
const (
	maxLine  = 500
	longName = 32
)

// begins checks that no unit of the record is told of before the first ply.
func begins(s games.State) error {
	if w := s.View(games.Spectator).Words(); w.Unit != 0 || w.Line.Key != "" {
		return fmt.Errorf("before the first ply the unit is %d and the line %v, want none", w.Unit, w.Line)
	}
	return nil
}

// line checks what a ply brings to the record: the same unit or the next one, and a line of
// it, the same for all.
func (p *player) line(before, after games.State) error {
	was, w := before.View(games.Spectator).Words(), after.View(games.Spectator).Words()
	if w.Unit < max(was.Unit, 1) || w.Unit > was.Unit+1 {
		return fmt.Errorf("the unit was %d and is %d, want the same or the next one", was.Unit, w.Unit)
	}
	for seat := range games.Seat(p.setup.Seats) {
		if own := after.View(seat).Words(); own.Unit != w.Unit || !reflect.DeepEqual(own.Line, w.Line) {
			return fmt.Errorf("seat %d sees unit %d and the line %v, all others see %d and %v", seat, own.Unit, own.Line, w.Unit, w.Line)
		}
	}
	said := p.said
	said.name = strings.Repeat("W", longName)
	line, err := said.say(w.Line)
	switch {
	case err != nil:
		return fmt.Errorf("the line of unit %d: %w", w.Unit, err)
	case strings.TrimSpace(line) == "" || strings.Contains(line, "\n"):
		return fmt.Errorf("the line of unit %d is %q, want one line of words", w.Unit, line)
	case utf8.RuneCountInString(line) > maxLine:
		return fmt.Errorf("the line of unit %d has more than %d characters: %s", w.Unit, maxLine, line)
	}
	return nil
}
