package discord

import (
	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
)

// threadForm is the body that starts a thread.
type threadForm struct {
	Name         string `json:"name"`
	ArchiveAfter int    `json:"auto_archive_duration"`
	Type         *int   `json:"type"`
	Invitable    *bool  `json:"invitable"`
}

// kind is the kind of thread that the form asks for: a private one if it names none.
func (f *threadForm) kind() world.ChannelKind {
	if f.Type == nil {
		return world.PrivateThread
	}
	return world.ChannelKind(*f.Type)
}

// readThread reads a threadForm.
func (c *call) readThread() (*threadForm, error) {
	in := &threadForm{ArchiveAfter: 4320}
	return in, c.decode(in)
}

// mayStart refuses a kind of thread that the bot may not start in a channel.
func (rs *API) mayStart(kind world.ChannelKind, ch *world.Channel) error {
	need := world.CreatePublicThreads
	if kind == world.PrivateThread {
		need = world.CreatePrivateThreads
	}
	switch {
	case !ch.Takes(kind):
		return rule.ErrChannelType
	case !rs.state.World.BotMay(ch).Has(need):
		return rule.ErrPermission
	}
	return nil
}

func postMessageThread(s *API, c *call) (any, error) {
	m, err := s.target(c)
	if err != nil {
		return nil, err
	}
	in, err := c.readThread()
	if err != nil {
		return nil, err
	}
	kind := m.Channel.Threads()
	if err := s.mayStart(kind, m.Channel); err != nil {
		return nil, err
	}
	if s.state.World.Channels[m.ID] != nil {
		return nil, rule.ErrThreadExists
	}
	if m.Thread, err = s.startThread(m.ID, kind, in, m.Channel); err != nil {
		return nil, err
	}
	m.Flags |= rule.FlagHasThread
	m.Rev++
	s.gateway.Tell("UPDATE", m)
	return made{s.wire.ChannelJSON(m.Thread)}, nil
}

func postThread(s *API, c *call) (any, error) {
	ch, err := s.channel(c)
	if err != nil {
		return nil, err
	}
	in, err := c.readThread()
	if err != nil {
		return nil, err
	}
	kind := in.kind()
	if err := s.mayStart(kind, ch); err != nil {
		return nil, err
	}
	t, err := s.startThread(s.state.World.ID(s.state.Now()), kind, in, ch)
	if err != nil {
		return nil, err
	}
	return made{s.wire.ChannelJSON(t)}, nil
}

// startThread makes a thread of the bot's in parent, if the server has room for it.
func (rs *API) startThread(id string, kind world.ChannelKind, in *threadForm, parent *world.Channel) (*world.Channel, error) {
	if err := rs.places.Room(parent.Guild, kind); err != nil {
		return nil, err
	}
	t := &world.Channel{
		ID: id, Name: in.Name, Kind: kind, Guild: parent.Guild, Parent: parent.ID, Owner: world.BotID,
		ArchiveAfter: in.ArchiveAfter, Made: rs.state.Now(),
	}
	rs.state.World.AddChannel(t)
	t.Members[world.BotID] = t.Made
	t.Closed = kind == world.PrivateThread && in.Invitable != nil && !*in.Invitable
	rs.places.Announce("CREATE", t)
	return t, nil
}
