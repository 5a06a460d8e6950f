// Package bottest is the kit for tests of a whole bot: it runs against a sandbox, and people use it there.
//
// A [Rig] is a sandbox, a store and the bot between them. [New] starts one; the bot's settings are adjusted by
// functions that are handed in. At the end the rig judges whether the bot broke a rule of Discord's, or logged
// a token. People act by [Rig.Slash], [Rig.Click] and the like, and see what comes by [Rig.Await]. [Walk] finds
// the way to a move on any message; a [Whole] is a whole game.
// A [Toy] stands in place of the commands, and a [Proxy] between the bot and Discord.
//
// # The parts of a simulated world
//
// The kit [parlour/commands/world] has the parts that do not know where a message lies: the clock, the judge,
// the store that a test spoils, what waits with a deadline. Over the sandbox they are composed with this kit:
// [Seen] turns a message of the sandbox into what a person sees in any world, so that the same search for a
// button works there, and a clock is handed to the sandbox as sandbox.Config.Now and to the bot as its Now and
// Clock. Tests that kill a process use a sandbox of their own, and of this kit [Walk], [Seen] and [Labels].
//
// # Where tests stand
//
// Tests of how the edge behaves beside itself stand in package bot, and run with the race detector. Long ones,
// of what is said and shown, stand below this folder by what they need: play has whole games and simulated
// time, leaks the search for leaks, page what needs a browser.
package bottest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"parlour/bot"
	"parlour/bot/gateway"
	"parlour/bot/sandbox"
	"parlour/bot/sandbox/discord"
	"parlour/bot/sandbox/fault"
	"parlour/commands/world"
	"parlour/games/all"
	"parlour/storage"
	"parlour/storage/postgres/pgtest"
	"parlour/storage/storetest"
)

// patience is how long a test waits for an event before it fails.
const patience = world.Patience

// haste makes Discord's limits pass within milliseconds, because tests post much in few
// channels.
const haste = 1000

// Never is a tick that does not come.
const Never = 8760 * time.Hour

// Everyone are all people of the sandbox.
var Everyone = []string{"ann", "ben", "cleo", "dan", "eve"}

// Adjust changes the settings of a bot each time it starts.
type Adjust func(*bot.Config)

// A Rig is a sandbox, a store, and the bot between them. It is the test that it was made for.
type Rig struct {
	testing.TB
	Ctx     context.Context
	Discord *sandbox.Server
	Path    string // of the store
	Store   storage.Store
	Said    *Buffer  // the bot's log
	Busy    bot.Work // the bot's unfinished work
	Adjust  Adjust   // after what the rig was made with; may be nil
	adjusts []Adjust
	Stop    func()
	Web     string           // where the bot takes interactions over HTTP
	now     func() time.Time // of the sandbox; nil for the time
	meant   []string         // rules of Discord that the test breaks on purpose
}

// New starts a bot against a sandbox of its own.
func New(t testing.TB, adjust ...Adjust) *Rig {
	t.Helper()
	return In(t, sandbox.Config{}, adjust...)
}

// In is [New] in a sandbox with settings.
func In(t testing.TB, c sandbox.Config, adjust ...Adjust) *Rig {
	t.Helper()
	r := Bare(t, c)
	r.adjusts = adjust
	r.Start()
	return r
}

// OverHTTP is [In] for a bot that takes interactions over HTTP, each time it starts at an address of its own.
func OverHTTP(t testing.TB, c sandbox.Config, adjust ...Adjust) *Rig {
	t.Helper()
	r := Bare(t, c)
	r.adjusts = append([]Adjust{func(c *bot.Config) {
		c.Web, c.Interactions = Listener(t), true
		r.Web = "http://" + c.Web.Addr().String()
		r.Discord.SendTo(r.Web + "/interactions")
		r.Discord.SendEventsTo(r.Web + "/events")
	}}, adjust...)
	r.Start()
	return r
}

// Listener listens at a free address of loopback.
func Listener(t testing.TB) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

// Bare is a rig without a bot. At the end of the test it stops what [Rig.Stop] stops, and judges.
func Bare(t testing.TB, c sandbox.Config) *Rig {
	t.Helper()
	c.AnswerWithin, c.OpenAPI = patience, os.Getenv("DISCORD_OPENAPI")
	c.SettleWithin = cmp.Or(c.SettleWithin, patience)
	c.Haste = cmp.Or(c.Haste, haste)
	discord, err := sandbox.Start(c)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 9*time.Minute)
	r := &Rig{TB: t, Ctx: ctx, Discord: discord, Path: filepath.Join(storetest.Dir(t), "parlour.db"), Said: &Buffer{},
		now: c.Now}
	t.Cleanup(func() {
		if r.Stop != nil {
			r.Stop()
		}
		cancel()
		discord.Close()
		r.judge()
		for _, token := range append(discord.Tokens(), discord.Token()) {
			if strings.Contains(r.Said.String(), token) {
				t.Errorf("the log has a token:\n%s", r.Said)
			}
		}
	})
	return r
}

