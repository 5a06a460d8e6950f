package sandbox

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"time"
)

// nonceLife is how long a nonce is remembered.
const nonceLife = 5 * time.Minute

// channel finds the channel of a request, if the bot may see it.
func (s *Server) channel(c *call) (*channel, error) {
	ch := s.world.channels[c.arg("channel")]
	switch {
	case ch == nil:
		return nil, errChannel
	case !s.world.botMay(ch).has(ViewChannel):
		return nil, errAccess
	}
	return ch, nil
}

// target finds the message of a request; ephemeral ones are not there for the
// API's channels.
func (s *Server) target(c *call) (*message, error) {
	ch, err := s.channel(c)
	if err != nil {
		return nil, err
	}
	if m := ch.find(c.arg("message")); m != nil && m.only == nil {
		return m, nil
	}
	return nil, errMessage
}

func getChannel(s *Server, c *call) (any, error) {
	ch, err := s.channel(c)
	if err != nil {
		return nil, err
	}
	return s.channelJSON(ch), nil
}

func postTyping(s *Server, c *call) (any, error) {
	ch, err := s.channel(c)
	if err != nil {
		return nil, err
	}
	return nil, s.maySend(ch, &form{})
}

func listMessages(s *Server, c *call) (any, error) {
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
	case !s.world.botMay(ch).has(ReadMessageHistory):
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
	return list(found, s.messageJSON), nil
}

// older compares two snowflakes.
func older(a, b string) bool {
	if len(a) != len(b) {
		return len(a) < len(b)
	}
	return a < b
}

func getMessage(s *Server, c *call) (any, error) {
	m, err := s.target(c)
	if err != nil {
		return nil, err
	}
	if !s.world.botMay(m.channel).has(ReadMessageHistory) {
		return nil, errPermission
	}
	return s.messageJSON(m), nil
}

// maySend says whether the bot may post f in ch, and wakes a thread that
// sleeps.
func (s *Server) maySend(ch *channel, f *form) error {
	need := Permission(SendMessages)
	switch ch.kind {
	case DM:
		if err := s.world.reachable(ch.person); err != nil {
			return err
		}
	case PublicThread:
		need = SendMessagesInThreads
		if err := s.world.shut(ch); err != nil {
			return err
		}
	}
	if len(f.files) > 0 {
		need |= AttachFiles
	}
	if f.Reference != nil {
		need |= ReadMessageHistory
	}
	if !s.world.botMay(ch).has(need) {
		return errPermission
	}
	return nil
}

// reachable says whether a direct message would arrive.
func (w *world) reachable(u *user) error {
	switch {
	case !w.mutual(u) && !u.installed:
		return errNoMutualServer
	case u.closed:
		return errClosedDM
	}
	return nil
}

func postMessage(s *Server, c *call) (any, error) {
	ch, err := s.channel(c)
	if err != nil {
		return nil, err
	}
	f, err := c.readMessage()
	if err != nil {
		return nil, err
	}
	if err := s.maySend(ch, f); err != nil {
		return nil, err
	}
	if err := checkForm(f); err != nil {
		return nil, err
	}
	if m := s.repeated(ch, f); m != nil {
		return s.messageJSON(m), nil
	}
	m := &message{channel: ch, author: s.world.user(botID), nonce: f.Nonce}
	if err := reply(m, f); err != nil {
		return nil, err
	}
	if m, err = s.post(m, f); err != nil {
		return nil, err
	}
	s.wake(ch)
	if f.EnforceNonce && f.Nonce != nil {
		maps.DeleteFunc(s.world.nonces, func(_ string, n nonce) bool { return m.made.Sub(n.at) >= nonceLife })
		s.world.nonces[ch.id+string(f.Nonce)] = nonce{m, m.made}
	}
	return s.messageJSON(m), nil
}

