package sandbox

import (
	"encoding/json"
	"time"

	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
)

// Message is a message as a person sees it. It is a copy.
type Message struct {
	ID      string    `json:"id"`
	Channel string    `json:"channel"` // its id
	Author  string    `json:"author"`  // "Parlour", "ann"
	Content string    `json:"content"`
	Time    time.Time `json:"time"`
	// Ephemeral messages are seen by one person only.
	Ephemeral bool `json:"ephemeral"`
	// Thinking is a deferred answer that was not edited yet.
	Thinking bool `json:"thinking"`
	Edited   bool `json:"edited"`
	// Silent messages notified nobody when they were posted.
	Silent bool `json:"silent,omitempty"`
	// Notice words what Discord notes by this message: "added Ben to the thread". It has
	// nothing else then.
	Notice string `json:"notice,omitempty"`
	// Pings are the names of the people that it notified. Everyone says that it did so
	// by @everyone or @here.
	Pings    []string `json:"pings"`
	Everyone bool     `json:"everyone"`

	Attachments []Attachment    `json:"attachments"`
	Rows        [][]Component   `json:"rows"`
	Embeds      json.RawMessage `json:"embeds,omitempty"` // as Discord completes them
	// Of a message of Components V2: all components as Discord completes them, and what its text displays say.
	// Rows then has the buttons and menus, one of a section in a row of its own.
	Components json.RawMessage `json:"components,omitempty"`
	Texts      []string        `json:"texts,omitempty"`
	ReplyTo    string          `json:"replyTo,omitempty"`
	Thread     string          `json:"thread,omitempty"` // id of the thread started from it

	// Modal is set if a modal was opened instead of a message. Then only Channel is set
	// besides.
	Modal *world.Modal `json:"modal,omitempty"`
}

// Attachment is a file of a message.
type Attachment struct {
	Name   string `json:"name"`
	Alt    string `json:"alt"` // its description
	URL    string `json:"url"`
	Type   string `json:"type"` // its content type
	Width  int    `json:"width"`
	Height int    `json:"height"`
	Data   []byte `json:"-"` // not to be changed
}

// Component is a button or a menu, with Discord's numbers for Type and Style.
type Component struct {
	Type        int      `json:"type"` // 2 button, 3 menu, 5 menu of people, 6 of roles, 7 of both, 8 of channels
	Label       string   `json:"label"`
	Emoji       string   `json:"emoji,omitempty"`
	CustomID    string   `json:"customID"`
	Style       int      `json:"style"`
	Disabled    bool     `json:"disabled"`
	URL         string   `json:"url,omitempty"`
	Placeholder string   `json:"placeholder,omitempty"`
	MinValues   int      `json:"minValues"`
	MaxValues   int      `json:"maxValues"`
	Options     []Option `json:"options,omitempty"`
	// Defaults are the ids that a menu without options of its own has picked at first, and
	// ChannelTypes the kinds of channels that it offers.
	Defaults     []string `json:"defaults,omitempty"`
	ChannelTypes []int    `json:"channelTypes,omitempty"`
}

// Option is one option of a menu.
type Option struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Default     bool   `json:"default"`
}

// Choice is one completion: the name that is shown and the value that is sent. The
// value of a number is in decimal.
type Choice struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// publicComponent returns a component in the form of the Go API and the page.
func publicComponent(c rule.Component) Component {
	low, high := c.Limits()
	p := Component{
		Type: c.Type, Label: c.Label, CustomID: c.CustomID, Style: c.Style,
		Disabled: c.Disabled, URL: c.URL, Placeholder: c.Placeholder,
	}
	if c.Emoji != nil {
		p.Emoji = c.Emoji.Name
	}
	if c.IsMenu() {
		p.MinValues, p.MaxValues = low, high
		p.Defaults, p.ChannelTypes = world.List(c.DefaultValues,
			func(d rule.DefaultValue) string { return string(d.ID) }), c.ChannelTypes
	}
	for _, o := range c.Options {
		p.Options = append(p.Options, Option{Label: o.Label, Value: o.Value, Description: o.Description,
			Default: o.Default})
	}
	return p
}

// outcome returns what the person sees of the answer: a message, a modal, or nil for
// nothing.
func (u *User) outcome(i *world.Interaction) *Message {
	u.d.Lock()
	defer u.d.Unlock()
	m := i.Original
	switch {
	case i.Answer == rule.AnswerModal:
		return &Message{Channel: i.Channel.ID, Modal: i.Modal}
	case i.Answer == rule.AnswerDeferUpdate && i.Newest != nil:
		m = i.Newest
	case i.Answer == rule.AnswerDeferUpdate && (i.On == nil || i.On.Rev == i.OnRev):
		return nil
	}
	if m == nil || m.Gone {
		return nil
	}
	return u.public(m)
}

// public is a message in the form of the Go API.
func (u *User) public(m *world.Message) *Message {
	p := &Message{
		ID: m.ID, Channel: m.Channel.ID, Author: m.Author.Name, Content: m.Content,
		Ephemeral: m.Only != nil, Thinking: m.Flags&rule.FlagLoading != 0,
		Everyone: m.Everyone, Edited: !m.Edited.IsZero(), Time: m.Made, ReplyTo: m.Reference,
		Pings: world.List(m.Pings, func(u *world.User) string { return u.Name }),
	}
	p.Silent = m.Flags&rule.FlagSilent != 0
	switch m.Kind {
	case world.NoticeAdded:
		p.Notice = "added " + m.Mentions[0].Display + " to the thread"
	case world.NoticeRemoved:
		p.Notice = "removed " + m.Mentions[0].Display + " from the thread"
		if m.Mentions[0] == m.Author {
			p.Notice = "left the thread"
		}
	case world.NoticeRenamed:
		p.Notice, p.Content = "changed the name: "+m.Content, ""
	}
	if m.Thread != nil {
		p.Thread = m.Thread.ID
	}
	for _, a := range m.Shown() {
		p.Attachments = append(p.Attachments, Attachment{
			Name: a.Name, Alt: a.Alt, URL: u.d.FileURL(m, a), Type: a.MIME, Width: a.Width, Height: a.Height,
			Data: a.Data,
		})
	}
	rule.Walk(m.Rows, "", func(_ string, c *rule.Component) {
		switch {
		case c.Type == rule.TypeRow:
			p.Rows = append(p.Rows, world.List(c.Components, publicComponent))
		case c.Type == rule.TypeSection && c.Accessory.Type == rule.TypeButton:
			p.Rows = append(p.Rows, []Component{publicComponent(*c.Accessory)})
		}
	})
	if m.Flags&rule.FlagV2 != 0 {
		p.Texts = m.Texts()
		p.Components, _ = json.Marshal(u.d.Components(m))
	}
	if len(m.Embeds) > 0 {
		p.Embeds, _ = json.Marshal(u.d.Embeds(m))
	}
	return p
}
