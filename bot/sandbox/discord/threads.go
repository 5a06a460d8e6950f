package discord

import (
	"cmp"
	"slices"
	"time"

	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
)

// threadForm is the body that starts a thread, a private one if it names no type.
type threadForm struct {
	Name         string            `json:"name"`
	ArchiveAfter int               `json:"auto_archive_duration"`
	Type         world.ChannelKind `json:"type"`
	Invitable    *bool             `json:"invitable"`
}

func (s *API) postMessageThread(c *call, m *world.Message) (any, error) {
	t, err := s.startThread(c, m.Channel, m)
	if err != nil {
		return nil, err
	}
	m.Thread = t
	m.Flags |= rule.FlagHasThread
	m.Rev++
	s.Gateway.Tell("UPDATE", m)
	return made{s.ChannelJSON(t)}, nil
}

func (s *API) postThread(c *call, ch *world.Channel) (any, error) {
	t, err := s.startThread(c, ch, nil)
	if err != nil {
		return nil, err
	}
	return made{s.ChannelJSON(t)}, nil
}

// mayStart refuses a kind of thread that the bot may not start in a channel.
func (s *API) mayStart(kind world.ChannelKind, ch *world.Channel) error {
	need := world.CreatePublicThreads
	if kind == world.PrivateThread {
		need = world.CreatePrivateThreads
	}
	switch {
	case !ch.Takes(kind):
		return rule.ErrChannelType
	case !s.BotMay(ch).Has(need):
		return rule.ErrPermission
	}
	return nil
}

// startThread makes a thread of the bot's in a channel, on a message or on none, if the server has room
// for it.
func (s *API) startThread(c *call, parent *world.Channel, on *world.Message) (*world.Channel, error) {
	in := threadForm{ArchiveAfter: 4320, Type: world.PrivateThread}
	if err := c.decode(&in); err != nil {
		return nil, err
	}
	if on != nil {
		in.Type = parent.Threads()
	}
	if err := s.mayStart(in.Type, parent); err != nil {
		return nil, err
	}
	if on != nil && s.Channels[on.ID] != nil {
		return nil, rule.ErrThreadExists
	}
	if err := s.Changes.Room(parent.Guild, in.Type); err != nil {
		return nil, err
	}
	t := &world.Channel{
		Name: in.Name, Kind: in.Type, Guild: parent.Guild, Parent: parent.ID, Owner: world.BotID,
		ArchiveAfter: in.ArchiveAfter, Made: s.Now(),
	}
	if on != nil {
		t.ID = on.ID
	} else {
		t.ID = s.NewID()
	}
	s.AddChannel(t)
	t.Members[world.BotID] = t.Made
	t.Closed = in.Type == world.PrivateThread && in.Invitable != nil && !*in.Invitable
	s.Changes.Announce("CREATE", t)
	return t, nil
}

// listActiveThreads lists the threads of a server that are awake and that the bot sees, newest
// first.
func (s *API) listActiveThreads(_ *call, g *world.Guild) (any, error) {
	found := s.threads(newer, func(t *world.Channel) bool { return t.Guild == g && !t.Archived })
	return s.threadList(found, len(found)), nil
}

// threads returns the threads that the bot sees and ok accepts, in an order.
func (s *API) threads(order func(a, b *world.Channel) int, ok func(*world.Channel) bool) []*world.Channel {
	var found []*world.Channel
	for _, t := range s.Order {
		if t.Thread() && ok(t) && s.BotMay(t).Has(world.ViewChannel) {
			found = append(found, t)
		}
	}
	slices.SortFunc(found, order)
	return found
}

// threadList is a list of threads with the bot as their member. It has at most n of them.
func (s *API) threadList(found []*world.Channel, n int) map[string]any {
	more := len(found) > n
	found = found[:min(n, len(found))]
	members := []any{}
	for _, t := range found {
		if t.Has(world.BotID) {
			members = append(members, world.ThreadMemberJSON(t, world.BotID))
		}
	}
	return map[string]any{"threads": world.List(found, s.ChannelJSON), "members": members, "has_more": more}
}

// newer orders threads by their ids, the newest first.
func newer(a, b *world.Channel) int {
	if older(a.ID, b.ID) {
		return 1
	}
	return -1
}

// lastAsleep orders threads by when they fell asleep, the last first.
func lastAsleep(a, b *world.Channel) int {
	return cmp.Or(b.Turned().Compare(a.Turned()), newer(a, b))
}

