package sandbox

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"sort"
	"strconv"
	"time"
)

// post adds a new message made of f. Everything about it was checked but its
// emptiness and which files it has.
func (s *Server) post(m *message, f *form) (*message, error) {
	if err := checkAttached(m, f); err != nil {
		return nil, err
	}
	s.fill(m, f)
	if m.empty() && m.flags&flagLoading == 0 {
		return nil, errEmpty
	}
	m.id = s.world.id(s.cfg.Now())
	m.made = s.cfg.Now()
	m.tts = f.TTS
	m.flags |= f.Flags.v & (flagSilent | 1<<2)
	m.channel.messages = append(m.channel.messages, m)
	s.notify(m, f.AllowedMentions.v)
	return m, nil
}

// edit changes m as f says: an absent field keeps its value. It notifies
// nobody, and is refused in a thread that sleeps, but for what one person sees.
func (s *Server) edit(m *message, f *form) error {
	if err := s.world.shut(m.channel); err != nil && m.only == nil {
		return err
	}
	if m.channel.archived && m.only == nil {
		return errArchived
	}
	if err := checkAttached(m, f); err != nil {
		return err
	}
	old := *m
	s.fill(m, f)
	m.flags &^= flagLoading
	if m.empty() {
		*m = old
		return errEmpty
	}
	if f.Content.set || f.AllowedMentions.set {
		s.mention(m, f.AllowedMentions.v)
	}
	if old.flags&flagLoading == 0 {
		m.edited = s.cfg.Now()
	}
	m.rev++
	return nil
}

// fill puts the fields of f that are present into m.
func (s *Server) fill(m *message, f *form) {
	if f.Content.set {
		m.content = f.Content.v
	}
	if f.Embeds.set {
		m.embeds = f.embeds()
	}
	if f.Components.set {
		m.rows = number(f.Components.v)
	}
	s.fillFiles(m, f)
}

// fillFiles keeps the files that the form lists (all of them when it lists
// none) and adds the new ones.
func (s *Server) fillFiles(m *message, f *form) {
	refs := map[string]fileRef{}
	for _, r := range f.Attachments.v {
		refs[string(r.ID)] = r
	}
	var files []*attachment
	for _, a := range m.files {
		r, listed := refs[a.id]
		if f.Attachments.set && !listed {
			continue
		}
		kept := *a
		if r.Description != nil {
			kept.alt = *r.Description
		}
		files = append(files, &kept)
	}
	var numbers []string
	for n := range f.files {
		numbers = append(numbers, n)
	}
	sort.Strings(numbers)
	for _, n := range numbers {
		r := refs[n]
		a := f.files[n].attach(s.world.id(s.cfg.Now()), r.Filename, "")
		if r.Description != nil {
			a.alt = *r.Description
		}
		files = append(files, a)
	}
	m.files = files
}

// empty says whether there is nothing to read in m. Components alone are
// something, as in Discord.
func (m *message) empty() bool {
	return m.content == "" && m.embeds == nil && len(m.files) == 0 && len(m.rows) == 0
}

// stamp writes a time as Discord does, or null.
func stamp(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UTC().Format("2006-01-02T15:04:05.000000+00:00")
}

// messageJSON is a message as the API tells it.
func (s *Server) messageJSON(m *message) map[string]any {
	j := map[string]any{
		"id": m.id, "type": m.kind, "channel_id": m.channel.id, "content": m.content,
		"author": userJSON(m.author), "timestamp": stamp(m.made), "edited_timestamp": stamp(m.edited),
		"flags": m.flags, "tts": m.tts, "pinned": false, "mention_everyone": m.mentionAll,
		"mention_roles": []any{}, "mentions": list(m.mentions, userJSON),
		"attachments": list(m.files, func(a *attachment) any { return s.attachmentJSON(m, a) }),
		"embeds":      []any{}, "components": list(m.rows, func(c component) any { return c }),
	}
	if m.embeds != nil {
		j["embeds"] = m.embeds
	}
	if m.nonce != nil {
		j["nonce"] = m.nonce
	}
	if m.thread != nil {
		j["thread"] = s.channelJSON(m.thread)
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
			j["referenced_message"] = s.messageJSON(&short)
		}
	}
	if m.by != nil {
		j["application_id"], j["webhook_id"] = appID, appID
		j["interaction_metadata"] = m.by.metadata()
	}
	return j
}

func (s *Server) attachmentJSON(m *message, a *attachment) map[string]any {
	at := s.fileURL(m, a)
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

func (s *Server) fileURL(m *message, a *attachment) string {
	return fmt.Sprintf("%s/attachments/%s/%s/%s", s.URL(), m.channel.id, a.id, url.PathEscape(a.name))
}

// list maps a slice to JSON values; it is never null.
func list[T, V any](in []T, f func(T) V) []V {
	out := make([]V, 0, len(in))
	for _, v := range in {
		out = append(out, f(v))
	}
	return out
}

func userJSON(u *user) map[string]any {
	return map[string]any{
		"id": u.id, "username": u.name, "global_name": u.display, "discriminator": "0",
		"avatar": nil, "bot": u.bot, "public_flags": 0, "flags": 0, "banner": nil, "accent_color": nil,
		"avatar_decoration_data": nil, "collectibles": nil, "primary_guild": nil,
	}
}

// public is a message as the Go API shows it.
func (s *Server) public(m *message) *Message {
	p := &Message{
		ID: m.id, Channel: m.channel.id, Author: m.author.name, Content: m.content,
		Ephemeral: m.only != nil, Thinking: m.flags&flagLoading != 0,
		Everyone: m.everyone, Edited: !m.edited.IsZero(), Time: m.made, ReplyTo: m.reference,
		Pings: list(m.pings, func(u *user) string { return u.name }),
	}
	if m.thread != nil {
		p.Thread = m.thread.id
	}
	for _, a := range m.files {
		p.Attachments = append(p.Attachments, Attachment{
			Name: a.name, Alt: a.alt, URL: s.fileURL(m, a), Type: a.mime, Width: a.width, Height: a.height, Data: a.data,
		})
	}
	for _, row := range m.rows {
		p.Rows = append(p.Rows, list(row.Components, component.public))
	}
	if m.embeds != nil {
		p.Embeds = json.RawMessage(slices.Clone(m.embeds))
	}
	return p
}

// limit reads ?limit=, from 1 to 100, 50 at first.
func limit(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 50
	}
	return min(max(n, 1), 100)
}
