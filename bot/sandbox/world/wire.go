package world

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"strings"
	"time"

	"parlour/bot/sandbox/rule"
)

// ChannelJSON is a channel.
func (w *State) ChannelJSON(c *Channel) map[string]any {
	j := map[string]any{"id": c.ID, "type": int(c.Kind), "flags": 0, "last_message_id": nil}
	if n := len(c.Messages); n > 0 {
		j["last_message_id"] = c.Messages[n-1].ID
	}
	switch {
	case c.WithBot():
		j["recipients"] = []any{UserJSON(c.Person)}
		return j
	case c.Guild == nil:
		j["recipients"] = List(c.People, UserJSON)
		if c.Kind == Group {
			j["name"], j["icon"], j["owner_id"] = c.Name, nil, c.Owner
		}
		return j
	}
	j["guild_id"], j["name"] = c.Guild.ID, c.Name
	if c.Thread() {
		return w.threadJSON(c, j)
	}
	j["nsfw"], j["permission_overwrites"] = c.Adult, List(c.Overwrites, overwriteJSON)
	return object(channelFields, j)
}

var channelFields = fields(`{"position":0,"topic":null,"parent_id":null,"rate_limit_per_user":0}`)

// overwriteJSON is an overwrite of a channel.
func overwriteJSON(o Overwrite) any {
	of := 0
	if o.Member {
		of = 1
	}
	return map[string]any{"id": o.ID, "type": of, "allow": o.Allow.String(), "deny": o.Deny.String()}
}

// threadJSON adds the fields of a thread to j.
func (w *State) threadJSON(c *Channel, j map[string]any) map[string]any {
	j["parent_id"], j["owner_id"] = c.Parent, c.Owner
	j["message_count"], j["total_message_sent"] = len(c.Messages), len(c.Messages)
	j["member_count"], j["rate_limit_per_user"] = len(c.Members), 0
	about := map[string]any{
		"archived": c.Archived, "locked": c.Locked, "auto_archive_duration": c.ArchiveAfter,
		"archive_timestamp": stamp(c.Turned()), "create_timestamp": stamp(c.Made),
	}
	if c.Kind == PrivateThread {
		about["invitable"] = !c.Closed
	}
	j["thread_metadata"] = about
	if c.Has(BotID) {
		j["member"] = ThreadMemberJSON(c, BotID)
	}
	return j
}

// MessageJSON is a message.
func (w *State) MessageJSON(m *Message) map[string]any {
	j := map[string]any{
		"id": m.ID, "type": m.Kind, "channel_id": m.Channel.ID, "content": m.Content,
		"author": UserJSON(m.Author), "timestamp": stamp(m.Made), "edited_timestamp": stamp(m.Edited),
		"flags": m.Flags, "tts": m.TTS, "pinned": false, "mention_everyone": m.MentionAll,
		"mention_roles": List(m.Roles, func(r *Role) string { return r.ID }), "mentions": List(m.Mentions, UserJSON),
		"attachments": List(m.Shown(), func(a *Attachment) any { return fileJSON(a, w.FileURL(m, a), m.Only != nil) }),
		"embeds":      w.Embeds(m), "components": w.Components(m),
	}
	if m.Nonce != nil {
		j["nonce"] = m.Nonce
	}
	if m.Thread != nil {
		j["thread"] = w.ChannelJSON(m.Thread)
	}
	if m.Reference != "" {
		ref := map[string]any{"type": 0, "message_id": m.Reference, "channel_id": m.Channel.ID}
		if m.Channel.Guild != nil {
			ref["guild_id"] = m.Channel.Guild.ID
		}
		j["message_reference"] = ref
		j["referenced_message"] = nil
		if to := m.Channel.Find(m.Reference); to != nil {
			short := *to
			short.Reference = ""
			j["referenced_message"] = w.MessageJSON(&short)
		}
	}
	if m.By != nil {
		j["application_id"], j["webhook_id"] = AppID, AppID
		j["interaction_metadata"] = metadata(m.By)
	}
	if m.Kind == AnswersSlash || m.Kind == AnswersOn { // by this discord.py finds the buttons of an answer
		j["interaction"] = map[string]any{"id": m.By.ID, "type": m.By.Kind, "name": m.By.Title, "user": UserJSON(m.By.User)}
	}
	return j
}

// Components are the components of a message as Discord completes them.
func (w *State) Components(m *Message) []any {
	return List(m.Rows, func(c rule.Component) any { return w.componentJSON(m, c) })
}

