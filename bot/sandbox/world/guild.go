package world

// MemberJSON is a member of a server with the user.
func (w *State) MemberJSON(u *User, g *Guild) map[string]any {
	j := w.AuthorJSON(u, g)
	j["user"] = UserJSON(u)
	return j
}

// AuthorJSON is the member who wrote a message, without the user.
func (w *State) AuthorJSON(u *User, g *Guild) map[string]any {
	j := w.partialMember(u, g)
	j["deaf"], j["mute"] = false, false
	return j
}

// partialMember is a member in resolved data, without the user.
func (w *State) partialMember(u *User, g *Guild) map[string]any {
	roles := List(g.rolesOf(u), func(r *Role) string { return r.ID })
	since := w.Began
	if u.ID == BotID {
		since = g.Since
	}
	return object(memberFields, map[string]any{"roles": roles, "joined_at": stamp(since)})
}

var memberFields = fields(`{"nick":null,"avatar":null,"banner":null,"premium_since":null,"pending":false,"flags":0,
	"communication_disabled_until":null}`)

// GuildJSON is a server.
func (w *State) GuildJSON(g *Guild) map[string]any {
	j := object(guildFields, map[string]any{
		"id": g.ID, "name": g.Name, "owner_id": w.Owner().ID, "preferred_locale": g.Language(), "features": g.Features(),
		"roles": RolesJSON(g),
	})
	if w.Channels[g.System] != nil {
		j["system_channel_id"] = g.System
	}
	return j
}

var guildFields = fields(`{"region":"deprecated","afk_timeout":300,"verification_level":0,"default_message_notifications":1,
	"explicit_content_filter":0,"mfa_level":0,"nsfw":false,"nsfw_level":0,"system_channel_flags":0,"premium_tier":0,
	"premium_subscription_count":0,"premium_progress_bar_enabled":false,"widget_enabled":false,"max_members":500000,
	"max_video_channel_users":25,"max_stage_video_channel_users":50,"emojis":[],"stickers":[],"icon":null,"description":null,
	"home_header":null,"splash":null,"discovery_splash":null,"banner":null,"application_id":null,"vanity_url_code":null,
	"afk_channel_id":null,"widget_channel_id":null,"rules_channel_id":null,"safety_alerts_channel_id":null,
	"public_updates_channel_id":null,"max_presences":null,"incidents_data":null,"system_channel_id":null}`)

// RolesJSON lists the roles of a server, that of everybody first.
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
	return object(roleFields, map[string]any{
		"id": r.ID, "name": r.Name, "mentionable": r.Mentionable, "permissions": PersonPermissions.String(),
	})
}

var roleFields = fields(`{"color":0,"hoist":false,"position":0,"icon":null,"unicode_emoji":null,"managed":false,"flags":0,
	"colors":{"primary_color":0,"secondary_color":null,"tertiary_color":null}}`)

// GuildCreate is the data of GUILD_CREATE.
func (w *State) GuildCreate(g *Guild) map[string]any {
	j := w.GuildJSON(g)
	j["joined_at"], j["large"], j["unavailable"] = stamp(g.Since), false, false
	j["channels"], j["threads"] = w.ChannelList(g, false), w.ChannelList(g, true)
	var members []any
	for _, u := range w.Users {
		if g.Has(u) {
			members = append(members, w.MemberJSON(u, g))
		}
	}
	j["members"], j["member_count"] = members, len(members)
	j["presences"], j["voice_states"] = []any{}, []any{}
	return j
}

// Authorized is the data of APPLICATION_AUTHORIZED for a server to which somebody has added the bot.
func (w *State) Authorized(g *Guild, by *User) map[string]any {
	return map[string]any{
		"integration_type": 0, "scopes": []string{"applications.commands", "bot"}, "user": UserJSON(by), "guild": w.GuildJSON(g),
	}
}

// ChannelList lists a server's channels, or its threads.
func (w *State) ChannelList(g *Guild, threads bool) []any {
	out := []any{}
	for _, c := range w.Order {
		if c.Guild == g && c.Thread() == threads && (!threads || w.BotMay(c).Has(ViewChannel)) {
			out = append(out, w.ChannelJSON(c))
		}
	}
	return out
}
