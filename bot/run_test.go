package bot_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"parlour/bot"
	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/bot/sandbox/fault"
	rights "parlour/bot/sandbox/world"
	"parlour/commands/world"
	"parlour/games"
	"parlour/games/permute"
	"parlour/storage"
	"parlour/storage/bolt"
	"parlour/storage/storetest"
)

// After each fault of the gateway the next command is answered.
func TestGatewayFaultsDoNotStopTheBot(t *testing.T) {
	t.Parallel()
	r := bottest.New(t)
	f := r.Discord.Faults()
	for name, wrong := range map[string]func() error{
		"the session is invalid":                   func() error { f.InvalidateSession(false); return nil },
		"the session is said to be resumable":      func() error { f.InvalidateSession(true); return nil },
		"there is no session in place of READY":    func() error { defer f.Disconnect(4000); return f.RefuseHello(9, 1) },
		"it asks to reconnect in place of READY":   func() error { defer f.Disconnect(4009); return f.RefuseHello(7, 1) },
		"it asks to reconnect in place of RESUMED": func() error { defer f.Disconnect(4000); return f.RefuseHello(7, 1) },
		"it is silent for a while":                 func() error { f.Silence(true); f.Disconnect(1006); f.Silence(false); return nil },
	} {
		if err := wrong(); err != nil {
			t.Fatal(err)
		}
		r.FaultsHappened()
		if err := r.Discord.AwaitBot(r.Ctx); err != nil {
			t.Fatal(err)
		}
		if got := r.Slash("ann", r.Discord.Channel("games"), "/games"); !strings.Contains(got.Content, "No games yet") {
			t.Errorf("after %s /games is answered with %q", name, got.Content)
		}
	}
}

// A move that is being committed when the bot begins to stop is answered and shown.
func TestMoveDuringShutdownIsShown(t *testing.T) {
	t.Parallel()
	r := bottest.New(t)
	channel, _ := r.Challenge(r.Discord.Channel("games"), "")
	r.Stop()
	reached, gate := make(chan struct{}), make(chan struct{})
	r.Adjust = func(c *bot.Config) {
		c.Store = &world.Store{Store: c.Store, Before: func(a world.Access) error {
			if a.Op == world.Append && len(a.Entries) > 0 {
				close(reached)
				world.Pass(t, gate, "permission to append")
			}
			return nil
		}}
	}
	r.Start()
	preview, answered := r.Slash("ann", channel, "/move move:Cd3-d4"), make(chan error, 1)
	go func() {
		_, err := r.Discord.User("ann").Click(r.Ctx, preview.ID, "Confirm")
		answered <- err
	}()
	world.Receive(t, reached, "the commit of the move")
	stopped := make(chan struct{})
	go func() { r.Stop(); close(stopped) }()
	r.Logged("finishes what is under way", 2)
	close(gate)
	world.Receive(t, stopped, "the end of the bot")
	if err := world.Receive(t, answered, "the answer to the move"); err != nil {
		t.Errorf("the move was answered with: %v", err)
	}
	if boards := bottest.Public(r.Discord.User("cleo").Sees(channel)); len(boards) != 2 {
		t.Errorf("there are %d boards, want 2", len(boards))
	}
}

// The bot ends after [bot.Config.Grace] even if Discord answers nothing.
func TestShutdownEndsAfterGrace(t *testing.T) {
	t.Parallel()
	r := bottest.New(t)
	channel, _ := r.Challenge(r.Discord.Channel("games"), "")
	r.Stop()
	r.Adjust = func(c *bot.Config) { c.Grace, c.Linger = time.Millisecond, time.Millisecond }
	r.Start()
	r.Plan(fault.Fault{Route: "POST /channels/{channel}/messages", Wait: time.Hour})
	if _, err := r.Discord.User("ann").Click(r.Ctx, r.Slash("ann", channel, "/move move:Cd3-d4").ID, "Confirm"); err != nil {
		t.Fatal(err)
	}
	r.FaultsHappened()
	r.Stop()
	if !strings.Contains(r.Said.String(), "did not finish in time") {
		t.Error("the log does not say that work was cut off")
	}
}

