// Package gateway keeps a connection to Discord's gateway open and hands on the
// interactions that arrive over it. A bot with shards has one for each of them.
//
// Its policies:
//
//   - A connection lives as long as its heartbeats are acknowledged. One that is dead,
//     silent or deaf ends one and a half heartbeats after the last acknowledgement.
//   - A lost connection is replaced, and its session is resumed wherever Discord allows
//     that, so that no interaction is missed.
//   - A connection that was open for a second was a good one, and the next comes at once,
//     also after op 7. People wait three seconds for an answer, and a resume takes nothing
//     from the sessions of the day. JDA resumes at once too; discord.js pauses for half a
//     second.
//   - Any other connection was a bad start. The wait after it doubles with each further one,
//     up to five seconds before a resume, and two minutes before a new session. Starts that
//     did not open are forgotten at READY or RESUMED, as in JDA and Carbon, and not when a
//     socket opens: that once cost bots on Carbon their tokens. Starts that opened and ended
//     within a second are forgotten after the first good connection. That is Parlour's own
//     rule: a gateway that opens every connection only to close it is dialled once a second
//     at most, in the long run every twenty seconds.
//   - A start is given up after 2.5 seconds without Hello or an answer to Resume, so three
//     bad starts cost less than ten seconds. After three that bound grows, because an
//     overloaded gateway does answer in the end. An Identify has half a minute for its
//     answer, because a second one takes another session from the day.
//   - A session is given up after [maxFailures] bad starts in a row with a Hello, or after
//     [maxUnreached] without one: an outage of the network loses no session.
//   - Op 9 is followed by one to five seconds of waiting, and two Identifies of shards with the same
//     key are five seconds apart, as Discord demands: see [starts]. The sessions that Discord allows
//     in a day are rationed for all shards together, because a bot that uses them up loses its token.
//     The ration does not delay a resume.
//   - A close code that no later attempt can mend ends [Run] with an error.
//   - Each interaction is handled in a goroutine of its own, in no order.
//
// The shards of a process share the turns to begin a session and the ration of the day, and else know
// nothing of each other. One that is lost holds up no other; one that Discord refuses for good ends all.
//
// [Run] keeps all connections of a process, whose [Plan] says which shards there are; [Config] holds what
// it needs and the functions that it calls. A session is Discord's, and can outlive many connections; a
// connection is one WebSocket.
//
// The package speaks the protocol itself, because discordgo's Session hangs for ever after
// the wrong packet, does not say how often its heart beats, does not resume at the address
// that Discord names, and answers each op 9 with an immediate Identify.
package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math/rand/v2"
	"net"
	"time"

	"github.com/gorilla/websocket"

	"parlour/bot/rest"
	"parlour/commands/match"
)

// Config is what [Run] needs. Event and the functions after Changed may be nil.
type Config struct {
	Token string
	Times Times // see UsualTimes
	Log   *slog.Logger
	Plan  Plan
	Set   *match.ShardSet // Run keeps it up to date

	// Where asks Discord for the gateway's address. It is called before each new session,
	// and again later after an error; only [rest.ErrTokenRefused] ends Run.
	Where func(context.Context) (Endpoint, error)

	// Interaction takes the data of an INTERACTION_CREATE event, in a goroutine of its own.
	Interaction func(data json.RawMessage)

	// Event takes every other event of a server, by its type: a GUILD_CREATE for each server at the beginning of a
	// session and for one to which the bot is added, and what changes in servers. It does not wait. If it is nil,
	// Discord sends none.
	Event func(kind string, data json.RawMessage)

	// Opening is called when the connection of a shard opens, before Changed. The connection's
	// interactions wait until the returned channel is closed.
	Opening func(match.Shard) (ready <-chan struct{})

	Changed func(s match.Shard, open bool) // a connection is open, or is not any more

	Identifying  func() // a new session is asked for
	Resuming     func() // the last session is to be resumed
	Reconnecting func() // an open connection was lost and is to be replaced
}

