package commands

import (
	"context"
	"slices"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// A decision changes a match for one of its seats and returns the plies to append, as the
// decisions of package match do.
type decision func(m *match.Match, seat games.Seat) ([]games.Ply, error)

// A sentence says what was done in a match, from the match as committed.
type sentence func(*match.Match, games.Seat) games.Text

// saying returns a sentence that depends on nothing.
func saying(key string, pairs ...any) sentence {
	return func(*match.Match, games.Seat) games.Text { return games.Say(key, pairs...) }
}

// inGame has a player decide something in a match that is being played, and says what was
// done from the match as committed. A request that comes a second time makes no second move.
func (c call) inGame(ctx context.Context, id string, decide decision, said sentence) (Reply, error) {
	m, err := c.Env.Change(ctx, id, c.guarded(&said, decide))
	return c.replyTo(m, said, err)
}

// inTurn is [call.inGame] for a button. If the turn of the button is over, it shows the
// board as it is now.
func (c call) inTurn(ctx context.Context, decide decision, said sentence) (Reply, error) {
	guarded := c.guarded(&said, decide)
	m, err := c.Env.Change(ctx, c.Pressed.Match, func(m *match.Match) ([]games.Ply, error) {
		if err := c.thisTurn(m); err != nil {
			return nil, err
		}
		return guarded(m)
	})
	switch {
	case err != nil && m != nil && c.watches(m):
		return c.lookOn(ctx, m), nil
	case err == match.ErrStale:
		return c.stale(ctx, m), nil
	}
	return c.replyTo(m, said, err)
}

// thisTurn returns [match.ErrStale] if the turn of the call's button is over, and a refusal
// for a person who has no seat.
func (c call) thisTurn(m *match.Match) error {
	if _, err := c.seated(m); err != nil {
		return err
	}
	if m.State != nil && c.Pressed.Turn != m.Turn {
		return match.ErrStale
	}
	return nil
}

// guarded makes what [match.Env.Change] takes of a decision of the asker. If the request has made
// its move already, nothing is decided and the reply says that move.
func (c call) guarded(said *sentence, decide decision) match.Decision {
	return func(m *match.Match) ([]games.Ply, error) {
		seat, err := c.seated(m)
		if err != nil {
			return nil, err
		}
		if _, made := m.MadeBy(c.ID); made {
			*said = saying("move.played")
			return nil, nil
		}
		if err := m.Playing(); err != nil {
			return nil, err
		}
		m.RequestID = c.ID
		return decide(m, seat)
	}
}

// replyTo answers a request whose decision was committed, or refused.
func (c call) replyTo(m *match.Match, said sentence, err error) (Reply, error) {
	if err != nil {
		return Reply{}, message.Named(m, err)
	}
	reply := tell(c.Writer.Voice(c.Lang, m.Names()).Say(said(m, m.SeatOf(c.By.ID))))
	reply.Due = []match.Unshown{m.Unshown()}
	untold := func(a storage.Ask) bool { return a.By == c.By.ID && a.Answer == "" && a.Message == "" }
	if slices.ContainsFunc(m.Asks, untold) {
		reply = c.told(m.Unshown(), reply)
	}
	return reply, nil
}
