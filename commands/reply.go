package commands

import (
	"time"

	"parlour/games"
)

// A Kind is how a request is answered.
type Kind int

const (
	Private    Kind = iota // a new message that only the asker sees
	Update                 // the message of the button that was clicked, changed
	Completion             // choices for an option
)

// A Reply answers a request.
type Reply struct {
	Kind    Kind
	Message Message
	Form    *Form        // to be filled in; where it comes too late the message says so instead
	Choices []MenuOption // of a Completion
	Show    []string     // ids of the matches whose public face must now be shown
}

// A Message is what a person reads.
type Message struct {
	Content   string // Markdown; what people typed is escaped
	Picture   *Picture
	Animation *Animation
	File      *File
	Rows      [][]Control
	Pings     []string // ids of the people it may notify
}

// A Form asks for one line of text.
type Form struct {
	ID    string // comes back as the button of a request that has what was Typed
	Title string
	Field string // what to type
	Hint  string
	Most  int // characters
}

// A File goes with a message as it is.
type File struct {
	Name string
	Data []byte
}

// A Picture is a view to be drawn, with the words that go with it.
type Picture struct {
	View    games.View
	Title   string   // the game
	Names   []string // by seat
	Sides   []string // by seat; nil where seats are alike
	Score   string   // how it stands
	Result  string   // once over: who won
	Preview string   // not empty: a move not made yet, and the word for that
	Palette string   // one of the host's; empty for the usual one
	Alt     string   // the picture in words, at most 1,024 characters
}

// An Animation is pictures of one game to be drawn one after another, as a file that
// goes with a message.
type Animation struct {
	Name   string
	Frames []Picture     // at least one; their Alt is empty
	Each   time.Duration // for which a frame is shown
	Last   time.Duration // for which the last one is
	Alt    string        // all of it in words, at most 1,024 characters
	Lost   string        // what the message says besides where it cannot go with it
}

// A Control is a button, or a menu when it has options.
type Control struct {
	ID       string
	Label    string // of a menu, what it asks for
	Style    Style
	Disabled bool
	Options  []MenuOption
}

// A Style is how much a button calls for attention.
type Style int

// The styles.
const (
	Plain Style = iota
	Main
	Good
	Danger
)

// A MenuOption is one line of a menu or of a completion, or a choice for an option.
type MenuOption struct{ Label, Value string }
