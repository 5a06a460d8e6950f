package bot_test

import (
	"io"
	"net/http"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"parlour/bot"
	"parlour/bot/bottest"
	"parlour/bot/sandbox/fault"
	"parlour/commands/world"
)

// get returns the status and the body of a page.
func get(t *testing.T, url string) (status int, body string) {
	t.Helper()
	answer, err := (&http.Client{Timeout: world.Patience}).Get(url)
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

// label matches a label of a metric with its value.
var label = regexp.MustCompile(`([a-z_]+)="([^"]*)"`)

// looksPrivate matches ids and tokens, but no honest value of a label other than the bounds
// of buckets.
var looksPrivate = regexp.MustCompile(`[0-9]{4}|[A-Z]`)

// The metrics count what the bot does. No label names a person or holds a token.
func TestMetricsAreServed(t *testing.T) {
	t.Parallel()
	var at string
	r := bottest.New(t, func(c *bot.Config) {
		c.Web = bottest.Listener(t)
		at = "http://" + c.Web.Addr().String()
	})
	r.Logged("Parlour is ready", 1)
	if status, body := get(t, at+"/healthz"); status != http.StatusOK || !strings.Contains(body, `"ready":true,"connected":true`) {
		t.Errorf("at work the health is %d %s", status, body)
	}
	channel, _ := r.Challenge(r.Discord.Channel("games"), "")
	r.Plan(fault.Fault{Route: "POST /channels/{channel}/messages", Status: 429, Wait: 1})
	r.Plays("ann", channel, "Cd3-d4")
	r.AwaitBoard("ben", channel, 1)
	r.Discord.Faults().Disconnect(4000)
	r.Logged(`"the gateway is open"`, 2)
	r.Slash("ann", channel, "/games")
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
		r.Until("the metrics have "+want, func() bool { // an answer is counted after the test sees it
			_, body = get(t, at+"/metrics")
			return strings.Contains(body, want)
		})
	}
	for _, line := range strings.Split(body, "\n") {
		for _, pair := range label.FindAllStringSubmatch(line, -1) {
			if strings.HasPrefix(line, "parlour_") && pair[1] != "le" && looksPrivate.MatchString(pair[2]) {
				t.Errorf("a label may be a person's id or a token: %s", line)
			}
		}
	}
	if strings.Contains(body, r.Discord.Token()) {
		t.Error("the metrics have the bot's token")
	}
}
