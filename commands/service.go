// Package commands is what people can ask for: a [Service] takes a [Request] as data and gives a
// [Reply] as data. It knows no Discord and draws no pictures.
//
// A file is a thing that people do: its handlers and its completions. The tables of all commands and
// buttons are in table.go. handle.go leads a request to its handler, a method of a call (a request with
// what its asker has set), and carries a decision out. A call finds the match that is meant and says who
// may see it (find.go), and knows how a press is answered where Parlour is a guest (guest.go).
//
// Its policies:
//
//   - A handler takes a decision of package match, which [match.Env.Change] commits, and says
//     what was done. The answer is for the asker alone; what others see is published from the
//     store after the commit, by package publish.
//   - A match reaches a handler only if its asker may see it.
//   - No state of a conversation lives in memory. A button carries all it needs, and a stale one
//     is answered with the board as it is now.
//   - An error is one sentence that says what was wrong and what would be right, and it has
//     changed nothing.
//
// # Games begin
//
// Package match decides who may sit where and when a game begins, and how many games and tables a
// person may have. A person who sits down is told what they have not been told yet, such as that a
// game is new to them. Where Parlour is a guest, a table is the answer itself.
//
// # Turns
//
// A move is made in steps. A button or a menu carries the steps before it, and each press shows what
// comes after them. A move is played once it is confirmed. A bid is played at once, as it can be
// changed, and so is every move of a person without Confirm. A player is asked once more before they
// give something up.
//
// # Looking
//
// The board, the list of games, records, proofs, hints, analyses, rules and help make no move: at most
// they change where a board stands. The answer has only what the seat of its asker may know. There are
// hints only in a game alone or against Parlour, and an analysis only of a game that is over.
//
// # What people set
//
// The options of one command are set together, all of them or none. A change of times plans a
// person's reminders anew, also after a crash.
//
// # Servers
//
// A right is read anew from each request, as Discord says it. So a button is refused if it was forged,
// or if its presser has lost the right. What ends a game of others is asked about once more. /doctor
// tells what the request itself says of rights, and what the store knows of direct messages; it sends
// nothing, and asks Discord one question alone. Parlour says hello once in a server to which it was added.
//
// The entry points are [Service.Handle] for what people do, [publish.Publisher.Publish] for what that
// changed, and [Service.Due] and [Service.Remind] for what the time brings.
package commands

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/commands/publish"
	"parlour/commands/think"
	"parlour/commands/think/program"
	"parlour/games"
	"parlour/storage"
	"parlour/storage/fleet"
)

// Caps bound what one person may have going at once.
type Caps = match.Caps

// A Budget bounds how many channels of direct messages are opened.
type Budget = publish.BudgetLimits

// A Config is what a [Service] works with. Of the [publish.Config] it sets Env, Writer, Owed and Refused itself.
type Config struct {
	publish.Config
	Games    []games.Game
	Palettes []string // of pictures, by the names that the catalogue has for them; the usual one first
	Store    storage.Store
	Fleet    *fleet.Member    // this process among those over the store; nil where it is alone
	Caps     Caps             // of each person; no bounds where they are zero
	Thinkers int              // how many opponents may think at once; 0 for one
	Programs program.Programs // of others, which play beside Parlour's own opponents
	Now      func() time.Time
	// Confirmed reports whether Now is surely right; nil for always
	Confirmed func() bool
	Random    io.Reader       // for seeds and for the order of the seats
	Shards    *match.ShardSet // of the gateway; nil for a process that is always reached
	Version   string          // of Parlour; may be empty
	MadeUp    string          // a language in whose place a made-up one is spoken; empty for none

	// Legible reports whether a picture can write a name; nil for pictures that can write all.
	Legible func(name string) bool

	// Standing asks Discord and the process how the bot is; nil where nobody can be asked.
	Standing func(context.Context) (Standing, error)
}

// A Service hosts matches. It is safe for concurrent use. Make one with [New].
type Service struct {
	Config
	*publish.Publisher
	reminders *publish.Reminders
	thinkers  *think.Pool
	looks     match.ChannelLooks // at channels
	commands  []Definition
}

