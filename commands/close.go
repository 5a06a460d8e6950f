package commands

import (
	"context"
	"slices"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// sure is the step of a button whose presser was asked and means it.
const sure = "sure"

// CancelTable closes a table, for its opener. A moderator is asked first, as the table is another's.
func cancelForAll(ctx context.Context, h *host, c call) (Reply, error) {
	if c.Moderates {
		m, err := h.seen(ctx, c)
		if err == nil && m.Phase == storage.Open && m.SeatOf(c.By.ID) != 0 && c.reader().Oversees(m) {
			return askToClose(h, c, m), nil
		}
	}
	return cancelTable(ctx, h, c)
}

// Close closes a table or a game of the channel without a result, for a moderator. It asks once.
func Close(ctx context.Context, h *host, c call) (Reply, error) {
	m, err := h.seen(ctx, c)
	if err != nil {
		return Reply{}, err
	}
	if !slices.Contains(c.Pressed.Steps, sure) {
		if err := mayClose(c, m); err != nil {
			return Reply{}, err
		}
		return askToClose(h, c, m), nil
	}
	m, err = h.Env.Change(ctx, c.Pressed.Match, func(m *match.Match) ([]games.Ply, error) {
		if err := mayClose(c, m); err != nil {
			return nil, err
		}
		return nil, m.Close(c.By.Player())
	})
	if err != nil {
		return Reply{}, message.Named(m, err)
	}
	reply := tell(h.say(c, "close.done"))
	reply.Due = []match.Unshown{m.Unshown()}
	return reply, nil
}

// mayClose returns a refusal unless the asker moderates the channel of a match that still goes on.
func mayClose(c call, m *match.Match) error {
	if !c.reader().Oversees(m) {
		return games.Refuse("refuse.close")
	}
	return m.MayClose()
}

// askToClose asks a moderator once more.
func askToClose(h *host, c call, m *match.Match) Reply {
	key := "ask.close"
	if m.Phase == storage.Open {
		key += ".table"
	}
	reply := tell(h.say(c, key))
	reply.Message.Rows = [][]message.Control{{
		{ID: message.NewButton(m, message.VerbKeep, string(message.VerbClose)).String(), Label: h.Writer.Label(c.Lang, "button.keep-open")},
		{ID: message.NewButton(m, message.VerbClose, sure).String(), Label: h.Writer.Label(c.Lang, "button.yes-close"), Style: message.Danger},
	}}
	return reply
}
