package catchup

import (
	"encoding/json"
	"slices"

	"parlour/games"
	"parlour/games/board"
)

// A state is a position at the beginning of a turn, with its seats.
type state struct {
	games.Duel
	pos    position
	last   Turn   // the last one; none before the first
	before [2]int // by side: its largest group before that, 1 if it had no stone
}

// Legal lists every turn. There may be hundreds of thousands.
func (s state) Legal(seat games.Seat) []games.Move {
	if !s.Owes(seat) {
		return nil
	}
	moves := make([]games.Move, 0, s.pos.Count())
	s.pos.each(func(t Turn, _ *position) { moves = append(moves, s.pos.shape.move(t)) })
	slices.Sort(moves)
	return moves
}

// Play makes a turn or a system move.
func (s state) Play(seat games.Seat, m games.Move) (games.State, error) {
	read := func(s state, m games.Move) (Turn, error) { return s.pos.readTurn(m) }
	return games.PlayDuel(s, seat, m, read, state.play)
}

// play makes a legal turn.
func (s state) play(t Turn, m games.Move) state {
	s.Move(m)
	s.last, s.before = t, [2]int{s.pos.Largest(0), s.pos.Largest(1)}
	s.pos.Play(t)
	if s.pos.Over() {
		s.End(board.Decide(s.pos.groups()))
	}
	return s
}

// limit returns the number of stones that may be placed now, 0 once the game is over.
func (s state) limit() int {
	if s.Ended != nil {
		return 0
	}
	return s.pos.Limit()
}

// Result gives each seat the size of its largest group as its score.
func (s state) Result() (games.Result, bool) {
	if s.Ended == nil {
		return games.Result{}, false
	}
	var scores [2]int
	for side, groups := range s.pos.groups() {
		if len(groups) > 0 {
			scores[side] = groups[0]
		}
	}
	return s.ResultOf(scores)
}

// Perft counts sequences of turns.
func (s state) Perft(depth int) int {
	return s.Counted(max(depth, 0), s.pos.Perft)
}

// MarshalJSON writes the whole position: rows from the top, W and B for the stones of White and
// Black, which are the sides of seats 0 and 1, and the rest as in [View].
func (s state) MarshalJSON() ([]byte, error) {
	v := s.View(games.Spectator).(View)
	var rows []string
	for row := s.pos.shape.high() - 1; row >= 0; row-- {
		rows = append(rows, v.row(row, "-WB"))
	}
	return json.Marshal(map[string]any{
		"size": v.Size, "rows": rows, "limit": v.Limit, "turn": v.Ply, "bonus": v.Bonus, "before": v.Before,
		"groups": map[string][]int{"white": v.Groups[0], "black": v.Groups[1]},
		"last":   v.Last, "mover": v.Mover, "stones": v.Stones, "ended": v.Ended, "winner": v.Winner,
	})
}
