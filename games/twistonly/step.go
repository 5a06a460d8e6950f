package twistonly

import (
	"slices"

	"parlour/games"
	"parlour/games/board"
)

// Step has three steps: the column of a face, its row, and the direction.
func (s state) Step(seat games.Seat, picked []string) games.Step {
	if !s.Owes(seat) {
		return games.Step{}
	}
	switch at, ok := s.spot(picked); {
	case len(picked) == 0:
		return s.columnStep()
	case ok && len(picked) == 1:
		return s.rowStep(at.Col)
	case ok:
		return s.directionStep(at)
	}
	return games.Step{}
}

// Shown returns the View with the column or the face that is picked.
func (s state) Shown(seat games.Seat, picked []string) games.View {
	if m := games.Made(s, seat, picked); m != "" {
		next, err := s.Play(seat, m)
		if err != nil {
			panic("twistonly: a step offers " + string(m) + ", and " + err.Error())
		}
		return next.View(seat)
	}
	v, step := s.View(seat).(View), s.Step(seat, picked)
	if len(step.Choices) == 0 {
		return v
	}
	v.Making = &games.Making{Picked: slices.Clone(picked), Step: step}
	if at, ok := s.spot(picked); ok {
		v.Picked = &at
	}
	return v
}

// spot reads the name of a column of faces of the board, and of a row if there is one.
func (s state) spot(picked []string) (board.Spot, bool) {
	return board.ReadSpot(picked, s.pos.Size()-1)
}

// columnStep asks for a column that has a face to twist.
func (s state) columnStep() games.Step {
	step := games.Step{Ask: games.Say("twistonly.ask.column"), Lies: games.Row, Open: true}
	for col := range s.pos.Size() - 1 {
		if len(s.rows(col)) > 0 {
			name := board.Column(col)
			step.Choices = append(step.Choices, board.Touch(s.pos.Size(), games.Choice{
				Value: name, Label: games.Say("twistonly.choice.column", "Column", name), Short: games.Say("twistonly.short.name", "Name", name), X: col,
			}))
		}
	}
	return step
}

// rows returns the rows of a column that have a face to twist.
func (s state) rows(col int) (all []int) {
	for row := range s.pos.Size() - 1 {
		if s.pos.legal(Twist{col, row, true}) || s.pos.legal(Twist{col, row, false}) {
			all = append(all, row)
		}
	}
	return all
}

// rowStep asks for the face of a column.
func (s state) rowStep(col int) games.Step {
	step := games.Step{Ask: games.Say("twistonly.ask.row", "Column", board.Column(col)), Lies: games.Row, Open: true}
	for _, row := range s.rows(col) {
		face := games.Say("twistonly.short.name", "Name", board.Cell(col, row))
		step.Choices = append(step.Choices, board.Touch(s.pos.Size(), games.Choice{
			Value: board.Row(row), Label: games.Say("twistonly.choice.face", "Face", board.Cell(col, row)),
			Short: face, Echo: face, X: col, Y: s.pos.Size() - 2 - row,
		}))
	}
	if len(step.Choices) == 0 {
		return games.Step{}
	}
	return step
}

// directionStep asks which way to twist a face. One way may be barred.
func (s state) directionStep(at board.Spot) games.Step {
	step := games.Step{Ask: games.Say("twistonly.ask.direction", "Face", board.Cell(at.Col, at.Row)), Lies: games.Turn, Open: true}
	for _, clockwise := range [2]bool{true, false} {
		t := Twist{at.Col, at.Row, clockwise}
		if s.pos.legal(t) {
			step.Choices = append(step.Choices, games.Choice{
				Value: board.Letter(clockwise), Label: games.Say("twistonly.choice." + t.turn()), Short: games.Say("twistonly.short." + t.turn()),
				Echo: games.Say("twistonly.echo."+t.turn(), "Face", t.Face()), Move: t.Move(), X: -1,
			})
		}
	}
	switch len(step.Choices) {
	case 0:
		return games.Step{}
	case 1:
		step.Lies = games.Row // there is no other way to turn it over to
	}
	return step
}
