package commands

import (
	"context"
	"errors"

	"parlour/commands/match"
	"parlour/storage"
)

// direct returns the direct message that asks for a bid whose button was pressed; zero for any
// other message.
func (c call) direct(m *match.Match) storage.Direct {
	if c.Guild != "" || m.Guild == "" || c.Alone || c.Message == "" || c.Channel != c.own.Direct {
		return storage.Direct{}
	}
	return storage.Direct{Player: c.By.ID, Turn: c.button.Turn, Channel: c.Channel, Message: c.Message}
}

// adoptStale has a direct message that a crash left and that was pressed late taken away as all
// others. If there is a newer one, or none is needed, it goes at once.
func (s *Service) adoptStale(ctx context.Context, c call, m *match.Match, reply *Reply) {
	d := c.direct(m)
	if !match.AdoptDirect(m, d) {
		return
	}
	adopted, goes, err := s.publisher.AdoptDirect(ctx, m.ID, d)
	switch {
	case err == nil:
		reply.Vanish = goes
		reply.Due = append(reply.Due, adopted.Unshown())
	case !errors.Is(err, match.ErrStale):
		s.Log.Warn("a direct message that a crash left may stay", "match", m.ID, "err", err)
	}
}
