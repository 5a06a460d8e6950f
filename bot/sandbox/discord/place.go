package discord

import (
	"slices"

	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
)

// channel finds the channel of a request. It refuses one that the bot cannot see.
func (rs *API) channel(c *call) (*world.Channel, error) {
	ch := rs.state.World.Channels[c.arg("channel")]
	switch {
	case ch == nil:
		return nil, rule.ErrChannel
	case !rs.state.World.BotMay(ch).Has(world.ViewChannel):
		return nil, rule.ErrAccess
	}
	return ch, nil
}

// target finds the message of a request. Ephemeral messages do not exist for these
// routes.
func (rs *API) target(c *call) (*world.Message, error) {
	ch, err := rs.channel(c)
	if err != nil {
		return nil, err
	}
	if m := ch.Find(c.arg("message")); m != nil && m.Only == nil {
		return m, nil
	}
	return nil, rule.ErrMessage
}

// guild finds the server of a request. It refuses one that the bot is not in.
func (rs *API) guild(c *call) (*world.Guild, error) {
	i := slices.IndexFunc(rs.state.World.Guilds, func(g *world.Guild) bool { return g.ID == c.arg("guild") })
	switch {
	case i < 0:
		return nil, rule.ErrGuild
	case !rs.state.World.Guilds[i].Bot:
		return nil, rule.ErrAccess
	}
	return rs.state.World.Guilds[i], nil
}
