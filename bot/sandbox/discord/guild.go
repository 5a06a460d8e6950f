package discord

import (
	"errors"

	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
)

// getMe returns the bot's own user, with the fields that only the bot itself gets.
func getMe(s *API, _ *call) (any, error) {
	j := world.UserJSON(s.state.World.User(world.BotID))
	for k, v := range map[string]any{
		"locale": "en-US", "mfa_enabled": false, "verified": true, "email": nil, "premium_type": 0, "bio": "",
	} {
		j[k] = v
	}
	return j, nil
}

func getUser(s *API, c *call) (any, error) {
	if u := s.state.World.User(c.arg("user")); u != nil {
		return world.UserJSON(u), nil
	}
	return nil, rule.ErrUser
}

func getGuild(s *API, c *call) (any, error) {
	g, err := s.guild(c)
	if errors.Is(err, rule.ErrAccess) {
		return nil, rule.ErrGuild // Discord hides that the server exists
	}
	if err != nil {
		return nil, err
	}
	return s.wire.GuildJSON(g), nil
}

func getGuildRoles(s *API, c *call) (any, error) {
	g, err := s.guild(c)
	if err != nil {
		return nil, err
	}
	return world.RolesJSON(g), nil
}

func getGuildChannels(s *API, c *call) (any, error) {
	g, err := s.guild(c)
	if err != nil {
		return nil, err
	}
	return s.wire.ChannelList(g, false), nil
}

func getMember(s *API, c *call) (any, error) {
	g, err := s.guild(c)
	if err != nil {
		return nil, err
	}
	u := s.state.World.User(c.arg("user"))
	switch {
	case u == nil:
		return nil, rule.ErrUser
	case !g.Has(u):
		return nil, rule.ErrMember
	}
	return s.wire.MemberJSON(u, g), nil
}

func getGateway(s *API, _ *call) (any, error) {
	return map[string]any{"url": s.gateway.URL()}, nil
}

func getGatewayBot(s *API, _ *call) (any, error) {
	left, reset := s.gateway.Begins()
	plan := s.gateway.Plan()
	return map[string]any{"url": s.gateway.URL(), "shards": plan.Shards, "session_start_limit": map[string]any{
		"total": SessionsADay, "remaining": left, "reset_after": reset.Milliseconds(), "max_concurrency": plan.Keys,
	}}, nil
}