// New returns a Service.
func New(c Config) (*Service, error) {
	words, err := locale.New(c.Games)
	if err != nil {
		return nil, fmt.Errorf("read the sentences: %w", err)
	}
	if c.MadeUp != "" {
		if err := words.MakeUp(c.MadeUp); err != nil {
			return nil, err
		}
	}
	if c.Patient == nil {
		c.Patient = c.Channel
	}
	if c.Brief == 0 {
		c.Brief = 5 * time.Second
	}
	if c.Aside == nil {
		c.Aside = func(do func(context.Context)) { do(context.Background()) }
	}
	c.Env, c.Writer = match.NewEnv(c.Games, c.Store, c.Now, c.Random), message.NewWriter(words, c.Palettes)
	c.Writer.Legible, c.Writer.Programs = c.Legible, c.Programs.Of
	c.Env.OpponentName = func(lang string, level games.Level, number int) string {
		return c.Writer.In(lang).OpponentName(level, number)
	}
	if c.Env.Fleet, c.Env.Caps, c.Env.Confirmed = c.Fleet, c.Caps, c.Confirmed; c.Shards != nil {
		c.Env.Shards = c.Shards
	}
	s := &Service{commands: commandTable}
	// A publication finds that an opponent owes a move, and a thought ends in a publication.
	c.Owed, c.Refused = func(id string) { s.thinkers.Consider(id) }, s.looks.Refused
	s.Config, s.Publisher = c, publish.New(c.Config)
	s.reminders = publish.NewReminders(s.Publisher)
	s.thinkers = think.New(think.Config{
		Env: c.Env, Log: c.Log, AtOnce: c.Thinkers, Programs: c.Programs, Aside: c.Aside, Wait: c.Wait, Answered: s.Publish,
	})
	return s, nil
}

// Greet says hello, once and aside, in a server to which Parlour was added lately.
func (s *Service) Greet(j Joined) {
	if !isNew(j, s.Now()) {
		return
	}
	s.Aside(func(ctx context.Context) {
		if err := s.sayHello(ctx, j); err != nil && ctx.Err() == nil {
			s.Log.Warn("nobody was greeted in a server to which Parlour was added", "err", err)
		}
	})
}

// Due publishes every match that is due. Errors of single matches are logged, and those
// matches are due again later.
func (s *Service) Due(ctx context.Context) error { return s.Publisher.Due(ctx, 0) }

// Remind tells everybody who is due to be reminded of something.
func (s *Service) Remind(ctx context.Context) error { return s.reminders.Due(ctx, s.Now()) }

// Resume is [Service.Due] and [Service.Remind] at the start of a process, and each time the lease of another
// one has ended. What a process had claimed that is gone is done at once, before its claim runs out. If this
// process has the store for itself, all earlier claims are of that kind.
func (s *Service) Resume(ctx context.Context) error {
	return cmp.Or(s.Publisher.Due(ctx, match.Lease-1), s.reminders.Due(ctx, s.Now().Add(match.Lease-1)))
}

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

	Roles     []string // ids of the roles of the person in the server
	Private   bool     // whether the channel is a private thread, where the bot may not be
	Above     string   // the channel above, if the channel is a thread
	Moderates bool     // whether the person may manage the messages of others in the channel
	Posts     bool     // whether they may see the channel, write and attach files there; false outside servers
	Manages   bool     // whether they may manage the server

	Command string            // "move", "play"; empty for a button
	Options map[string]string // as typed; a person is given by id
	People  map[string]Person // the people given, by option or, in a menu, by id
	Named   map[string]Role   // the roles given, by option or by field of a form
	Focus   string            // the option that is being typed; empty unless it completes

	Message string // id of the message whose button or menu was pressed; empty for a command
	Alone   bool   // whether that message is seen by nobody but the asker: an ephemeral one

	Button string   // what a button or a menu carries
	Values []string // what was chosen in a menu
	Typed  *string  // what was typed into a form of one line; nil for a click

	// Filled is what a form was filled in with, by the names of its fields; nil for a click. It has none where the form
	// cannot be read.
	Filled map[string][]string
}

