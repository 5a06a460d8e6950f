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
	Nothing Want = iota // it waits for others
	Move                // a move
	Answer              // an answer: to a challenge, to a question, or about a clock that has expired
	Coming              // that they come back: nobody else plays on
)

// Wants returns what a live match wants of a person who plays it or is invited. The head says
// it while the clocks are known and nothing is asked, so that a list reads no log. It returns
// the errors of [Env.Load], and [games.ErrRules].
func (e *Env) Wants(ctx context.Context, head storage.Head, person string) (Want, error) {
	game, seat := e.games[head.Setup.Game], SeatIn(head, person)
	switch {
	case game == nil:
		return Nothing, notOffered(head)
	case head.Phase == storage.Open && seat == games.Spectator:
		return Answer, nil
	case head.Phase == storage.Open:
		return Nothing, nil
	case head.Setup.Rules > game.Info().Rules:
		return Nothing, games.ErrRules
	case seat >= 0 && int(seat) < len(head.Clocks) && runs(head.Clocks[seat]):
		return Move, nil
	case slices.ContainsFunc(head.Clocks, runs) && !asks(head):
		return Nothing, nil
	}
	m, err := e.Load(ctx, head.ID)
	switch {
	case err != nil:
		return Nothing, err
	case m.State == nil:
		return Nothing, games.ErrRules
	case m.Owes(seat):
		return Move, nil
	case slices.Contains(m.OwedBy(), person), m.In(seat) && slices.ContainsFunc(m.Asks, func(a storage.Ask) bool {
		return a.Answer == "" && !slices.Contains(a.Agreed, person)
	}):
		return Answer, nil
	case m.Deserted() && slices.Contains(m.Missing(), seat):
		return Coming, nil
	}
	return Nothing, nil
}

// runs reports whether the turn of a clock runs.
func runs(c storage.Clock) bool { return !c.Since.IsZero() }

// asks reports whether somebody may owe an answer that is no move.
func asks(head storage.Head) bool {
	return len(head.Offers) > 0 ||
		slices.ContainsFunc(head.Asks, func(a storage.Ask) bool { return a.Answer == "" }) ||
		slices.ContainsFunc(head.Clocks, func(c storage.Clock) bool { return !c.ExpiredAt.IsZero() })
}
