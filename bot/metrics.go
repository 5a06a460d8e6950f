package bot

import (
	"context"
	"runtime"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promauto"

	"parlour/bot/rest"
	"parlour/bot/web"
	"parlour/commands"
	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/commands/publish"
	"parlour/storage"
)

// metrics are the bot's metrics for Prometheus. A label takes few values: those in this
// file, the reasons of package [rest], and the games' names. None comes from Discord.
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

	dropped *prometheus.CounterVec
	denied  *prometheus.CounterVec

	open       *prometheus.GaugeVec
	identifies prometheus.Counter
	resumes    prometheus.Counter
	reconnects prometheus.Counter

	census atomic.Pointer[commands.Census] // the newest; nil before the first
}

// seconds are the buckets of all latencies. Discord waits 3 s for an answer, and minutes
// for a deferred one.
var seconds = []float64{0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 1.5, 3, 6, 15, 60}

// overdueAfter is how late a check counts as overdue. Ticks come every few seconds.
const overdueAfter = 30 * time.Second

// newMetrics makes all metrics of a version of the program, with a registry of their own.
func newMetrics(version string) *metrics {
	m := &metrics{registry: prometheus.NewRegistry()}
	m.registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	with := promauto.With(m.registry)
	counter := func(name, help string) prometheus.Counter {
		return with.NewCounter(prometheus.CounterOpts{Name: "parlour_" + name, Help: help})
	}
	counters := func(name, help string, labels ...string) *prometheus.CounterVec {
		return with.NewCounterVec(prometheus.CounterOpts{Name: "parlour_" + name, Help: help}, labels)
	}
	with.NewGaugeVec(prometheus.GaugeOpts{Name: "parlour_build_info",
		Help: "Always 1; the labels say which version this is, and what it was built with."}, []string{"version", "goversion"}).
		WithLabelValues(version, runtime.Version()).Set(1)
	m.moves = counters("moves_total", "Moves of players that were committed, by game.", "game")
	m.reminders = counter("reminders_total", "Reminders and digests that were sent.")
	m.due = counters("checks_due_total", "Checks that were found due, of a match or a person.", "of")
	m.overdue = counters("checks_overdue_total", "Checks that were found due for over 30 seconds, of a match or a person.", "of")
	m.answers = with.NewHistogramVec(prometheus.HistogramOpts{Name: "parlour_answer_seconds",
		Help: "From a click or command until its answer was delivered, by kind.", Buckets: seconds}, []string{"kind"})
	m.boards = with.NewHistogram(prometheus.HistogramOpts{Name: "parlour_board_seconds",
		Help: "From a click or command until what it changed was published.", Buckets: seconds})
	m.requests = counters("requests_total", "Requests to Discord's API, each try counted, by class and by status, which is error if no answer came.", "class", "status")
	m.took = with.NewHistogramVec(prometheus.HistogramOpts{Name: "parlour_request_seconds",
		Help: "From a request to Discord's API to its answer, by class.", Buckets: seconds}, []string{"class"})
	m.retries = counters("retries_total", "Requests to Discord's API that were made again, by reason.", "reason")
	m.dropped = counters("interactions_dropped_total", "Interactions that were not carried out because nobody waited for them any more: old when they came, or refused by Discord.", "why")
	m.denied = counters("interactions_refused_total", "Requests to /interactions that were refused: too large, not signed by Discord, signed too long ago, sent twice, or in another form.", "why")
	m.open = with.NewGaugeVec(prometheus.GaugeOpts{Name: "parlour_gateway_open",
		Help: "Whether a shard of the gateway is open, 1 or 0, by its number; a bot without shards has number 0. With interactions over HTTP, whether Discord's API answers."}, []string{"shard"})
	m.identifies = counter("gateway_identifies_total", "Sessions that were begun at the gateway.")
	m.resumes = counter("gateway_resumes_total", "Attempts to resume a session at the gateway.")
	m.reconnects = counter("gateway_reconnects_total", "Open connections to the gateway that were lost.")
	for _, why := range []string{old, refused} {
		m.dropped.WithLabelValues(why)
	}
	for _, why := range web.Reasons {
		m.denied.WithLabelValues(why)
	}
	for _, of := range []string{"match", storage.People.Name()} { // so that both are served before the first check
		m.due.WithLabelValues(of)
		m.overdue.WithLabelValues(of)
	}
	m.registry.MustRegister(m)
	return m
}

// gauge serves a number of this process that is computed when it is asked for.
func (m *metrics) gauge(name, help string, of func() float64) {
	promauto.With(m.registry).NewGaugeFunc(prometheus.GaugeOpts{Name: "parlour_" + name, Help: help}, of)
}

// Describe implements [prometheus.Collector]: there is nothing to describe before the first census.
func (m *metrics) Describe(chan<- *prometheus.Desc) {}

