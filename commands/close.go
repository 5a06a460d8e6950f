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

// closeMatch closes a table or a game of the channel without a result, for a moderator. It asks once.
func (c call) closeMatch(ctx context.Context) (Reply, error) {
	m, err := c.seen(ctx)
	if err != nil {
		return Reply{}, err
	}
	if !slices.Contains(c.Pressed.Steps, sure) {
		if err := c.mayClose(m); err != nil {
			return Reply{}, err
		}
		return c.askToClose(m), nil
	}
	m, err = c.Env.Change(ctx, c.Pressed.Match, func(m *match.Match) ([]games.Ply, error) {
		if err := c.mayClose(m); err != nil {
			return nil, err
		}
		return nil, m.Close(c.By.Player())
	})
	if err != nil {
		return Reply{}, message.Named(m, err)
	}
	reply := tell(c.say("close.done"))
	reply.Due = []match.Unshown{m.Unshown()}
	return reply, nil
}

// mayClose returns a refusal unless the asker moderates the channel of a match that still goes on.
func (c call) mayClose(m *match.Match) error {
	if !c.reader().Oversees(m) {
		return games.Refuse("refuse.close")
	}
	return m.MayClose()
}

// askToClose asks a moderator once more.
func (c call) askToClose(m *match.Match) Reply {
	key := "ask.close"
	if m.Phase == storage.Open {
		key += ".table"
	}
	reply := tell(c.say(key))
	reply.Message.Rows = [][]message.Control{{
		message.NewButton(m, message.VerbKeep, string(message.VerbClose)).Control(c.label("button.keep-open"), message.Plain),
		message.NewButton(m, message.VerbClose, sure).Control(c.label("button.yes-close"), message.Danger),
	}}
	return reply
}
