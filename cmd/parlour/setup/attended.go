package setup

import (
	"context"
	"fmt"
	"io"
	"log/slog"
)

// attended is the key of where a person reads what the program says.
type attended struct{}

// Attended returns a context in which a person sits before a window, and reads what is written to out.
func Attended(ctx context.Context, out io.Writer) context.Context {
	return context.WithValue(ctx, attended{}, out)
}

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
