// Package rest is the one way in which requests go out to Discord's REST API.
//
// Its policies:
//
//   - Every try waits for its turn. At most [Config.PerSecond] requests go out in a
//     second, which is less than Discord's 50, and requests of [Low] priority take what
//     those of [Normal] priority leave. Those of [Last] priority take what both leave, and wait
//     for nothing themselves. Answers to interactions are [Exempt] from that limit at Discord,
//     and so here.
//   - Several processes share that limit: each keeps to its share, and makes none of these requests while it
//     has none. A limit for the application is told to the others.
//   - A limit that Discord names in an answer holds the requests that it applies to. One of the
//     network in front of Discord holds every request. Each answer says how many more its
//     bucket takes, and no more than these go out.
//   - A request that failed is made again if Discord refused it for now, or if it makes
//     nothing twice. Pauses between tries grow and are random.
//   - Nothing outlasts its context or [Config.Patience]; one try has a third of that. The first
//     tries of a request that is in a hurry have less: see [Request.Brief].
//   - A try without an answer is followed by one over a connection of its own, because the
//     connection that all share may be the one that hangs.
//   - What a peer sends is kept within bounds, so that a broken or hostile one costs neither memory
//     nor time without end: see [Decode].
//   - No token reaches an error, and [RedactLog] keeps tokens out of a log.
//
// [New] makes a [Client], which makes requests by [Client.Do]. A refusal of Discord's is an
// [Error].
//
// discordgo writes the requests, but its own limits and retries are off: it keeps its
// buckets for ever, no context ends its waits, and it repeats POSTs that may have taken
// effect.
package rest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Config is what a [Client] needs. Token, Patience and Pace are required.
type Config struct {
	Token     string
	API       string        // where Discord is, "http://127.0.0.1:8080"; empty for Discord itself
	Patience  time.Duration // how long at most Do takes, its waits included
	Pace      float64       // requests a second of Low priority
	PerSecond float64       // requests a second of Normal, Low and Last priority together; default 44
	Backoff   time.Duration // the pause after the first failure, doubled after each further one; default 250 ms
	// default one that notices dead connections; a try after one without an answer has a connection of its own
	Transport http.RoundTripper

	// of Discord's 50 requests a second, how many this process may make now, 0 for none; nil for all
	Share  func() float64
	Global func(wait time.Duration) // told when Discord takes no request of the application for a while; may be nil

	Tried func(r Request, status int, took time.Duration) // after each try; status is 0 if no answer came; may be nil
	// before each further try; the reason is one of four; may be nil
	Retried func(reason string)
	// for each answer: its header Date, and how long it took to come; may be nil
	Dated func(date string, took time.Duration)
}

// Request is what [Client.Do] asks of Discord, and how.
type Request struct {
	Method, Path string // the path is below the API's root
	Type         string // the content type of Body; default application/json
	Body         []byte
	Bucket       string // a name for what Discord limits together; it is shown in errors, so it holds no token
	Priority     Priority
	Idempotent   bool // a POST that makes nothing twice, however often it is made
	// how long each of the first tries may take, for a request that is in a hurry; 0 for no hurry
	Brief    time.Duration
	Once     bool // best effort: one try and no more
	FailFast bool // gives up when no connection can be made

	// Held is how long it may wait for a limit that Discord has named; 0 for as long as the patience
	// lasts. A longer limit refuses it at once, with status 429. One of Last priority waits for none.
	Held time.Duration
}

// tooHeld reports whether a limit that Discord has named lasts longer than a request waits for it.
func (r Request) tooHeld(limit time.Duration) bool {
	return r.Priority == Last || r.Held > 0 && limit > r.Held
}

// repeatable reports whether r may be made again if nobody knows whether it took effect.
func (r Request) repeatable() bool { return r.Method != http.MethodPost || r.Idempotent }