// Collect implements [prometheus.Collector], by the newest census. All of it is of the store: processes that share one tell
// the same, so take the max of them. All other metrics are of a process: take the sum, or of a state the min or the max.
func (m *metrics) Collect(to chan<- prometheus.Metric) {
	c := m.census.Load()
	if c == nil {
		return
	}
	gauges := func(name, help string, labels ...string) func(n float64, values ...string) {
		as := prometheus.NewDesc("parlour_"+name, help+" Of the store.", labels, nil)
		return func(n float64, values ...string) {
			to <- prometheus.MustNewConstMetric(as, prometheus.GaugeValue, n, values...)
		}
	}
	gauges("counted_timestamp_seconds", "When it was last counted what there is and what waits, by Discord's time.")(float64(c.At.UnixMilli()) / 1000)
	gauges("servers", "Servers of which anything is kept.")(float64(c.Servers))
	gauges("people", "People of whom anything is kept.")(float64(c.People))
	games := gauges("games", "Games, tables and challenges that have not ended, by game and phase.", "game", "phase")
	for of, n := range c.Games {
		games(float64(n), of.Game, string(of.Phase))
	}
	gauges("games_unshown", "Games of which the public has not seen all for over a minute.")(float64(c.Unshown))
	gauges("lines_waiting", "Older messages that should be lines, or gone, by now.")(float64(c.Lines))
	gauges("outbox_notices", "Reminders that were decided and have perhaps not been sent.")(float64(c.Notices))
	due := gauges("due", "What is due to be looked at, by what it is.", "of")
	for of, l := range c.Due {
		due(float64(l.All), of)
	}
	gauges("oldest_due_seconds", "For how long the first of all that is due has been so, 0 if nothing is.")(c.Oldest().Seconds())
	gauges("store_bytes", "Size of the store, all of it.")(float64(c.Bytes))
}

// number returns 1 for true, 0 for false.
func number(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// retried counts a request that is made again.
func (m *metrics) retried(reason string) { m.retries.WithLabelValues(reason).Inc() }

// tried counts a try of a request; status is 0 if no answer came.
func (m *metrics) tried(r rest.Request, status int, took time.Duration) {
	class, label := r.Class(), "error"
	if status != 0 {
		label = strconv.Itoa(status)
	}
	m.requests.WithLabelValues(class, label).Inc()
	m.took.WithLabelValues(class).Observe(took.Seconds())
}

// answered counts an answer that was delivered so long after its request had arrived.
func (m *metrics) answered(kind commands.Kind, took time.Duration) {
	m.answers.WithLabelValues(kindNames[kind]).Observe(took.Seconds())
}

var kindNames = map[commands.Kind]string{commands.Private: "private", commands.Update: "update", commands.Completion: "completion"}

// shown counts that the changes of a request were published so long after it had arrived.
func (m *metrics) shown(took time.Duration) { m.boards.Observe(took.Seconds()) }

// connected notes whether a shard of the gateway is open.
func (m *metrics) connected(s match.Shard, open bool) {
	m.open.WithLabelValues(strconv.Itoa(s.Index)).Set(number(open))
}

// check counts a check that was found due, with how late it is.
func (m *metrics) check(of string, late time.Duration) {
	m.due.WithLabelValues(of).Inc()
	if late > overdueAfter {
		m.overdue.WithLabelValues(of).Inc()
	}
}

// countedStore counts the moves that are committed to a store and the checks that it
// finds due, and sees whether it answers.
type countedStore struct {
	storage.Store
	m     *metrics
	now   func() time.Time
	reach *reach
}

// Create notes whether the store answers.
func (s countedStore) Create(ctx context.Context, h storage.Head) (_ storage.Head, err error) {
	end := s.reach.writes.begin()
	defer func() { end(err) }()
	return s.Store.Create(ctx, h)
}

// PutRecord notes whether the store answers.
func (s countedStore) PutRecord(ctx context.Context, r storage.Record) (_ storage.Record, err error) {
	end := s.reach.writes.begin()
	defer func() { end(err) }()
	return s.Store.PutRecord(ctx, r)
}

// Append counts the moves of players; system moves do not count. It notes whether the store answers.
func (s countedStore) Append(ctx context.Context, h storage.Head, entries ...storage.Entry) (written storage.Head, err error) {
	end := s.reach.writes.begin()
	defer func() { end(err) }()
	written, err = s.Store.Append(ctx, h, entries...)
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

// Due counts the matches that it finds.
func (s countedStore) Due(ctx context.Context, now time.Time, limit int) ([]storage.Head, error) {
	found, err := s.Store.Due(ctx, now, limit)
	for _, h := range found {
		s.m.check("match", s.now().Sub(h.NextCheck))
	}
	return found, err
}

// DueRecords counts the records that it finds.
func (s countedStore) DueRecords(ctx context.Context, kind string, now time.Time, limit int) ([]storage.Record, error) {
	found, err := s.Store.DueRecords(ctx, kind, now, limit)
	for _, r := range found {
		s.m.check(kind, s.now().Sub(r.NextCheck))
	}
	return found, err
}

// countedChannel counts the messages that it posts as reminders.
type countedChannel struct {
	publish.Channel
	m *metrics
}

// Post counts a message that was posted.
func (c countedChannel) Post(ctx context.Context, channel, nonce string, msg message.Message) (string, error) {
	id, err := c.Channel.Post(ctx, channel, nonce, msg)
	if err == nil {
		c.m.reminders.Inc()
	}
	return id, err
}
