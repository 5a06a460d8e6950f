package world

import (
	"time"

	"parlour/bot/sandbox/rule"
)

// Interaction types.
const (
	KindCommand      = 2
	KindComponent    = 3
	KindAutocomplete = 4
	KindModal        = 5
)

// Interaction is one thing that a person asked of the bot.
type Interaction struct {
	ID, Token string
	Kind      int
	User      *User
	Channel   *Channel
	Owners    map[string]string // the installations of the app here, by kind
	Data      any
	Title     string   // "play permute", for the message that answers
	Target    Target   // the user or the message on which a command is used
	On        *Message // the message a component or its modal is on
	OnRev     int      // its revision when it was clicked
	Made      time.Time
	Dead      bool // the person has read that no answer came
	Answer    int  // type of the first answer, 0 for none yet
	Original  *Message
	Newest    *Message // the last follow-up
	FollowUps int
	Choices   []rule.WireChoice
	Modal     *Modal
	Opener    *Interaction // of a modal: the interaction that opened it
}
