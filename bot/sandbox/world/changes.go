package world

import (
	"bytes"
	"cmp"
	"fmt"
	"image"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"parlour/bot/sandbox/rule"
)

// Changes makes the changes of which a bot hears: messages are posted and edited, and threads
// fall asleep and wake.
type Changes struct {
	*State
	Teller
}

// Teller tells a bot of a change, unless it must not know: "CREATE", "UPDATE" or "DELETE".
type Teller interface {
	Announce(what string, c *Channel)
	Tell(what string, m *Message)
	// Joined tells that somebody joined a thread, or left it.
	Joined(c *Channel, u *User, in bool)
}

// Delete deletes m.
func (cs *Changes) Delete(m *Message) {
	m.Channel.Remove(m)
	cs.Tell("DELETE", m)
}

// Post adds a new message made of f. The caller has checked f; Post checks that the
// message is not empty and has the files that it lists. One for all wakes a thread.
func (cs *Changes) Post(m *Message, f *rule.Form) (*Message, error) {
	if m.Only == nil {
		if err := cs.MayWake(m.Channel); err != nil {
			return nil, err
		}
	}
	if err := checkAttached(m, f); err != nil {
		return nil, err
	}
	m.Flags |= f.Flags.Value & (rule.FlagSilent | rule.FlagV2 | 1<<2)
	cs.fill(m, f)
	if err := m.lacks(f); err != nil {
		return nil, err
	}
	if m.empty() && m.Flags&rule.FlagLoading == 0 {
		return nil, rule.ErrEmpty
	}
	m.ID = cs.NewID()
	m.Made = cs.Now()
	m.TTS = f.TTS
	m.Channel.Messages = append(m.Channel.Messages, m)
	cs.notify(m, f.AllowedMentions.Value)
	if m.Only == nil {
		cs.wake(m.Channel)
	}
	return m, nil
}

// Edit changes m by f; a field that is absent keeps its value. It notifies nobody. In
// a thread that sleeps or is locked it is refused, except for an ephemeral message.
func (cs *Changes) Edit(m *Message, f *rule.Form) error {
	if err := cs.Shut(m.Channel); err != nil && m.Only == nil {
		return err
	}
	if m.Channel.Archived && m.Only == nil {
		return rule.ErrArchived
	}
	if err := checkAttached(m, f); err != nil {
		return err
	}
	old := *m
	cs.fill(m, f)
	m.Flags &^= rule.FlagLoading
	m.Flags |= f.Flags.Value & rule.FlagV2
	err := m.lacks(f)
	switch {
	case err != nil:
	case m.Flags&rule.FlagV2 != 0:
		err = rule.CheckKept(f, m.Content, m.Embeds)
	}
	if err == nil && m.empty() {
		err = rule.ErrEmpty
	}
	if err != nil {
		*m = old
		return err
	}
	if f.Content.Set || f.AllowedMentions.Set || m.Flags&rule.FlagV2 != 0 && f.Components.Set {
		cs.mention(m, f.AllowedMentions.Value)
		cs.join(m, false)
	}
	if old.Flags&rule.FlagLoading == 0 {
		m.Edited = cs.Now()
	}
	m.Rev++
	cs.Tell("UPDATE", m)
	return nil
}

// fill puts the fields that f has into m.
func (cs *Changes) fill(m *Message, f *rule.Form) {
	if f.Content.Set {
		m.Content = f.Content.Value
	}
	if f.Embeds.Set {
		m.Embeds = f.Embeds.Value
	}
	if f.Components.Set {
		m.Rows = rule.Number(f.Components.Value)
	}
	cs.fillFiles(m, f)
}

// fillFiles keeps the files that f lists, or all of them if it lists none, and adds
// the new ones.
func (cs *Changes) fillFiles(m *Message, f *rule.Form) {
	refs := map[string]rule.FileRef{}
	for _, r := range f.Attachments.Value {
		refs[string(r.ID)] = r
	}
	var files []*Attachment
	var used []string // by components that stay
	if !f.Components.Set {
		used = m.used()
	}
	for _, a := range m.Files {
		r, listed := refs[a.ID]
		if f.Attachments.Set && !listed && !slices.Contains(used, a.Name) {
			continue
		}
		kept := *a
		if r.Description != nil {
			kept.Alt = *r.Description
		}
		files = append(files, &kept)
	}
	for _, n := range slices.Sorted(maps.Keys(f.Files)) {
		r := refs[n]
		a := attach(f.Files[n], cs.NewID(), r.Filename)
		if r.Description != nil {
			a.Alt = *r.Description
		}
		files = append(files, a)
	}
	m.Files = files
}

