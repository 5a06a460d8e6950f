package gametest

import (
	"fmt"
	"reflect"
	"slices"
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
	if w := s.View(games.Spectator).Words(); w.Unit != 0 || w.Line.Key != "" || w.Open || w.Also != nil {
		return fmt.Errorf("before the first ply the unit is %d, open %v, and the line %v, want none", w.Unit, w.Open, w.Line)
	}
	return nil
}

// line checks that plies tell of every unit of the record by exactly one line, the same for all.
// No unit stays open when the game is over.
func (p *player) line(before, after games.State) error {
	was, w := before.View(games.Spectator).Words(), after.View(games.Spectator).Words()
	told := was.Unit
	if was.Open {
		told--
	}
	if w.Unit != told+len(w.Also)+1 {
		return fmt.Errorf("%d units were told of, and unit %d comes with the lines of %d before it, want every unit once", told, w.Unit, len(w.Also))
	}
	if _, over := after.Result(); w.Open && (over || len(w.Also) > 0) {
		return fmt.Errorf("more is to come of unit %d, though the game is over or the units before it are told of", w.Unit)
	}
	if w.Ends && w.Open {
		return fmt.Errorf("more is to come of unit %d, though it ends a part of the game", w.Unit)
	}
	for seat := range games.Seat(p.setup.Seats) {
		own := after.View(seat).Words()
		if own.Unit != w.Unit || own.Open != w.Open || own.Ends != w.Ends || !reflect.DeepEqual(own.Line, w.Line) ||
			!reflect.DeepEqual(own.Also, w.Also) {
			return fmt.Errorf("seat %d sees unit %d and the line %v, all others see %d and %v", seat, own.Unit, own.Line, w.Unit, w.Line)
		}
	}
	for i, line := range append(slices.Clone(w.Also), w.Line) {
		if err := oneLine(p.said, line); err != nil {
			return fmt.Errorf("the line of unit %d %w", w.Unit-len(w.Also)+i, err)
		}
	}
	return nil
}

// oneLine checks that a line of the record is one, and not too long even with long names.
func oneLine(said sentences, t games.Text) error {
	line, err := said.named(strings.Repeat("W", longName)).say(t)
	switch {
	case err != nil:
		return fmt.Errorf("cannot be said: %w", err)
	case strings.TrimSpace(line) == "" || strings.Contains(line, "\n"):
		return fmt.Errorf("is %q, want one line of words", line)
	case utf8.RuneCountInString(line) > maxLine:
		return fmt.Errorf("has more than %d characters: %s", maxLine, line)
	}
	return nil
}
