// Package bot is the edge to Discord: events come in and become Requests of
// package commands, Replies and public messages go out. It is the one package
// that names discordgo, which makes its requests and reads its events; the link to
// the gateway is its own.
//
// Its policies:
//
//   - Public messages are ordinary messages of the old style: content, one
//     attachment with alt text, rows of buttons. Their first words are what a
//     phone's notification shows.
//   - The answer to an interaction is for the asker alone. It is deferred, in its
//     kind, when it is not ready in time; completions are never deferred.
//   - Every message says whom it may notify, and that is never more than those
//     who are asked for something.
//   - Every request waits by one limiter: boards go before reminders, and answers to
//     interactions wait for neither. What fails and may pass is made again where that
//     makes nothing twice, and nothing waits longer than its context.
//   - Nothing that fails in one handler reaches another, and no token reaches a
//     log or an error.
package bot

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"parlour/commands"
	"parlour/commands/match"
	"parlour/commands/publish"
	"parlour/games"
	"parlour/imaging"
	"parlour/storage"
)

// Config is what a bot runs with.
type Config struct {
	Token string
	Games []games.Game
	Store storage.Store
	Log   *slog.Logger

	API        string           // where Discord is, "http://127.0.0.1:8080"; empty for Discord itself
	Now        func() time.Time // default time.Now
	Random     io.Reader        // for all that is drawn, such as seeds; default that of crypto/rand
	Tick       string           // when to look for what is due, as cron has it; default "@every 5s"
	Pace       float64          // how many requests a second what can wait makes, such as reminders; default 20
	Patience   time.Duration    // how long at most a request is tried and waits for its turn; default 30 s
	Brief      time.Duration    // how long one direct message may hold up a board, as commands.Config has it
	DeferAfter time.Duration    // when an answer that is not ready is deferred; default 1.5 s
	Grace      time.Duration    // how long what is under way may take at the end; default 6 s
	Monitor    net.Listener     // where /healthz and /metrics are served until the bot ends; nil for nowhere
	Busy       *sync.WaitGroup  // counts the handlers and looks under way, for who waits for them; default one of its own

	Nightly func(context.Context) error // done every night besides, such as a copy of the store; nil for nothing
}

// What ends a bot before it has begun. Each is told in one sentence.
var (
	ErrNoToken  = errors.New("there is no bot token: set DISCORD_TOKEN to the token of your application's bot")
	ErrBadToken = errors.New("the bot token is refused by Discord: copy it anew from your application's Bot page into DISCORD_TOKEN")
)

// lastGrace is how long what was cut off has to write down how far it came.
const lastGrace = time.Second

// looksAtOnce is how many looks at what is due there may be at once: each waits for
// Discord most of the time.
const looksAtOnce = 8

// thinkersAtOnce is how many opponents may think at once: half the machine is left to
// people's clicks.
func thinkersAtOnce() int { return max(runtime.GOMAXPROCS(0)/2, 1) }

// A bot is a running bot.
type bot struct {
	Config
	rest   *discordgo.Session // for requests; its gateway is never opened
	limits *limiter
	host   *commands.Service
	app    string // id of the application
	self   string // id of the bot's user

	animating sync.Mutex // one animation at a time, since each takes a core for a while and much memory

	gate    *gateway
	metrics *metrics
	alive   atomic.Bool   // whether the gateway is open
	ready   atomic.Bool   // whether the bot is at work, from its start to its end
	opened  chan struct{} // closed when the gateway is open for the first time
	once    sync.Once
	work    context.Context // of handlers and looks, done when the grace ends
	giveUp  context.CancelFunc
	calm    context.Context // of what nobody waits for, done when the bot begins to stop
	hurry   context.CancelFunc
	mu      sync.Mutex
	closing bool
}

// Run runs a bot until the context is done; then it finishes what is under way
// and returns nil. It returns an error when Discord will not have the bot. It does
// not close the store.
func Run(ctx context.Context, c Config) error {
	if c.Token == "" {
		return ErrNoToken
	}
	b := newBot(c)
	defer b.giveUp()
	defer b.monitor()()
	if err := b.prepare(ctx); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- b.gate.run(ctx) }()
	if open, err := opens(b.opened, ended); !open {
		return err
	}
	if err := b.register(ctx); err != nil {
		b.Log.Warn("commands are as they were, because Discord did not take the new ones", "err", err)
		if !errors.Is(err, publish.ErrForbidden) {
			b.aside(b.registerLater)
		}
	}
	ticks := b.wake()
	b.ready.Store(true)
	b.Log.Info("Parlour is ready", "invite", b.invitation())
	err := <-ended
	b.ready.Store(false)
	b.Log.Info("Parlour finishes what is under way")
	ticks.Stop()
	b.beat()
	b.finish()
	return err
}

