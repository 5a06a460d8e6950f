package setup

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"
)

// A person reads in words that the bot runs, and a service's log alone has it.
func TestAPersonReadsThatItRuns(t *testing.T) {
	t.Parallel()
	for _, person := range []bool{true, false} {
		var out, logged bytes.Buffer
		ctx := context.Context(t.Context())
		if person {
			ctx = Attended(ctx, &out)
		}
		Ready(ctx, slog.New(slog.NewTextHandler(&logged, nil)))("https://example.org/invite")
		told := strings.Contains(out.String(), "Parlour is running. Close this window or press Ctrl+C to stop it.\nInvite it: https://example.org/invite\n")
		if told != person || (out.Len() > 0) != person || !strings.Contains(logged.String(), "invite=https://example.org/invite") {
			t.Errorf("before a person, %t, it says %q and logs %q", person, out.String(), logged.String())
		}
	}
}
