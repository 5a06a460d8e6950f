// Package world is all that there is in the sandbox: people, servers, channels, messages,
// commands, interactions, and who may do what there. Its lock guards the fields of all parts.
// It knows no connection; [Changes] tells its owner what a bot has to hear.
//
// # How it looks on the wire
//
// [State.MessageJSON] and its like put the world into the JSON of Discord's API. [Invocation] reads a command as a
// person
// types it.
//
// # How it begins
//
// A [Cast] says with which people and places a sandbox begins. The file is JSON, as package encoding/json reads it:
//
//	{
//	  "bot": "Tally",
//
// "people": [{"name": "mia"}, {"name": "noah", "display": "Noah B.", "may": ["ManageMessages"], "installed": true, "language": "de"}],
// "servers": [{"name": "Office", "channels": ["general", "votes"], "roles": [{"name": "cooks", "people": ["mia"]}]},
// {"name": "Attic", "channels": ["hall"], "people": ["noah"], "bot": false}],
//
//	  "groups": [["mia", "noah"]],
//	  "intents": ["MessageContent"]
//	}
//
// All but people and servers may be left out. The order counts: ids follow it, the first
// person owns the servers, and the bot is in the first server.
package world

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"parlour/bot/sandbox/rule"
)

// The ids of everything that is there from the start. They are the same every time; see the
// package doc.
const (
	BotID    = "1100000000000000002"
	AppID    = BotID // an application's bot has its id
	GuildID  = "1100000000000000010"
	GamesID  = "1100000000000000011"
	LoungeID = "1100000000000000012"
	PeopleID = 1100000000000000100 // the first person; the others follow
	directID = 1100000000000000200 // the channel of the first person with the bot; the others follow
)

// discordEpoch is the first millisecond of 2015, at which snowflakes begin.
const discordEpoch = 1420070400000

// World is all that exists. The lock of [State] guards it.
type World struct {
	Began        time.Time
	last         uint64 // the newest snowflake
	Server       *Guild // the first of them
	Guilds       []*Guild
	Users        []*User
	People       []string // the names of the people of the cast, which never change
	Channels     map[string]*Channel
	Order        []*Channel // in the order of their making
	Commands     map[string][]*rule.Command
	Interactions map[string]*Interaction // by token
	Modals       map[string]*Modal       // by id
	Nonces       map[string]Nonce
	Ended        string // why the bot ended, until the bot is started again
	Privileged   int    // the privileged intents that the application has
	MaxThreads   int    // how many threads of a server may be awake
}

// User is a person or a bot.
type User struct {
	ID, Name, Display string
	Bot               bool
	DM                *Channel       // nil for bots
	Closed            bool           // takes no direct messages
	Granted           Permission     // in servers, beside those of their roles
	Locale            string         // the language of their client, "" for English
	Installed         bool           // has the app for themselves, wherever they are
	Met               bool           // the bot has asked for their direct channel before
	Notes             []Notification // the newest pings
	Noted             int            // number of all pings so far
	Uploads           []*Attachment  // the newest files given to options of commands
	Pages             int            // open now
}

// Channel is a channel, a thread or a direct channel.
type Channel struct {
	ID, Name         string
	Kind             ChannelKind
	Guild            *Guild               // nil for a direct channel and a group
	Overwrites       []Overwrite          // of a channel of a server
	Adult            bool                 // of a channel of a server: it is age-restricted
	Parent, Owner    string               // of a thread
	Members          map[string]time.Time // of a thread: when each joined, by user id
	Closed           bool                 // of a private thread: only moderators add people
	Archived, Locked bool
	ArchiveAfter     int // minutes of silence after which side bars leave a thread out
	Active           time.Time
	turned           time.Time // when it last fell asleep or woke
	Person           *User     // of a direct channel
	People           []*User   // of a group
	Messages         []*Message
	Made             time.Time
	oldEdits         recent // edits of old messages
	renames          recent // changes of its name
}

// Message is one message, as it is now.
type Message struct {
	ID                              string
	Kind                            int // Discord's message type
	Channel                         *Channel
	Author                          *User
	Content                         string
	Embeds                          []rule.Embed
	Rows                            []rule.Component
	Files                           []*Attachment
	Flags                           int
	Made, Edited                    time.Time
	Mentions, Pings                 []*User
	Roles                           []*Role // that it mentions
	Nonce                           json.RawMessage
	Reference                       string // id of the message it replies to
	Thread                          *Channel
	Only                            *User        // the one person that sees an ephemeral message
	By                              *Interaction // the interaction that it answers
	Rev                             int          // counts edits
	Gone, TTS, Everyone, MentionAll bool
}

