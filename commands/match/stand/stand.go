// Package stand says what the head of a match knows: whose turn it is, and what the match wants of
// a person. It needs nothing but the head, so it lies below package match, which writes the
// [storage.Stand] with each commit.
package stand

import (
	"slices"

	"parlour/games"
	"parlour/storage"
)

// Of returns what a head is to say of the position after so many plies, nil if no game is played.
func Of(head storage.Head, state games.State, plies int) *storage.Stand {
	if head.Phase != storage.Playing || state == nil {
		return nil
	}
	s := &storage.Stand{Plies: plies, ToMove: state.ToMove(), In: state.In(), Bids: games.Bids(state)}
	for seat := range games.Seat(len(head.Players)) {
		if s.Bids && !slices.Contains(s.ToMove, seat) && len(state.Step(seat, nil).Options()) > 0 {
			s.Changes = append(s.Changes, seat)
		}
		if _, err := state.Play(seat, games.Return); err == nil && !slices.Contains(s.In, seat) {
			s.Back = append(s.Back, seat)
		}
	}
	return s
}

// Known returns what a head says of its position, nil if it does not say it.
func Known(head storage.Head) *storage.Stand {
	if head.Phase != storage.Playing || head.Stand == nil || head.Stand.Plies != head.Plies {
		return nil
	}
	return head.Stand
}

// A Want is what a live match wants of a person.
type Want int

// The wants.
const (
	Nothing Want = iota // it waits for others
	Move                // a move
	Answer              // an answer: to a challenge, to a question, or about a clock that has expired
	Return              // that they come back, as no other person plays on
)

// Wants returns what a match that is played wants of a person. ok is false if its head does not say
// it. An old head says it as long as its clocks run and nothing is asked.
func Wants(head storage.Head, person string) (want Want, ok bool) {
	seat := SeatOf(head, person)
	switch {
	case Known(head) != nil:
		return In(head, *Known(head), person), true
	case seat >= 0 && int(seat) < len(head.Clocks) && runs(head.Clocks[seat]):
		return Move, true
	}
	return Nothing, slices.ContainsFunc(head.Clocks, runs) && !asks(head)
}

// In returns what a match that is played wants of a person in a position.
func In(head storage.Head, stand storage.Stand, person string) Want {
	seat := SeatOf(head, person)
	late := slices.IndexFunc(head.Clocks, func(c storage.Clock) bool { return !c.ExpiredAt.IsZero() })
	switch {
	case seat == games.Spectator:
		return Nothing
	case slices.Contains(stand.ToMove, seat):
		return Move
	case late >= 0 && late != int(seat):
		return Answer
	case slices.Contains(stand.In, seat) && slices.ContainsFunc(head.Asks, func(a storage.Ask) bool {
		return a.Answer == "" && !slices.Contains(a.Agreed, person)
	}):
		return Answer
	case slices.ContainsFunc(stand.In, func(s games.Seat) bool { return head.Players[s].Level == "" }):
		return Nothing // people play on
	case len(stand.In) > 0 && slices.Contains(stand.Back, seat) && !Spent(head, seat):
		return Return
	}
	return Nothing
}

// Spent reports whether a seat of a match has used up its total time.
func Spent(head storage.Head, seat games.Seat) bool {
	return head.TotalTime > 0 && int(seat) < len(head.Clocks) && head.Clocks[seat].Spent >= head.TotalTime
}

// SeatOf returns the seat of a person in a match, or [games.Spectator].
func SeatOf(head storage.Head, person string) games.Seat {
	return games.Seat(slices.IndexFunc(head.Players, func(p storage.Player) bool { return p.ID == person }))
}

// runs reports whether the turn of a clock runs.
func runs(c storage.Clock) bool { return !c.Since.IsZero() }

// asks reports whether somebody may owe an answer that is no move.
func asks(head storage.Head) bool {
	return len(head.Offers) > 0 ||
		slices.ContainsFunc(head.Asks, func(a storage.Ask) bool { return a.Answer == "" }) ||
		slices.ContainsFunc(head.Clocks, func(c storage.Clock) bool { return !c.ExpiredAt.IsZero() })
}
