package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"parlour/bot/sandbox"
	"parlour/games/all"
	"parlour/storage/bolt"
)

// told is a log of which one message is awaited at a time.
type told chan string

func (told) Enabled(context.Context, slog.Level) bool { return true }
func (l told) WithAttrs([]slog.Attr) slog.Handler     { return l }
func (l told) WithGroup(string) slog.Handler          { return l }

func (l told) Handle(_ context.Context, r slog.Record) error {
	l <- r.Message
	return nil
}

func (l told) await(t *testing.T, ctx context.Context, message string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(ctx, Patience)
	defer cancel()
	for {
		select {
		case m := <-l:
			if m == message {
				return
			}
		case <-ctx.Done():
			t.Fatalf("%q was not said", message)
		}
	}
}

// hostedDesk is a desk whose bot has a host, and what it says.
func hostedDesk(t *testing.T) (*desk, told) {
	t.Helper()
	d, said := newDesk(t), make(told, 1000)
	store, err := bolt.Open(filepath.Join(t.TempDir(), "parlour.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	d.b.Games, d.b.Store, d.b.Log = all.Games(), store, slog.New(said)
	d.b.gate = d.b.newGateway()
	t.Cleanup(d.b.giveUp)
	if err := d.b.prepare(d.ctx); err != nil {
		t.Fatal(err)
	}
	return d, said
}

// While the gateway is shut the bot gives no sign of life and looks for nothing.
func TestNoSignOfLifeWhileTheGatewayIsShut(t *testing.T) {
	t.Parallel()
	d, said := hostedDesk(t)
	d.b.limits.backoff = time.Hour // so that it gives up a question at its first failure
	want := func(when string, want bool) {
		t.Helper()
		looked := false
		d.b.lookIfAlive(func(context.Context) error { looked = true; return nil })
		if alive := d.b.beat(); alive != want || looked != want {
			t.Errorf("%s there is a sign of life: %v, and a look: %v, want %v", when, alive, looked, want)
		}
	}
	want("before the gateway is open", false)
	ctx, end := context.WithCancel(d.ctx)
	ended := make(chan error)
	go func() { ended <- d.b.gate.run(ctx) }()
	said.await(t, d.ctx, "the gateway is open")
	want("when it is open", true)
	d.fail(sandbox.Fault{Route: "GET /gateway/bot", Status: 500, Times: -1})
	d.discord.Disconnect(4009) // after which there is no session to resume
	said.await(t, d.ctx, "the gateway is gone; reconnecting")
	want("when it is gone", false)
	said.await(t, d.ctx, "the gateway stays closed; trying again")
	want("when it does not open again", false)
	d.discord.Mend()
	said.await(t, d.ctx, "the gateway is open")
	want("when it is open again", true)
	end()
	if err := Receive(t, ended, "the end of the gateway"); err != nil {
		t.Error(err)
	}
}

// What fails, panics or comes too late is told from what was done.
func TestTry(t *testing.T) {
	t.Parallel()
	d, said := hostedDesk(t)
	try := func(do func() error, want bool) {
		t.Helper()
		if got := d.b.try("stand on its head", func(context.Context) error { return do() }); got != want {
			t.Errorf("try = %v, want %v", got, want)
		}
	}
	try(func() error { return nil }, true)
	try(func() error { return errors.New("it fell") }, false)
	said.await(t, d.ctx, "cannot stand on its head")
	try(func() error { panic("dizzy") }, false)
	said.await(t, d.ctx, "a panic was caught")
	d.b.finish()
	try(func() error { t.Error("the bot is stopping, and begins something"); return nil }, false)
}

// An interaction that discordgo cannot read, or panics at, reaches nothing else. What it
// can read of one is handled.
func TestAnInteractionThatCannotBeRead(t *testing.T) {
	t.Parallel()
	d, said := hostedDesk(t)
	for raw, want := range map[string]string{
		`"no interaction"`: "an interaction cannot be read",
		`{"id":"1","token":"t","type":5,"data":{"custom_id":"x","components":[{"type":99}]}}`: "an interaction cannot be read",
		`{"id":"1","token":"t","type":3,"data":null}`:                                         "a panic was caught",
	} {
		d.b.heard(json.RawMessage(raw))
		said.await(t, d.ctx, want)
	}
	d.b.heard(json.RawMessage(`null`))
}

// A token that is taken back while the bot runs ends it.
func TestATokenThatIsTakenBack(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.discord.Intercept(func(w http.ResponseWriter, r *http.Request) bool {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusUnauthorized)
		fmt.Fprint(w, `{"message":"401: Unauthorized","code":0}`)
		return true
	})
	if err := d.b.gate.run(d.ctx); !errors.Is(err, ErrBadToken) {
		t.Errorf("run = %v, want %v", err, ErrBadToken)
	}
}

// The gateway of the sandbox is one that discordgo takes for Discord's, although the bot
// speaks to it without discordgo.
func TestDiscordgoAtTheSandbox(t *testing.T) {
	t.Parallel()
	d, _ := hostedDesk(t)
	if err := d.b.register(d.ctx); err != nil {
		t.Fatal(err)
	}
	s, err := newSession(d.b.Token, d.b.API)
	if err != nil {
		t.Fatal(err)
	}
	answered := make(chan error, 1)
	s.AddHandler(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		answered <- s.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{
			Type: discordgo.InteractionResponseChannelMessageWithSource,
			Data: &discordgo.InteractionResponseData{Content: "hello from " + i.ApplicationCommandData().Name},
		})
	})
	if err := s.Open(); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if m, err := d.discord.User("ann").Slash(d.ctx, d.games, "/games"); err != nil || m.Content != "hello from games" {
		t.Fatalf("the command is answered with %+v, %v", m, err)
	}
	if err := Receive(t, answered, "the answer of discordgo"); err != nil {
		t.Error(err)
	}
}

