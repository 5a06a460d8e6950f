package commands

import (
	"context"

	"parlour/commands/match"
)

// WantDirects sends direct messages again to a person who asks for them. The first shows whether they
// come, and those that ask for what is owed follow.
func WantDirects(ctx context.Context, h *Host, c Call) (Reply, error) {
	closed, err := h.Publisher.Directs.TryAgain(ctx, c.By.ID, "direct-"+match.IDOf(c.ID), Tell(h.Say(c, "direct.again")).Message)
	if err != nil {
		return Reply{}, err
	}
	if closed {
		return Tell(h.Say(c, "direct.closed")), nil
	}
	reply := Tell(h.Say(c, "direct.on"))
	reply.Due, err = h.Publisher.AskAgain(ctx, c.By.ID)
	return reply, err
}
