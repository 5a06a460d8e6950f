package publish

import (
	"context"

	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

// channelOf returns the channel that takes the public messages of a match.
func (p *Publisher) channelOf(head storage.Head) Channel {
	if head.Guest {
		return p.Guest
	}
	return p.Channel
}

// ShowIn notes that the message that was pressed where Parlour is a guest shows a match as it is
// now, as the answer to the press will have it. It waits for a publication under way.
func (p *Publisher) ShowIn(ctx context.Context, id, message string) (*match.Match, error) {
	return p.ChangeAlone(ctx, id, func(m *match.Match) ([]games.Ply, error) {
		match.ShownIn(&m.Head, m, message)
		return nil, nil
	})
}

// Behind returns a game where Parlour is a guest if a board of it is not posted yet, as nobody pressed
// anything that it could answer. Else the match is nil. It waits for a publication under way.
func (p *Publisher) Behind(ctx context.Context, id, channel string) (*match.Match, error) {
	m, err := p.Env.Load(ctx, id)
	if err != nil || !m.Guest || m.Channel != channel || m.Phase == storage.Open || m.Desired.Post <= m.Published.Post {
		return nil, err
	}
	if m, err = p.LoadNoted(ctx, id); err != nil || m.Desired.Post <= m.Published.Post {
		return nil, err
	}
	return m, nil
}