// Breaks notes that the bot is to break a rule of Discord in this test. The rule is the code
// or the words of Discord's answer.
func (r *Rig) Breaks(rule string) { r.meant = append(r.meant, rule) }

// judge fails the test if the bot broke a rule that [Rig.Breaks] does not name, or kept one
// that it names.
func (r *Rig) judge() {
	broken := map[string]bool{}
	for _, x := range r.Discord.Violations() {
		i := slices.IndexFunc(r.meant, func(rule string) bool { return strings.Contains(x.Wrong, rule) })
		if i >= 0 && x.WrongAnswer == "" {
			broken[r.meant[i]] = true
			continue
		}
		r.Errorf("%s %s breaks Discord's rules: %s\n%s", x.Method, x.Path, x.Wrong, x.Request)
		if x.WrongAnswer != "" {
			r.Errorf("the sandbox's answer is not Discord's: %s\n%s", x.WrongAnswer, x.Answer)
		}
	}
	for _, rule := range r.meant {
		if !broken[rule] {
			r.Errorf("nothing broke %s", rule)
		}
	}
}

// Start starts the bot and waits until it is connected.
func (r *Rig) Start() {
	r.Helper()
	r.Launch()
	if err := r.Discord.AwaitBot(r.Soon()); err != nil {
		r.Fatalf("the bot does not connect: %v\n%s", err, r.Said)
	}
}

// Launch starts the bot.
func (r *Rig) Launch() {
	r.Helper()
	store, err := pgtest.Open(r, r.Path)
	if err != nil {
		r.Fatal(err)
	}
	r.Store = store
	c := r.Config(store, r.Said)
	c.Busy = &r.Busy
	if r.now != nil {
		c.Clock = r.now
	}
	for _, change := range append(r.adjusts, r.Adjust) {
		if change != nil {
			change(&c)
		}
	}
	end := Runs(r, c, r.Said)
	r.Stop = func() {
		r.Stop = nil // else the cleanup would wait again for a bot that hangs
		if !end() {
			return
		}
		if err := store.Close(); err != nil {
			r.Errorf("the store did not close: %v", err)
		}
	}
}

// Restart stops the bot and starts it again.
func (r *Rig) Restart() {
	r.Helper()
	r.Stop()
	r.Start()
}

// Config returns what a bot of a rig runs with. It gives Discord and itself as much time as a test has.
func (r *Rig) Config(store storage.Store, log *Buffer) bot.Config {
	c := bot.Config{
		Token: r.Discord.Token(), API: r.Discord.URL(), AnswerWithin: patience, DeferAfter: patience, Linger: patience,
	}
	c.Games, c.Store, c.Version = all.Games(), store, "v1.2.3"
	c.Log, c.Brief = slog.New(slog.NewTextHandler(log, nil)), patience
	c.Wait = func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
	Hurry(&c)
	return c
}

// Hurry shortens the waits of a bot, as the sandboxes of tests want it. A busy machine may be slow to greet.
func Hurry(c *bot.Config) {
	c.Gateway = gateway.UsualTimes()
	c.Gateway.First, c.Gateway.Spacing, c.Gateway.Invalid = time.Millisecond, 10*time.Millisecond, time.Millisecond
	c.Gateway.Hello = c.Gateway.Open
	c.Look, c.RegisterAgain = 100*time.Millisecond, time.Millisecond
}

// Runs runs a bot. The returned function stops it, and reports whether it has ended.
func Runs(t testing.TB, c bot.Config, log *Buffer) (stop func() bool) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- bot.Run(ctx, c) }()
	return func() bool {
		cancel()
		err, is := world.Pass(t, ended, "the end of the bot")
		if !is {
			t.Logf("its log is\n%s", log)
		} else if err != nil {
			t.Errorf("the bot ended with: %v", err)
		}
		return is
	}
}

// Soon returns a context for one wait, with a deadline.
func (r *Rig) Soon() context.Context {
	ctx, cancel := context.WithTimeout(r.Ctx, patience)
	r.Cleanup(cancel)
	return ctx
}

// Idle waits until the bot has no unfinished work.
func (r *Rig) Idle() {
	r.Helper()
	world.Finish(r, r.Busy.Wait, "the bot's unfinished work")
}

// Until waits until a condition holds. It looks every few milliseconds.
func (r *Rig) Until(condition string, ok func() bool) {
	r.Helper()
	for soon := r.Soon(); !ok(); {
		select {
		case <-time.After(2 * time.Millisecond):
		case <-soon.Done():
			r.Fatalf("waited in vain until %s\n%s", condition, r.Said)
		}
	}
}

// Plan plans a fault of Discord, and returns its id.
func (r *Rig) Plan(f fault.Fault) int {
	r.Helper()
	id, err := r.Discord.Faults().Fail(f)
	if err != nil {
		r.Fatal(err)
	}
	return id
}

