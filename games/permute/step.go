package permute

import (
	"math/bits"
	"slices"

	"parlour/games"
	"parlour/games/board"
)

// A Face is a face by its bottom left cell.
type Face struct{ Col, Row int } // from 0

// Name returns the name of the face, which is that of its bottom left cell.
func (f Face) Name() string { return board.Cell(f.Col, f.Row) }

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
	if m := games.Made(s, seat, picked); m != "" {
		return s.after(seat, m)
	}
	v, step := s.View(seat).(View), s.Step(seat, picked)
	if len(step.Choices) == 0 {
		return v
	}
	v.Making = &games.Making{Picked: slices.Clone(picked), Step: step}
	if len(picked) == 1 {
		f, _ := s.pickedFace(picked[0])
		v.Face = &f
		for _, c := range step.Choices {
			v.Outcomes = append(v.Outcomes, s.after(seat, c.Move))
		}
	}
	return v
}

// after returns the View after a move that a step offers.
func (s state) after(seat games.Seat, m games.Move) View {
	next, err := s.Play(seat, m)
	if err != nil {
		panic("permute: a step offers " + string(m) + ", and " + err.Error())
	}
	return next.View(seat).(View)
}

// pickedFace returns the face of a first step, and whether it was offered so.
func (s state) pickedFace(value string) (Face, bool) {
	for col := range s.pos.Size() - 1 {
		for row := range s.pos.Size() - 1 {
			if f := (Face{col, row}); s.pos.twistable(col, row) && f.Name() == value {
				return f, true
			}
		}
	}
	return Face{}, false
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
				name := Face{col, row}.Name()
				say := games.Say("permute.choice.face", "Face", name)
				step.Choices = append(step.Choices, games.Choice{Value: name, Label: say, Short: say, X: col, Y: faces - 1 - row})
			}
		}
	}
	return step
}

// outcomeStep asks for one of the twists of a face: a direction and the cell of the stone to
// bandage.
func (s state) outcomeStep(f Face) games.Step {
	step := games.Step{Ask: games.Say("permute.ask.outcome", "Face", f.Name()), Lies: games.Grid, Open: true}
	for _, clockwise := range [2]bool{true, false} {
		for spot := range 4 {
			t := Twist{f.Col, f.Row, clockwise, spot}
			if s.pos.colourAfter(t) != s.pos.mover {
				continue
			}
			step.Choices = append(step.Choices, games.Choice{
				Value: board.Letter(clockwise) + "-" + t.Cell(),
				Label: games.Say("permute.choice."+t.turn(), "Number", len(step.Choices)+1, "Cell", t.Cell()),
				Short: games.Say("permute.short."+t.turn(), "Cell", t.Cell()),
				Echo:  games.Say("permute.echo."+t.turn(), "Face", t.Face(), "Cell", t.Cell()),
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
