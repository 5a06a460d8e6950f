package bot

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/time/rate"

	"parlour/bot/gateway"
	"parlour/bot/rest"
	"parlour/bot/sandbox"
	"parlour/bot/sandbox/discord"
	"parlour/bot/sandbox/fault"
	rights "parlour/bot/sandbox/world"
	"parlour/commands"
	"parlour/commands/message"
	"parlour/commands/publish"
	"parlour/commands/world"
	"parlour/games/all"
	"parlour/storage/bolt"
)

// A desk is a sandbox and a bot without a gateway, with the bot's channels.
type desk struct {
	channel
	t       *testing.T
	ctx     context.Context
	cancel  func()
	discord *sandbox.Server
	games   string // the id of #games
	began   time.Time
	now     atomic.Pointer[time.Time]
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{t: t, began: time.Now().Truncate(time.Second)} // Discord's times have microseconds
	d.now.Store(&d.began)
	var err error
	d.discord, err = sandbox.Start(sandbox.Config{OpenAPI: os.Getenv("DISCORD_OPENAPI"), AnswerWithin: time.Minute, Haste: 1000, Now: d.theirs})
	if err != nil {
		t.Fatal(err)
	}
	d.ctx, d.cancel = context.WithTimeout(t.Context(), 9*time.Minute)
	t.Cleanup(func() {
		d.cancel()
		d.discord.Close()
		for _, x := range d.discord.Violations() {
			t.Errorf("%s %s breaks Discord's rules: %s%s", x.Method, x.Path, x.Wrong, x.WrongAnswer)
		}
	})
	quick := gateway.UsualTimes()
	quick.First, quick.Spacing, quick.Hello = time.Millisecond, 10*time.Millisecond, quick.Open
	b := newBot(Config{
		Config: quiet(d.theirs), Token: d.discord.Token(), API: d.discord.URL(), Clock: d.theirs,
		Gateway: quick, Look: 100 * time.Millisecond, RegisterAgain: time.Millisecond,
	})
	d.channel, d.games = channel{b, rest.Normal}, d.discord.Channel("games")
	d.adjust(func(*rest.Config) {})
	if err := b.whoAmI(d.ctx); err != nil {
		t.Fatal(err)
	}
	return d
}

// quiet is what commands work with that log nothing.
func quiet(now func() time.Time) commands.Config {
	return commands.Config{Config: publish.Config{Log: slog.New(slog.DiscardHandler)}, Now: now}
}

// adjust gives the bot another client of Discord's REST API.
func (d *desk) adjust(change func(*rest.Config)) {
	d.t.Helper()
	c := d.b.restConfig()
	change(&c)
	var err error
	if d.b.rest, err = rest.New(c); err != nil {
		d.t.Fatal(err)
	}
}

// runs runs something until the end of the test, which must end it without an error.
func (d *desk) runs(run func(context.Context) error) {
	ctx, end := context.WithCancel(d.ctx)
	ended := make(chan error, 1)
	go func() { ended <- run(ctx) }()
	d.t.Cleanup(func() {
		end()
		if err := world.Receive(d.t, ended, "the end of the gateway"); err != nil {
			d.t.Errorf("the gateway ended with %v", err)
		}
	})
}

// unlimited is a rate of requests that delays none.
const unlimited = float64(rate.Inf)

// oneTry makes the bot give up a request after its first failure.
func (d *desk) oneTry() { d.adjust(func(c *rest.Config) { c.Backoff = time.Hour }) }

// unhurried makes the bot send each request at once, only once, and wait for its answer.
func (d *desk) unhurried() {
	d.adjust(func(c *rest.Config) { c.Patience, c.PerSecond = 1000*time.Hour, unlimited })
}

// theirs is the clock of the sandbox.
func (d *desk) theirs() time.Time { return *d.now.Load() }

// says posts a message and returns its id.
func (d *desk) says(channel string, m message.Message) string {
	d.t.Helper()
	id, err := d.Post(d.ctx, channel, fmt.Sprint(len(d.sent("POST", "/messages"))), m)
	if err != nil {
		d.t.Fatal(err)
	}
	return id
}

// thread opens a thread in #games.
func (d *desk) thread() string {
	d.t.Helper()
	id, err := d.Thread(d.ctx, rights.GuildID, d.games, d.says(d.games, message.Message{Content: "a table"}), "a game")
	if err != nil {
		d.t.Fatal(err)
	}
	return id
}

// sent lists the requests of a method whose path has a suffix.
func (d *desk) sent(method, end string) (all []discord.Exchange) {
	for _, x := range d.discord.Traffic() {
		if x.Method == method && strings.HasSuffix(x.Path, end) {
			all = append(all, x)
		}
	}
	return all
}

func (d *desk) fail(f fault.Fault) {
	d.t.Helper()
	if _, err := d.discord.Faults().Fail(f); err != nil {
		d.t.Fatal(err)
	}
}

// logLines is a log whose messages a test can wait for.
type logLines chan string

func (logLines) Enabled(context.Context, slog.Level) bool { return true }
func (l logLines) WithAttrs([]slog.Attr) slog.Handler     { return l }
func (l logLines) WithGroup(string) slog.Handler          { return l }

func (l logLines) Handle(_ context.Context, r slog.Record) error {
	l <- r.Message
	return nil
}

func (l logLines) await(t *testing.T, message string) {
	t.Helper()
	late := time.After(world.Patience)
	for {
		select {
		case m := <-l:
			if m == message {
				return
			}
		case <-late:
			t.Fatalf("the log does not have %q", message)
		}
	}
}

// serviceDesk returns a desk whose bot has a service behind its commands, and the bot's log.
func serviceDesk(t *testing.T) (*desk, logLines) {
	t.Helper()
	d, said := newDesk(t), make(logLines, 1000)
	store, err := bolt.Open(filepath.Join(t.TempDir(), "parlour.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	d.b.Games, d.b.Store, d.b.Log = all.Games(), store, slog.New(said)
	t.Cleanup(d.b.giveUp)
	if err := d.b.prepare(d.ctx); err != nil {
		t.Fatal(err)
	}
	return d, said
}
