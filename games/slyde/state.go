package slyde

import (
	"encoding/json"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/search"
)

// A state is a position with its seats. Seat 0 has Orange and moves at even plies.
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
// stone of White, which is Orange here, and B one of Black, in lower case when fixed. The rest is
// as in [View].
func (s state) MarshalJSON() ([]byte, error) {
	v := s.View(games.Spectator).(View)
	return json.Marshal(map[string]any{
		"size": v.Size, "rows": board.Rows(v.Size, v.letters("WBwb")), "ply": v.Ply,
		"groups": map[string][]int{"white": v.Groups[board.Orange], "black": v.Groups[board.Yellow]},
		"rule":   v.Rule, "mirror": v.Mirror, "last": v.Last, "mover": v.Mover, "turn": v.Turn, "ended": v.Ended,
		"winner": v.Winner,
	})
}