// componentJSON is a component with an address for each picture and the usual value of what was left out.
func (w *State) componentJSON(m *Message, c rule.Component) any {
	j := map[string]any{"type": c.Type, "id": c.ID}
	inner := func() []any { return List(c.Components, func(c rule.Component) any { return w.componentJSON(m, c) }) }
	switch c.Type {
	case rule.TypeSection:
		j["components"], j["accessory"] = inner(), w.componentJSON(m, *c.Accessory)
	case rule.TypeThumbnail:
		j["media"], j["description"], j["spoiler"] = w.mediumJSON(m, *c.Media), orNull(c.Description), c.Spoiler
	case rule.TypeGallery:
		j["items"] = List(c.Items, func(i rule.GalleryItem) any {
			return map[string]any{"media": w.mediumJSON(m, i.Media), "description": orNull(i.Description), "spoiler": i.Spoiler}
		})
	case rule.TypeFile:
		j["file"], j["spoiler"], j["name"], j["size"] = w.mediumJSON(m, *c.File), c.Spoiler, nil, nil
		if _, file := w.picture(m, c.File.URL); file != nil {
			j["name"], j["size"] = file.Name, len(file.Data)
		}
	case rule.TypeSeparator:
		j["spacing"], j["divider"] = cmp.Or(c.Spacing, 1), c.Divider == nil || *c.Divider
	case rule.TypeContainer:
		j["components"], j["accent_color"], j["spoiler"] = inner(), c.AccentColor, c.Spoiler
	default:
		return c
	}
	return j
}

// mediumJSON is a picture or a file of a component. Discord does not know the size of another site's at once.
func (w *State) mediumJSON(m *Message, shown rule.Medium) map[string]any {
	at, file := w.picture(m, shown.URL)
	j := map[string]any{"id": m.ID, "url": at, "proxy_url": at, "width": nil, "height": nil, "content_type": nil}
	if file != nil {
		j["id"], j["attachment_id"], j["content_type"] = file.ID, file.ID, file.MIME
		if file.Width > 0 {
			j["width"], j["height"] = file.Width, file.Height
		}
	}
	return j
}

// orNull is a text, or null if there is none.
func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// uploadURL is the address of a file that a person gave to an option of a command.
func (w *State) uploadURL(a *Attachment) string {
	return fmt.Sprintf("%s/ephemeral-attachments/%s/%s/%s", w.Base, AppID, a.ID, url.PathEscape(a.Name))
}

// fileJSON is a file, which one person alone sees if it is ephemeral.
func fileJSON(a *Attachment, at string, ephemeral bool) map[string]any {
	j := map[string]any{
		"id": a.ID, "filename": a.Name, "size": len(a.Data), "url": at, "proxy_url": at,
		"content_type": a.MIME,
	}
	if ephemeral {
		j["ephemeral"] = true
	}
	if a.Alt != "" {
		j["description"] = a.Alt
	}
	if a.Width > 0 {
		j["width"], j["height"] = a.Width, a.Height
	}
	return j
}

// FileURL is the address of a file of m.
func (w *State) FileURL(m *Message, a *Attachment) string {
	return fmt.Sprintf("%s/attachments/%s/%s/%s", w.Base, m.Channel.ID, a.ID, url.PathEscape(a.Name))
}

// UserJSON is a user.
func UserJSON(u *User) map[string]any {
	return object(userFields, map[string]any{"id": u.ID, "username": u.Name, "global_name": u.Display, "bot": u.Bot})
}

var userFields = fields(`{"discriminator":"0","avatar":null,"public_flags":0,"flags":0,"banner":null,"accent_color":null,
	"avatar_decoration_data":null,"collectibles":null,"primary_guild":null}`)

// Object is an object with fields in JSON, which it always has in the sandbox, and others.
func Object(always string, more map[string]any) map[string]any { return object(fields(always), more) }

// fields are the fields that an object of Discord's always has in the sandbox.
func fields(text string) (out map[string]any) {
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		panic(err) // it is part of the binary
	}
	return out
}

// object is an object with such fields and others.
func object(always, more map[string]any) map[string]any {
	out := maps.Clone(always)
	maps.Copy(out, more)
	return out
}

// stamp writes a time as Discord does, or null for the zero time.
func stamp(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UTC().Format("2006-01-02T15:04:05.000000+00:00")
}

// List maps a slice by f. It is never nil, so that it is never null in JSON.
func List[T, V any](in []T, f func(T) V) []V {
	out := make([]V, 0, len(in))
	for _, v := range in {
		out = append(out, f(v))
	}
	return out
}

// ThreadMemberJSON is a member of a thread.
func ThreadMemberJSON(c *Channel, id string) map[string]any {
	return map[string]any{"id": c.ID, "user_id": id, "join_timestamp": stamp(c.Members[id]), "flags": 0}
}