// The bot stops at once even if Discord asks it to wait for an hour.
func TestLongRateLimitDoesNotDelayShutdown(t *testing.T) {
	t.Parallel()
	r := bottest.New(t)
	r.Plan(fault.Fault{Route: "POST /channels/{channel}/messages", Status: 429, Wait: time.Hour})
	r.Slash("ann", r.Discord.Channel("games"), "/play game:permute")
	r.FaultsHappened()
	r.Stop()
	r.Plan(fault.Fault{Route: "PUT /applications/{app}/commands", Status: 429, Wait: time.Hour})
	r.Start()
	r.FaultsHappened()
	r.Stop()
	if strings.Contains(r.Said.String(), "did not finish in time") {
		t.Error("the end of the bot waited for a rate limit")
	}
}

// A game stays playable when the bot loses a right in the middle of it.
func TestRightsTakenAway(t *testing.T) {
	t.Parallel()
	r := bottest.New(t)
	games := r.Discord.Channel("games")
	r.Discord.Stage().Deny(games, rights.CreatePublicThreads)
	channel, _ := r.Challenge(games, "")
	if channel != games {
		t.Fatal("a thread was opened without the right to")
	}
	r.Discord.Stage().Deny(games, rights.AttachFiles)
	r.Plays("ann", channel, "Cd3-d4")
	board := r.AwaitWords("ben", channel, "keeps d4")
	if len(board.Attachments) > 0 || !strings.Contains(board.Content, "```\n 9 YOYO") || !slices.Contains(bottest.Labels(board), "More") {
		t.Errorf("without Attach Files the board is %+v, want text and buttons", board)
	}
	r.Slash("ann", channel, "/draw")
	r.Click("ben", r.AwaitWords("ben", channel, "offers a draw"), "Play on")
	r.AwaitWords("eve", channel, "Ann offered a draw. Ben played on.")
}

// misnamed is a game whose sentences give two palettes one name, which Discord refuses in a
// command.
type misnamed struct{ permute.Game }

func (g misnamed) Info() games.Info {
	info := g.Game.Info()
	info.Name, info.Locale = "misnamed", fstest.MapFS{"locale/en.json": {Data: []byte(`{"palette.contrast": "classic"}`)}}
	return info
}

func TestARefusedRegistrationChangesNothing(t *testing.T) {
	t.Parallel()
	r := bottest.New(t)
	r.Breaks("APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS")
	r.Logged("Parlour is ready", 1) // registration goes on beside the first answers
	before := r.Discord.Commands()
	r.Stop()
	r.Adjust = func(c *bot.Config) { c.Games = append(c.Games, misnamed{}) }
	r.Start()
	r.Logged("the commands stay as they were", 1)
	if got := r.Slash("ann", r.Discord.Channel("games"), "/help"); !strings.Contains(got.Content, "/play") {
		t.Errorf("/help was answered with %q", got.Content)
	}
	if !slices.Equal(before, r.Discord.Commands()) {
		t.Error("the commands have changed")
	}
}

// While Discord refuses the list of commands for good, the log, /healthz and /doctor say so and what to do, and nothing
// says that the bot is ready; but a load balancer sends people on, because running games are played by buttons. It is
// well when Discord takes the list.
func TestARefusedListIsToldOf(t *testing.T) {
	t.Parallel()
	var told bottest.Buffer // what a service manager is told
	r := bottest.OverHTTP(t, sandbox.Config{}, func(c *bot.Config) {
		c.AtWork = func(yes bool) { fmt.Fprintln(&told, "at work:", yes) }
		c.Status = func(how string) { fmt.Fprintln(&told, how) }
		c.Unswept = func() bool { return true }
	})
	r.Logged("Parlour is ready", 1)
	r.Stop()
	r.Said.Reset()
	told.Reset()
	refused := r.Plan(fault.Fault{Route: "PUT /applications/{app}/commands", Code: 50240, Times: -1})
	r.Start()
	r.Logged("the commands stay as they were", 1)
	const words, mend = "Discord refuses the list of commands", "disable Activities"
	if status, body := get(t, r.Web+"/healthz"); status != http.StatusServiceUnavailable || !strings.Contains(body, words) || !strings.Contains(body, mend) {
		t.Errorf("the health is %d %s", status, body)
	}
	if status, body := get(t, r.Web+"/readyz"); status != http.StatusOK {
		t.Errorf("a load balancer is told %d %s", status, body)
	}
	doctor := func(want bool) {
		t.Helper()
		const words, always = "Discord refuses my commands", "My file may still name people"
		if said := r.Slash("ann", r.Discord.Channel("games"), "/doctor"); strings.Contains(said.Content, words) != want || !strings.Contains(said.Content, always) {
			t.Errorf("/doctor says %q, want %q there, and %q: %v", said.Content, always, words, want)
		}
	}
	doctor(true)
	if said := r.Said.String(); strings.Contains(said, "Parlour is ready") || !strings.Contains(said, mend) || strings.Count(said, "level=ERROR") != 1 {
		t.Errorf("the log says\n%s", said)
	}
	if said := told.String(); strings.Contains(said, "at work") || strings.Contains(said, "is ready") || strings.Count(said, words) != 1 {
		t.Errorf("a service manager is told\n%s", said)
	}
	r.Discord.Faults().Mend(refused)
	r.Logged("Parlour is ready", 1)
	if said := told.String(); !strings.HasSuffix(said, "Parlour is ready\nat work: true\n") {
		t.Errorf("when Discord takes the list a service manager is told\n%s", said)
	}
	if status, body := get(t, r.Web+"/healthz"); status != http.StatusOK {
		t.Errorf("when Discord takes the list the health is %d %s", status, body)
	}
	doctor(false)
}

