package bot

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"parlour/bot/rest"
	"parlour/commands/match"
	"parlour/commands/publish"
)

// keepPanel keeps the token of an answer that is a panel of a turn, under the interaction that opened
// the panel. A panel that has become anything else is forgotten, as it is to stay.
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
		x.b.panels.drop(opener)
		return
	}
	x.b.panels.put(opener, token{text: x.Token, at: x.b.Now(), until: until})
}

// dropPanels deletes the private panels of the turns of a match that are over.
func (b *bot) dropPanels(m *match.Match) {
	past := b.panels.past(m, b.Now())
	if len(past) == 0 {
		return
	}
	b.aside(func(ctx context.Context) {
		for _, text := range past {
			err := b.do(ctx, rest.Request{
				Method: http.MethodDelete, Path: b.originalBy(text), Bucket: "delete a panel of " + m.ID, Priority: rest.Exempt,
			}, nil)
			if err != nil && !errors.Is(err, publish.ErrGone) {
				b.Log.Info("a panel stays", "match", m.ID, "err", err)
			}
		}
	})
}

// drop forgets the token of a message.
func (t *tokens) drop(message string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.byMessage, message)
}

// past forgets the tokens of the panels of a match that are of no more use, and returns those that
// work, the panel that was opened first before the others.
func (t *tokens) past(m *match.Match, now time.Time) (texts []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	var openers []string
	for opener, kept := range t.byMessage {
		if kept.until != nil && kept.until.Past(m) {
			openers = append(openers, opener)
		}
	}
	slices.SortFunc(openers, func(a, b string) int { return cmp.Or(len(a)-len(b), cmp.Compare(a, b)) }) // ids rise with time
	for _, opener := range openers {
		if kept := t.byMessage[opener]; now.Sub(kept.at) < tokenLife {
			texts = append(texts, kept.text)
		}
		delete(t.byMessage, opener)
	}
	return texts
}