// MembersUpdate is the data of THREAD_MEMBERS_UPDATE: u joined a thread, or left it.
func MembersUpdate(c *Channel, u *User, in bool) map[string]any {
	j := map[string]any{"id": c.ID, "guild_id": c.Guild.ID, "member_count": len(c.Members)}
	if in {
		j["added_members"] = []any{ThreadMemberJSON(c, u.ID)}
	} else {
		j["removed_member_ids"] = []string{u.ID}
	}
	return j
}

// Resolve is resolved data: what u picked in c, by sort and id. Users have their members in
// the server, and channels the permissions that u has there.
func (w *State) Resolve(picked []Target, u *User, c *Channel) map[string]any {
	out := map[string]any{}
	put := func(sort, id string, v any) {
		of, _ := out[sort].(map[string]any)
		if of == nil {
			of = map[string]any{}
			out[sort] = of
		}
		of[id] = v
	}
	for _, t := range picked {
		switch {
		case t.User != nil:
			put("users", t.User.ID, UserJSON(t.User))
			if c.Guild != nil && c.Guild.Has(t.User) {
				put("members", t.User.ID, w.memberIn(t.User, c))
			}
		case t.Role != nil:
			put("roles", t.Role.ID, roleJSON(t.Role))
		case t.Channel != nil:
			put("channels", t.Channel.ID, w.partialChannel(u, t.Channel))
		case t.File != nil:
			put("attachments", t.File.ID, fileJSON(t.File, w.uploadURL(t.File), true))
		case t.Message != nil:
			put("messages", t.Message.ID, w.MessageJSON(t.Message))
		}
	}
	return out
}

// memberIn is a member in resolved data, with the permissions in c.
func (w *State) memberIn(u *User, c *Channel) map[string]any {
	m := w.partialMember(u, c.Guild)
	m["permissions"] = w.PersonMay(u, c).String()
	if u.ID == BotID {
		m["permissions"] = w.appMay(u, c).String()
	}
	return m
}

// partialChannel is a channel in resolved data, which has some fields only.
func (w *State) partialChannel(u *User, c *Channel) map[string]any {
	all, out := w.channelFor(u, c), map[string]any{}
	for _, field := range []string{
		"id", "name", "type", "permissions", "last_message_id", "nsfw", "parent_id", "guild_id", "flags", "rate_limit_per_user",
		"topic", "position", "thread_metadata",
	} {
		if v, ok := all[field]; ok {
			out[field] = v
		}
	}
	return out
}

// metadata is interaction_metadata of a message that answers i.
func metadata(i *Interaction) map[string]any {
	j := map[string]any{
		"id": i.ID, "type": i.Kind, "user": UserJSON(i.User),
		"authorizing_integration_owners": i.Owners,
	}
	if i.Kind == KindCommand {
		j["name"] = i.Title
	}
	if u := i.Target.User; u != nil {
		j["target_user"] = UserJSON(u)
	}
	if m := i.Target.Message; m != nil {
		j["target_message_id"] = m.ID
	}
	if i.Kind == KindComponent && i.On != nil {
		j["interacted_message_id"] = i.On.ID
	}
	if i.Opener != nil {
		j["triggering_interaction_metadata"] = metadata(i.Opener)
	}
	return j
}

// InteractionJSON is the data of INTERACTION_CREATE.
func (w *State) InteractionJSON(i *Interaction) map[string]any {
	c := i.Channel
	j := map[string]any{
		"id": i.ID, "application_id": AppID, "type": i.Kind, "data": i.Data,
		"channel_id": c.ID, "channel": w.channelFor(i.User, c),
		"token": i.Token, "version": 1, "app_permissions": w.appMay(i.User, c).String(),
		"locale": cmp.Or(i.User.Locale, English), "entitlements": []any{}, "attachment_size_limit": rule.MaxFile,
		"authorizing_integration_owners": i.Owners, "context": c.Context(),
	}
	if i.On != nil {
		j["message"] = w.MessageJSON(i.On)
	}
	if c.Guild == nil {
		j["user"] = UserJSON(i.User)
		return j
	}
	member := w.MemberJSON(i.User, c.Guild)
	member["permissions"] = w.PersonMay(i.User, c).String()
	j["member"] = member
	j["guild_id"], j["guild_locale"] = c.Guild.ID, c.Guild.Language()
	j["guild"] = map[string]any{"id": c.Guild.ID, "locale": c.Guild.Language(), "features": c.Guild.Features()}
	return j
}

// channelFor is a channel with the permissions of u.
func (w *State) channelFor(u *User, c *Channel) map[string]any {
	j := w.ChannelJSON(c)
	j["permissions"] = w.PersonMay(u, c).String()
	return j
}