// While its store opens, and then while Discord does not answer, a bot says that it runs and that nobody can play there
// yet, and why; it is told to stop meanwhile.
func TestABotThatStartsSaysHowItIs(t *testing.T) {
	t.Parallel()
	r := bottest.Bare(t, sandbox.Config{})
	c := r.Config(nil, r.Said)
	store, opened, asked := openStore(t), make(chan struct{}), make(chan struct{})
	c.Web, c.StoreWithin = bottest.Listener(t), time.Nanosecond
	at := "http://" + c.Web.Addr().String()
	c.Open = func(ctx context.Context, to *bot.Config) error {
		<-opened
		to.Store = store
		return nil
	}
	r.Discord.Intercept(func(_ http.ResponseWriter, q *http.Request) bool {
		close(asked)
		<-q.Context().Done()
		return true
	})
	says := func(reason string, want bool) {
		t.Helper()
		if status, body := get(t, at+"/livez"); status != http.StatusOK {
			t.Errorf("the process says of itself %d %s", status, body)
		}
		for _, page := range []string{"/readyz", "/healthz"} {
			if status, body := get(t, at+page); status != http.StatusServiceUnavailable || !strings.Contains(body, "Parlour is not at work yet") || strings.Contains(body, reason) != want {
				t.Errorf("%s says %d %s, want %q there: %v", page, status, body, reason, want)
			}
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- bot.Run(ctx, c) }()
	const silent = "the store of all games has not answered"
	says(silent, true)
	close(opened)
	world.Receive(t, asked, "a request to Discord")
	says(silent, false)
	stop()
	if err := world.Receive(t, ended, "the end of the bot"); err != nil {
		t.Errorf("Run = %v", err)
	}
}

// changeCommands makes a request about the commands of the bot, without the bot.
func changeCommands(r *bottest.Rig, method, path, body string) (answer []byte) {
	r.Helper()
	q, err := http.NewRequestWithContext(r.Ctx, method, r.Discord.URL()+"/api/v9/applications/"+rights.AppID+"/commands"+path, strings.NewReader(body))
	if err != nil {
		r.Fatal(err)
	}
	q.Header.Set("Authorization", "Bot "+r.Discord.Token())
	q.Header.Set("Content-Type", "application/json")
	got, err := http.DefaultClient.Do(q)
	if err != nil {
		r.Fatal(err)
	}
	defer got.Body.Close()
	answer, err = io.ReadAll(got.Body)
	if err != nil || got.StatusCode >= 300 {
		r.Fatalf("%s %s is answered with %s %s, %v", method, path, got.Status, answer, err)
	}
	return answer
}

// Bots over a database send their commands once, and again if Discord has others: at a start, and when /doctor is
// asked.
func TestALostListComesBack(t *testing.T) {
	t.Parallel()
	r := bottest.New(t, func(c *bot.Config) { c.Store = storetest.Shared{Store: c.Store, Clock: time.Now} })
	r.Logged("Parlour is ready", 1)
	want := r.Discord.Commands()
	sent := func(times int) {
		t.Helper()
		if n := len(r.Exchanges(http.MethodPut, "/commands")); n != times {
			t.Errorf("the commands were sent %d times, want %d", n, times)
		}
	}
	r.Restart()
	r.Logged("Parlour is ready", 2)
	sent(1)
	r.Stop()
	changeCommands(r, http.MethodPut, "", "[]")
	r.Start()
	r.Logged("Parlour is ready", 3)
	sent(3) // with that of the test
	if got := r.Discord.Commands(); !slices.Equal(got, want) {
		t.Errorf("after a list that was wiped there are the commands %v, want %v", got, want)
	}
	var all []struct{ ID, Name string }
	if err := json.Unmarshal(changeCommands(r, http.MethodGet, "", ""), &all); err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		if c.Name == "move" {
			changeCommands(r, http.MethodDelete, "/"+c.ID, "")
		}
	}
	if said := r.Slash("ann", r.Discord.Channel("games"), "/doctor"); !strings.Contains(said.Content, "Discord doesn't know /move. I'm sending it my commands again.") {
		t.Errorf("/doctor says %q", said.Content)
	}
	r.Until("/doctor has brought the command back", func() bool { return slices.Equal(r.Discord.Commands(), want) })
}

