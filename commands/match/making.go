package match

import (
	"slices"

	"parlour/games"
)

// MayMove reports whether a seat has a move to make, or one to change.
func (m *Match) MayMove(seat games.Seat) bool {
	return m.State != nil && len(m.State.Step(seat, nil).Options()) > 0
}

// Soloist returns the seat of the only person of a match, whose steps may stand on the public
// board; ok is false where others play too, or where hands are hidden in a server.
func (m *Match) Soloist() (seat games.Seat, ok bool) {
	if !m.Solo() {
		return games.Spectator, false
	}
	return m.People()[0], true
}

// OnBoard reports whether a message is the public board of a match in which only one person plays,
// this one.
func (m *Match) OnBoard(person, message string) bool {
	seat, alone := m.Soloist()
	return alone && m.SeatOf(person) == seat && message != "" && (message == m.Live.Message || message == m.Message)
}

// Finish returns the move that steps make, and the steps with all that it takes to make it. The
// move is empty where they make none. A bid is made by the fewest steps, as it can be changed.
func (m *Match) Finish(seat games.Seat, steps []string) ([]string, games.Move) {
	if made := games.Made(m.State, seat, steps); made != "" {
		return steps, made
	}
	if done := m.State.Step(seat, steps).Done; m.Bidding() && done != "" {
		return append(slices.Clone(steps), games.Enough), done
	}
	return steps, ""
}

// Bid returns the bid that a seat has made in this turn and may change; empty for none.
func (m *Match) Bid(seat games.Seat) games.Move {
	if !m.Bidding() || m.Owes(seat) || !m.MayMove(seat) {
		return ""
	}
	for _, s := range slices.Backward(m.steps) {
		if s.Turn != m.Turn {
			break
		}
		if s.Seat == seat && !s.Move.System() {
			return s.Move
		}
	}
	return ""
}

// Reveals reports whether a bid of a seat ends the turn, because it is the last one.
func (m *Match) Reveals(seat games.Seat, bid games.Move) bool {
	next, err := m.State.Play(seat, bid)
	return err == nil && !games.SameTurn(m.State, next, seat)
}

// Timed returns the match as it is once the clocks of a move that was just made are computed: see
// [storage.Clock]. It is for a board that is shown before that is stored.
func (m *Match) Timed() *Match {
	timed := *m
	timed.Clocks = slices.Clone(m.Clocks)
	for i := range timed.Clocks {
		c := &timed.Clocks[i]
		if i >= len(m.Times.People) || !c.Due.IsZero() || !c.ExpiredAt.IsZero() {
			continue
		}
		if turn, ok := m.Times.Turn(m.Head, games.Seat(i)); ok {
			c.Due = turn.Due()
		}
	}
	return &timed
}

// AnyMove returns the move that the first choices make, for an example; empty if there is none. Where the
// steps are a move already it goes on, to show how a longer one is written. A bid ends there.
func (m *Match) AnyMove(seat games.Seat) games.Move {
	var steps []string
	for {
		if _, move := m.Finish(seat, steps); move != "" {
			return move
		}
		next := m.State.Step(seat, steps)
		if len(next.Choices) == 0 {
			return next.Done
		}
		steps = append(steps, next.Choices[0].Value)
	}
}
