package world

import (
	"regexp"
	"slices"
	"strings"

	"parlour/bot/sandbox/rule"
)

var (
	mentionUser = regexp.MustCompile(`<@!?(\d+)>`)
	mentionRole = regexp.MustCompile(`<@&(\d+)>`)
	mentionAll  = regexp.MustCompile(`@(everyone|here)\b`)
	codeSpan    = regexp.MustCompile("(?s)```.*?```|`[^`\n]+`")
)

// notify works out whom a new message mentions and notifies. Ephemeral and deferred
// answers notify nobody, nor do silent messages.
func (cs *Changes) notify(m *Message, a *rule.Allowed) {
	cs.mention(m, a)
	cs.Tell("CREATE", m)
	if m.Only != nil || m.Flags&rule.FlagLoading != 0 {
		return
	}
	cs.join(m, true) // a person who was added to a private thread sees the message
	if m.Flags&rule.FlagSilent != 0 {
		return
	}
	w, c := &cs.World, m.Channel
	mentioned := func(u *User) bool { return slices.Contains(m.Mentions, u) }
	m.Everyone = m.MentionAll && w.may(m.Author, c).Has(MentionEveryone)
	for _, u := range w.Users {
		direct := c.Kind == DM && m.By == nil
		if u.Bot || u == m.Author || !w.Sees(u, c) || !mentioned(u) && !m.Everyone && !direct && !w.calls(m, u) {
			continue
		}
		m.Pings = append(m.Pings, u)
		u.note(w.Notification(m))
	}
}

// calls reports whether m notifies u by a role: one that all may mention, or with the right
// to mention everybody.
func (w *World) calls(m *Message, u *User) bool {
	may := w.may(m.Author, m.Channel)
	return slices.ContainsFunc(m.Roles, func(r *Role) bool { return r.Members[u.ID] && (r.Mentionable || may.Has(MentionEveryone)) })
}

// join adds the people whom a message in a thread mentions to the thread, if its author may
// invite them. A new message leaves a notice of each; an edit leaves none.
func (cs *Changes) join(m *Message, told bool) {
	w, c := &cs.World, m.Channel
	if !c.Thread() || m.Only != nil || !w.MayInvite(m.Author, c) {
		return
	}
	for _, u := range m.Mentions {
		if w.Welcomes(u, c) {
			cs.AddMember(c, u, m.Author, told)
		}
	}
}

// Notice leaves a notice in a channel.
func (cs *Changes) Notice(c *Channel, m *Message) {
	m.Channel, m.Made, m.ID = c, cs.Now(), cs.NewID()
	c.Messages = append(c.Messages, m)
	cs.Tell("CREATE", m)
}

// maxNotes is how many pings of a person are remembered.
const maxNotes = 100

// note keeps a ping. Beyond [maxNotes] it forgets the oldest.
func (u *User) note(n Notification) {
	u.Notes = append(u.Notes, n)
	u.Notes = u.Notes[max(0, len(u.Notes)-maxNotes):]
	u.Noted++
}

// mention sets the mentions of m that allowed_mentions lets through. Without
// allowed_mentions all do, but an answer to an interaction mentions people only.
func (cs *Changes) mention(m *Message, a *rule.Allowed) {
	w := &cs.World
	if a == nil && m.By != nil {
		a = &rule.Allowed{Parse: []string{"users"}, RepliedUser: true}
	}
	text := codeSpan.ReplaceAllString(strings.Join(append(m.Texts(), m.Content), "\n"), " ")
	m.Mentions, m.Roles, m.MentionAll = nil, nil, false
	add := func(u *User) {
		if u != nil && !slices.Contains(m.Mentions, u) {
			m.Mentions = append(m.Mentions, u)
		}
	}
	for _, id := range mentionUser.FindAllStringSubmatch(text, -1) {
		if a == nil || slices.Contains(a.Parse, "users") || slices.Contains(a.Users, rule.Snowflake(id[1])) {
			add(w.User(id[1]))
		}
	}
	for _, id := range mentionRole.FindAllStringSubmatch(text, -1) {
		r := w.Role(id[1])
		if r != nil && !slices.Contains(m.Roles, r) && (a == nil || slices.Contains(a.Parse, "roles") || slices.Contains(a.Roles, rule.Snowflake(id[1]))) {
			m.Roles = append(m.Roles, r)
		}
	}
	if a == nil || slices.Contains(a.Parse, "everyone") {
		m.MentionAll = mentionAll.MatchString(text)
	}
	if to := m.Channel.Find(m.Reference); to != nil && (a == nil || a.RepliedUser) {
		add(to.Author)
	}
}

// Texts are what the text displays of m say.
func (m *Message) Texts() (all []string) {
	rule.Walk(m.Rows, "", func(_ string, c *rule.Component) {
		if c.Type == rule.TypeText {
			all = append(all, c.Content)
		}
	})
	return all
}

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

// mention matches a mention of a person, a role, a channel or a command.
var mention = regexp.MustCompile(`<(?:(@!?|@&|#)|(/[-_\p{L}\p{N} ]{1,98}):)(\d+)>`)

// plain is content with its mentions as people read them.
func (w *World) plain(content string) string {
	return mention.ReplaceAllStringFunc(content, func(t string) string {
		m := mention.FindStringSubmatch(t)
		if m[2] != "" {
			return m[2]
		}
		switch m[1] {
		case "#":
			if c := w.Channels[m[3]]; c != nil {
				return "#" + c.Name
			}
			return "#unknown"
		case "@&":
			if r := w.Role(m[3]); r != nil {
				return "@" + strings.TrimPrefix(r.Name, "@")
			}
			return "@unknown-role"
		}
		if u := w.User(m[3]); u != nil {
			return "@" + u.Display
		}
		return "@unknown-user"
	})
}
