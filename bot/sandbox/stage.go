package sandbox

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// AwaitBot waits until a bot is connected and has commands registered.
func (s *Server) AwaitBot(ctx context.Context) error {
	err := s.await(ctx, func() bool {
		return s.world.connected() && len(s.world.commands[""])+len(s.world.commands[guildID]) > 0
	})
	if err != nil {
		return fmt.Errorf("waiting for the bot: %w", err)
	}
	return nil
}

// Ended tells the people why the bot has ended, and waits until one of them, on the
// page, wants it to start again.
func (s *Server) Ended(ctx context.Context, why error) error {
	s.change(func() { s.world.ended = sentence(why) })
	return s.await(ctx, func() bool { return s.world.ended == "" })
}

// startBot ends the wait of Ended.
func (s *Server) startBot() {
	s.change(func() { s.world.ended = "" })
}

// Channel is the id of the server's channel of that name, such as "games" or
// "lounge". It panics for another name.
func (s *Server) Channel(name string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.world.order {
		if c.name == name && c.guild != nil && c.kind != PublicThread {
			return c.id
		}
	}
	panic("sandbox: there is no channel #" + name)
}

// Allow gives the bot permissions in a channel, by id, for it and its threads.
func (s *Server) Allow(channelID string, p Permission) {
	s.changeChannel(channelID, func(c *channel) { s.world.home(c).bot |= p })
}

// Deny takes permissions of the bot away in a channel, by id.
func (s *Server) Deny(channelID string, p Permission) {
	s.changeChannel(channelID, func(c *channel) { s.world.home(c).bot &^= p })
}

// Hide makes a channel one that the person cannot see.
func (s *Server) Hide(channel, person string) {
	s.change(func() { s.stage(channel).hidden[s.person(person).id] = true })
}

// AddBot adds another bot to the server, for people to name, and returns its
// id.
func (s *Server) AddBot(name string) string {
	u := &user{name: name, display: name, bot: true}
	s.change(func() {
		u.id = s.world.id(s.cfg.Now())
		s.world.users = append(s.world.users, u)
	})
	return u.id
}

// AddPerson adds somebody to the server beside those who are there from the start, and
// returns them. The name must be new and in lower case. The page knows them by their
// messages alone: nobody can be them there.
func (s *Server) AddPerson(name string) *User {
	u := &user{name: name, display: strings.ToUpper(name[:1]) + name[1:]}
	s.change(func() {
		now := s.cfg.Now()
		u.id = s.world.id(now)
		u.dm = &channel{id: s.world.id(now), kind: DM, person: u, made: now}
		s.world.addChannel(u.dm)
		s.world.users = append(s.world.users, u)
	})
	return &User{s, u}
}

// Rename gives a person another display name.
func (s *Server) Rename(person, display string) {
	s.change(func() { s.person(person).display = display })
}

// CloseDMs makes a person take no direct messages of the bot, or take them
// again.
func (s *Server) CloseDMs(person string, closed bool) {
	s.change(func() { s.person(person).closed = closed })
}

// Leave makes a person leave the server; Join brings them back.
func (s *Server) Leave(person string) {
	s.change(func() { s.world.server.out[s.person(person).id] = true })
}

// Join brings a person back to the server.
func (s *Server) Join(person string) {
	s.change(func() { delete(s.world.server.out, s.person(person).id) })
}

// Commands are the names of all slash commands of the server, with their
// subcommands: "play permute".
func (s *Server) Commands() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []string
	i := slices.IndexFunc(s.world.order, func(c *channel) bool { return c.guild == s.world.server })
	if i < 0 {
		return nil
	}
	for _, cmd := range s.world.available(s.person(names[0]), s.world.order[i]) {
		for _, v := range cmd.invocations() {
			out = append(out, v.title())
		}
	}
	slices.Sort(out)
	return out
}

// invocations lists a command's leaves: itself, or its subcommands.
func (c *command) invocations() []*invocation {
	var out []*invocation
	var walk func(v invocation)
	walk = func(v invocation) {
		if len(v.defs) == 0 || v.defs[0].Type > optGroup {
			out = append(out, &v)
			return
		}
		for _, o := range v.defs {
			walk(invocation{cmd: c, path: append(slices.Clone(v.path), o), defs: o.Options})
		}
	}
	walk(invocation{cmd: c, defs: c.Options})
	return out
}

// change does something to the world and wakes all who wait.
func (s *Server) change(do func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	do()
	s.bump()
}

// changeChannel changes a channel of the server, and tells the bot.
func (s *Server) changeChannel(id string, do func(*channel)) {
	s.change(func() {
		c := s.stage(id)
		do(c)
		s.tellOf("UPDATE", c)
	})
}

// stage finds a channel by id. One that is not there is a mistake in the test.
func (s *Server) stage(id string) *channel {
	c := s.world.channels[id]
	if c == nil {
		panic("sandbox: there is no channel " + id)
	}
	return c
}
