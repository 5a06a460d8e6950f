package sandbox

import (
	"net/http"
	"slices"
	"sort"
	"strconv"
	"time"
)

// messages posts and edits messages, for bots and people.
type messages struct{ state *state }

func newMessages(st *state) *messages { return &messages{st} }

// post adds a new message made of f. The caller has checked f; post checks that the
// message is not empty and has the files that it lists.
func (ms *messages) post(m *message, f *form) (*message, error) {
	if err := checkAttached(m, f); err != nil {
		return nil, err
	}
	ms.fill(m, f)
	if m.empty() && m.flags&flagLoading == 0 {
		return nil, errEmpty
	}
	m.id = ms.state.world.id(ms.state.now())
	m.made = ms.state.now()
	m.tts = f.TTS
	m.flags |= f.Flags.v & (flagSilent | 1<<2)
	m.channel.messages = append(m.channel.messages, m)
	ms.notify(m, f.AllowedMentions.v)
	return m, nil
}

// edit changes m by f; a field that is absent keeps its value. It notifies nobody. In
// a thread that sleeps or is locked it is refused, except for an ephemeral message.
func (ms *messages) edit(m *message, f *form) error {
	if err := ms.state.world.shut(m.channel); err != nil && m.only == nil {
		return err
	}
	if m.channel.archived && m.only == nil {
		return errArchived
	}
	if err := checkAttached(m, f); err != nil {
		return err
	}
	old := *m
	ms.fill(m, f)
	m.flags &^= flagLoading
	if m.empty() {
		*m = old
		return errEmpty
	}
	if f.Content.set || f.AllowedMentions.set {
		ms.mention(m, f.AllowedMentions.v)
		ms.join(m, false)
	}
	if old.flags&flagLoading == 0 {
		m.edited = ms.state.now()
	}
	m.rev++
	return nil
}

// fill puts the fields that f has into m.
func (ms *messages) fill(m *message, f *form) {
	if f.Content.set {
		m.content = f.Content.v
	}
	if f.Embeds.set {
		m.embeds = f.embeds()
	}
	if f.Components.set {
		m.rows = number(f.Components.v)
	}
	ms.fillFiles(m, f)
}

// fillFiles keeps the files that f lists, or all of them if it lists none, and adds
// the new ones.
func (ms *messages) fillFiles(m *message, f *form) {
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
		a := attach(f.files[n], ms.state.world.id(ms.state.now()), r.Filename, "")
		if r.Description != nil {
			a.alt = *r.Description
		}
		files = append(files, a)
	}
	m.files = files
}

// empty reports whether m shows nothing. Components alone are something, as in
// Discord.
func (m *message) empty() bool {
	return m.content == "" && m.embeds == nil && len(m.files) == 0 && len(m.rows) == 0
}

// limit reads the query's limit: 1 to 100, 50 if absent.
func limit(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 50
	}
	return min(max(n, 1), 100)
}

// maySend refuses f in ch if the bot lacks a right, if the thread is locked, or if a
// direct message would not arrive.
func (ms *messages) maySend(ch *channel, f *form) error {
	need := Permission(SendMessages)
	switch ch.kind {
	case DM:
		if err := ms.state.world.reachable(ch.person); err != nil {
			return err
		}
	case PublicThread:
		need = SendMessagesInThreads
		if err := ms.state.world.shut(ch); err != nil {
			return err
		}
	}
	if len(f.files) > 0 {
		need |= AttachFiles
	}
	if f.Reference != nil {
		need |= ReadMessageHistory
	}
	if !ms.state.world.botMay(ch).has(need) {
		return errPermission
	}
	return nil
}

// reply makes m a reply to another message, if f names one.
func reply(m *message, f *form) error {
	if f.Reference == nil || f.Reference.MessageID == "" {
		return nil
	}
	to := m.channel.find(f.Reference.MessageID)
	if to == nil && (f.Reference.FailIfNotExists == nil || *f.Reference.FailIfNotExists) {
		var bad flaws
		bad.add("message_reference", "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message")
		return bad.err()
	}
	m.kind, m.reference = 19, f.Reference.MessageID
	return nil
}

// repeated finds the message that this nonce made a moment ago, or nil.
func (ms *messages) repeated(ch *channel, f *form) *message {
	n, ok := ms.state.world.nonces[ch.id+string(f.Nonce)]
	if ok && f.EnforceNonce && ms.state.now().Sub(n.at) < nonceLife {
		return n.message
	}
	return nil
}

// nonceLife is how long a nonce is remembered.
const nonceLife = 5 * time.Minute

// A message is old after oldAge. In each channel, old messages may be
// edited three times in six seconds.
const (
	oldAge      = time.Hour
	oldEdits    = 3
	oldEditSpan = 6 * time.Second
)

// mayEditAgain refuses an edit of an old message after three such edits in its channel
// within six seconds.
func (ms *messages) mayEditAgain(m *message) error {
	now := ms.state.now()
	if now.Sub(m.made) <= oldAge {
		return nil
	}
	c := m.channel
	c.oldEdits = slices.DeleteFunc(c.oldEdits, func(t time.Time) bool { return now.Sub(t) >= oldEditSpan })
	if len(c.oldEdits) < oldEdits {
		c.oldEdits = append(c.oldEdits, now)
		return nil
	}
	wait := c.oldEdits[0].Add(oldEditSpan).Sub(now)
	return &apiError{
		status: http.StatusTooManyRequests, Code: 30046, RetryAfter: wait.Seconds(), Global: new(bool),
		Message: "Maximum number of edits to messages older than 1 hour reached. Try again later",
	}
}

// Two changes of a thread's name pass in ten minutes.
const (
	maxRenames = 2
	renameSpan = 10 * time.Minute
)

// rename changes the name of a channel. In a thread that leaves a notice.
func (ms *messages) rename(c *channel, name string) error {
	now := ms.state.now()
	c.renames = slices.DeleteFunc(c.renames, func(t time.Time) bool { return now.Sub(t) >= renameSpan })
	if len(c.renames) == maxRenames {
		wait := c.renames[0].Add(renameSpan).Sub(now)
		return &apiError{status: http.StatusTooManyRequests, Message: "You are being rate limited.", RetryAfter: wait.Seconds(), Global: new(bool)}
	}
	c.renames = append(c.renames, now)
	if c.kind == PublicThread && c.name != name {
		ms.notice(c, &message{kind: noticeRenamed, author: ms.state.world.user(botID), content: name})
	}
	c.name = name
	return nil
}

// edited edits a message and returns it as an answer.
func (s *rest) edited(m *message, f *form) (any, error) {
	if err := s.messages.edit(m, f); err != nil {
		return nil, err
	}
	return s.wire.messageJSON(m), nil
}
