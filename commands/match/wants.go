package match

import (
	"context"
	"slices"

	"parlour/games"
	"parlour/storage"
)

// Wants returns what a live match wants of a person who plays it or is invited. It reads the log
// only if the head is old and does not say it. It returns the errors of [Env.Load], and
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
	if want, ok := wantsNow(head, person); ok {
		return want, nil
	}
	m, err := e.Load(ctx, head.ID)
	if err == nil && m.State == nil {
		err = games.ErrRules
	}
	if err != nil || m.Phase != storage.Playing {
		return WantNothing, err
	}
	return wantIn(m.Head, *newStand(m.Head, m.State, len(m.Log)), person), nil
}

// hasTurn reports whether a person has a move to make in a match, or one to change, and whether it
// is a bid. It reads the log if the head is old and does not say it.
func (e *Env) hasTurn(ctx context.Context, head storage.Head, person string) (is, bid bool) {
	known := knownStand(head)
	if known == nil && head.Phase == storage.Playing {
		if m, err := e.Load(ctx, head.ID); err == nil {
			known = newStand(m.Head, m.State, len(m.Log))
		}
	}
	if known == nil {
		return false, false
	}
	seat := SeatIn(head, person)
	return slices.Contains(known.ToMove, seat) || slices.Contains(known.Changes, seat), known.Bids
}
