package sandbox

// maxOwnFollowUps is how many follow-ups an app may post to an interaction that
// reached it only because a person installed it.
const maxOwnFollowUps = 5

// postFollowUp posts a follow-up. While the first answer still shows "thinking", the
// follow-up replaces it, as in Discord.
func postFollowUp(s *rest, c *call) (any, error) {
	i, err := s.interactions.followUp(c)
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
	m, err := s.interactions.respond(i, f)
	if err != nil {
		return nil, err
	}
	i.followUps++
	m.kind = 0
	i.newest = m
	return s.wire.messageJSON(m), nil
}

func getFollowUp(s *rest, c *call) (any, error) {
	_, m, err := s.interactions.followUpMessage(c)
	if err != nil {
		return nil, err
	}
	return s.wire.messageJSON(m), nil
}

func patchFollowUp(s *rest, c *call) (any, error) {
	_, m, err := s.interactions.followUpMessage(c)
	if err != nil {
		return nil, err
	}
	f, err := c.checkedMessage()
	if err != nil {
		return nil, err
	}
	return s.edited(m, f)
}

func deleteFollowUp(s *rest, c *call) (any, error) {
	_, m, err := s.interactions.followUpMessage(c)
	if err != nil {
		return nil, err
	}
	m.channel.remove(m)
	return nil, nil
}

// followUp finds the interaction of a webhook's token. It refuses one that was not
// answered or whose token is too old.
func (is *interactions) followUp(c *call) (*interaction, error) {
	i := is.state.world.interactions[c.arg("token")]
	switch {
	case c.arg("app") != appID || i == nil || i.answer == 0:
		return nil, errWebhook
	case is.state.now().Sub(i.made) > is.within.Token:
		return nil, errWebhookToken
	case is.state.world.channels[i.channel.id] == nil:
		return nil, errChannel
	}
	return i, nil
}

// followUpMessage finds the interaction and the message that a request names.
func (is *interactions) followUpMessage(c *call) (*interaction, *message, error) {
	i, err := is.followUp(c)
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
