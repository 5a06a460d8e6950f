package discord

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"

	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
)

func (s *API) postTyping(_ *call, ch *world.Channel) (any, error) {
	return nil, s.Changes.MaySend(ch, &rule.Form{})
}

func (s *API) listMessages(c *call, ch *world.Channel) (any, error) {
	before, after, around := c.query("before"), c.query("after"), c.query("around")
	n, err := c.limit()
	if err != nil {
		return nil, err
	}
	var found []*world.Message
	for _, m := range ch.Messages {
		if m.Only == nil && (before == "" || older(m.ID, before)) && (after == "" || older(after, m.ID)) {
			found = append(found, m)
		}
	}
	switch {
	case !s.BotMay(ch).Has(world.ReadMessageHistory):
		found = nil
	case around != "":
		i := slices.IndexFunc(found, func(m *world.Message) bool { return !older(m.ID, around) })
		from := max(0, max(i, 0)-n/2)
		found = found[from:min(len(found), from+n)]
	case after != "":
		found = found[:min(n, len(found))]
	default:
		found = found[max(0, len(found)-n):]
	}
	found = slices.Clone(found)
	slices.Reverse(found)
	return world.List(found, s.MessageJSON), nil
}

// older reports whether snowflake a was made before b.
func older(a, b string) bool {
	if len(a) != len(b) {
		return len(a) < len(b)
	}
	return a < b
}

func (s *API) getMessage(_ *call, m *world.Message) (any, error) {
	if !s.BotMay(m.Channel).Has(world.ReadMessageHistory) {
		return nil, rule.ErrPermission
	}
	return s.MessageJSON(m), nil
}

func (s *API) postMessage(c *call, ch *world.Channel) (any, error) {
	f, err := c.readMessage()
	if err != nil {
		return nil, err
	}
	if err := cmp.Or(s.Changes.MaySend(ch, f), rule.CheckForm(f, 0), s.dropEmbeds(ch, f, true)); err != nil {
		return nil, err
	}
	m, err := s.Changes.Repeated(ch, f)
	switch {
	case err != nil:
		return nil, err
	case m != nil:
		return s.MessageJSON(m), nil
	}
	m = &world.Message{Channel: ch, Author: s.bot(), Nonce: f.Nonce}
	if err := world.Reply(m, f); err != nil {
		return nil, err
	}
	if m, err = s.Changes.Post(m, f); err != nil {
		return nil, err
	}
	if f.EnforceNonce && f.Nonce != nil {
		maps.DeleteFunc(s.Nonces, func(_ string, n world.Nonce) bool { return m.Made.Sub(n.At) >= world.NonceLife })
		s.Nonces[ch.ID+string(f.Nonce)] = world.Nonce{Message: m, At: m.Made}
	}
	return s.MessageJSON(m), nil
}

func (s *API) patchMessage(c *call, m *world.Message) (any, error) {
	f, err := c.readMessage()
	switch {
	case err != nil:
		return nil, err
	case m.Author.ID != world.BotID:
		return nil, rule.ErrNotAuthor
	case m.Notice():
		return nil, rule.ErrNotice
	case len(f.Files) > 0 && !s.BotMay(m.Channel).Has(world.AttachFiles):
		return nil, rule.ErrPermission
	}
	if err := cmp.Or(rule.CheckForm(f, m.Flags), s.dropEmbeds(m.Channel, f, false)); err != nil {
		return nil, err
	}
	if err := s.Changes.MayEditAgain(m); err != nil {
		return nil, err
	}
	return s.edited(m, f)
}

// dropEmbeds drops the embeds of a message where the bot lacks the right to them. A new
// message of nothing else is refused.
func (s *API) dropEmbeds(ch *world.Channel, f *rule.Form, fresh bool) error {
	if len(f.Embeds.Value) == 0 || s.BotMay(ch).Has(world.EmbedLinks) {
		return nil
	}
	f.Embeds.Value = nil
	if fresh && f.Content.Value == "" && len(f.Files)+len(f.Components.Value) == 0 {
		return rule.ErrPermission
	}
	return nil
}

func (s *API) deleteMessage(_ *call, m *world.Message) (any, error) {
	switch {
	case m.Author.ID != world.BotID && !s.BotMay(m.Channel).Has(world.ManageMessages):
		return nil, rule.ErrPermission
	case m.Notice():
		return nil, rule.ErrNotice
	case m.Channel.Archived && s.Shut(m.Channel) != nil:
		return nil, rule.ErrArchived
	}
	s.Changes.Delete(m)
	return nil, nil
}

func (s *API) openDM(c *call) (any, error) {
	var in struct {
		Recipient rule.Snowflake `json:"recipient_id"`
	}
	if err := c.decode(&in); err != nil {
		return nil, err
	}
	u := s.User(string(in.Recipient))
	switch {
	case u == nil:
		return nil, rule.ErrUser
	case u.Bot:
		return nil, rule.ErrDMOfBot
	case !u.Met && !s.limits.meets():
		return nil, rule.ErrDMTooFast
	}
	u.Met = true
	return s.ChannelJSON(u.DM), nil
}

// patchChannel changes a thread's name, sleep, lock and duration, or the name of a
// channel.
func (s *API) patchChannel(c *call, ch *world.Channel) (any, error) {
	var in struct {
		Name         *string `json:"name"`
		Archived     *bool   `json:"archived"`
		Locked       *bool   `json:"locked"`
		ArchiveAfter *int    `json:"auto_archive_duration"`
		Invitable    *bool   `json:"invitable"`
	}
	if err := json.Unmarshal(c.body, &in); err != nil {
		return nil, rule.ErrBadJSON
	}
	may := s.BotMay(ch)
	switch {
	case ch.Kind == world.DM:
		return nil, rule.ErrChannelType
	case !ch.Thread() && !may.Has(world.ManageChannels),
		ch.Thread() && (ch.Owner != world.BotID || ch.Locked || in.Locked != nil) && !may.Has(world.ManageThreads):
		return nil, rule.ErrPermission
	case ch.Archived && (in.Archived == nil || *in.Archived):
		return nil, rule.ErrArchived
	}
	if err := s.Changes.MayWake(ch); err != nil {
		return nil, err
	}
	if in.Name != nil {
		var bad rule.Flaws
		bad.Length("name", *in.Name, 1, 100)
		if err := bad.Err(); err != nil {
			return nil, err
		}
		if err := s.Changes.Rename(ch, *in.Name); err != nil {
			return nil, err
		}
	}
	if in.Archived != nil {
		ch.Sleep(*in.Archived, s.Now())
	}
	set(&ch.Locked, in.Locked)
	set(&ch.ArchiveAfter, in.ArchiveAfter)
	if in.Invitable != nil && ch.Kind == world.PrivateThread {
		ch.Closed = !*in.Invitable
	}
	ch.Active = s.Now()
	s.Changes.Announce("UPDATE", ch)
	return s.ChannelJSON(ch), nil
}

func set[T any](at *T, v *T) {
	if v != nil {
		*at = *v
	}
}
