package permute

import (
	"strconv"

	"parlour/games"
)

// Choices are made in four steps: column, row, direction, cell. The swap, while
// it is on offer, is a first step that completes a move.
func (s state) Choices(seat games.Seat, picked []string) []games.Choice {
	if s.ended != nil || seat != s.toMove() || len(picked) > 3 {
		return nil
	}
	if len(picked) == 0 {
		return s.columns()
	}
	col, ok := s.pickedIn(s.columns(), picked[0])
	if !ok {
		return nil
	}
	rows := s.rows(col)
	if len(picked) == 1 {
		return rows
	}
	row, ok := s.pickedIn(rows, picked[1])
	if !ok {
		return nil
	}
	if len(picked) == 2 {
		return directions()
	}
	if picked[2] != direction(true) && picked[2] != direction(false) {
		return nil
	}
	return s.spots(Twist{Col: col, Row: row, Clockwise: picked[2] == direction(true)})
}

// columns lists the columns that have a face to twist.
func (s state) columns() []games.Choice {
	var steps []games.Choice
	if s.maySwap() {
		steps = append(steps, games.Choice{Value: string(swapMove), Label: games.Say("permute.choice.swap"), Move: swapMove})
	}
	for col := range s.pos.size - 1 {
		if len(s.rows(col)) > 0 {
			name := columnName(col)
			steps = append(steps, games.Choice{Value: name, Label: games.Say("permute.choice.column", "Column", name)})
		}
	}
	return steps
}

// rows lists the rows of the faces of a column that can be twisted.
func (s state) rows(col int) []games.Choice {
	var steps []games.Choice
	for row := range s.pos.size - 1 {
		if s.pos.twistable(col, row) {
			steps = append(steps, games.Choice{
				Value: strconv.Itoa(row + 1),
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

// pickedIn finds a value among the choices of a step and returns it as a
// coordinate from 0. The swap is no coordinate.
func (s state) pickedIn(steps []games.Choice, value string) (int, bool) {
	for _, c := range steps {
		if c.Value != value || c.Move != "" {
			continue
		}
		if n, err := strconv.Atoi(value); err == nil {
			return n - 1, true
		}
		return int(value[0] - 'a'), true
	}
	return 0, false
}
