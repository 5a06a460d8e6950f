package rest

import (
	"errors"

	"parlour/bot/sandbox/gateway"
	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/wire"
	"parlour/bot/sandbox/world"
)

// getMe returns the bot's own user, with the fields that only the bot itself gets.
func getMe(s *API, _ *call) (any, error) {
	j := wire.UserJSON(s.state.World.User(world.BotID))
	for k, v := range map[string]any{
		"locale": "en-US", "mfa_enabled": false, "verified": true, "email": nil, "premium_type": 0, "bio": "",
	} {
		j[k] = v
	}
	return j, nil
}

func getUser(s *API, c *call) (any, error) {
	if u := s.state.World.User(c.arg("user")); u != nil {
		return wire.UserJSON(u), nil
	}
	return nil, rule.ErrUser
}

// verifyKey is the public key of the application, which signs nothing here.
const verifyKey = "5a6e646f78000000000000000000000000000000000000000000000000000000"

// getApp returns the application, which is public.
func getApp(s *API, _ *call) (any, error) {
	return map[string]any{
		"id": world.AppID, "name": s.state.World.User(world.BotID).Name, "description": "", "icon": nil, "type": nil,
		"flags": 0, "flags_new": "0", "bot_public": true, "bot_require_code_grant": false, "verify_key": verifyKey,
		"summary": "", "bot": wire.UserJSON(s.state.World.User(world.BotID)), "owner": wire.UserJSON(s.state.World.Owner()), "team": nil,
		"redirect_uris": []any{}, "interactions_endpoint_url": nil, "role_connections_verification_url": nil,
		"event_webhooks_url": nil, "event_webhooks_status": 1, "explicit_content_filter": 0, "eligible_oauth2_scopes": []any{},
		"approximate_guild_count": 1, "approximate_user_install_count": 0, "approximate_user_authorization_count": 0,
		"integration_types_config": map[string]any{"0": map[string]any{}, "1": map[string]any{}}, "tags": []any{},
	}, nil
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
	return wire.Roles(g), nil
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
		"total": gateway.SessionsADay, "remaining": left, "reset_after": reset.Milliseconds(), "max_concurrency": plan.Keys,
	}}, nil
}
