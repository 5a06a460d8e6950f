package bot

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"

	"parlour/commands"
	"parlour/commands/message"
	"parlour/commands/publish"
	"parlour/games"
	"parlour/storage"
)

// value reads a metric without labels, or with one of a value.
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

// The names and the help are as Prometheus has them.
func TestMetricsKeepTheConventions(t *testing.T) {
	t.Parallel()
	m := newMetrics()
	m.moves.WithLabelValues("permute")
	m.retry("x")
	m.answered(commands.Private, time.Now())
	m.requests.WithLabelValues("post", "200")
	m.took.WithLabelValues("post")
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

func TestClassOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ method, path, want string }{
		{"POST", "/api/v9/interactions/12/a-token/callback", "callback"},
		{"PATCH", "/api/v9/webhooks/12/a-token/messages/@original", "answer"},
		{"POST", "/api/v9/users/@me/channels", "direct"},
		{"POST", "/api/v9/channels/12/messages", "post"},
		{"PATCH", "/api/v9/channels/12/messages/34", "edit"},
		{"GET", "/api/v9/channels/12/messages", "history"},
		{"POST", "/api/v9/channels/12/messages/34/threads", "thread"},
		{"GET", "/api/v9/channels/12", "channel"},
		{"PATCH", "/api/v9/channels/12", "channel"},
		{"GET", "/api/v9/guilds/12/members/34", "member"},
		{"PUT", "/api/v9/applications/12/commands", "register"},
		{"GET", "/api/v9/gateway/bot", "gateway"},
		{"GET", "/api/v9/users/@me", "other"},
		{"GET", "/a-token", "other"},
	} {
		if got := classOf(c.method, c.path); got != c.want {
			t.Errorf("classOf(%s %s) = %s, want %s", c.method, c.path, got, c.want)
		}
	}
}

// What is found due in the store, and of that what is overdue, is counted.
func TestDueWakesAreCounted(t *testing.T) {
	t.Parallel()
	d, _ := hostedDesk(t)
	now := time.Now()
	for id, late := range map[string]time.Duration{"a": time.Second, "b": time.Hour, "c": 0} {
		wake := now.Add(-late)
		if _, err := d.b.Store.Create(d.ctx, storage.Head{ID: id, NextCheck: wake}); err != nil {
			t.Fatal(err)
		}
		if _, err := d.b.Store.ChangePerson(d.ctx, id, func(p *storage.Person) error { p.NextCheck = wake; return nil }); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := d.b.Store.Create(d.ctx, storage.Head{ID: "later", NextCheck: now.Add(time.Hour)}); err != nil {
		t.Fatal(err)
	}
	if found, err := d.b.host.Store.Due(d.ctx, now, 10); err != nil || len(found) != 3 {
		t.Fatalf("due are %v, %v", found, err)
	}
	if found, err := d.b.host.Store.DuePeople(d.ctx, now, 10); err != nil || len(found) != 3 {
		t.Fatalf("due are %v, %v", found, err)
	}
	for _, of := range []string{"match", "person"} {
		if due, late := value(t, d.b.metrics, "parlour_wakes_due_total", of), value(t, d.b.metrics, "parlour_wakes_overdue_total", of); due != 3 || late != 1 {
			t.Errorf("%v wakes of a %s are due, %v overdue; want 3 and 1", due, of, late)
		}
	}
}

// A move counts that somebody made; what the host plays for them does not.
func TestMovesOfPlayersAreCounted(t *testing.T) {
	t.Parallel()
	d, _ := hostedDesk(t)
	h, err := d.b.Store.Create(d.ctx, storage.Head{
		ID:    "a",
		Lobby: storage.Lobby{Setup: games.Setup{Game: "permutu"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.b.host.Store.Append(d.ctx, h, storage.Entry{Ply: games.Ply{Move: "7r"}}, storage.Entry{Ply: games.Ply{Move: games.Lapse}}); err != nil {
		t.Fatal(err)
	}
	if n := value(t, d.b.metrics, "parlour_moves_total", "permutu"); n != 1 {
		t.Errorf("%v moves were counted, want 1", n)
	}
}

// A reminder counts when it was sent, and a board never.
func TestRemindersAreCounted(t *testing.T) {
	t.Parallel()
	d, _ := hostedDesk(t)
	m := message.Message{Content: "It is your turn."}
	for _, post := range []func() (string, error){
		func() (string, error) { return d.b.host.Channel.Post(d.ctx, d.games, "1", m) },
		func() (string, error) { return d.b.host.Patient.Post(d.ctx, d.games, "2", m) },
	} {
		if _, err := post(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := d.b.host.Patient.Post(d.ctx, "12", "3", m); !errors.Is(err, publish.ErrGone) {
		t.Fatal(err)
	}
	if n := value(t, d.b.metrics, "parlour_reminders_total"); n != 1 {
		t.Errorf("%v reminders are counted, want 1", n)
	}
}

// A request that is not answered is counted too.
func TestRequestsWithoutAnAnswerAreCounted(t *testing.T) {
	t.Parallel()
	m := newMetrics()
	cut := countedTransport{transportFunc(func(*http.Request) (*http.Response, error) { return nil, context.DeadlineExceeded }), m}
	if _, err := cut.RoundTrip(httptest.NewRequest("POST", "/api/v9/channels/1/messages", nil)); err == nil {
		t.Error("the error is lost")
	}
	if n := value(t, m, "parlour_requests_total", "post"); n != 1 {
		t.Errorf("%v requests are counted, want 1", n)
	}
}

type transportFunc func(*http.Request) (*http.Response, error)

func (f transportFunc) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// Whether the bot is well depends on both, and the reason says which of them it is.
func TestHealth(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	beat := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		ready, connected bool
		beat             time.Time
		status           int
		want             string
	}{
		{false, false, time.Time{}, 503, `{"ready":false,"connected":false,"reason":"the gateway of Discord is not open"}`},
		{false, true, time.Time{}, 503, `{"ready":false,"connected":true,"reason":"Parlour is not at work yet, or not any more"}`},
		{true, false, beat, 503, `{"ready":true,"connected":false,"last_heartbeat":"2026-11-21T12:00:00Z","reason":"the gateway of Discord is not open"}`},
		{true, true, beat, 200, `{"ready":true,"connected":true,"last_heartbeat":"2026-11-21T12:00:00Z"}`},
	} {
		d.b.ready.Store(c.ready)
		d.b.alive.Store(c.connected)
		if !c.beat.IsZero() {
			d.b.gate.acked.Store(c.beat.UnixNano())
		}
		w := httptest.NewRecorder()
		d.b.serveHealth(w, nil)
		if w.Code != c.status || w.Body.String() != c.want+"\n" {
			t.Errorf("the health is %d %s, want %d %s", w.Code, w.Body, c.status, c.want)
		}
	}
}
