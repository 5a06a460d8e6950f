package commands

import (
	"context"
	"time"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/storage"
)

// A Request is something that a person did: a command, a click, a letter typed into an option
// that completes.
type Request struct {
	ID        string // a request with the same id is the same one, delivered twice
	By        Person
	Guild     string // the server; empty in a DM
	Guest     bool   // whether the bot can only answer there: it is a DM of others
	Channel   string
	Lang      string // the language of the person
	PlaceLang string // the language of the server; that of the person in a DM

	Lacks   []Right // what the bot may not do in the channel and needs
	Misses  []Right // what it may not do there and plays without
	Threads bool    // whether the bot may open a thread in the channel and post there

	Unthreaded bool // whether the channel is of a kind that has no threads, a thread among them
	Stranger   bool // whether the server has not invited the bot: the person has brought it along

	Private   bool   // whether the channel is a private thread, where the bot may not be
	Above     string // the channel above, if the channel is a thread
	Moderates bool   // whether the person may manage the messages of others in the channel
	Manages   bool   // whether they may manage the server

	Command string            // "move", "play"; empty for a button
	Options map[string]string // as typed; a person is given by id
	People  map[string]Person // the people given, by option
	Focus   string            // the option that is being typed; empty unless it completes

	Message string // id of the message whose button or menu was pressed; empty for a command
	Alone   bool   // whether that message is seen by nobody but the asker: an ephemeral one

	Button string   // what a button or a menu carries
	Values []string // what was chosen in a menu
	Typed  *string  // what was typed into a form; nil for a click
}

// A Person is somebody on Discord.
type Person struct {
	ID   string
	Name string // as shown in the server; anything at all
	Bot  bool
	Self bool // this bot itself
	Sees bool // whether they see the channel of the request
}

// Player returns a person as a player of a match.
func (p Person) Player() storage.Player { return storage.Player{ID: p.ID, Name: p.Name} }

// A Right is something that the bot must be allowed to do in a channel.
type Right string

// The rights that a match needs.
const (
	See    Right = "see"
	Post   Right = "post"
	Attach Right = "attach"
	enter  Right = "enter" // into a private thread
)

// The rights without which a match is played with less.
const (
	History Right = "history" // to read what was said in the channel
	Open    Right = "open"    // a thread
	Within  Right = "within"  // a thread, to post there
)

// A Standing is what Discord says of the bot itself.
type Standing struct {
	Commands []string      // the names of those that Discord has for it
	Took     time.Duration // how long Discord took to say so
}

// A Kind is how a request is answered.
type Kind int

// The kinds.
const (
	Private    Kind = iota // a new message that only the asker sees
	Update                 // the message of the button that was clicked, changed
	Completion             // choices for an option
)

// A Reply answers a request.
type Reply struct {
	Kind    Kind
	Message message.Message
	Form    *message.Form        // to be filled in; if it comes too late, the message says so instead
	Choices []message.MenuOption // of a Completion
	Due     []match.Unshown      // the matches to be published now

	// Public: the message replaces the public one whose button was pressed. Everybody sees it, so it
	// must hold nothing that they may not know.
	Public bool

	// Aloud is a new message that everybody sees, as the first answer. If that is too late, Message
	// goes to the asker alone, as it does beside Aloud if there is something to press in it.
	Aloud *message.Message

	// Shows is the match that a Public or an Aloud message publishes. Once it is delivered, Delivered of
	// commands.Service publishes what is left; if it cannot be delivered, Publish does all.
	Shows *match.Unshown

	// Until is when a panel is of no more use. Where the asker alone sees it, it goes away then, if
	// its last press is young enough; nil for any other message.
	Until *match.Moment

	// Then returns what takes the place of Message once that is delivered, and may have a Then of its
	// own. It may think for long. A Reply without words leaves Message as it is.
	Then func(context.Context) Reply

	// Vanish, for verbs of kind Update, deletes the private message that was pressed once Due is
	// published; if that fails, it becomes Message. A message that others see stays as Due leaves it,
	// and Message goes to the asker alone if that fails or Tell is set.
	Vanish, Tell bool
}

// A Definition is a slash command as it is made known. It works in servers, in the bot's direct
// messages, and in those of people who have installed the bot for themselves.
type Definition struct {
	Name        string
	Description string
	Options     []Option
	Managing    bool // whether it is, in servers, for people who manage them
	Direct      bool // for a command that is Managing, whether it works outside servers too, for everybody
}

// An Option is one of a command.
type Option struct {
	Name        string
	Description string
	Person      bool // takes a person
	Flag        bool // takes true or false; all others take a text
	Required    bool
	Completes   bool                 // asks for suggestions while it is typed
	Choices     []message.MenuOption // the only values, if there are any
}

// A Joined is a server to which the bot was added, at any time. The zero value is none.
type Joined struct {
	Guild  string
	Name   string // anything at all
	Lang   string // the language of the server
	At     time.Time
	System string // the channel for notices such as who came; empty if there is none
	By     string // the person who added the bot, or whose server it is
}
