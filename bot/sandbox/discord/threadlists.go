package discord

import (
	"cmp"
	"slices"
	"time"

	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
)

// listActiveThreads lists the threads of a server that are awake and that the bot sees, newest
// first.
func listActiveThreads(s *API, c *call) (any, error) {
	g, err := s.guild(c)
	if err != nil {
		return nil, err
	}
	found := s.threads(func(t *world.Channel) bool { return t.Guild == g && !t.Archived })
	slices.SortFunc(found, newer)
	return s.threadList(found, len(found)), nil
}

// threads returns the threads that the bot sees and ok accepts.
func (rs *API) threads(ok func(*world.Channel) bool) []*world.Channel {
	var found []*world.Channel
	for _, t := range rs.state.World.Order {
		if t.Thread() && ok(t) && rs.state.World.BotMay(t).Has(world.ViewChannel) {
			found = append(found, t)
		}
	}
	return found
}

// threadList is a list of threads with the bot as their member. It has at most n of them.
func (rs *API) threadList(found []*world.Channel, n int) map[string]any {
	more := len(found) > n
	found = found[:min(n, len(found))]
	members := []any{}
	for _, t := range found {
		if t.Has(world.BotID) {
			members = append(members, world.ThreadMemberJSON(t, world.BotID))
		}
	}
	return map[string]any{"threads": world.List(found, rs.wire.ChannelJSON), "members": members, "has_more": more}
}

// newer orders threads by their ids, the newest first.
func newer(a, b *world.Channel) int {
	if older(a.ID, b.ID) {
		return 1
	}
	return -1
}

func listPublicArchive(s *API, c *call) (any, error) {
	ch, err := s.channel(c)
	if err != nil {
		return nil, err
	}
	return s.archive(c, ch.Threads(), world.ReadMessageHistory)
}

func listPrivateArchive(s *API, c *call) (any, error) {
	return s.archive(c, world.PrivateThread, world.ReadMessageHistory|world.ManageThreads)
}

// archive lists the sleeping threads of a kind in a channel, those first that fell asleep last.
func (rs *API) archive(c *call, kind world.ChannelKind, need world.Permission) (any, error) {
	ch, err := rs.channel(c)
	switch {
	case err != nil:
		return nil, err
	case !rs.state.World.BotMay(ch).Has(need):
		return nil, rule.ErrPermission
	}
	n, err := c.limit()
	if err != nil {
		return nil, err
	}
	before, early := time.Parse(time.RFC3339, c.r.URL.Query().Get("before"))
	found := rs.threads(func(t *world.Channel) bool {
		return t.Parent == ch.ID && t.Kind == kind && t.Archived && (early != nil || t.Turned().Before(before))
	})
	slices.SortFunc(found, func(a, b *world.Channel) int { return cmp.Or(b.Turned().Compare(a.Turned()), newer(a, b)) })
	return rs.threadList(found, n), nil
}

// listOwnArchive lists the sleeping private threads of a channel that the bot is in, newest
// first.
func listOwnArchive(s *API, c *call) (any, error) {
	ch, err := s.channel(c)
	switch {
	case err != nil:
		return nil, err
	case !s.state.World.BotMay(ch).Has(world.ReadMessageHistory):
		return nil, rule.ErrPermission
	}
	n, err := c.limit()
	if err != nil {
		return nil, err
	}
	before := c.r.URL.Query().Get("before")
	found := s.threads(func(t *world.Channel) bool {
		return t.Parent == ch.ID && t.Kind == world.PrivateThread && t.Archived && t.Has(world.BotID) && (before == "" || older(t.ID, before))
	})
	slices.SortFunc(found, newer)
	return s.threadList(found, n), nil
}
