package sandbox

import "slices"

// view is what the page shows to one person.
type view struct {
	Me        *viewUser      `json:"me"`
	People    []*viewUser    `json:"people"`
	Connected bool           `json:"connected"` // a bot is
	Channels  []viewChannel  `json:"channels"`
	Open      string         `json:"open"`
	Gone      string         `json:"gone,omitempty"` // asked for, but not in sight: Open is another
	Messages  []viewMessage  `json:"messages"`       // of the open channel, the newest
	Commands  []viewCommand  `json:"commands"`       // that can be used there
	Pings     []Notification `json:"pings"`          // the newest
	PingCount int            `json:"pingCount"`
	Guild     string         `json:"guild"`
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

type viewCommand struct {
	Title       string   `json:"title"`
	Description string   `json:"description"`
	Options     []option `json:"options"`
}

// How much the page gets.
const (
	viewMessages = 100
	viewPings    = 20
)

// view is what u sees with a channel open, or with the first one if that one is
// not in sight.
func (s *Server) view(u *User, open string) view {
	w := &s.world
	v := view{Me: viewOf(u.u), Connected: w.connected(), Guild: guildID, PingCount: u.u.noted}
	v.Pings = append([]Notification{}, u.u.notes[max(0, len(u.u.notes)-viewPings):]...)
	for _, o := range w.users {
		if o.member {
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
	for _, cmd := range w.available(c) {
		v.Commands = append(v.Commands, viewCommands(cmd)...)
	}
	for _, m := range slices.Backward(c.messages) {
		if len(v.Messages) == viewMessages {
			break
		}
		if m.shows(u.u) {
			v.Messages = append(v.Messages, s.viewMessage(m))
		}
	}
	slices.Reverse(v.Messages)
	return v
}

func viewOf(u *user) *viewUser {
	return &viewUser{ID: u.id, Name: u.name, Display: u.display, Bot: u.bot}
}

func viewChannelOf(c *channel, u *user) viewChannel {
	v := viewChannel{ID: c.id, Name: c.name, Kind: int(c.kind), Parent: c.parent, Archived: c.archived}
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
	for _, v := range cmd.invocations() {
		about := cmd.Description
		if n := len(v.path); n > 0 {
			about = v.path[n-1].Description
		}
		out = append(out, viewCommand{v.title(), about, append([]option{}, v.defs...)})
	}
	return out
}

func (s *Server) viewMessage(m *message) viewMessage {
	v := viewMessage{Message: s.public(m), By: viewOf(m.author)}
	if m.by != nil && m.by.title != "" && m.kind == 20 {
		v.Used = m.by.user.display + " used /" + m.by.title
	}
	if to := m.channel.find(m.reference); to != nil {
		v.Reply = s.notification(to).Text
	}
	if m.thread != nil {
		v.Name = m.thread.name
	}
	return v
}
