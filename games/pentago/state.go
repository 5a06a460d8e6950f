package pentago

import (
	"encoding/json"

	"parlour/games"
	"parlour/games/search"
)

// A state is a position with its seats. Seat 0 moves at even plies, whichever side it has.
type state struct {
	games.Duel
	pos  Position
	turn *Turn // the last turn; never written to once set
}

func (s state) Legal(seat games.Seat) []games.Move {
	if !s.Owes(seat) {
		return nil // and a board that is over counts nothing
	}
	return s.Moves(seat, s.pos.Count(), func(n int) games.Move { return s.pos.Nth(n).Move() })
}

// Play makes a turn, or a system move.
func (s state) Play(seat games.Seat, m games.Move) (games.State, error) {
	return games.PlayDuel(s, seat, m, state.readTurn, func(s state, t Turn, _ games.Move) state { return s.playTurn(t) })
}

func (s state) playTurn(t Turn) state {
	mover := s.Next()
	s.Move(t.Move())
	s.turn = &t
	s.pos.Play(t)
	if winner, over := s.pos.Judge(); over {
		winner = s.Side(winner)
		s.End(winner, s.pos.reason(mover, winner))
	}
	return s
}

// Perft counts the sequences of depth moves.
func (s state) Perft(depth int) int {
	return search.PerftSwapping(s.Duel, searched{s.pos}, depth)
}

// MarshalJSON writes the whole position: rows from the top, W a White stone and B a Black one, the
// options, and the rest as in [View]. Where a swap is allowed, it says whether one may still come and whether one came.
func (s state) MarshalJSON() ([]byte, error) {
	v := s.View(games.Spectator).(View)
	var rows []string
	for row := Side - 1; row >= 0; row-- {
		rows = append(rows, v.row(row, "-WB"))
	}
	told := v.Told()
	told["rows"], told["corner"], told["neutral"], told["turn"] = rows, s.pos.corner, s.pos.loose, v.Turn
	if s.Swaps || s.Swapped {
		told["swap"], told["swapped"] = s.Swaps, s.Swapped
	}
	return json.Marshal(told)
}
