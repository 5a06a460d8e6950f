package sandbox

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The ids of everything that is there from the start. They are the same every time; see the
// package doc.
const (
	appID    = "1100000000000000001"
	botID    = "1100000000000000002"
	guildID  = "1100000000000000010"
	gamesID  = "1100000000000000011"
	loungeID = "1100000000000000012"
	peopleID = 1100000000000000100 // ann; the others follow
	directID = 1100000000000000200 // ann's channel with the bot; the others follow
)

// names are the people, in the order in which the page lists them.
var names = []string{"ann", "ben", "cleo", "dan", "eve"}

// discordEpoch is the first millisecond of 2015, at which snowflakes begin.
const discordEpoch = 1420070400000

// world is all that exists. The lock of [state] guards it.
type world struct {
	began        time.Time
	last         uint64 // the newest snowflake
	server       *guild // the one that is there from the start
	guilds       []*guild
	users        []*user
	channels     map[string]*channel
	order        []*channel // in the order of their making
	commands     map[string][]*command
	interactions map[string]*interaction // by token
	modals       map[string]*Modal       // by id
	nonces       map[string]nonce
	ended        string // the sentence of [Server.Ended], until the bot is started again
}

// user is a person or a bot.
type user struct {
	id, name, display string
	bot               bool
	dm                *channel       // nil for bots
	closed            bool           // takes no direct messages
	granted           Permission     // in servers, beside those of everybody
	installed         bool           // has the app for themselves, wherever they are
	notes             []Notification // the newest pings
	noted             int            // number of all pings so far
	pages             int            // open now
}

// channel is a channel, a thread or a direct channel.
type channel struct {
	id, name         string
	kind             ChannelKind
	guild            *guild // nil for a direct channel and a group
	bot              Permission
	hidden           map[string]bool // ids of users that cannot see it
	ownApps          bool            // people may not bring apps of their own
	parent, owner    string          // of a thread
	members          map[string]bool // of a thread, by user id
	archived, locked bool
	archiveAfter     int // minutes of silence after which a thread falls asleep
	active           time.Time
	person           *user   // of a direct channel
	people           []*user // of a group
	messages         []*message
	made             time.Time
	oldEdits         []time.Time // the newest edits of old messages
	renames          []time.Time // the newest changes of its name
}

// message is one message, as it is now.
type message struct {
	id                              string
	kind                            int // Discord's message type
	channel                         *channel
	author                          *user
	content                         string
	embeds                          json.RawMessage
	rows                            []component
	files                           []*attachment
	flags                           int
	made, edited                    time.Time
	mentions, pings                 []*user
	nonce                           json.RawMessage
	reference                       string // id of the message it replies to
	thread                          *channel
	only                            *user        // the one person that sees an ephemeral message
	by                              *interaction // the interaction that it answers
	rev                             int          // counts edits
	gone, tts, everyone, mentionAll bool
}

// attachment is a file of a message.
type attachment struct {
	id, name, alt, mime string
	data                []byte
	width, height       int
}

// nonce remembers the message that it made.
type nonce struct {
	message *message
	at      time.Time
}

// Kinds of messages that Discord writes when somebody does something. Nobody can edit or
// delete such a notice.
const (
	noticeAdded   = 1 // somebody was added to a thread
	noticeRenamed = 4 // its name was changed
)

// Message flags.
const (
	flagHasThread  = 1 << 5
	flagEphemeral  = 1 << 6
	flagLoading    = 1 << 7
	flagSilent     = 1 << 12
	flagComponents = 1 << 15
)

// build makes the world as it is at first.
func (w *world) build(now time.Time) {
	w.began = now
	w.channels = map[string]*channel{}
	w.commands = map[string][]*command{}
	w.interactions = map[string]*interaction{}
	w.modals = map[string]*Modal{}
	w.nonces = map[string]nonce{}
	w.users = append(w.users, &user{id: botID, name: "Parlour", display: "Parlour", bot: true})
	w.server = w.addGuild(guildID, "Parlour", true)
	w.addChannel(&channel{id: gamesID, name: "games", kind: Text, guild: w.server, made: now})
	w.addChannel(&channel{id: loungeID, name: "lounge", kind: Text, guild: w.server, made: now})
	for i, name := range names {
		u := &user{
			id: strconv.Itoa(peopleID + i), name: name,
			display: strings.ToUpper(name[:1]) + name[1:],
		}
		u.dm = &channel{id: strconv.Itoa(directID + i), kind: DM, person: u, made: now}
		w.addChannel(u.dm)
		w.users = append(w.users, u)
	}
	w.users[1].granted = ManageGuild | ManageMessages // ann's, who owns the server
}

// addChannel adds c with the permissions of a new channel.
func (w *world) addChannel(c *channel) {
	c.bot = botPermissions
	c.active = c.made
	c.hidden = map[string]bool{}
	c.members = map[string]bool{}
	w.channels[c.id] = c
	w.order = append(w.order, c)
}

// drop removes c and its messages.
func (w *world) drop(c *channel) {
	for _, m := range c.messages {
		m.gone = true
		m.rev++
	}
	delete(w.channels, c.id)
	w.order = slices.DeleteFunc(w.order, func(o *channel) bool { return o == c })
}

// id makes the next snowflake. It is of this time, and greater than all before.
func (w *world) id(now time.Time) string {
	w.last = max(w.last+1, uint64(max(0, now.UnixMilli()-discordEpoch))<<22)
	return strconv.FormatUint(w.last, 10)
}

// user finds a user by id, or nil.
func (w *world) user(id string) *user {
	for _, u := range w.users {
		if u.id == id {
			return u
		}
	}
	return nil
}

// named finds a user by the ways in which people name one: ann, @ann, Ann, an id, a
// mention.
func (w *world) named(text string) *user {
	text = strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(text, "<@"), "!"), ">")
	text = strings.TrimPrefix(text, "@")
	for _, same := range []func(*user) bool{
		func(u *user) bool { return u.id == text || u.name == text },
		func(u *user) bool { return u.display == text || "@"+text == u.display },
		func(u *user) bool { return strings.EqualFold(u.name, text) },
	} {
		if i := slices.IndexFunc(w.users, same); i >= 0 {
			return w.users[i]
		}
	}
	return nil
}

// message finds a message anywhere, or nil.
func (w *world) message(id string) *message {
	for _, c := range w.order {
		if m := c.find(id); m != nil {
			return m
		}
	}
	return nil
}

// find finds a message in c, or nil.
func (c *channel) find(id string) *message {
	for i := len(c.messages) - 1; i >= 0; i-- {
		if c.messages[i].id == id {
			return c.messages[i]
		}
	}
	return nil
}

// remove removes m.
func (c *channel) remove(m *message) {
	m.gone = true
	m.rev++
	c.messages = slices.DeleteFunc(c.messages, func(o *message) bool { return o == m })
}

// notice reports whether m is a notice.
func (m *message) notice() bool { return m.kind == noticeAdded || m.kind == noticeRenamed }

// shows reports whether u sees m, given that u sees its channel.
func (m *message) shows(u *user) bool { return m.only == nil || m.only == u }
