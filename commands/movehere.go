package commands

import (
	"cmp"
	"context"

	"parlour/commands/match"

	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// MoveHere moves a match out of a channel where nothing can be shown to the one in which its
// button was clicked.
func MoveHere(ctx context.Context, h *Host, c Call) (Reply, error) {
	if err := h.MayShow(c.Request); err != nil {
		return Reply{}, err
	}
	said := Saying("board.moved")
	move := func(m *match.Match, _ games.Seat) ([]games.Ply, error) {
		if !message.Movable(c.Reader(), m, h.Now()) {
			return nil, games.Refuse("refuse.here")
		}
		match.MoveTo(m, c.Channel)
		return nil, nil
	}
	m, err := h.Publisher.ChangeAlone(ctx, c.Pressed.Match, func(m *match.Match) ([]games.Ply, error) {
		if m.Phase != storage.Open {
			return c.Guarded(&said, move)(m)
		}
		if err := cmp.Or(sits(c, m), h.MayBegin(ctx, c, m.Game)); err != nil {
			return nil, err
		}
		return move(m, 0)
	})
	reply, err := h.ReplyTo(c, m, said, err)
	if err != nil {
		return reply, err
	}
	return h.Told(c, m.Unshown(), reply), nil
}

// PostAgain has a match posted that its channel refused, and says what has become of it.
func PostAgain(ctx context.Context, h *Host, c Call) (Reply, error) {
	m, err := h.Seen(ctx, c)
	if err == nil {
		err = sits(c, m)
	}
	if err != nil {
		return Reply{}, err
	}
	if match.Unseen(m.Head, h.Now()) {
		if err := h.Env.Touch(ctx, m.ID); err != nil {
			return Reply{}, err
		}
	}
	if reply := h.Untold(ctx, c, match.Unshown{ID: m.ID}); reply.Message.Content != "" {
		return reply, nil
	}
	if m, err = h.Env.Load(ctx, m.ID); err != nil {
		return Reply{}, err
	}
	if m.Phase.Live() && m.Published != m.Desired {
		return Tell(h.Say(c, "unseen.soon")), nil
	}
	return Tell(h.Say(c, "unseen.up")), nil
}

// sits returns a refusal unless the asker has a seat in a match, or at a table.
func sits(c Call, m *match.Match) error {
	if err := m.MaySee(c.By.ID, c.Channel); err != nil {
		return err
	}
	if m.SeatOf(c.By.ID) == games.Spectator {
		return games.Refuse("refuse.not-seated")
	}
	return nil
}
