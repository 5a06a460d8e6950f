package bot

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"parlour/bot/rest"
	"parlour/commands/clock"
	"parlour/commands/message"
	"parlour/commands/publish"
)

// channel makes requests of one priority to Discord's channels.
type channel struct {
	b        *bot
	priority rest.Priority
}

var _ publish.Channel = channel{}

// do makes a request of the channel's priority. It returns [publish.ErrLater] for one that a limit
// refuses because it does not wait so long.
func (c channel) do(ctx context.Context, r rest.Request, out any) error {
	r.Priority = c.priority
	err := c.b.do(ctx, r, out)
	if (r.Priority == rest.Last || r.Held > 0) && refusal(err).Status == http.StatusTooManyRequests {
		return errors.Join(publish.ErrLater, err)
	}
	return err
}

// Post makes a message. If the bot may not attach pictures any more, the board is sent as
// text.
func (c channel) Post(ctx context.Context, id, nonce string, m message.Message) (string, error) {
	made, err := c.post(ctx, id, nonce, m)
	if refusal(err).Code == codeUnknownMessage { // the message of this nonce was deleted: one more is made
		nonce += "+"
		made, err = c.post(ctx, id, nonce, m)
	}
	if errors.Is(err, publish.ErrForbidden) && m.Picture != nil {
		return c.post(ctx, id, nonce, asText(m))
	}
	return made, err
}

// nonceLife is for how long at most Discord answers with the first message of a nonce.
const nonceLife = 10 * time.Minute

// post is [channel.Post] without the second attempt.
func (c channel) post(ctx context.Context, id, nonce string, m message.Message) (string, error) {
	p, files := c.b.newMessage(m)
	p.Nonce, p.EnforceNonce = nonce, true
	var made struct{ ID string }
	r := rest.Request{Method: http.MethodPost, Path: "channels/" + id + "/messages", Bucket: "post " + id,
		Priority: c.priority}
	r.Idempotent = nonce != "" // then Discord answers a repetition with the first message
	began := c.b.Clock()
	err := c.b.send(ctx, r, p, files, &made)
	if err == nil {
		c.b.clock.Made(made.ID, nonceLife, c.b.Clock().Sub(began))
	}
	return made.ID, err
}

// Edit replaces a message. Without a new picture the message keeps its old one, unless it
// is to be bare; if the bot may not attach pictures any more, the board is sent as text.
func (c channel) Edit(ctx context.Context, id, message string, m message.Message) error {
	p, files := c.b.payload(m)
	err := c.edit(ctx, id, message, p, files)
	if errors.Is(err, publish.ErrForbidden) && m.Picture != nil {
		p, _ = c.b.payload(asText(m))
		p.Attachments = &[]attachment{} // the old picture goes
		return c.edit(ctx, id, message, p, nil)
	}
	return err
}

// edit is [channel.Edit] without the second attempt.
func (c channel) edit(ctx context.Context, id, message string, p payload, files []file) error {
	r, err := written(rest.Request{}, p, files)
	if err != nil {
		return err
	}
	return c.patch(ctx, id, message, r)
}

// stripped is the body of an edit that removes the buttons of a message.
const stripped = `{"components":[],"allowed_mentions":{"parse":[]}}`

// Strip removes the buttons of a message. It tries once, because Discord limits edits of
// old messages, and a click on an old board is answered with the newest one.
func (c channel) Strip(ctx context.Context, id, message string) error {
	return c.patch(ctx, id, message, rest.Request{Once: true, Body: []byte(stripped)})
}

// patch edits a message by a request that has its body: by the token of the newest press on
// it, which counts towards no limit, or else as everybody does.
func (c channel) patch(ctx context.Context, id, message string, r rest.Request) error {
	r.Method = http.MethodPatch
	if works, err := c.b.byPress(ctx, message, r); works {
		return err
	}
	r.Path, r.Bucket = "channels/"+id+"/messages/"+message, "edit "+id
	return c.do(ctx, r, nil)
}

// Delete deletes a message. One that is gone already is deleted.
func (c channel) Delete(ctx context.Context, id, message string) error {
	return unlessGone(c.do(ctx, rest.Request{
		Method: http.MethodDelete, Path: "channels/" + id + "/messages/" + message, Bucket: "delete " + id,
	}, nil))
}

// hideAfter is how many minutes of silence hide a thread from side bars once its game is over.
const hideAfter = 1440

// heldFor is how long the name of a thread, or a new one, may wait for a limit. Discord lets two names pass in ten
// minutes, its limit on making threads lasts for minutes too, and nobody's game waits that long.
const heldFor = 3 * time.Second

// Rename renames a thread and wakes it, if it sleeps. Once its game is over, it is hidden from side bars soon.
func (c channel) Rename(ctx context.Context, thread, name string, over bool) error {
	hidden := archiveAfter
	if over {
		hidden = hideAfter
	}
	body, err := json.Marshal(map[string]any{"name": name, "archived": false, "auto_archive_duration": hidden})
	if err != nil {
		return err
	}
	return c.do(ctx, rest.Request{Method: http.MethodPatch, Path: "channels/" + thread, Bucket: "rename " + thread,
		Body: body, Held: heldFor}, nil)
}

