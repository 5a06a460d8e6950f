package bot_test

import (
	"crypto/ed25519"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"parlour/bot"
	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/bot/sandbox/fault"
)

// The bot is well while Discord's API answers, and says so when it does not.
func TestHealthOverHTTP(t *testing.T) {
	t.Parallel()
	r := bottest.OverHTTP(t, sandbox.Config{})
	r.Logged("Parlour is ready", 1)
	at := r.Web
	want := func(when string, wantStatus int, words string) {
		t.Helper()
		if status, body := get(t, at+"/healthz"); status != wantStatus || !strings.Contains(body, words) {
			t.Errorf("%s: the health is %d %s", when, status, body)
		}
	}
	want("at work", http.StatusOK, `"ready":true,"connected":true`)
	r.Plan(fault.Fault{Route: "GET /users/@me", Status: 503, Times: -1})
	r.Logged("the API of Discord does not answer", 1)
	r.Discord.Faults().Mend()
	r.Logged("interactions are taken over HTTP", 2)
	want("when the API answers again", http.StatusOK, `"ready":true,"connected":true`)
	r.Slash("ann", r.Discord.Channel("games"), "/games")
	if _, body := get(t, at+"/metrics"); !strings.Contains(body, `parlour_gateway_open{shard="0"} 1`) || !strings.Contains(body, `parlour_interactions_refused_total{why="signature"} `) || strings.Contains(body, `{why="signature"} 0`) {
		t.Errorf("the metrics do not tell of refused signatures:\n%s", body)
	}
	r.Plan(fault.Fault{Route: "GET /users/@me", Status: 503, Times: -1})
	r.Logged("the API of Discord does not answer", 2)
	want("without the API", http.StatusServiceUnavailable, "the API of Discord does not answer")
	r.Discord.Faults().Mend()
}

// A bot whose public key is not the application's ends with a sentence, and so does one without a listener.
func TestAKeyThatIsNotTheApplications(t *testing.T) {
	t.Parallel()
	discord, err := sandbox.Start(sandbox.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer discord.Close()
	c := bot.Config{Token: discord.Token(), API: discord.URL(), Interactions: true}
	c.Log = slog.New(slog.DiscardHandler)
	if err := bot.Run(t.Context(), c); !errors.Is(err, bot.ErrNoWeb) {
		t.Errorf("without a listener: %v", err)
	}
	if c.PublicKey, _, err = ed25519.GenerateKey(nil); err != nil {
		t.Fatal(err)
	}
	c.Web = bottest.Listener(t)
	if err := bot.Run(t.Context(), c); err == nil || !strings.Contains(err.Error(), "which is "+discord.PublicKey()+": give that one, or leave it out") {
		t.Errorf("with another key: %v", err)
	}
}

// A bot of the gateway says so if Discord sends its interactions elsewhere.
func TestInteractionsThatGoElsewhereAreToldOf(t *testing.T) {
	t.Parallel()
	r := bottest.New(t)
	r.Stop()
	r.Discord.SendTo("http://127.0.0.1:1/interactions")
	r.Said.Reset()
	r.Launch()
	r.Logged("and none over the gateway: run with --interactions", 1)
}
