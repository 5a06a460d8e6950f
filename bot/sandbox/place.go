package sandbox

import "time"

// guild is a server. People can be in one that the bot is not in; there they
// have only what they installed for themselves.
type guild struct {
	id, name string
	bot      bool            // the bot is in it
	out      map[string]bool // ids of the users who are not
}

// addGuild adds a server that all people are in.
func (w *world) addGuild(id, name string, bot bool) *guild {
	g := &guild{id: id, name: name, bot: bot, out: map[string]bool{}}
	w.guilds = append(w.guilds, g)
	return g
}

// has says whether u is in the server.
func (g *guild) has(u *user) bool {
	if u.id == botID {
		return g.bot
	}
	return !g.out[u.id]
}

// mutual says whether u and the bot are in a server together.
func (w *world) mutual(u *user) bool {
	for _, g := range w.guilds {
		if g.bot && g.has(u) {
			return true
		}
	}
	return false
}

// Where an interaction comes from, with Discord's numbers.
const (
	contextGuild = 0
	contextDM    = 1 // with the bot
	contextGroup = 2 // of people, without it
)

func (c *channel) context() int {
	switch c.kind {
	case DM:
		return contextDM
	case Group:
		return contextGroup
	}
	return contextGuild
}

// away says whether the bot is not where c is: the app can only answer there.
func (c *channel) away() bool {
	return c.kind == Group || c.guild != nil && !c.guild.bot
}

// Through whom an app is installed, with Discord's numbers.
const (
	installGuild = 0
	installUser  = 1
)

// doze puts the threads to sleep in which nothing happened for long enough.
func (s *Server) doze() {
	for _, c := range s.world.order {
		if c.kind != PublicThread || c.archived {
			continue
		}
		if s.cfg.Now().Sub(c.active) >= time.Duration(c.archiveAfter)*time.Minute {
			c.archived = true
			s.tellOf("UPDATE", c)
		}
	}
}

// wake notes that something happened in a channel; a thread that slept is awake.
func (s *Server) wake(c *channel) {
	c.active = s.cfg.Now()
	if c.archived {
		c.archived = false
		s.tellOf("UPDATE", c)
	}
}

// tellOf tells the bot that a channel or a thread was made, changed or deleted:
// "CREATE", "UPDATE" or "DELETE".
func (s *Server) tellOf(what string, c *channel) {
	switch {
	case c.guild == nil || c.away():
	case c.kind == PublicThread:
		s.dispatch("THREAD_"+what, s.channelJSON(c), intentGuilds)
	default:
		s.dispatch("CHANNEL_"+what, s.channelJSON(c), intentGuilds)
	}
}
