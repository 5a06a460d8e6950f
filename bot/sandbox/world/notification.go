package world

import (
	"regexp"
	"strings"
)

// Notification is a ping as a phone shows it.
type Notification struct {
	Channel  string `json:"channel"` // ids
	Message  string `json:"message"`
	From     string `json:"from"` // "Parlour (#games)"
	Text     string `json:"text"` // the first words, mentions as @Name; "" without content
	Everyone bool   `json:"everyone"`
}

// Notification is m as a phone shows it: its sender and the first words of its
// content.
func (w *World) Notification(m *Message) Notification {
	text := shorten(w.plain(m.Content))
	from := m.Author.Display
	if m.Channel.Kind != DM {
		from += " (#" + m.Channel.Name + ")"
	}
	return Notification{Channel: m.Channel.ID, Message: m.ID, From: from, Text: text, Everyone: m.Everyone}
}

// firstWords is how many characters of a message a phone's notification shows.
const firstWords = 120

// whole is what a shortened text keeps whole, because it shows as few words: a time, an emoji
// or a link with words.
var whole = regexp.MustCompile(`<[^<>\s]+>|\[[^\]\n]+\]\([^)\s]+\)`)

// shorten returns the first words of a text, up to the end of a tag that begins there.
func shorten(text string) string {
	r := []rune(text)
	if len(r) <= firstWords {
		return text
	}
	end := len(string(r[:firstWords]))
	for _, tag := range whole.FindAllStringIndex(text, -1) {
		if tag[0] < end && end < tag[1] {
			end = tag[1]
		}
	}
	if end == len(text) {
		return text
	}
	return strings.TrimSpace(text[:end]) + "…"
}

// mention matches a mention of a person, a role or a channel.
var mention = regexp.MustCompile(`<(@!?|@&|#)(\d+)>`)

// plain is content with its mentions as people read them.
func (w *World) plain(content string) string {
	return mention.ReplaceAllStringFunc(content, func(t string) string {
		m := mention.FindStringSubmatch(t)
		switch m[1] {
		case "#":
			if c := w.Channels[m[2]]; c != nil {
				return "#" + c.Name
			}
			return "#unknown"
		case "@&":
			if r := w.Role(m[2]); r != nil {
				return "@" + strings.TrimPrefix(r.Name, "@")
			}
			return "@unknown-role"
		}
		if u := w.User(m[2]); u != nil {
			return "@" + u.Display
		}
		return "@unknown-user"
	})
}
