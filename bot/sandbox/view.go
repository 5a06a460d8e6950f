package sandbox

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"parlour/bot/sandbox/discord"
	"parlour/bot/sandbox/fault"
	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
)

// view is the page as one person sees it.
type view struct {
	Me         *viewUser      `json:"me"`
	Cast       []*viewUser    `json:"cast"`      // everybody whom a tab can be
	People     []*viewUser    `json:"people"`    // whose names the person's client knows
	Connected  bool           `json:"connected"` // a bot is
	Channels   []viewChannel  `json:"channels"`
	Roles      []*viewUser    `json:"roles"` // of the server of the open channel
	Open       string         `json:"open"`
	Gone       string         `json:"gone,omitempty"` // asked for, but not in sight: Open is another
	Messages   []viewMessage  `json:"messages"`       // of the open channel, the newest
	Commands   []viewCommand  `json:"commands"`       // that can be used there
	OnUsers    []string       `json:"onUsers"`        // commands for people there
	OnMessages []string       `json:"onMessages"`     // commands for messages there
	Pings      []viewPing     `json:"pings"`          // the newest
	PingCount  int            `json:"pingCount"`
	Home       string         `json:"home"`          // the name of the first server
	Bot        string         `json:"bot"`           // the bot's name
	Sent       []viewExchange `json:"sent"`          // by the bot and the gateway, the newest
	Broken     int            `json:"broken"`        // how many exchanges broke a rule
	Counted    int            `json:"counted"`       // how many requests there were that Discord counts
	API        string         `json:"api,omitempty"` // where a bot of somebody else's finds it
	Stage      viewStage      `json:"stage"`
}

// viewStage is the state that a developer changed on the page, and the faults to come.
type viewStage struct {
	Faults    []fault.PendingFault `json:"faults"`
	Silent    bool                 `json:"silent"`    // the gateway is
	Closed    []string             `json:"closed"`    // people with closed direct messages
	Left      []string             `json:"left"`      // people not in the server
	Installed []string             `json:"installed"` // people with the app for themselves
	Denied    []string             `json:"denied"`    // of the bot's permissions, in the open channel
	Bot       bool                 `json:"bot"`       // it is in the server
	Ended     string               `json:"ended"`     // why the bot ended, if it can be started again
	Languages []string             `json:"languages"` // that a client can have
}

type viewUser struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Display string `json:"display"`
	Bot     bool   `json:"bot"`
	Locale  string `json:"locale,omitempty"` // of their client, as far as it is not English
	Here    bool   `json:"here,omitempty"`   // can be picked in the open channel
}

type viewChannel struct {
	Place
	Last string `json:"last"` // its newest message
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
	world.Notification
	Gone bool `json:"gone,omitempty"`
}

type viewCommand struct {
	Name        string        `json:"name"`  // by which a message mentions it
	Title       string        `json:"title"` // the same in the person's language
	Description string        `json:"description"`
	Options     []rule.Option `json:"options"`
}

// viewExchange is a [discord.Exchange] in short.
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
	w, now := &pg.World, pg.Now()
	v := view{Me: viewOf(u.u), Cast: world.List(w.People,
		func(name string) *viewUser { return viewOf(w.Named(name)) }), People: []*viewUser{}, Connected: pg.Connected(), Home: w.Server.Name, Bot: w.User(world.BotID).Display, PingCount: u.u.Noted}
	if v.Stage = pg.viewStage(); pg.Config.NoBot {
		v.API = pg.Base + "/api"
	}
	v.Sent, v.Broken, v.Counted = shorten(pg.Traffic.Newest(viewExchanges)), len(pg.Traffic.Violations), pg.Traffic.Counted
	v.Pings = []viewPing{}
	for _, n := range u.u.Notes[max(0, len(u.u.Notes)-viewPings):] {
		v.Pings = append(v.Pings, viewPing{n, w.Message(n.Message) == nil})
	}
	for _, c := range w.Order {
		if w.Sees(u.u, c) {
			v.Channels = append(v.Channels, viewChannelOf(c, u.u, now))
		}
	}
	c, err := u.where(open)
	if err != nil {
		v.Gone = open
		if len(v.Channels) == 0 {
			return v
		}
		c = w.Channels[v.Channels[0].ID]
	}
	v.People = viewPeople(w, u.u, c)
	v.Open, v.Roles, v.Commands, v.Messages = c.ID, viewRoles(c), []viewCommand{}, []viewMessage{}
	for _, cmd := range w.Available(u.u, c) {
		v.Commands = append(v.Commands, viewCommands(cmd, u.u.Locale)...)
	}
	name := func(c *rule.Command) string { return c.Name }
	v.OnUsers, v.OnMessages = world.List(w.Offered(rule.OnUser, u.u, c), name), world.List(w.Offered(rule.OnMessage, u.u, c), name)
	for _, m := range slices.Backward(c.Messages) {
		if len(v.Messages) == viewMessages {
			break
		}
		if m.Shows(u.u) {
			v.Messages = append(v.Messages, pg.viewMessage(u, m))
		}
	}
	slices.Reverse(v.Messages)
	if c.Guild != nil && c.Guild.Bot {
		v.Stage.Denied = denied(w.BotMay(w.Home(c)))
	}
	return v
}

