package world

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"parlour/commands"
	"parlour/commands/message"
	"parlour/commands/publish"
)

// The id of a channel says what it is. All others are channels of servers.
const (
	DM      = "dm-"      // direct messages of a person, whose id follows
	Private = "private-" // a private thread
	Thread  = "thread-"  // a thread at a message
	Friends = "friends"  // a DM of people without the bot, where it can only answer
)

// Robot is the id of the bot.
const Robot = "robot"

// Limits of Discord.
const (
	NonceLives  = 3 * time.Minute // how long a channel recognises a nonce
	nonceLength = 25
	tokenLives  = 15 * time.Minute // how long an interaction of an app that is not in the channel can be answered
	mostFurther = 5                // how many messages can follow an answer there
)

// The calls of a channel.
const (
	ToPost   Op = "post"
	ToEdit   Op = "edit"
	ToStrip  Op = "strip"
	ToDelete Op = "delete"
	ToRename Op = "rename"
	ToThread Op = "thread"
	ToInvite Op = "invite"
	ToRouse  Op = "rouse"
	ToOpen   Op = "open direct messages"
	ToFind   Op = "find a member"
	ToRead   Op = "read"
	ToLayout Op = "ask who may view which channels"
)

// A Call is a call of a channel.
type Call struct {
	Op      Op
	Channel string // or the server in which somebody is looked for
	ID      string // of a message
	Words   string // a nonce, or the name of a thread
	People  []string
	Message message.Message
	Guest   bool // whether the bot can only answer there
	Again   bool // whether it was done already: a message with this nonce is there, or this one is gone
}

// A Post is a message with all its versions, the newest last.
type Post struct {
	ID, Channel, Nonce string
	At                 time.Time
	Versions           []message.Message
	Gone               bool // whether it was deleted
	stripped           bool
}

// Newest returns a post as people see it.
func (p *Post) Newest() message.Message {
	m := p.Versions[len(p.Versions)-1]
	for i := len(p.Versions) - 1; i >= 0 && m.Picture == nil && !p.Versions[i].Bare; i-- {
		m.Picture = p.Versions[i].Picture // which stays unless a version says that there is none
	}
	if p.stripped {
		m.Rows = nil
	}
	return m
}

// Seen returns a post as a person sees it.
func (p *Post) Seen() Seen { return Seen{ID: p.ID, Channel: p.Channel, Message: p.Newest()} }

// Change gives a post a new version.
func (p *Post) Change(m message.Message) { p.Versions, p.stripped = append(p.Versions, m), false }

// A Channel keeps what was posted, in memory. It is a [publish.Channel], as safe for concurrent use as its
// hooks are.
type Channel struct {
	Clock  *Clock
	Before func(context.Context, Call) error // fails a call before it is carried out; may be nil
	// sees what was carried out; its error is that of a lost answer; may be nil
	After func(Call, *Post) error
	Wrong func(Call, string) // sees a call that the bot must not make, and why
	// sees a call that comes too late where the bot can only answer; may be nil
	Late  func(Call)
	NewID func(channel string) string

	Gone, Locked, Asleep map[string]bool // channels
	SleepsAfter          time.Duration   // how long a thread is awake after its newest message; 0 for ever
	Lingers              bool            // whether a channel that is read still has what was deleted
	Left                 map[string]bool // people who are in no server any more
	Arranged             publish.Layout  // of all servers; its rooms, #games, #lounge, and where something was posted

	mu     sync.Mutex
	Posts  []*Post // in order, without direct messages
	DMs    []*Post // direct messages, likewise
	byID   map[string]*Post
	nonces map[string]*Post // by channel and nonce
	in     map[string][]*Post
	awake  map[string]time.Time // when a thread was last active
}

// NewChannel returns a channel without messages. It calls wrong for what the bot must not do.
func NewChannel(c *Clock, wrong func(Call, string)) *Channel {
	return &Channel{
		Clock: c, Wrong: wrong, Gone: map[string]bool{}, Locked: map[string]bool{}, Asleep: map[string]bool{},
		Left: map[string]bool{},
		byID: map[string]*Post{}, nonces: map[string]*Post{}, in: map[string][]*Post{}, awake: map[string]time.Time{},
	}
}