// The night's work is done once a night, and what a program adds to it too, even if the
// one fails.
func TestNightly(t *testing.T) {
	t.Parallel()
	d, said := hostedDesk(t)
	added := 0
	d.b.Nightly = func(context.Context) error { added++; return errors.New("no room") }
	d.b.Tick = "@every 8760h"
	ticks := d.b.wake()
	ticks.Stop()
	nights := 0
	for _, e := range ticks.Entries() {
		day := time.Date(2026, 11, 20, 12, 0, 0, 0, time.Local)
		first := e.Schedule.Next(day)
		if first.Sub(day) < 24*time.Hour {
			nights++
			e.Job.Run()
			said.await(t, d.ctx, "cannot do what else is done at night")
			if second := e.Schedule.Next(first); first.Hour() > 6 || second.Day() != first.Day()+1 {
				t.Errorf("the night's work is done at %v and %v", first, second)
			}
		}
	}
	if added != nights {
		t.Errorf("in %d nights what is added was done %d times", nights, added)
	}
	if nights != 1 {
		t.Errorf("%d entries are due within a day, want the night's work alone", nights)
	}
	d.b.finish()
}

// Whoever waits for what is under way, once the gateway is open, waits for the sign of
// life of its opening too.
func TestTheSignOfLifeOfAnOpeningIsWaitedFor(t *testing.T) {
	t.Parallel()
	d, _ := hostedDesk(t)
	var noted <-chan struct{}
	note := d.b.gate.note
	d.b.gate.note = func() <-chan struct{} { noted = note(); return noted }
	heard := make(chan bool, 1)
	d.b.gate.alive = func(open bool) {
		if !open {
			return
		}
		d.b.Busy.Wait()
		select {
		case <-noted: // never, of nil
			heard <- true
		default:
			heard <- false
		}
	}
	ctx, end := context.WithCancel(d.ctx)
	ended := make(chan error)
	go func() { ended <- d.b.gate.run(ctx) }()
	if !Receive(t, heard, "the opening of the gateway") {
		t.Error("the wait was over before the sign of life")
	}
	end()
	if err := Receive(t, ended, "the end of the gateway"); err != nil {
		t.Error(err)
	}
}
