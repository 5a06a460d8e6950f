package commands

import (
	"parlour/commands/message"
	"parlour/games"
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
	Threads bool    // whether the bot may open a thread in the channel and post there

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

// player returns a person as a player of a match.
func (p Person) player() storage.Player { return storage.Player{ID: p.ID, Name: p.Name} }

// A Right is something that the bot must be allowed to do in a channel.
type Right string

// The rights that a match needs.
const (
	See    Right = "see"
	Post   Right = "post"
	Attach Right = "attach"
)

// A call is a request as a handler gets it.
type call struct {
	Request
	button message.Button // of a click; else zero
	own    storage.Person // what the person has set
}

// withBot reports whether the asker is alone with the bot.
func (c call) withBot() bool { return c.Guild == "" && !c.Guest }

// reader returns the person who asked, for a private message.
func (c call) reader() message.Reader {
	return message.Reader{
		ID: c.By.ID, Lang: c.Lang, Guild: c.Guild, Guest: c.Guest, Channel: c.Channel,
		Here: c.Guild != "" && len(c.Lacks) == 0, Own: c.own,
	}
}

// chosen returns the one value that was chosen in a menu, or a refusal.
func (c call) chosen() (string, error) {
	if len(c.Values) != 1 {
		return "", games.Refuse("refuse.button")
	}
	return c.Values[0], nil
}
