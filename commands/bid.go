package commands

import (
	"context"
	"errors"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
)

// bidCommand defines /bid.
func bidCommand() command {
	return command{
		Name: "bid", Run: typedBid, Define: options(required(completing(optionBid)), completing(optionGame)),
		Complete: map[string]handler{optionBid: completeMove, optionGame: completeGame},
	}
}

// typedBid makes a bid that was typed.
func typedBid(ctx context.Context, h *host, c call) (Reply, error) {
	m, reply, err := h.find(ctx, c, match.Mine)
	if m == nil {
		return reply, err
	}
	if err := m.MayBid(); err != nil {
		return Reply{}, err
	}
	c.Pressed = message.NewButton(m, message.VerbPick)
	return typed(ctx, h, c, m, c.Options[optionBid])
}

// errReveals is returned by the decision for a bid that reveals all bids and is not confirmed.
var errReveals = errors.New("this bid reveals all bids")

// playSteps plays the move that some steps make. The last bid, which reveals all, is asked about
// first unless it is confirmed; a race may have made it the last.
func playSteps(ctx context.Context, h *host, c call, steps []string, confirmed bool) (Reply, error) {
	m, err := h.Env.Change(ctx, c.Pressed.Match, func(m *match.Match) ([]games.Ply, error) {
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
		m.AdoptDirect(c.Direct(m))
		return m.Play(seat, move)
	})
	switch {
	case errors.Is(err, errReveals):
		return showSteps(ctx, h, c, steps, 0, false)
	case errors.Is(err, match.ErrStale):
		return h.stale(ctx, c, m), nil
	case err != nil:
		return Reply{}, message.Named(m, err)
	}
	return h.moved(ctx, c, m)
}