// viewStage makes the part of the view for developers.
func (pg *pages) viewStage() viewStage {
	v := viewStage{
		Faults: pg.Plan.Pending(), Silent: pg.Gateway.Silent, Bot: pg.Server.Bot, Ended: pg.World.Ended,
		Languages: rule.Locales,
		Closed:    []string{}, Left: []string{}, Installed: []string{}, Denied: []string{},
	}
	for _, u := range pg.Users {
		note := func(list *[]string, is bool) {
			if is && !u.Bot {
				*list = append(*list, u.Name)
			}
		}
		note(&v.Closed, u.Closed)
		note(&v.Left, !pg.Server.Has(u))
		note(&v.Installed, u.Installed)
	}
	return v
}

// denied names the usual permissions that the bot lacks.
func denied(has world.Permission) []string {
	out := []string{}
	for name, p := range world.PermissionNames {
		if world.BotPermissions.Has(p) && !has.Has(p) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

func viewOf(u *world.User) *viewUser {
	return &viewUser{ID: u.ID, Name: u.Name, Display: u.Display, Bot: u.Bot, Locale: u.Locale}
}

// viewRoles lists the roles of the server of a channel, that of everybody first.
func viewRoles(c *world.Channel) []*viewUser {
	out := []*viewUser{}
	if c.Guild == nil {
		return out
	}
	for _, r := range c.Guild.AllRoles() {
		if r.Managed {
			continue
		}
		out = append(out, &viewUser{ID: r.ID, Name: r.Name, Display: strings.TrimPrefix(r.Name, "@")})
	}
	return out
}

func viewChannelOf(c *world.Channel, u *world.User, now time.Time) viewChannel {
	v := viewChannel{Place: publicPlace(c, now)}
	for _, m := range slices.Backward(c.Messages) {
		if m.Shows(u) {
			v.Last = m.ID
			break
		}
	}
	return v
}

func viewCommands(cmd *rule.Command, locale string) []viewCommand {
	var out []viewCommand
	named := world.Invocations(cmd)
	for i, v := range world.Invocations(cmd.In(locale)) {
		about := v.Cmd.Description
		if n := len(v.Path); n > 0 {
			about = v.Path[n-1].Description
		}
		out = append(out, viewCommand{named[i].Title(), v.Title(), about, append([]rule.Option{}, v.Defs...)})
	}
	return out
}

// viewMessage makes the view that u has of a message. What it answers is quoted to those who see it.
func (pg *pages) viewMessage(u *User, m *world.Message) viewMessage {
	v := viewMessage{Message: u.public(m), By: viewOf(m.Author)}
	switch {
	case m.By == nil:
	case m.Kind == world.AnswersSlash:
		v.Used = m.By.User.Display + " used /" + m.By.Title
	case m.Kind == world.AnswersOn:
		v.Used = m.By.User.Display + " used " + m.By.Title
	}
	if to := m.Channel.Find(m.Reference); to != nil && to.Shows(u.u) {
		v.Reply = cmp.Or(pg.Notification(to).Text, strings.Join(to.Texts(), " "))
	}
	if m.Thread != nil {
		v.Name = m.Thread.Name
	}
	return v
}

// shorten makes the view of exchanges, oldest first.
func shorten(all []discord.Exchange) []viewExchange {
	return world.List(all, func(e discord.Exchange) viewExchange {
		return viewExchange{e.Nr, e.Time, e.Method, discord.MaskToken(e.Path), e.Status, e.Fault, e.Wrong, e.WrongAnswer}
	})
}

// viewPeople lists the people and bots who share a server with u. Those who are in c or its server
// can be picked there, and bots in any direct channel.
func viewPeople(w *world.World, u *world.User, c *world.Channel) []*viewUser {
	out := []*viewUser{}
	for _, o := range w.Users {
		if o != u && !slices.ContainsFunc(w.Guilds, func(g *world.Guild) bool { return g.Has(u) && g.Has(o) }) {
			continue
		}
		v := viewOf(o)
		v.Here = c.Guild == nil && (o.Bot || w.Sees(o, c)) || c.Guild != nil && c.Guild.Has(o)
		out = append(out, v)
	}
	return out
}
