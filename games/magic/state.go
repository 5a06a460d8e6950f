package magic

import (
	"encoding/json"
	"slices"

	"parlour/games"
)

// A state is a position with its seats. As many turns were played as tiles lie on the
// board, so the mover of the position is the seat that owes a turn.
type state struct {
	games.Duel
	pos  position
	turn *Turn // the last turn; never written to once set
}

// newState returns a position in which nobody has moved yet.
func newState(p position) state { return state{Duel: games.Duel{Ply: p.tileCount()}, pos: p} }

func (s state) Legal(seat games.Seat) []games.Move {
	if !s.Owes(seat) {
		return nil
	}
	var buf [maxTurns]Turn
	turns := s.pos.turns(buf[:0])
	moves := make([]games.Move, len(turns))
	for i, t := range turns {
		moves[i] = t.move()
	}
	slices.Sort(moves)
	return moves
}

// Play makes a turn, or a system move.
func (s state) Play(seat games.Seat, m games.Move) (games.State, error) {
	return games.PlayDuel(s, seat, m, state.readTurn, state.playTurn)
}

func (s state) playTurn(t Turn, m games.Move) state {
	s.Move(m)
	s.turn = &t
	s.pos.Play(t)
	return s.judged()
}

// judged ends the game if the position is decided.
func (s state) judged() state {
	if winner, over := s.pos.Judge(); over {
		s.End(winner, s.pos.reason(winner))
	}
	return s
}

// Result gives the winner a score of 1 and the other seat 0; in a tie both have 0.
func (s state) Result() (games.Result, bool) {
	var scores [2]int
	if w := s.Winner(); w != games.Spectator {
		scores[w] = 1
	}
	return s.ResultOf(scores)
}

// Perft counts the sequences of depth moves.
func (s state) Perft(depth int) int {
	if s.Ended != nil && depth > 0 {
		return 0
	}
	return s.pos.Perft(depth)
}

// Value returns what the board is worth, also when a system move ended the game.
func (s state) Value() string { return s.pos.Value().String() }

// MarshalJSON writes the position as its text, and the last turn and the end as [View] has
// them.
func (s state) MarshalJSON() ([]byte, error) {
	v := s.View(games.Spectator).(View)
	return json.Marshal(map[string]any{
		"position": s.pos.String(), "ply": v.Ply,
		"last": v.Last, "mover": v.Mover, "turn": v.Turn, "ended": v.Ended, "winner": v.Winner,
	})
}
