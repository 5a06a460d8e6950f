package commands

import "parlour/storage"

// A Request is something that a person did: a command, a click, a letter typed
// into an option that completes.
type Request struct {
	ID        string // unique to the deed: a request with the same id is the same deed
	By        Person
	Guild     string // the server; empty in a DM
	Channel   string
	Lang      string // the language of the person
	PlaceLang string // the language of the server; that of the person in a DM

	Lacks   []Right // what the bot may not do in the channel and needs
	Threads bool    // whether the bot may open a thread in the channel and post there

	Command string            // "move", "play permute"; empty for a button
	Options map[string]string // as typed; a person is given by id
	People  map[string]Person // by option, the people given
	Focus   string            // the option that is being typed; empty unless it completes

	Button string   // what a button or a menu carries
	Values []string // what was chosen in a menu
	Typed  *string  // what was typed into a form; nil for a click

	own storage.Person // what the person has set; the host reads it
}

// A Person is somebody on Discord.
type Person struct {
	ID   string
	Name string // as shown in the server; anything at all
	Bot  bool
	Self bool // this bot itself
	Sees bool // whether they see the channel of the request
}

// A Right is something that the bot must be allowed to do in a channel.
type Right string

// The rights that a match needs.
const (
	See    Right = "see"
	Post   Right = "post"
	Attach Right = "attach"
)
