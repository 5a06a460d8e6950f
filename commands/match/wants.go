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
