package own

import (
	"context"

	"parlour/commands/host"
	"parlour/commands/interaction"
	"parlour/commands/match"
)

// WantDirects sends direct messages again to a person who asks for them. The first shows whether they
// come, and those that ask for what is owed follow.
func WantDirects(ctx context.Context, h *host.Host, c host.Call) (interaction.Reply, error) {
	closed, err := h.Publisher.Directs.TryAgain(ctx, c.By.ID, "direct-"+match.IDOf(c.ID), host.Tell(h.Say(c, "direct.again")).Message)
	if err != nil {
		return interaction.Reply{}, err
	}
	if closed {
		return host.Tell(h.Say(c, "direct.closed")), nil
	}
	reply := host.Tell(h.Say(c, "direct.on"))
	reply.Due, err = h.Publisher.AskAgain(ctx, c.By.ID)
	return reply, err
}
