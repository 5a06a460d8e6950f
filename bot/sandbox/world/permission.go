package world

import (
	"maps"
	"slices"
	"strconv"

	"parlour/bot/sandbox/rule"
)

// Permission is a set of rights in a channel, with Discord's bits.
type Permission uint64

// The permissions that the sandbox knows.
const (
	Administrator          Permission = 1 << 3
	ManageChannels         Permission = 1 << 4
	ManageGuild            Permission = 1 << 5
	AddReactions           Permission = 1 << 6
	ViewChannel            Permission = 1 << 10
	SendMessages           Permission = 1 << 11
	ManageMessages         Permission = 1 << 13
	EmbedLinks             Permission = 1 << 14
	AttachFiles            Permission = 1 << 15
	ReadMessageHistory     Permission = 1 << 16
	MentionEveryone        Permission = 1 << 17
	UseExternalEmojis      Permission = 1 << 18
	UseApplicationCommands Permission = 1 << 31
	ManageThreads          Permission = 1 << 34
	CreatePublicThreads    Permission = 1 << 35
	CreatePrivateThreads   Permission = 1 << 36
	SendMessagesInThreads  Permission = 1 << 38
	UseExternalApps        Permission = 1 << 50
)

// allPermissions are those of the owner of a server, and of administrators.
const allPermissions Permission = 1<<53 - 1

// BotPermissions are those of the bot's role: those that people usually give a bot,
// and MentionEveryone, so that a test sees a name like "@everyone" ping if it is not
// escaped.
const BotPermissions Permission = AddReactions | ViewChannel | SendMessages | EmbedLinks | AttachFiles |
	ReadMessageHistory | MentionEveryone | UseApplicationCommands | CreatePublicThreads | CreatePrivateThreads |
	SendMessagesInThreads

// PersonPermissions are those of the role of everybody, in a new server.
const PersonPermissions = BotPermissions&^MentionEveryone | UseExternalApps

// dmPermissions are those of a person and of the bot in a direct channel.
const dmPermissions = ViewChannel | SendMessages | EmbedLinks | AttachFiles | ReadMessageHistory | AddReactions | MentionEveryone

// answerPermissions are an app's in an answer in any direct channel.
const answerPermissions = EmbedLinks | AttachFiles | MentionEveryone

// String is the set as Discord writes it, in decimal.
func (p Permission) String() string { return strconv.FormatUint(uint64(p), 10) }

// Has reports whether all of q are in p.
func (p Permission) Has(q Permission) bool { return p&q == q }

// ChannelKind is the type of a channel, with Discord's numbers.
type ChannelKind int

// The kinds of channel.
const (
	Text         ChannelKind = 0
	DM           ChannelKind = 1
	Voice        ChannelKind = 2
	Group        ChannelKind = 3
	Announcement ChannelKind = 5
	// AnnouncementThread is a public thread of an announcement channel.
	AnnouncementThread ChannelKind = 10
	PublicThread       ChannelKind = 11
	// PrivateThread is for its members and for moderators.
	PrivateThread ChannelKind = 12
)

// An Overwrite changes the permissions of a role or of a member in one channel.
type Overwrite struct {
	ID          string // of the role or of the user
	Member      bool
	Allow, Deny Permission
}

// Overwrite changes what a role or a member may in c, and forgets the overwrite that is left empty.
func (c *Channel) Overwrite(id string, member bool, change func(*Overwrite)) {
	i := slices.IndexFunc(c.Overwrites, func(o Overwrite) bool { return o.ID == id })
	if i < 0 {
		i = len(c.Overwrites)
		c.Overwrites = append(c.Overwrites, Overwrite{ID: id, Member: member})
	}
	if change(&c.Overwrites[i]); c.Overwrites[i].Allow|c.Overwrites[i].Deny == 0 {
		c.Overwrites = slices.Delete(c.Overwrites, i, i+1)
	}
}

// granted returns the permissions of u in c by the roles and the overwrites alone, as Discord computes
// them. A thread has those of its parent.
func (w *World) granted(u *User, c *Channel) Permission {
	c = w.Home(c)
	may := c.Guild.Everyone.Permissions | u.Granted
	held := map[string]bool{}
	for _, r := range c.Guild.rolesOf(u) {
		may |= r.Permissions
		held[r.ID] = true
	}
	if u == w.Owner() || may.Has(Administrator) {
		return allPermissions
	}
	for _, counts := range []func(Overwrite) bool{
		func(o Overwrite) bool { return o.ID == c.Guild.ID },
		func(o Overwrite) bool { return held[o.ID] },
		func(o Overwrite) bool { return o.Member && o.ID == u.ID },
	} {
		var allow, deny Permission
		for _, o := range c.Overwrites {
			if counts(o) {
				allow, deny = allow|o.Allow, deny|o.Deny
			}
		}
		may = may&^deny | allow
	}
	return may
}

// BotMay returns the bot's permissions in c. Where the bot is not, or in a private thread that it does
// not see, it has none.
func (w *World) BotMay(c *Channel) Permission {
	switch {
	case c.WithBot():
		return dmPermissions
	case c.Away():
		return 0
	}
	if may := w.granted(w.User(BotID), c); !c.closedTo(BotID, may) {
		return may
	}
	return 0
}

