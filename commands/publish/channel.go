package publish

import (
	"context"
	"errors"
	"slices"
	"time"

	"parlour/commands/message"
)

// The errors of a [Channel] that cannot do what was asked. Compare with [errors.Is].
var (
	ErrGone      = errors.New("no such channel or message")
	ErrForbidden = errors.New("not allowed there")
	ErrClosed    = errors.New("no direct messages to this person")
	ErrName      = errors.New("the server forbids this name")
	ErrLater     = errors.New("not now, but later")
	ErrTooFast   = errors.New("direct messages are opened too fast")
)

// Invitation is what a message says at first that adds people to a thread.
const Invitation = "…"

// A Channel sends messages that answer nobody: the public ones of matches, and direct ones
// to people. It is safe for concurrent use.
type Channel interface {
	// Post makes a message and returns its id. A nonce that was used within the last
	// minutes makes none and returns the id of the first. It returns [ErrGone]
	// if there is no such channel, [ErrForbidden] if posting is not allowed.
	Post(ctx context.Context, channel, nonce string, m message.Message) (id string, err error)

	// Edit replaces a message, and notifies nobody. Its picture stays if m has none and is
	// not [message.Message.Bare]. It, Strip and Delete of [Config.Idle] return [ErrLater] while
	// other requests go first.
	Edit(ctx context.Context, channel, id string, m message.Message) error

	// Strip takes the buttons off a message and leaves the rest.
	Strip(ctx context.Context, channel, id string) error

	// Delete deletes a message of the bot's own. One that is gone already is deleted. It
	// returns [ErrForbidden] for a notice, such as that of a rename, which nobody can delete.
	Delete(ctx context.Context, channel, id string) error

	// Rename renames a thread, which leaves a notice in it that nobody can delete. Once its
	// game is over, a day of silence takes it from people's side bars. It returns [ErrName] if the server's rules
	// forbid the name, and [ErrLater] if two names were given within ten minutes: it does
	// not wait for that.
	Rename(ctx context.Context, thread, name string, over bool) error

	// Thread opens a thread at a message in a server, or finds the one that is there, and
	// returns its id. It returns [ErrLater] if Discord lets none be made there for minutes, as it
	// does not wait, and [ErrName] if the server's rules forbid the name.
	Thread(ctx context.Context, guild, channel, id, name string) (thread string, err error)

	// Invite adds people to a thread, with no notice in it and no ping. The nonce is that of a
	// message which does it: it says [Invitation], and then mentions them. It is to be deleted, unless its
	// id is empty.
	Invite(ctx context.Context, thread, nonce string, people []string) (id string, err error)

	// Direct opens the channel of direct messages with a person, or finds the one
	// that is there, and returns its id. Direct, and Post into that channel, return
	// [ErrClosed] if the person takes none. It returns [ErrTooFast] if Discord wants no more
	// to be opened for now.
	Direct(ctx context.Context, person string) (channel string, err error)

	// Rouse wakes a thread that has fallen asleep, and does nothing to another channel.
	// It returns [ErrForbidden] if the thread is locked, [ErrGone] if there is none.
	Rouse(ctx context.Context, channel string) error

	// Own returns the bot's own messages among the newest of a channel that were
	// made since a moment, newest first.
	Own(ctx context.Context, channel string, since time.Time) ([]Posted, error)

	// Member reports whether a person is in a server. It returns [ErrGone] if the bot
	// is not in it.
	Member(ctx context.Context, guild, person string) (bool, error)

	// Layout returns who may view the channels of a server.
	Layout(ctx context.Context, guild string) (Layout, error)
}

// A Posted is a message of the bot's own as it is found in a channel.
type Posted struct {
	ID      string
	Content string
	Buttons []string // what its buttons and menus carry
}

// has reports whether a message has a button of a kind.
func (p Posted) has(is func(message.Button) bool) bool {
	return slices.ContainsFunc(p.Buttons, func(id string) bool {
		b, err := message.ParseButton(id)
		return err == nil && is(b)
	})
}

// nothing knows no message by its buttons.
func nothing(Posted) bool { return false }

// Refused reports whether a channel refused for good: it is gone, or the bot is not allowed.
func Refused(err error) bool { return errors.Is(err, ErrGone) || errors.Is(err, ErrForbidden) }

// ignore drops an error of a kind.
func ignore(err, kind error) error {
	if errors.Is(err, kind) {
		return nil
	}
	return err
}
