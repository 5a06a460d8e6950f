package discord

import (
	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
)

// thread finds the thread of a request, and the user whom it names, or nil.
func (rs *API) thread(c *call) (*world.Channel, *world.User, error) {
	ch, err := rs.channel(c)
	switch {
	case err != nil:
		return nil, nil, err
	case !ch.Thread():
		return nil, nil, rule.ErrChannelType
	}
	id := c.arg("user")
	if id == "@me" {
		id = world.BotID
	}
	return ch, rs.state.World.User(id), nil
}

// listThreadMembers lists the members of a thread, to a bot with the intent of members.
func listThreadMembers(s *API, c *call) (any, error) {
	ch, _, err := s.thread(c)
	switch {
	case err != nil:
		return nil, err
	case s.state.World.Privileged&IntentMembers == 0:
		return nil, rule.ErrAccess
	}
	members := []any{}
	for _, u := range s.state.World.Users {
		if ch.Has(u.ID) {
			members = append(members, s.threadMember(c, ch, u))
		}
	}
	return members, nil
}

// threadMember is a member of a thread. A request that asks for it has the member of the
// server too.
func (rs *API) threadMember(c *call, ch *world.Channel, u *world.User) map[string]any {
	j := world.ThreadMemberJSON(ch, u.ID)
	if c.r.URL.Query().Get("with_member") == "true" {
		j["member"] = rs.wire.MemberJSON(u, ch.Guild)
	}
	return j
}

func getThreadMember(s *API, c *call) (any, error) {
	ch, u, err := s.thread(c)
	switch {
	case err != nil:
		return nil, err
	case u == nil || !ch.Has(u.ID):
		return nil, rule.ErrMember
	}
	return s.threadMember(c, ch, u), nil
}

// putThreadMember adds somebody to a thread, or the bot itself.
func putThreadMember(s *API, c *call) (any, error) {
	ch, u, err := s.thread(c)
	bot := s.state.World.User(world.BotID)
	switch {
	case err != nil:
		return nil, err
	case ch.Archived:
		return nil, rule.ErrArchived
	case u == nil || !ch.Guild.Has(u):
		return nil, rule.ErrMember
	case !s.state.World.Welcomes(u, ch):
		return nil, rule.ErrAccess
	case u != bot && (!s.state.World.BotMay(ch).Has(world.SendMessagesInThreads) || !s.state.World.MayInvite(bot, ch)):
		return nil, rule.ErrPermission
	}
	s.messages.AddMember(ch, u, bot, true)
	return nil, nil
}

// deleteThreadMember removes somebody from a thread, or the bot itself. To remove another
// it needs to be a moderator, or the owner of a private thread.
func deleteThreadMember(s *API, c *call) (any, error) {
	ch, u, err := s.thread(c)
	bot := s.state.World.User(world.BotID)
	switch {
	case err != nil:
		return nil, err
	case ch.Archived:
		return nil, rule.ErrArchived
	case u != bot && !s.state.World.BotMay(ch).Has(world.ManageThreads) && (ch.Kind != world.PrivateThread || ch.Owner != world.BotID):
		return nil, rule.ErrPermission
	case u == nil || !ch.Has(u.ID):
		return nil, rule.ErrMember
	}
	s.messages.RemoveMember(ch, u, bot)
	return nil, nil
}
