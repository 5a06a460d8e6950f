package sandbox

import (
	"slices"
	"time"
)

// view is the page as one person sees it.
type view struct {
	Me        *viewUser      `json:"me"`
	People    []*viewUser    `json:"people"`
	Connected bool           `json:"connected"` // a bot is
	Channels  []viewChannel  `json:"channels"`
	Open      string         `json:"open"`
	Gone      string         `json:"gone,omitempty"` // asked for, but not in sight: Open is another
	Messages  []viewMessage  `json:"messages"`       // of the open channel, the newest
	Commands  []viewCommand  `json:"commands"`       // that can be used there
	Pings     []viewPing     `json:"pings"`          // the newest
	PingCount int            `json:"pingCount"`
	Guild     string         `json:"guild"`
	Sent      []viewExchange `json:"sent"`    // by the bot and the gateway, the newest
	Broken    int            `json:"broken"`  // how many exchanges broke a rule
	Counted   int            `json:"counted"` // how many requests there were that Discord counts
	Stage     viewStage      `json:"stage"`
}

// viewStage is the state that a developer changed on the page, and the faults to come.
type viewStage struct {
	Faults    []PendingFault `json:"faults"`
	Silent    bool           `json:"silent"`    // the gateway is
	Closed    []string       `json:"closed"`    // people with closed direct messages
	Left      []string       `json:"left"`      // people not in the server
	Installed []string       `json:"installed"` // people with the app for themselves
	Denied    []string       `json:"denied"`    // of the bot's permissions, in the open channel
	Bot       bool           `json:"bot"`       // it is in the server
	Ended     string         `json:"ended"`     // why the bot ended, if it can be started again
}

type viewUser struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Display string `json:"display"`
	Bot     bool   `json:"bot"`
}

type viewChannel struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Kind     int    `json:"kind"`
	Parent   string `json:"parent,omitempty"`
	Place    string `json:"place,omitempty"` // the server it is in
	Archived bool   `json:"archived"`
	Last     string `json:"last"` // its newest message
}

type viewMessage struct {
	*Message
	By    *viewUser `json:"by"`
	Used  string    `json:"used,omitempty"`  // "Ann used /play permute"
	Reply string    `json:"reply,omitempty"` // the message it answers, in short
	Name  string    `json:"threadName,omitempty"`
}

// viewPing is a ping. Gone says that its message was deleted, which leaves a badge.
type viewPing struct {
	Notification
	Gone bool `json:"gone,omitempty"`
}

type viewCommand struct {
	Title       string   `json:"title"`
	Description string   `json:"description"`
	Options     []option `json:"options"`
}

// viewExchange is an [Exchange] in short.
type viewExchange struct {
	Nr          int       `json:"nr"`
	Time        time.Time `json:"time"`
	Method      string    `json:"method"`
	Path        string    `json:"path"`
	Status      int       `json:"status"` // 0 for a connection that was cut
	Fault       string    `json:"fault,omitempty"`
	Wrong       string    `json:"wrong,omitempty"`
	WrongAnswer string    `json:"wrongAnswer,omitempty"`
}

// Limits of the view.
const (
	viewMessages  = 100
	viewPings     = 20
	viewExchanges = 100
)

// view makes the view of u with a channel open. If u does not see that channel, the
// first one is open.
func (pg *pages) view(u *User, open string) view {
	w := &pg.state.world
	v := view{Me: viewOf(u.u), Connected: pg.server.gateway.connected(), Guild: guildID, PingCount: u.u.noted}
	v.Stage = pg.viewStage()
	v.Sent, v.Broken, v.Counted = shorten(pg.server.traffic.newest(viewExchanges)), len(pg.server.traffic.violations()), pg.server.traffic.counted()
	v.Pings = []viewPing{}
	for _, n := range u.u.notes[max(0, len(u.u.notes)-viewPings):] {
		v.Pings = append(v.Pings, viewPing{n, w.message(n.Message) == nil})
	}
	for _, o := range w.users {
		if w.server.has(o) {
			v.People = append(v.People, viewOf(o))
		}
	}
	for _, c := range w.order {
		if w.sees(u.u, c) {
			v.Channels = append(v.Channels, viewChannelOf(c, u.u))
		}
	}
	c, err := u.where(open)
	if err != nil {
		v.Gone = open
		if len(v.Channels) == 0 {
			return v
		}
		c = w.channels[v.Channels[0].ID]
	}
	v.Open, v.Commands, v.Messages = c.id, []viewCommand{}, []viewMessage{}
	for _, cmd := range w.available(u.u, c) {
		v.Commands = append(v.Commands, viewCommands(cmd)...)
	}
	for _, m := range slices.Backward(c.messages) {
		if len(v.Messages) == viewMessages {
			break
		}
		if m.shows(u.u) {
			v.Messages = append(v.Messages, pg.viewMessage(u.u, m))
		}
	}
	slices.Reverse(v.Messages)
	v.Stage.Denied = denied(w.home(c).bot)
	return v
}

// viewStage makes the part of the view for developers.
func (pg *pages) viewStage() viewStage {
	v := viewStage{
		Faults: pg.server.plan.pending(), Silent: pg.server.gateway.silent, Bot: pg.state.world.server.bot, Ended: pg.state.world.ended,
		Closed: []string{}, Left: []string{}, Installed: []string{}, Denied: []string{},
	}
	for _, u := range pg.state.world.users {
		note := func(list *[]string, is bool) {
			if is && !u.bot {
				*list = append(*list, u.name)
			}
		}
		note(&v.Closed, u.closed)
		note(&v.Left, !pg.state.world.server.has(u))
		note(&v.Installed, u.installed)
	}
	return v
}

// denied names the usual permissions that the bot lacks.
func denied(has Permission) []string {
	out := []string{}
	for name, p := range permissionNames {
		if botPermissions.has(p) && !has.has(p) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

func viewOf(u *user) *viewUser {
	return &viewUser{ID: u.id, Name: u.name, Display: u.display, Bot: u.bot}
}

func viewChannelOf(c *channel, u *user) viewChannel {
	v := viewChannel{ID: c.id, Name: c.name, Kind: int(c.kind), Parent: c.parent, Archived: c.archived}
	if c.guild != nil {
		v.Place = c.guild.name
	}
	for _, m := range slices.Backward(c.messages) {
		if m.shows(u) {
			v.Last = m.id
			break
		}
	}
	return v
}

func viewCommands(cmd *command) []viewCommand {
	var out []viewCommand
	for _, v := range invocations(cmd) {
		about := cmd.Description
		if n := len(v.path); n > 0 {
			about = v.path[n-1].Description
		}
		out = append(out, viewCommand{v.title(), about, append([]option{}, v.defs...)})
	}
	return out
}

// viewMessage makes the view that u has of a message. What it answers is quoted to those who see it.
func (pg *pages) viewMessage(u *user, m *message) viewMessage {
	v := viewMessage{Message: pg.server.public(m), By: viewOf(m.author)}
	if m.by != nil && m.by.title != "" && m.kind == 20 {
		v.Used = m.by.user.display + " used /" + m.by.title
	}
	if to := m.channel.find(m.reference); to != nil && to.shows(u) {
		v.Reply = pg.state.world.notification(to).Text
	}
	if m.thread != nil {
		v.Name = m.thread.name
	}
	return v
}

// shorten makes the view of exchanges, oldest first.
func shorten(all []Exchange) []viewExchange {
	return list(all, func(e Exchange) viewExchange {
		return viewExchange{e.nr, e.Time, e.Method, maskToken(e.Path), e.Status, e.Fault, e.Wrong, e.WrongAnswer}
	})
}
