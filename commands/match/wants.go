package match

import (
	"context"
	"slices"

	"parlour/games"
	"parlour/storage"
)

// Wants returns what a live match wants of a person who plays it or is invited. It reads the log
// only of a rematch that nobody has looked at. It returns the errors of [Env.Load], and
// [games.ErrRules].
func (e *Env) Wants(ctx context.Context, head storage.Head, person string) (Want, error) {
	game := e.games[head.Setup.Game]
	switch {
	case game == nil:
		return WantNothing, notOffered(head)
	case head.Phase == storage.Open && SeatIn(head, person) == games.Spectator:
		return WantAnswer, nil
	case head.Phase == storage.Open:
		return WantNothing, nil
	case head.Setup.Rules > game.Info().Rules:
		return WantNothing, games.ErrRules
	}
	stand, err := e.stand(ctx, head)
	if err != nil || stand == nil {
		return WantNothing, err
	}
	return wantIn(head, *stand, person), nil
}

// stand returns what a head says of its position, nil if no game is played. The head of a rematch says nothing
// before it is looked at, so its log is read.
func (e *Env) stand(ctx context.Context, head storage.Head) (*storage.Stand, error) {
	if head.Phase != storage.Playing || head.Stand != nil {
		return head.Stand, nil
	}
	m, err := e.Load(ctx, head.ID)
	if err == nil && m.State == nil {
		err = games.ErrRules
	}
	if err != nil {
		return nil, err
	}
	return newStand(m.Head, m.State), nil
}

// hasTurn reports whether a person has a move to make in a match, or one to change, and whether it
// is a bid.
func (e *Env) hasTurn(ctx context.Context, head storage.Head, person string) (is, bid bool) {
	stand, err := e.stand(ctx, head)
	if err != nil || stand == nil {
		return false, false
	}
	seat := SeatIn(head, person)
	return slices.Contains(stand.ToMove, seat) || slices.Contains(stand.Changes, seat), stand.Bids
}

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