// FaultsHappened waits until all planned faults have happened.
func (r *Rig) FaultsHappened() {
	r.Helper()
	if err := r.Discord.Faults().Await(r.Soon()); err != nil {
		r.Fatalf("not all faults have happened: %v\n%s", err, r.Said)
	}
}

// Exchanges returns the requests of a method to paths with an ending, in order.
func (r *Rig) Exchanges(method, end string) (all []discord.Exchange) {
	for _, x := range r.Discord.Traffic() {
		if x.Method == method && strings.HasSuffix(x.Path, end) {
			all = append(all, x)
		}
	}
	return all
}

// mentions matches whom a message may notify, where Discord looks for no mentions in the text.
var mentions = regexp.MustCompile(`"allowed_mentions":\{"parse":\[\](?:,"users":\[([^\]]*)\])?\}`)

// CheckMentions checks that every message, edit and answer names at most so many people to
// notify, and that Discord looks for no mentions in the text.
func (r *Rig) CheckMentions(most int) {
	r.Helper()
	checked := 0
	for _, x := range r.Discord.Traffic() {
		answer := strings.HasSuffix(x.Path, "/callback")
		if answer && !answersWithMessage(x.Request) || x.Method != http.MethodPost && x.Method != http.MethodPatch ||
			!answer && !(strings.Contains(x.Path, "/messages") && !strings.HasSuffix(x.Path, "/threads")) {
			continue
		}
		checked++
		if found := mentions.FindSubmatch(x.Request); found == nil || bytes.Count(found[1], []byte(`"`)) > 2*most {
			r.Errorf("%s %s may notify %s", x.Method, x.Path, x.Request)
		}
	}
	if checked == 0 {
		r.Error("no message was checked")
	}
}

// answersWithMessage reports whether an answer is a message.
func answersWithMessage(answer []byte) bool {
	var is struct{ Type int }
	err := json.Unmarshal(answer, &is)
	return err != nil || is.Type == 4 || is.Type == 7
}

// Posts posts a message as the bot does, without the bot, and returns its id.
func (r *Rig) Posts(channel string, body map[string]any) string {
	r.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		r.Fatal(err)
	}
	post, err := http.NewRequestWithContext(r.Ctx, http.MethodPost, r.Discord.URL()+"/api/v9/channels/"+channel+"/messages", bytes.NewReader(text))
	if err != nil {
		r.Fatal(err)
	}
	post.Header.Set("Authorization", "Bot "+r.Discord.Token())
	post.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(post)
	if err != nil {
		r.Fatal(err)
	}
	defer answer.Body.Close()
	var made struct{ ID string }
	if err := json.NewDecoder(answer.Body).Decode(&made); err != nil || made.ID == "" {
		r.Fatalf("%v is not posted: %s, %v", body, answer.Status, err)
	}
	return made.ID
}

// A Buffer is a buffer that goroutines share and can wait for.
type Buffer struct {
	mu    sync.Mutex
	b     bytes.Buffer
	grown chan struct{} // closed at the next write; nil while nobody waits
}

func (s *Buffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.grown != nil {
		close(s.grown)
		s.grown = nil
	}
	return s.b.Write(p)
}

// Await waits until the buffer has a text some number of times, or ends the test.
func (s *Buffer) Await(t testing.TB, text string, times int) {
	t.Helper()
	late := time.After(patience)
	for {
		s.mu.Lock()
		n := strings.Count(s.b.String(), text)
		if s.grown == nil {
			s.grown = make(chan struct{})
		}
		grown := s.grown
		s.mu.Unlock()
		if n >= times {
			return
		}
		select {
		case <-grown:
		case <-late:
			t.Fatalf("waited for %q to come %d times, it came %d times:\n%s", text, times, n, s.String())
		}
	}
}

func (s *Buffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// Reset empties the buffer.
func (s *Buffer) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.b.Reset()
}

// Logged waits until the bot has logged a text some number of times.
func (r *Rig) Logged(text string, times int) {
	r.Helper()
	r.Said.Await(r, text, times)
}

// Summary lists the messages that a person sees in a channel, with their buttons.
func (r *Rig) Summary(who, channel string) string {
	var seen strings.Builder
	for _, m := range r.Discord.User(who).Sees(channel) {
		fmt.Fprintf(&seen, "%s sees %q with %q\n", who, m.Content, Labels(m))
	}
	return seen.String()
}

// awaits waits until the messages that a person sees in a channel satisfy ok.
func (r *Rig) awaits(who, channel, what string, ok func([]sandbox.Message) bool) {
	r.Helper()
	if _, err := r.Discord.User(who).Await(r.Soon(), channel, ok); err != nil {
		r.Fatalf("%s does not see %s: %v\n%s\n%s", who, what, err, r.Summary(who, channel), r.Said)
	}
}
