package bot

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"

	"parlour/bot/rest"
	"parlour/commands"
	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/commands/publish"
	"parlour/games"
	"parlour/storage"
)

// value returns a metric without labels, or the metric whose first label has the given
// value.
func value(t *testing.T, m *metrics, name string, label ...string) float64 {
	t.Helper()
	families, err := m.registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		for _, one := range f.GetMetric() {
			if f.GetName() == name && (len(label) == 0 || one.GetLabel()[0].GetValue() == label[0]) {
				return one.GetCounter().GetValue() + float64(one.GetHistogram().GetSampleCount())
			}
		}
	}
	return 0
}

// Names and help texts follow Prometheus's conventions.
func TestMetricsKeepTheConventions(t *testing.T) {
	t.Parallel()
	m := newMetrics("")
	m.moves.WithLabelValues("permute")
	m.retried("x")
	m.answered(commands.Private, time.Now())
	m.tried(rest.Request{Method: "POST", Path: "channels/1/messages"}, 200, time.Second)
	families, err := m.registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	found, err := promlint.NewWithMetricFamilies(families).Lint()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range found {
		t.Errorf("%s: %s", p.Metric, p.Text)
	}
}

// What the bot does is counted: due checks, and those of them that are overdue; moves of players and none of the system's;
// reminders when they were sent, and no boards; and a request without an answer, as an error.
func TestWhatIsCounted(t *testing.T) {
	t.Parallel()
	d, _ := serviceDesk(t)
	s, now := d.b.service.Store, time.Now()
	for id, late := range map[string]time.Duration{"a": time.Second, "b": time.Hour, "c": 0, "later": -time.Hour} {
		at := now.Add(-late)
		h, err := s.Create(d.ctx, storage.Head{ID: id, NextCheck: at, Lobby: storage.Lobby{Setup: games.Setup{Game: "permutu"}}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := storage.People.Change(d.ctx, s, id, func(p *storage.Person) error { p.NextCheck = at; return nil }); err != nil {
			t.Fatal(err)
		}
		if id != "later" {
			continue
		}
		if _, err := s.Append(d.ctx, h, storage.Entry{Ply: games.Ply{Move: "7r"}}, storage.Entry{Ply: games.Ply{Move: games.Lapse}}); err != nil {
			t.Fatal(err)
		}
	}
	matches, err := s.Due(d.ctx, now, 10)
	people, failed := storage.People.Due(d.ctx, s, now, 10)
	if err != nil || failed != nil || len(matches) != 3 || len(people) != 3 {
		t.Fatalf("due are %v, %v and %v, %v", matches, err, people, failed)
	}
	m := message.Message{Content: "It is your turn."}
	_, board := d.b.service.Channel.Post(d.ctx, d.games, "1", m)
	_, sent := d.b.service.Patient.Post(d.ctx, d.games, "2", m)
	_, gone := d.b.service.Patient.Post(d.ctx, "12", "3", m)
	if board != nil || sent != nil || !errors.Is(gone, publish.ErrGone) {
		t.Fatal(board, sent, gone)
	}
	d.b.metrics.tried(rest.Request{Method: "GET", Path: "guilds/1/members/2"}, 0, time.Second)
	for _, c := range []struct {
		name  string
		label []string
		want  float64
	}{
		{"parlour_checks_due_total", []string{"match"}, 3}, {"parlour_checks_overdue_total", []string{"match"}, 1},
		{"parlour_checks_due_total", []string{"person"}, 3}, {"parlour_checks_overdue_total", []string{"person"}, 1},
		{"parlour_moves_total", []string{"permutu"}, 1}, {"parlour_reminders_total", nil, 1}, {"parlour_requests_total", []string{"member"}, 1},
	} {
		if got := value(t, d.b.metrics, c.name, c.label...); got != c.want {
			t.Errorf("%s%q is %v, want %v", c.name, c.label, got, c.want)
		}
	}
}

// The health has status 200 if the bot is ready and connected, and else status 503 with a
// reason. A process with shards is connected with the first that is open, and ready with the last.
func TestHealth(t *testing.T) {
	t.Parallel()
	a, b := match.Shard{Index: 2, Of: 4}, match.Shard{Index: 3, Of: 4}
	whole, two := []match.Shard{match.WholeShard}, []match.Shard{a, b}
	const beat = `"last_heartbeat":"2026-11-21T12:00:00Z"`
	for _, c := range []struct {
		ready, overHTTP bool
		shards, open    []match.Shard
		want            string // without its braces; it has status 503 if that names a reason
	}{
		{false, false, nil, nil, `"ready":false,"connected":false,"reason":"the gateway of Discord is not open"`},
		{true, false, nil, nil, `"ready":true,"connected":false,"reason":"the gateway of Discord is not open"`},
		{false, false, whole, whole, `"ready":false,"connected":true,` + beat + `,"reason":"Parlour is not at work yet, or not any more"`},
		{true, false, whole, nil, `"ready":true,"connected":false,"reason":"the gateway of Discord is not open"`},
		{true, true, whole, nil, `"ready":true,"connected":false,"reason":"the API of Discord does not answer"`},
		{false, true, whole, nil, `"ready":false,"connected":false,"reason":"Parlour is not at work yet, or not any more"`},
		{true, false, whole, whole, `"ready":true,"connected":true,` + beat},
		{true, false, two, two[1:], `"ready":false,"connected":true,` + beat + `,"shards":[{"shard":"2/4","open":false},{"shard":"3/4","open":true,` + beat + `}],"reason":"these shards of the gateway are not open: 2/4"`},
		{true, false, two, two, `"ready":true,"connected":true,` + beat + `,"shards":[{"shard":"2/4","open":true,` + beat + `},{"shard":"3/4","open":true,` + beat + `}]`},
	} {
		b := newBot(Config{Config: quiet(nil), Interactions: c.overHTTP})
		b.ready.Store(c.ready)
		b.shards.Assign(c.shards)
		for _, s := range c.open {
			b.shards.Opened(s)
			b.shards.Acknowledged(s, time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
		}
		status := http.StatusOK
		if strings.Contains(c.want, "reason") {
			status = http.StatusServiceUnavailable
		}
		w := httptest.NewRecorder()
		b.serveHealth(w, nil)
		if w.Code != status || w.Body.String() != "{"+c.want+"}\n" {
			t.Errorf("the health is %d %s, want %d {%s}", w.Code, w.Body, status, c.want)
		}
	}
}
