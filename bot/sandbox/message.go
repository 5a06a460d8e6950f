package sandbox

import (
	"net/http"
	"slices"
	"sort"
	"strconv"
	"time"
)

// messages posts and edits messages, for bots and people.
type messages struct {
	state  *state
	places *places
	wire   *wire
}

// post adds a new message made of f. Everything about it was checked but its
// emptiness and which files it has.
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

// edit changes m as f says: an absent field keeps its value. It notifies
// nobody, and is refused in a thread that sleeps, but for what one person sees.
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
	}
	if old.flags&flagLoading == 0 {
		m.edited = ms.state.now()
	}
	m.rev++
	return nil
}

// fill puts the fields of f that are present into m.
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

// fillFiles keeps the files that the form lists (all of them when it lists
// none) and adds the new ones.
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
		a := f.files[n].attach(ms.state.world.id(ms.state.now()), r.Filename, "")
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

// limit reads ?limit=, from 1 to 100, 50 at first.
func limit(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 50
	}
	return min(max(n, 1), 100)
}

// maySend says whether the bot may post f in ch, and wakes a thread that
// sleeps.
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

// reply makes m an answer to another message, if the form says so.
func reply(m *message, f *form) error {
	if f.Reference == nil || f.Reference.MessageID == "" {
		return nil
	}
	to := m.channel.find(f.Reference.MessageID)
	if to == nil && (f.Reference.FailIfNotExists == nil || *f.Reference.FailIfNotExists) {
		var bad faults
		bad.add("message_reference", "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message")
		return bad.err()
	}
	m.kind, m.reference = 19, f.Reference.MessageID
	return nil
}

// repeated finds the message that the form's nonce made a moment ago, or nil.
func (ms *messages) repeated(ch *channel, f *form) *message {
	n, ok := ms.state.world.nonces[ch.id+string(f.Nonce)]
	if ok && f.EnforceNonce && ms.state.now().Sub(n.at) < nonceLife {
		return n.message
	}
	return nil
}

// nonceLife is how long a nonce is remembered.
const nonceLife = 5 * time.Minute

// How often the old messages of a channel may be edited.
const (
	oldAge      = time.Hour
	oldEdits    = 3
	oldEditSpan = 6 * time.Second
)

// mayEditAgain says whether a message may be edited now: one that is old only so
// many times in a while, together with the other old ones of its channel.
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

func (ms *messages) edited(m *message, f *form) (any, error) {
	if err := ms.edit(m, f); err != nil {
		return nil, err
	}
	return ms.wire.messageJSON(m), nil
}
