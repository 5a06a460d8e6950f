package sandbox

// interactionJSON is an interaction as the gateway tells it.
func (s *Server) interactionJSON(i *interaction) map[string]any {
	c := i.channel
	j := map[string]any{
		"id": i.id, "application_id": appID, "type": i.kind, "data": i.data,
		"channel_id": c.id, "channel": s.channelFor(i.user, c),
		"token": i.token, "version": 1, "app_permissions": s.world.appMay(i.user, c).String(),
		"locale": "en-US", "entitlements": []any{}, "attachment_size_limit": maxFile,
		"authorizing_integration_owners": i.owners, "context": c.context(),
	}
	if i.on != nil {
		j["message"] = s.messageJSON(i.on)
	}
	if c.guild == nil {
		j["user"] = userJSON(i.user)
		return j
	}
	member := s.memberJSON(i.user)
	member["permissions"] = s.world.personMay(i.user, c).String()
	j["member"] = member
	j["guild_id"], j["guild_locale"] = c.guild.id, "en-US"
	j["guild"] = map[string]any{"id": c.guild.id, "locale": "en-US", "features": []any{}}
	return j
}

// channelFor is a channel with what u may do there.
func (s *Server) channelFor(u *user, c *channel) map[string]any {
	j := s.channelJSON(c)
	j["permissions"] = s.world.personMay(u, c).String()
	return j
}

// resolve gathers the users, and in the server their members, that values name.
func (s *Server) resolve(users []*user, c *channel) map[string]any {
	us, ms := map[string]any{}, map[string]any{}
	for _, u := range users {
		us[u.id] = userJSON(u)
		if c.guild == nil || !c.guild.has(u) {
			continue
		}
		m := s.partialMember(u)
		m["permissions"] = s.world.personMay(u, c).String()
		if u.id == botID {
			m["permissions"] = s.world.botMay(c).String()
		}
		ms[u.id] = m
	}
	out := map[string]any{"users": us}
	if len(ms) > 0 {
		out["members"] = ms
	}
	return out
}
