package bot

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promauto"

	"parlour/commands"
	"parlour/commands/message"
	"parlour/commands/publish"
	"parlour/storage"
)

// Metrics count what a bot does, for Prometheus. Labels take few values, all of them
// written in this file or in the list of games, and none comes from Discord. Methods
// of nil count nothing.
type metrics struct {
	registry *prometheus.Registry

	moves     *prometheus.CounterVec
	reminders prometheus.Counter
	due       *prometheus.CounterVec
	overdue   *prometheus.CounterVec

	answers *prometheus.HistogramVec
	boards  prometheus.Histogram

	requests *prometheus.CounterVec
	took     *prometheus.HistogramVec
	retries  *prometheus.CounterVec

	open       prometheus.Gauge
	identifies prometheus.Counter
	resumes    prometheus.Counter
	reconnects prometheus.Counter
}

// seconds are the buckets of all latencies: Discord waits 3 s for an answer, and a
// deferred one may come within minutes.
var seconds = []float64{0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 1.5, 3, 6, 15, 60}

// lateFrom is how late a look at what is due is overdue: ticks come every few seconds.
const lateFrom = 30 * time.Second

func newMetrics() *metrics {
	m := &metrics{registry: prometheus.NewRegistry()}
	m.registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	with := promauto.With(m.registry)
	counter := func(name, help string) prometheus.Counter {
		return with.NewCounter(prometheus.CounterOpts{Name: "parlour_" + name, Help: help})
	}
	counters := func(name, help string, labels ...string) *prometheus.CounterVec {
		return with.NewCounterVec(prometheus.CounterOpts{Name: "parlour_" + name, Help: help}, labels)
	}
	m.moves = counters("moves_total", "Moves of players that were committed, by game.", "game")
	m.reminders = counter("reminders_total", "Messages that remind somebody, or tell them of their games, that were sent.")
	m.due = counters("wakes_due_total", "Looks that were found due, of a match or a person.", "of")
	m.overdue = counters("wakes_overdue_total", "Looks that were found due for over 30 seconds.", "of")
	m.answers = with.NewHistogramVec(prometheus.HistogramOpts{Name: "parlour_answer_seconds", Help: "From a click or command to the end of its answer, by kind.", Buckets: seconds}, []string{"kind"})
	m.boards = with.NewHistogram(prometheus.HistogramOpts{Name: "parlour_board_seconds", Help: "From a click or command to the end of what everybody sees of it.", Buckets: seconds})
	m.requests = counters("requests_total", "Requests to Discord's API, by class and by status, which is error where no answer came.", "class", "status")
	m.took = with.NewHistogramVec(prometheus.HistogramOpts{Name: "parlour_request_seconds", Help: "From a request to Discord's API to its answer, by class.", Buckets: seconds}, []string{"class"})
	m.retries = counters("retries_total", "Requests to Discord's API that were made again, by reason.", "reason")
	m.open = with.NewGauge(prometheus.GaugeOpts{Name: "parlour_gateway_open", Help: "Whether the gateway is open, 1 or 0."})
	m.identifies = counter("gateway_identifies_total", "Sessions that were asked for at the gateway.")
	m.resumes = counter("gateway_resumes_total", "Attempts to resume a session at the gateway.")
	m.reconnects = counter("gateway_reconnects_total", "Links to the gateway that were lost, and replaced.")
	for _, of := range []string{"match", "person"} { // so that they are there before the first
		m.due.WithLabelValues(of)
		m.overdue.WithLabelValues(of)
	}
	return m
}

// retry counts a request that is made again. The reason is one of few.
func (m *metrics) retry(reason string) {
	if m != nil {
		m.retries.WithLabelValues(reason).Inc()
	}
}

// answered counts an answer that was delivered, of a request that came in at a time.
func (m *metrics) answered(kind commands.Kind, came time.Time) {
	if m != nil {
		m.answers.WithLabelValues(kindNames[kind]).Observe(time.Since(came).Seconds())
	}
}

var kindNames = map[commands.Kind]string{commands.Private: "private", commands.Update: "update", commands.Completion: "completion"}

