package sandbox

import (
	"slices"
	"strconv"
)

// Permission is a set of rights in a channel, with Discord's bits.
type Permission uint64

// The permissions that the sandbox knows.
const (
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
	SendMessagesInThreads  Permission = 1 << 38
	UseExternalApps        Permission = 1 << 50
)

// botPermissions are the bot's in a new channel: those that people usually give a bot,
// and MentionEveryone, so that a test sees a name like "@everyone" ping if it is not
// escaped.
const botPermissions Permission = AddReactions | ViewChannel | SendMessages | EmbedLinks | AttachFiles |
	ReadMessageHistory | MentionEveryone | UseApplicationCommands | CreatePublicThreads | SendMessagesInThreads

// personPermissions are those of a person in a server.
const personPermissions = botPermissions&^MentionEveryone | UseExternalApps

// dmPermissions are those of a person and of the bot in a direct channel.
const dmPermissions = ViewChannel | SendMessages | EmbedLinks | AttachFiles | ReadMessageHistory | AddReactions | MentionEveryone

// answerPermissions are an app's in an answer in any direct channel.
const answerPermissions = EmbedLinks | AttachFiles | MentionEveryone

func (p Permission) String() string { return strconv.FormatUint(uint64(p), 10) }

func (p Permission) has(q Permission) bool { return p&q == q }

// ChannelKind is the type of a channel, with Discord's numbers.
type ChannelKind int

// The kinds of channel.
const (
	Text         ChannelKind = 0
	DM           ChannelKind = 1
	Voice        ChannelKind = 2
	Group        ChannelKind = 3
	Announcement ChannelKind = 5
	PublicThread ChannelKind = 11
)

// botMay returns the bot's permissions in c. A thread has those of its parent; where
// the bot is not, it has none.
func (w *world) botMay(c *channel) Permission {
	switch {
	case c.withBot():
		return dmPermissions
	case c.away():
		return 0
	}
	return w.home(c).bot
}

// appMay returns the app's permissions in an answer to u in c. In a server without the
// bot they are those of u, and always EmbedLinks and AttachFiles.
func (w *world) appMay(u *user, c *channel) Permission {
	switch {
	case c.withBot():
		return answerPermissions | UseExternalEmojis
	case c.guild == nil:
		return answerPermissions
	case c.away():
		return w.personMay(u, c) | EmbedLinks | AttachFiles
	}
	return w.botMay(c)
}

// personMay returns the permissions of u in c.
func (w *world) personMay(u *user, c *channel) Permission {
	p := personPermissions | u.granted
	if c.guild == nil {
		p = dmPermissions
	}
	if !w.sees(u, c) {
		p &^= ViewChannel
	}
	if w.home(c).ownApps {
		p &^= UseExternalApps
	}
	return p
}

// shut refuses a change by the bot in a locked thread.
func (w *world) shut(c *channel) error {
	switch {
	case !c.locked || w.botMay(c).has(ManageThreads):
		return nil
	case c.archived:
		return errArchived
	}
	return errThreadLocked
}

// sees reports whether u can see c.
func (w *world) sees(u *user, c *channel) bool {
	switch {
	case u.id == botID:
		return w.botMay(c).has(ViewChannel)
	case c.withBot():
		return c.person == u
	case c.guild == nil:
		return slices.Contains(c.people, u)
	}
	return c.guild.has(u) && !w.home(c).hidden[u.id]
}

// home is the channel whose permissions count for c: the parent of a thread, else c.
func (w *world) home(c *channel) *channel {
	if p := w.channels[c.parent]; p != nil {
		return p
	}
	return c
}
