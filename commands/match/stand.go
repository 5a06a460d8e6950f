package match

import (
	"slices"

	"parlour/games"
	"parlour/storage"
)

// newStand returns what a head is to say of a position. If nobody knows it, that stays what it was; it is nil if no
// game is played.
func newStand(head storage.Head, state games.State) *storage.Stand {
	switch {
	case head.Phase != storage.Playing:
		return nil
	case state == nil:
		return head.Stand
	}
	s := &storage.Stand{ToMove: state.ToMove(), In: state.In(), Bids: games.Bids(state)}
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

// A Want is what a live match wants of a person.
type Want int

// The wants.
const (
	WantNothing Want = iota // it waits for others
	WantMove                // a move
	WantAnswer              // an answer: to a challenge, to a question, or about a clock that has expired
	WantReturn              // that they come back, as no other person plays on
)

// wantIn returns what a match that is played wants of a person in a position.
func wantIn(head storage.Head, stand storage.Stand, person string) Want {
	seat := SeatIn(head, person)
	late := slices.IndexFunc(head.Clocks, func(c storage.Clock) bool { return !c.ExpiredAt.IsZero() })
	switch {
	case seat == games.Spectator:
		return WantNothing
	case slices.Contains(stand.ToMove, seat):
		return WantMove
	case late >= 0 && late != int(seat):
		return WantAnswer
	case slices.Contains(stand.In, seat) && slices.ContainsFunc(head.Asks, func(a storage.Ask) bool {
		return a.Answer == "" && !slices.Contains(a.Agreed, person)
	}):
		return WantAnswer
	case slices.ContainsFunc(stand.In, func(s games.Seat) bool { return head.Players[s].Level == "" }):
		return WantNothing // people play on
	case len(stand.In) > 0 && slices.Contains(stand.Back, seat) && !spent(head, seat):
		return WantReturn
	}
	return WantNothing
}

// spent reports whether a seat of a match has used up its total time.
func spent(head storage.Head, seat games.Seat) bool {
	return head.TotalTime > 0 && int(seat) < len(head.Clocks) && head.Clocks[seat].Spent >= head.TotalTime
}