// ByID returns a message, nil for none.
func (c *Channel) ByID(id string) *Post {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.byID[id]
}

// In returns the messages of a channel, in order.
func (c *Channel) In(channel string) []*Post {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.in[channel])
}

// Sleeps reports whether a thread has fallen asleep.
func (c *Channel) Sleeps(channel string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	last, there := c.awake[channel]
	return c.Asleep[channel] || c.SleepsAfter > 0 && there && strings.HasPrefix(channel, Thread) && c.Clock.Now().Sub(last) > c.SleepsAfter
}

// may returns an error unless a call can be carried out.
func (c *Channel) may(ctx context.Context, call Call) error {
	if strings.HasPrefix(call.Channel, Friends) && !call.Guest {
		c.Wrong(call, "the bot acts by itself")
	}
	if c.Before != nil {
		if err := c.Before(ctx, call); err != nil {
			return err
		}
	}
	reaches := call.Op == ToPost || call.Op == ToEdit || call.Op == ToRouse
	switch {
	case reaches && c.Gone[call.Channel]:
		return publish.ErrGone
	case reaches && c.Locked[call.Channel], call.Op == ToEdit && c.Sleeps(call.Channel):
		return publish.ErrForbidden
	}
	return nil
}

// did has the test see what was carried out.
func (c *Channel) did(call Call, p *Post) error {
	if c.After == nil {
		return nil
	}
	return c.After(call, p)
}

func (c *Channel) Post(ctx context.Context, channel, nonce string, m message.Message) (string, error) {
	call := Call{Op: ToPost, Channel: channel, Words: nonce, Message: m}
	c.checkNonce(call)
	if err := c.may(ctx, call); err != nil {
		return "", err
	}
	c.mu.Lock()
	old := c.nonces[channel+" "+nonce]
	c.mu.Unlock()
	if old != nil && c.Clock.Now().Sub(old.At) < NonceLives {
		call.Again = true
		return old.ID, c.did(call, old)
	}
	return c.posts(call)
}

func (c *Channel) checkNonce(call Call) {
	if len(call.Words) > nonceLength {
		c.Wrong(call, "a nonce is too long")
	}
}

// posts makes a message, and has the test see it.
func (c *Channel) posts(call Call) (string, error) {
	p := c.Make(call.Channel, call.Words, call.Message)
	call.ID = p.ID
	if err := c.did(call, p); err != nil {
		return "", err
	}
	return p.ID, nil
}

// Make makes a message, which the hooks do not see.
func (c *Channel) Make(channel, nonce string, m message.Message) *Post {
	now := c.Clock.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	list, prefix := &c.Posts, ""
	if strings.HasPrefix(channel, DM) {
		list, prefix = &c.DMs, "d"
	}
	p := &Post{ID: prefix + strconv.Itoa(len(*list)+1), Channel: channel, Nonce: nonce, At: now,
		Versions: []message.Message{m}}
	if c.NewID != nil {
		p.ID = c.NewID(channel)
	}
	*list = append(*list, p)
	c.byID[p.ID], c.nonces[channel+" "+nonce], c.in[channel] = p, p, append(c.in[channel], p)
	c.awake[channel] = now
	delete(c.Asleep, channel)
	return p
}

// on carries out what is done to a message.
func (c *Channel) on(ctx context.Context, call Call, do func(*Post)) error {
	if err := c.may(ctx, call); err != nil {
		return err
	}
	p := c.ByID(call.ID)
	switch {
	case p == nil:
		c.Wrong(call, "there is no such message")
		return publish.ErrGone
	case p.Gone && call.Op == ToEdit:
		return publish.ErrGone
	}
	call.Again = p.Gone
	do(p)
	return c.did(call, p)
}

func (c *Channel) Edit(ctx context.Context, channel, id string, m message.Message) error {
	return c.on(ctx, Call{Op: ToEdit, Channel: channel, ID: id, Message: m}, func(p *Post) { p.Change(m) })
}

