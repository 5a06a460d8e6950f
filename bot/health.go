package bot

import (
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// health is the JSON of /healthz. Its status is 200 if the bot is ready and connected,
// else 503.
type health struct {
	Ready         bool       `json:"ready"`                    // see [bot]
	Connected     bool       `json:"connected"`                // the gateway is open
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
	case !h.Connected:
		h.Reason = "the gateway of Discord is not open"
	case !h.Ready:
		h.Reason = "Parlour is not at work yet, or not any more"
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

// monitor serves /healthz and /metrics on [Config.Monitor], if that is set, until stop is
// called.
func (b *bot) monitor() (stop func()) {
	if b.Monitor == nil {
		return func() {}
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", b.serveHealth)
	mux.Handle("GET /metrics", promhttp.HandlerFor(b.metrics.registry, promhttp.HandlerOpts{}))
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 5 * time.Second, WriteTimeout: 30 * time.Second}
	go func() {
		if err := server.Serve(b.Monitor); !errors.Is(err, http.ErrServerClosed) {
			b.Log.Error("health and metrics are not served any more", "err", err)
		}
	}()
	b.Log.Info("health and metrics are served", "at", "http://"+b.Monitor.Addr().String())
	return func() { server.Close() }
}
