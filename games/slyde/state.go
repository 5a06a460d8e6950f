package slyde

import (
	"encoding/json"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/search"
)

// A state is a position with its seats. Seat 0 has [board.Orange] and moves at even plies.
type state struct {
	games.Duel
	pos    Position
	turn   *Turn // the last turn; never written to once set
	before int   // the largest group of its side before that
}

func (s state) Legal(seat games.Seat) []games.Move {
	return s.Moves(seat, s.pos.Count(), func(n int) games.Move { return s.pos.Nth(n).Move() })
}

// Play makes a swap, a change, or a system move.
func (s state) Play(seat games.Seat, m games.Move) (games.State, error) {
	return games.PlayDuel(s, seat, m, state.readTurn, state.playTurn)
}

func (s state) playTurn(t Turn, m games.Move) state {
	s.Move(m)
	s.turn, s.before = &t, s.pos.Largest(s.pos.mover)
	s.pos.Play(t)
	if s.pos.Over() {
		s.End(board.Decide(s.pos.Groups()))
	}
	return s
}

// Result gives each seat the size of its largest group as its score.
func (s state) Result() (games.Result, bool) {
	return s.ResultOf([2]int{s.pos.Largest(board.Orange), s.pos.Largest(board.Yellow)})
}

// Perft counts sequences of turns.
func (s state) Perft(depth int) int {
	return s.Counted(depth, func(depth int) int { return search.Perft(s.pos, depth) })
}

// MarshalJSON writes the whole position, with the sides as books call them: rows from the top, W a
// stone of White, which begins, and B one of Black, in lower case when fixed. The rest is as in [View].
func (s state) MarshalJSON() ([]byte, error) {
	v := s.View(games.Spectator).(View)
	told := v.Told("WBwb", "white", "black")
	told["rule"], told["mirror"], told["turn"] = v.Rule, v.Mirror, v.Turn
	return json.Marshal(told)
}

// Step has three steps: the column of a stone, its row, and the cell to swap with. Where the mover
// may change a stone, the first step has that too; the column and the row of the stone follow.
func (s state) Step(seat games.Seat, picked []string) games.Step {
	if !s.Owes(seat) {
		return games.Step{}
	}
	p := board.Picker{Game: "slyde", Ask: "slyde.ask.", Size: s.pos.Size(), Cells: s.pos.Size(), Rows: s.rows,
		Choose: s.targetStep}
	if s.pos.mirror == 0 {
		return p.Step(picked)
	}
	if len(picked) > 0 && picked[0] == mark {
		return s.changeStep(picked[1:])
	}
	step := p.Step(picked)
	if len(picked) == 0 {
		step.Ask = games.Say("slyde.ask.mirror")
		step.Choices = append([]games.Choice{{
			Value: mark, Label: games.Say("slyde.choice.change"), Short: games.Say("slyde.short.change"), X: -1,
		}}, step.Choices...)
	}
	return step
}

// Shown returns the View with the column or the cell that is picked.
func (s state) Shown(seat games.Seat, picked []string) games.View {
	return games.Shown(s, seat, picked, func(v *View, m *games.Making) {
		if len(picked) > 0 && picked[0] == mark {
			picked = picked[1:]
		}
		v.Making, v.Picked = m, board.Picked(picked, s.pos.Size())
	})
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

// changeStep asks for the column of a stone to change, then for its row, which may be any.
func (s state) changeStep(picked []string) games.Step {
	rows := make([]int, s.pos.Size())
	for row := range rows {
		rows[row] = row
	}
	p := board.Picker{
		Game: "slyde", Ask: "slyde.ask.change-", Size: s.pos.Size(), Cells: s.pos.Size(),
		Rows:   func(int) []int { return rows },
		Choose: func(board.Spot) games.Step { return games.Step{} },
	}
	step := p.Step(picked)
	if len(picked) != 1 {
		return step
	}
	at, _ := board.ReadSpot(picked, s.pos.Size())
	for row := range step.Choices {
		c, cell := &step.Choices[row], board.Cell(at.Col, row)
		c.Label, c.Move = games.Say("slyde.choice.fix", "Cell", cell), Turn{at.Col, row, at.Col, row}.Move()
		if s.pos.Stone(at.Col, row).Fixed { // which the mark on the picture hides
			c.Label = games.Say("slyde.choice.free", "Cell", cell)
			c.Short = c.Label
		}
		c.Echo = c.Label
	}
	return step
}

// targetStep asks for the neighbour that a stone is swapped with. The choices lie as the cells do,
// round the stone.
func (s state) targetStep(at board.Spot) games.Step {
	step := games.Step{
		Ask: games.Say("slyde.ask.target", "Cell", board.Cell(at.Col, at.Row)), Lies: games.Grid, Wide: 3, High: 3,
		Open: true,
	}
	for _, t := range s.pos.targets(at.Col, at.Row) {
		step.Choices = append(step.Choices, games.Choice{
			Value: t.To(), Label: games.Say("slyde.choice.target", "Cell", t.To()),
			Short: games.Say("slyde.place", "Name", t.To()),
			Echo:  games.Say("slyde.echo.swap", "From", t.From(), "To", t.To()), Move: t.Move(),
			X: 1 + t.ToCol - t.Col, Y: 1 - t.ToRow + t.Row,
		})
	}
	if len(step.Choices) == 0 {
		return games.Step{}
	}
	return step
}
