package world

// MemberJSON is a member of a server with the user.
func (w *Wire) MemberJSON(u *User, g *Guild) map[string]any {
	j := w.AuthorJSON(u, g)
	j["user"] = UserJSON(u)
	return j
}

// AuthorJSON is the member who wrote a message, without the user.
func (w *Wire) AuthorJSON(u *User, g *Guild) map[string]any {
	j := w.partialMember(u, g)
	j["deaf"], j["mute"] = false, false
	return j
}

// partialMember is a member in resolved data, without the user.
func (w *Wire) partialMember(u *User, g *Guild) map[string]any {
	roles := List(g.RolesOf(u), func(r *Role) string { return r.ID })
	since := w.World.Began
	if u.ID == BotID {
		since = g.Since
	}
	return map[string]any{
		"nick": nil, "avatar": nil, "banner": nil, "roles": roles, "joined_at": stamp(since),
		"premium_since": nil, "pending": false, "flags": 0, "communication_disabled_until": nil,
	}
}

// GuildJSON is a server.
func (w *Wire) GuildJSON(g *Guild) map[string]any {
	j := map[string]any{
		"id": g.ID, "name": g.Name, "owner_id": w.World.Owner().ID, "region": "deprecated",
		"preferred_locale": g.Language(), "afk_timeout": 300, "verification_level": 0, "default_message_notifications": 1,
		"explicit_content_filter": 0, "mfa_level": 0, "nsfw": false, "nsfw_level": 0, "system_channel_flags": 0,
		"premium_tier": 0, "premium_subscription_count": 0, "premium_progress_bar_enabled": false, "widget_enabled": false,
		"max_members": 500000, "max_video_channel_users": 25, "max_stage_video_channel_users": 50,
		"emojis": []any{}, "stickers": []any{}, "features": g.Features(), "roles": RolesJSON(g),
	}
	for _, none := range []string{
		"icon", "description", "home_header", "splash", "discovery_splash", "banner", "application_id", "vanity_url_code",
		"afk_channel_id", "widget_channel_id", "rules_channel_id", "safety_alerts_channel_id",
		"public_updates_channel_id", "max_presences", "incidents_data",
	} {
		j[none] = nil
	}
	j["system_channel_id"] = nil
	if w.World.Channels[g.System] != nil {
		j["system_channel_id"] = g.System
	}
	return j
}

// Roles lists the roles of a server, that of everybody first.
func RolesJSON(g *Guild) []any {
	out := []any{}
	for i, r := range g.AllRoles() {
		j := roleJSON(r)
		j["position"] = i
		out = append(out, j)
	}
	return out
}

// roleJSON is a role.
func roleJSON(r *Role) map[string]any {
	return map[string]any{
		"id": r.ID, "name": r.Name, "color": 0, "hoist": false, "position": 0,
		"colors": map[string]any{"primary_color": 0, "secondary_color": nil, "tertiary_color": nil},
		"icon":   nil, "unicode_emoji": nil, "managed": false, "mentionable": r.Mentionable, "flags": 0,
		"permissions": PersonPermissions.String(),
	}
}

// GuildCreate is the data of GUILD_CREATE.
func (w *Wire) GuildCreate(g *Guild) map[string]any {
	j := w.GuildJSON(g)
	j["joined_at"], j["large"], j["unavailable"] = stamp(g.Since), false, false
	j["channels"], j["threads"] = w.ChannelList(g, false), w.ChannelList(g, true)
	var members []any
	for _, u := range w.World.Users {
		if g.Has(u) {
			members = append(members, w.MemberJSON(u, g))
		}
	}
	j["members"], j["member_count"] = members, len(members)
	j["presences"], j["voice_states"] = []any{}, []any{}
	return j
}

// Authorized is the data of APPLICATION_AUTHORIZED for a server to which somebody has added the bot.
func (w *Wire) Authorized(g *Guild, by *User) map[string]any {
	return map[string]any{
		"integration_type": 0, "scopes": []string{"applications.commands", "bot"}, "user": UserJSON(by), "guild": w.GuildJSON(g),
	}
}

// ChannelList lists a server's channels, or its threads.
func (w *Wire) ChannelList(g *Guild, threads bool) []any {
	out := []any{}
	for _, c := range w.World.Order {
		if c.Guild == g && c.Thread() == threads && (!threads || w.World.BotMay(c).Has(ViewChannel)) {
			out = append(out, w.ChannelJSON(c))
		}
	}
	return out
}