// classes are the classes of requests, by their route or by its first part.
var classes = map[string]string{
	"interactions":                       "callback",
	"webhooks":                           "answer",
	"guilds":                             "member",
	"channels":                           "channel",
	"POST users/@me/channels":            "direct",
	"POST channels/#/messages/#/threads": "thread",
	"POST channels/#/messages":           "post",
	"GET channels/#/messages":            "history",
	"PATCH channels/#/messages/#":        "edit",
	"DELETE channels/#/messages/#":       "delete",
	"PUT applications/#/commands":        "register",
	"GET applications/#/commands":        "register",
	"GET gateway/bot":                    "gateway",
}

// Class names what a request is for. The name has none of the ids and tokens in its path.
func (r Request) Class() string {
	route, _ := routeOf(r)
	root, _, _ := strings.Cut(r.Path, "/")
	return cmp.Or(classes[route], classes[root], "other")
}

// Error is an answer of Discord's that is no success.
type Error struct {
	Status int // of HTTP
	Code   int // Discord's own, 0 if the answer has none
	text   string
}

func (e *Error) Error() string { return e.text }

// Is reports whether an answer refuses the token.
func (e *Error) Is(target error) bool {
	return target == ErrTokenRefused && e.Status == http.StatusUnauthorized
}

// A Final is an error that no later start mends: only a person can help.
type Final struct{ Err error }

func (f Final) Error() string { return f.Err.Error() }
func (f Final) Unwrap() error { return f.Err }

// ErrTokenRefused is matched by the answer that refuses the token by which a request is made.
var ErrTokenRefused = errors.New("Discord refuses the token") //lint:ignore ST1005 a name

// CodeDirectTooFast is Discord's code for too many direct channels that were opened, with status 403
// or 429. To try again at once makes it worse.
const CodeDirectTooFast = 40003

// CodeAnswered is Discord's code for an interaction that was answered before.
const CodeAnswered = 40060

// maxBackoff bounds the pause before another try, unless Discord names a longer one.
const maxBackoff = 5 * time.Second

// triesInPatience is how many tries fit into [Config.Patience] at least, so that one that
// hangs is followed by another.
const triesInPatience = 3

// briefPauses is how many first pauses of a request fit into [Request.Brief].
const briefPauses = 16

// briefTries is how many tries [Request.Brief] bounds. The next ones have longer, so that a slow
// line delivers a picture in the end.
const briefTries = 2

// Client makes requests. It is safe for concurrent use.
type Client struct {
	Config
	discord *discordgo.Session // its gateway is never opened
	limiter *limiter
}

// New makes a client. It makes no request yet.
func New(c Config) (*Client, error) {
	c.PerSecond = cmp.Or(c.PerSecond, 44)
	c.Backoff = cmp.Or(c.Backoff, 250*time.Millisecond)
	discord, err := newDiscordgo(c)
	if err != nil {
		return nil, err
	}
	if c.Share == nil {
		c.Share = func() float64 { return fifty }
	}
	if c.Global == nil {
		c.Global = func(time.Duration) {}
	}
	return &Client{Config: c, discord: discord, limiter: newLimiter(c)}, nil
}

// Do makes a request until it is answered for good, and reads the answer as JSON into out
// unless that is nil. It leaves out as it is if the answer was lost and the request is known to be
// done. The error is an [Error] if Discord refused the request.
func (c *Client) Do(ctx context.Context, r Request, out any) error {
	ctx, cancel := context.WithTimeout(ctx, c.Patience)
	defer cancel()
	answer, err := c.persist(ctx, r)
	if err != nil {
		return redact(err)
	}
	if out == nil || answer == nil { // nil for one that was lost
		return nil
	}
	if err := Decode(answer, out); err != nil {
		return fmt.Errorf("read the answer: %w", err)
	}
	return nil
}

// Room waits until there is a place for a request of [Last] priority, and returns a context that has
// it. Without one such a request takes a place that is free, or is refused at once with status 429.
func (c *Client) Room(ctx context.Context) (context.Context, error) { return c.limiter.room(ctx) }

