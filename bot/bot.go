// Package bot is the edge to Discord. Interactions become Requests of package
// [commands]; Replies and Messages become requests to Discord.
//
// Its policies:
//
//   - Public messages are ordinary messages of the old style: content, one
//     attachment with alt text, rows of buttons. A phone's notification shows their
//     first words.
//   - The answer to an interaction is for the asker alone, unless it says that it is public.
//     It is deferred when it is not ready in time; completions are never deferred. An interaction
//     whose person waits no more is not carried out. Whether an
//     answer changes the message that was pressed depends on who sees that: see [exchange].
//   - An edit of a message that was pressed lately goes by the token of the press, and counts
//     towards no limit.
//   - Every message names the people whom it may notify: only those who are asked for
//     something.
//   - Boards go before reminders, and answers to interactions wait for neither.
//   - A failure in one handler reaches no other, and no token reaches a log or an error.
//   - Servers take turns, and their people. Few requests of one person are under way at once, and of those who ask
//     for much more than others only one (turns.go). An answer that cost much is kept for the next request for the
//     same (message.go).
//   - By the token of an interaction the bot answers once more, changes what was pressed, or takes a
//     panel away. Tokens are never stored (tokens.go).
//
// # How old an interaction is
//
// The age is the time on Discord's clock since the moment that the interaction's id names. The machine's own
// clock only counts on from what Discord said last, so it may be wrong by hours. Each answer of Discord's has
// a header Date, in whole seconds, and was on its way for a while. So Discord's time is known as a span, which
// becomes narrower with each answer. Where answers contradict each other, all of them may be right. Nothing is
// too old then, but what may be is to be asked about. Nothing is too old until a Date has come lately and an
// interaction was young by it. Something on the way may put a Date of its own, and Parlour must not fall
// silent then ([clock.Discord]). All other times are by the same clock, and nothing falls due before it is known
// (ticks.go).
//
// # The way of a click
//
// The gateway hands an event to [bot.take], which reads it, drops it if it is too old, and begins an [exchange].
// [exchange.answerWithin] has [commands.Service.Handle] answer the request, and defers the answer if that takes
// long. The handler decides, and [match.Env.Change] commits that. [parlour/commands/publish] shows it, beside the answer
// ([exchange.handle]); only where the bot is a guest it waits for that, as it shows all by the token of an answer. A
// publication comes back as calls of a [channel]. All goes out by [bot.send].
//
// [Run] is the only entry point. [parlour/bot/gateway] keeps the connection to Discord's
// gateway, or [parlour/bot/web] takes interactions over HTTP in its place; [parlour/bot/rest]
// makes all requests, and [bot.startTicks] runs what is due by time. Of discordgo the package uses the
// types and constants.
package bot

import (
	"cmp"
	"context"
	"crypto/ed25519"
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

	"parlour/bot/gateway"
	"parlour/bot/rest"
	"parlour/bot/web"
	"parlour/commands"
	"parlour/commands/clock"
	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/imaging"
	"parlour/storage"
	"parlour/storage/fleet"
)