// A Person is somebody on Discord.
type Person struct {
	ID   string
	Name string // as shown in the server; anything at all
	User string // the user name, which every account has: of a–z, 0–9, "_" and "."
	Bot  bool
	Self bool // this bot itself
	Sees bool // whether they see the channel of the request
}

// Player returns a person as a player of a match.
func (p Person) Player() storage.Player { return storage.Player{ID: p.ID, Name: p.Name, User: p.User} }

// named returns a person with a name that shows something, if they have any.
func (p Person) named() Person {
	if strings.TrimSpace(message.Clean(p.Name)) == "" {
		p.Name = cmp.Or(p.User, p.Name)
	}
	return p
}

// A Role is a role of a server.
type Role struct {
	ID      string
	Managed bool // whether an app or Discord gives it to people
	Open    bool // whether anybody may mention it
}

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
	Mention Right = "mention" // all roles
)

// A Standing is how the bot itself is, as Discord and the process say it.
type Standing struct {
	Commands []string      // the names of those that Discord has for it
	Took     time.Duration // how long Discord took to say so
	Refused  bool          // it refuses the list of commands
	Rival    bool          // another program answers with the same token
	Ahead    time.Duration // how far the machine's clock is ahead of Discord's; 0 if it is right
	Unswept  bool          // people who were forgotten may stand in the store still
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

	// Shows is the match that a Public or an Aloud message publishes. Once it is delivered, Publish does
	// what is left; if it cannot be delivered, Publish does all.
	Shows *match.Unshown

	// Apart: the private message that was pressed may be taken away, so Message is one of its own.
	Apart bool

	// Until is when a panel is of no more use. Where the asker alone sees it, it goes away then, if
	// its last press is young enough; nil for any other message.
	Until *match.Moment

	// Then returns what takes the place of Message once that is delivered, and may have a Then of its
	// own. It may think for long. A Reply without words leaves Message as it is.
	Then func(context.Context) Reply

	// Vanish, for verbs of kind Update, deletes the private message that was pressed once Due is
	// shown; if that fails, it becomes Message. A message that others see stays as Due leaves it,
	// and Message goes to the asker alone if that fails or Tell is set.
	Vanish, Tell bool
}

// A Definition is a slash command as it is made known. It works in servers, in the bot's direct
// messages, and in those of people who have installed the bot for themselves.
type Definition struct {
	Name        string
	Called      string // its name in a language
	Entry       string // its name in the menu of a person, under Apps; empty if it is not there
	Description string
	Options     []Option
	OnPerson    bool // whether it stands in the menu of a person too, who is then given as [OptionPerson]
	Managing    bool // whether it is, in servers, for people who manage them
	Direct      bool // for a command that is Managing, whether it works outside servers too, for everybody

	run     handler
	long    bool // whether it may think over a whole game, and so may take longer
	alone   bool // whether a person may have only one of it under way, because it costs much
	patient bool // whether it mostly waits, for a thought or for Discord
}

// An Option is one of a command.
type Option struct {
	Name        string
	Called      string // its name in a language
	Description string
	Person      bool // takes a person
	Place       bool // takes a channel in which people write
	Role        bool // takes a role
	Flag        bool // takes true or false; all others take a text
	Required    bool
	Completes   bool                 // asks for suggestions while it is typed
	Choices     []message.MenuOption // the only values, if there are any

	choices  func(s *Service, lang string) []message.MenuOption // makes Choices; nil for none
	key      string                                             // of its description; empty for "option." and its name
	complete handler                                            // suggests values while it is typed
}

// A Joined is a server to which the bot was added, at any time. The zero value is none.
type Joined struct {
	Guild  string
	Name   string // anything at all
	Lang   string // the language of the server
	At     time.Time
	System string // the channel where Discord greets newcomers; empty if there is none
	By     string // the person who added the bot, or whose server it is
}
