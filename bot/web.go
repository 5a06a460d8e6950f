package bot

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"parlour/bot/rest"
	"parlour/bot/web"
)

// The errors with which [Run] ends before it takes interactions over HTTP.
var (
	ErrNoWeb = errors.New("interactions over HTTP need an address to come to: give --web one, such as :8080")
	errNoKey = rest.Final{Err: errors.New("the public key of this application is not known, because Discord does not name it: copy it from the General Information page into --public-key")}
)

// probeWithin is how long Discord's API may take to answer something cheap.
const probeWithin = 3 * time.Second

// meetsDiscord checks that Discord sends interactions in the way in which the bot takes them, by what Discord says of
// the application.
func (b *bot) meetsDiscord() error {
	switch known, err := hex.DecodeString(b.key); {
	case !b.Interactions && b.address != "":
		b.Log.Warn("Discord sends interactions to the application's Interactions Endpoint URL and none over the gateway: run with --interactions, or take that address away", "address", b.address)
	case !b.Interactions:
	case b.web == nil:
		return ErrNoWeb
	case b.PublicKey == nil && (err != nil || len(known) != ed25519.PublicKeySize):
		return errNoKey
	case b.PublicKey == nil:
		b.PublicKey = known
	case b.key != "" && !b.PublicKey.Equal(ed25519.PublicKey(known)):
		return rest.Final{Err: fmt.Errorf("--public-key is not the key of this application, which is %s: give that one, or leave it out", b.key)}
	}
	if b.Interactions && b.address == "" {
		b.Log.Warn("the application has no Interactions Endpoint URL yet, so Discord sends nothing: once Parlour is ready, set it on the General Information page to the address that leads to /interactions here")
	}
	return nil
}

// webConfig ties interactions over HTTP to the bot.
func (b *bot) webConfig() web.Config {
	return web.Config{
		Key: b.PublicKey, Every: b.Look, Near: b.clock.Near, Past: b.clock.Past,
		Begin:       b.begin,
		Interaction: b.take,
		Added:       func(raw json.RawMessage) { b.service.Greet(readAuthorized(raw, b.Now())) },
		Refused:     func(why string) { b.metrics.denied.WithLabelValues(why).Inc() },
		Set:         &b.shards, Opening: b.opening, Changed: b.changed,
		Answered: func() bool { return b.answered.Swap(false) },
		Probe:    b.probe,
	}
}

// probe asks Discord something cheap.
func (b *bot) probe(ctx context.Context) error {
	return b.do(ctx, rest.Request{Method: http.MethodGet, Path: "users/@me", Bucket: "users/@me", Once: true,
		Brief: probeWithin}, nil)
}

// tried notes a try of a request. Discord has answered if its servers have not failed.
func (b *bot) tried(r rest.Request, status int, took time.Duration) {
	b.metrics.tried(r, status, took)
	// of status 0 if no answer came
	b.Log.Debug("a request to Discord", "class", r.Class(), "status", status, "took", took)
	if status > 0 && status < http.StatusInternalServerError {
		b.answered.Store(true)
	}
}

// serve serves what is asked of a bot on [Config.Web], if that is set, until stop is called.
func (b *bot) serve() (stop func()) {
	if b.Web == nil {
		return func() {}
	}
	b.web = web.Serve(b.Web, b.Log, map[string]http.Handler{
		"GET /livez":   http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { tells(w, true, "the process runs") }),
		"GET /readyz":  http.HandlerFunc(b.serveReady),
		"GET /healthz": http.HandlerFunc(b.serveHealth),
		"GET /metrics": promhttp.HandlerFor(b.metrics.registry, promhttp.HandlerOpts{}),
	})
	b.Log.Info("health and metrics are served", "at", "http://"+b.Web.Addr().String())
	return b.web.Close
}

