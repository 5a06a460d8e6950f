package bot

import (
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"parlour/bot/shards"
)

// serveHealth answers a request for /healthz, with status 200 if the bot is ready, else 503.
func (b *bot) serveHealth(w http.ResponseWriter, _ *http.Request) {
	h := shards.HealthOf(&b.shards, b.ready.Load())
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
