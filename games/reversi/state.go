package reversi

import (
	"encoding/json"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/search"
)

// A state is a position with its seats.
type state struct {
	games.Duel
	pos    Position
	last   Turn // zero before the first
	turned Set  // the discs that it turned over
}

func (s state) Legal(seat games.Seat) []games.Move {
	return s.Moves(seat, s.pos.Count(), func(n int) games.Move { return s.pos.Nth(n).Move() })
}

// Play places a disc, or plays a system move.
func (s state) Play(seat games.Seat, m games.Move) (games.State, error) {
	return games.PlayDuel(s, seat, m, state.readTurn, state.playTurn)
}

func (s state) playTurn(t Turn, m games.Move) state {
	s.Move(m)
	own, other := s.pos.sides()
	s.last, s.turned = t, s.pos.shape().turned(own, other, t.Cell)
	switch s.pos.Play(t); {
	case s.pos.Over():
		s.end()
	case games.Seat(s.pos.mover) == s.Mover:
		s.Pass()
	}
	return s
}

// end ends a game in which nobody can move.
func (s *state) end() {
	black, white := s.pos.discs[0].count(), s.pos.discs[1].count()
	winner, why := games.Spectator, "reversi.reason.most"
	switch {
	case black > white:
		winner = 0
	case white > black:
		winner = 1
	default:
		why = "reversi.reason.equal"
	}
	reason := games.Say(why, "High", max(black, white), "Low", min(black, white))
	if s.pos.left() > 0 {
		reason = games.Say("reversi.reason.stuck", "Reason", reason)
	}
	s.End(winner, reason)
}

// Result gives each seat the number of its discs as its score.
func (s state) Result() (games.Result, bool) {
	return s.ResultOf([2]int{s.pos.discs[0].count(), s.pos.discs[1].count()})
}

// Perft counts sequences of moves; a pass is none.
func (s state) Perft(depth int) int {
	return s.Counted(depth, func(depth int) int { return search.Perft(s.pos, depth) })
}

// MarshalJSON writes the whole position: rows from the top, B and W for the discs, and the rest as in [View].
func (s state) MarshalJSON() ([]byte, error) {
	v := s.View(games.Spectator).(View)
	told := v.Told()
	told["size"], told["toMove"], told["placed"], told["turned"], told["rows"] = v.Size, v.ToMove, v.Placed, v.Turned, v.rows()
	return json.Marshal(told)
}

// mostButtons is how many cells stand as buttons in rows. More are in a menu.
const mostButtons = 20

// Step has one step: the cell.
func (s state) Step(seat games.Seat, picked []string) games.Step {
	if !s.Owes(seat) || len(picked) > 0 {
		return games.Step{}
	}
	size := int(s.pos.size)
	step := games.Step{Ask: games.Say("reversi.ask.cell"), Lies: games.Row, Open: true}
	if s.pos.Count() > mostButtons {
		step.Lies = games.List
	}
	for c := range s.pos.open.each {
		t := Turn{s.pos.size, c}
		say := games.Say("reversi.choice.cell", "Cell", t.String())
		step.Choices = append(step.Choices, games.Choice{
			Value: t.String(), Label: say, Short: say, Move: t.Move(), X: int(c) % size, Y: int(c) / size,
		})
	}
	return step
}

// Offers implements [games.Offerer].
func (s state) Offers(seat games.Seat) any {
	if !s.Owes(seat) {
		return Set{}
	}
	return s.pos.open
}

// Shown returns the View with the cells that may be picked.
func (s state) Shown(seat games.Seat, picked []string) games.View {
	return games.Shown(s, seat, picked, func(v *View, m *games.Making) { v.Making = m })
}

// Parse understands a cell in capitals or not, with spaces.
func (Game) Parse(text string) (games.Move, error) {
	col, row, rest, ok := board.CutCell(board.Plain(text))
	if !ok || rest != "" {
		return "", refuseNotation(text)
	}
	return games.Move(board.Cell(col, row)), nil
}

// refuseNotation refuses a text that is no move. Somebody who types a pass learns that none is needed.
func refuseNotation(typed string) error {
	switch board.Plain(typed) {
	case "pass", "passe", "ps", "pa", "-":
		return games.Refuse("reversi.refuse.pass", "Example", "d3")
	}
	return games.Refuse("reversi.refuse.notation", "Typed", typed, "Example", "d3")
}

// Move writes a turn in its one spelling.
func (t Turn) Move() games.Move { return games.Move(t.String()) }

// readTurn reads a move in its one spelling and checks that the seat to move may make it.
func (s state) readTurn(m games.Move) (Turn, error) {
	col, row, ok := board.ReadCell(string(m))
	size, last := int(s.pos.size), int(s.pos.size)-1
	switch {
	case !ok:
		return Turn{}, refuseNotation(string(m))
	case max(col, row) > last:
		return Turn{}, games.Refuse("reversi.refuse.outside", "Cell", string(m), "Last", board.Cell(last, last))
	}
	t := Turn{s.pos.size, Cell(row*size + col)}
	switch {
	case s.pos.open.has(t.Cell.bit()):
		return t, nil
	case s.pos.discs[0].or(s.pos.discs[1]).has(t.Cell.bit()):
		return t, games.Refuse("reversi.refuse.taken", "Cell", string(m), "Own", s.pos.some())
	}
	return t, games.Refuse("reversi.refuse.none", "Cell", string(m), "Own", s.pos.some())
}

// some names some cells on which the mover may place.
func (p *Position) some() (all games.Either) {
	const most = 3
	for c := range p.open.each {
		if len(all) < most {
			all = append(all, c.name(p.size))
		}
	}
	return all
}
