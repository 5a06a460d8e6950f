package sandbox

// followUp finds the interaction of a webhook's token, if it was answered and
// still lives.
func (s *Server) followUp(c *call) (*interaction, error) {
	i := s.world.interactions[c.arg("token")]
	switch {
	case c.arg("app") != appID || i == nil || i.answer == 0:
		return nil, errWebhook
	case s.cfg.Now().Sub(i.made) > s.cfg.TokenLife:
		return nil, errWebhookToken
	case s.world.channels[i.channel.id] == nil:
		return nil, errChannel
	}
	return i, nil
}

// followUpMessage finds the message of such a request.
func (s *Server) followUpMessage(c *call) (*interaction, *message, error) {
	i, err := s.followUp(c)
	if err != nil {
		return nil, nil, err
	}
	m := i.original
	if id := c.arg("message"); id != "@original" {
		m = i.channel.find(id)
		if m != nil && m.by != i && m != i.on {
			m = nil
		}
	}
	if m == nil || m.gone {
		return nil, nil, errMessage
	}
	return i, m, nil
}

// maxOwnFollowUps is how many further messages an app may post for an interaction that
// it has through nobody but a person.
const maxOwnFollowUps = 5

// postFollowUp posts a further message. While the first answer is still
// "thinking", it takes its place, and its kind, as in Discord.
func postFollowUp(s *Server, c *call) (any, error) {
	i, err := s.followUp(c)
	if err != nil {
		return nil, err
	}
	f, err := c.checkedMessage()
	if err != nil {
		return nil, err
	}
	if m := i.original; m != nil && !m.gone && m.flags&flagLoading != 0 {
		return s.edited(m, f)
	}
	if _, server := i.owners["0"]; !server && i.followUps == maxOwnFollowUps {
		return nil, errFollowUps
	}
	f.Flags.v &^= flagLoading
	m, err := s.respond(i, f)
	if err != nil {
		return nil, err
	}
	i.followUps++
	m.kind = 0
	i.newest = m
	return s.messageJSON(m), nil
}

func (s *Server) edited(m *message, f *form) (any, error) {
	if err := s.edit(m, f); err != nil {
		return nil, err
	}
	return s.messageJSON(m), nil
}

func getFollowUp(s *Server, c *call) (any, error) {
	_, m, err := s.followUpMessage(c)
	if err != nil {
		return nil, err
	}
	return s.messageJSON(m), nil
}

func patchFollowUp(s *Server, c *call) (any, error) {
	_, m, err := s.followUpMessage(c)
	if err != nil {
		return nil, err
	}
	f, err := c.checkedMessage()
	if err != nil {
		return nil, err
	}
	return s.edited(m, f)
}

func deleteFollowUp(s *Server, c *call) (any, error) {
	_, m, err := s.followUpMessage(c)
	if err != nil {
		return nil, err
	}
	m.channel.remove(m)
	return nil, nil
}
