package bot_test

import (
	"context"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parlour/bot"
	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/bot/sandbox/fault"
	"parlour/commands/world"
	"parlour/games/all"
	"parlour/storage/bolt"
)

// After each fault of the gateway the next command is answered.
func TestGatewayFaultsDoNotStopTheBot(t *testing.T) {
	t.Parallel()
	for name, wrong := range map[string]func(*sandbox.Server) error{
		"the session is invalid":              func(s *sandbox.Server) error { s.Faults().InvalidateSession(false); return nil },
		"the session is said to be resumable": func(s *sandbox.Server) error { s.Faults().InvalidateSession(true); return nil },
		"there is no session in place of READY": func(s *sandbox.Server) error {
			err := s.Faults().RefuseHello(9, 1)
			s.Faults().Disconnect(4000)
			return err
		},
		"it asks to reconnect in place of READY": func(s *sandbox.Server) error {
			err := s.Faults().RefuseHello(7, 1)
			s.Faults().Disconnect(4009)
			return err
		},
		"it asks to reconnect in place of RESUMED": func(s *sandbox.Server) error {
			err := s.Faults().RefuseHello(7, 1)
			s.Faults().Disconnect(4000)
			return err
		},
		"it is silent for a while": func(s *sandbox.Server) error {
			s.Faults().Silence(true)
			s.Faults().Disconnect(1006)
			s.Faults().Silence(false)
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := bottest.New(t)
			if err := wrong(r.Discord); err != nil {
				t.Fatal(err)
			}
			r.FaultsHappened()
			if err := r.Discord.AwaitBot(r.Ctx); err != nil {
				t.Fatal(err)
			}
			if got := r.Slash("ann", r.Discord.Channel("games"), "/games"); !strings.Contains(got.Content, "No games yet") {
				t.Errorf("after that /games is answered with %q", got.Content)
			}
		})
	}
}

// runAt runs a bot against an address. The channel returns the result of [bot.Run].
func runAt(t *testing.T, ctx context.Context, api, token string) <-chan error {
	t.Helper()
	store, err := bolt.Open(filepath.Join(t.TempDir(), "parlour.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	c := bot.Config{Token: token, API: api}
	c.Games, c.Store, c.Log = all.Games(), store, slog.New(slog.DiscardHandler)
	bottest.Hurry(&c)
	ended := make(chan error, 1)
	go func() { ended <- bot.Run(ctx, c) }()
	return ended
}

// A move that is being committed when the bot begins to stop is answered and shown.
func TestMoveDuringShutdownIsShown(t *testing.T) {
	t.Parallel()
	r := bottest.New(t)
	channel, _ := r.Challenge(r.Discord.Channel("games"), "")
	r.Stop()
	reached, gate := make(chan struct{}), make(chan struct{})
	r.Adjust = func(c *bot.Config) {
		c.Store = &world.Store{Store: c.Store, Before: func(a world.Access) error {
			if a.Op == world.Append && len(a.Entries) > 0 {
				close(reached)
				world.Pass(t, gate, "permission to append")
			}
			return nil
		}}
	}
	r.Start()
	preview, answered := r.Slash("ann", channel, "/move move:Cd3-d4"), make(chan error, 1)
	go func() {
		_, err := r.Discord.User("ann").Click(r.Ctx, preview.ID, "Confirm")
		answered <- err
	}()
	world.Receive(t, reached, "the commit of the move")
	stopped := make(chan struct{})
	go func() { r.Stop(); close(stopped) }()
	r.Logged("finishes what is under way", 2)
	close(gate)
	world.Receive(t, stopped, "the end of the bot")
	if err := world.Receive(t, answered, "the answer to the move"); err != nil {
		t.Errorf("the move was answered with: %v", err)
	}
	if boards := bottest.Public(r.Discord.User("cleo").Sees(channel)); len(boards) != 2 {
		t.Errorf("there are %d boards, want 2", len(boards))
	}
}

// The bot ends after [bot.Config.Grace] even if Discord answers nothing.
func TestShutdownEndsAfterGrace(t *testing.T) {
	t.Parallel()
	r := bottest.New(t)
	channel, _ := r.Challenge(r.Discord.Channel("games"), "")
	r.Stop()
	r.Adjust = func(c *bot.Config) { c.Grace, c.Linger = time.Millisecond, time.Millisecond }
	r.Start()
	r.Plan(fault.Fault{Route: "POST /channels/{channel}/messages", Wait: time.Hour})
	if _, err := r.Discord.User("ann").Click(r.Ctx, r.Slash("ann", channel, "/move move:Cd3-d4").ID, "Confirm"); err != nil {
		t.Fatal(err)
	}
	r.FaultsHappened()
	r.Stop()
	if !strings.Contains(r.Said.String(), "did not finish in time") {
		t.Error("the log does not say that work was cut off")
	}
}

// The bot stops at once even if Discord asks it to wait for an hour.
func TestLongRateLimitDoesNotDelayShutdown(t *testing.T) {
	t.Parallel()
	r := bottest.New(t)
	r.Plan(fault.Fault{Route: "POST /channels/{channel}/messages", Status: 429, Wait: time.Hour})
	r.Slash("ann", r.Discord.Channel("games"), "/play game:permute")
	r.FaultsHappened()
	r.Stop()
	r.Plan(fault.Fault{Route: "PUT /applications/{app}/commands", Status: 429, Wait: time.Hour})
	r.Start()
	r.FaultsHappened()
	r.Stop()
	if strings.Contains(r.Said.String(), "did not finish in time") {
		t.Error("the end of the bot waited for a rate limit")
	}
}
