package bot

import (
	"encoding/json"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"parlour/bot/web"
)

// health is the JSON of /healthz. Its status is 200 if the bot is ready and connected,
// else 503.
type health struct {
	Ready         bool       `json:"ready"`                    // see [bot]
	Connected     bool       `json:"connected"`                // see [bot]
	LastHeartbeat *time.Time `json:"last_heartbeat,omitempty"` // when the gateway last acknowledged one
	Reason        string     `json:"reason,omitempty"`         // for status 503
}

// health returns the bot's health.
func (b *bot) health() health {
	h := health{Ready: b.ready.Load(), Connected: b.connected.Load()}
	if acked := b.acknowledged.Load(); acked > 0 {
		at := time.Unix(0, acked).UTC()
		h.LastHeartbeat = &at
	}
	switch {
	case h.Ready && h.Connected:
	case h.Ready && b.Interactions:
		h.Reason = "the API of Discord does not answer"
	case h.Connected, b.Interactions:
		h.Reason = "Parlour is not at work yet, or not any more"
	default:
		h.Reason = "the gateway of Discord is not open"
	}
	return h
}

// serveHealth answers a request for /healthz.
func (b *bot) serveHealth(w http.ResponseWriter, _ *http.Request) {
	h := b.health()
	w.Header().Set("Content-Type", "application/json")
	if h.Reason != "" {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	_ = json.NewEncoder(w).Encode(h)
}

// serve serves /healthz and /metrics on [Config.Web], if that is set, until stop is called.
func (b *bot) serve() (stop func()) {
	if b.Web == nil {
		return func() {}
	}
	b.web = web.Serve(b.Web, b.Log, map[string]http.Handler{
		"GET /healthz": http.HandlerFunc(b.serveHealth),
		"GET /metrics": promhttp.HandlerFor(b.metrics.registry, promhttp.HandlerOpts{}),
	})
	b.Log.Info("health and metrics are served", "at", "http://"+b.Web.Addr().String())
	return b.web.Close
}
