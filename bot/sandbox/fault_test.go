package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/bot/sandbox/fault"
	"parlour/bot/sandbox/world"
)

const postRoute = "POST /channels/{channel}/messages"

// post sends a bot's message to #games, over a connection of its own.
func post(ctx context.Context, s *Server, content string) (*http.Response, string, error) {
	body, _ := json.Marshal(obj{"content": content})
	req, _ := http.NewRequestWithContext(ctx, "POST", s.URL()+"/api/v9/channels/"+world.GamesID+"/messages", bytes.NewReader(body))
	req.Header.Set("Authorization", "Bot "+s.Token())
	req.Header.Set("Content-Type", "application/json")
	req.Close = true
	r, err := client.Do(req)
	if err != nil {
		return nil, "", err
	}
	defer r.Body.Close()
	raw, err := io.ReadAll(r.Body)
	return r, string(raw), err
}

// fail plans a fault that must not be refused.
func fail(t *testing.T, s *Server, f fault.Fault) int {
	t.Helper()
	id, err := s.Faults().Fail(f)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// faultAnswer is a fault, and the answer that the bot gets.
type faultAnswer struct {
	fault  fault.Fault
	status int
	kind   string
	body   string // "" for a page
	header map[string]string
	says   string // in the traffic
}

func faultAnswers() []faultAnswer {
	const json, html = "application/json", "text/html; charset=UTF-8"
	limits := map[string]string{"Retry-After": "2", "X-RateLimit-Remaining": "0", "X-RateLimit-Limit": "5", "X-RateLimit-Scope": "user",
		"X-RateLimit-Reset-After": "1.500", "X-RateLimit-Reset": "1800000001.500", "X-RateLimit-Bucket": "*", "X-RateLimit-Global": ""}
	global := map[string]string{"Retry-After": "3600", "X-RateLimit-Global": "true", "X-RateLimit-Scope": "global", "X-RateLimit-Bucket": "",
		"X-RateLimit-Remaining": "", "X-RateLimit-Limit": "", "X-RateLimit-Reset": "", "X-RateLimit-Reset-After": ""}
	bare := maps.Clone(global)
	bare["Retry-After"], bare["X-RateLimit-Global"], bare["X-RateLimit-Scope"] = "1", "", ""
	return []faultAnswer{
		{fault.Fault{Status: 429, Wait: 1500 * time.Millisecond}, 429, json, `{"global":false,"message":"You are being rate limited.","retry_after":1.5}`, limits, "429"},
		{fault.Fault{Status: 429, Wait: time.Hour, Global: true}, 429, json, `{"global":true,"message":"You are being rate limited.","retry_after":3600}`, global, "429 for the whole bot"},
		{fault.Fault{Status: 429, HTML: true}, 429, html, "", bare, "429 as a web page"},
		{fault.Fault{Code: 30046}, 429, json, `{"code":30046,"global":false,"message":"Maximum number of edits to messages older than 1 hour reached. Try again later","retry_after":1}`, nil, "429 with code 30046"},
		{fault.Fault{Code: 40003}, 403, json, `{"code":40003,"message":"You are opening direct messages too fast."}`, nil, "403 with code 40003"},
		{fault.Fault{Status: 500}, 500, json, `{"code":0,"message":"500: Internal Server Error"}`, nil, "500"},
		{fault.Fault{Status: 502}, 502, html, "", nil, "502 as a web page"},
		{fault.Fault{Status: 503, HTML: true}, 503, html, "", nil, "503 as a web page"},
		{fault.Fault{Status: 504, Wait: time.Millisecond}, 504, json, `{"code":0,"message":"504: Gateway Timeout"}`, nil, "504 1ms late"},
		{fault.Fault{Code: 50013}, 403, json, `{"code":50013,"message":"Missing Permissions"}`, nil, "403 with code 50013"},
		{fault.Fault{Code: 99, Status: 400}, 400, json, `{"code":99,"message":"400: Bad Request"}`, nil, "400 with code 99"},
		{fault.Fault{Status: 404, Route: postRoute}, 404, json, `{"code":0,"message":"404: Not Found"}`, nil, "404"},
	}
}

func TestFaultAnswers(t *testing.T) {
	for _, c := range faultAnswers() {
		s := start(t, Config{Now: func() time.Time { return time.Unix(1.8e9, 0) }})
		fail(t, s, c.fault)
		r, body, err := post(within(t), s, "x")
		if err != nil {
			t.Fatal(err)
		}
		if r.StatusCode != c.status || r.Header.Get("Content-Type") != c.kind || c.body != "" && body != c.body || strings.HasPrefix(body, "<") != (c.body == "") {
			t.Errorf("%+v is answered with %d, %q: %s", c.fault, r.StatusCode, r.Header.Get("Content-Type"), body)
		}
		for name, want := range c.header {
			if got := r.Header.Get(name); got != want && (want != "*" || got == "") {
				t.Errorf("%+v: %s is %q, want %q", c.fault, name, got, want)
			}
		}
		traffic := s.Traffic()
		if x := traffic[len(traffic)-1]; x.Status != c.status || x.Fault != c.says {
			t.Errorf("%+v is recorded as %d, %q, want %q", c.fault, x.Status, x.Fault, c.says)
		}
		if n := len(s.User("ann").Sees(world.GamesID)); n != 0 || len(s.Violations()) > 0 {
			t.Errorf("%+v: %d messages, want none; violations: %+v", c.fault, n, s.Violations())
		}
		if r, _, err := post(within(t), s, "x"); err != nil || r.StatusCode != 200 {
			t.Errorf("after %+v comes %v, %v, want 200", c.fault, r, err)
		}
	}
}

// The request takes effect once, and only its answer is lost.
func TestFaultAfterTheEffect(t *testing.T) {
	for _, f := range []fault.Fault{{Status: 500, After: true}, {Status: 502, After: true}, {Cut: true, After: true}, {Cut: true, After: true, Wait: time.Millisecond}} {
		s := start(t, Config{})
		fail(t, s, f)
		r, body, err := post(within(t), s, "there once")
		switch {
		case f.Cut && err == nil:
			t.Errorf("%+v: a connection that was to be cut answered %d %s", f, r.StatusCode, body)
		case !f.Cut && (err != nil || r.StatusCode != f.Status):
			t.Errorf("%+v: the answer is %v %s, %v", f, r, body, err)
		}
		if all := s.User("ann").Sees(world.GamesID); len(all) != 1 || all[0].Content != "there once" {
			t.Errorf("%+v: ann sees %+v, want the message once", f, all)
		}
		traffic := s.Traffic()
		if x := traffic[len(traffic)-1]; x.Status != f.Status || !strings.HasSuffix(x.Fault, "after it took effect") {
			t.Errorf("%+v is recorded as %d, %q", f, x.Status, x.Fault)
		}
	}
}

func TestFaultCutBefore(t *testing.T) {
	s := start(t, Config{})
	fail(t, s, fault.Fault{Cut: true})
	if r, body, err := post(within(t), s, "x"); err == nil {
		t.Errorf("a connection that was to be cut answered %d %s", r.StatusCode, body)
	}
	if x := s.Traffic()[0]; x.Status != 0 || x.Fault != "no answer" || string(x.Request) != `{"content":"x"}` {
		t.Errorf("it is recorded as %+v", x)
	}
	if n := len(s.User("ann").Sees(world.GamesID)); n != 0 {
		t.Errorf("there are %d messages, want none", n)
	}
}

// A request that breaks a rule is a violation, even if a fault replaces its answer.
func TestFaultHidesNoViolation(t *testing.T) {
	s := start(t, Config{})
	fail(t, s, fault.Fault{Status: 500, After: true})
	if _, _, err := post(within(t), s, strings.Repeat("x", 2001)); err != nil {
		t.Fatal(err)
	}
	if all := s.Violations(); len(all) != 1 || all[0].Status != 500 || !strings.Contains(all[0].Wrong, "content") || all[0].WrongAnswer != "" {
		t.Errorf("the violations are %+v", all)
	}
}

func TestFaultsComeInTurn(t *testing.T) {
	s, b := play(t, Config{}, nil)
	first := fail(t, s, fault.Fault{Status: 503, Times: -1, Route: postRoute})
	fail(t, s, fault.Fault{Status: 500, Times: 2})
	second := fail(t, s, fault.Fault{Status: 404, Route: "GET /users/@me"})
	want := []string{"503 to every " + postRoute, "500 to the next 2 × request", "404 to the next GET /users/@me"}
	texts := func() []string {
		return world.List(s.Faults().Pending(), func(f fault.PendingFault) string { return f.Text })
	}
	if got := texts(); !slices.Equal(got, want) {
		t.Errorf("to come is %q, want %q", got, want)
	}
	ask := func(post, get int) {
		t.Helper()
		wantCode(t, postRoute, b.call("POST", "/channels/"+world.GamesID+"/messages", `{"content":"x"}`, nil), post)
		wantCode(t, "GET /users/@me", b.call("GET", "/users/@me", nil, nil), get)
	}
	ask(503, 500)
	s.Faults().Mend(first, 1234)
	ask(500, 404)
	if got := texts(); len(got) != 0 {
		t.Errorf("all came, and yet to come is %q", got)
	}
	ask(0, 0)
	fail(t, s, fault.Fault{Status: 500, Times: -1})
	if id := fail(t, s, fault.Fault{Cut: true}); id <= second {
		t.Errorf("the id %d is used again", id)
	}
	s.Faults().Mend()
	ask(0, 0)
	if n := len(s.Faults().Pending()); n != 0 {
		t.Errorf("%d faults are left after Mend", n)
	}
}

func TestFailRefuses(t *testing.T) {
	s := start(t, Config{})
	for _, c := range []struct {
		fault fault.Fault
		want  string
	}{
		{fault.Fault{}, "needs a status"},
		{fault.Fault{Status: 500, Route: "POST /nonsense"}, "there is no route POST /nonsense"},
		{fault.Fault{Status: 500, Times: -2}, "once or more"},
		{fault.Fault{Wait: -1}, "up to a day"},
		{fault.Fault{Wait: fault.MaxWait + 1}, "up to a day"},
		{fault.Fault{Status: 200}, "200 is not a fault"},
		{fault.Fault{Status: 505}, "505 is not a fault"},
		{fault.Fault{Status: 500, Cut: true}, "the cut or the status"},
		{fault.Fault{Status: 429, After: true}, "had no effect"},
		{fault.Fault{Code: 50013, After: true}, "had no effect"},
		{fault.Fault{Status: 500, Global: true}, "for the whole bot"},
		{fault.Fault{Status: 429, Global: true, HTML: true}, "for the whole bot"},
		{fault.Fault{Status: 403, HTML: true}, "web page"},
		{fault.Fault{Cut: true, HTML: true}, "web page"},
		{fault.Fault{Status: 503, Code: 1}, "codes"},
	} {
		if id, err := s.Faults().Fail(c.fault); err == nil || !strings.Contains(err.Error(), c.want) || id != 0 {
			t.Errorf("Fail(%+v) = %d, %v, want %q", c.fault, id, err, c.want)
		}
	}
	if n := len(s.Faults().Pending()); n != 0 {
		t.Errorf("%d refused faults are to come", n)
	}
}

// The routes of an interaction can fail like any other.
func TestFaultOfAnInteraction(t *testing.T) {
	lost := make(chan error, 1)
	s, b := play(t, Config{}, func(i asked) {
		r, err := client.Post(i.bot.s.URL()+"/api/v9/interactions/"+i.ID+"/"+i.Token+"/callback", "application/json", strings.NewReader(`{"type":4,"data":{"content":"x"}}`))
		if err == nil {
			r.Body.Close()
		}
		lost <- err
		wantCode(i.bot.t, "follow-up", i.bot.call("POST", i.hook(""), `{"content":"y"}`, nil), 503)
	})
	fail(t, s, fault.Fault{Route: "POST /interactions/{interaction}/{token}/callback", Cut: true, After: true})
	fail(t, s, fault.Fault{Route: "POST /webhooks/{app}/{token}", Status: 503})
	m, err := s.User("ann").Slash(within(t), world.GamesID, "/go")
	if err != nil || m.Content != "x" {
		t.Errorf("ann sees %+v, %v, want the answer", m, err)
	}
	if err := next(t, lost, "the bot to lose its answer"); err == nil {
		t.Error("the bot learnt that its answer came through")
	}
	b.wantDone()
}

func TestSlowAnswers(t *testing.T) {
	const wait = 20 * time.Millisecond
	for fault, says := range map[fault.Fault]string{
		{Wait: wait}:              "the answer 20ms late",
		{Wait: wait, After: true}: "the answer 20ms late after it took effect",
	} {
		s := start(t, Config{})
		fail(t, s, fault)
		began := time.Now()
		r, _, err := post(within(t), s, "late")
		if err != nil || r.StatusCode != 200 || time.Since(began) < wait {
			t.Errorf("%+v: the slow answer is %v, %v, after %v", fault, r, err, time.Since(began))
		}
		if x := s.Traffic()[0]; x.Fault != says || x.Status != 200 {
			t.Errorf("it is recorded as %d, %q, want %q", x.Status, x.Fault, says)
		}
	}
}

// A request that is given up during a wait had no effect yet, or had one that the bot
// does not know of.
func TestGivingUpOnASlowAnswer(t *testing.T) {
	for _, after := range []bool{false, true} {
		s := start(t, Config{})
		ctx, cancel := context.WithCancel(within(t))
		fail(t, s, fault.Fault{Wait: time.Hour, After: after})
		ended := make(chan error, 1)
		go func() {
			_, _, err := post(ctx, s, "x")
			ended <- err
		}()
		if err := s.Faults().Await(ctx); err != nil {
			t.Fatal(err)
		}
		if after {
			if _, err := s.User("ann").Await(ctx, world.GamesID, func(all []Message) bool { return len(all) == 1 }); err != nil {
				t.Error(err)
			}
		}
		cancel()
		if err := next(t, ended, "the request that was given up"); !errors.Is(err, context.Canceled) {
			t.Errorf("the request that was given up ended with %v", err)
		}
		await(t, s, "the request to be recorded", func() bool { return len(s.d.Traffic.Newest(2)) == 1 })
		if n := len(s.User("ann").Sees(world.GamesID)); n != map[bool]int{false: 0, true: 1}[after] {
			t.Errorf("after %v: %d messages", after, n)
		}
	}
}

func TestCloseEndsASlowAnswer(t *testing.T) {
	s := start(t, Config{})
	fail(t, s, fault.Fault{Wait: time.Hour})
	ended := make(chan error, 1)
	go func() {
		_, _, err := post(within(t), s, "x")
		ended <- err
	}()
	if err := s.Faults().Await(within(t)); err != nil {
		t.Fatal(err)
	}
	_ = s.Close()
	if err := next(t, ended, "Close to end the slow answer"); err == nil {
		t.Error("the slow answer came after Close")
	}
}
