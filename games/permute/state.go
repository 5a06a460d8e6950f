package permute

import (
	"encoding/json"
	"math/bits"
	"slices"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/search"
)

// A state is a position with its seats. Seat 0 moves at even plies, whichever colour
// it has.
type state struct {
	games.Duel
	pos    Position
	twist  *Twist // the last twist; never written to once set
	before int    // the largest group of its side before that
}

// colours returns the colours by seat.
func (s state) colours() [2]board.Colour {
	return [2]board.Colour{board.Colour(s.Side(0)), board.Colour(s.Side(1))}
}

func (s state) Legal(seat games.Seat) []games.Move {
	return s.Moves(seat, s.pos.Count(), func(n int) games.Move { return s.pos.Nth(n).Move() })
}

// Play makes a twist, the swap, or a system move.
func (s state) Play(seat games.Seat, m games.Move) (games.State, error) {
	return games.PlayDuel(s, seat, m, state.readTwist, state.play)
}

// play plays a twist.
func (s state) play(t Twist, m games.Move) state {
	s.Move(m)
	s.twist, s.before = &t, s.pos.Largest(s.pos.mover)
	s.pos.Play(t)
	if s.pos.Over() {
		s.End(s.judge())
	}
	return s
}

// judge decides a board on which no face can be twisted.
func (s state) judge() (winner games.Seat, reason games.Text) {
	side, reason := board.Decide(s.pos.Groups())
	return s.Side(side), reason
}

// Result gives each seat the size of its largest group as its score.
func (s state) Result() (games.Result, bool) {
	var scores [2]int
	for seat, c := range s.colours() {
		scores[seat] = s.pos.Largest(c)
	}
	return s.ResultOf(scores)
}

// Perft counts sequences of moves, the swap among them where it is on offer.
func (s state) Perft(depth int) int { return search.PerftSwapping(s.Duel, s.pos, depth) }

// MarshalJSON writes the whole position: rows from the top, bandaged stones in lower case,
// colours by seat, the rest as in [View]. Only swap differs: it says whether a swap may
// still come, before the first twist too.
func (s state) MarshalJSON() ([]byte, error) {
	v := s.View(games.Spectator).(View)
	names, told := [2]string{"orange", "yellow"}, v.Told("OYoy", "orange", "yellow")
	told["colours"] = []string{names[v.Colours[0]], names[v.Colours[1]]}
	told["swap"], told["twist"] = s.Swaps, v.Twist
	return json.Marshal(told)
}

// Step has two steps: the face, then one of its outcomes. The swap, while it is on offer,
// is a choice beside the faces.
func (s state) Step(seat games.Seat, picked []string) games.Step {
	switch {
	case !s.Owes(seat):
	case len(picked) == 0:
		return s.faceStep()
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
		v.Picked = &f
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
func (s state) faceStep() games.Step {
	faces := s.pos.Size() - 1
	step := games.Step{Ask: games.Say("permute.ask.face"), Lies: games.Grid, Wide: faces, High: faces, Open: true}
	if s.MaySwap() {
		if step.Areas() == nil {
			step.Ask = games.Say("permute.ask.swap")
		} else { // the button stands beside the areas, and not in one
			step.AskArea = games.Say("permute.ask.swap-area")
		}
		step.Choices = append(step.Choices, s.SwapChoice(sides))
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

// signs number the outcomes, as the picture does.
var signs = []string{"①", "②", "③", "④", "⑤", "⑥", "⑦", "⑧"}

// outcomeStep asks for one of the twists of a face: a direction and the cell of the stone to
// bandage. Of twists that lead to the same board it shows one.
func (s state) outcomeStep(f board.Spot) games.Step {
	step := games.Step{Ask: games.Say("permute.ask.outcome", "Face", board.Cell(f.Col, f.Row)), Lies: games.Grid,
		Open: true}
	for _, clockwise := range [2]bool{true, false} {
		for spot := range 4 {
			t := Twist{f.Col, f.Row, clockwise, spot}
			if s.pos.colourAfter(t) != s.pos.mover {
				continue
			}
			choice := games.Choice{
				Value: board.Letter(clockwise) + "-" + t.Cell(),
				Label: games.Say("permute.choice."+board.Turn(clockwise), "Number", len(step.Choices)+1,
					"Cell", t.Cell()),
				Short: games.Say("permute.short."+board.Turn(clockwise), "Sign", signs[len(step.Choices)], "Cell", t.Cell()),
				Echo:  games.Say("permute.echo", "Turn", t.words(), "Cell", t.Cell()),
				Move:  t.Move(),
			}
			if other := (Twist{f.Col, f.Row, true, spot}); !clockwise && s.pos.same(t, other) {
				choice.Label = games.Say("permute.choice.anticlockwise", "Number", 1+slices.IndexFunc(step.Choices,
					func(c games.Choice) bool { return c.Move == other.Move() }), "Cell", t.Cell())
				choice.X = -1
				step.Alike = append(step.Alike, choice)
				continue
			}
			step.Choices = append(step.Choices, choice)
		}
	}
	if len(step.Alike) > 0 && len(step.Alike) == len(step.Choices) {
		step.Ask.Key = "permute.ask.same"
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
