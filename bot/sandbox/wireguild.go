package sandbox

import "strconv"

// memberJSON is a member with the user.
func (w *wire) memberJSON(u *user) map[string]any {
	j := w.partialMember(u)
	j["user"], j["deaf"], j["mute"] = userJSON(u), false, false
	return j
}

// partialMember is a member in resolved data, without the user.
func (w *wire) partialMember(u *user) map[string]any {
	return map[string]any{
		"nick": nil, "avatar": nil, "banner": nil, "roles": []any{}, "joined_at": stamp(w.state.world.began),
		"premium_since": nil, "pending": false, "flags": 0, "communication_disabled_until": nil,
	}
}

// guildJSON is a server of ann's with no special features.
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

// everyoneJSON is the role that every member has.
func everyoneJSON(g *guild) map[string]any {
	return map[string]any{
		"id": g.id, "name": "@everyone", "color": 0, "hoist": false, "position": 0,
		"colors": map[string]any{"primary_color": 0, "secondary_color": nil, "tertiary_color": nil},
		"icon":   nil, "unicode_emoji": nil, "managed": false, "mentionable": false, "flags": 0,
		"permissions": Permission(personPermissions).String(),
	}
}

// guildCreate is the data of GUILD_CREATE.
func (w *wire) guildCreate(g *guild) map[string]any {
	j := guildJSON(g)
	j["joined_at"], j["large"], j["unavailable"] = stamp(w.state.world.began), false, false
	j["channels"], j["threads"] = w.channelList(g, false), w.channelList(g, true)
	var members []any
	for _, u := range w.state.world.users {
		if g.has(u) {
			members = append(members, w.memberJSON(u))
		}
	}
	j["members"], j["member_count"] = members, len(members)
	j["presences"], j["voice_states"] = []any{}, []any{}
	return j
}

// channelList lists a server's channels, or its threads.
func (w *wire) channelList(g *guild, threads bool) []any {
	out := []any{}
	for _, c := range w.state.world.order {
		if c.guild == g && (c.kind == PublicThread) == threads {
			out = append(out, w.channelJSON(c))
		}
	}
	return out
}
