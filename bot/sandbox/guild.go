package sandbox

import (
	"errors"
	"strconv"
)

// getMe returns the bot's own user, with the fields that only the bot itself gets.
func getMe(s *rest, _ *call) (any, error) {
	j := userJSON(s.state.world.user(botID))
	for k, v := range map[string]any{
		"locale": "en-US", "mfa_enabled": false, "verified": true, "email": nil, "premium_type": 0, "bio": "",
	} {
		j[k] = v
	}
	return j, nil
}

func getUser(s *rest, c *call) (any, error) {
	if u := s.state.world.user(c.arg("user")); u != nil {
		return userJSON(u), nil
	}
	return nil, errUser
}

// verifyKey is the public key of the application, which signs nothing here.
const verifyKey = "5a6e646f78000000000000000000000000000000000000000000000000000000"

// getApp returns the application: ann's, public, and in one server.
func getApp(s *rest, _ *call) (any, error) {
	return map[string]any{
		"id": appID, "name": "Parlour", "description": "", "icon": nil, "type": nil,
		"flags": 0, "flags_new": "0", "bot_public": true, "bot_require_code_grant": false, "verify_key": verifyKey,
		"summary": "", "bot": userJSON(s.state.world.user(botID)), "owner": userJSON(s.state.world.user(strconv.Itoa(peopleID))), "team": nil,
		"redirect_uris": []any{}, "interactions_endpoint_url": nil, "role_connections_verification_url": nil,
		"event_webhooks_url": nil, "event_webhooks_status": 1, "explicit_content_filter": 0, "eligible_oauth2_scopes": []any{},
		"approximate_guild_count": 1, "approximate_user_install_count": 0, "approximate_user_authorization_count": 0,
		"integration_types_config": map[string]any{"0": map[string]any{}, "1": map[string]any{}}, "tags": []any{},
	}, nil
}

func getGuild(s *rest, c *call) (any, error) {
	g, err := s.guild(c)
	if errors.Is(err, errAccess) {
		return nil, errGuild // Discord hides that the server exists
	}
	if err != nil {
		return nil, err
	}
	return guildJSON(g), nil
}

func getGuildChannels(s *rest, c *call) (any, error) {
	g, err := s.guild(c)
	if err != nil {
		return nil, err
	}
	return s.wire.channelList(g, false), nil
}

func getMember(s *rest, c *call) (any, error) {
	g, err := s.guild(c)
	if err != nil {
		return nil, err
	}
	u := s.state.world.user(c.arg("user"))
	switch {
	case u == nil:
		return nil, errUser
	case !g.has(u):
		return nil, errMember
	}
	return s.wire.memberJSON(u), nil
}
