package magic

import (
	"encoding/json"
	"slices"

	"parlour/games"
)

// A state is a position with its seats.
type state struct {
	pos   Position
	last  games.Move    // the last ply, of the players or the host
	mover games.Seat    // whose ply it was
	turn  *Turn         // the last turn; never written to once set
	ended *games.Ending // nil while the game goes on
}

// toMove returns the seat that owes a turn, or Spectator when the game is over.
func (s state) toMove() games.Seat {
	if s.ended != nil {
		return games.Spectator
	}
	return s.pos.mover
}

func (s state) ToMove() []games.Seat {
	if s.ended != nil {
		return nil
	}
	return []games.Seat{s.toMove()}
}

// In returns both seats while the game goes on: who leaves ends it.
func (s state) In() []games.Seat {
	if s.ended != nil {
		return nil
	}
	return []games.Seat{0, 1}
}

func (s state) Legal(seat games.Seat) []games.Move {
	if s.ended != nil || seat != s.toMove() {
		return nil
	}
	var buf [MaxTurns]Turn
	turns := s.pos.Turns(buf[:0])
	moves := make([]games.Move, len(turns))
	for i, t := range turns {
		moves[i] = t.Move()
	}
	slices.Sort(moves)
	return moves
}

// Play makes a turn, or a move of the host.
func (s state) Play(seat games.Seat, m games.Move) (games.State, error) {
	if err := games.CheckDuel(s.toMove(), seat, m); err != nil {
		return nil, err
	}
	if m.System() {
		return s.end(seat, m), nil
	}
	t, err := s.readTurn(m)
	if err != nil {
		return nil, err
	}
	return s.playTurn(t, m), nil
}

// end ends the game for a seat that does not play, or by agreement.
func (s state) end(seat games.Seat, m games.Move) state {
	e := games.EndDuel(seat, m)
	s.last, s.mover, s.ended = m, seat, &e
	return s
}

func (s state) playTurn(t Turn, m games.Move) state {
	s.last, s.mover, s.turn = m, s.pos.mover, &t
	s.pos.Play(t)
	return s.judged()
}

// judged ends the game if the position is decided.
func (s state) judged() state {
	winner, over := s.pos.Judge()
	if over {
		s.ended = &games.Ending{Winner: winner, Reason: s.pos.reason(winner)}
	}
	return s
}

// Result gives the winner a score of 1 and the other seat 0; in a tie both have 0.
func (s state) Result() (games.Result, bool) {
	if s.ended == nil {
		return games.Result{}, false
	}
	r := games.Result{Places: []int{1, 1}, Scores: []int{0, 0}, Reason: s.ended.Reason}
	if w := s.ended.Winner; w != games.Spectator {
		r.Places[1-w], r.Scores[w] = 2, 1
	}
	return r, true
}

// Perft counts the sequences of moves of a given length, as texts.
func (s state) Perft(depth int) int {
	if s.ended != nil && depth > 0 {
		return 0
	}
	return s.pos.Perft(depth)
}

// Value says what the board is worth, also when the host ended the game.
func (s state) Value() string { return s.pos.Value().String() }

// MarshalJSON writes the position as its text, and with it how it came about and
// how the game ended, as a View has them.
func (s state) MarshalJSON() ([]byte, error) {
	v := s.View(games.Spectator).(View)
	return json.Marshal(map[string]any{
		"position": s.pos.String(), "ply": v.Ply,
		"last": v.Last, "mover": v.Mover, "turn": v.Turn, "ended": v.Ended, "winner": v.Winner,
	})
}
