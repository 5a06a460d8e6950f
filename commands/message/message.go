// Package message is what a match looks like to somebody: the text, the picture to draw, the buttons and
// menus. It also writes what a person is told about themselves and their games together, and reads what
// people type.
//
// Its policy: a [Writer] makes each [Message] from a match, its reader and the moment
// that it is handed, and from nothing else. It sends nothing, changes nothing and knows
// no command. What a seat may not know cannot be in a message for it, because pictures and words
// come from the seat's View. A [Button] carries all that its handler needs.
//
// # Steps as buttons
//
// The choices of a step stand as buttons as they lie on the picture (layout.go). That knows steps and no
// messages, so that any game's step can be held to it.
//
// # What people type
//
// Moves, options and levels are read as people type them, and suggested as they go on. What cannot be read is
// refused with a sentence.
//
// The entry points are [Writer.Board] for everybody, and [Writer.Card] and [Writer.Panel] for one
// reader.
package message

import (
	"time"

	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

// A Message is what a person reads.
type Message struct {
	Content   string // Markdown; what people typed is escaped
	Picture   *Picture
	Animation *Animation
	File      *File
	Rows      [][]Control
	Pings     []string // ids of the people whom it may notify
	Silent    bool     // whether posting it notifies nobody, with no sound and no badge
	Bare      bool     // whether an edit takes the picture off; else a message without a picture keeps the one it has
}

// A Form asks for one line of text.
type Form struct {
	ID    string // comes back as the button of a request with the text
	Title string
	Field string // label of the line
	Hint  string
	Most  int // characters
}

// A File goes with a message as it is.
type File struct {
	Name string
	Data []byte
}

// A Drawing says what to draw: a View, and the words and names that go with it. Package
// imaging has the same type, to which it converts: neither room knows the other.
type Drawing struct {
	View     games.View
	Names    []string // by seat
	Captions []string // what the symbols mean
	Preview  string   // not empty for a move that is not made yet: the words for that
	Palette  string   // one that the service has; empty for the usual one

	Better games.View // the same moment after a better move, drawn beside View; nil for none
	Heads  [2]string  // the words above View and above Better

	Size  int  // in pixels; 0 for the usual size
	Areas bool // whether the areas of the step that the View shows are numbered
	Area  int  // the only one of them that is drawn; 0 for all
}

// A Picture is a drawing with its alt text.
type Picture struct {
	Drawing
	Alt string // the picture in words, at most 1,024 characters
}

// An Animation is drawings of one game, one after another, as a file that goes with a message.
type Animation struct {
	Name, Key string        // Key names what is drawn: two with the same one look the same
	Frames    []Drawing     // at least one
	Each      time.Duration // how long a frame is shown
	Last      time.Duration // how long the last frame is shown
	Alt       string        // all of it in words, at most 1,024 characters
	Lost      string        // what the message says besides if the animation cannot be attached
}

// A Control is a button, or a menu when it has options.
type Control struct {
	ID       string
	Label    string // of a menu: what it asks for
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

// A MenuOption is one line of a menu or of a completion.
type MenuOption struct{ Label, Value string }

// A Reader is the person that a private message is for.
type Reader struct {
	ID      string
	Lang    string
	Guild   string // the server that they ask from; empty in a DM
	Guest   bool   // whether the bot can only answer there: it is a DM of others
	Channel string
	Here    bool           // whether a game can be shown in that channel
	Own     storage.Person // what they have set

	Moderates bool // whether they may manage the messages of others in that channel
}

// Oversees reports whether the reader moderates the channel of a match, and asks from there.
func (r Reader) Oversees(m *match.Match) bool {
	return r.Moderates && m.Guild != "" && r.Guild == m.Guild && (r.Channel == m.Channel || r.Channel == m.Home)
}

// direct reports whether the reader is alone with the bot.
func (r Reader) direct() bool { return r.Guild == "" && !r.Guest }
