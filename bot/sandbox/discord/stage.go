package discord

import (
	"slices"
	"strings"

	"parlour/bot/sandbox/world"
)

// Stage changes the world from outside, as a test or a developer on the page does:
// permissions, people, servers, channels and threads.
type Stage struct{ d *Discord }

// person changes somebody.
func (s *Stage) person(name string, do func(*world.User)) {
	s.d.Change(func() { do(s.d.Person(name)) })
}

// channel changes a channel of the server, and tells the bot.
func (s *Stage) channel(id string, do func(*world.Channel)) {
	s.d.Change(func() {
		c := s.d.Place(id)
		do(c)
		s.d.Changes.Announce("UPDATE", c)
	})
}

// server changes the first server, and tells the bot by an event with the data that do returns.
func (s *Stage) server(event string, do func(*world.Guild) any) {
	s.d.Change(func() {
		g := s.d.Server
		data := do(g)
		s.d.Gateway.Dispatch(g.ID, event, data, IntentGuilds)
	})
}

// add adds a channel of now, and returns its id, which is a new one unless it has one.
func (s *Stage) add(c *world.Channel, as func()) string {
	s.d.Change(func() {
		c.Made = s.d.Now()
		if c.ID == "" {
			c.ID = s.d.ID(c.Made)
		}
		as()
	})
	return c.ID
}

// Allow gives the bot permissions in a channel and its threads, by an overwrite of its own.
func (s *Stage) Allow(channelID string, p world.Permission) {
	s.Overwrite(s.home(channelID), world.BotID, p, 0)
}

// Deny takes permissions of the bot away in a channel and its threads, by an overwrite of its own.
func (s *Stage) Deny(channelID string, p world.Permission) {
	s.Overwrite(s.home(channelID), world.BotID, 0, p)
}

// home is the id of the channel that has the permissions of a channel: see [world.World.Home].
func (s *Stage) home(channelID string) (id string) {
	s.d.Change(func() { id = s.d.Home(s.d.Place(channelID)).ID })
	return id
}

// Overwrite allows and denies permissions in a channel to a role, that of everybody has the server's id, or to
// a user. What it names in neither stays.
func (s *Stage) Overwrite(channelID, id string, allow, deny world.Permission) {
	s.channel(channelID, func(c *world.Channel) {
		c.Overwrite(id, s.d.User(id) != nil, func(o *world.Overwrite) {
			o.Allow, o.Deny = o.Allow&^deny|allow, o.Deny&^allow|deny
		})
	})
}

// Hide hides a channel from a person, or from everybody for no name, or lets them view it, by an overwrite.
func (s *Stage) Hide(channelID, person string, hidden bool) {
	id := s.d.Place(channelID).Guild.ID
	if person != "" {
		id = s.d.Person(person).ID
	}
	allow, deny := world.ViewChannel, world.Permission(0)
	if hidden {
		allow, deny = deny, allow
	}
	s.Overwrite(channelID, id, allow, deny)
}

// May returns what a person may do in a channel; without a name, the bot.
func (s *Stage) May(person, channelID string) (may world.Permission) {
	s.d.Change(func() {
		if c := s.d.Place(channelID); person == "" {
			may = s.d.BotMay(c)
		} else {
			may = s.d.PersonMay(s.d.Person(person), c)
		}
	})
	return may
}

// Restrict makes a channel age-restricted, or ends that.
func (s *Stage) Restrict(channelID string, adult bool) {
	s.channel(channelID, func(c *world.Channel) { c.Adult = adult })
}

// Archive puts a thread to sleep. No message wakes a locked one.
func (s *Stage) Archive(thread string, locked bool) {
	s.channel(thread, func(c *world.Channel) {
		c.Locked = locked
		c.Sleep(true, s.d.Now())
	})
}

// Privilege gives the application privileged intents, by Discord's bits, in place of others.
func (s *Stage) Privilege(intents int) {
	s.d.Change(func() { s.d.Privileged = intents })
}

// LimitThreads sets how many threads of a server may be awake, 1,000 at first.
func (s *Stage) LimitThreads(n int) {
	s.d.Change(func() { s.d.MaxThreads = n })
}

// Rename gives a person another display name.
func (s *Stage) Rename(person, display string) {
	s.person(person, func(u *world.User) { u.Display = display })
}

// CloseDMs makes a person refuse the bot's direct messages, or accept them again.
func (s *Stage) CloseDMs(person string, closed bool) {
	s.person(person, func(u *world.User) { u.Closed = closed })
}

// Install gives a person the app for themselves, or takes it away. They can use its commands of that
// kind where the bot is not, too.
func (s *Stage) Install(person string, has bool) {
	s.person(person, func(u *world.User) { u.Installed = has })
}

// SetLanguage changes the language of a person's client.
func (s *Stage) SetLanguage(person, locale string) {
	s.person(person, func(u *world.User) { u.Locale = locale })
}

// Leave makes a person leave the server, or brings them back.
func (s *Stage) Leave(person string, gone bool) {
	s.person(person, func(u *world.User) { s.d.Server.Out[u.ID] = gone })
}

// AddRole adds a role to the server, which those people have, and returns its id. Anybody may
// mention it.
func (s *Stage) AddRole(name string, people ...string) (id string) {
	s.server("GUILD_ROLE_CREATE", func(g *world.Guild) any {
		id = s.d.NewID()
		g.AddRole(id, name, world.List(people, s.d.Person))
		roles := world.RolesJSON(g)
		return map[string]any{"guild_id": g.ID, "role": roles[len(roles)-1]}
	})
	return id
}

