package publish

import (
	"context"

	"parlour/storage"
)

// RouseHead is [Publisher.Rouse] for a match in a list. Its log is read only if no clock shows
// that something has happened there lately.
func (p *Publisher) RouseHead(ctx context.Context, head storage.Head) {
	if head.Channel == head.Home || head.Phase != storage.Playing {
		return
	}
	for _, c := range head.Clocks {
		if p.Env.Now().Sub(c.Since) < sleepy {
			return
		}
	}
	if m, err := p.Env.Load(ctx, head.ID); err == nil {
		p.Rouse(ctx, m)
	}
}
