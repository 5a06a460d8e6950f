package bot

import (
	"context"
	"errors"
	"net/http"

	"parlour/bot/rest"
	"parlour/commands/match"
	"parlour/commands/publish"
)

// keepPanel keeps the token of an answer that is a panel of a turn, under the interaction that opened
// the panel. A panel that has become another message is forgotten, because that stays.
func (x *exchange) keepPanel(replaced bool, until *match.Moment) {
	if replaced && !x.alone || x.aloud {
		return // others see it, or it is a direct message, which the match knows
	}
	opener := x.ID
	if replaced {
		opener = x.Message.ID
		if by := x.Message.InteractionMetadata; by != nil && by.ID != "" {
			opener = by.ID
		}
	}
	if until == nil {
		x.b.panels.Drop(opener)
		return
	}
	kept := x.token()
	kept.Until = until
	x.b.panels.Put(opener, kept)
}

// dropPanels deletes the private panels of the turns of a match that are over.
func (b *bot) dropPanels(m *match.Match) {
	past := b.panels.Past(m, b.Now())
	if len(past) == 0 {
		return
	}
	b.aside(func(ctx context.Context) {
		for _, text := range past {
			err := b.do(ctx, rest.Request{
				Method: http.MethodDelete, Path: b.webhook(text) + original, Bucket: "delete a panel of " + m.ID, Priority: rest.Exempt,
			}, nil)
			if err != nil && !errors.Is(err, publish.ErrGone) {
				b.Log.Info("a panel stays", "match", m.ID, "err", err)
			}
		}
	})
}