// Config is what a bot runs with.
type Config struct {
	// What the commands work with. Games and Log must be set, and Store or Open. Now is the machine's clock, in whose
	// place the commands get Discord's. By default it is time.Now, Random is crypto/rand, and Wait waits until the time
	// is over. The bot itself sets the channels, the palettes, the shards and the member of the fleet.
	commands.Config

	// Open sets Store, and what works with it, such as Nightly. A database may let it wait, and Web is served
	// meanwhile.
	Open func(context.Context, *Config) error

	Token string

	API          string        // where Discord is, "http://127.0.0.1:8080"; empty for Discord itself
	Tick         time.Duration // between two checks for what is due; default 5 s
	Pace         float64       // requests a second of what can wait, such as reminders; default 20
	Patience     time.Duration // how long at most a request takes, its waits included; default 30 s
	AnswerWithin time.Duration // how long Discord waits for the first answer to an interaction; default 3 s
	DeferAfter   time.Duration // when an answer that is not ready is deferred, at the latest; default 1.5 s
	Linger       time.Duration // how long a panel waits for its board before it says what was done; default 4 s
	Grace        time.Duration // how long work under way may take at the end; default 6 s
	Shards       gateway.Plan  // of the gateway; as many as Discord recommends where it is zero
	Busy         *Work         // counts work under way, for a caller that waits for it; default one of its own

	// Web serves /livez, /readyz, /healthz and /metrics, and takes interactions, until the bot ends; nil for none of
	// that
	Web          net.Listener
	Interactions bool // they come over HTTP, in place of the gateway
	// CountAgain is the time between two counts of what the store holds, for the metrics; default a minute
	CountAgain time.Duration
	// StoreWithin is how long the store may be silent before the bot says that nobody can play; default 5 s
	StoreWithin time.Duration
	// PublicKey is the application's, by which Discord signs them; nil for the one that Discord names
	PublicKey ed25519.PublicKey

	Nightly func(context.Context) error // more work for every night, such as a copy of the store; may be nil
	Unswept func() bool                 // whether people who were forgotten may stand in the store still; may be nil
	AtWork  func(bool)                  // is told when the bot is ready, and when it finishes; may be nil
	Status  func(how string)            // is told how the bot is, in a sentence, when that changes; may be nil
	// Ready is told once that the bot is at work and Discord has its commands, with the link that invites it; default a
	// line of the log
	Ready func(invitation string)
	// Serving is given what carries out commands, and what whoever runs the bot has it do; may be nil
	Serving func(*commands.Service)

	// What tests change.
	// Clock is one that never jumps; default time.Now, which has a monotonic clock
	Clock func() time.Time
	// Transport carries requests to Discord's API; nil for the network
	Transport http.RoundTripper
	Draw      func(message.Picture) ([]byte, error) // default one that draws it
	Wrap      func(Host) Host                       // puts something between the bot and its commands; may be nil
	Gateway   gateway.Times                         // default [gateway.UsualTimes]
	// Look is the time between two looks whether Discord's API answers, over HTTP; default 5 s
	Look          time.Duration
	RegisterAgain time.Duration // between two tries to register the commands; default a minute
}

// A Host answers requests, and shows what they changed. Outside of tests it is the
// [commands.Service].
type Host interface {
	Kind(commands.Request) commands.Kind
	Limit(commands.Request) (most time.Duration, cut bool)
	Lane(commands.Request) commands.Lane
	Handle(context.Context, commands.Request) commands.Reply
	Failed(commands.Request, any) commands.Reply
	Publish(context.Context, match.Unshown) error
}

// The errors with which [Run] ends before the bot is at work. Each is a sentence for the
// person who started it.
var (
	ErrNoToken  = errors.New("there is no bot token: set DISCORD_TOKEN to the token of your application's bot, or DISCORD_TOKEN_FILE to a file that holds it, or let parlour setup ask for it and keep it")
	ErrBadToken = errors.New("Discord refuses the bot's token") //lint:ignore ST1005 a name
)

// lastGrace is how long work that was cut off after [Config.Grace] has to note how far it
// came.
const lastGrace = time.Second

// checksAtOnce is how many matches are checked at once. A check waits for Discord most of
// the time.
const checksAtOnce = 8

// thinkersAtOnce is how many opponents may think at once. It leaves half the machine to
// people's clicks.
func thinkersAtOnce() int { return max(runtime.GOMAXPROCS(0)/2, 1) }

// bot is a running bot.
type bot struct {
	Config
	fleet   *fleet.Member // this process among those over the store; nil where it is alone
	rest    *rest.Client
	service *commands.Service
	host    Host // the service, as it answers interactions
	metrics *metrics
	clock   *clock.Discord // [commands.Config.Now] is its Now
	asking  sync.Mutex     // held while Discord is asked for the time
	asked   time.Time      // when it was last
	said    [2]bool        // what the log was told last: whether the machine's clock is wrong, whether the time is not known
	tokens  tokens         // of the newest press on a message, by that message
	panels  tokens         // of private panels, by the interaction that opened them
	answers tokens         // of the newest answer in a channel where the bot is a guest, by channel
	app     string         // id of the application
	key     string         // its public key, in hex, as Discord names it
	address string         // to which Discord sends its interactions; empty for the gateway
	self    string         // id of the bot's user
	friends bool           // whether people may install the application for themselves

	list   commandList
	rivals rivals
	reach  reach // of the store

	films cache  // animations
	turns *turns // of requests

	web      *web.Server    // on [Config.Web]
	shards   match.ShardSet // of this process; over HTTP there is one, which is open while Discord's API answers
	answered atomic.Bool    // whether Discord's API has answered since [web.Server.Run] last looked
	ready    atomic.Bool    // whether the bot is at work, from the end of its start to the beginning of its end
	opened   chan struct{}  // closed when the bot is connected for the first time
	once     sync.Once      // closes opened

	work    context.Context // of handlers and checks; giveUp ends it after the grace
	giveUp  context.CancelFunc
	calm    context.Context // of work that nobody waits for; hurry ends it when the bot begins to stop
	hurry   context.CancelFunc
	mu      sync.Mutex
	closing bool // whether begin refuses new work; guarded by mu
}

