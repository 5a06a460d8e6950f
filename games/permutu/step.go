package permutu

import (
	"strings"

	"parlour/games"
)

// Step returns the next step.
func (s state) Step(seat games.Seat, picked []string) games.Step {
	return games.Step{Choices: s.choices(seat, picked)}
}

// Shown returns the View with the move in the making.
func (s state) Shown(seat games.Seat, picked []string) games.View {
	v := s.View(seat).(View)
	v.Making = &games.Making{Picked: picked, Step: s.Step(seat, picked)}
	return v
}

// choices offers the columns first, then the blocks of a column or all of it.
func (s state) choices(seat games.Seat, picked []string) []games.Choice {
	if !s.owes(seat) || len(picked) > 1 {
		return nil
	}
	if len(picked) == 0 {
		return s.columnChoices(seat)
	}
	for column := range s.pos.columns {
		if columnName(column) == picked[0] {
			return s.blockChoices(seat, column)
		}
	}
	return nil
}

// columnChoices lists the columns from which a seat may take something.
func (s state) columnChoices(seat games.Seat) []games.Choice {
	var steps []games.Choice
	for column := range s.pos.columns {
		if len(s.blockChoices(seat, column)) > 0 {
			steps = append(steps, games.Choice{
				Value: columnName(column),
				Label: games.Say("permutu.choice.column", "Column", column+1, "Symbols", s.symbols(column)),
			})
		}
	}
	return steps
}

// blockChoices lists what a seat may take from a column.
func (s state) blockChoices(seat games.Seat, column int) []games.Choice {
	var steps []games.Choice
	for c := range Colour(colours) {
		if t := (Take{Column: uint8(column), Colour: c}); s.pos.Legal(seat, t) {
			steps = append(steps, games.Choice{Value: c.letter(), Label: blockName(c, s.pos.Dealt(column, c)), Move: t.Move()})
		}
	}
	if t := (Take{Column: uint8(column), Whole: true}); s.pos.Legal(seat, t) {
		steps = append(steps, games.Choice{
			Value: wholeLetter,
			Label: games.Say("permutu.choice.whole", "Symbols", s.symbols(column)),
			Move:  t.Move(),
		})
	}
	return steps
}

// symbols lists the symbols that are left in a column, from the top.
func (s state) symbols(column int) string {
	var letters []string
	for c := range Colour(colours) {
		if s.pos.Lies(column, c) {
			letters = append(letters, s.pos.Dealt(column, c).String())
		}
	}
	return strings.Join(letters, ", ")
}
