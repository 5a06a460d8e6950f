package commands

import (
	"context"

	"parlour/commands/match"
	"parlour/commands/message"
)

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

	// Public: the message replaces the public one whose button was pressed, which everybody
	// sees. It must hold nothing that they may not know.
	Public bool

	// Aloud is a new message that everybody sees, as the first answer. If that is too late, Message
	// goes to the asker alone, as it does beside Aloud if there is something to press in it.
	Aloud *message.Message

	// Shows is the match whose publication a Public or an Aloud message is. Once it is delivered,
	// [Service.Delivered] publishes what is left; if it cannot be, [Service.Publish] does all.
	Shows *match.Unshown

	// Until is when a panel is of no more use. Where the asker alone sees it, it goes away then, if
	// its last press is young enough; nil for any other message.
	Until *match.Moment

	// Then returns what takes the place of Message once that is delivered. It may think for long.
	Then func(context.Context) Reply

	// Vanish: the private message that was pressed is deleted as soon as Due is published.
	// If that fails, it becomes Message. A message that others see stays as Due leaves it, and
	// Message goes to the asker alone if that fails, or if Tell is set. It is for verbs of kind Update.
	Vanish, Tell bool
}

// answer returns a reply with a message.
func answer(msg message.Message, err error) (Reply, error) { return Reply{Message: msg}, err }

// say returns a reply with a text.
func say(content string) Reply { return Reply{Message: message.Message{Content: content}} }

// say returns a sentence of no match, for the person who asked.
func (s *Service) say(c call, key string, pairs ...any) string {
	return s.writer.Say(c.Lang, key, pairs...)
}
