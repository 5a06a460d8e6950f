package catchup

import (
	"slices"

	"parlour/games"
	"parlour/games/board"
)

// A picking is a turn in the making.
type picking struct {
	pos  position // with the stones that are picked
	turn Turn     // of these
	row  int      // the row of the next stone, from 0; -1 if none is picked
}

// Step asks for the row of a stone, then for its cell in the row, and so on until no more stones
// may be placed. From the second stone on the turn may be enough as it is.
func (s state) Step(seat games.Seat, picked []string) games.Step {
	p, ok := s.picking(seat, picked)
	switch {
	case !ok:
		return games.Step{}
	case p.row < 0:
		return s.rowStep(p)
	}
	return p.cellStep()
}

// Shown returns the View with the stones that are picked, and the row of the next one.
func (s state) Shown(seat games.Seat, picked []string) games.View {
	return games.Shown(s, seat, picked, func(v *View, m *games.Making) {
		p, _ := s.picking(seat, picked)
		v.show(&p.pos)
		v.Making, v.Picked = m, p.turn.names(p.pos.shape)
		if p.row >= 0 {
			v.Row = board.Column(p.row)
		}
	})
}

// picking follows values that a seat picked. It reports false for values that no step offers.
func (s state) picking(seat games.Seat, picked []string) (p picking, ok bool) {
	p = picking{pos: s.pos, row: -1}
	if !s.Owes(seat) {
		return p, false
	}
	shape := s.pos.shape
	for _, value := range picked {
		if p.row < 0 {
			if p.row = p.rowOf(value); p.row < 0 {
				return p, false
			}
			continue
		}
		c, known := shape.named[board.Column(p.row)+value]
		if !known || !p.pos.may(c) {
			return p, false
		}
		p.pos.place(c)
		p.turn = turnOf(append(p.turn.Cells(), c)...)
		p.row = -1
	}
	return p, p.row >= 0 || p.pos.more()
}

// rowOf returns the row of a letter in which the next stone may be placed, or -1.
func (p *picking) rowOf(letter string) int {
	for row := range p.pos.shape.high() {
		if board.Column(row) == letter && len(p.cells(row)) > 0 {
			return row
		}
	}
	return -1
}

// cells returns the cells of a row where the next stone may be placed.
func (p *picking) cells(row int) (all []Cell) {
	shape := p.pos.shape
	for c := Cell(shape.rows[row]); int(c) < shape.rows[row+1]; c++ {
		if p.pos.may(c) {
			all = append(all, c)
		}
	}
	return all
}

// rowStep asks for the row of the next stone. The rows come from the top, as they lie on the picture.
func (s state) rowStep(p picking) games.Step {
	step := games.Step{Ask: s.ask(p), Lies: games.Row, Open: true}
	if p.turn.n > 0 {
		step.Done = p.pos.shape.move(p.turn)
	}
	for row := p.pos.shape.high() - 1; row >= 0; row-- {
		if len(p.cells(row)) == 0 {
			continue
		}
		name := board.Column(row)
		step.Choices = append(step.Choices, games.Choice{
			Value: name,
			Label: games.Say("catchup.choice.row", "Row", name),
			Short: games.Say("catchup.short.row", "Row", name),
			Echo:  games.Say("catchup.echo.row", "Cells", p.said(p.turn), "Row", name),
		})
	}
	return step
}

// ask asks the mover for the first stone, and says how many there may be, or for one more.
func (s state) ask(p picking) games.Text {
	if p.turn.n == 0 {
		return games.Say("catchup.ask.row", "May", s.View(games.Spectator).(View).may(mover))
	}
	return games.Say("catchup.ask.more", "Count", int(p.pos.limit-p.pos.placed))
}

// cellStep asks for the cell of the next stone in the row that is picked.
func (p picking) cellStep() games.Step {
	row, shape := board.Column(p.row), p.pos.shape
	step := games.Step{Ask: games.Say("catchup.ask.cell", "Row", row), Lies: games.Row, Open: true}
	for _, c := range p.cells(p.row) {
		next, turn := p.pos, turnOf(append(slices.Clone(p.turn.Cells()), c)...)
		next.place(c)
		say := games.Say("catchup.choice.cell", "Cell", shape.name[c])
		choice := games.Choice{
			Value: board.Row(int(c) - shape.rows[p.row]), Label: say, Short: say,
			Echo: games.Say("catchup.echo.cell", "Cells", p.said(turn)),
		}
		if !next.more() {
			choice.Move = shape.move(turn)
		}
		step.Choices = append(step.Choices, choice)
	}
	return step
}

// said writes the cells of a turn as they are said.
func (p picking) said(t Turn) string { return p.pos.shape.text(t, ", ") }