// opens waits until a gateway has been open, or has ended without that, with its error.
// One that was open and has ended at once may have brought something to finish.
func opens(opened <-chan struct{}, ended chan error) (open bool, err error) {
	select {
	case <-opened:
		return true, nil
	case err := <-ended:
		select {
		case <-opened:
			ended <- err
			return true, nil
		default:
			return false, err
		}
	}
}

// newBot makes a bot that has not spoken to Discord yet.
func newBot(c Config) *bot {
	b := &bot{Config: c.withDefaults(), metrics: newMetrics(), opened: make(chan struct{})}
	b.Log = slog.New(guard{b.Log.Handler(), b.Token})
	b.work, b.giveUp = context.WithCancel(context.Background())
	b.calm, b.hurry = context.WithCancel(b.work)
	b.gate = b.newGateway()
	return b
}

// prepare checks the token and makes the host.
func (b *bot) prepare(ctx context.Context) error {
	var err error
	if b.rest, err = newSession(b.Token, b.API); err != nil {
		return err
	}
	b.limits = newLimiter(b.Pace)
	if err := b.whoAmI(ctx); err != nil {
		return err
	}
	b.rest.Client.Transport = countedTransport{b.rest.Client.Transport, b.metrics}
	b.host, err = commands.New(commands.Config{
		Games: b.Games, Palettes: imaging.Palettes(), Store: countedStore{b.Store, b.metrics, b.Now}, Now: b.Now, Random: b.Random, Log: b.Log,
		AtOnce: looksAtOnce, Thinkers: thinkersAtOnce(), Aside: b.aside, Wait: pause, Brief: b.Brief, Channel: channel{b, forBoard}, Patient: countedChannel{channel{b, forReminder}, b.metrics},
	})
	return err
}

func (c Config) withDefaults() Config {
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Random == nil {
		c.Random = rand.Reader
	}
	if c.Busy == nil {
		c.Busy = &sync.WaitGroup{}
	}
	if c.Tick == "" {
		c.Tick = "@every 5s"
	}
	if c.Pace == 0 {
		c.Pace = 20 // of Discord's 50, so that moves and boards always have room
	}
	if c.Patience == 0 {
		c.Patience = 30 * time.Second // as long as a look is claimed
	}
	if c.DeferAfter == 0 {
		c.DeferAfter = 1500 * time.Millisecond
	}
	if c.Grace == 0 {
		c.Grace = 6 * time.Second
	}
	return c
}

// whoAmI learns the ids of the application and its user, and so whether the token
// is good. Whoever starts the bot is told at once when there is no way to Discord, as
// they may have no network.
func (b *bot) whoAmI(ctx context.Context) error {
	for _, one := range []struct {
		path string
		id   *string
	}{{"users/@me", &b.self}, {"applications/@me", &b.app}} {
		var found struct{ ID string }
		err := b.raw(ctx, route{method: http.MethodGet, path: one.path, bucket: one.path, hasty: true}, "application/json", nil, &found)
		if rest := (*discordgo.RESTError)(nil); errors.As(err, &rest) && rest.Response.StatusCode == http.StatusUnauthorized {
			return ErrBadToken
		}
		if err != nil {
			return fmt.Errorf("there is no way to Discord, so check the network, and --api if it is set: %w", err)
		}
		*one.id = found.ID
	}
	return nil
}

// aside does something that nobody waits for, beside all else. What the end of the bot
// cuts off, the next start takes up.
func (b *bot) aside(do func(context.Context)) {
	done, ok := b.begin()
	if !ok {
		return
	}
	go func() {
		defer done()
		defer b.recover("what is done aside")
		do(b.calm)
	}()
}

// begin notes that something is under way, unless the bot is stopping.
func (b *bot) begin() (done func(), ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closing {
		return nil, false
	}
	b.Busy.Add(1)
	return b.Busy.Done, true
}

// finish takes nothing new and waits for what is under way, within the grace.
func (b *bot) finish() {
	b.mu.Lock()
	b.closing = true
	b.mu.Unlock()
	b.hurry()
	idle := make(chan struct{})
	go func() { b.Busy.Wait(); close(idle) }()
	select {
	case <-idle:
		return
	case <-time.After(b.Grace):
		b.Log.Warn("something under way did not end in time; the next start goes on with it")
	}
	b.giveUp()
	select {
	case <-idle:
	case <-time.After(lastGrace):
	}
}

// recover keeps a panic from going further.
func (b *bot) recover(where string) {
	if p := recover(); p != nil {
		b.Log.Error("a panic was caught", "where", where, "panic", fmt.Sprint(p), "stack", match.Trace())
	}
}
