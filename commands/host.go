package commands

import (
	"context"
	"io"
	"log/slog"
	"time"

	"parlour/commands/match"
	"parlour/commands/match/lobby"
	"parlour/commands/message"
	"parlour/commands/publish"
	"parlour/commands/think"
	"parlour/games"
	"parlour/storage"
)

// A host is what handlers work with. It is safe for concurrent use.
type host struct {
	Games    []games.Game // those that are offered
	Palettes []string     // of pictures, by the names that the catalogue has for them
	Store    storage.Store
	Now      func() time.Time
	Random   io.Reader // for seeds and for the order of the seats
	Log      *slog.Logger
	Commands []string // the names of all commands
	Version  string   // of Parlour; may be empty

	Standing func(context.Context) (Standing, error) // asks Discord what it knows of the bot; nil where nobody can be asked

	Env       *match.Env
	Writer    *message.Writer
	Publisher *publish.Publisher
	Thinkers  *think.Pool
	Gate      *lobby.Gate
}
