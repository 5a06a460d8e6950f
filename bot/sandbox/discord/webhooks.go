package discord

import (
	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
)

// maxOwnFollowUps is how many follow-ups an app may post to an interaction that
// reached it only because a person installed it.
const maxOwnFollowUps = 5

// postFollowUp posts a follow-up. While the first answer still shows "thinking", the
// follow-up replaces it, as in Discord.
func postFollowUp(s *API, c *call) (any, error) {
	i, err := s.interactions.followUp(c)
	if err != nil {
		return nil, err
	}
	f, err := c.checkedMessage()
	if err != nil {
		return nil, err
	}
	if m := i.Original; m != nil && !m.Gone && m.Flags&rule.FlagLoading != 0 {
		return s.edited(m, f)
	}
	if _, server := i.Owners["0"]; !server && i.FollowUps == maxOwnFollowUps {
		return nil, rule.ErrFollowUps
	}
	f.Flags.Value &^= rule.FlagLoading
	m, err := s.interactions.respond(i, f)
	if err != nil {
		return nil, err
	}
	i.FollowUps++
	m.Kind = 0
	i.Newest = m
	return s.wire.MessageJSON(m), nil
}

func getFollowUp(s *API, c *call) (any, error) {
	_, m, err := s.interactions.followUpMessage(c)
	if err != nil {
		return nil, err
	}
	return s.wire.MessageJSON(m), nil
}

func patchFollowUp(s *API, c *call) (any, error) {
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

func deleteFollowUp(s *API, c *call) (any, error) {
	_, m, err := s.interactions.followUpMessage(c)
	if err != nil {
		return nil, err
	}
	s.messages.Delete(m)
	return nil, nil
}

// followUp finds the interaction of a webhook's token. It refuses one that was not
// answered or whose token is too old.
func (is *Interactions) followUp(c *call) (*world.Interaction, error) {
	i := is.state.World.Interactions[c.arg("token")]
	switch {
	case c.arg("app") != world.AppID || i == nil || i.Answer == 0:
		return nil, rule.ErrWebhook
	case is.state.Now().Sub(i.Made) > is.within.Token:
		return nil, rule.ErrWebhookToken
	case is.state.World.Channels[i.Channel.ID] == nil:
		return nil, rule.ErrChannel
	}
	return i, nil
}

// followUpMessage finds the interaction and the message that a request names.
func (is *Interactions) followUpMessage(c *call) (*world.Interaction, *world.Message, error) {
	i, err := is.followUp(c)
	if err != nil {
		return nil, nil, err
	}
	m := i.Original
	if id := c.arg("message"); id != "@original" {
		m = i.Channel.Find(id)
		if m != nil && m.By != i && m != i.On {
			m = nil
		}
	}
	if m == nil || m.Gone {
		return nil, nil, rule.ErrMessage
	}
	return i, m, nil
}