// archive lists the sleeping threads of a channel, those first that fell asleep last: the public ones, or
// the private ones, which only a moderator may list.
func (s *API) archive(private bool) route {
	return of(s.channel, func(c *call, ch *world.Channel) (any, error) {
		kind, need := ch.Threads(), world.ReadMessageHistory
		if private {
			kind, need = world.PrivateThread, need|world.ManageThreads
		}
		before, early := time.Parse(time.RFC3339, c.query("before"))
		return s.asleep(c, ch, need, lastAsleep, func(t *world.Channel) bool {
			return t.Kind == kind && (early != nil || t.Turned().Before(before))
		})
	})
}

// listOwnArchive lists the sleeping private threads of a channel that the bot is in, newest
// first.
func (s *API) listOwnArchive(c *call, ch *world.Channel) (any, error) {
	before := c.query("before")
	return s.asleep(c, ch, world.ReadMessageHistory, newer, func(t *world.Channel) bool {
		return t.Kind == world.PrivateThread && t.Has(world.BotID) && (before == "" || older(t.ID, before))
	})
}

// asleep lists the sleeping threads of a channel that ok accepts, to a bot with some permissions.
func (s *API) asleep(c *call, ch *world.Channel, need world.Permission, order func(a, b *world.Channel) int,
	ok func(*world.Channel) bool) (any, error) {
	n, err := c.limit()
	switch {
	case !s.BotMay(ch).Has(need):
		return nil, rule.ErrPermission
	case err != nil:
		return nil, err
	}
	found := s.threads(order, func(t *world.Channel) bool { return t.Parent == ch.ID && t.Archived && ok(t) })
	return s.threadList(found, n), nil
}

// membership is a thread and a user, or nil, whom a request names. The bot itself is @me.
type membership struct {
	*world.Channel
	user *world.User
}

func (s *API) membership(c *call) (m membership, err error) {
	m.Channel, err = s.channel(c)
	switch {
	case err != nil:
		return m, err
	case !m.Thread():
		return m, rule.ErrChannelType
	}
	m.user = s.User(c.arg("user"))
	if c.arg("user") == "@me" {
		m.user = s.bot()
	}
	return m, nil
}

// in reports whether the user is a member.
func (m membership) in() bool { return m.user != nil && m.Has(m.user.ID) }

// listThreadMembers lists the members of a thread, to a bot with the intent of members.
func (s *API) listThreadMembers(c *call, m membership) (any, error) {
	if s.Privileged&IntentMembers == 0 {
		return nil, rule.ErrAccess
	}
	members := []any{}
	for _, u := range s.Users {
		if m.Has(u.ID) {
			members = append(members, s.threadMember(c, m.Channel, u))
		}
	}
	return members, nil
}

// threadMember is a member of a thread. A request that asks for it has the member of the
// server too.
func (s *API) threadMember(c *call, ch *world.Channel, u *world.User) map[string]any {
	j := world.ThreadMemberJSON(ch, u.ID)
	if c.query("with_member") == "true" {
		j["member"] = s.MemberJSON(u, ch.Guild)
	}
	return j
}

func (s *API) getThreadMember(c *call, m membership) (any, error) {
	if !m.in() {
		return nil, rule.ErrMember
	}
	return s.threadMember(c, m.Channel, m.user), nil
}

// putThreadMember adds somebody to a thread, or the bot itself.
func (s *API) putThreadMember(_ *call, m membership) (any, error) {
	ch, u, bot := m.Channel, m.user, s.bot()
	switch {
	case ch.Archived:
		return nil, rule.ErrArchived
	case u == nil || !ch.Guild.Has(u):
		return nil, rule.ErrMember
	case !s.Welcomes(u, ch):
		return nil, rule.ErrAccess
	case u != bot && (!s.BotMay(ch).Has(world.SendMessagesInThreads) || !s.MayInvite(bot, ch)):
		return nil, rule.ErrPermission
	}
	s.Changes.AddMember(ch, u, bot, true)
	return nil, nil
}

// deleteThreadMember removes somebody from a thread, or the bot itself. To remove another
// it needs to be a moderator, or the owner of a private thread.
func (s *API) deleteThreadMember(_ *call, m membership) (any, error) {
	owns := m.Kind == world.PrivateThread && m.Owner == world.BotID
	switch {
	case m.Archived:
		return nil, rule.ErrArchived
	case m.user != s.bot() && !s.BotMay(m.Channel).Has(world.ManageThreads) && !owns:
		return nil, rule.ErrPermission
	case !m.in():
		return nil, rule.ErrMember
	}
	s.Changes.RemoveMember(m.Channel, m.user, s.bot())
	return nil, nil
}
