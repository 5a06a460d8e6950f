package sandbox

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"
)

// wire puts the world into the JSON of Discord's API, and into the Go API.
type wire struct {
	state *state
	base  string // the server's address
}

func newWire(st *state, base string) *wire { return &wire{st, base} }

// channelJSON is a channel.
func (w *wire) channelJSON(c *channel) map[string]any {
	j := map[string]any{"id": c.id, "type": int(c.kind), "flags": 0, "last_message_id": nil}
	if n := len(c.messages); n > 0 {
		j["last_message_id"] = c.messages[n-1].id
	}
	switch {
	case c.withBot():
		j["recipients"] = []any{userJSON(c.person)}
		return j
	case c.guild == nil:
		j["recipients"] = list(c.people, userJSON)
		if c.kind == Group {
			j["name"], j["icon"], j["owner_id"] = c.name, nil, c.owner
		}
		return j
	}
	j["guild_id"], j["name"] = c.guild.id, c.name
	if c.kind == PublicThread {
		return w.threadJSON(c, j)
	}
	for k, v := range map[string]any{
		"position": 0, "nsfw": false, "topic": nil, "parent_id": nil,
		"permission_overwrites": []any{}, "rate_limit_per_user": 0,
	} {
		j[k] = v
	}
	return j
}

// threadJSON adds the fields of a thread to j.
func (w *wire) threadJSON(c *channel, j map[string]any) map[string]any {
	j["parent_id"], j["owner_id"] = c.parent, c.owner
	j["message_count"], j["total_message_sent"] = len(c.messages), len(c.messages)
	j["member_count"], j["rate_limit_per_user"] = len(c.members), 0
	j["thread_metadata"] = map[string]any{
		"archived": c.archived, "locked": c.locked, "auto_archive_duration": c.archiveAfter,
		"archive_timestamp": stamp(c.made), "create_timestamp": stamp(c.made),
	}
	if c.members[botID] {
		j["member"] = map[string]any{"id": c.id, "user_id": botID, "join_timestamp": stamp(c.made), "flags": 0}
	}
	return j
}

// messageJSON is a message.
func (w *wire) messageJSON(m *message) map[string]any {
	j := map[string]any{
		"id": m.id, "type": m.kind, "channel_id": m.channel.id, "content": m.content,
		"author": userJSON(m.author), "timestamp": stamp(m.made), "edited_timestamp": stamp(m.edited),
		"flags": m.flags, "tts": m.tts, "pinned": false, "mention_everyone": m.mentionAll,
		"mention_roles": []any{}, "mentions": list(m.mentions, userJSON),
		"attachments": list(m.files, func(a *attachment) any { return w.attachmentJSON(m, a) }),
		"embeds":      []any{}, "components": list(m.rows, func(c component) any { return c }),
	}
	if m.embeds != nil {
		j["embeds"] = m.embeds
	}
	if m.nonce != nil {
		j["nonce"] = m.nonce
	}
	if m.thread != nil {
		j["thread"] = w.channelJSON(m.thread)
	}
	if m.reference != "" {
		ref := map[string]any{"type": 0, "message_id": m.reference, "channel_id": m.channel.id}
		if m.channel.guild != nil {
			ref["guild_id"] = m.channel.guild.id
		}
		j["message_reference"] = ref
		j["referenced_message"] = nil
		if to := m.channel.find(m.reference); to != nil {
			short := *to
			short.reference = ""
			j["referenced_message"] = w.messageJSON(&short)
		}
	}
	if m.by != nil {
		j["application_id"], j["webhook_id"] = appID, appID
		j["interaction_metadata"] = metadata(m.by)
	}
	return j
}

func (w *wire) attachmentJSON(m *message, a *attachment) map[string]any {
	at := w.fileURL(m, a)
	j := map[string]any{
		"id": a.id, "filename": a.name, "size": len(a.data), "url": at, "proxy_url": at,
		"content_type": a.mime,
	}
	if a.alt != "" {
		j["description"] = a.alt
	}
	if a.width > 0 {
		j["width"], j["height"] = a.width, a.height
	}
	if m.only != nil {
		j["ephemeral"] = true
	}
	return j
}

func (w *wire) fileURL(m *message, a *attachment) string {
	return fmt.Sprintf("%s/attachments/%s/%s/%s", w.base, m.channel.id, a.id, url.PathEscape(a.name))
}

func userJSON(u *user) map[string]any {
	return map[string]any{
		"id": u.id, "username": u.name, "global_name": u.display, "discriminator": "0",
		"avatar": nil, "bot": u.bot, "public_flags": 0, "flags": 0, "banner": nil, "accent_color": nil,
		"avatar_decoration_data": nil, "collectibles": nil, "primary_guild": nil,
	}
}

// public is a message in the form of the Go API.
func (s *Server) public(m *message) *Message {
	p := &Message{
		ID: m.id, Channel: m.channel.id, Author: m.author.name, Content: m.content,
		Ephemeral: m.only != nil, Thinking: m.flags&flagLoading != 0,
		Everyone: m.everyone, Edited: !m.edited.IsZero(), Time: m.made, ReplyTo: m.reference,
		Pings: list(m.pings, func(u *user) string { return u.name }),
	}
	p.Silent = m.flags&flagSilent != 0
	switch m.kind {
	case noticeAdded:
		p.Notice = "added " + m.mentions[0].display + " to the thread"
	case noticeRenamed:
		p.Notice, p.Content = "changed the name: "+m.content, ""
	}
	if m.thread != nil {
		p.Thread = m.thread.id
	}
	for _, a := range m.files {
		p.Attachments = append(p.Attachments, Attachment{
			Name: a.name, Alt: a.alt, URL: s.wire.fileURL(m, a), Type: a.mime, Width: a.width, Height: a.height, Data: a.data,
		})
	}
	for _, row := range m.rows {
		p.Rows = append(p.Rows, list(row.Components, publicComponent))
	}
	if m.embeds != nil {
		p.Embeds = json.RawMessage(slices.Clone(m.embeds))
	}
	return p
}

// notification is m as a phone shows it: its sender and the first words of its
// content.
func (w *world) notification(m *message) Notification {
	text := w.plain(m.content)
	if r := []rune(text); len(r) > firstWords {
		text = strings.TrimSpace(string(r[:firstWords])) + "…"
	}
	from := m.author.display
	if m.channel.kind != DM {
		from += " (#" + m.channel.name + ")"
	}
	return Notification{Channel: m.channel.id, Message: m.id, From: from, Text: text, Everyone: m.everyone}
}

// firstWords is how many characters of a message a phone's notification shows.
const firstWords = 120

// plain is content with its mentions as people read them.
func (w *world) plain(content string) string {
	content = mentionUser.ReplaceAllStringFunc(content, func(t string) string {
		if u := w.user(mentionUser.FindStringSubmatch(t)[1]); u != nil {
			return "@" + u.display
		}
		return "@unknown-user"
	})
	return mentionChannel.ReplaceAllStringFunc(content, func(t string) string {
		if c := w.channels[mentionChannel.FindStringSubmatch(t)[1]]; c != nil {
			return "#" + c.name
		}
		return "#unknown"
	})
}

// stamp writes a time as Discord does, or null for the zero time.
func stamp(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UTC().Format("2006-01-02T15:04:05.000000+00:00")
}

// list maps a slice by f. It is never nil, so that it is never null in JSON.
func list[T, V any](in []T, f func(T) V) []V {
	out := make([]V, 0, len(in))
	for _, v := range in {
		out = append(out, f(v))
	}
	return out
}
