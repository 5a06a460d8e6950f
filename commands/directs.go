package commands

import (
	"context"

	"parlour/commands/match"
)

// wantDirects sends direct messages again to a person who asks for them. The first shows whether they
// come, and those that ask for what is owed follow.
func wantDirects(ctx context.Context, h *host, c call) (Reply, error) {
	closed, err := h.Publisher.Directs.TryAgain(ctx, c.By.ID, "direct-"+match.IDOf(c.ID), tell(h.say(c, "direct.again")).Message)
	if err != nil {
		return Reply{}, err
	}
	if closed {
		return tell(h.say(c, "direct.closed")), nil
	}
	reply := tell(h.say(c, "direct.on"))
	reply.Due, err = h.Publisher.AskAgain(ctx, c.By.ID)
	return reply, err
}
