package sandbox

import (
	"errors"
	"slices"
	"strconv"
)

// getMe is the bot's own user, with what only it is told of itself.
func getMe(s *Server, _ *call) (any, error) {
	j := userJSON(s.world.user(botID))
	for k, v := range map[string]any{
		"locale": "en-US", "mfa_enabled": false, "verified": true, "email": nil, "premium_type": 0, "bio": "",
	} {
		j[k] = v
	}
	return j, nil
}

func getUser(s *Server, c *call) (any, error) {
	if u := s.world.user(c.arg("user")); u != nil {
		return userJSON(u), nil
	}
	return nil, errUser
}

// verifyKey is the public key of the application, which signs nothing here.
const verifyKey = "5a6e646f78000000000000000000000000000000000000000000000000000000"

// getApp is the application: a public one of ann's that is in one server.
func getApp(s *Server, _ *call) (any, error) {
	return map[string]any{
		"id": appID, "name": "Parlour", "description": "", "icon": nil, "type": nil,
		"flags": 0, "flags_new": "0", "bot_public": true, "bot_require_code_grant": false, "verify_key": verifyKey,
		"summary": "", "bot": userJSON(s.world.user(botID)), "owner": userJSON(s.world.user(strconv.Itoa(peopleID))), "team": nil,
		"redirect_uris": []any{}, "interactions_endpoint_url": nil, "role_connections_verification_url": nil,
		"event_webhooks_url": nil, "event_webhooks_status": 1, "explicit_content_filter": 0, "eligible_oauth2_scopes": []any{},
		"approximate_guild_count": 1, "approximate_user_install_count": 0, "approximate_user_authorization_count": 0,
		"integration_types_config": map[string]any{"0": map[string]any{}}, "tags": []any{},
	}, nil
}

// guild finds the server of a request, if the bot is in it.
func (s *Server) guild(c *call) (*guild, error) {
	i := slices.IndexFunc(s.world.guilds, func(g *guild) bool { return g.id == c.arg("guild") })
	switch {
	case i < 0:
		return nil, errGuild
	case !s.world.guilds[i].bot:
		return nil, errAccess
	}
	return s.world.guilds[i], nil
}

func getGuild(s *Server, c *call) (any, error) {
	g, err := s.guild(c)
	if errors.Is(err, errAccess) {
		return nil, errGuild // of the server itself Discord does not tell that it is there
	}
	if err != nil {
		return nil, err
	}
	return guildJSON(g), nil
}

func getGuildChannels(s *Server, c *call) (any, error) {
	g, err := s.guild(c)
	if err != nil {
		return nil, err
	}
	return s.channelList(g, false), nil
}

// channelList lists a server's channels, or its threads.
func (s *Server) channelList(g *guild, threads bool) []any {
	out := []any{}
	for _, c := range s.world.order {
		if c.guild == g && (c.kind == PublicThread) == threads {
			out = append(out, s.channelJSON(c))
		}
	}
	return out
}

func getMember(s *Server, c *call) (any, error) {
	g, err := s.guild(c)
	if err != nil {
		return nil, err
	}
	u := s.world.user(c.arg("user"))
	switch {
	case u == nil:
		return nil, errUser
	case !g.has(u):
		return nil, errMember
	}
	return s.memberJSON(u), nil
}

// memberJSON is a member with its user.
func (s *Server) memberJSON(u *user) map[string]any {
	j := s.partialMember(u)
	j["user"], j["deaf"], j["mute"] = userJSON(u), false, false
	return j
}

// partialMember is a member as an interaction resolves one.
func (s *Server) partialMember(u *user) map[string]any {
	return map[string]any{
		"nick": nil, "avatar": nil, "banner": nil, "roles": []any{}, "joined_at": stamp(s.world.began),
		"premium_since": nil, "pending": false, "flags": 0, "communication_disabled_until": nil,
	}
}

// guildJSON is a server: ann's, with nothing special about it.
func guildJSON(g *guild) map[string]any {
	j := map[string]any{
		"id": g.id, "name": g.name, "owner_id": strconv.Itoa(peopleID), "region": "deprecated",
		"preferred_locale": "en-US", "afk_timeout": 300, "verification_level": 0, "default_message_notifications": 1,
		"explicit_content_filter": 0, "mfa_level": 0, "nsfw": false, "nsfw_level": 0, "system_channel_flags": 0,
		"premium_tier": 0, "premium_subscription_count": 0, "premium_progress_bar_enabled": false, "widget_enabled": false,
		"max_members": 500000, "max_video_channel_users": 25, "max_stage_video_channel_users": 50,
		"emojis": []any{}, "stickers": []any{}, "features": []any{}, "roles": []any{everyoneJSON(g)},
	}
	for _, none := range []string{
		"icon", "description", "home_header", "splash", "discovery_splash", "banner", "application_id", "vanity_url_code",
		"afk_channel_id", "system_channel_id", "widget_channel_id", "rules_channel_id", "safety_alerts_channel_id",
		"public_updates_channel_id", "max_presences", "incidents_data",
	} {
		j[none] = nil
	}
	return j
}

// everyoneJSON is the role that all members have.
func everyoneJSON(g *guild) map[string]any {
	return map[string]any{
		"id": g.id, "name": "@everyone", "color": 0, "hoist": false, "position": 0,
		"colors": map[string]any{"primary_color": 0, "secondary_color": nil, "tertiary_color": nil},
		"icon":   nil, "unicode_emoji": nil, "managed": false, "mentionable": false, "flags": 0,
		"permissions": Permission(personPermissions).String(),
	}
}

// guildCreate is a server as the gateway tells it.
func (s *Server) guildCreate(g *guild) map[string]any {
	j := guildJSON(g)
	j["joined_at"], j["large"], j["unavailable"] = stamp(s.world.began), false, false
	j["channels"], j["threads"] = s.channelList(g, false), s.channelList(g, true)
	var members []any
	for _, u := range s.world.users {
		if g.has(u) {
			members = append(members, s.memberJSON(u))
		}
	}
	j["members"], j["member_count"] = members, len(members)
	j["presences"], j["voice_states"] = []any{}, []any{}
	return j
}