// Permit sets the permissions of a role of the server. That of everybody has the server's id.
func (s *Stage) Permit(role string, p world.Permission) {
	s.server("GUILD_ROLE_UPDATE", func(g *world.Guild) any {
		i := slices.IndexFunc(g.AllRoles(), func(r *world.Role) bool { return r.ID == role })
		g.AllRoles()[i].Permissions = p
		return map[string]any{"guild_id": g.ID, "role": world.RolesJSON(g)[i]}
	})
}

// RemoveRole removes a role of the server, and its overwrites.
func (s *Stage) RemoveRole(role string) {
	s.server("GUILD_ROLE_DELETE", func(g *world.Guild) any {
		g.Roles = slices.DeleteFunc(g.Roles, func(r *world.Role) bool { return r.ID == role })
		for _, c := range s.d.Order {
			c.Overwrite(role, false, func(o *world.Overwrite) { o.Allow, o.Deny = 0, 0 })
		}
		return map[string]any{"guild_id": g.ID, "role_id": role}
	})
}

// RemoveBot removes the bot from the server.
func (s *Stage) RemoveBot() {
	s.server("GUILD_DELETE", func(g *world.Guild) any {
		g.Bot = false
		return map[string]any{"id": g.ID}
	})
}

// InviteBot adds the bot to the server, as its owner does. It undoes [Stage.RemoveBot].
func (s *Stage) InviteBot() {
	s.server("GUILD_CREATE", func(g *world.Guild) any {
		g.Bot, g.Since = true, s.d.Now()
		s.d.Endpoint.event("APPLICATION_AUTHORIZED", s.d.Authorized(g, s.d.Owner()))
		return s.d.GuildCreate(g)
	})
}

// AddServer adds a server with all people, without the bot and with one channel, whose
// id it returns.
func (s *Stage) AddServer(name, channelName string) string {
	c := &world.Channel{Name: channelName, Kind: world.Text}
	return s.add(c, func() {
		c.Guild = s.d.AddGuild(s.d.ID(c.Made), name, false)
		c.Guild.System = c.ID
		s.d.AddChannel(c)
	})
}

// AddOwnServer adds a server with all people and the bot, and with one channel. It tells the bot nothing, so it is for
// before that is there.
func (s *Stage) AddOwnServer(name, channelName string) (server, channel string) {
	c := &world.Channel{Name: channelName, Kind: world.Text}
	channel = s.add(c, func() {
		c.Guild = s.d.AddGuild(s.d.ID(c.Made), name, true)
		c.Guild.System, c.Guild.Since = c.ID, s.d.Now()
		s.d.AddChannel(c)
	})
	return c.Guild.ID, channel
}

// AddChannel adds a channel to the server and returns its id.
func (s *Stage) AddChannel(name string, kind world.ChannelKind) string {
	c := &world.Channel{Name: name, Kind: kind}
	return s.add(c, func() {
		c.Guild = s.d.Server
		s.d.AddChannel(c)
		s.d.Changes.Announce("CREATE", c)
	})
}

// AddGroup adds a group of people and returns its id. The first of them made it. The
// bot is in no group.
func (s *Stage) AddGroup(people ...string) string {
	return s.addGroup(&world.Channel{Kind: world.Group, Name: strings.Join(people, ", ")}, people...)
}

func (s *Stage) addGroup(c *world.Channel, people ...string) string {
	return s.add(c, func() { s.d.AddGroup(c, world.List(people, s.d.Person)) })
}

// Befriend gives everybody the app for themselves, and adds places without the bot: a server, the
// direct channel of ann and ben, and their group with cleo. It returns the ids of the last two.
func (s *Stage) Befriend() (friends, group string) {
	friends, group = "1100000000000000021", "1100000000000000022"
	s.addGroup(&world.Channel{ID: friends, Kind: world.DM, Name: "ann & ben"}, "ann", "ben")
	s.addGroup(&world.Channel{ID: group, Kind: world.Group, Name: "ann, ben, cleo"}, "ann", "ben", "cleo")
	s.AddServer("Elsewhere", "hall")
	for _, name := range s.d.People {
		s.Install(name, true)
	}
	return friends, group
}

// StartPrivateThread starts a private thread of a person's in a channel, with others, and
// returns its id. The bot is not in it.
func (s *Stage) StartPrivateThread(channel, name, person string, others ...string) string {
	t := &world.Channel{Name: name, Kind: world.PrivateThread, Parent: channel, ArchiveAfter: 4320}
	return s.add(t, func() {
		owner := s.d.Person(person)
		t.Guild, t.Owner = s.d.Place(channel).Guild, owner.ID
		s.d.AddChannel(t)
		for _, name := range append([]string{person}, others...) {
			s.d.Changes.AddMember(t, s.d.Person(name), owner, false)
		}
		s.d.Changes.Announce("CREATE", t) // to a bot that moderates
	})
}

// AddBotToThread adds the bot to a thread, as its owner does.
func (s *Stage) AddBotToThread(thread string) {
	s.d.Change(func() {
		c := s.d.Place(thread)
		s.d.Changes.AddMember(c, s.d.User(world.BotID), s.d.User(c.Owner), true)
	})
}

// DeleteMessage deletes a message as a moderator does, and reports whether there was
// one.
func (s *Stage) DeleteMessage(id string) (there bool) {
	s.d.Change(func() {
		if m := s.d.Message(id); m != nil {
			there = true
			s.d.Changes.Delete(m)
		}
	})
	return there
}

// DeleteChannel deletes a channel of the server and its threads, or one thread.
func (s *Stage) DeleteChannel(id string) {
	s.d.Change(func() {
		deleted := s.d.Place(id)
		for _, c := range slices.Clone(s.d.Order) {
			if c == deleted || c.Parent == id {
				s.d.Drop(c)
				s.d.Changes.Announce("DELETE", c)
			}
		}
	})
}
