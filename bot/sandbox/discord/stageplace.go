package discord

import (
	"slices"

	"parlour/bot/sandbox/world"
)

// AddChannel adds a channel to the server and returns its id.
func (s *Stage) AddChannel(name string, kind world.ChannelKind) string {
	c := &world.Channel{Name: name, Kind: kind}
	s.state.Change(func() {
		c.ID, c.Made, c.Guild = s.state.World.ID(s.state.Now()), s.state.Now(), s.state.World.Server
		s.state.World.AddChannel(c)
		s.places.Announce("CREATE", c)
	})
	return c.ID
}

// Archive puts a thread to sleep. No message wakes a locked one.
func (s *Stage) Archive(thread string, locked bool) {
	s.changeChannel(thread, func(c *world.Channel) {
		c.Locked = locked
		c.Sleep(true, s.state.Now())
	})
}

// AddServer adds a server with all people, without the bot and with one channel, whose
// id it returns.
func (s *Stage) AddServer(name, channelName string) string {
	c := &world.Channel{Name: channelName, Kind: world.Text}
	s.state.Change(func() {
		c.ID, c.Made = s.state.World.ID(s.state.Now()), s.state.Now()
		c.Guild = s.state.World.AddGuild(s.state.World.ID(s.state.Now()), name, false)
		c.Guild.System = c.ID
		s.state.World.AddChannel(c)
	})
	return c.ID
}

// Install gives a person the app for themselves. They can use its commands of that
// kind where the bot is not, too.
func (s *Stage) Install(person string) {
	s.state.Change(func() { s.state.Person(person).Installed = true })
}

// ForbidApps forbids people to bring apps of their own to a channel. Answers of such
// an app are then seen only by the person who asked.
func (s *Stage) ForbidApps(channelID string) {
	s.changeChannel(channelID, func(c *world.Channel) { c.OwnApps = true })
}

// Uninstall undoes [Stage.Install].
func (s *Stage) Uninstall(person string) {
	s.state.Change(func() { s.state.Person(person).Installed = false })
}

// DeleteMessage deletes a message as a moderator does, and reports whether there was
// one.
func (s *Stage) DeleteMessage(id string) (there bool) {
	s.state.Change(func() {
		if m := s.state.World.Message(id); m != nil {
			there = true
			s.messages.Delete(m)
		}
	})
	return there
}

// DeleteChannel deletes a channel of the server and its threads, or one thread.
func (s *Stage) DeleteChannel(id string) {
	s.state.Change(func() {
		deleted := s.state.Place(id)
		for _, c := range slices.Clone(s.state.World.Order) {
			if c == deleted || c.Parent == id {
				s.state.World.Drop(c)
				s.places.Announce("DELETE", c)
			}
		}
	})
}

// RemoveBot removes the bot from the server.
func (s *Stage) RemoveBot() {
	s.state.Change(func() {
		s.state.World.Server.Bot = false
		s.gateway.Dispatch(world.GuildID, "GUILD_DELETE", map[string]any{"id": world.GuildID}, IntentGuilds)
	})
}

// InviteBot adds the bot to the server, as its owner does. It undoes [Stage.RemoveBot].
func (s *Stage) InviteBot() {
	s.state.Change(func() {
		g := s.state.World.Server
		g.Bot, g.Since = true, s.state.Now()
		s.gateway.Dispatch(g.ID, "GUILD_CREATE", s.wire.GuildCreate(g), IntentGuilds)
		s.endpoint.Event("APPLICATION_AUTHORIZED", s.wire.Authorized(g, s.state.World.Owner()))
	})
}

// SystemChannel makes a channel the one for the server's notices; "" is none.
func (s *Stage) SystemChannel(id string) {
	s.state.Change(func() {
		g := s.state.World.Server
		g.System = id
		s.gateway.Dispatch(g.ID, "GUILD_UPDATE", s.wire.GuildJSON(g), IntentGuilds)
	})
}