// persist tries a request until it succeeds or must not be made again. Pauses are random,
// so that requests that failed together do not come back together. The time that a try took
// counts as part of the pause after it.
func (c *Client) persist(ctx context.Context, r Request) ([]byte, error) {
	lost := false // whether an earlier try may have taken effect
	way := shared
	for n, backoff := 1, c.firstPause(r); ; n, backoff = n+1, min(2*backoff, maxBackoff) {
		if err := c.limiter.wait(ctx, r); err != nil {
			return nil, err
		}
		began := time.Now()
		answer, o, err := c.try(ctx, r, c.limit(r, n), way)
		var refused *Error
		switch {
		case err == nil:
			return answer, nil
		case lost && errors.As(err, &refused) && refused.Code == CodeAnswered: // by the try whose answer was lost
			return nil, nil
		case tooLong(err):
			return nil, fmt.Errorf("the answer has more than %d MiB", maxBody>>20)
		case r.Once, o.limited() && r.tooHeld(o.wait), r.FailFast && unreached(err), o.code == CodeDirectTooFast,
			!o.temporary(), !o.limited() && !r.repeatable():
			return nil, err
		}
		lost = lost || !o.limited()
		if way = shared; o.status == 0 {
			way = alone
		}
		if c.Retried != nil {
			c.Retried(o.reason())
		}
		if Pause(ctx, max(o.wait, backoff/2+rand.N(backoff/2)-time.Since(began))) != nil {
			return nil, err
		}
	}
}

// tooLong reports whether err says that an answer is beyond its bound. It would be again.
func tooLong(err error) bool { return errors.As(err, new(*http.MaxBytesError)) }

// unreached reports whether err says that no connection could be made.
func unreached(err error) bool {
	var dial *net.OpError
	return errors.As(err, &dial) && dial.Op == "dial"
}

// firstPause returns the pause after the first failure of a request. It is shorter for a request that is
// in a hurry, because a person waits only three seconds for that.
func (c *Client) firstPause(r Request) time.Duration {
	if r.Brief > 0 {
		return min(r.Brief/briefPauses, c.Backoff)
	}
	return c.Backoff
}

// limit returns how long try n of a request may take. The first has number 1.
func (c *Client) limit(r Request, n int) time.Duration {
	most := c.Patience / triesInPatience
	if r.Brief > 0 && n <= briefTries {
		return min(r.Brief, most)
	}
	return most
}

// try makes a request once and holds what the answer says to hold. discordgo gets a bucket
// for this try alone, because it keeps the buckets that it makes itself.
func (c *Client) try(ctx context.Context, r Request, most time.Duration, by way) ([]byte, outcome, error) {
	ctx, cancel := context.WithTimeout(context.WithValue(ctx, wayKey{}, by), most)
	defer cancel()
	var o outcome
	bucket := &discordgo.Bucket{}
	bucket.Lock()
	began := time.Now()
	answer, err := c.discord.RequestWithLockedBucket(r.Method, discordgo.EndpointAPI+r.Path, cmp.Or(r.Type, "application/json"), r.Body, bucket, 0,
		discordgo.WithContext(context.WithValue(ctx, outcomeKey{}, &o)))
	if c.Tried != nil {
		c.Tried(r, o.status, time.Since(began))
	}
	c.limiter.answered(r, o)
	return answer, o, refusal(o, err)
}

// refusal makes an [Error] of the error of a try that Discord answered.
func refusal(o outcome, err error) error {
	var rest *discordgo.RESTError
	switch {
	case o.limited():
		return &Error{Status: o.status, Code: o.code,
			text: fmt.Sprintf("the answer is %d, with code %d and %v to wait", o.status, o.code, o.wait)}
	case o.status >= http.StatusInternalServerError:
		return &Error{Status: o.status, text: fmt.Sprintf("the answer is %d", o.status)}
	case errors.As(err, &rest):
		e := &Error{Status: rest.Response.StatusCode, text: rest.Error()}
		if rest.Message != nil {
			e.Code = rest.Message.Code
		}
		return e
	}
	return err
}
