package rest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

// The tokens that these tests plant.
const (
	plantedBot         = "MTEwMDAwMDAwMDAwMDAwMDAwMQ.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789-_"
	plantedInteraction = "aW50ZXJhY3Rpb246MTEwMDAwMDAwMDAwMDAwMDAwMTpwbGFudGVk"
)

// [RedactLog] hides tokens in messages, attributes and groups, and keeps the rest, in text and in JSON.
func TestLogIsRedacted(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	wantRedacted(t, &out, slog.NewTextHandler(&out, nil), "g.e=5")
	wantRedacted(t, &out, slog.NewJSONHandler(&out, nil), `"e":5`)
}

// wantRedacted logs tokens to a handler that writes to out, and checks that they are hidden and that keeps is not.
func wantRedacted(t *testing.T, out *bytes.Buffer, to slog.Handler, keeps string) {
	t.Helper()
	out.Reset()
	secret := errors.New(plantedInteraction)
	log := slog.New(RedactLog(to, plantedBot))
	log = log.With("a", secret, "b", plantedBot).WithGroup("g").With(slog.Group("h", "c", []string{plantedBot}))
	log.Error(plantedBot, "d", struct{ Token string }{plantedInteraction}, "e", 5, slog.Group("i", "f", secret))
	text := out.String()
	if strings.Contains(text, plantedBot) || strings.Contains(text, plantedInteraction) || !strings.Contains(text, keeps) {
		t.Errorf("the log is %s", text)
	}
	if n := strings.Count(text, hidden); n != 6 {
		t.Errorf("the log hides %d tokens, want 6: %s", n, text)
	}
}

// Text that holds no token stays as it is, and a redacted error can still be told apart.
func TestRedactionIsSparing(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "interactions are late", "Bot is ready", "webhooks/x", "https://discord.com/oauth2/authorize?client_id=1"} {
		if got := scrub(text); got != text {
			t.Errorf("scrub(%q) = %q", text, got)
		}
	}
	if redact(nil) != nil {
		t.Error("redact makes an error of none")
	}
	if err := redact(fmt.Errorf("a: %w", context.Canceled)); !errors.Is(err, context.Canceled) {
		t.Error("a redacted error hides what it is")
	}
}
