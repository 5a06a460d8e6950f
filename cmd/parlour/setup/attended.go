package setup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
)

// ErrRuns says to a person that the store is in use.
//
//lint:ignore ST1005 a name
var ErrRuns = errors.New("Parlour runs already in another window: go on with that one, or close it first")

// Begin returns what a program does that was started with some arguments. alone reports whether there were none, as by a
// double click, and a person sits before it.
func Begin(args []string, con *Console) (does []string, alone bool) {
	switch {
	case len(args) > 0 && args[0] == "help":
		return append(slices.Clone(args[1:]), "--help"), false
	case len(args) > 0:
		return args, false
	}
	here().comeHome()
	if does = Alone(); con.Interactive || does[0] == "run" { // without a terminal nobody can be asked
		return does, con.Interactive
	}
	return nil, false
}

// comeHome goes to the folder of the program where people start it by a double click, which may begin elsewhere
// (the Mac's Finder begins in the person's own folder). It stays where there are settings or games, and where
// something else says the token, and if it may not write in the program's folder.
func (m machine) comeHome() {
	if !m.clicks() || exists(DefaultFile) || exists("parlour.db") || tokenAround() {
		return
	}
	home := filepath.Dir(m.program)
	f, err := os.CreateTemp(home, ".parlour.*")
	if err != nil {
		return
	}
	if err := errors.Join(f.Close(), os.Remove(f.Name())); err == nil {
		_ = os.Chdir(home) // or else it stays
	}
}

// attended is the key of where a person reads what the program says.
type attended struct{}

// Attended returns a context in which a person sits before a window, and reads what is written to out.
func Attended(ctx context.Context, out io.Writer) context.Context {
	return context.WithValue(ctx, attended{}, out)
}

// IsAttended reports whether a context is one of [Attended].
func IsAttended(ctx context.Context) bool { return ctx.Value(attended{}) != nil }

// Ready returns what logs that the bot runs, with the link that invites it, and says so to a person if there
// is one.
func Ready(ctx context.Context, log *slog.Logger) func(invitation string) {
	return func(invitation string) {
		log.Info("Parlour is ready", "invite", invitation)
		if out, ok := ctx.Value(attended{}).(io.Writer); ok {
			fmt.Fprintf(out, "\nParlour is running. Close this window or press Ctrl+C to stop it.\nInvite it: %s\n\n", invitation)
		}
	}
}
