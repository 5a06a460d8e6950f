package sandbox

import "strconv"

func getMe(s *Server, _ *call) (any, error) { return userJSON(s.world.user(botID)), nil }

func getUser(s *Server, c *call) (any, error) {
	if u := s.world.user(c.arg("user")); u != nil {
		return userJSON(u), nil
	}
	return nil, errUser
}

func getApp(s *Server, _ *call) (any, error) {
	return map[string]any{
		"id": appID, "name": "Parlour", "description": "", "icon": nil, "flags": 0,
		"bot_public": true, "bot_require_code_grant": false, "verify_key": "",
		"summary": "", "bot": userJSON(s.world.user(botID)), "team": nil,
	}, nil
}

func getGuild(s *Server, c *call) (any, error) {
	if c.arg("guild") != guildID {
		return nil, errGuild
	}
	return s.guildJSON(), nil
}

func getGuildChannels(s *Server, c *call) (any, error) {
	if c.arg("guild") != guildID {
		return nil, errGuild
	}
	return s.channelList(false), nil
}

// channelList lists the server's channels, or its threads.
func (s *Server) channelList(threads bool) []any {
	out := []any{}
	for _, c := range s.world.order {
		if c.kind != DM && (c.kind == PublicThread) == threads {
			out = append(out, s.channelJSON(c))
		}
	}
	return out
}

func getMember(s *Server, c *call) (any, error) {
	if c.arg("guild") != guildID {
		return nil, errGuild
	}
	u := s.world.user(c.arg("user"))
	if u == nil || !u.member {
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
		"nick": nil, "avatar": nil, "roles": []any{}, "joined_at": stamp(s.world.began),
		"premium_since": nil, "pending": false, "flags": 0, "communication_disabled_until": nil,
	}
}

// guildJSON is the server.
func (s *Server) guildJSON() map[string]any {
	return map[string]any{
		"id": guildID, "name": "Parlour", "icon": nil, "splash": nil, "owner_id": strconv.Itoa(peopleID),
		"afk_timeout": 300, "verification_level": 0, "default_message_notifications": 1,
		"explicit_content_filter": 0, "emojis": []any{}, "stickers": []any{}, "features": []any{},
		"mfa_level": 0, "system_channel_flags": 0, "premium_tier": 0, "nsfw_level": 0,
		"preferred_locale": "en-US", "roles": []any{map[string]any{
			"id": guildID, "name": "@everyone", "color": 0, "hoist": false, "position": 0,
			"permissions": Permission(personPermissions).String(), "managed": false, "mentionable": false, "flags": 0,
		}},
	}
}

// guildCreate is the server as the gateway tells it.
func (s *Server) guildCreate() map[string]any {
	j := s.guildJSON()
	j["joined_at"], j["large"], j["unavailable"] = stamp(s.world.began), false, false
	j["channels"], j["threads"] = s.channelList(false), s.channelList(true)
	var members []any
	for _, u := range s.world.users {
		if u.member {
			members = append(members, s.memberJSON(u))
		}
	}
	j["members"], j["member_count"] = members, len(members)
	j["presences"], j["voice_states"] = []any{}, []any{}
	return j
}
