package bot

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"

	"parlour/bot/rest"
	"parlour/commands"
	"parlour/commands/clock"
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

// counted returns the metrics of a bot that has done everything that it counts.
func counted() *metrics {
	m := newBot(Config{Config: quiet(nil)}).metrics
	m.moves.WithLabelValues("permute")
	m.retried("x")
	m.answered(commands.Private, 0)
	m.tried(rest.Request{Method: "POST", Path: "channels/1/messages"}, 200, time.Second)
	m.connected(match.WholeShard, true)
	m.census.Store(&commands.Census{
		Games: map[commands.Sort]int{{Game: "hex", Phase: storage.Playing}: 1}, Due: map[string]commands.Late{"match": {All: 1}},
	})
	return m
}

var (
	expression = regexp.MustCompile(`"?expr"?: (.*)`)
	metricName = regexp.MustCompile(`\b(?:parlour|process|go)_\w+`)
	labelName  = regexp.MustCompile(`[{,(]\s*(\w+)\s*(?:=|!=|=~|!~)"|by \(([^)]*)\)`)
)

// Each metric that the rules and the dashboard name is served, and one of those of an expression has each label by which it
// picks or adds up.
func TestRulesAndDashboardNameWhatIsServed(t *testing.T) {
	t.Parallel()
	families, err := counted().registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	labels := map[string][]string{}
	for _, f := range families {
		has := []string{"instance", "job"} // which Prometheus adds
		for _, l := range f.GetMetric()[0].GetLabel() {
			has = append(has, l.GetName())
		}
		labels[f.GetName()] = has
		if f.GetType().String() == "HISTOGRAM" {
			labels[f.GetName()+"_bucket"] = append(has, "le")
		}
	}
	for _, file := range []string{"alerts.yml", "dashboard.json"} {
		text, err := os.ReadFile("../packaging/prometheus/" + file)
		if err != nil {
			t.Fatal(err)
		}
		all := expression.FindAllStringSubmatch(strings.ReplaceAll(string(text), `\"`, `"`), -1)
		if len(all) < 10 {
			t.Errorf("%s has %d expressions", file, len(all))
		}
		for _, e := range all {
			var has []string
			for _, name := range metricName.FindAllString(e[1], -1) {
				if labels[name] == nil {
					t.Errorf("%s: there is no metric %s", file, name)
				}
				has = append(has, labels[name]...)
			}
			for _, found := range labelName.FindAllStringSubmatch(e[1], -1) {
				for _, l := range strings.FieldsFunc(found[1]+found[2], func(r rune) bool { return r == ',' || r == ' ' }) {
					if !slices.Contains(has, l) && !strings.HasPrefix(e[1], "up{") {
						t.Errorf("%s: no metric of %s has the label %s", file, e[1], l)
					}
				}
			}
		}
	}
}

