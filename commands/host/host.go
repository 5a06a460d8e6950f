// Package host is what every answer of Parlour is made with, below the rooms of commands that
// have the handlers: a [Host] holds the store and its tools, a [Call] is a request that is being
// answered, a [Handler] answers it.
//
// Its policies:
//
//   - It has what at least two rooms of handlers need, and no handler of a single command or button.
//   - A handler takes a decision of package match through [Host.InGame], or [Host.InTurn] for a
//     button, which commits it and makes the answer. A handler that only looks takes [Host.SeeTurn].
//   - A match reaches a handler through [Host.Find] or [Host.Seen]. Both refuse a person who may
//     not see it.
//   - A stale button is answered with the board as it is now.
//   - An error is one sentence, by [Host.Sentence].
//
// It finds the match that is meant (find.go), says who may see it (see.go), carries decisions out
// (decide.go), and knows how a press is answered where Parlour is a guest (guest.go).
package host

import (
	"context"
	"io"
	"log/slog"
	"time"

	"parlour/commands/interaction"
	"parlour/commands/match"
	"parlour/commands/match/lobby"
	"parlour/commands/message"
	"parlour/commands/publish"
	"parlour/commands/think"
	"parlour/games"
	"parlour/storage"
)

// A Host is what handlers work with. It is safe for concurrent use.
type Host struct {
	Games    []games.Game // those that are offered
	Palettes []string     // of pictures, by the names that the catalogue has for them
	Store    storage.Store
	Now      func() time.Time
	Random   io.Reader // for seeds and for the order of the seats
	Log      *slog.Logger
	Commands []string // the names of all commands
	Version  string   // of Parlour; may be empty

	Standing func(context.Context) (interaction.Standing, error) // asks Discord what it knows of the bot; nil where nobody can be asked

	Env       *match.Env
	Writer    *message.Writer
	Publisher *publish.Publisher
	Thinkers  *think.Pool
	Gate      *lobby.Gate
}