// Times are the waits and deadlines of [Run].
type Times struct {
	Hello   time.Duration // how long a start may take until Hello and the answer to Resume; see [gateway.allowance]
	Open    time.Duration // how long the answer to an Identify may take, and the upper bound of Hello
	Young   time.Duration // a connection that was open for less was a bad start, as one that did not open
	First   time.Duration // the wait after a bad start, doubled after each further one in a row
	Resume  time.Duration // the upper bound of that wait before a resume
	Longest time.Duration // the upper bound of that wait before a new session
	// Spacing is the least time between two Identifies of a key: Discord requires five seconds, and one may be longer
	// on its way
	Spacing time.Duration
	Invalid time.Duration // after op 9 the wait is drawn from once to five times this, as Discord requires
}

// UsualTimes returns the times for Discord's own gateway.
func UsualTimes() Times {
	return Times{
		Hello: 2500 * time.Millisecond, Open: 30 * time.Second, Young: time.Second,
		First: 250 * time.Millisecond, Resume: 5 * time.Second, Longest: 2 * time.Minute,
		Spacing: 5500 * time.Millisecond, Invalid: time.Second,
	}
}

// maxFailures is how many connections of one session may be bad starts in a row, after Discord's
// Hello, before [Run] gives the session up. Discord may refuse to resume one without saying why.
const maxFailures = 5

// maxUnreached is for how long a session may meet no Hello until [Run] gives it up. An outage of the network loses
// none that Discord still keeps.
const maxUnreached = 2 * time.Minute

// quickStarts is how many starts in a row are given up after Times.Hello. After that the
// bound doubles.
const quickStarts = 3

// finalErrors maps the close codes that no later attempt can mend to what [Run] returns.
var finalErrors = map[int]error{
	4004: rest.ErrTokenRefused,
	4010: rest.Final{Err: errors.New("the gateway refuses the shard: start the bot with --shards auto, or install a newer Parlour")},
	4011: rest.Final{Err: errors.New("the bot is in too many servers for so few shards: start it with --shards auto, or with more of them")},
	4012: rest.Final{Err: errors.New("the gateway no longer speaks this version: install a newer Parlour")},
	4013: rest.Final{Err: errors.New("the gateway refuses the intents: install a newer Parlour")},
	4014: rest.Final{Err: errors.New("the gateway refuses the intents, though Parlour asks for none that needs permission: install a newer Parlour")},
}

// errOutgrown is what [Run] returns in place of the error of 4011 if Discord chose the number of shards: the next start
// asks for it anew.
var errOutgrown = errors.New("the bot is in too many servers by now for its shards: start it again, and it asks Discord how many it needs")

// gateway is the connection of one shard, and what outlives it.
type gateway struct {
	Config
	shard  match.Shard
	starts *starts // of all shards of the process
	share  float64 // of all shards that those of the process are
	dial   func(ctx context.Context, network, address string) (net.Conn, error)
	jitter func() float64 // from 0 up to 1

	session  session
	unopened int // how many connections in a row did not open
	young    int // how many of those that opened were, in a row, open for less than Times.Young
}

// session is the part of Discord's session that the next connection needs to resume it.
type session struct {
	id        string
	url       string    // where to resume it; empty if there is no session
	seq       int64     // the number of the last event that arrived
	failures  int       // how many of its connections in a row were bad starts, after Hello
	unreached time.Time // since when they met no Hello; zero if the last one did
}

// newGateway makes the gateway of a shard that begins its sessions in turn with others. What [Config]
// leaves nil does nothing.
func newGateway(c Config, s match.Shard, turns *starts) *gateway {
	for _, hook := range []*func(){&c.Identifying, &c.Resuming, &c.Reconnecting} {
		if *hook == nil {
			*hook = func() {}
		}
	}
	if s.Of > 1 {
		c.Log = c.Log.With("shard", s.String())
	}
	return &gateway{Config: c, shard: s, starts: turns, share: c.Plan.share(), dial: (&net.Dialer{}).DialContext,
		jitter: rand.Float64}
}