func (c *Channel) Strip(ctx context.Context, channel, id string) error {
	return c.on(ctx, Call{Op: ToStrip, Channel: channel, ID: id}, func(p *Post) { p.stripped = true })
}

func (c *Channel) Delete(ctx context.Context, channel, id string) error {
	return c.on(ctx, Call{Op: ToDelete, Channel: channel, ID: id}, func(p *Post) { p.Gone = true })
}

// does carries out what is done to a channel.
func (c *Channel) does(ctx context.Context, call Call, do func()) error {
	if err := c.may(ctx, call); err != nil {
		return err
	}
	do()
	return c.did(call, nil)
}

func (c *Channel) Rename(ctx context.Context, thread, name string, _ bool) error {
	return c.does(ctx, Call{Op: ToRename, Channel: thread, Words: name}, func() {})
}

func (c *Channel) Invite(ctx context.Context, thread, nonce string, people []string) (string, error) {
	call := Call{Op: ToInvite, Channel: thread, Words: nonce, People: people}
	c.checkNonce(call)
	return "", c.does(ctx, call, func() {})
}

func (c *Channel) Thread(ctx context.Context, _, channel, id, name string) (string, error) {
	thread := Thread + id
	return thread, c.does(ctx, Call{Op: ToThread, Channel: channel, ID: id, Words: name}, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if _, there := c.awake[thread]; !there {
			c.awake[thread] = c.Clock.Now()
		}
	})
}

func (c *Channel) Rouse(ctx context.Context, channel string) error {
	call := Call{Op: ToRouse, Channel: channel}
	if err := c.may(ctx, call); err != nil || !c.Sleeps(channel) {
		return err
	}
	c.mu.Lock()
	c.awake[channel] = c.Clock.Now()
	delete(c.Asleep, channel)
	c.mu.Unlock()
	return c.did(call, nil)
}

func (c *Channel) Direct(ctx context.Context, who string) (string, error) {
	return DM + who, c.does(ctx, Call{Op: ToOpen, Channel: DM + who, People: []string{who}}, func() {})
}

func (c *Channel) Own(ctx context.Context, channel string, since time.Time) ([]publish.Posted, error) {
	var own []publish.Posted
	err := c.does(ctx, Call{Op: ToRead, Channel: channel}, func() {
		for _, p := range slices.Backward(c.In(channel)) {
			if p.At.Before(since) {
				break
			}
			if p.Gone && !c.Lingers {
				continue
			}
			found := publish.Posted{ID: p.ID, Content: p.Newest().Content}
			for _, b := range slices.Concat(p.Newest().Rows...) {
				found.Buttons = append(found.Buttons, b.ID)
			}
			own = append(own, found)
		}
	})
	return own, err
}

func (c *Channel) Member(ctx context.Context, server, person string) (bool, error) {
	err := c.does(ctx, Call{Op: ToFind, Channel: server, People: []string{person}}, func() {})
	return err == nil && !c.Left[person], err
}

func (c *Channel) Layout(ctx context.Context, server string) (publish.Layout, error) {
	l := c.Arranged
	err := c.does(ctx, Call{Op: ToLayout, Channel: server}, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		l.Guild, l.Rooms = server, maps.Clone(c.Arranged.Rooms)
		if l.Rooms == nil {
			l.Rooms = map[string]publish.Room{}
		}
		if l.Viewers == nil {
			l.Viewers = map[string]bool{server: true}
		}
		if l.Writers == nil {
			l.Writers = map[string]bool{server: true}
		}
		l.Bot = Robot
		for _, channel := range append(slices.Collect(maps.Keys(c.in)), "games", "lounge") {
			if _, planned := l.Rooms[channel]; !planned && !c.Gone[channel] && !strings.HasPrefix(channel, DM) {
				rank := map[string]int{"games": 1, "lounge": 2}[channel]
				l.Rooms[channel] = publish.Room{Closed: strings.HasPrefix(channel, Private), Rank: rank}
			}
		}
	})
	return l, err
}

