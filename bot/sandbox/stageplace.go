package sandbox

import (
	"slices"
	"strings"
)

// AddChannel adds a channel to the server and returns its id.
func (s *Server) AddChannel(name string, kind ChannelKind) string {
	c := &channel{name: name, kind: kind}
	s.change(func() {
		c.id, c.made, c.guild = s.world.id(s.cfg.Now()), s.cfg.Now(), s.world.server
		s.world.addChannel(c)
		s.tellOf("CREATE", c)
	})
	return c.id
}

// Archive puts a thread to sleep. A locked one is not woken by a message.
func (s *Server) Archive(thread string, locked bool) {
	s.changeChannel(thread, func(c *channel) { c.archived, c.locked = true, locked })
}

// AddServer adds a server that all people are in and the bot is not, with one
// channel, whose id it returns.
func (s *Server) AddServer(name, channelName string) string {
	c := &channel{name: channelName, kind: Text}
	s.change(func() {
		c.id, c.made = s.world.id(s.cfg.Now()), s.cfg.Now()
		c.guild = s.world.addGuild(s.world.id(s.cfg.Now()), name, false)
		s.world.addChannel(c)
	})
	return c.id
}

// AddGroup adds a group of people, the first of whom made it, and returns its id.
// The bot is in no group.
func (s *Server) AddGroup(people ...string) string {
	c := &channel{kind: Group, name: strings.Join(people, ", ")}
	s.change(func() {
		c.id, c.made = s.world.id(s.cfg.Now()), s.cfg.Now()
		c.people = list(people, s.person)
		c.owner = c.people[0].id
		s.world.addChannel(c)
	})
	return c.id
}

// Install gives a person the app for themselves: its commands of that kind go with
// them to places where the bot is not.
func (s *Server) Install(person string) {
	s.change(func() { s.person(person).installed = true })
}

// ForbidApps takes from people, in a channel, the right to bring apps of their own:
// what such an app answers is seen by who asked alone.
func (s *Server) ForbidApps(channelID string) {
	s.changeChannel(channelID, func(c *channel) { c.ownApps = true })
}

// Uninstall takes it away again.
func (s *Server) Uninstall(person string) {
	s.change(func() { s.person(person).installed = false })
}

// DeleteMessage deletes a message, by id, as a moderator does, and says whether it
// was there.
func (s *Server) DeleteMessage(id string) (there bool) {
	s.change(func() {
		if m := s.world.message(id); m != nil {
			there = true
			m.channel.remove(m)
		}
	})
	return there
}

// DeleteChannel deletes a channel of the server and its threads, or one thread.
func (s *Server) DeleteChannel(id string) {
	s.change(func() {
		deleted := s.stage(id)
		for _, c := range slices.Clone(s.world.order) {
			if c == deleted || c.parent == id {
				s.world.drop(c)
				s.tellOf("DELETE", c)
			}
		}
	})
}

// RemoveBot takes the bot from the server, as somebody who manages it may at any
// time.
func (s *Server) RemoveBot() {
	s.change(func() {
		s.world.server.bot = false
		s.dispatch("GUILD_DELETE", map[string]any{"id": guildID}, intentGuilds)
	})
}

// InviteBot brings it back.
func (s *Server) InviteBot() {
	s.change(func() {
		s.world.server.bot = true
		s.dispatch("GUILD_CREATE", s.guildCreate(s.world.server), intentGuilds)
	})
}
