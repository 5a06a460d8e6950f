package sandbox

import (
	"slices"
	"strconv"
)

// Permission is a set of what the bot may do in a channel, with Discord's bits.
type Permission uint64

// The permissions that mean something here.
const (
	ManageChannels         Permission = 1 << 4
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

// botPermissions is what the bot has in a channel at first: what people give a
// bot, and MentionEveryone, so that a name like "@everyone" that is not escaped
// is seen to ping.
const botPermissions Permission = AddReactions | ViewChannel | SendMessages | EmbedLinks | AttachFiles |
	ReadMessageHistory | MentionEveryone | UseApplicationCommands | CreatePublicThreads | SendMessagesInThreads

// personPermissions is what a person has.
const personPermissions = botPermissions&^MentionEveryone | UseExternalApps

// dmPermissions is what both have in a direct channel.
const dmPermissions = ViewChannel | SendMessages | EmbedLinks | AttachFiles | ReadMessageHistory | AddReactions | MentionEveryone

// answerPermissions is what an app may do in an answer in any direct channel.
const answerPermissions = EmbedLinks | AttachFiles | MentionEveryone

func (p Permission) String() string { return strconv.FormatUint(uint64(p), 10) }

func (p Permission) has(q Permission) bool { return p&q == q }

// ChannelKind is what a channel is, with Discord's numbers.
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

// botMay is what the bot may do in c; a thread has what its parent has. Where the
// bot is not, it may nothing.
func (w *world) botMay(c *channel) Permission {
	switch {
	case c.kind == DM:
		return dmPermissions
	case c.away():
		return 0
	}
	return w.home(c).bot
}

// appMay is what the app may do in c when it answers u: in a server that its bot is
// not in what u may, and always embed links and attach files.
func (w *world) appMay(u *user, c *channel) Permission {
	switch {
	case c.kind == DM:
		return answerPermissions | UseExternalEmojis
	case c.kind == Group:
		return answerPermissions
	case c.away():
		return w.personMay(u, c) | EmbedLinks | AttachFiles
	}
	return w.botMay(c)
}

// personMay is what u may do in c.
func (w *world) personMay(u *user, c *channel) Permission {
	p := Permission(personPermissions)
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

// shut says why the bot may change nothing in a locked thread, or nil.
func (w *world) shut(c *channel) error {
	switch {
	case !c.locked || w.botMay(c).has(ManageThreads):
		return nil
	case c.archived:
		return errArchived
	}
	return errThreadLocked
}

// sees says whether u can see c. The bot's sight is its permission.
func (w *world) sees(u *user, c *channel) bool {
	switch {
	case u.id == botID:
		return w.botMay(c).has(ViewChannel)
	case c.kind == DM:
		return c.person == u
	case c.kind == Group:
		return slices.Contains(c.people, u)
	}
	return c.guild.has(u) && !w.home(c).hidden[u.id]
}

// home is the channel whose permissions count: a thread's parent.
func (w *world) home(c *channel) *channel {
	if p := w.channels[c.parent]; p != nil {
		return p
	}
	return c
}