// repeated finds the message that the form's nonce made a moment ago, or nil.
func (s *Server) repeated(ch *channel, f *form) *message {
	n, ok := s.world.nonces[ch.id+string(f.Nonce)]
	if ok && f.EnforceNonce && s.cfg.Now().Sub(n.at) < nonceLife {
		return n.message
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

func patchMessage(s *Server, c *call) (any, error) {
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
	case len(f.files) > 0 && !s.world.botMay(m.channel).has(AttachFiles):
		return nil, errPermission
	}
	if err := checkForm(f); err != nil {
		return nil, err
	}
	if err := s.mayEditAgain(m); err != nil {
		return nil, err
	}
	if err := s.edit(m, f); err != nil {
		return nil, err
	}
	return s.messageJSON(m), nil
}

// How often the old messages of a channel may be edited.
const (
	oldAge      = time.Hour
	oldEdits    = 3
	oldEditSpan = 6 * time.Second
)

// mayEditAgain says whether a message may be edited now: one that is old only so
// many times in a while, together with the other old ones of its channel.
func (s *Server) mayEditAgain(m *message) error {
	now := s.cfg.Now()
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

func deleteMessage(s *Server, c *call) (any, error) {
	m, err := s.target(c)
	switch {
	case err != nil:
		return nil, err
	case m.author.id != botID && !s.world.botMay(m.channel).has(ManageMessages):
		return nil, errPermission
	case m.channel.archived && s.world.shut(m.channel) != nil:
		return nil, errArchived
	}
	m.channel.remove(m)
	return nil, nil
}

func openDM(s *Server, c *call) (any, error) {
	var in struct {
		Recipient snowflake `json:"recipient_id"`
	}
	if err := c.decode(&in); err != nil {
		return nil, err
	}
	u := s.world.user(string(in.Recipient))
	switch {
	case u == nil:
		return nil, errUser
	case u.bot:
		return nil, errDMOfBot
	}
	return s.channelJSON(u.dm), nil
}

// channelJSON is a channel as the API tells it.
func (s *Server) channelJSON(c *channel) map[string]any {
	j := map[string]any{"id": c.id, "type": int(c.kind), "flags": 0, "last_message_id": nil}
	if n := len(c.messages); n > 0 {
		j["last_message_id"] = c.messages[n-1].id
	}
	switch c.kind {
	case DM:
		j["recipients"] = []any{userJSON(c.person)}
		return j
	case Group:
		j["recipients"] = list(c.people, userJSON)
		j["name"], j["icon"], j["owner_id"] = c.name, nil, c.owner
		return j
	}
	j["guild_id"], j["name"] = c.guild.id, c.name
	if c.kind == PublicThread {
		return s.threadJSON(c, j)
	}
	for k, v := range map[string]any{
		"position": 0, "nsfw": false, "topic": nil, "parent_id": nil,
		"permission_overwrites": []any{}, "rate_limit_per_user": 0,
	} {
		j[k] = v
	}
	return j
}

// threadJSON adds what a thread has.
func (s *Server) threadJSON(c *channel, j map[string]any) map[string]any {
	j["parent_id"], j["owner_id"] = c.parent, c.owner
	j["message_count"], j["total_message_sent"] = len(c.messages), len(c.messages)
	j["member_count"], j["rate_limit_per_user"] = len(c.members), 0
	j["thread_metadata"] = map[string]any{
		"archived": c.archived, "locked": c.locked, "auto_archive_duration": c.archiveAfter,
		"archive_timestamp": stamp(c.made), "create_timestamp": stamp(c.made),
	}
	if c.members[botID] {
		j["member"] = map[string]any{"id": c.id, "user_id": botID, "join_timestamp": stamp(c.made), "flags": 0}
	}
	return j
}

// patchChannel changes a thread's name, its sleep and its lock.
func patchChannel(s *Server, c *call) (any, error) {
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
	may := s.world.botMay(ch)
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
		var bad faults
		bad.length("name", *in.Name, 1, 100)
		if err := bad.err(); err != nil {
			return nil, err
		}
		ch.name = *in.Name
	}
	set(&ch.archived, in.Archived)
	set(&ch.locked, in.Locked)
	set(&ch.archiveAfter, in.ArchiveAfter)
	ch.active = s.cfg.Now()
	s.tellOf("UPDATE", ch)
	return s.channelJSON(ch), nil
}

func set[T any](at *T, v *T) {
	if v != nil {
		*at = *v
	}
}
