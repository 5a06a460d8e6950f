package commands

import (
	"cmp"
	"context"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// moveHere moves a match out of a channel where nothing can be shown to the one in which its
// button was clicked.
func moveHere(ctx context.Context, h *host, c call) (Reply, error) {
	if err := h.mayShow(c.Request); err != nil {
		return Reply{}, err
	}
	said := saying("board.moved")
	move := func(m *match.Match, _ games.Seat) ([]games.Ply, error) {
		if !message.Movable(c.reader(), m, h.Now()) {
			return nil, games.Refuse("refuse.here")
		}
		m.MoveTo(c.Channel)
		return nil, nil
	}
	m, err := h.Publisher.ChangeAlone(ctx, c.Pressed.Match, func(m *match.Match) ([]games.Ply, error) {
		if m.Phase != storage.Open {
			return c.guarded(&said, move)(m)
		}
		if err := cmp.Or(sits(c, m), h.MayBegin(ctx, c, m.Game)); err != nil {
			return nil, err
		}
		return move(m, 0)
	})
	reply, err := h.replyTo(c, m, said, err)
	if err != nil {
		return reply, err
	}
	return h.told(c, m.Unshown(), reply), nil
}

// postAgain has a match posted that its channel refused, and says what has become of it.
func postAgain(ctx context.Context, h *host, c call) (Reply, error) {
	m, err := h.seen(ctx, c)
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
	if reply := h.untold(ctx, c, match.Unshown{ID: m.ID}); reply.Message.Content != "" {
		return reply, nil
	}
	if m, err = h.Env.Load(ctx, m.ID); err != nil {
		return Reply{}, err
	}
	if m.Phase.Live() && m.Published != m.Desired {
		return tell(h.say(c, "unseen.soon")), nil
	}
	return tell(h.say(c, "unseen.up")), nil
}

// sits returns a refusal unless the asker has a seat in a match, or at a table.
func sits(c call, m *match.Match) error {
	if err := m.MaySee(c.By.ID, c.Channel); err != nil {
		return err
	}
	if m.SeatOf(c.By.ID) == games.Spectator {
		return games.Refuse("refuse.not-seated")
	}
	return nil
}