// archiveAfter is how many minutes of silence archive a thread. A message from the bot
// reopens it.
const archiveAfter = 10080

// threadTry is how long each of the first tries to open a thread may take, so that one that hangs is followed by
// another while the board waits.
const threadTry = 3 * time.Second

// Thread opens a thread at a message, or finds the one that is there. Such a thread has the id of
// its message. Discord counts threads by server: where one is limited, the next waits for nothing.
func (c channel) Thread(ctx context.Context, guild, id, message, name string) (string, error) {
	body, err := json.Marshal(map[string]any{"name": name, "auto_archive_duration": archiveAfter})
	if err != nil {
		return "", err
	}
	err = c.do(ctx, rest.Request{
		Method: http.MethodPost, Path: "channels/" + id + "/messages/" + message + "/threads",
		Bucket:     "thread " + guild,
		Idempotent: true, Body: body, Held: heldFor, Brief: threadTry,
	}, nil)
	if refusal(err).Code == codeThreadExists {
		err = nil
	}
	return message, err
}

// Invite posts a silent message, and mentions people in it by an edit, which adds them to the thread without a notice.
func (c channel) Invite(ctx context.Context, thread, nonce string, people []string) (id string, err error) {
	id, err = c.post(ctx, thread, nonce, message.Message{Content: publish.Invitation, Silent: true})
	if refusal(err).Code == codeUnknownMessage { // it was posted before, and deleted
		return "", nil
	}
	if err != nil {
		return "", err
	}
	calls := string(message.Mention(people...))
	mentioned := payload{Content: &calls, Mentions: mentions{Parse: []string{}, Users: people}, Components: []any{}}
	return id, c.edit(ctx, thread, id, mentioned, nil)
}

// Direct opens the direct channel with a person. Discord returns the one that is there.
func (c channel) Direct(ctx context.Context, person string) (string, error) {
	body, err := json.Marshal(map[string]string{"recipient_id": person})
	if err != nil {
		return "", err
	}
	var opened struct{ ID string }
	r := rest.Request{Method: http.MethodPost, Path: "users/@me/channels", Bucket: "direct", Idempotent: true,
		Body: body}
	err = c.do(ctx, r, &opened)
	return opened.ID, err
}

// Rouse reopens an archived thread. It reads the thread first, because Discord limits
// changes of a channel far more than reads. A locked thread stays closed even if the bot
// could reopen it: a moderator wants no more of the game there.
func (c channel) Rouse(ctx context.Context, id string) error {
	var found struct {
		Thread *struct{ Archived, Locked bool } `json:"thread_metadata"`
	}
	err := c.do(ctx, rest.Request{Method: http.MethodGet, Path: "channels/" + id, Bucket: "read " + id}, &found)
	switch {
	case err != nil || found.Thread == nil:
		return err
	case found.Thread.Locked:
		return fmt.Errorf("%w: thread %s is locked", publish.ErrForbidden, id)
	case !found.Thread.Archived:
		return nil
	}
	r := rest.Request{Method: http.MethodPatch, Path: "channels/" + id, Bucket: "rouse " + id,
		Body: []byte(`{"archived":false}`)}
	return c.do(ctx, r, nil)
}

// page is how many messages Discord lists at once, at most, and pages how many of them
// [channel.Own] reads.
const (
	page  = 100
	pages = 10
)

// clockDifference is how wrong the bot's idea of Discord's time may have been at since.
const clockDifference = time.Minute

// Own returns the bot's own messages of a channel, from [clockDifference] before since on. Their ids say when they
// were made. It looks through the newest thousand of all. Discord lists none if the bot may not read the channel's
// history.
func (c channel) Own(ctx context.Context, id string, since time.Time) (own []publish.Posted, err error) {
	path := fmt.Sprintf("channels/%s/messages?limit=%d", id, page)
	before := ""
	for range pages {
		var found []struct {
			ID, Content string
			Type        discordgo.MessageType
			Author      struct{ ID string }
			Components  []component
		}
		if err := c.do(ctx, rest.Request{Method: http.MethodGet, Path: path + before,
			Bucket: "own " + id}, &found); err != nil {
			return nil, err
		}
		for _, m := range found {
			if clock.MadeBefore(m.ID, since.Add(-clockDifference)) {
				return own, nil
			}
			if m.Author.ID == c.b.self && !notice(m.Type) {
				own = append(own, publish.Posted{ID: m.ID, Content: m.Content, Buttons: carried(m.Components)})
			}
		}
		if len(found) < page {
			break
		}
		before = "&before=" + found[page-1].ID
	}
	return own, nil
}

// notice reports whether a message is one that Discord writes in the bot's name, such as that
// of a rename.
func notice(t discordgo.MessageType) bool {
	return t != discordgo.MessageTypeDefault && t != discordgo.MessageTypeReply &&
		t != discordgo.MessageTypeChatInputCommand
}

