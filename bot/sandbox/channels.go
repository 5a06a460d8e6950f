package sandbox

import (
	"encoding/json"
	"maps"
	"slices"
)

func getChannel(s *rest, c *call) (any, error) {
	ch, err := s.channel(c)
	if err != nil {
		return nil, err
	}
	return s.wire.channelJSON(ch), nil
}

func postTyping(s *rest, c *call) (any, error) {
	ch, err := s.channel(c)
	if err != nil {
		return nil, err
	}
	return nil, s.messages.maySend(ch, &form{})
}

func listMessages(s *rest, c *call) (any, error) {
	ch, err := s.channel(c)
	if err != nil {
		return nil, err
	}
	q := c.r.URL.Query()
	before, after, around := q.Get("before"), q.Get("after"), q.Get("around")
	n := limit(q.Get("limit"))
	var found []*message
	for _, m := range ch.messages {
		if m.only == nil && (before == "" || older(m.id, before)) && (after == "" || older(after, m.id)) {
			found = append(found, m)
		}
	}
	switch {
	case !s.state.world.botMay(ch).has(ReadMessageHistory):
		found = nil
	case around != "":
		i := slices.IndexFunc(found, func(m *message) bool { return !older(m.id, around) })
		from := max(0, max(i, 0)-n/2)
		found = found[from:min(len(found), from+n)]
	case after != "":
		found = found[:min(n, len(found))]
	default:
		found = found[max(0, len(found)-n):]
	}
	found = slices.Clone(found)
	slices.Reverse(found)
	return list(found, s.wire.messageJSON), nil
}

// older reports whether snowflake a was made before b.
func older(a, b string) bool {
	if len(a) != len(b) {
		return len(a) < len(b)
	}
	return a < b
}

func getMessage(s *rest, c *call) (any, error) {
	m, err := s.target(c)
	if err != nil {
		return nil, err
	}
	if !s.state.world.botMay(m.channel).has(ReadMessageHistory) {
		return nil, errPermission
	}
	return s.wire.messageJSON(m), nil
}

// reachable refuses a direct message of the bot that would not arrive.
func (w *world) reachable(u *user) error {
	switch {
	case !w.mutual(u) && !u.installed:
		return errNoMutualServer
	case u.closed:
		return errClosedDM
	}
	return nil
}

func postMessage(s *rest, c *call) (any, error) {
	ch, err := s.channel(c)
	if err != nil {
		return nil, err
	}
	f, err := c.readMessage()
	if err != nil {
		return nil, err
	}
	if err := s.messages.maySend(ch, f); err != nil {
		return nil, err
	}
	if err := checkForm(f); err != nil {
		return nil, err
	}
	if m := s.messages.repeated(ch, f); m != nil {
		return s.wire.messageJSON(m), nil
	}
	m := &message{channel: ch, author: s.state.world.user(botID), nonce: f.Nonce}
	if err := reply(m, f); err != nil {
		return nil, err
	}
	if m, err = s.messages.post(m, f); err != nil {
		return nil, err
	}
	s.places.wake(ch)
	if f.EnforceNonce && f.Nonce != nil {
		maps.DeleteFunc(s.state.world.nonces, func(_ string, n nonce) bool { return m.made.Sub(n.at) >= nonceLife })
		s.state.world.nonces[ch.id+string(f.Nonce)] = nonce{m, m.made}
	}
	return s.wire.messageJSON(m), nil
}

func patchMessage(s *rest, c *call) (any, error) {
	m, err := s.target(c)
	if err != nil {
		return nil, err
	}
	f, err := c.readMessage()
	switch {
	case err != nil:
		return nil, err
	case m.author.id != botID:
		return nil, errNotAuthor
	case m.notice():
		return nil, errNotice
	case len(f.files) > 0 && !s.state.world.botMay(m.channel).has(AttachFiles):
		return nil, errPermission
	}
	if err := checkForm(f); err != nil {
		return nil, err
	}
	if err := s.messages.mayEditAgain(m); err != nil {
		return nil, err
	}
	if err := s.messages.edit(m, f); err != nil {
		return nil, err
	}
	return s.wire.messageJSON(m), nil
}

func deleteMessage(s *rest, c *call) (any, error) {
	m, err := s.target(c)
	switch {
	case err != nil:
		return nil, err
	case m.author.id != botID && !s.state.world.botMay(m.channel).has(ManageMessages):
		return nil, errPermission
	case m.notice():
		return nil, errNotice
	case m.channel.archived && s.state.world.shut(m.channel) != nil:
		return nil, errArchived
	}
	m.channel.remove(m)
	return nil, nil
}

func openDM(s *rest, c *call) (any, error) {
	var in struct {
		Recipient snowflake `json:"recipient_id"`
	}
	if err := c.decode(&in); err != nil {
		return nil, err
	}
	u := s.state.world.user(string(in.Recipient))
	switch {
	case u == nil:
		return nil, errUser
	case u.bot:
		return nil, errDMOfBot
	}
	return s.wire.channelJSON(u.dm), nil
}

// patchChannel changes a thread's name, sleep, lock and duration, or the name of a
// channel.
func patchChannel(s *rest, c *call) (any, error) {
	ch, err := s.channel(c)
	if err != nil {
		return nil, err
	}
	var in struct {
		Name         *string `json:"name"`
		Archived     *bool   `json:"archived"`
		Locked       *bool   `json:"locked"`
		ArchiveAfter *int    `json:"auto_archive_duration"`
	}
	if err := json.Unmarshal(c.body, &in); err != nil {
		return nil, errBadJSON
	}
	may := s.state.world.botMay(ch)
	switch {
	case ch.kind == DM:
		return nil, errChannelType
	case ch.kind != PublicThread && !may.has(ManageChannels),
		ch.kind == PublicThread && (ch.owner != botID || ch.locked || in.Locked != nil) && !may.has(ManageThreads):
		return nil, errPermission
	case ch.archived && (in.Archived == nil || *in.Archived):
		return nil, errArchived
	}
	if in.Name != nil {
		var bad flaws
		bad.length("name", *in.Name, 1, 100)
		if err := bad.err(); err != nil {
			return nil, err
		}
		if err := s.messages.rename(ch, *in.Name); err != nil {
			return nil, err
		}
	}
	set(&ch.archived, in.Archived)
	set(&ch.locked, in.Locked)
	set(&ch.archiveAfter, in.ArchiveAfter)
	ch.active = s.state.now()
	s.places.announce("UPDATE", ch)
	return s.wire.channelJSON(ch), nil
}

func set[T any](at *T, v *T) {
	if v != nil {
		*at = *v
	}
}
