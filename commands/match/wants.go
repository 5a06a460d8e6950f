package match

import (
	"context"
	"slices"

	"parlour/games"
	"parlour/storage"
)

// A Want is what a live match wants of a person.
type Want int

// The wants.
const (
	WantNothing Want = iota // it waits for others
	WantMove                // a move
	WantAnswer              // an answer: to a challenge, to a question, or about a clock that has expired
	WantReturn              // that they come back: nobody else plays on
)

// Wants returns what a live match wants of a person who plays it or is invited. The head says
// it, so that a list reads no log; an old head does while its clocks are known and nothing is asked.
// It returns the errors of [Env.Load], and [games.ErrRules].
func (e *Env) Wants(ctx context.Context, head storage.Head, person string) (Want, error) {
	game, seat := e.games[head.Setup.Game], SeatIn(head, person)
	switch {
	case game == nil:
		return WantNothing, notOffered(head)
	case head.Phase == storage.Open && seat == games.Spectator:
		return WantAnswer, nil
	case head.Phase == storage.Open:
		return WantNothing, nil
	case head.Setup.Rules > game.Info().Rules:
		return WantNothing, games.ErrRules
	case knownStand(head) != nil:
		return wantIn(head, *knownStand(head), person), nil
	case seat >= 0 && int(seat) < len(head.Clocks) && runs(head.Clocks[seat]):
		return WantMove, nil
	case slices.ContainsFunc(head.Clocks, runs) && !asks(head):
		return WantNothing, nil
	}
	m, err := e.Load(ctx, head.ID)
	switch {
	case err != nil:
		return WantNothing, err
	case m.State == nil:
		return WantNothing, games.ErrRules
	case m.Phase != storage.Playing:
		return WantNothing, nil
	}
	return wantIn(m.Head, *standOf(m, len(m.Log)), person), nil
}

// runs reports whether the turn of a clock runs.
func runs(c storage.Clock) bool { return !c.Since.IsZero() }

// asks reports whether somebody may owe an answer that is no move.
func asks(head storage.Head) bool {
	return len(head.Offers) > 0 ||
		slices.ContainsFunc(head.Asks, func(a storage.Ask) bool { return a.Answer == "" }) ||
		slices.ContainsFunc(head.Clocks, func(c storage.Clock) bool { return !c.ExpiredAt.IsZero() })
}
