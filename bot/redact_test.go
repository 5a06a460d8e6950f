package bot

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"parlour/commands"
	"parlour/commands/message"
	"parlour/games/all"
)

// The tokens that these tests plant.
const (
	plantedBot         = "MTEwMDAwMDAwMDAwMDAwMDAwMQ.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789-_"
	plantedInteraction = "aW50ZXJhY3Rpb246MTEwMDAwMDAwMDAwMDAwMDAwMTpwbGFudGVk"
	plantedOther       = "a-token-of-another-form"
)

// clumsy is a transport that fails with all it knows.
type clumsy struct{}

func (clumsy) RoundTrip(r *http.Request) (*http.Response, error) {
	return nil, fmt.Errorf("no way to %s as %s", r.URL, r.Header.Get("Authorization"))
}

// wantClean fails the test for a planted token in a text that says something else.
func wantClean(t *testing.T, where, text, says string) {
	t.Helper()
	for _, token := range []string{plantedBot, plantedInteraction, plantedOther} {
		if strings.Contains(text, token) {
			t.Errorf("%s has a token: %s", where, text)
		}
	}
	if !strings.Contains(text, says) {
		t.Errorf("%s is %q, want something with %q", where, text, says)
	}
}

// clumsyBot is a bot whose every request fails with its tokens, and what it logs.
func clumsyBot(t *testing.T) (*bot, *bytes.Buffer) {
	t.Helper()
	var log bytes.Buffer
	b := newBot(Config{Token: plantedBot, Log: slog.New(slog.NewTextHandler(&log, nil)), Patience: 3})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := b.prepare(ctx); err == nil {
		t.Fatal("there is a way to Discord")
	}
	var err error
	if b.host, err = commands.New(commands.Config{Games: all.Games()}); err != nil {
		t.Fatal(err)
	}
	b.Patience = Config{}.withDefaults().Patience
	b.limits.backoff = 1000 * b.Patience
	b.rest.Client = &http.Client{Transport: door{by: clumsy{}}}
	return b, &log
}

// An error of the network holds no token, and says what else is known.
func TestErrorsHoldNoToken(t *testing.T) {
	t.Parallel()
	for _, token := range []string{plantedInteraction, plantedOther} {
		b, log := clumsyBot(t)
		i := &discordgo.InteractionCreate{Interaction: &discordgo.Interaction{ID: "1", Token: token}}
		b.app = "2"
		for name, err := range map[string]error{
			"a callback": b.put(t.Context(), i, callback(discordgo.InteractionResponsePong)),
			"an answer":  b.answer(t.Context(), i, drawnReply{}, true),
			"a post": func() error {
				_, err := channel{b, forBoard}.Post(t.Context(), "3", "n", message.Message{Content: "x"})
				return err
			}(),
			"the start": b.whoAmI(t.Context()),
			"commands":  b.register(t.Context()),
		} {
			wantClean(t, "the error of "+name, fmt.Sprint(err), "no way to ")
			wantClean(t, "the error of "+name, fmt.Sprintf("%v %+v %s %q", err, err, err, err), "no way to ")
			b.Log.Warn("it failed", "err", err)
		}
		wantClean(t, "the log", log.String(), "no way to ")
	}
}

// Whatever reaches the log by another way holds no token there: panics above all.
func TestTheLogHoldsNoToken(t *testing.T) {
	t.Parallel()
	b, log := clumsyBot(t)
	func() {
		defer b.recover("a test")
		panic(fmt.Sprintf("boom: Bot %s, %s, %s, https://discord.com/api/v9/webhooks/1/%s/messages/@original", plantedBot, plantedBot, plantedInteraction, plantedOther))
	}()
	wantClean(t, "the log of a panic", log.String(), "boom")
	wantClean(t, "the log of a panic", log.String(), "/messages/@original")
	log.Reset()
	secret := errors.New(plantedInteraction)
	said := b.Log.With("a", secret, "b", plantedBot).WithGroup("g").With(slog.Group("h", "c", []string{plantedBot}))
	said.Error(plantedBot, "d", struct{ Token string }{plantedInteraction}, "e", 5, slog.Group("i", "f", secret))
	b.gate.log.Error("a gateway", "err", errors.New(plantedBot)) // of which this makes 7
	wantClean(t, "the log", log.String(), "g.e=5")
	if n := strings.Count(log.String(), hidden); n != 7 {
		t.Errorf("the log hides %d tokens, want 7: %s", n, log)
	}
}

// What is no token stays.
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
