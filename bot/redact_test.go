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
	"time"

	"github.com/bwmarrin/discordgo"

	"parlour/bot/rest"
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

// clumsy is a transport whose errors contain the address and the token.
type clumsy struct{}

func (clumsy) RoundTrip(r *http.Request) (*http.Response, error) {
	return nil, fmt.Errorf("no way to %s as %s", r.URL, r.Header.Get("Authorization"))
}

// wantClean checks that a text has no planted token, and that it has other words.
func wantClean(t *testing.T, where, text, says string) {
	t.Helper()
	for _, token := range []string{plantedBot, plantedInteraction, plantedOther} {
		if strings.Contains(text, token) {
			t.Errorf("%s has a token: %s", where, text)
		}
	}
	if !strings.Contains(text, says) {
		t.Errorf("%s is %q, want it to contain %q", where, text, says)
	}
}

// clumsyBot returns a bot and its log. Every request of the bot fails with an error that
// contains its tokens, and no second try has the time for its pause.
func clumsyBot(t *testing.T) (*bot, *bytes.Buffer) {
	t.Helper()
	var log bytes.Buffer
	planted := Config{Token: plantedBot, Patience: 3, AnswerWithin: 1000 * time.Hour}
	planted.Log = slog.New(slog.NewTextHandler(&log, nil))
	b := newBot(planted)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := b.prepare(ctx); err == nil {
		t.Fatal("prepare succeeds without a Discord")
	}
	var err error
	if b.service, err = commands.New(commands.Config{Games: all.Games()}); err != nil {
		t.Fatal(err)
	}
	b.Patience = Config{}.withDefaults().Patience
	c := b.restConfig()
	c.Backoff, c.Transport = 1000*b.Patience, clumsy{}
	if b.rest, err = rest.New(c); err != nil {
		t.Fatal(err)
	}
	return b, &log
}

// An error of the network has no token, and keeps its other words.
func TestErrorsHoldNoToken(t *testing.T) {
	t.Parallel()
	for _, planted := range []string{plantedInteraction, plantedOther} {
		b, log := clumsyBot(t)
		x := &exchange{b: b, InteractionCreate: &discordgo.InteractionCreate{Interaction: &discordgo.Interaction{ID: "1", Token: planted}}}
		b.app = "2"
		b.tokens.Put("5", token{Text: planted, At: b.Now()})
		for name, err := range map[string]error{
			"a callback":                      x.put(response{Type: discordgo.InteractionResponsePong}),
			"an answer":                       func() error { _, err := x.answer(drawnReply{}); return err }(),
			"an edit by the token of a press": (channel{b, rest.Normal}).Edit(t.Context(), "3", "5", message.Message{Content: "x"}),
			"a deletion":                      (&exchange{b: b, InteractionCreate: x.InteractionCreate, pressed: asker, answered: discordgo.InteractionResponseDeferredMessageUpdate}).deleteOriginal(),
			"a post": func() error {
				_, err := channel{b, rest.Normal}.Post(t.Context(), "3", "n", message.Message{Content: "x"})
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

// The log redacts panics and errors of the gateway, which the bot does not redact before.
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
	b.gatewayConfig().Log.Error("a gateway", "err", errors.New(plantedBot))
	wantClean(t, "the log of the gateway", log.String(), "[a token]")
}