// CallbackJSON is the answer to a callback with ?with_response=true.
func (w *State) CallbackJSON(i *Interaction) map[string]any {
	in := map[string]any{"id": i.ID, "type": i.Kind}
	out := map[string]any{"interaction": in}
	if m := i.Original; m != nil {
		in["response_message_id"] = m.ID
		in["response_message_loading"] = m.Flags&rule.FlagLoading != 0
		in["response_message_ephemeral"] = m.Only != nil
		out["resource"] = map[string]any{"type": undeferred(i.Answer), "message": w.MessageJSON(m)}
	}
	return out
}

// undeferred returns the type of an answer that its resource names. Discord's
// description has no types of resource for deferred answers.
func undeferred(answer int) int {
	switch answer {
	case rule.AnswerDefer:
		return rule.AnswerMessage
	case rule.AnswerDeferUpdate:
		return rule.AnswerUpdate
	}
	return answer
}

// Embeds are the embeds of a message as Discord completes them: of type rich, with an address
// of its own for each picture.
func (w *State) Embeds(m *Message) []map[string]any {
	return List(m.Embeds, func(e rule.Embed) map[string]any { return w.embedJSON(m, e) })
}

func (w *State) embedJSON(m *Message, e rule.Embed) map[string]any {
	j := map[string]any{"type": "rich"}
	text := func(name, value string) {
		if value != "" {
			j[name] = value
		}
	}
	text("url", e.URL)
	text("title", e.Title)
	text("description", e.Description)
	if e.Color != nil {
		j["color"] = *e.Color
	}
	if t, err := time.Parse(time.RFC3339, e.Timestamp); err == nil {
		j["timestamp"] = stamp(t)
	}
	if len(e.Fields) > 0 {
		j["fields"] = e.Fields
	}
	if a := e.Author; a != nil {
		author := map[string]any{"name": a.Name}
		if a.URL != "" {
			author["url"] = a.URL
		}
		j["author"] = w.withIcon(author, m, a.Icon)
	}
	if f := e.Footer; f != nil {
		j["footer"] = w.withIcon(map[string]any{"text": f.Text}, m, f.Icon)
	}
	for name, p := range map[string]*rule.Medium{"image": e.Image, "thumbnail": e.Thumbnail} {
		if picture := w.pictureJSON(m, p); picture != nil {
			j[name] = picture
		}
	}
	return j
}

// withIcon adds the address of an icon to j, if there is one.
func (w *State) withIcon(j map[string]any, m *Message, icon string) map[string]any {
	if at, _ := w.picture(m, icon); at != "" {
		j["icon_url"], j["proxy_icon_url"] = at, at
	}
	return j
}

// pictureJSON is a picture of an embed, or nil if the message does not have its file. Discord
// does not know the size of another site's picture at once, and writes 0.
func (w *State) pictureJSON(m *Message, p *rule.Medium) map[string]any {
	if p == nil {
		return nil
	}
	at, file := w.picture(m, p.URL)
	if at == "" {
		return nil
	}
	j := map[string]any{"url": at, "proxy_url": at, "width": 0, "height": 0}
	if file != nil {
		j["width"], j["height"] = file.Width, file.Height
	}
	return j
}

// picture returns the address of a picture, and its file if it is one of m's.
func (w *State) picture(m *Message, address string) (string, *Attachment) {
	name, attached := rule.AttachedName(address)
	if !attached {
		return address, nil
	}
	file := m.file(name)
	if file == nil {
		return "", nil
	}
	return w.FileURL(m, file), file
}

// MemberJSON is a member of a server with the user.
func (w *State) MemberJSON(u *User, g *Guild) map[string]any {
	j := w.AuthorJSON(u, g)
	j["user"] = UserJSON(u)
	return j
}

// Search finds the members of a server whose name begins with a text, up to most of them; 0 means all.
func (w *State) Search(g *Guild, text string, most int) []any {
	out := []any{}
	for _, u := range w.Users {
		begins := func(name string) bool { return strings.HasPrefix(strings.ToLower(name), strings.ToLower(text)) }
		if g.Has(u) && (begins(u.Name) || begins(u.Display)) && (most == 0 || len(out) < most) {
			out = append(out, w.MemberJSON(u, g))
		}
	}
	return out
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
	j := object(roleFields, map[string]any{
		"id": r.ID, "name": r.Name, "mentionable": r.Mentionable, "permissions": r.Permissions.String(), "managed": r.Managed,
	})
	if r.Managed {
		j["tags"] = map[string]any{"bot_id": BotID}
	}
	return j
}

var roleFields = fields(`{"color":0,"hoist":false,"position":0,"icon":null,"unicode_emoji":null,"flags":0,
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
