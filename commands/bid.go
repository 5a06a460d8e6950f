package commands

import (
	"context"
	"errors"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
)

// typedBid makes a bid that was typed.
func (c call) typedBid(ctx context.Context) (Reply, error) {
	m, err := c.find(ctx, match.Mine)
	if err != nil {
		return Reply{}, err
	}
	if err := m.MayBid(); err != nil {
		return Reply{}, err
	}
	c.Pressed = message.NewButton(m, message.VerbPick)
	return c.typed(ctx, m, c.Options[optionBid])
}

// errReveals is returned by the decision for a bid that reveals all bids and is not confirmed.
var errReveals = errors.New("this bid reveals all bids")

// playSteps plays the move that some steps make. The last bid, which reveals all, is asked about
// first unless it is confirmed; a race may have made it the last.
func (c call) playSteps(ctx context.Context, steps []string, confirmed bool) (Reply, error) {
	m, err := c.Env.Change(ctx, c.Pressed.Match, func(m *match.Match) ([]games.Ply, error) {
		if _, made := m.MadeBy(c.ID); made {
			return nil, nil
		}
		if err := errors.Join(c.thisTurn(m), m.Playing()); err != nil {
			return nil, err
		}
		if c.onPublic() {
			m.PressedOn(c.Message)
		}
		seat, move := m.SeatOf(c.By.ID), games.Move("")
		switch steps, move = m.Finish(seat, steps); {
		case move == "":
			return nil, match.ErrStale
		case m.Bidding() && !confirmed && m.Reveals(seat, move):
			return nil, errReveals
		}
		m.RequestID, m.Here = c.ID, c.Guild != ""
		m.AdoptDirect(c.direct(m))
		return m.Play(seat, move)
	})
	switch {
	case errors.Is(err, errReveals):
		return c.showSteps(ctx, steps, 0, false)
	case errors.Is(err, match.ErrStale):
		return c.stale(ctx, m), nil
	case err != nil:
		return Reply{}, message.Named(m, err)
	}
	return c.moved(ctx, m)
}
