package sandbox

import (
	"regexp"
	"slices"
)

// allowed is allowed_mentions: which mentions of the content may ping.
type allowed struct {
	Parse       []string `json:"parse"`
	Users       []string `json:"users"`
	Roles       []string `json:"roles"`
	RepliedUser bool     `json:"replied_user"`
}

var (
	mentionUser    = regexp.MustCompile(`<@!?(\d+)>`)
	mentionChannel = regexp.MustCompile(`<#(\d+)>`)
	mentionAll     = regexp.MustCompile(`@(everyone|here)\b`)
	codeSpan       = regexp.MustCompile("(?s)```.*?```|`[^`\n]+`")
)

// notify works out whom a new message mentions and notifies. Ephemeral and deferred
// answers notify nobody, nor do silent messages.
func (ms *messages) notify(m *message, a *allowed) {
	ms.mention(m, a)
	if m.only != nil || m.flags&flagLoading != 0 {
		return
	}
	defer ms.join(m, true)
	if m.flags&flagSilent != 0 {
		return
	}
	w, c := &ms.state.world, m.channel
	mentioned := func(u *user) bool { return slices.Contains(m.mentions, u) }
	m.everyone = m.mentionAll && (m.author.id != botID || w.botMay(c).has(MentionEveryone))
	for _, u := range w.users {
		direct := c.kind == DM && m.by == nil
		if u.bot || u == m.author || !w.sees(u, c) || !mentioned(u) && !m.everyone && !direct {
			continue
		}
		m.pings = append(m.pings, u)
		u.note(w.notification(m))
	}
}

// join adds the people whom a message in a thread mentions to the thread. A new message
// leaves a notice of each; an edit leaves none.
func (ms *messages) join(m *message, told bool) {
	for _, u := range m.mentions {
		if m.channel.kind != PublicThread || m.only != nil || m.channel.members[u.id] || !ms.state.world.sees(u, m.channel) {
			continue
		}
		m.channel.members[u.id] = true
		if told {
			ms.notice(m.channel, &message{kind: noticeAdded, author: m.author, mentions: []*user{u}})
		}
	}
}

// notice leaves a notice in a channel.
func (ms *messages) notice(c *channel, m *message) {
	m.channel, m.made, m.id = c, ms.state.now(), ms.state.world.id(ms.state.now())
	c.messages = append(c.messages, m)
}

// maxNotes is how many pings of a person are remembered.
const maxNotes = 100

// note keeps a ping. Beyond [maxNotes] it forgets the oldest.
func (u *user) note(n Notification) {
	u.notes = append(u.notes, n)
	u.notes = u.notes[max(0, len(u.notes)-maxNotes):]
	u.noted++
}

// mention sets the mentions of m that allowed_mentions lets through. Without
// allowed_mentions all do, but an answer to an interaction mentions people only.
func (ms *messages) mention(m *message, a *allowed) {
	w := &ms.state.world
	if a == nil && m.by != nil {
		a = &allowed{Parse: []string{"users"}, RepliedUser: true}
	}
	text := codeSpan.ReplaceAllString(m.content, " ")
	m.mentions, m.mentionAll = nil, false
	add := func(u *user) {
		if u != nil && !slices.Contains(m.mentions, u) {
			m.mentions = append(m.mentions, u)
		}
	}
	for _, id := range mentionUser.FindAllStringSubmatch(text, -1) {
		if a == nil || slices.Contains(a.Parse, "users") || slices.Contains(a.Users, id[1]) {
			add(w.user(id[1]))
		}
	}
	if a == nil || slices.Contains(a.Parse, "everyone") {
		m.mentionAll = mentionAll.MatchString(text)
	}
	if to := m.channel.find(m.reference); to != nil && (a == nil || a.RepliedUser) {
		add(to.author)
	}
}