// shown counts that everybody has seen what a request, which came in at a time, did.
func (m *metrics) shown(came time.Time) {
	if m != nil {
		m.boards.Observe(time.Since(came).Seconds())
	}
}

// linked notes whether the gateway is open.
func (m *metrics) linked(open bool) {
	switch {
	case m == nil:
	case open:
		m.open.Set(1)
	default:
		m.open.Set(0)
	}
}

func (m *metrics) identify() {
	if m != nil {
		m.identifies.Inc()
	}
}

func (m *metrics) resume() {
	if m != nil {
		m.resumes.Inc()
	}
}

func (m *metrics) reconnect() {
	if m != nil {
		m.reconnects.Inc()
	}
}

// wakes counts what was found due at a time.
func (m *metrics) wakes(of string, now time.Time, found []time.Time) {
	for _, wake := range found {
		m.due.WithLabelValues(of).Inc()
		if now.Sub(wake) > lateFrom {
			m.overdue.WithLabelValues(of).Inc()
		}
	}
}

// A countedStore counts the moves that are committed to a store, and what is found due.
type countedStore struct {
	storage.Store
	m   *metrics
	now func() time.Time
}

func (s countedStore) Append(ctx context.Context, h storage.Head, entries ...storage.Entry) (storage.Head, error) {
	written, err := s.Store.Append(ctx, h, entries...)
	if err == nil {
		made := 0
		for _, e := range entries {
			if !e.Move.System() {
				made++
			}
		}
		s.m.moves.WithLabelValues(h.Setup.Game).Add(float64(made))
	}
	return written, err
}

func (s countedStore) Due(ctx context.Context, now time.Time, limit int) ([]storage.Head, error) {
	found, err := s.Store.Due(ctx, now, limit)
	var wakes []time.Time
	for _, h := range found {
		wakes = append(wakes, h.NextCheck)
	}
	s.m.wakes("match", s.now(), wakes)
	return found, err
}

func (s countedStore) DuePeople(ctx context.Context, now time.Time, limit int) ([]storage.Person, error) {
	found, err := s.Store.DuePeople(ctx, now, limit)
	var wakes []time.Time
	for _, p := range found {
		wakes = append(wakes, p.NextCheck)
	}
	s.m.wakes("person", s.now(), wakes)
	return found, err
}

// A countedChannel counts what is sent to a channel of what can wait: reminders.
type countedChannel struct {
	publish.Channel
	m *metrics
}

func (c countedChannel) Post(ctx context.Context, channel, nonce string, msg message.Message) (string, error) {
	id, err := c.Channel.Post(ctx, channel, nonce, msg)
	if err == nil {
		c.m.reminders.Inc()
	}
	return id, err
}

// A countedTransport counts requests to Discord.
type countedTransport struct {
	http.RoundTripper
	m *metrics
}

func (t countedTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	began, class, status := time.Now(), classOf(r.Method, r.URL.Path), "error"
	answer, err := t.RoundTripper.RoundTrip(r)
	if err == nil {
		status = strconv.Itoa(answer.StatusCode)
	}
	t.m.requests.WithLabelValues(class, status).Inc()
	t.m.took.WithLabelValues(class).Observe(time.Since(began).Seconds())
	return answer, err
}

// classOf names what a request is for, by the form of its path: none of the ids and
// tokens in it.
func classOf(method, path string) string {
	switch _, end, _ := strings.Cut(path, "/channels/"); {
	case strings.Contains(path, "/interactions/"):
		return "callback"
	case strings.Contains(path, "/webhooks/"):
		return "answer"
	case strings.HasSuffix(path, "/users/@me/channels"):
		return "direct"
	case strings.HasSuffix(path, "/threads"):
		return "thread"
	case method == http.MethodPost && strings.HasSuffix(end, "/messages"):
		return "post"
	case method == http.MethodPatch && strings.Contains(end, "/messages/"):
		return "edit"
	case strings.HasSuffix(end, "/messages"):
		return "history"
	case end != "":
		return "channel"
	case strings.Contains(path, "/guilds/"):
		return "member"
	case strings.HasSuffix(path, "/commands"):
		return "register"
	case strings.HasSuffix(path, "/gateway/bot"):
		return "gateway"
	}
	return "other"
}
