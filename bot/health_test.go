package bot_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"parlour/bot"
	"parlour/bot/sandbox"
	"parlour/bot/sandbox/fault"
)

// monitoredRig starts a bot that serves health and metrics, and returns their address.
func monitoredRig(t *testing.T) (*rig, string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := adjustedRig(t, sandbox.Config{}, func(c *bot.Config) { c.Web = l })
	ctx, cancel := context.WithTimeout(r.ctx, patience)
	t.Cleanup(cancel)
	r.ctx = ctx
	r.log.await(t, r.ctx, "Parlour is ready", 1)
	return r, "http://" + l.Addr().String()
}

// get returns the status and the body of a page.
func get(t *testing.T, url string) (status int, body string) {
	t.Helper()
	answer, err := (&http.Client{Timeout: patience}).Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	raw, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(raw)
}

// The bot serves its health while it runs, with the reason if it is not well.
func TestHealthIsServed(t *testing.T) {
	t.Parallel()
	r, at := monitoredRig(t)
	want := func(when string, wantStatus int, words string) {
		t.Helper()
		if status, body := get(t, at+"/healthz"); status != wantStatus || !strings.Contains(body, words) {
			t.Errorf("%s: the health is %d %s", when, status, body)
		}
	}
	want("at work", http.StatusOK, `"ready":true,"connected":true`)
	r.fail(fault.Fault{Route: "GET /gateway/bot", Status: 503, Times: -1})
	r.discord.Faults().Disconnect(4009) // a code after which no session can be resumed
	r.log.await(t, r.ctx, "the gateway is gone", 1)
	want("when the gateway is gone", http.StatusServiceUnavailable, "the gateway of Discord is not open")
	r.discord.Faults().Mend()
	r.log.await(t, r.ctx, `"the gateway is open"`, 2)
	want("at work again", http.StatusOK, `"ready":true,"connected":true`)
	r.stop()
	if answer, err := (&http.Client{Timeout: patience}).Get(at + "/healthz"); err == nil {
		answer.Body.Close()
		t.Error("the monitor still answers after the bot has ended")
	}
	r.adjust = nil // a restart must not use its closed port
}

// label matches a label of a metric with its value.
var label = regexp.MustCompile(`([a-z_]+)="([^"]*)"`)

// looksPrivate matches ids and tokens, but no honest value of a label other than the bounds
// of buckets.
var looksPrivate = regexp.MustCompile(`[0-9]{4}|[A-Z]`)

// The metrics count what the bot does. No label names a person or holds a token.
func TestMetricsAreServed(t *testing.T) {
	t.Parallel()
	r, at := monitoredRig(t)
	channel, _ := r.challenge(r.discord.Channel("games"), "")
	r.fail(fault.Fault{Route: "POST /channels/{channel}/messages", Status: 429, Wait: 1})
	r.plays("ann", channel, "Cd3-d4")
	r.awaitBoard("ben", channel, 1)
	r.discord.Faults().Disconnect(4000)
	r.log.await(t, r.ctx, `"the gateway is open"`, 2)
	r.slash("ann", channel, "/games")
	var body string
	for _, want := range []string{
		`parlour_build_info{goversion="` + runtime.Version() + `",version="v1.2.3"} 1`,
		`parlour_moves_total{game="permute"} 1`,
		`parlour_gateway_open{shard="0"} 1`,
		`parlour_gateway_identifies_total 1`,
		`parlour_gateway_resumes_total 1`,
		`parlour_gateway_reconnects_total 1`,
		`parlour_requests_total{class="post",status="429"} 1`,
		`parlour_requests_total{class="register",status="200"} 1`,
		`parlour_request_seconds_count{class="thread"} 1`,
		`parlour_retries_total{reason="rate limit"} 1`,
		`parlour_answer_seconds_count{kind="private"} 4`,
		`parlour_checks_due_total{of="person"}`,
		`parlour_checks_overdue_total{of="match"} 0`,
		`parlour_reminders_total 0`,
		`parlour_interactions_dropped_total{why="old"} 0`,
		`parlour_board_seconds_bucket{le="60"}`,
		`process_cpu_seconds_total`,
		`go_memstats_heap_alloc_bytes`,
	} {
		for !strings.Contains(body, want) { // an answer is counted after the test sees it
			if _, body = get(t, at+"/metrics"); r.ctx.Err() != nil {
				t.Fatalf("the metrics lack %s:\n%s", want, body)
			}
		}
	}
	for _, line := range strings.Split(body, "\n") {
		for _, pair := range label.FindAllStringSubmatch(line, -1) {
			if strings.HasPrefix(line, "parlour_") && pair[1] != "le" && looksPrivate.MatchString(pair[2]) {
				t.Errorf("a label may be a person's id or a token: %s", line)
			}
		}
	}
	if strings.Contains(body, r.discord.Token()) {
		t.Error("the metrics have the bot's token")
	}
}