// tells answers with something in JSON, with status 200 if all is well, else 503.
func tells(w http.ResponseWriter, well bool, what any) {
	w.Header().Set("Content-Type", "application/json")
	if !well {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	_ = json.NewEncoder(w).Encode(what)
}

// tellStates has the metrics tell how this process is, of which [health] says more.
func (b *bot) tellStates() {
	b.metrics.gauge("store_reachable", "Whether the store of all games has answered within the last 5 seconds, 1 or 0.", func() float64 {
		return number(b.reach.lostFor() < b.StoreWithin)
	})
	b.metrics.gauge("commands_refused", "Whether Discord refuses the list of commands, 1 or 0.", func() float64 {
		return number(b.list.whyRefused() != "")
	})
	b.metrics.gauge("rival", "Whether another program has answered with this bot's token in the last hour, 1 or 0.", func() float64 {
		return number(b.rivals.isThere(b.Clock()))
	})
	b.metrics.gauge("clock_ahead_seconds", "How far this machine's clock is ahead of Discord's, if that matters, else 0.", func() float64 {
		return b.clock.Wrong().Seconds()
	})
	b.metrics.gauge("time_known", "Whether it is known what time it is at Discord, 1 or 0: else nothing falls due.", func() float64 {
		return number(b.clock.Known())
	})
}

// serveHealth answers a request for /healthz: how all is.
func (b *bot) serveHealth(w http.ResponseWriter, _ *http.Request) {
	h := b.health()
	tells(w, h.Well, h)
}

// serveReady answers a request for /readyz: whether people can play here.
func (b *bot) serveReady(w http.ResponseWriter, _ *http.Request) {
	h := b.health()
	tells(w, h.stops == 0, ready{h.stops == 0, h.Reasons[:h.stops]})
}

// ready is whether people can play here, as /readyz has it in JSON.
type ready struct {
	Ready   bool     `json:"ready"`
	Reasons []string `json:"reasons,omitempty"`
}

// health is how a bot is, as /healthz has it in JSON.
type health struct {
	Well bool `json:"well"`
	// Connected says that the gateway is open, or at least one shard; without a gateway Discord's API answers
	Connected     bool          `json:"connected"`
	LastHeartbeat *time.Time    `json:"last_heartbeat,omitempty"` // when the gateway last acknowledged one
	Shards        []shardHealth `json:"shards,omitempty"`         // of this process; left out for a bot without shards
	Reasons       []string      `json:"reasons,omitempty"`        // why it is not well; where it is, what its owner should mend
	stops         int           // number of reasons, the first ones, for which nobody can play here
}

// shardHealth is how a shard is.
type shardHealth struct {
	Shard         string     `json:"shard"` // such as "3/16"
	Open          bool       `json:"open"`
	LastHeartbeat *time.Time `json:"last_heartbeat,omitempty"`
}

// health returns how the bot is.
func (b *bot) health() (h health) {
	var closed []string
	for _, s := range b.shards.States() {
		one := shardHealth{Shard: s.String(), Open: s.Open}
		if at := s.Acknowledged.UTC(); !at.IsZero() {
			one.LastHeartbeat = &at
			if h.LastHeartbeat == nil || at.After(*h.LastHeartbeat) {
				h.LastHeartbeat = &at
			}
		}
		h.Connected = h.Connected || s.Open
		if !s.Open {
			closed = append(closed, one.Shard)
		}
		if s.Of > 1 {
			h.Shards = append(h.Shards, one)
		}
	}
	add := func(is bool, reason string) {
		if is {
			h.Reasons = append(h.Reasons, reason)
		}
	}
	works, lost := b.ready.Load(), b.reach.lostFor()
	add(lost >= b.StoreWithin, fmt.Sprintf("the store of all games has not answered for %v, and the log says why", lost.Truncate(time.Second)))
	add(!works, "Parlour is not at work yet, or not any more")
	add(works && b.Interactions && !h.Connected, "the API of Discord does not answer")
	add(!b.Interactions && !h.Connected, "the gateway of Discord is not open")
	h.stops = len(h.Reasons)
	add(h.Connected && len(closed) > 0, "these shards of the gateway are not open: "+strings.Join(closed, ", "))
	refused := b.list.whyRefused()
	add(refused != "", refused)
	h.Well = len(h.Reasons) == 0
	wrong := b.wrongTime() // with which people play all the same
	add(works && wrong != "", wrong)
	return h
}