// lacks refuses components of a form that show a file which m does not have.
func (m *Message) lacks(f *rule.Form) error {
	var bad rule.Flaws
	if f.Components.Set {
		rule.Walk(m.Rows, strings.Join(append(slices.Clone(f.At), "components"), "."), func(at string, c *rule.Component) {
			c.Shows(at, func(path string, shown *rule.Medium) {
				if name, attached := rule.AttachedName(shown.URL); attached && m.file(name) == nil {
					bad.Add(path, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", "The referenced attachment (%q) was not found", shown.URL)
				}
			})
		})
	}
	return bad.Err()
}

// file finds a file of m by name, or nil.
func (m *Message) file(name string) *Attachment {
	if i := slices.IndexFunc(m.Files, func(a *Attachment) bool { return a.Name == name }); i >= 0 {
		return m.Files[i]
	}
	return nil
}

// empty reports whether m shows nothing. Components alone are something, as in
// Discord, and of Components V2 they are all that is shown.
func (m *Message) empty() bool {
	return len(m.Rows) == 0 && (m.Flags&rule.FlagV2 != 0 || m.Content == "" && len(m.Embeds) == 0 && len(m.Files) == 0)
}

// MaySend refuses f in ch if the bot lacks a right, if the thread is locked, or if a
// direct message would not arrive.
func (cs *Changes) MaySend(ch *Channel, f *rule.Form) error {
	need := SendMessages
	switch ch.Kind {
	case DM:
		if err := cs.reachable(ch.Person); err != nil {
			return err
		}
	case AnnouncementThread, PublicThread, PrivateThread:
		need = SendMessagesInThreads
		if err := cs.Shut(ch); err != nil {
			return err
		}
	}
	if len(f.Files) > 0 {
		need |= AttachFiles
	}
	if f.Reference != nil {
		need |= ReadMessageHistory
	}
	if !cs.BotMay(ch).Has(need) {
		return rule.ErrPermission
	}
	return nil
}

// Reply makes m a reply to another message, if f names one.
func Reply(m *Message, f *rule.Form) error {
	if f.Reference == nil || f.Reference.MessageID == "" {
		return nil
	}
	to := m.Channel.Find(string(f.Reference.MessageID))
	if to == nil && (f.Reference.FailIfNotExists == nil || *f.Reference.FailIfNotExists) {
		var bad rule.Flaws
		bad.Add("message_reference", "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message")
		return bad.Err()
	}
	m.Kind, m.Reference = Replies, string(f.Reference.MessageID)
	return nil
}

// Repeated finds the message that this nonce made a moment ago, or nil. It refuses the nonce
// of one that was deleted since.
func (cs *Changes) Repeated(ch *Channel, f *rule.Form) (*Message, error) {
	n, ok := cs.Nonces[ch.ID+string(f.Nonce)]
	switch {
	case !ok || !f.EnforceNonce || cs.Now().Sub(n.At) >= NonceLife:
		return nil, nil
	case n.Message.Gone:
		return nil, rule.ErrMessage
	}
	return n.Message, nil
}

// NonceLife is how long a nonce is remembered.
const NonceLife = 5 * time.Minute

// A message is old after oldAge. In each channel, old messages may be edited three times in six
// seconds.
const (
	oldAge      = time.Hour
	oldEdits    = 3
	oldEditSpan = 6 * time.Second
)

// MayEditAgain refuses an edit of an old message after three such edits in its channel
// within six seconds.
func (cs *Changes) MayEditAgain(m *Message) error {
	now := cs.Now()
	if now.Sub(m.Made) <= oldAge {
		return nil
	}
	if wait := m.Channel.oldEdits.take(now, oldEdits, oldEditSpan); wait > 0 {
		return rule.ErrOldEdits.After(wait, false)
	}
	return nil
}

// Two changes of a channel's name pass in ten minutes.
const (
	maxRenames = 2
	renameSpan = 10 * time.Minute
)

// Rename changes the name of a channel. In a thread that leaves a notice.
func (cs *Changes) Rename(c *Channel, name string) error {
	if wait := c.renames.take(cs.Now(), maxRenames, renameSpan); wait > 0 {
		return rule.ErrTooMany.After(wait, false)
	}
	if c.Thread() && c.Name != name {
		cs.Notice(c, &Message{Kind: NoticeRenamed, Author: cs.User(BotID), Content: name})
	}
	c.Name = name
	return nil
}

// recent are the times of what happened not long ago.
type recent []time.Time

// take notes one more. If there were as many as may be within the span, it notes nothing and
// returns how long to wait.
func (r *recent) take(now time.Time, most int, span time.Duration) (wait time.Duration) {
	*r = slices.DeleteFunc(*r, func(t time.Time) bool { return now.Sub(t) >= span })
	if len(*r) == most {
		return (*r)[0].Add(span).Sub(now)
	}
	*r = append(*r, now)
	return 0
}

// checkAttached checks that each attachment which a form lists was sent with it or is
// one of m's.
func checkAttached(m *Message, f *rule.Form) error {
	var bad rule.Flaws
	for i, r := range f.Attachments.Value {
		_, sent := f.Files[string(r.ID)]
		has := slices.ContainsFunc(m.Files, func(a *Attachment) bool { return a.ID == string(r.ID) })
		if !sent && !has {
			path := append(slices.Clone(f.At), "attachments", fmt.Sprint(i))
			bad.Put(path, "ATTACHMENT_NOT_FOUND", "Attachment data not found")
		}
	}
	return bad.Err()
}

// attach makes an attachment of a file.
func attach(f rule.File, id, name string) *Attachment {
	a := &Attachment{ID: id, Name: cmp.Or(name, f.Name), MIME: f.MIME, Data: f.Data}
	if sniffed := http.DetectContentType(f.Data); strings.HasPrefix(sniffed, "image/") {
		a.MIME = sniffed
	}
	if c, _, err := image.DecodeConfig(bytes.NewReader(f.Data)); err == nil {
		a.Width, a.Height = c.Width, c.Height
	}
	return a
}

// Shown are the files of m that stand on their own: those that no embed and no component shows.
func (m *Message) Shown() []*Attachment {
	used := m.used()
	for _, e := range m.Embeds {
		used = append(used, e.Attached()...)
	}
	return slices.DeleteFunc(slices.Clone(m.Files), func(a *Attachment) bool { return slices.Contains(used, a.Name) })
}

// used are the names of the files that components of m show.
func (m *Message) used() (names []string) {
	rule.Walk(m.Rows, "", func(_ string, c *rule.Component) {
		c.Shows("", func(_ string, shown *rule.Medium) {
			if name, attached := rule.AttachedName(shown.URL); attached {
				names = append(names, name)
			}
		})
	})
	return names
}

// maxUploads is how many files of a person's commands are remembered.
const maxUploads = 20

// Upload keeps a file that u gives to an option of a command. Beyond [maxUploads] it forgets
// the oldest.
func (s *State) Upload(u *User, f rule.File) *Attachment {
	a := attach(f, s.NewID(), "")
	u.Uploads = append(u.Uploads, a)
	u.Uploads = u.Uploads[max(0, len(u.Uploads)-maxUploads):]
	return a
}

// Attachment finds a file of a channel's messages, or of those that people gave to commands for no channel, or nil.
func (w *World) Attachment(channel, id string) *Attachment {
	var all []*Attachment
	for _, u := range w.Users {
		if channel == "" {
			all = append(all, u.Uploads...)
		}
	}
	if c := w.Channels[channel]; c != nil {
		for _, m := range c.Messages {
			all = append(all, m.Files...)
		}
	}
	if i := slices.IndexFunc(all, func(a *Attachment) bool { return a.ID == id }); i >= 0 {
		return all[i]
	}
	return nil
}
