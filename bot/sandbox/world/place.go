package world

import (
	"cmp"
	"slices"
	"time"
)

// WithBot reports whether c is the direct channel of a person with the bot.
func (c *Channel) WithBot() bool { return c.Person != nil }

// Guild is a server. In a server without the bot, people have only the apps that they
// installed for themselves.
type Guild struct {
	ID, Name string
	Bot      bool            // the bot is a member
	Since    time.Time       // when the bot became one
	System   string          // id of the channel for notices such as who came; empty for none
	Roles    []*Role         // beside that of everybody
	Locale   string          // of a Community, the language that it prefers
	Out      map[string]bool // ids of the users who left
}

// English is the language of people and servers that have not chosen one.
const English = "en-US"

// Language is the language of the server. Only a Community chooses one.
func (g *Guild) Language() string { return cmp.Or(g.Locale, English) }

// Features are the server's special features.
func (g *Guild) Features() []string {
	if g.Locale != "" {
		return []string{"COMMUNITY"}
	}
	return []string{}
}

// AddGuild adds a server that all people are in.
func (w *World) AddGuild(id, name string, bot bool) *Guild {
	g := &Guild{ID: id, Name: name, Bot: bot, Out: map[string]bool{}}
	w.Guilds = append(w.Guilds, g)
	return g
}

// Has reports whether u is in the server.
func (g *Guild) Has(u *User) bool {
	if u.ID == BotID {
		return g.Bot
	}
	return !g.Out[u.ID]
}

// Hosts reports whether the bot is in the server of that id.
func (w *World) Hosts(guildID string) bool {
	return slices.ContainsFunc(w.Guilds, func(g *Guild) bool { return g.ID == guildID && g.Bot })
}

// mutual reports whether u and the bot share a server.
func (w *World) mutual(u *User) bool {
	return slices.ContainsFunc(w.Guilds, func(g *Guild) bool { return g.Bot && g.Has(u) })
}

// The contexts of an interaction, with Discord's numbers.
const (
	contextGuild = 0
	contextDM    = 1 // with the bot
	contextGroup = 2 // of people, without it: a group, or two friends
)

// Context is the kind of place that c is, by Discord's number.
func (c *Channel) Context() int {
	switch {
	case c.WithBot():
		return contextDM
	case c.Guild == nil:
		return contextGroup
	}
	return contextGuild
}

// GuildID is the id of the server of c, or empty if it has none.
func (c *Channel) GuildID() string {
	if c.Guild == nil {
		return ""
	}
	return c.Guild.ID
}

// Away reports whether c is in a place without the bot. There the app can only answer.
func (c *Channel) Away() bool {
	return c.Guild == nil && !c.WithBot() || c.Guild != nil && !c.Guild.Bot
}

// The kinds of installation, with Discord's numbers.
const (
	installGuild = 0
	installUser  = 1
)

// Doze puts threads to sleep in which nothing happened for long enough.
func (cs *Changes) Doze() {
	for _, c := range cs.Order {
		if !c.Thread() || c.Archived {
			continue
		}
		if cs.Now().Sub(c.Active) >= sleepAfter {
			cs.sleep(c)
		}
	}
}

// sleep puts a thread to sleep.
func (cs *Changes) sleep(c *Channel) {
	c.Sleep(true, cs.Now())
	cs.Announce("UPDATE", c)
}

// wake notes that something happened in a channel, and wakes a thread that sleeps.
func (cs *Changes) wake(c *Channel) {
	c.Active = cs.Now()
	if c.Archived {
		c.Sleep(false, cs.Now())
		cs.Announce("UPDATE", c)
	}
}
