package world

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
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
	return object(channelFields, j)
}

var channelFields = fields(`{"position":0,"nsfw":false,"topic":null,"parent_id":null,"permission_overwrites":[],"rate_limit_per_user":0}`)

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
		"attachments": List(m.Shown(), func(a *Attachment) any { return w.attachmentJSON(m, a) }),
		"embeds":      w.Embeds(m), "components": List(m.Rows, func(c rule.Component) any { return c }),
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
	return j
}

func (w *State) attachmentJSON(m *Message, a *Attachment) map[string]any {
	j := fileJSON(a, w.FileURL(m, a))
	if m.Only != nil {
		j["ephemeral"] = true
	}
	return j
}

// uploadJSON is a file that a person gave to an option of a command.
func (w *State) uploadJSON(a *Attachment) map[string]any {
	j := fileJSON(a, fmt.Sprintf("%s/ephemeral-attachments/%s/%s/%s", w.Base, AppID, a.ID, url.PathEscape(a.Name)))
	j["ephemeral"] = true
	return j
}

func fileJSON(a *Attachment, at string) map[string]any {
	j := map[string]any{
		"id": a.ID, "filename": a.Name, "size": len(a.Data), "url": at, "proxy_url": at,
		"content_type": a.MIME,
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
