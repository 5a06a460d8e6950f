package twistonly

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
	twist  *Twist // the last twist; never written to once set
	before int    // the largest solved group of its side before that
	solves [2]int // by colour: the stones that the last twist solved
}

func (s state) Legal(seat games.Seat) []games.Move {
	return s.Moves(seat, s.pos.Count(), func(n int) games.Move { return s.pos.Nth(n).Move() })
}

// Play makes a twist or a system move.
func (s state) Play(seat games.Seat, m games.Move) (games.State, error) {
	return games.PlayDuel(s, seat, m, state.readTwist, state.playTwist)
}

func (s state) playTwist(t Twist, m games.Move) state {
	s.Move(m)
	s.twist, s.before = &t, s.pos.held().Largest(s.pos.mover)
	solved := s.pos.Fixed
	s.pos.Play(t)
	fresh := s.pos.Fixed.Without(solved)
	for c, stones := range s.pos.Of {
		s.solves[c] = stones.Within(fresh).Count()
	}
	if s.pos.Over() {
		winner, reason := board.Decide(s.pos.held().Groups())
		reason.Key = "twistonly." + reason.Key // which says that only solved groups count
		s.End(winner, reason)
	}
	return s
}

// Result gives each seat the size of its largest solved group as its score.
func (s state) Result() (games.Result, bool) {
	held := s.pos.held()
	return s.ResultOf([2]int{held.Largest(board.Orange), held.Largest(board.Yellow)})
}

// Perft counts sequences of twists.
func (s state) Perft(depth int) int {
	return s.Counted(depth, func(depth int) int { return search.Perft(s.pos, depth) })
}

// MarshalJSON writes the whole position: rows from the top, solved stones in lower case, colours by
// seat, the rest as in [View].
func (s state) MarshalJSON() ([]byte, error) {
	v := s.View(games.Spectator).(View)
	back := []games.Move{}
	for _, t := range v.Back {
		back = append(back, t.Move())
	}
	told := v.Told("OYoy", "orange", "yellow")
	told["colours"], told["back"] = []string{"orange", "yellow"}, back
	told["idle"], told["solves"], told["twist"] = v.Idle, v.Solves, v.Twist
	return json.Marshal(told)
}

// Step has three steps: the column of a face, its row, and the direction.
func (s state) Step(seat games.Seat, picked []string) games.Step {
	if !s.Owes(seat) {
		return games.Step{}
	}
	p := board.Picker{Game: "twistonly", Ask: "twistonly.ask.", Size: s.pos.Size() - 1, Cells: s.pos.Size(),
		Rows: s.rows, Choose: s.directionStep}
	return p.Step(picked)
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

// Parse understands a twist, with spaces and in any case.
func (Game) Parse(text string) (games.Move, error) {
	t, ok := parseTwist(games.Move(text))
	if !ok {
		return "", refuseNotation(text)
	}
	return t.Move(), nil
}

// refuseNotation refuses a text that is no move.
func refuseNotation(typed string) error {
	return games.Refuse("twistonly.refuse.notation", "Typed", typed, "Example", "Cd3")
}

// parseTwist reads a twist in any spelling, whose face may lie outside the board.
func parseTwist(m games.Move) (Twist, bool) {
	clockwise, face, ok := board.CutTurn(board.Plain(string(m)))
	col, row, rest, cell := board.CutCell(face)
	return Twist{col, row, clockwise}, ok && cell && rest == ""
}

// Move writes a twist in its one spelling.
func (t Twist) Move() games.Move { return games.Move(board.Letter(t.Clockwise) + t.Face()) }

// Face names the face by the cell at its bottom left.
func (t Twist) Face() string { return board.Cell(t.Col, t.Row) }

// Complete returns a twist of a face that was typed.
func (s state) Complete(_ games.Seat, part string) games.Move {
	clockwise, col, row, rest, ok := board.CutFace(part)
	if !ok || rest != "" {
		return ""
	}
	return Twist{Col: col, Row: row, Clockwise: clockwise}.Move()
}

// words says a twist.
func (t Twist) words() games.Text { return board.Twisted("twistonly.turn.", t.Clockwise, t.Face()) }

// readTwist reads a move in its one spelling and checks that it may be made. Its refusals say which
// moves would be right.
func (s state) readTwist(m games.Move) (Twist, error) {
	t, ok := parseTwist(m)
	if !ok || t.Move() != m {
		return Twist{}, refuseNotation(string(m))
	}
	if last := s.pos.Size() - 2; max(t.Col, t.Row) > last {
		return Twist{}, games.Refuse("refuse.face", "Face", t.Face(), "Last", board.Cell(last, last))
	}
	if s.pos.legal(t) {
		return t, nil
	}
	such := string(s.pos.Nth(s.pos.Count() / 2).Move())
	for place := range 4 {
		if col, row := t.Col+place%2, t.Row+place/2; s.pos.Stone(col, row).Fixed {
			return Twist{}, games.Refuse("twistonly.refuse.solved", "Face", t.Face(), "Cell", board.Cell(col, row),
				"Such", such)
		}
	}
	if f := s.pos.Of[board.Yellow].InFace(t.Col, t.Row); f == 0 || f == 0b1111 {
		return Twist{}, games.Refuse("twistonly.refuse.plain", "Face", t.Face(),
			"Side", games.Say(sides[s.pos.Stone(t.Col, t.Row).Colour]), "Such", such)
	}
	return Twist{}, games.Refuse("twistonly.refuse.back", "Move", string(m), "Such", such)
}
