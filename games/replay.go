package games

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
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

// back begins the move that [Back] returns.
const back = "back "

// Back returns the system move that takes back the last plies of the position as it stands.
// A State knows no plies before it and refuses the move: [Replay] carries it out.
func Back(plies int) Move { return Move(back + strconv.Itoa(plies)) }

// BackBy returns the number of plies that a move takes back, 0 for a move that takes none.
func (m Move) BackBy() int {
	text, ok := strings.CutPrefix(string(m), back)
	if !ok { // as nearly all are
		return 0
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || Back(n) != m {
		return 0
	}
	return n
}

// Standing returns, as indices into a log, the plies that nobody has taken back. A ply that
// takes back others is none of them.
func Standing(log []Ply) []int {
	var all []int
	for i, p := range log {
		if n := p.Move.BackBy(); n > 0 {
			all = all[:max(len(all)-n, 0)]
		} else {
			all = append(all, i)
		}
	}
	return all
}

// MayGoBack returns a *Refusal unless a seat may take back plies in a position, before
// which so many stand.
func MayGoBack(s State, seats int, p Ply, standing int) error {
	switch _, over := s.Result(); {
	case over:
		return Refuse("refuse.over")
	case p.Seat < 0 || int(p.Seat) >= seats:
		return Refuse("refuse.seat", "Seat", int(p.Seat))
	case p.Move.BackBy() > standing:
		return Refuse("refuse.back")
	}
	return nil
}

// Replay plays a log from its setup. It returns the position and the number of the turn,
// which rises with every ply that is not in the [SameTurn]: a menu made in a turn is good
// for the whole of that turn. It rises when plies are taken back, too. Replay returns a
// [*BadPly] for the first ply that cannot be played.
func Replay(g Game, s Setup, log []Ply) (State, int, error) {
	state, err := g.Start(s)
	if err != nil {
		return nil, 0, fmt.Errorf("start %s: %w", s.Game, err)
	}
	turn := 0
	var before []State // of the plies that stand
	for i, p := range log {
		if n := p.Move.BackBy(); n > 0 {
			if err := MayGoBack(state, s.Seats, p, len(before)); err != nil {
				return nil, 0, &BadPly{i, p, err}
			}
			state, before = before[len(before)-n], before[:len(before)-n]
			turn++
			continue
		}
		next, err := state.Play(p.Seat, p.Move)
		if err != nil {
			return nil, 0, &BadPly{i, p, err}
		}
		if !SameTurn(state, next, p.Seat) {
			turn++
		}
		before = append(before, state)
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
	return !slices.ContainsFunc(owe, func(s Seat) bool { return !sameOffer(before, after, s) })
}

// sameOffer reports whether the first step of a seat offers the same in two positions.
func sameOffer(a, b State, seat Seat) bool {
	short, ok := a.(Offerer)
	other, both := b.(Offerer)
	if ok && both {
		return short.Offers(seat) == other.Offers(seat)
	}
	return sameChoices(a.Step(seat, nil), b.Step(seat, nil))
}

// sameChoices reports whether two steps offer the same.
func sameChoices(a, b Step) bool {
	return a.Done == b.Done && slices.EqualFunc(a.Choices, b.Choices, func(a, b Choice) bool {
		return a.Value == b.Value && a.Move == b.Move
	})
}
