package sandbox

// threadForm is the body that starts a thread.
type threadForm struct {
	Name         string `json:"name"`
	ArchiveAfter int    `json:"auto_archive_duration"`
	Type         *int   `json:"type"`
}

// readThread reads a threadForm, and refuses a channel in which the bot may start none.
func (s *rest) readThread(c *call, ch *channel) (*threadForm, error) {
	in := &threadForm{ArchiveAfter: 4320}
	if err := c.decode(in); err != nil {
		return nil, err
	}
	switch {
	case ch.kind != Text && ch.kind != Announcement:
		return nil, errChannelType
	case !s.state.world.botMay(ch).has(CreatePublicThreads):
		return nil, errPermission
	}
	return in, nil
}

func postMessageThread(s *rest, c *call) (any, error) {
	m, err := s.target(c)
	if err != nil {
		return nil, err
	}
	in, err := s.readThread(c, m.channel)
	if err != nil {
		return nil, err
	}
	if s.state.world.channels[m.id] != nil {
		return nil, errThreadExists
	}
	m.thread = s.startThread(m.id, in, m.channel)
	m.flags |= flagHasThread
	m.rev++
	return made{s.wire.channelJSON(m.thread)}, nil
}

func postThread(s *rest, c *call) (any, error) {
	ch, err := s.channel(c)
	if err != nil {
		return nil, err
	}
	in, err := s.readThread(c, ch)
	if err != nil {
		return nil, err
	}
	if in.Type == nil || *in.Type != int(PublicThread) {
		var bad flaws
		bad.add("type", "SANDBOX_UNSUPPORTED", "This sandbox knows public threads only; say type 11.")
		return nil, bad.err()
	}
	return made{s.wire.channelJSON(s.startThread(s.state.world.id(s.state.now()), in, ch))}, nil
}

// startThread makes a thread of the bot's in parent.
func (s *rest) startThread(id string, in *threadForm, parent *channel) *channel {
	t := &channel{
		id: id, name: in.Name, kind: PublicThread, guild: parent.guild, parent: parent.id, owner: botID,
		archiveAfter: in.ArchiveAfter, made: s.state.now(),
	}
	s.state.world.addChannel(t)
	t.members[botID] = true
	s.places.announce("CREATE", t)
	return t
}

func putThreadMember(s *rest, c *call) (any, error) {
	ch, err := s.channel(c)
	if err != nil {
		return nil, err
	}
	id := c.arg("user")
	if id == "@me" {
		id = botID
	}
	u := s.state.world.user(id)
	switch {
	case ch.kind != PublicThread:
		return nil, errChannelType
	case ch.archived:
		return nil, errArchived
	case u == nil || !ch.guild.has(u):
		return nil, errMember
	case !s.state.world.sees(u, ch):
		return nil, errAccess
	}
	if !ch.members[u.id] && u.id != botID {
		s.messages.notice(ch, &message{kind: noticeAdded, author: s.state.world.user(botID), mentions: []*user{u}})
	}
	ch.members[u.id] = true
	return nil, nil
}