// Run runs a bot until the context is done, also during its start; then it finishes work under way and returns
// nil. It returns an error when Discord will not have the bot. It does not close the
// store.
func Run(ctx context.Context, c Config) error {
	if c.Token == "" {
		return ErrNoToken
	}
	b := newBot(c)
	defer b.giveUp()
	defer b.serve()()
	if err := b.open(ctx); err != nil {
		return unlessTold(ctx, err)
	}
	b.Status("Parlour waits for Discord")
	leave, err := b.join(ctx)
	if err != nil {
		return unlessTold(ctx, err)
	}
	defer leave()
	if err := b.prepare(ctx); err != nil {
		return unlessTold(ctx, err)
	}
	ended := make(chan error, 1)
	go func() { ended <- b.listen(ctx) }()
	if open, err := opens(b.opened, ended); !open {
		return unlessTold(ctx, err)
	}
	if b.fleet == nil {
		go b.watchStore(b.work)
	}
	ticks := b.startTicks()
	b.ready.Store(true)
	b.aside(func(ctx context.Context) { b.registers(ctx, b.sayReady) })
	err = <-ended
	b.ready.Store(false)
	b.AtWork(false)
	b.Log.Info("Parlour finishes what is under way")
	ticks.Stop()
	b.noteUptime()
	b.finish()
	return err
}

// unlessTold returns the error of a start, unless the bot was told to stop meanwhile: then what is under way fails.
func unlessTold(ctx context.Context, err error) error {
	if ctx.Err() != nil && !errors.Is(err, ErrBadToken) {
		return nil
	}
	return err
}

// open opens the store, which counts as one that does not answer until it is open.
func (b *bot) open(ctx context.Context) error {
	if b.Open == nil {
		return nil
	}
	b.Status("Parlour waits for the store of all games")
	opened := b.reach.reads.begin()
	err := b.Open(ctx, &b.Config)
	opened(err)
	return err
}

// sayReady says that people can use the bot: it is at work, and Discord has its commands.
func (b *bot) sayReady() {
	b.AtWork(true)
	if link := rest.Invitation(b.app); b.Ready != nil {
		b.Ready(link)
	} else {
		b.Log.Info("Parlour is ready", "invite", link)
	}
}

// opens waits until a gateway has opened, or has ended without that. If it has opened and
// ended, open is true and its error stays in ended, because there may be work to finish.
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
	b := &bot{Config: c.withDefaults(), metrics: newMetrics(c.Version), opened: make(chan struct{}), turns: newTurns()}
	b.Log = slog.New(rest.RedactLog(b.Log.Handler(), b.Token))
	b.clock = clock.NewDiscord(b.Now, b.Clock, b.AnswerWithin)
	b.Now = b.clock.Now
	b.work, b.giveUp = context.WithCancel(context.Background())
	b.calm, b.hurry = context.WithCancel(b.work)
	b.tellStates()
	return b
}