// run keeps the connection open until the context is done, and then returns nil. It returns an error
// when no later attempt can succeed.
func (g *gateway) run(ctx context.Context) error {
	for {
		lived, err := g.connect(ctx)
		if end := final(err); end != nil {
			return end
		}
		if ctx.Err() != nil {
			return nil
		}
		g.count(lived)
		wait, message := g.backoff(err), "the gateway stays closed; trying again"
		if lived > 0 {
			message = "the gateway is gone; reconnecting"
			g.Reconnecting()
		}
		g.Log.Warn(message, "in", wait.Round(time.Millisecond), "err", err)
		if rest.Pause(ctx, wait) != nil {
			return nil
		}
	}
}

// count notes how long a connection was open, 0 if it never was.
func (g *gateway) count(lived time.Duration) {
	switch {
	case lived == 0:
		g.unopened++
	case lived < g.Times.Young:
		g.unopened = 0
		g.young++
	default:
		g.unopened, g.young = 0, 0
	}
}

// backoff returns how long to wait before the next connection, given the error that ended
// the last one. It is 0 after a good connection, unless Discord demands a pause.
func (g *gateway) backoff(err error) (wait time.Duration) {
	if bad := g.unopened + g.young; bad > 0 {
		most := g.Times.Longest
		if g.session.url != "" {
			most = g.Times.Resume
		}
		wait = grown(g.Times.First, bad-1, most)
		wait = wait/2 + time.Duration(g.jitter()*float64(wait/2))
	}
	if errors.Is(err, errNoSession) {
		wait = max(wait, g.Times.Invalid+time.Duration(g.jitter()*float64(4*g.Times.Invalid)))
	}
	return wait
}

// allowance returns how long the next start may take until Discord has said Hello and has
// answered a Resume.
func (g *gateway) allowance() time.Duration {
	return grown(g.Times.Hello, max(0, g.unopened-quickStarts+1), g.Times.Open)
}

// grown returns d doubled so many times, or most if that is less.
func grown(d time.Duration, times int, most time.Duration) time.Duration {
	for ; times > 0 && d < most; times-- {
		d *= 2
	}
	return min(d, most)
}

// connect opens a connection, which resumes the session if there is one, and serves it
// until it ends. It returns how long the connection was open, 0 if it never was.
func (g *gateway) connect(ctx context.Context) (lived time.Duration, err error) {
	c := &connection{g: g, beatNow: make(chan struct{}, 1), allowed: g.allowance()}
	address := g.session.url
	if address == "" {
		if address, c.turn, err = g.permit(ctx); err != nil {
			return 0, err
		}
		defer c.turn.end()
	}
	err = c.serve(ctx, address)
	if !c.since.IsZero() {
		lived = max(1, time.Since(c.since))
	}
	s := &g.session
	switch {
	case lived >= g.Times.Young:
		s.failures, s.unreached = 0, time.Time{}
	case c.every > 0: // Hello came
		s.failures, s.unreached = s.failures+1, time.Time{}
	case s.unreached.IsZero():
		s.unreached = time.Now()
	}
	lost := !s.unreached.IsZero() && time.Since(s.unreached) >= maxUnreached
	if s.failures >= maxFailures || lost || endsSession(err) {
		*s = session{}
	}
	return lived, err
}

// endsSession reports whether the error that ended a connection ended its session too.
func endsSession(err error) bool {
	return errors.Is(err, errNoSession) || websocket.IsCloseError(err, 4007, 4009)
}

// final returns the error with which [Run] ends because of err, or nil if another attempt
// may succeed.
func final(err error) error {
	if errors.Is(err, rest.ErrTokenRefused) {
		return err
	}
	var closed *websocket.CloseError
	if errors.As(err, &closed) {
		return finalErrors[closed.Code]
	}
	return nil
}
