package probe

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"parlour/bot/sandbox"
	"parlour/bot/sandbox/discord"
	"parlour/bot/sandbox/fault"
	"parlour/bot/sandbox/world"
)

// clock is a clock that a wait puts forward.
type clock struct {
	mu    sync.Mutex
	ahead time.Duration
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Add(c.ahead)
}

func (c *clock) wait(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead += max(0, d)
	return ctx.Err()
}

// rig is a sandbox and the configuration of a probe for it, in which ann presses everything.
type rig struct {
	t     *testing.T
	s     *sandbox.Server
	c     Config
	clock *clock
	old   string // a text of the bot's that is two hours old
}

func newRig(t *testing.T) *rig {
	t.Helper()
	k := &clock{}
	s, err := sandbox.Start(sandbox.Config{Now: k.now, OpenAPI: os.Getenv("DISCORD_OPENAPI"), SettleWithin: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	for _, route := range discord.Routes() { // by the clock of the test, and wide where no rule is about it
		s.Faults().Limit(route, 1_000_000, time.Hour)
	}
	s.Faults().Limit("POST /channels/{channel}/messages", 5, 5*time.Second)
	s.Faults().Limit("PATCH /channels/{channel}/messages/{message}", 5, 5*time.Second)
	s.Faults().Limit("DELETE /channels/{channel}/messages/{message}", 5, time.Second)
	stage := s.Stage()
	crew := stage.AddRole("crew", "ben")
	for name, overwrites := range map[string]map[string]world.Permission{ // what each allows; the rest is denied
		"council": {world.GuildID: 0}, "hall": {world.GuildID: 0, world.BotID: world.ViewChannel}, "attic": {world.BotID: 0},
		"kitchen": {crew: 0}, "cellar": {world.GuildID: 0, crew: world.ViewChannel},
	} {
		channel := stage.AddChannel(name, world.Text)
		for id, allow := range overwrites {
			stage.Overwrite(channel, id, allow, world.ViewChannel&^allow)
		}
	}
	r := &rig{t: t, s: s, clock: k}
	r.c = Config{
		Token: s.Token(), API: s.URL(), Channel: s.Channel("games"), Long: true, PressIn: patience, Now: k.now, Wait: k.wait,
		Ask: (&person{t: t, s: s, ann: s.User("ann")}).ask,
	}
	var m message
	r.request("POST", "/channels/"+r.c.Channel+"/messages", `{"content":"Ben is to move."}`, &m)
	r.old = m.ID
	if _, err := s.User("ben").Say(r.c.Channel, "At last."); err != nil {
		t.Fatal(err)
	}
	_ = k.wait(t.Context(), 2*time.Hour)
	return r
}

// request makes a request as the bot, past the probe.
func (r *rig) request(method, path, in string, out any) {
	r.t.Helper()
	q, err := http.NewRequestWithContext(r.t.Context(), method, r.s.URL()+"/api/v9"+path, strings.NewReader(in))
	if err != nil {
		r.t.Fatal(err)
	}
	q.Header.Set("Authorization", "Bot "+r.s.Token())
	q.Header.Set("Content-Type", "application/json")
	got, err := http.DefaultClient.Do(q)
	if err != nil {
		r.t.Fatal(err)
	}
	defer got.Body.Close()
	text, err := io.ReadAll(got.Body)
	if err != nil || got.StatusCode >= 300 {
		r.t.Fatalf("%s %s: %d, %v: %s", method, path, got.StatusCode, err, text)
	}
	if err := json.Unmarshal(text, out); err != nil {
		r.t.Fatal(err)
	}
}

// run runs the probe.
func (r *rig) run() Report {
	r.t.Helper()
	report, err := Run(r.t.Context(), r.c)
	if err != nil {
		r.t.Fatal(err)
	}
	return report
}

// wantSame checks that the sandbox does what each row says, and counts the rows that were not tried
// for a reason that is expected; "" is none.
func wantSame(t *testing.T, rows []Row, reason string) (untried int) {
	t.Helper()
	for _, row := range rows {
		switch {
		case row.Untried != "" && row.Untried == reason:
			untried++
		case row.Untried != "" || row.Differs():
			t.Errorf("%s: the sandbox %q, want %q; %s", row.Rule, row.Discord, row.Sandbox, row.Untried)
		}
	}
	return untried
}

func TestTheSandboxDoesWhatTheProbeSays(t *testing.T) {
	rows := newRig(t).run().Rows
	wantSame(t, rows, "")
	if len(rows) < 117 {
		t.Errorf("only %d rules were tried", len(rows))
	}
	first := slices.IndexFunc(rows, func(row Row) bool { return !row.Guess })
	if first < 10 || slices.ContainsFunc(rows[first:], func(row Row) bool { return row.Guess }) {
		t.Errorf("the first %d rows are guesses, want all guesses first", first)
	}
}

// wantClean checks that nothing of the probe's is left but threads that sleep.
func (r *rig) wantClean() {
	r.t.Helper()
	var left []string
	for _, m := range r.s.User("ann").Sees(r.c.Channel) {
		left = append(left, m.Content)
	}
	if !slices.Equal(left, []string{"Ben is to move.", "At last."}) {
		r.t.Errorf("the channel has %q", left)
	}
	var commands []json.RawMessage
	r.request("GET", "/applications/"+world.AppID+"/guilds/"+world.GuildID+"/commands", "", &commands)
	if len(commands) > 0 {
		r.t.Errorf("the server has the commands %s", commands)
	}
	for _, x := range r.s.Traffic() {
		var th thread
		if x.Method == "POST" && x.Status == http.StatusCreated && strings.HasSuffix(x.Path, "/threads") && json.Unmarshal(x.Answer, &th) == nil {
			if r.request("GET", "/channels/"+th.ID, "", &th); !th.Metadata.Archived {
				r.t.Errorf("the thread %q is awake", th.Name)
			}
		}
	}
	if m := r.s.User("ann"); len(m.Sees(m.DM())) > 0 {
		r.t.Errorf("ann's direct channel has %v", m.Sees(m.DM()))
	}
}

func TestTheProbeCleansUp(t *testing.T) {
	r := newRig(t)
	report := r.run()
	r.wantClean()
	if report.left.messages > 0 || report.left.commands > 0 {
		t.Errorf("it says that it left %+v", report.left)
	}
	for _, name := range []string{"ann", "ben"} {
		if all := r.s.User(name).Notifications(); len(all) > 0 {
			t.Errorf("%s is notified: %+v", name, all)
		}
	}
}

func TestAStoppedProbeCleansUp(t *testing.T) {
	for _, at := range []string{
		"Every component gets an id, from 1 on.", "A message wakes a sleeping thread.",
		"A command that is made anew by its name is updated and keeps its id.", "press",
	} {
		r := newRig(t)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		stopping := false
		r.c.Tell = func(what string) { stopping = stopping || what == at }
		r.c.Ask = func(string) { stopping = true; cancel() }
		r.s.Intercept(func(_ http.ResponseWriter, q *http.Request) bool {
			if stopping && q.Method == http.MethodPost {
				cancel()
			}
			return false
		})
		if _, err := Run(ctx, r.c); err == nil {
			t.Errorf("stopped at %q it returns no error", at)
		}
		r.wantClean()
	}
}

// TestTheProbeSweeps loses the answer to a post.
func TestTheProbeSweeps(t *testing.T) {
	r := newRig(t)
	r.c.Alone = true
	if _, err := r.s.Faults().Fail(fault.Fault{Route: "POST /channels/{channel}/messages", After: true, Cut: true, Times: 3}); err != nil {
		t.Fatal(err)
	}
	r.run()
	r.wantClean()
}

// TestTheProbeTakesTwoMinutes counts the waits between requests and those for limits such as
// Discord's. Presses take the time of a person.
func TestTheProbeTakesTwoMinutes(t *testing.T) {
	r := newRig(t)
	r.c.Alone, r.c.Long = true, false
	began := r.clock.ahead
	report := r.run()
	took := r.clock.ahead - began
	t.Logf("%d rules in %v", len(report.Rows), took.Round(time.Second))
	if took > 2*time.Minute {
		t.Errorf("it took %v, want two minutes", took)
	}
	refused := 0
	for _, x := range r.s.Traffic() {
		if x.Status == http.StatusTooManyRequests {
			refused++
		}
	}
	if refused > 2 { // those of old messages and of renames
		t.Errorf("%d requests were beyond a limit, want the two that rules ask for", refused)
	}
	wantSame(t, report.Rows, "it takes six minutes: say --long")
}

// TestTheSandboxHasTheLimits tries the rules about limits by the sandbox's own, which run by the
// real time.
func TestTheSandboxHasTheLimits(t *testing.T) {
	s, err := sandbox.Start(sandbox.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	still := func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
	for _, r := range limits {
		c := Config{Token: s.Token(), API: s.URL(), Channel: s.Channel("lounge"), Wait: still}
		if r.says == limits[1].says {
			c.Channel = s.Channel("games") // in which nothing was posted yet
		}
		c.fill()
		p, err := begin(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		wantSame(t, []Row{p.carryOut(t.Context(), r)}, "")
	}
}

func TestALimitIsWaitedFor(t *testing.T) {
	r := newRig(t)
	r.c.Alone = true
	if _, err := r.s.Faults().Fail(fault.Fault{Route: "POST /channels/{channel}/messages", Status: 429, Wait: 7 * time.Second, Times: 2}); err != nil {
		t.Fatal(err)
	}
	wantSame(t, r.run().Rows, "")
}

func TestWithoutRightsRulesAreNotTried(t *testing.T) {
	r := newRig(t)
	r.c.Alone = true
	r.s.Stage().Deny(r.c.Channel, world.CreatePublicThreads|world.AttachFiles)
	if untried := wantSame(t, r.run().Rows, noRight); untried < 12 {
		t.Errorf("%d rules were not tried, want those of threads and pictures", untried)
	}
	r.wantClean()
}

func TestNobodyPresses(t *testing.T) {
	r := newRig(t)
	r.c.Ask, r.c.PressIn = nil, time.Millisecond
	untried := 0
	for _, row := range r.run().Rows {
		if row.Untried != "" {
			untried++
		}
	}
	if want := 20; untried != want {
		t.Errorf("%d rules were not tried, want the %d that need a person", untried, want)
	}
	r.wantClean()
}

func TestNothingCanBeTried(t *testing.T) {
	r := newRig(t)
	for name, c := range map[string]Config{
		"Discord refuses the token": {Token: "x", API: r.c.API, Channel: r.c.Channel},
		"404, 10003":                {Token: r.c.Token, API: r.c.API, Channel: "1"},
		"not a text channel":        {Token: r.c.Token, API: r.c.API, Channel: r.s.User("ann").DM()},
		"no answer came":            {Token: r.c.Token, API: "http://127.0.0.1:1", Channel: "1"},
	} {
		c.Now, c.Wait = r.clock.now, r.clock.wait
		if _, err := Run(t.Context(), c); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("the error is %v, want %q", err, name)
		}
	}
}

func TestTheReportHoldsNoTokenAndNoName(t *testing.T) {
	r := newRig(t)
	report := r.run()
	report.Rows = append(report.Rows, Row{Rule: "A | rule", Discord: r.c.Token + " " + r.c.Channel})
	var b bytes.Buffer
	if err := report.Write(&b, r.c.Token); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	for _, hidden := range []string{r.c.Token, r.c.Channel, r.s.User("ann").ID(), "At last.", "ann ", "Ann", "games"} {
		if strings.Contains(text, hidden) {
			t.Errorf("the report has %q", hidden)
		}
	}
	for _, want := range []string{"| **differs** | A \\| rule |  | [the token] [id] |", "124 rules: 123 the same, 1 different, 0 not tried."} {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %q:\n%s", want, text)
		}
	}
}
