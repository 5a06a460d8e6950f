package bot_test

import (
	"crypto/ed25519"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"parlour/bot"
	"parlour/bot/sandbox"
	"parlour/bot/sandbox/discord"
	"parlour/bot/sandbox/fault"
	"parlour/storage"
)

// httpRig starts a bot that takes interactions over HTTP, each time it starts at an address of its own.
func httpRig(t testing.TB, c sandbox.Config, adjust func(*bot.Config)) *rig {
	t.Helper()
	return rigWith(t, c, func(r *rig) func(*bot.Config) {
		return func(c *bot.Config) {
			c.Web, c.Interactions = listener(t), true
			r.web = c.Web.Addr().String()
			r.discord.SendTo("http://" + r.web + "/interactions")
			r.discord.SendEventsTo("http://" + r.web + "/events")
			if adjust != nil {
				adjust(c)
			}
		}
	})
}

// listener listens at a free address of loopback.
func listener(t testing.TB) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

// overHTTP fails the test unless all interactions went over HTTP, and the bot knows no gateway.
func (r *rig) overHTTP() {
	r.t.Helper()
	taken, refused := 0, 0
	for _, x := range r.discord.Traffic() {
		switch {
		case x.Method == discord.GatewayMethod && x.Path == "INTERACTION_CREATE", strings.Contains(x.Path, "/gateway"):
			r.t.Errorf("over HTTP there is no %s %s", x.Method, x.Path)
		case x.Method == discord.EndpointMethod && x.Status == http.StatusAccepted:
			taken++
		case x.Method == discord.EndpointMethod && x.Status == http.StatusUnauthorized:
			refused++
		}
	}
	if taken == 0 || refused == 0 {
		r.t.Errorf("%d interactions were taken and %d refused, want some of each", taken, refused)
	}
}

// A whole game is played over HTTP as over the gateway, with a restart in the middle, and no connection to a gateway is
// made.
func TestAWholeGameOverHTTP(t *testing.T) {
	t.Parallel()
	r := httpRig(t, sandbox.Config{}, nil)
	r.playsAWholeGame()
	r.overHTTP()
}

// While the bot is away a click says so at once, and after the restart it works.
func TestAClickWhileTheBotIsAway(t *testing.T) {
	t.Parallel()
	r := httpRig(t, sandbox.Config{}, nil)
	channel := r.discord.Channel("games")
	table := r.opens(channel, "game:permute opponent:@ben first:me", "Accept")
	r.stop()
	if _, err := r.discord.User("ben").Click(r.soon(), table.ID, "Accept"); !errors.Is(err, discord.ErrNoAnswer) {
		t.Errorf("without a bot the click says %v", err)
	}
	r.start()
	r.click("ben", table, "Accept")
	table = r.await("ben", channel, func(m sandbox.Message) bool { return m.ID == table.ID && m.Thread != "" })
	r.await("ben", table.Thread, func(m sandbox.Message) bool { return strings.Contains(m.Content, "here we go") })
}

// The bot is well while Discord's API answers, and says so when it does not.
func TestHealthOverHTTP(t *testing.T) {
	t.Parallel()
	r := httpRig(t, sandbox.Config{}, nil)
	r.log.await(t, r.ctx, "Parlour is ready", 1)
	at := "http://" + r.web
	want := func(when string, wantStatus int, words string) {
		t.Helper()
		if status, body := get(t, at+"/healthz"); status != wantStatus || !strings.Contains(body, words) {
			t.Errorf("%s: the health is %d %s", when, status, body)
		}
	}
	want("at work", http.StatusOK, `"ready":true,"connected":true`)
	r.fail(fault.Fault{Route: "GET /users/@me", Status: 503, Times: -1})
	r.log.await(t, r.ctx, "the API of Discord does not answer", 1)
	r.discord.Faults().Mend()
	r.log.await(t, r.ctx, "interactions are taken over HTTP", 2)
	want("when the API answers again", http.StatusOK, `"ready":true,"connected":true`)
	r.slash("ann", r.discord.Channel("games"), "/games")
	if _, body := get(t, at+"/metrics"); !strings.Contains(body, `parlour_gateway_open{shard="0"} 1`) || !strings.Contains(body, `parlour_interactions_refused_total{why="signature"} `) || strings.Contains(body, `{why="signature"} 0`) {
		t.Errorf("the metrics do not tell of refused signatures:\n%s", body)
	}
	r.fail(fault.Fault{Route: "GET /users/@me", Status: 503, Times: -1})
	r.log.await(t, r.ctx, "the API of Discord does not answer", 2)
	want("without the API", http.StatusServiceUnavailable, "the API of Discord does not answer")
	r.discord.Faults().Mend()
}

// What passes while Discord's API does not answer is an outage, and players get it back, also one who moves first.
func TestAnOutageOverHTTP(t *testing.T) {
	t.Parallel()
	for name, moves := range map[string]bool{"the API answers again": false, "a player moves": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := timedOn(t, httpRig, nil)
			channel := r.discord.Channel("games")
			r.fail(fault.Fault{Route: "GET /users/@me", Status: 503, Times: -1})
			r.log.await(t, r.ctx, "the API of Discord does not answer", 1)
			r.clock.Add(int64(time.Hour))
			if moves {
				r.slash("ann", channel, "/games")
			} else {
				r.discord.Faults().Mend()
			}
			r.until("the outage is noted", func() bool {
				up, err := storage.Uptimes.Get(r.ctx, r.store, storage.TheUptime)
				return err == nil && len(up.Outages) == 1 && up.Outages[0].To.Sub(up.Outages[0].From) == time.Hour
			})
		})
	}
}

// A bot whose public key is not the application's ends with a sentence, and so does one without a listener.
func TestAKeyThatIsNotTheApplications(t *testing.T) {
	t.Parallel()
	discord, err := sandbox.Start(sandbox.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer discord.Close()
	c := bot.Config{Token: discord.Token(), API: discord.URL(), Interactions: true, Log: slog.New(slog.DiscardHandler)}
	if err := bot.Run(t.Context(), c); !errors.Is(err, bot.ErrNoWeb) {
		t.Errorf("without a listener: %v", err)
	}
	if c.PublicKey, _, err = ed25519.GenerateKey(nil); err != nil {
		t.Fatal(err)
	}
	c.Web = listener(t)
	if err := bot.Run(t.Context(), c); err == nil || !strings.Contains(err.Error(), "which is "+discord.PublicKey()+": give that one, or leave it out") {
		t.Errorf("with another key: %v", err)
	}
}

// A bot of the gateway says so if Discord sends its interactions elsewhere.
func TestInteractionsThatGoElsewhereAreToldOf(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.stop()
	r.discord.SendTo("http://127.0.0.1:1/interactions")
	r.log.Reset()
	r.launch()
	r.log.await(t, r.ctx, "and none over the gateway: run with --interactions", 1)
}
