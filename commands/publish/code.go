package publish

import (
	"context"
	"fmt"
	"strconv"

	"parlour/commands/match"
	"parlour/commands/match/proof"
	"parlour/commands/message"
)

// addCode edits the code of what is fixed into a message that was just posted without, because a
// notification has no room for it. If that fails, the next edit brings it, and nothing is
// revealed before: see [Publisher.showCode].
func (p *Publisher) addCode(ctx context.Context, m *match.Match, channel, id string, plain, coded message.Message) {
	if plain.Content == coded.Content {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, p.Brief)
	defer cancel()
	if err := p.edit(ctx, m, channel, id, coded); err != nil {
		p.Log.Info("a code is not shown yet", "match", m.ID, "message", id, "err", err)
	}
}

// showCode shows the code of the bids of an auction before a board that reveals them, if no board
// has shown it: in place of the board before, or in a message of its own if that one cannot be
// changed. The last bid needs none: it is made when nothing is secret any more.
func (p *Publisher) showCode(ctx context.Context, m *publication) error {
	last := proof.Unproven(m.Match)
	if last < 0 {
		return nil
	}
	msg := p.Writer.SealedBy(m.Match, last)
	if m.Live.Message != "" {
		brief, cancel := context.WithTimeout(ctx, p.Brief)
		defer cancel()
		err := p.edit(brief, m.Match, m.Live.Channel, m.Live.Message, msg)
		if err == nil {
			return nil
		}
		p.Log.Info("a code gets a message of its own", "match", m.ID, "err", err)
	}
	if _, err := p.postOnce(ctx, m, m.Channel, m.ID+"-c"+strconv.Itoa(last), msg, func(Posted) bool { return false }); err != nil {
		return fmt.Errorf("post a code: %w", err)
	}
	return nil
}
