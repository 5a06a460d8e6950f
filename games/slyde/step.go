package slyde

import (
	"slices"

	"parlour/games"
	"parlour/games/board"
)

// Step has three steps: the column of a stone, its row, and the cell to swap with. Where the mover
// may change a stone, the first step has that too; the column and the row of the stone follow.
func (s state) Step(seat games.Seat, picked []string) games.Step {
	if !s.Owes(seat) {
		return games.Step{}
	}
	change := len(picked) > 0 && picked[0] == mark && s.pos.mirror != 0
	if change {
		picked = picked[1:]
	}
	switch len(picked) {
	case 0:
		return s.columnStep(change)
	case 1:
		if at, ok := s.spot(picked); ok {
			return s.rowStep(at.Col, change)
		}
	case 2:
		if at, ok := s.spot(picked); ok && !change {
			return s.targetStep(at)
		}
	}
	return games.Step{}
}

// Shown returns the View with the column or the cell that is picked.
func (s state) Shown(seat games.Seat, picked []string) games.View {
	if m := games.Made(s, seat, picked); m != "" {
		next, err := s.Play(seat, m)
		if err != nil {
			panic("slyde: a step offers " + string(m) + ", and " + err.Error())
		}
		return next.View(seat)
	}
	v, step := s.View(seat).(View), s.Step(seat, picked)
	if len(step.Choices) == 0 {
		return v
	}
	v.Making = &games.Making{Picked: slices.Clone(picked), Step: step}
	if len(picked) > 0 && picked[0] == mark {
		picked = picked[1:]
	}
	if at, ok := s.spot(picked); ok {
		v.Picked = &at
	}
	return v
}

// spot reads the name of a column of the board, and of a row if there is one.
func (s state) spot(picked []string) (board.Spot, bool) { return board.ReadSpot(picked, s.pos.Size()) }

// columnStep asks for a column in which the mover has a stone that can be swapped, or which has a
// stone to change.
func (s state) columnStep(change bool) games.Step {
	step := games.Step{Ask: games.Say("slyde.ask.column"), Lies: games.Row, Open: true}
	switch {
	case change:
		step.Ask = games.Say("slyde.ask.change")
	case s.pos.mirror != 0:
		step.Ask = games.Say("slyde.ask.mirror")
		step.Choices = append(step.Choices, games.Choice{
			Value: mark, Label: games.Say("slyde.choice.change"), Short: games.Say("slyde.short.change"), X: -1,
		})
	}
	for col := range s.pos.Size() {
		if change || len(s.rows(col)) > 0 {
			name := board.Column(col)
			step.Choices = append(step.Choices, board.Touch(s.pos.Size(), games.Choice{
				Value: name, Label: games.Say("slyde.choice.column", "Column", name), Short: games.Say("slyde.short.name", "Name", name), X: col,
			}))
		}
	}
	return step
}

// rows returns the rows of a column in which the mover has a stone that can be swapped.
func (s state) rows(col int) (all []int) {
	for row := range s.pos.Size() {
		if len(s.pos.targets(col, row)) > 0 {
			all = append(all, row)
		}
	}
	return all
}

// rowStep asks for the stone of a column to swap, or to change.
func (s state) rowStep(col int, change bool) games.Step {
	if change {
		return s.changeStep(col)
	}
	step := games.Step{Ask: games.Say("slyde.ask.row", "Column", board.Column(col)), Lies: games.Row, Open: true}
	for _, row := range s.rows(col) {
		cell := games.Say("slyde.short.name", "Name", board.Cell(col, row))
		step.Choices = append(step.Choices, board.Touch(s.pos.Size(), games.Choice{
			Value: board.Row(row), Label: games.Say("slyde.choice.cell", "Cell", board.Cell(col, row)),
			Short: cell, Echo: cell, X: col, Y: s.pos.Size() - 1 - row,
		}))
	}
	return step
}

// changeStep asks for the stone of a column to change, which is any.
func (s state) changeStep(col int) games.Step {
	step := games.Step{Ask: games.Say("slyde.ask.change-row", "Column", board.Column(col)), Lies: games.Row, Open: true}
	for row := range s.pos.Size() {
		cell, t := board.Cell(col, row), Turn{col, row, col, row}
		say, short := games.Say("slyde.choice.fix", "Cell", cell), games.Say("slyde.short.name", "Name", cell)
		if s.pos.At(col, row).Fixed { // which the mark on the picture hides
			say = games.Say("slyde.choice.free", "Cell", cell)
			short = say
		}
		step.Choices = append(step.Choices, board.Touch(s.pos.Size(), games.Choice{
			Value: board.Row(row), Label: say, Short: short, Echo: say, Move: t.Move(), X: col, Y: s.pos.Size() - 1 - row,
		}))
	}
	return step
}

// targetStep asks for the neighbour that a stone is swapped with. The choices lie as the cells do,
// round the stone.
func (s state) targetStep(at board.Spot) games.Step {
	step := games.Step{
		Ask: games.Say("slyde.ask.target", "Cell", board.Cell(at.Col, at.Row)), Lies: games.Grid, Wide: 3, High: 3, Open: true,
	}
	for _, t := range s.pos.targets(at.Col, at.Row) {
		step.Choices = append(step.Choices, games.Choice{
			Value: t.To(), Label: games.Say("slyde.choice.target", "Cell", t.To()), Short: games.Say("slyde.short.name", "Name", t.To()),
			Echo: games.Say("slyde.echo.swap", "From", t.From(), "To", t.To()), Move: t.Move(),
			X: 1 + t.ToCol - t.Col, Y: 1 - t.ToRow + t.Row,
		})
	}
	if len(step.Choices) == 0 {
		return games.Step{}
	}
	return step
}
