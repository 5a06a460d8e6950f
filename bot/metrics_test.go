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

// Due checks are counted, and so are those of them that are overdue.
func TestDueChecksAreCounted(t *testing.T) {
	t.Parallel()
	d, _ := serviceDesk(t)
	now := time.Now()
	for id, late := range map[string]time.Duration{"a": time.Second, "b": time.Hour, "c": 0} {
		at := now.Add(-late)
		if _, err := d.b.Store.Create(d.ctx, storage.Head{ID: id, NextCheck: at}); err != nil {
			t.Fatal(err)
		}
		if _, err := storage.People.Change(d.ctx, d.b.Store, id, func(p *storage.Person) error { p.NextCheck = at; return nil }); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := d.b.Store.Create(d.ctx, storage.Head{ID: "later", NextCheck: now.Add(time.Hour)}); err != nil {
		t.Fatal(err)
	}
	if found, err := d.b.service.Store.Due(d.ctx, now, 10); err != nil || len(found) != 3 {
		t.Fatalf("due are %v, %v", found, err)
	}
	if found, err := storage.People.Due(d.ctx, d.b.service.Store, now, 10); err != nil || len(found) != 3 {
		t.Fatalf("due are %v, %v", found, err)
	}
	for _, of := range []string{"match", "person"} {
		if due, late := value(t, d.b.metrics, "parlour_checks_due_total", of), value(t, d.b.metrics, "parlour_checks_overdue_total", of); due != 3 || late != 1 {
			t.Errorf("%v checks of a %s are due, %v overdue; want 3 and 1", due, of, late)
		}
	}
}

// Moves of players are counted, and system moves are not.
func TestMovesOfPlayersAreCounted(t *testing.T) {
	t.Parallel()
	d, _ := serviceDesk(t)
	h, err := d.b.Store.Create(d.ctx, storage.Head{
		ID:    "a",
		Lobby: storage.Lobby{Setup: games.Setup{Game: "permutu"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.b.service.Store.Append(d.ctx, h, storage.Entry{Ply: games.Ply{Move: "7r"}}, storage.Entry{Ply: games.Ply{Move: games.Lapse}}); err != nil {
		t.Fatal(err)
	}
	if n := value(t, d.b.metrics, "parlour_moves_total", "permutu"); n != 1 {
		t.Errorf("%v moves were counted, want 1", n)
	}
}

// A reminder is counted when it was sent. A board is never counted as a reminder.
func TestRemindersAreCounted(t *testing.T) {
	t.Parallel()
	d, _ := serviceDesk(t)
	m := message.Message{Content: "It is your turn."}
	for _, post := range []func() (string, error){
		func() (string, error) { return d.b.service.Channel.Post(d.ctx, d.games, "1", m) },
		func() (string, error) { return d.b.service.Patient.Post(d.ctx, d.games, "2", m) },
	} {
		if _, err := post(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := d.b.service.Patient.Post(d.ctx, "12", "3", m); !errors.Is(err, publish.ErrGone) {
		t.Fatal(err)
	}
	if n := value(t, d.b.metrics, "parlour_reminders_total"); n != 1 {
		t.Errorf("%v reminders are counted, want 1", n)
	}
}

// A request without an answer is counted as an error.
func TestRequestsWithoutAnAnswerAreCounted(t *testing.T) {
	t.Parallel()
	m := newMetrics("")
	m.tried(rest.Request{Method: "POST", Path: "channels/1/messages"}, 0, time.Second)
	if n := value(t, m, "parlour_requests_total", "post"); n != 1 {
		t.Errorf("%v requests are counted, want 1", n)
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
