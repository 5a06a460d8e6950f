package games

import (
	"fmt"
	"slices"
)

// InTurn returns the plies of seats that move one after the other, from the first.
func InTurn(seats int, moves ...Move) []Ply {
	log := make([]Ply, len(moves))
	for i, m := range moves {
		log[i] = Ply{Seat(i % seats), m}
	}
	return log
}

// A BadPly is the error of a log that cannot be played: which ply, and why.
type BadPly struct {
	Index int // in the log, from 0
	Ply   Ply
	Err   error
}

func (e *BadPly) Error() string {
	return fmt.Sprintf("ply %d, %q by seat %d: %v", e.Index+1, e.Ply.Move, e.Ply.Seat, e.Err)
}

func (e *BadPly) Unwrap() error { return e.Err }

// Replay plays a log from its setup. It returns the position and the number of the turn,
// which rises with every ply that is not in the [SameTurn]: a menu made in a turn is good
// for the whole of that turn. It returns a [*BadPly] for the first ply that cannot be
// played.
func Replay(g Game, s Setup, log []Ply) (State, int, error) {
	state, err := g.Start(s)
	if err != nil {
		return nil, 0, fmt.Errorf("start %s: %w", s.Game, err)
	}
	turn := 0
	for i, p := range log {
		next, err := state.Play(p.Seat, p.Move)
		if err != nil {
			return nil, 0, &BadPly{i, p, err}
		}
		if !SameTurn(state, next, p.Seat) {
			turn++
		}
		state = next
	}
	return state, turn, nil
}

// SameTurn reports whether a ply by a seat left the choices of the others as they were. The
// mover has made its move while others still owe theirs, or has changed it; and the seats
// that still owe a move have the same legal moves as before, which their first step tells.
func SameTurn(before, after State, mover Seat) bool {
	owed, owe := before.ToMove(), after.ToMove()
	if i := slices.Index(owed, mover); i >= 0 {
		owed = slices.Delete(slices.Clone(owed), i, i+1)
	}
	if len(owe) == 0 || !slices.Equal(owed, owe) {
		return false
	}
	return !slices.ContainsFunc(owe, func(s Seat) bool { return !sameChoices(before.Step(s, nil), after.Step(s, nil)) })
}

// sameChoices reports whether two steps offer the same.
func sameChoices(a, b Step) bool {
	return a.Done == b.Done && slices.EqualFunc(a.Choices, b.Choices, func(a, b Choice) bool {
		return a.Value == b.Value && a.Move == b.Move
	})
}
