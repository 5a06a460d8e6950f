package bot

import (
	"encoding/json"
	"net/http"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"parlour/bot/gateway"
	"parlour/bot/web"
)

// serveHealth answers a request for /healthz, with status 200 if the bot is well, else 503.
func (b *bot) serveHealth(w http.ResponseWriter, _ *http.Request) {
	h := gateway.HealthOf(&b.shards, b.ready.Load(), b.Interactions)
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