// If Discord says twice that an interaction was answered already, and no answer was lost and no event repeated, another
// program has the token. The log says so once, and so does /doctor.
func TestAnotherProgramWithTheTokenIsToldOf(t *testing.T) {
	t.Parallel()
	r := bottest.New(t)
	games := r.Discord.Channel("games")
	const words = "nother program answers with this bot's token"
	told := func(after string, log int, doctor bool) {
		t.Helper()
		said := r.Slash("ann", games, "/doctor")
		r.Idle()
		if n := strings.Count(r.Said.String(), words); n != log || strings.Contains(said.Content, words) != doctor {
			t.Errorf("after %s the log says it %d times, want %d, and /doctor says %q, want it there: %v", after, n, log, said.Content, doctor)
		}
	}
	var rival atomic.Int32 // how many answers another program gives first
	r.Discord.Intercept(func(_ http.ResponseWriter, q *http.Request) bool {
		if !strings.HasSuffix(q.URL.Path, "/callback") || rival.Add(-1) < 0 {
			return false
		}
		first, err := http.Post(r.Discord.URL()+q.URL.RequestURI(), q.Header.Get("Content-Type"), bytes.NewReader(bottest.BodyOf(q)))
		if err != nil {
			t.Error(err)
			return false
		}
		first.Body.Close()
		return false
	})
	r.Discord.Faults().RepeatEvents(2)
	for range 2 {
		r.Slash("ann", games, "/games")
	}
	told("events that came twice", 0, false)
	for range 2 {
		r.Plan(fault.Fault{Route: callback, After: true, Cut: true})
		r.Slash("ann", games, "/games")
	}
	told("answers that were lost", 0, false)
	for n := range 3 {
		rival.Store(1)
		r.Slash("ann", games, "/games")
		r.Idle()
		told(fmt.Sprint(n+1, " answers of another program"), min(n, 1), n > 0)
	}
}

// A bot that has ended no longer sends its commands, though the process goes on. The test is
// not parallel, as it reads the stacks of all goroutines.
func TestNoCommandsAreSentAfterTheEnd(t *testing.T) {
	r := bottest.Bare(t, sandbox.Config{})
	again := make(chan bool)
	var times atomic.Int64
	r.Discord.Intercept(func(w http.ResponseWriter, req *http.Request) bool {
		if req.Method != http.MethodPut {
			return false
		}
		if times.Add(1) == 2 {
			close(again)
		}
		w.WriteHeader(http.StatusNotFound) // without a body, so not from Discord itself
		return true
	})
	ended := make(chan error, 1)
	go func() { ended <- bot.Run(t.Context(), r.Config(openStore(t), r.Said)) }()
	world.Receive(t, again, "a second try to send the commands")
	r.Discord.Faults().Disconnect(4004)
	if err := world.Receive(t, ended, "the end of the bot"); !errors.Is(err, bot.ErrBadToken) {
		t.Fatalf("Run = %v, want %v", err, bot.ErrBadToken)
	}
	stacks := make([]byte, 1<<20)
	if stacks = stacks[:runtime.Stack(stacks, true)]; strings.Contains(string(stacks), ".registers(") {
		t.Errorf("the bot has ended and still sends its commands:\n%s", stacks)
	}
}

