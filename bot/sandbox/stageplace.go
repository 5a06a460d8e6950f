package sandbox

import "slices"

// AddChannel adds a channel to the server and returns its id.
func (s *Stage) AddChannel(name string, kind ChannelKind) string {
	c := &channel{name: name, kind: kind}
	s.state.change(func() {
		c.id, c.made, c.guild = s.state.world.id(s.state.now()), s.state.now(), s.state.world.server
		s.state.world.addChannel(c)
		s.places.announce("CREATE", c)
	})
	return c.id
}

// Archive puts a thread to sleep. No message wakes a locked one.
func (s *Stage) Archive(thread string, locked bool) {
	s.changeChannel(thread, func(c *channel) { c.archived, c.locked = true, locked })
}

// AddServer adds a server with all people, without the bot and with one channel, whose
// id it returns.
func (s *Stage) AddServer(name, channelName string) string {
	c := &channel{name: channelName, kind: Text}
	s.state.change(func() {
		c.id, c.made = s.state.world.id(s.state.now()), s.state.now()
		c.guild = s.state.world.addGuild(s.state.world.id(s.state.now()), name, false)
		s.state.world.addChannel(c)
	})
	return c.id
}

// Install gives a person the app for themselves. They can use its commands of that
// kind where the bot is not, too.
func (s *Stage) Install(person string) {
	s.state.change(func() { s.state.person(person).installed = true })
}

// ForbidApps forbids people to bring apps of their own to a channel. Answers of such
// an app are then seen only by the person who asked.
func (s *Stage) ForbidApps(channelID string) {
	s.changeChannel(channelID, func(c *channel) { c.ownApps = true })
}

// Uninstall undoes [Stage.Install].
func (s *Stage) Uninstall(person string) {
	s.state.change(func() { s.state.person(person).installed = false })
}

// DeleteMessage deletes a message as a moderator does, and reports whether there was
// one.
func (s *Stage) DeleteMessage(id string) (there bool) {
	s.state.change(func() {
		if m := s.state.world.message(id); m != nil {
			there = true
			m.channel.remove(m)
		}
	})
	return there
}

// DeleteChannel deletes a channel of the server and its threads, or one thread.
func (s *Stage) DeleteChannel(id string) {
	s.state.change(func() {
		deleted := s.state.place(id)
		for _, c := range slices.Clone(s.state.world.order) {
			if c == deleted || c.parent == id {
				s.state.world.drop(c)
				s.places.announce("DELETE", c)
			}
		}
	})
}

// RemoveBot removes the bot from the server.
func (s *Stage) RemoveBot() {
	s.state.change(func() {
		s.state.world.server.bot = false
		s.gateway.dispatch("GUILD_DELETE", map[string]any{"id": guildID}, intentGuilds)
	})
}

// InviteBot undoes [Stage.RemoveBot].
func (s *Stage) InviteBot() {
	s.state.change(func() {
		s.state.world.server.bot = true
		s.gateway.dispatch("GUILD_CREATE", s.wire.guildCreate(s.state.world.server), intentGuilds)
	})
}