// component is a button or menu of a message, or a row of them.
type component struct {
	CustomID   string `json:"custom_id"`
	Components []component
}

// carried returns the custom ids of buttons and menus.
func carried(all []component) (ids []string) {
	for _, c := range all {
		if c.CustomID != "" {
			ids = append(ids, c.CustomID)
		}
		ids = append(ids, carried(c.Components)...)
	}
	return ids
}

// Layout returns who may view the channels of a server, and the threads there that are awake.
func (c channel) Layout(ctx context.Context, guild string) (publish.Layout, error) {
	var found struct {
		Owner string `json:"owner_id"`
		Roles []struct {
			ID   string
			May  int64 `json:"permissions,string"`
			Open bool  `json:"mentionable"`
		}
	}
	var channels []arranged
	var awake struct{ Threads []arranged }
	var self struct{ Roles []string }
	ask := func(what string, out any) error {
		r := rest.Request{Method: http.MethodGet, Path: "guilds/" + guild + what, Bucket: "layout" + what + " " + guild}
		return c.do(ctx, r, out)
	}
	if err := cmp.Or(ask("", &found), ask("/channels", &channels), ask("/threads/active", &awake),
		ask("/members/"+c.b.self, &self)); err != nil {
		return publish.Layout{}, err
	}
	l := publish.Layout{Guild: guild, Owner: found.Owner, Viewers: map[string]bool{}, Writers: map[string]bool{},
		Admins: map[string]bool{}, Open: map[string]bool{}, Rooms: map[string]publish.Room{}, Bot: c.b.self, BotRoles: self.Roles}
	for _, r := range found.Roles {
		l.Viewers[r.ID] = r.May&discordgo.PermissionViewChannel != 0
		l.Writers[r.ID] = r.May&discordgo.PermissionSendMessages != 0
		l.Admins[r.ID] = r.May&discordgo.PermissionAdministrator != 0
		l.Open[r.ID] = r.Open
	}
	ranks := ranked(channels)
	for _, r := range append(channels, awake.Threads...) {
		room := r.room()
		room.Rank = ranks[r.ID]
		l.Rooms[r.ID] = room
	}
	return l, nil
}

// ranked numbers the channels with text as people see them in a server, from 1: those without a category first.
func ranked(channels []arranged) map[string]int {
	position := map[string]int{}
	for _, r := range channels {
		position[r.ID] = r.Position
	}
	above := func(r arranged) int {
		at, known := position[r.Parent]
		if !known {
			return -1
		}
		return at
	}
	text := slices.DeleteFunc(slices.Clone(channels), func(r arranged) bool { return !r.hasThreads() })
	slices.SortFunc(text, func(a, b arranged) int {
		return cmp.Or(cmp.Compare(above(a), above(b)), cmp.Compare(a.Position, b.Position), cmp.Compare(a.ID, b.ID))
	})
	ranks := map[string]int{}
	for i, r := range text {
		ranks[r.ID] = i + 1
	}
	return ranks
}

// An arranged is a channel or a thread as Discord lists it, with its overwrites.
type arranged struct {
	ID string
	place
	Position   int
	Adult      bool `json:"nsfw"`
	Overwrites []struct {
		ID    string
		Allow int64 `json:",string"`
		Deny  int64 `json:",string"`
	} `json:"permission_overwrites"`
}

// room says who may view it.
func (a arranged) room() publish.Room {
	r := publish.Room{Above: a.above(), View: map[string]bool{}, Write: map[string]bool{},
		Closed: a.Adult || a.Kind == discordgo.ChannelTypeGuildPrivateThread}
	for _, o := range a.Overwrites {
		for right, says := range map[int64]map[string]bool{discordgo.PermissionViewChannel: r.View, discordgo.PermissionSendMessages: r.Write} {
			if allowed := o.Allow&right != 0; allowed || o.Deny&right != 0 {
				says[o.ID] = allowed
			}
		}
	}
	return r
}

// Member reports whether a person is in a server; a deleted account is in none. The error
// is [publish.ErrGone] if the bot is not in the server.
func (c channel) Member(ctx context.Context, guild, person string) (bool, error) {
	r := rest.Request{Method: http.MethodGet, Path: "guilds/" + guild + "/members/" + person, Bucket: "member " + guild}
	err := c.do(ctx, r, nil)
	switch refusal(err).Code {
	case codeUnknownMember, codeUnknownPerson:
		return false, nil
	case codeUnknownServer, codeNoAccess:
		return false, fmt.Errorf("%w: %v", publish.ErrGone, err)
	}
	return err == nil, err
}

// Leave has the bot leave a server, unless it is not there.
func (c channel) Leave(ctx context.Context, guild string) error {
	err := c.do(ctx, rest.Request{Method: http.MethodDelete, Path: "users/@me/guilds/" + guild, Bucket: "leave"}, nil)
	if refusal(err).Code == codeUnknownServer {
		return nil
	}
	return err
}
