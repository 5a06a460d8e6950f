package bot

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// A gateway keeps a link to Discord's gateway open. It speaks the protocol itself,
// because discordgo's Session is hung for ever by the wrong packet, tells nobody how
// often its heart beats, does not resume where it is told to, and answers each op 9 by
// an Identify at once, of which a day has but a thousand.
type gateway struct {
	token  string
	times  times
	where  func(context.Context) (whereabouts, error)
	dial   func(ctx context.Context, network, address string) (net.Conn, error)
	jitter func() float64         // from 0 up to 1
	alive  func(bool)             // told whether a link is open
	note   func() <-chan struct{} // called as one opens; its events wait for what it returns
	event  func(raw json.RawMessage)
	log    *slog.Logger
	count  *metrics

	acked      atomic.Int64 // when a heartbeat was acknowledged last, in nanoseconds; 0 for never
	session    session      // to be resumed
	identified time.Time    // when one was begun last
}

// Times are those of a gateway.
type times struct {
	open    time.Duration // within which a link opens
	first   time.Duration // the wait after a link is lost, doubled each time after that
	longest time.Duration // and the most that it becomes
	settled time.Duration // how long a link must have lived for the next wait to be the first again
	spacing time.Duration // between two Identifies, as Discord has it
	invalid time.Duration // what the wait after op 9 begins at, as Discord has it; up to five times that
}

var usualTimes = times{
	open: 30 * time.Second, first: 500 * time.Millisecond, longest: 2 * time.Minute, settled: time.Minute,
	spacing: 5 * time.Second, invalid: time.Second,
}

// mostFailed is how many links in a row of one session may fail before another is begun.
const mostFailed = 5

// newGateway makes the bot's gateway.
func (b *bot) newGateway() *gateway {
	return &gateway{
		token: b.Token, times: usualTimes, where: b.where, dial: (&net.Dialer{}).DialContext, jitter: rand.Float64,
		alive: b.linked, note: b.noteAlive, event: b.heard, log: b.Log, count: b.metrics,
	}
}

// noteAlive has the host note that it is at work, so that whoever moves as soon as they
// can is given back the outage before. That is under way when it returns, and done when
// what it returns is closed.
func (b *bot) noteAlive() <-chan struct{} {
	noted := make(chan struct{})
	done, ok := b.begin()
	if !ok {
		close(noted)
		return noted
	}
	go func() {
		defer done()
		defer close(noted)
		b.try("note that it is at work", b.host.Beat)
	}()
	return noted
}

// linked notes whether the gateway is open.
func (b *bot) linked(open bool) {
	b.alive.Store(open)
	b.metrics.linked(open)
	if open {
		b.Log.Info("the gateway is open")
		b.once.Do(func() { close(b.opened) })
	}
}

// heard takes an interaction as the gateway tells it. One of which discordgo cannot
// read all is handled as far as it can.
func (b *bot) heard(raw json.RawMessage) {
	defer b.recover("an event")
	i := &discordgo.InteractionCreate{}
	if err := json.Unmarshal(raw, i); err != nil {
		b.Log.Warn("an interaction cannot be read", "err", err)
	}
	if i.Interaction != nil {
		b.event(&discordgo.Event{RawData: raw, Struct: i})
	}
}

// run keeps a link open until the context is done. It returns an error when Discord
// will not have the bot any more.
func (g *gateway) run(ctx context.Context) error {
	for tries := 0; ; tries++ {
		lived, err := g.connect(ctx)
		if f := (finalError{}); errors.As(err, &f) {
			return err
		}
		if ctx.Err() != nil {
			return nil
		}
		if lived >= g.times.settled {
			tries = 0
		}
		wait, what := g.backoff(tries, err), "the gateway stays closed; trying again"
		if lived > 0 {
			what = "the gateway is gone; reconnecting"
			g.count.reconnect()
		}
		g.log.Warn(what, "in", wait.Round(time.Millisecond), "err", redact(err))
		if pause(ctx, wait) != nil {
			return nil
		}
	}
}