// appMay returns the app's permissions in an answer to u in c. In a server without the
// bot they are those of u, and always EmbedLinks and AttachFiles.
func (w *World) appMay(u *User, c *Channel) Permission {
	switch {
	case c.WithBot():
		return answerPermissions | UseExternalEmojis
	case c.Guild == nil:
		return answerPermissions
	case c.Away():
		return w.PersonMay(u, c) | EmbedLinks | AttachFiles
	}
	return w.granted(w.User(BotID), c) // in a private thread without the bot too
}

// PersonMay returns the permissions of u in c.
func (w *World) PersonMay(u *User, c *Channel) Permission {
	if c.Guild == nil {
		if w.Sees(u, c) {
			return dmPermissions
		}
		return dmPermissions &^ ViewChannel
	}
	may := w.granted(u, c)
	if !c.Guild.Has(u) || c.closedTo(u.ID, may) {
		may &^= ViewChannel
	}
	return may
}

// may returns the permissions in c of a person or of the bot.
func (w *World) may(u *User, c *Channel) Permission {
	if u.ID == BotID {
		return w.BotMay(c)
	}
	return w.PersonMay(u, c)
}

// Shut refuses a change by the bot in a locked thread.
func (w *World) Shut(c *Channel) error {
	switch {
	case !c.Locked || w.BotMay(c).Has(ManageThreads):
		return nil
	case c.Archived:
		return rule.ErrArchived
	}
	return rule.ErrThreadLocked
}

// Sees reports whether u can see c.
func (w *World) Sees(u *User, c *Channel) bool {
	switch {
	case u.ID == BotID:
		return w.BotMay(c).Has(ViewChannel)
	case c.WithBot():
		return c.Person == u
	case c.Guild == nil:
		return slices.Contains(c.People, u)
	}
	return w.PersonMay(u, c).Has(ViewChannel)
}

// Home is the channel whose permissions count for c: the parent of a thread, else c.
func (w *World) Home(c *Channel) *Channel {
	if p := w.Channels[c.Parent]; p != nil {
		return p
	}
	return c
}

// reachable refuses a direct message of the bot that would not arrive.
func (w *World) reachable(u *User) error {
	switch {
	case !w.mutual(u) && !u.Installed:
		return rule.ErrNoMutualServer
	case u.Closed:
		return rule.ErrClosedDM
	}
	return nil
}

// Owners returns the installations through which the bot came to post m.
func (m *Message) Owners() map[string]string {
	if m.By != nil {
		return m.By.Owners
	}
	return m.Channel.owners()
}

// Available lists the slash commands that u can use in c.
func (w *World) Available(u *User, c *Channel) []*rule.Command { return w.Offered(rule.Slash, u, c) }

// Offered lists the commands of a type that u can use in c.
func (w *World) Offered(kind int, u *User, c *Channel) []*rule.Command {
	var out []*rule.Command
	scopes := []string{""}
	if c.Guild != nil && c.Guild.Bot {
		scopes = append(scopes, c.Guild.ID)
	}
	for _, scope := range scopes {
		for _, cmd := range w.Commands[scope] {
			if cmd.Type == kind && w.mayUse(u, c, cmd.Permissions) && fits(cmd, c) && len(OwnersOf(cmd, u, c)) > 0 {
				out = append(out, cmd)
			}
		}
	}
	return out
}

// mayUse reports whether u has the permissions in c that a command asks for by default. One
// that asks for none at all, "0", is for administrators and the owner of the server.
func (w *World) mayUse(u *User, c *Channel, needs rule.Bits) bool {
	if needs.Set && needs.Value == 0 {
		needs.Value = uint64(Administrator)
	}
	return c.Guild == nil || !needs.Set || w.PersonMay(u, c).Has(Permission(needs.Value))
}

// fits reports whether the command shows in places like c.
func fits(cmd *rule.Command, c *Channel) bool {
	switch {
	case cmd.Contexts != nil:
		return slices.Contains(cmd.Contexts, c.Context())
	case c.WithBot():
		return cmd.DMPermission == nil || *cmd.DMPermission
	}
	return c.Guild != nil
}

// OwnersOf returns the installations through which u has the command in c, by their
// kind. It is empty if u does not have it.
func OwnersOf(cmd *rule.Command, u *User, c *Channel) map[string]string {
	out := map[string]string{}
	if slices.Contains(cmd.Integration, installGuild) {
		maps.Copy(out, c.owners())
	}
	if slices.Contains(cmd.Integration, installUser) && u.Installed {
		out[strconv.Itoa(installUser)] = u.ID
	}
	return out
}

// owners returns the installation through which the bot is in c. For its direct
// channels the owner is "0".
func (c *Channel) owners() map[string]string {
	key := strconv.Itoa(installGuild)
	switch {
	case c.Away():
		return nil
	case c.Guild == nil:
		return map[string]string{key: "0"}
	}
	return map[string]string{key: c.Guild.ID}
}
