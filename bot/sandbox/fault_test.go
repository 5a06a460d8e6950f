package sandbox

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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
	req, _ := http.NewRequestWithContext(ctx, "POST", s.URL()+"/api/v9/channels/"+games+"/messages", bytes.NewReader(body))
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

// faultAnswers are faults as a developer plans them, each with the status and the words in the
// traffic, and the body that the bot gets: "<" is a web page.
const faultAnswers = `
	{"status":429,"wait":1500} | 429 | 429 | {"global":false,"message":"You are being rate limited.","retry_after":1.5}
	{"status":429,"wait":3600000,"global":true} | 429 | 429 for the whole bot | {"global":true,"message":"You are being rate limited.","retry_after":3600}
	{"status":429,"html":true} | 429 | 429 as a web page | <
	{"code":30046} | 429 | 429 with code 30046 | {"code":30046,"global":false,"message":"Maximum number of edits to messages older than 1 hour reached. Try again later","retry_after":1}
	{"code":40003} | 403 | 403 with code 40003 | {"code":40003,"message":"You are opening direct messages too fast."}
	{"status":500} | 500 | 500 | {"code":0,"message":"500: Internal Server Error"}
	{"status":502} | 502 | 502 as a web page | <
	{"status":503,"html":true} | 503 | 503 as a web page | <
	{"status":504,"wait":1} | 504 | 504 1ms late | {"code":0,"message":"504: Gateway Timeout"}
	{"code":50013} | 403 | 403 with code 50013 | {"code":50013,"message":"Missing Permissions"}
	{"code":99,"status":400} | 400 | 400 with code 99 | {"code":99,"message":"400: Bad Request"}
	{"status":404,"route":"POST /channels/{channel}/messages"} | 404 | 404 | {"code":0,"message":"404: Not Found"}`

// faultHeaders are Discord's headers of the first three of them: Limit, Remaining, Reset,
// Reset-After, Bucket, Scope, Global, and Retry-After at last. "*" is any.
var faultHeaders = []string{"5 0 1800000001.500 1.500 * user - 2", "- - - - - global true 3600", "- - - - - - - 1"}

// wantHeaders checks an answer against a line of headers as in [faultHeaders].
func wantHeaders(t *testing.T, r *http.Response, line string) {
	t.Helper()
	want := strings.Fields(line)
	for i, name := range []string{"Limit", "Remaining", "Reset", "Reset-After", "Bucket", "Scope", "Global", "Retry-After"} {
		if i < 7 {
			name = "X-RateLimit-" + name
		}
		if got := cmp.Or(r.Header.Get(name), "-"); got != want[i] && (want[i] != "*" || got == "-") {
			t.Errorf("%s is %s, want %s", name, got, want[i])
		}
	}
}

func TestFaultAnswers(t *testing.T) {
	for n, line := range strings.Split(strings.TrimSpace(faultAnswers), "\n") {
		c := strings.Split(strings.TrimSpace(line), " | ")
		s := start(t, Config{Now: func() time.Time { return time.Unix(1.8e9, 0) }})
		if err := s.Provoke([]byte(`{"do":"fail","fault":` + c[0] + `}`)); err != nil {
			t.Fatal(err)
		}
		r, body, err := post(within(t), s, "x")
		if err != nil {
			t.Fatal(err)
		}
		kind, page := "application/json", c[3] == "<"
		if page {
			kind = "text/html; charset=UTF-8"
		}
		if fmt.Sprint(r.StatusCode) != c[1] || r.Header.Get("Content-Type") != kind || !page && body != c[3] || strings.HasPrefix(body, "<") != page {
			t.Errorf("%s is answered with %d, %q: %s", c[0], r.StatusCode, r.Header.Get("Content-Type"), body)
		}
		if n < len(faultHeaders) {
			wantHeaders(t, r, faultHeaders[n])
		}
		traffic := s.Traffic()
		if x := traffic[len(traffic)-1]; fmt.Sprint(x.Status) != c[1] || x.Fault != c[2] {
			t.Errorf("%s is recorded as %d, %q, want %q", c[0], x.Status, x.Fault, c[2])
		}
		if n := len(s.User("ann").Sees(games)); n != 0 || len(s.Violations()) > 0 {
			t.Errorf("%s: %d messages, want none; violations: %+v", c[0], n, s.Violations())
		}
		if r, _, err := post(within(t), s, "x"); err != nil || r.StatusCode != 200 {
			t.Errorf("after %s comes %v, %v, want 200", c[0], r, err)
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
		if all := s.User("ann").Sees(games); len(all) != 1 || all[0].Content != "there once" {
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
	if n := len(s.User("ann").Sees(games)); n != 0 {
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
		wantCode(t, postRoute, b.call("POST", gamesPosts, `{"content":"x"}`, nil), post)
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
	for wish, want := range map[string]string{
		`{}`: "needs a status",
		`{"status":500,"route":"POST /nonsense"}`:  "there is no route POST /nonsense",
		`{"status":500,"times":-2}`:                "once or more",
		`{"wait":-1}`:                              "up to a day",
		`{"wait":86400001}`:                        "up to a day",
		`{"status":200}`:                           "200 is not a fault",
		`{"status":505}`:                           "505 is not a fault",
		`{"status":500,"cut":true}`:                "the cut or the status",
		`{"status":429,"after":true}`:              "had no effect",
		`{"code":50013,"after":true}`:              "had no effect",
		`{"status":500,"global":true}`:             "for the whole bot",
		`{"status":429,"global":true,"html":true}`: "for the whole bot",
		`{"status":403,"html":true}`:               "web page",
		`{"cut":true,"html":true}`:                 "web page",
		`{"status":503,"code":1}`:                  "codes",
	} {
		if err := s.Provoke([]byte(`{"do":"fail","fault":` + wish + `}`)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s is refused with %v, want %q", wish, err, want)
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
	m := b.slash("ann", games, "/go")
	if m.Content != "x" {
		t.Errorf("ann sees %+v, want the answer", m)
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
			if _, err := s.User("ann").Await(ctx, games, func(all []Message) bool { return len(all) == 1 }); err != nil {
				t.Error(err)
			}
		}
		cancel()
		if err := next(t, ended, "the request that was given up"); !errors.Is(err, context.Canceled) {
			t.Errorf("the request that was given up ended with %v", err)
		}
		await(t, s, "the request to be recorded", func() bool { return len(s.d.Traffic.Newest(2)) == 1 })
		if n := len(s.User("ann").Sees(games)); n != map[bool]int{false: 0, true: 1}[after] {
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
