package rest

import (
	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
)

// threadForm is the body that starts a thread.
type threadForm struct {
	Name         string `json:"name"`
	ArchiveAfter int    `json:"auto_archive_duration"`
	Type         *int   `json:"type"`
}

// readThread reads a threadForm, and refuses a channel in which the bot may start none.
func (rs *API) readThread(c *call, ch *world.Channel) (*threadForm, error) {
	in := &threadForm{ArchiveAfter: 4320}
	if err := c.decode(in); err != nil {
		return nil, err
	}
	switch {
	case ch.Kind != world.Text && ch.Kind != world.Announcement:
		return nil, rule.ErrChannelType
	case !rs.state.World.BotMay(ch).Has(world.CreatePublicThreads):
		return nil, rule.ErrPermission
	}
	return in, nil
}

func postMessageThread(s *API, c *call) (any, error) {
	m, err := s.target(c)
	if err != nil {
		return nil, err
	}
	in, err := s.readThread(c, m.Channel)
	if err != nil {
		return nil, err
	}
	if s.state.World.Channels[m.ID] != nil {
		return nil, rule.ErrThreadExists
	}
	m.Thread = s.startThread(m.ID, in, m.Channel)
	m.Flags |= rule.FlagHasThread
	m.Rev++
	return made{s.wire.ChannelJSON(m.Thread)}, nil
}

func postThread(s *API, c *call) (any, error) {
	ch, err := s.channel(c)
	if err != nil {
		return nil, err
	}
	in, err := s.readThread(c, ch)
	if err != nil {
		return nil, err
	}
	if in.Type == nil || *in.Type != int(world.PublicThread) {
		var bad rule.Flaws
		bad.Add("type", "SANDBOX_UNSUPPORTED", "This sandbox knows public threads only; say type 11.")
		return nil, bad.Err()
	}
	return made{s.wire.ChannelJSON(s.startThread(s.state.World.ID(s.state.Now()), in, ch))}, nil
}

// startThread makes a thread of the bot's in parent.
func (rs *API) startThread(id string, in *threadForm, parent *world.Channel) *world.Channel {
	t := &world.Channel{
		ID: id, Name: in.Name, Kind: world.PublicThread, Guild: parent.Guild, Parent: parent.ID, Owner: world.BotID,
		ArchiveAfter: in.ArchiveAfter, Made: rs.state.Now(),
	}
	rs.state.World.AddChannel(t)
	t.Members[world.BotID] = true
	rs.places.Announce("CREATE", t)
	return t
}

func putThreadMember(s *API, c *call) (any, error) {
	ch, err := s.channel(c)
	if err != nil {
		return nil, err
	}
	id := c.arg("user")
	if id == "@me" {
		id = world.BotID
	}
	u := s.state.World.User(id)
	switch {
	case ch.Kind != world.PublicThread:
		return nil, rule.ErrChannelType
	case ch.Archived:
		return nil, rule.ErrArchived
	case u == nil || !ch.Guild.Has(u):
		return nil, rule.ErrMember
	case !s.state.World.Sees(u, ch):
		return nil, rule.ErrAccess
	}
	if !ch.Members[u.ID] && u.ID != world.BotID {
		s.messages.Notice(ch, &world.Message{Kind: world.NoticeAdded, Author: s.state.World.User(world.BotID), Mentions: []*world.User{u}})
	}
	ch.Members[u.ID] = true
	return nil, nil
}