// Attachment is a file of a message.
type Attachment struct {
	ID, Name, Alt, MIME string
	Data                []byte
	Width, Height       int
}

// Nonce remembers the message that it made.
type Nonce struct {
	Message *Message
	At      time.Time
}

// Kinds of messages that Discord writes when somebody does something. Nobody can edit or
// delete such a notice.
const (
	NoticeAdded   = 1 // somebody was added to a thread
	NoticeRemoved = 2 // somebody was removed from a thread
	NoticeRenamed = 4 // its name was changed
)

// Kinds of messages that answer: a message, a command that was typed, and one that was used on a
// user or a message.
const (
	Replies      = 19
	AnswersSlash = 20
	AnswersOn    = 23
)

// build makes the world as it is at first.
func (w *World) build(now time.Time, in Cast) {
	w.Began, w.MaxThreads = now, maxThreads
	w.Channels = map[string]*Channel{}
	w.Commands = map[string][]*rule.Command{}
	w.Interactions = map[string]*Interaction{}
	w.Modals = map[string]*Modal{}
	w.Nonces = map[string]Nonce{}
	w.populate(in)
}

// AddChannel adds c.
func (w *World) AddChannel(c *Channel) {
	c.Active = c.Made
	c.Members = map[string]time.Time{}
	w.Channels[c.ID] = c
	w.Order = append(w.Order, c)
}

// AddGroup adds a channel of people without the bot. The first of them made it.
func (w *World) AddGroup(c *Channel, people []*User) {
	c.People, c.Owner = people, people[0].ID
	w.AddChannel(c)
}

// Drop removes c and its messages.
func (w *World) Drop(c *Channel) {
	for _, m := range c.Messages {
		m.Gone = true
		m.Rev++
	}
	delete(w.Channels, c.ID)
	w.Order = slices.DeleteFunc(w.Order, func(o *Channel) bool { return o == c })
}

// ID makes the next snowflake. It is of this time, and greater than all before.
func (w *World) ID(now time.Time) string {
	w.last = max(w.last+1, uint64(max(0, now.UnixMilli()-discordEpoch))<<22)
	return strconv.FormatUint(w.last, 10)
}

// Owner is the first person of the cast, who owns the servers.
func (w *World) Owner() *User { return w.Users[1] }

// User finds a user by id, or nil.
func (w *World) User(id string) *User {
	for _, u := range w.Users {
		if u.ID == id {
			return u
		}
	}
	return nil
}

// Named finds a user by the ways in which people name one: ann, @ann, Ann, an id, a
// mention.
func (w *World) Named(text string) *User {
	text = strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(text, "<@"), "!"), ">")
	text = strings.TrimPrefix(text, "@")
	for _, same := range []func(*User) bool{
		func(u *User) bool { return u.ID == text || u.Name == text },
		func(u *User) bool { return u.Display == text || "@"+text == u.Display },
		func(u *User) bool { return strings.EqualFold(u.Name, text) },
	} {
		if i := slices.IndexFunc(w.Users, same); i >= 0 {
			return w.Users[i]
		}
	}
	return nil
}

// Message finds a message anywhere, or nil.
func (w *World) Message(id string) *Message {
	for _, c := range w.Order {
		if m := c.Find(id); m != nil {
			return m
		}
	}
	return nil
}

// Find finds a message in c, or nil.
func (c *Channel) Find(id string) *Message {
	for i := len(c.Messages) - 1; i >= 0; i-- {
		if c.Messages[i].ID == id {
			return c.Messages[i]
		}
	}
	return nil
}

// Remove removes m.
func (c *Channel) Remove(m *Message) {
	m.Gone = true
	m.Rev++
	c.Messages = slices.DeleteFunc(c.Messages, func(o *Message) bool { return o == m })
}

// Notice reports whether m is a notice.
func (m *Message) Notice() bool {
	return m.Kind == NoticeAdded || m.Kind == NoticeRemoved || m.Kind == NoticeRenamed
}

// Shows reports whether u sees m, given that u sees its channel.
func (m *Message) Shows(u *User) bool { return m.Only == nil || m.Only == u }
