package sandbox

import (
	"encoding/json"
	"time"
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
	Embeds      json.RawMessage `json:"embeds,omitempty"` // as they came
	ReplyTo     string          `json:"replyTo,omitempty"`
	Thread      string          `json:"thread,omitempty"` // id of the thread started from it

	// Modal is set if a modal was opened instead of a message. Then only Channel is set
	// besides.
	Modal *Modal `json:"modal,omitempty"`
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
	Type        int      `json:"type"` // 2 button, 3 menu, 5 menu of people
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
}

// Option is one option of a menu.
type Option struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Default     bool   `json:"default"`
}

// Modal is a form that the bot opened for a person.
type Modal struct {
	ID       string  `json:"id"`
	Title    string  `json:"title"`
	CustomID string  `json:"customID"`
	Inputs   []Input `json:"inputs"`

	user    *user        `json:"-"`
	channel *channel     `json:"-"`
	on      *message     `json:"-"`
	opener  *interaction `json:"-"`
	made    time.Time    `json:"-"`
}

// Input is a text input of a modal.
type Input struct {
	CustomID    string `json:"customID"`
	Label       string `json:"label"`
	Long        bool   `json:"long"` // a paragraph, not a line
	Placeholder string `json:"placeholder,omitempty"`
	Value       string `json:"value"` // the first text
	Required    bool   `json:"required"`
	MinLength   int    `json:"minLength"`
	MaxLength   int    `json:"maxLength"` // 0 for no limit
}

// Choice is one completion: the name that is shown and the value that is sent. The
// value of a number is in decimal.
type Choice struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Notification is a ping as a phone shows it.
type Notification struct {
	Channel  string `json:"channel"` // ids
	Message  string `json:"message"`
	From     string `json:"from"` // "Parlour (#games)"
	Text     string `json:"text"` // the first words, mentions as @Name; "" without content
	Everyone bool   `json:"everyone"`
}