// Names and help texts follow Prometheus's conventions.
func TestMetricsKeepTheConventions(t *testing.T) {
	t.Parallel()
	families, err := counted().registry.Gather()
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

// What the bot does is counted: due checks, and those of them that are overdue; moves of players and none of the
// system's; reminders when they were sent, and no boards; and a request without an answer, as an error.
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

// The health has status 200 if nothing is wrong, and else status 503 with the reasons. A process with shards is
// connected with the first that is open. It is ready while people can play there.
func TestHealth(t *testing.T) {
	t.Parallel()
	a, b := match.Shard{Index: 2, Of: 4}, match.Shard{Index: 3, Of: 4}
	whole, two := []match.Shard{match.WholeShard}, []match.Shard{a, b}
	const (
		beat    = `"last_heartbeat":"2026-11-21T12:00:00Z"`
		notYet  = `"Parlour is not at work yet, or not any more"`
		closed  = `"the gateway of Discord is not open"`
		noAPI   = `"the API of Discord does not answer"`
		noStore = `"the store of all games has not answered for 7s, and the log says why"`
		refused = `"Discord refuses the list of commands"`
	)
	for _, c := range []struct {
		works, overHTTP bool
		shards, open    []match.Shard
		lost            time.Duration // since the store answered
		refused         bool          // the list of commands
		ahead           time.Duration // of the machine's clock, with which all is well
		want            string        // of /healthz, between "well" and the reasons
		stops, others   []string      // reasons
	}{
		{want: `"connected":false`, stops: []string{notYet, closed}},
		{works: true, want: `"connected":false`, stops: []string{closed}},
		{shards: whole, open: whole, want: `"connected":true,` + beat, stops: []string{notYet}},
		{works: true, shards: whole, want: `"connected":false`, stops: []string{closed}},
		{works: true, overHTTP: true, shards: whole, want: `"connected":false`, stops: []string{noAPI}},
		{overHTTP: true, shards: whole, want: `"connected":false`, stops: []string{notYet}},
		{works: true, shards: whole, open: whole, want: `"connected":true,` + beat},
		{works: true, shards: whole, open: whole, lost: 4 * time.Second, want: `"connected":true,` + beat},
		{works: true, shards: whole, open: whole, lost: 7 * time.Second, want: `"connected":true,` + beat, stops: []string{noStore}},
		{works: true, shards: whole, open: whole, refused: true, want: `"connected":true,` + beat, others: []string{refused}},
		{works: true, shards: whole, open: whole, ahead: 30 * 24 * time.Hour, want: `"connected":true,` + beat},
		{works: true, shards: whole, lost: 7 * time.Second, refused: true, want: `"connected":false`, stops: []string{noStore, closed}, others: []string{refused}},
		{works: true, shards: two, open: two[1:], want: `"connected":true,` + beat + `,"shards":[{"shard":"2/4","open":false},{"shard":"3/4","open":true,` + beat + `}]`, others: []string{`"these shards of the gateway are not open: 2/4"`}},
		{works: true, shards: two, open: two, want: `"connected":true,` + beat + `,"shards":[{"shard":"2/4","open":true,` + beat + `},{"shard":"3/4","open":true,` + beat + `}]`},
	} {
		b := newBot(Config{Config: quiet(nil), Interactions: c.overHTTP})
		b.ready.Store(c.works)
		b.shards.Assign(c.shards)
		for _, s := range c.open {
			b.shards.Opened(s)
			b.shards.Acknowledged(s, time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
		}
		if c.lost > 0 {
			b.reach.writes.lost = time.Now().Add(-c.lost)
		}
		if c.refused {
			b.list.refuse(strings.Trim(refused, `"`))
		}
		now := time.Now()
		b.clock = clock.NewDiscord(func() time.Time { return now.Add(c.ahead) }, func() time.Time { return now }, 0)
		b.clock.Heard(now, 0)
		b.clock.Judge(strconv.FormatInt((now.UnixMilli()-1420070400000)<<22, 10)) // which says who is right
		for name, page := range map[string]struct {
			serve   http.HandlerFunc
			begins  string
			reasons []string
		}{
			"/healthz": {b.serveHealth, `"well":%t,` + c.want, append(c.stops[:len(c.stops):len(c.stops)], c.others...)},
			"/readyz":  {b.serveReady, `"ready":%t`, c.stops},
		} {
			well, want, status := len(page.reasons) == 0, "", http.StatusOK
			if want = fmt.Sprintf(page.begins, well); !well {
				status, want = http.StatusServiceUnavailable, want+`,"reasons":[`+strings.Join(page.reasons, ",")+"]"
			} else if c.ahead > 0 && name == "/healthz" {
				want += `,"reasons":["the clock of this machine is 30 days ahead of Discord's: set it; Parlour goes by Discord's"]`
			}
			w := httptest.NewRecorder()
			page.serve(w, nil)
			if w.Code != status || w.Body.String() != "{"+want+"}\n" {
				t.Errorf("%s is %d %s, want %d {%s}", name, w.Code, w.Body, status, want)
			}
		}
	}
}
