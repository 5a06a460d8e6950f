package sandbox

import (
	"slices"
	"time"
)

// guild is a server. In a server without the bot, people have only the apps that they
// installed for themselves.
type guild struct {
	id, name string
	bot      bool            // the bot is a member
	out      map[string]bool // ids of the users who left
}

// addGuild adds a server that all people are in.
func (w *world) addGuild(id, name string, bot bool) *guild {
	g := &guild{id: id, name: name, bot: bot, out: map[string]bool{}}
	w.guilds = append(w.guilds, g)
	return g
}

// has reports whether u is in the server.
func (g *guild) has(u *user) bool {
	if u.id == botID {
		return g.bot
	}
	return !g.out[u.id]
}

// mutual reports whether u and the bot share a server.
func (w *world) mutual(u *user) bool {
	for _, g := range w.guilds {
		if g.bot && g.has(u) {
			return true
		}
	}
	return false
}

// The contexts of an interaction, with Discord's numbers.
const (
	contextGuild = 0
	contextDM    = 1 // with the bot
	contextGroup = 2 // of people, without it: a group, or two friends
)

func (c *channel) context() int {
	switch {
	case c.withBot():
		return contextDM
	case c.guild == nil:
		return contextGroup
	}
	return contextGuild
}

// away reports whether c is in a place without the bot. There the app can only answer.
func (c *channel) away() bool {
	return c.guild == nil && !c.withBot() || c.guild != nil && !c.guild.bot
}

// The kinds of installation, with Discord's numbers.
const (
	installGuild = 0
	installUser  = 1
)

// places keeps threads awake or asleep.
type places struct {
	state *state
	// announce tells the bot that a channel or thread was made, changed or deleted:
	// "CREATE", "UPDATE" or "DELETE".
	announce func(what string, c *channel)
}

func newPlaces(st *state, announce func(what string, c *channel)) *places {
	return &places{st, announce}
}

// doze puts threads to sleep in which nothing happened for long enough.
func (p *places) doze() {
	for _, c := range p.state.world.order {
		if c.kind != PublicThread || c.archived {
			continue
		}
		if p.state.now().Sub(c.active) >= time.Duration(c.archiveAfter)*time.Minute {
			c.archived = true
			p.announce("UPDATE", c)
		}
	}
}

// wake notes that something happened in a channel, and wakes a thread that sleeps.
func (p *places) wake(c *channel) {
	c.active = p.state.now()
	if c.archived {
		c.archived = false
		p.announce("UPDATE", c)
	}
}

// channel finds the channel of a request. It refuses one that the bot cannot see.
func (s *rest) channel(c *call) (*channel, error) {
	ch := s.state.world.channels[c.arg("channel")]
	switch {
	case ch == nil:
		return nil, errChannel
	case !s.state.world.botMay(ch).has(ViewChannel):
		return nil, errAccess
	}
	return ch, nil
}

// target finds the message of a request. Ephemeral messages do not exist for these
// routes.
func (s *rest) target(c *call) (*message, error) {
	ch, err := s.channel(c)
	if err != nil {
		return nil, err
	}
	if m := ch.find(c.arg("message")); m != nil && m.only == nil {
		return m, nil
	}
	return nil, errMessage
}

// guild finds the server of a request. It refuses one that the bot is not in.
func (s *rest) guild(c *call) (*guild, error) {
	i := slices.IndexFunc(s.state.world.guilds, func(g *guild) bool { return g.id == c.arg("guild") })
	switch {
	case i < 0:
		return nil, errGuild
	case !s.state.world.guilds[i].bot:
		return nil, errAccess
	}
	return s.state.world.guilds[i], nil
}