// openStore opens a store of its own.
func openStore(t *testing.T) storage.Store {
	t.Helper()
	store, err := bolt.Open(filepath.Join(t.TempDir(), "parlour.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	return store
}

// What a bot cannot run with ends it with a sentence: no token, a wrong one, interactions over HTTP without a
// listener, a public key that is not the application's, and no way to Discord. None has a token or an address in it.
func TestRunRefuses(t *testing.T) {
	t.Parallel()
	r := bottest.Bare(t, sandbox.Config{})
	key, _, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	for want, change := range map[string]func(*bot.Config){
		bot.ErrNoToken.Error():  func(c *bot.Config) { c.Token = "" },
		bot.ErrBadToken.Error(): func(c *bot.Config) { c.Token = "wrong" },
		bot.ErrNoWeb.Error():    func(c *bot.Config) { c.Interactions = true },
		"which is " + r.Discord.PublicKey() + ": give that one, or leave it out": func(c *bot.Config) {
			c.Interactions, c.Web, c.PublicKey = true, bottest.Listener(t), key
		},
		"cannot reach Discord": func(c *bot.Config) { c.API, c.Patience = "http://127.0.0.1:1", time.Millisecond },
	} {
		c := r.Config(openStore(t), r.Said)
		change(&c)
		if err := bot.Run(t.Context(), c); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), r.Discord.Token()) ||
			strings.Contains(err.Error(), "://") {
			t.Errorf("Run = %v, want %q without token or address", err, want)
		}
	}
}

// The bot is well while Discord's API answers, and says so when it does not.
func TestHealthOverHTTP(t *testing.T) {
	t.Parallel()
	r := bottest.OverHTTP(t, sandbox.Config{})
	r.Logged("Parlour is ready", 1)
	want := func(when string, wantStatus int, words string) {
		t.Helper()
		if status, body := get(t, r.Web+"/healthz"); status != wantStatus || !strings.Contains(body, words) {
			t.Errorf("%s: the health is %d %s", when, status, body)
		}
	}
	want("at work", http.StatusOK, `"well":true,"connected":true`)
	r.Plan(fault.Fault{Route: "GET /users/@me", Status: 503, Times: -1})
	r.Logged("the API of Discord does not answer", 1)
	r.Discord.Faults().Mend()
	r.Logged("interactions are taken over HTTP", 2)
	want("when the API answers again", http.StatusOK, `"well":true,"connected":true`)
	r.Slash("ann", r.Discord.Channel("games"), "/games")
	if _, body := get(t, r.Web+"/metrics"); !strings.Contains(body, `parlour_gateway_open{shard="0"} 1`) || !strings.Contains(body, `parlour_interactions_refused_total{why="signature"} `) || strings.Contains(body, `{why="signature"} 0`) {
		t.Errorf("the metrics do not tell of refused signatures:\n%s", body)
	}
	r.Plan(fault.Fault{Route: "GET /users/@me", Status: 503, Times: -1})
	r.Logged("the API of Discord does not answer", 2)
	want("without the API", http.StatusServiceUnavailable, "the API of Discord does not answer")
	r.Discord.Faults().Mend()
}

// A bot of the gateway says so if Discord sends its interactions elsewhere.
func TestInteractionsThatGoElsewhereAreToldOf(t *testing.T) {
	t.Parallel()
	r := bottest.New(t)
	r.Stop()
	r.Discord.SendTo("http://127.0.0.1:1/interactions")
	r.Said.Reset()
	r.Launch()
	r.Logged("and none over the gateway: run with --interactions", 1)
}

// A diary is a store that records when the bot notes its uptime and checks what is due. Each
// call may be made to fail or to wait first.
type diary struct {
	storage.Store
	bottest.Buffer
	first map[string]func(context.Context) error // by line, what is called before it is done
	now   *world.Clock
}

func newDiary(first map[string]func(context.Context) error) *diary {
	return &diary{first: first, now: world.NewClock(time.Now())}
}

// The lines of a diary.
const (
	beat    = "uptime"
	matches = "a check of matches"
	people  = "a check of people"
)

func (d *diary) note(ctx context.Context, line string) error {
	fmt.Fprintln(&d.Buffer, line)
	if first := d.first[line]; first != nil {
		return first(ctx)
	}
	return nil
}

func (d *diary) PutRecord(ctx context.Context, r storage.Record) (storage.Record, error) {
	if r.Kind == storage.Uptimes.Name() {
		d.now.Pass(14 * time.Second)
		if err := d.note(ctx, beat); err != nil {
			return storage.Record{}, err
		}
	}
	return d.Store.PutRecord(ctx, r)
}

func (d *diary) Due(ctx context.Context, now time.Time, limit int) ([]storage.Head, error) {
	if err := d.note(ctx, matches); err != nil {
		return nil, err
	}
	return d.Store.Due(ctx, now, limit)
}

