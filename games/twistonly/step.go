package twistonly

import (
	"parlour/games"
	"parlour/games/board"
)

// picker makes the first two steps: the column of a face, and its row.
func (s state) picker() board.Picker {
	return board.Picker{Game: "twistonly", Ask: "twistonly.ask.", Size: s.pos.Size() - 1, Cells: s.pos.Size(),
		Rows: s.rows, Choose: s.directionStep}
}

// Step has three steps: the column of a face, its row, and the direction.
func (s state) Step(seat games.Seat, picked []string) games.Step {
	if !s.Owes(seat) {
		return games.Step{}
	}
	return s.picker().Step(picked)
}

// Shown returns the View with the column or the face that is picked.
func (s state) Shown(seat games.Seat, picked []string) games.View {
	return games.Shown(s, seat, picked, func(v *View, m *games.Making) {
		v.Making, v.Picked = m, board.Picked(picked, s.pos.Size()-1)
	})
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

// directionStep asks which way to twist a face. One way may be barred.
func (s state) directionStep(at board.Spot) games.Step {
	step := games.Step{Ask: games.Say("twistonly.ask.direction", "Face", board.Cell(at.Col, at.Row)), Lies: games.Turn,
		Open: true}
	for _, clockwise := range [2]bool{true, false} {
		t := Twist{at.Col, at.Row, clockwise}
		if s.pos.legal(t) {
			turn := board.Turn(clockwise)
			step.Choices = append(step.Choices, games.Choice{
				Value: board.Letter(clockwise), Label: games.Say("twistonly.choice." + turn),
				Short: games.Say("twistonly.short." + turn),
				Echo:  t.words(), Move: t.Move(), X: -1,
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
