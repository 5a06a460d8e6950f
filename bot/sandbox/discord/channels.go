package discord

import (
	"encoding/json"
	"maps"
	"slices"

	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
)

func getChannel(s *API, c *call) (any, error) {
	ch, err := s.channel(c)
	if err != nil {
		return nil, err
	}
	return s.wire.ChannelJSON(ch), nil
}

func postTyping(s *API, c *call) (any, error) {
	ch, err := s.channel(c)
	if err != nil {
		return nil, err
	}
	return nil, s.messages.MaySend(ch, &rule.Form{})
}

func listMessages(s *API, c *call) (any, error) {
	ch, err := s.channel(c)
	if err != nil {
		return nil, err
	}
	q := c.r.URL.Query()
	before, after, around := q.Get("before"), q.Get("after"), q.Get("around")
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
	case !s.state.World.BotMay(ch).Has(world.ReadMessageHistory):
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
	return world.List(found, s.wire.MessageJSON), nil
}

// older reports whether snowflake a was made before b.
func older(a, b string) bool {
	if len(a) != len(b) {
		return len(a) < len(b)
	}
	return a < b
}

func getMessage(s *API, c *call) (any, error) {
	m, err := s.target(c)
	if err != nil {
		return nil, err
	}
	if !s.state.World.BotMay(m.Channel).Has(world.ReadMessageHistory) {
		return nil, rule.ErrPermission
	}
	return s.wire.MessageJSON(m), nil
}

func postMessage(s *API, c *call) (any, error) {
	ch, err := s.channel(c)
	if err != nil {
		return nil, err
	}
	f, err := c.readMessage()
	if err != nil {
		return nil, err
	}
	if err := s.messages.MaySend(ch, f); err != nil {
		return nil, err
	}
	if err := rule.CheckForm(f); err != nil {
		return nil, err
	}
	if err := s.dropEmbeds(ch, f, true); err != nil {
		return nil, err
	}
	m, err := s.messages.Repeated(ch, f)
	switch {
	case err != nil:
		return nil, err
	case m != nil:
		return s.wire.MessageJSON(m), nil
	}
	m = &world.Message{Channel: ch, Author: s.state.World.User(world.BotID), Nonce: f.Nonce}
	if err := world.Reply(m, f); err != nil {
		return nil, err
	}
	if err := s.places.MayWake(ch); err != nil {
		return nil, err
	}
	if m, err = s.messages.Post(m, f); err != nil {
		return nil, err
	}
	s.places.Wake(ch)
	if f.EnforceNonce && f.Nonce != nil {
		maps.DeleteFunc(s.state.World.Nonces, func(_ string, n world.Nonce) bool { return m.Made.Sub(n.At) >= world.NonceLife })
		s.state.World.Nonces[ch.ID+string(f.Nonce)] = world.Nonce{Message: m, At: m.Made}
	}
	return s.wire.MessageJSON(m), nil
}

func patchMessage(s *API, c *call) (any, error) {
	m, err := s.target(c)
	if err != nil {
		return nil, err
	}
	f, err := c.readMessage()
	switch {
	case err != nil:
		return nil, err
	case m.Author.ID != world.BotID:
		return nil, rule.ErrNotAuthor
	case m.Notice():
		return nil, rule.ErrNotice
	case len(f.Files) > 0 && !s.state.World.BotMay(m.Channel).Has(world.AttachFiles):
		return nil, rule.ErrPermission
	}
	if err := rule.CheckForm(f); err != nil {
		return nil, err
	}
	if err := s.dropEmbeds(m.Channel, f, false); err != nil {
		return nil, err
	}
	if err := s.messages.MayEditAgain(m); err != nil {
		return nil, err
	}
	if err := s.messages.Edit(m, f); err != nil {
		return nil, err
	}
	return s.wire.MessageJSON(m), nil
}

// dropEmbeds drops the embeds of a message where the bot lacks the right to them. A new
// message of nothing else is refused.
func (rs *API) dropEmbeds(ch *world.Channel, f *rule.Form, fresh bool) error {
	if len(f.Embeds.Value) == 0 || rs.state.World.BotMay(ch).Has(world.EmbedLinks) {
		return nil
	}
	f.Embeds.Value = nil
	if fresh && f.Content.Value == "" && len(f.Files)+len(f.Components.Value) == 0 {
		return rule.ErrPermission
	}
	return nil
}

func deleteMessage(s *API, c *call) (any, error) {
	m, err := s.target(c)
	switch {
	case err != nil:
		return nil, err
	case m.Author.ID != world.BotID && !s.state.World.BotMay(m.Channel).Has(world.ManageMessages):
		return nil, rule.ErrPermission
	case m.Notice():
		return nil, rule.ErrNotice
	case m.Channel.Archived && s.state.World.Shut(m.Channel) != nil:
		return nil, rule.ErrArchived
	}
	s.messages.Delete(m)
	return nil, nil
}

func openDM(s *API, c *call) (any, error) {
	var in struct {
		Recipient rule.Snowflake `json:"recipient_id"`
	}
	if err := c.decode(&in); err != nil {
		return nil, err
	}
	u := s.state.World.User(string(in.Recipient))
	switch {
	case u == nil:
		return nil, rule.ErrUser
	case u.Bot:
		return nil, rule.ErrDMOfBot
	case !u.Met && !s.limits.meets():
		return nil, rule.ErrDMTooFast
	}
	u.Met = true
	return s.wire.ChannelJSON(u.DM), nil
}

// patchChannel changes a thread's name, sleep, lock and duration, or the name of a
// channel.
func patchChannel(s *API, c *call) (any, error) {
	ch, err := s.channel(c)
	if err != nil {
		return nil, err
	}
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
	may := s.state.World.BotMay(ch)
	switch {
	case ch.Kind == world.DM:
		return nil, rule.ErrChannelType
	case !ch.Thread() && !may.Has(world.ManageChannels),
		ch.Thread() && (ch.Owner != world.BotID || ch.Locked || in.Locked != nil) && !may.Has(world.ManageThreads):
		return nil, rule.ErrPermission
	case ch.Archived && (in.Archived == nil || *in.Archived):
		return nil, rule.ErrArchived
	}
	if err := s.places.MayWake(ch); err != nil {
		return nil, err
	}
	if in.Name != nil {
		var bad rule.Flaws
		bad.Length("name", *in.Name, 1, 100)
		if err := bad.Err(); err != nil {
			return nil, err
		}
		if err := s.messages.Rename(ch, *in.Name); err != nil {
			return nil, err
		}
	}
	if in.Archived != nil {
		ch.Sleep(*in.Archived, s.state.Now())
	}
	set(&ch.Locked, in.Locked)
	set(&ch.ArchiveAfter, in.ArchiveAfter)
	if in.Invitable != nil && ch.Kind == world.PrivateThread {
		ch.Closed = !*in.Invitable
	}
	ch.Active = s.state.Now()
	s.places.Announce("UPDATE", ch)
	return s.wire.ChannelJSON(ch), nil
}

func set[T any](at *T, v *T) {
	if v != nil {
		*at = *v
	}
}
