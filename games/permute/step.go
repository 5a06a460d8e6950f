package permute

import (
	"math/bits"
	"slices"

	"parlour/games"
	"parlour/games/board"
)

// Step has two steps: the face, then one of its outcomes. The swap, while it is on offer,
// is a choice beside the faces.
func (s state) Step(seat games.Seat, picked []string) games.Step {
	switch {
	case !s.Owes(seat):
	case len(picked) == 0:
		return s.faceStep(seat)
	case len(picked) == 1:
		if f, ok := s.pickedFace(picked[0]); ok {
			return s.outcomeStep(f)
		}
	}
	return games.Step{}
}

// Shown returns the View with the face that is picked and the boards after its outcomes.
func (s state) Shown(seat games.Seat, picked []string) games.View {
	return games.Shown(s, seat, picked, func(v *View, m *games.Making) {
		v.Making = m
		if len(picked) == 0 {
			return
		}
		f, _ := s.pickedFace(picked[0])
		v.Face = &f
		for _, c := range m.Step.Choices {
			v.Outcomes = append(v.Outcomes, games.After[View](s, seat, c.Move))
		}
	})
}

// pickedFace returns the face of a first step, and whether it was offered so.
func (s state) pickedFace(value string) (board.Spot, bool) {
	col, row, ok := board.ReadCell(value)
	return board.Spot{Col: col, Row: row}, ok && max(col, row) < s.pos.Size()-1 && s.pos.twistable(col, row)
}

// faceStep asks for a face, column by column. A face lies in the grid of faces, which has a
// column and a row fewer than the board.
func (s state) faceStep(seat games.Seat) games.Step {
	faces := s.pos.Size() - 1
	step := games.Step{Ask: games.Say("permute.ask.face"), Lies: games.Grid, Wide: faces, High: faces, Open: true}
	if s.maySwap() {
		if step.Areas() == nil {
			step.Ask = games.Say("permute.ask.swap")
		} else { // the button stands beside the areas, and not in one
			step.AskArea = games.Say("permute.ask.swap-area")
		}
		step.Choices = append(step.Choices, games.Choice{
			Value: string(swapMove), Label: games.Say("permute.choice.swap"), Short: games.Say("permute.short.swap"),
			Echo: games.Say("permute.echo.swap"), Move: swapMove, X: -1,
			Sure: games.Say("permute.sure.swap", "Other", 1-seat),
		})
	}
	many := 0
	for _, live := range s.pos.live[:faces] {
		many += bits.OnesCount32(live)
	}
	step.Choices = slices.Grow(step.Choices, many)
	for col := range faces {
		for row := range faces {
			if s.pos.twistable(col, row) {
				name := board.Cell(col, row)
				say := games.Say("permute.place", "Name", name)
				step.Choices = append(step.Choices,
					games.Choice{Value: name, Label: say, Short: say, X: col, Y: faces - 1 - row})
			}
		}
	}
	return step
}

// outcomeStep asks for one of the twists of a face: a direction and the cell of the stone to
// bandage.
func (s state) outcomeStep(f board.Spot) games.Step {
	step := games.Step{Ask: games.Say("permute.ask.outcome", "Face", board.Cell(f.Col, f.Row)), Lies: games.Grid,
		Open: true}
	for _, clockwise := range [2]bool{true, false} {
		for spot := range 4 {
			t := Twist{f.Col, f.Row, clockwise, spot}
			if s.pos.colourAfter(t) != s.pos.mover {
				continue
			}
			step.Choices = append(step.Choices, games.Choice{
				Value: board.Letter(clockwise) + "-" + t.Cell(),
				Label: games.Say("permute.choice."+board.Turn(clockwise), "Number", len(step.Choices)+1,
					"Cell", t.Cell()),
				Short: games.Say("permute.short."+board.Turn(clockwise), "Cell", t.Cell()),
				Echo:  games.Say("permute.echo", "Turn", t.words(), "Cell", t.Cell()),
				Move:  t.Move(),
			})
		}
	}
	step.Wide = OutcomesAcross(len(step.Choices))
	step.High = (len(step.Choices) + step.Wide - 1) / step.Wide
	for i := range step.Choices {
		step.Choices[i].X, step.Choices[i].Y = i%step.Wide, i/step.Wide
	}
	return step
}

// OutcomesAcross returns how many of so many outcomes lie side by side, on the picture and as
// buttons.
func OutcomesAcross(outcomes int) int {
	if outcomes > 4 {
		return 3
	}
	return 2
}
