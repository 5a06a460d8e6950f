package world

import (
	"cmp"
	"slices"
	"time"

	"parlour/bot/sandbox/rule"
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
	Everyone *Role           // that all have; its id is the server's
	Own      *Role           // that Discord makes for the bot, while it is a member
	Roles    []*Role         // the others
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
	g.Everyone = &Role{ID: id, Name: "@everyone", Permissions: PersonPermissions}
	g.Own = &Role{ID: ownRole(id), Name: w.User(BotID).Name, Permissions: BotPermissions, Managed: true}
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

// Silence after which a thread falls asleep, and how many threads of a server may be awake.
const (
	sleepAfter = 7 * 24 * time.Hour
	maxThreads = 1000
)

// Thread reports whether c is a thread.
func (c *Channel) Thread() bool {
	return c.Kind == AnnouncementThread || c.Kind == PublicThread || c.Kind == PrivateThread
}

// Takes reports whether a thread of a kind can start in c.
func (c *Channel) Takes(kind ChannelKind) bool {
	return c.Kind == Text && kind == PrivateThread || (c.Kind == Text || c.Kind == Announcement) && kind == c.Threads()
}

// Threads is the kind of the public threads of a channel.
func (c *Channel) Threads() ChannelKind {
	if c.Kind == Announcement {
		return AnnouncementThread
	}
	return PublicThread
}

// Quiet reports whether side bars leave the thread out: it sleeps, or it was silent for as long as
// its duration.
func (c *Channel) Quiet(now time.Time) bool {
	return c.Thread() && (c.Archived || now.Sub(c.Active) >= time.Duration(c.ArchiveAfter)*time.Minute)
}

// Sleep puts a thread to sleep, or wakes it.
func (c *Channel) Sleep(asleep bool, now time.Time) {
	if c.Archived != asleep {
		c.Archived, c.turned = asleep, now
	}
}

// Turned is when the thread last fell asleep or woke, at first when it was made.
func (c *Channel) Turned() time.Time {
	if c.turned.IsZero() {
		return c.Made
	}
	return c.turned
}

// Has reports whether a user is a member of the thread.
func (c *Channel) Has(id string) bool { return !c.Members[id].IsZero() }

// closedTo reports whether c is a private thread that a user of those permissions does not see.
func (c *Channel) closedTo(id string, may Permission) bool {
	return c.Kind == PrivateThread && !c.Has(id) && !may.Has(ManageThreads)
}

// MayInvite reports whether u may add others to the thread. Where it is closed, its owner
// and moderators may.
func (w *World) MayInvite(u *User, c *Channel) bool {
	return !c.Closed || c.Owner == u.ID || w.may(u, c).Has(ManageThreads)
}

// Welcomes reports whether u can be a member of the thread: somebody who sees the channel
// that it is in.
func (w *World) Welcomes(u *User, c *Channel) bool { return w.Sees(u, w.Home(c)) }

// AddMember adds u to a thread. If told, that leaves a notice of who added whom.
func (cs *Changes) AddMember(c *Channel, u, by *User, told bool) {
	if c.Has(u.ID) {
		return
	}
	c.Members[u.ID] = cs.Now()
	if told && by != u {
		cs.Notice(c, &Message{Kind: NoticeAdded, Author: by, Mentions: []*User{u}})
	}
	cs.Joined(c, u, true)
}

// RemoveMember removes u from a thread, and leaves a notice of it.
func (cs *Changes) RemoveMember(c *Channel, u, by *User) {
	if !c.Has(u.ID) {
		return
	}
	delete(c.Members, u.ID)
	cs.Notice(c, &Message{Kind: NoticeRemoved, Author: by, Mentions: []*User{u}})
	cs.Joined(c, u, false)
}

// Room refuses one more thread of a kind in a server that has as many awake as may be. First it
// puts threads to sleep that side bars leave out already, the oldest first.
func (cs *Changes) Room(g *Guild, kind ChannelKind) error {
	w, now, awake := &cs.World, cs.Now(), 0
	for _, c := range w.Order {
		if c.Thread() && c.Guild == g && !c.Archived {
			awake++
		}
	}
	for _, c := range w.Order {
		if awake < w.MaxThreads {
			return nil
		}
		if c.Guild == g && !c.Archived && c.Quiet(now) {
			cs.sleep(c)
			awake--
		}
	}
	switch {
	case awake < w.MaxThreads:
		return nil
	case kind == AnnouncementThread:
		return rule.ErrAnnouncementThreads
	}
	return rule.ErrThreads
}

// MayWake refuses to wake a thread for which its server has no room. A thread that is awake may stay so.
func (cs *Changes) MayWake(c *Channel) error {
	if !c.Archived {
		return nil
	}
	return cs.Room(c.Guild, c.Kind)
}