func (d *diary) DueRecords(ctx context.Context, kind string, now time.Time, limit int) ([]storage.Record, error) {
	if kind == storage.People.Name() {
		if err := d.note(ctx, people); err != nil {
			return nil, err
		}
	}
	return d.Store.DueRecords(ctx, kind, now, limit)
}

// count returns how many lines say something.
func (d *diary) count(line string) int { return strings.Count(d.String(), line) }

// rig starts a bot that writes the diary and checks on the given ticks. With each note of uptime its clock moves on by 14
// seconds more, so that the next is written. It is due after ten, and the bot is some seconds in doubt of the time, as
// Discord says it in whole seconds and its answers are on their way for a while.
func (d *diary) rig(t *testing.T, open func(testing.TB, sandbox.Config, ...bottest.Adjust) *bottest.Rig, tick time.Duration) *bottest.Rig {
	t.Helper()
	began := time.Now()
	now := func() time.Time { return d.now.Now().Add(time.Since(began)) }
	return open(t, sandbox.Config{Now: now}, func(c *bot.Config) {
		d.Store = c.Store
		c.Store, c.Tick, c.Now = d, tick, now
	})
}

// A bot notes its uptime before it checks anything or answers anybody, and again as its last
// write at the end, over the gateway and over HTTP.
func TestUptimeIsNotedFirstAndLast(t *testing.T) {
	t.Parallel()
	for _, open := range []func(testing.TB, sandbox.Config, ...bottest.Adjust) *bottest.Rig{bottest.In, bottest.OverHTTP} {
		d := newDiary(nil)
		r := d.rig(t, open, bottest.Never)
		d.Await(t, people, 1)
		r.Stop()
		if all := d.String(); !strings.HasPrefix(all, beat) || !strings.HasSuffix(all, beat+"\n") || d.count(beat) < 3 {
			t.Errorf("the diary is %q, want uptime when the bot is connected, before the checks, and at the end", all)
		}
	}
}

// If the uptime cannot be noted, the bot checks nothing: it would enforce clocks without
// knowing of an outage.
func TestNoCheckWithoutNotedUptime(t *testing.T) {
	t.Parallel()
	d := newDiary(map[string]func(context.Context) error{beat: func(context.Context) error { return errors.New("the disk is full") }})
	r := d.rig(t, bottest.In, 100*time.Millisecond)
	d.Await(t, beat, 2+3+3) // of a start and of two ticks
	r.Stop()
	if d.count(matches)+d.count(people) > 0 {
		t.Errorf("the diary is %q, want no check", &d.Buffer)
	}
	r.Logged("cannot note that it is at work", 8)
}

// A slow check of people delays no check of matches, and so no board. A long check does not count as an outage.
func TestSlowChecks(t *testing.T) {
	t.Parallel()
	for _, long := range []bool{false, true} {
		gate := make(chan struct{})
		wait := func(ctx context.Context) error {
			select {
			case <-gate:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		d := newDiary(map[string]func(context.Context) error{people: wait})
		if long {
			d.first[matches] = wait
		}
		r := d.rig(t, bottest.In, 100*time.Millisecond)
		d.Await(t, people, 1)
		if !long {
			d.Await(t, matches, d.count(matches)+3)
			if n := d.count(people); n > 2 {
				t.Errorf("there are %d checks of people at once, want at most those of the start and of one tick", n)
			}
		} else {
			d.Await(t, matches, 2)
			d.Await(t, beat, d.count(beat)+3) // every further line is an uptime
		}
		close(gate)
		r.Stop()
	}
}

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
		c.Web, c.CountAgain, c.Tick = bottest.Listener(t), time.Millisecond, 50*time.Millisecond
		at = "http://" + c.Web.Addr().String()
	})
	r.Logged("Parlour is ready", 1)
	if status, body := get(t, at+"/healthz"); status != http.StatusOK || !strings.Contains(body, `"well":true,"connected":true`) {
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
		`parlour_games{game="permute",phase="playing"} 1`,
		`parlour_people 2`,
		`parlour_oldest_due_seconds `,
		`parlour_store_bytes `,
		`parlour_rival 0`,
		`parlour_time_known 1`,
		`parlour_gateway_open{shard="0"} 1`,
		`parlour_gateway_identifies_total 1`,
		`parlour_gateway_resumes_total 1`,
		`parlour_gateway_reconnects_total 1`,
		`parlour_requests_total{class="post",status="429"} 1`,
		`parlour_requests_total{class="register",status="200"} 2`,
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