// prepare checks the token and makes the service behind the commands.
func (b *bot) prepare(ctx context.Context) error {
	var err error
	if b.rest, err = rest.New(b.restConfig()); err != nil {
		return err
	}
	if err := b.whoAmI(ctx); err != nil {
		return err
	}
	if err := b.meetsDiscord(); err != nil {
		return err
	}
	c := b.Config.Config
	c.Channel, c.Patient = channel{b, rest.Normal}, countedChannel{channel{b, rest.Low}, b.metrics}
	c.Idle, c.Guest, c.Room = channel{b, rest.Last}, guest{b}, b.rest.Room
	c.Spare = channel{b, rest.Spare}
	c.Aside, c.AtOnce, c.Shown = b.aside, cmp.Or(c.AtOnce, checksAtOnce), b.dropPast
	c.Palettes, c.Legible = imaging.Palettes(), imaging.Legible
	c.Store, c.Fleet = countedStore{b.Store, b.metrics, b.Now, &b.reach}, b.fleet
	c.Confirmed = b.clock.Confirmed
	c.Thinkers, c.Shards, c.Standing = thinkersAtOnce(), &b.shards, b.standing
	c.Leave = channel{b, rest.Normal}.Leave
	b.service, err = commands.New(c)
	if b.host = b.service; err == nil && b.Wrap != nil {
		b.host = b.Wrap(b.service)
	}
	if err == nil && b.Serving != nil {
		b.Serving(b.service)
	}
	return err
}

func (c Config) withDefaults() Config {
	c.Random = cmp.Or(c.Random, io.Reader(rand.Reader))
	c.Busy = cmp.Or(c.Busy, &Work{})
	c.Tick = cmp.Or(c.Tick, 5*time.Second)
	c.Pace = cmp.Or(c.Pace, 20)                     // of Discord's 50, so that moves and boards always have room
	c.Patience = cmp.Or(c.Patience, 30*time.Second) // as long as the claim of a check lasts
	c.AnswerWithin = cmp.Or(c.AnswerWithin, 3*time.Second)
	c.DeferAfter = cmp.Or(c.DeferAfter, 1500*time.Millisecond)
	c.Linger = cmp.Or(c.Linger, 4*time.Second)
	c.Grace = cmp.Or(c.Grace, 6*time.Second)
	c.Gateway = cmp.Or(c.Gateway, gateway.UsualTimes())
	c.StoreWithin = cmp.Or(c.StoreWithin, 5*time.Second)
	c.CountAgain = cmp.Or(c.CountAgain, time.Minute)
	c.Look = cmp.Or(c.Look, 5*time.Second)
	c.RegisterAgain = cmp.Or(c.RegisterAgain, time.Minute)
	if c.AtWork == nil {
		c.AtWork = func(bool) {}
	}
	if c.Status == nil {
		c.Status = func(string) {}
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Clock == nil {
		c.Clock = time.Now
	}
	if c.Wait == nil {
		c.Wait = rest.Pause
	}
	if c.Draw == nil {
		c.Draw = drawn
	}
	return c
}

// whoAmI asks Discord for the ids of the application and its user, and so finds out
// whether the token is good.
func (b *bot) whoAmI(ctx context.Context) error {
	found, err := b.rest.Application(ctx)
	switch {
	case errors.Is(err, rest.ErrTokenRefused):
		return ErrBadToken
	case err != nil:
		return fmt.Errorf("cannot reach Discord, so check the network, and --api if it is set: %w", err)
	}
	b.app, b.self, b.key, b.address, b.friends = found.ID, found.User, found.Key, found.Address, found.Friends
	return nil
}

// leaveWithin is how long a process that ends may take to say so to the others over its store.
const leaveWithin = 2 * time.Second

// join makes this process one of those over its store, until leave is called. When the lease of another has
// ended, what that one had claimed is done at once.
func (b *bot) join(ctx context.Context) (leave func(), err error) {
	open := func() bool { return len(b.shards.Open()) > 0 }
	store := b.Store
	if shared, ok := store.(storage.Shared); ok {
		store = watched{shared, &b.reach}
	}
	if b.fleet, err = fleet.Join(ctx, store, b.Clock, open); err != nil {
		return nil, fmt.Errorf("the database does not say which other bots use it, so check that it runs: %w", err)
	}
	ended := func() {
		if b.ready.Load() {
			b.aside(func(context.Context) { b.check(b.service.Resume) })
		}
	}
	failed := func(err error) { b.Log.Warn("it is not known at present which other bots use the store", "err", err) }
	go b.fleet.Keep(b.work, ended, failed)
	if b.fleet.Share() == 0 {
		b.Log.Info("the other bots use all requests to Discord for now, so this one waits for its share")
		b.fleet.AwaitShare(ctx)
	}
	return func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaveWithin)
		defer cancel()
		if err := b.fleet.Leave(ctx); err != nil {
			b.Log.Warn("the other bots need a while to see that this one has ended", "err", err)
		}
	}, nil
}
