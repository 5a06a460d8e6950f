package commands_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"parlour/commands"
)

// A request whose time has run out while it waited behind others of its person is refused in a sentence,
// and is a warning in the log, not an error.
func TestRequestThatWaitedTooLongIsRefused(t *testing.T) {
	w := newTalk(t)
	var log bytes.Buffer
	w.with(func(c *commands.Config) { c.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	late, cancel := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer cancel()
	for _, r := range []commands.Request{{Command: "record"}, {Command: "games"}, {Button: "1::0:mydata"}} {
		said := w.ask(late, r).Message.Content
		if want := "Too many at once. Nothing changed, so try again."; said != want {
			t.Errorf("%+v, which comes too late, is answered with %q, want %q", r, said, want)
		}
	}
	if strings.Contains(log.String(), "level=ERROR") || strings.Count(log.String(), "\n") != 3 {
		t.Errorf("the log has %s, want a warning for each", &log)
	}
}
