package pentago

import (
	"slices"

	"parlour/games"
	"parlour/games/board"
)

// Step has two steps: the cell of the stone, and the twist. A placement that wins is a move, and so is the swap, beside
// the cells.
func (s state) Step(seat games.Seat, picked []string) games.Step {
	switch {
	case !s.Owes(seat):
	case len(picked) == 0:
		return s.cellStep()
	case len(picked) == 1:
		if c, ok := s.pickedCell(picked[0]); ok {
			return s.twistStep(c)
		}
	}
	return games.Step{}
}

// Shown returns the View with the stone that is picked and the boards after its twists.
func (s state) Shown(seat games.Seat, picked []string) games.View {
	return games.Shown(s, seat, picked, func(v *View, m *games.Making) {
		v.Making = m
		if len(picked) == 0 {
			return
		}
		c, _ := s.pickedCell(picked[0])
		placed := s.pos
		placed.Play(Turn{c, NoTwist})
		v.put(placed)
		v.Picked = &c
		for _, choice := range m.Step.Choices {
			v.Outcomes = append(v.Outcomes, games.After[View](s, seat, choice.Move))
		}
	})
}

// pickedCell returns the cell that the first step offers as a value. It reports false where there is none,
// and where the placement is a move already.
func (s state) pickedCell(value string) (Cell, bool) {
	c, ok := readCell(value)
	return c, ok && (s.pos.open()&^s.pos.winning())&c.bit() != 0
}

// cornerStep asks for a corner of the board. The corners lie as they do on it, without the cells between.
func cornerStep() games.Step {
	step := games.Step{Ask: games.Say("pentago.ask.corner"), Lies: games.Grid, Wide: 2, High: 2, Open: true}
	for left := corners; left != 0; left &= left - 1 {
		c := left.lowest()
		say := games.Say("pentago.choice.cell", "Cell", c.String())
		step.Choices = append(step.Choices, games.Choice{
			Value: c.String(), Label: say, Short: say, X: c.Col() / part, Y: 1 - c.Row()/part,
		})
	}
	return step
}

// cellStep asks for a cell, column by column. Its areas are the quadrants.
func (s state) cellStep() games.Step {
	if s.pos.open() == corners {
		return cornerStep()
	}
	step := games.Step{
		Ask: games.Say("pentago.ask.cell"), AskArea: games.Say("pentago.ask.quadrant"),
		Lies: games.Grid, Wide: Side, High: Side, Open: true,
	}
	if s.MaySwap() { // the button stands beside the quadrants
		step.AskArea = games.Say("pentago.ask.swap")
		step.Choices = append(step.Choices, s.SwapChoice(sides))
	}
	for _, quadrant := range [...]string{"a4", "d4", "a1", "d1"} { // the picture has their arrows
		step.AreaNames = append(step.AreaNames, games.Say("pentago.area."+quadrant))
	}
	open, winning := s.pos.open(), s.pos.winning()
	for col := range Side {
		for row := range Side {
			c := CellAt(col, row)
			if open&c.bit() == 0 {
				continue
			}
			say := games.Say("pentago.choice.cell", "Cell", c.String())
			choice := games.Choice{Value: c.String(), Label: say, Short: say, X: col, Y: Side - 1 - row}
			if winning&c.bit() != 0 {
				choice.Label = games.Say("pentago.choice.five", "Cell", c.String())
				choice.Echo = say // the reason for it says the rest
				choice.Move = Turn{c, NoTwist}.Move()
				for t := range NoTwist { // which some type all the same
					spelt := choice
					spelt.Value = string(Turn{c, t}.Move())
					step.Alike = append(step.Alike, spelt)
				}
			}
			step.Choices = append(step.Choices, choice)
		}
	}
	return step
}

// twistStep asks for a twist after a placement that does not win. The quadrants above come first, and of each the
// anticlockwise twist.
func (s state) twistStep(c Cell) games.Step {
	step := games.Step{
		Ask:  games.Say("pentago.ask.twist", "Cell", c.String()),
		Lies: games.Row, Open: true,
	}
	for _, quadrant := range [...]int{1, 3, 0, 2} {
		for _, clockwise := range [...]bool{false, true} {
			turn := Turn{c, twistOf(quadrant, clockwise)}
			say := games.Say("pentago.twist."+board.Turn(clockwise), "Quarter", turn.Twist.quarter())
			step.Choices = append(step.Choices, games.Choice{
				Value: turn.Twist.String(), Label: say, Short: say, Echo: turn.say("pentago.echo."), Sure: s.sure(turn),
				Move: turn.Move(),
			})
		}
	}
	if s.pos.forms(c, 0) > twistings {
		t := Turn{c, NoTwist}
		say := games.Say("pentago.choice.none")
		step.Choices = append(step.Choices, games.Choice{
			Value: "none", Label: say, Short: say, Echo: t.say("pentago.echo."),
			Move: t.Move(), X: -1,
		})
	}
	return step
}

// sure asks whether to play a turn that gives the other seat a five. It is zero for any other turn.
func (s state) sure(t Turn) games.Text {
	own, after := s.Side(s.Next()), s.pos
	after.Play(t)
	fives := after.fives()
	theirs := slices.IndexFunc(fives, func(f Five) bool { return f.Owner != own })
	switch {
	case theirs < 0:
		return games.Text{}
	case slices.ContainsFunc(fives, func(f Five) bool { return f.Owner == own }):
		return games.Say("pentago.sure.both")
	}
	return games.Say("pentago.sure.theirs", "Player", 1-s.Next(), "Long", fives[theirs].Long())
}