// backoff is how long to wait before the next link.
func (g *gateway) backoff(tries int, err error) time.Duration {
	wait := g.times.longest
	if longer := g.times.first << min(tries, 30); longer > 0 {
		wait = min(wait, longer)
	}
	wait = wait/2 + time.Duration(g.jitter()*float64(wait/2))
	if errors.Is(err, errNoSession) {
		wait = max(wait, g.times.invalid+time.Duration(g.jitter()*float64(4*g.times.invalid)))
	}
	return wait
}

// connect opens a link, to resume the session if there is one, and serves it until it
// ends. It returns how long it was open.
func (g *gateway) connect(ctx context.Context) (lived time.Duration, err error) {
	address := g.session.url
	if address == "" {
		if address, err = g.permit(ctx); err != nil {
			return 0, err
		}
	}
	l := &link{g: g, now: make(chan struct{}, 1)}
	err = l.serve(ctx, address)
	if !l.since.IsZero() {
		lived = max(1, time.Since(l.since))
	}
	if lived >= g.times.settled {
		g.session.failed = 0
	} else {
		g.session.failed++
	}
	if g.session.failed >= mostFailed || over(err) {
		g.session = session{}
	}
	return lived, final(err)
}

// over reports whether an error is also the end of the session.
func over(err error) bool {
	return errors.Is(err, errNoSession) || websocket.IsCloseError(err, 4007, 4009)
}

// Whereabouts are where the gateway is, and how many sessions may be begun there.
type whereabouts struct {
	URL   string
	Limit struct {
		Total      int
		Remaining  int
		ResetAfter int64 `json:"reset_after"` // in milliseconds
	} `json:"session_start_limit"`
}

// where asks Discord for the gateway.
func (b *bot) where(ctx context.Context) (whereabouts, error) {
	var w whereabouts
	err := b.raw(ctx, route{method: http.MethodGet, path: "gateway/bot", bucket: "gateway"}, "", nil, &w)
	if rest := (*discordgo.RESTError)(nil); errors.As(err, &rest) && rest.Response.StatusCode == http.StatusUnauthorized {
		err = finalError{ErrBadToken}
	}
	return w, err
}

// permit returns where the gateway is, once a session may be begun there. Who begins
// more than a day has, a thousand as a rule, loses their token: so when a tenth is left
// those are shared out over the rest of the day.
func (g *gateway) permit(ctx context.Context) (string, error) {
	for {
		asking, cancel := context.WithTimeout(ctx, g.times.open)
		w, err := g.where(asking)
		cancel()
		if err != nil {
			return "", err
		}
		wait := max(0, time.Until(g.identified.Add(g.times.spacing)))
		if ration := w.ration(); ration > wait {
			wait = ration
			g.log.Warn("few sessions may still be begun at the gateway today; waiting with the next one", "left", w.Limit.Remaining, "of", w.Limit.Total, "in", wait.Round(time.Second))
		}
		if pause(ctx, wait) != nil {
			return "", ctx.Err()
		}
		if w.Limit.Remaining > 0 || w.Limit.Total == 0 {
			return w.URL, nil
		}
	}
}

// ration is how long to wait before a session is begun, for the sake of those that are
// left.
func (w whereabouts) ration() time.Duration {
	left, reset := w.Limit.Remaining, time.Duration(w.Limit.ResetAfter)*time.Millisecond
	if left*10 >= w.Limit.Total {
		return 0
	}
	return max(reset, time.Minute) / time.Duration(max(left, 1))
}

// A finalError is that of a gateway that will never open.
type finalError struct{ error }

func (e finalError) Unwrap() error { return e.error }

// finalCodes are the codes with which the gateway closes for good, and what to do.
var finalCodes = map[int]error{
	4004: ErrBadToken,
	4010: errors.New("the gateway refuses the shard: a newer Parlour is needed"),
	4011: errors.New("the bot is in too many servers for one connection: remove it from some, or run a second bot"),
	4012: errors.New("the gateway does not speak this version any more: a newer Parlour is needed"),
	4013: errors.New("the gateway refuses the intents: a newer Parlour is needed"),
	4014: errors.New("the gateway refuses the intents: Parlour needs none that is privileged"),
}

// final replaces an error of the gateway that no later attempt will mend.
func final(err error) error {
	var closed *websocket.CloseError
	if errors.As(err, &closed) && finalCodes[closed.Code] != nil {
		return finalError{finalCodes[closed.Code]}
	}
	return err
}
