package permute

import "parlour/games"

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

// choices has four steps: column, row, direction, cell. The swap, while it is on offer, is
// a first step that completes a move.
func (s state) choices(seat games.Seat, picked []string) []games.Choice {
	if !s.Owes(seat) || len(picked) > 3 {
		return nil
	}
	if len(picked) == 0 {
		return s.columns()
	}
	t := Twist{Col: s.pickedColumn(picked[0])}
	if t.Col < 0 {
		return nil
	}
	if len(picked) == 1 {
		return s.rows(t.Col)
	}
	if t.Row = s.pickedRow(t.Col, picked[1]); t.Row < 0 {
		return nil
	}
	if len(picked) == 2 {
		return directions()
	}
	t.Clockwise = picked[2] == direction(true)
	if picked[2] != direction(t.Clockwise) {
		return nil
	}
	return s.spots(t)
}

// hasFace reports whether a column has a face to twist.
func (s state) hasFace(col int) bool {
	for row := range s.pos.Size() - 1 {
		if s.pos.twistable(col, row) {
			return true
		}
	}
	return false
}

// pickedColumn returns the column of a first step, -1 if none was offered so.
func (s state) pickedColumn(value string) int {
	for col := range s.pos.Size() - 1 {
		if value == columnName(col) && s.hasFace(col) {
			return col
		}
	}
	return -1
}

// pickedRow returns the row of a second step, -1 if none was offered so.
func (s state) pickedRow(col int, value string) int {
	for row := range s.pos.Size() - 1 {
		if value == rowName(row) && s.pos.twistable(col, row) {
			return row
		}
	}
	return -1
}

// columns lists the columns that have a face to twist.
func (s state) columns() []games.Choice {
	var steps []games.Choice
	if s.maySwap() {
		steps = append(steps, games.Choice{Value: string(swapMove), Label: games.Say("permute.choice.swap"), Move: swapMove})
	}
	for col := range s.pos.Size() - 1 {
		if s.hasFace(col) {
			name := columnName(col)
			steps = append(steps, games.Choice{Value: name, Label: games.Say("permute.choice.column", "Column", name)})
		}
	}
	return steps
}

// rows lists the rows of the faces of a column that can be twisted.
func (s state) rows(col int) []games.Choice {
	var steps []games.Choice
	for row := range s.pos.Size() - 1 {
		if s.pos.twistable(col, row) {
			steps = append(steps, games.Choice{
				Value: rowName(row),
				Label: games.Say("permute.choice.row", "Row", row+1, "Face", cellName(col, row)),
			})
		}
	}
	return steps
}

func directions() []games.Choice {
	return []games.Choice{
		{Value: direction(true), Label: games.Say("permute.choice.clockwise")},
		{Value: direction(false), Label: games.Say("permute.choice.anticlockwise")},
	}
}

// spots lists the cells that may be bandaged after a twist.
func (s state) spots(t Twist) []games.Choice {
	var steps []games.Choice
	for t.Spot = range 4 {
		if s.pos.colourAfter(t) == s.pos.mover {
			steps = append(steps, games.Choice{
				Value: t.Cell(),
				Label: games.Say("permute.choice.cell", "Cell", t.Cell()),
				Move:  t.Move(),
			})
		}
	}
	return steps
}