// A Guest is a channel where the bot can only answer, as one process knows it: messages can follow an answer
// for a while, and those that were given or pressed lately can be changed. It must not be asked for more.
type Guest struct {
	*Channel
	open    map[string]*further  // the newest answer, by channel
	pressed map[string]time.Time // when a message was last given, or pressed and changed
}

// further is what can follow an answer.
type further struct {
	at   time.Time
	left int
}

// Guest returns the guest of a process that begins.
func (c *Channel) Guest() *Guest { return &Guest{c, map[string]*further{}, map[string]time.Time{}} }

// Answered notes that a request was answered.
func (g *Guest) Answered(r commands.Request, reply commands.Reply) {
	g.open[r.Channel] = &further{g.Clock.Now(), mostFurther}
	if r.Message != "" && !r.Alone && (reply.Public || reply.Vanish) {
		g.Given(r.Message)
	}
}

// Given notes that a message was the answer to a request.
func (g *Guest) Given(id string) { g.pressed[id] = g.Clock.Now() }

// Post makes a message if one can follow an answer. Nothing recognises its nonce.
func (g *Guest) Post(ctx context.Context, channel, nonce string, m message.Message) (string, error) {
	call := Call{Op: ToPost, Channel: channel, Words: nonce, Message: m, Guest: true}
	f := g.open[channel]
	if f == nil || g.Clock.Now().Sub(f.at) >= tokenLives || f.left == 0 {
		return "", g.late(call)
	}
	f.left--
	err := g.may(ctx, call)
	if err == nil {
		call.ID, err = g.posts(call)
	}
	if err != nil {
		return "", errors.Join(publish.ErrForbidden, err) // it may be there, and is not posted again
	}
	g.pressed[call.ID] = f.at
	return call.ID, nil
}

// late has the test see a call that comes too late.
func (g *Guest) late(call Call) error {
	if g.Late != nil {
		g.Late(call)
	}
	return publish.ErrForbidden
}

// change changes a message that can still be changed.
func (g *Guest) change(ctx context.Context, call Call, do func(*Post)) error {
	if at, ok := g.pressed[call.ID]; !ok || g.Clock.Now().Sub(at) >= tokenLives {
		return g.late(call)
	}
	call.Guest = true
	return g.on(ctx, call, do)
}

func (g *Guest) Edit(ctx context.Context, channel, id string, m message.Message) error {
	return g.change(ctx, Call{Op: ToEdit, Channel: channel, ID: id, Message: m}, func(p *Post) { p.Change(m) })
}

func (g *Guest) Strip(ctx context.Context, channel, id string) error {
	return g.change(ctx, Call{Op: ToStrip, Channel: channel, ID: id}, func(p *Post) { p.stripped = true })
}

func (g *Guest) Delete(ctx context.Context, channel, id string) error {
	return g.change(ctx, Call{Op: ToDelete, Channel: channel, ID: id}, func(p *Post) { p.Gone = true })
}

func (g *Guest) Own(context.Context, string, time.Time) ([]publish.Posted, error) { return nil, nil }

// never has the test see that a guest is asked for what only a member can do.
func (g *Guest) never(op Op, channel string) error {
	g.Wrong(Call{Op: op, Channel: channel, Guest: true}, "a guest is asked for it")
	return publish.ErrForbidden
}

func (g *Guest) Rename(_ context.Context, thread, _ string, _ bool) error {
	return g.never(ToRename, thread)
}
func (g *Guest) Rouse(_ context.Context, thread string) error { return g.never(ToRouse, thread) }

func (g *Guest) Invite(_ context.Context, thread, _ string, _ []string) (string, error) {
	return "", g.never(ToInvite, thread)
}

func (g *Guest) Thread(_ context.Context, _, channel, _, _ string) (string, error) {
	return "", g.never(ToThread, channel)
}

func (g *Guest) Direct(_ context.Context, who string) (string, error) {
	return "", g.never(ToOpen, DM+who)
}

func (g *Guest) Member(_ context.Context, server, _ string) (bool, error) {
	return false, g.never(ToFind, server)
}
