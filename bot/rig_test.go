package bot_test

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"parlour/bot"
	"parlour/bot/sandbox"
	"parlour/bot/sandbox/discord"
	"parlour/bot/sandbox/fault"
	"parlour/storage"
	"parlour/storage/postgres/pgtest"
)

// patience is [bot.Patience].
const patience = bot.Patience

// haste makes Discord's limits pass within milliseconds, because tests post much in few
// channels.
const haste = 1000

// A rig is a sandbox, a store, and the bot between them.
type rig struct {
	t       testing.TB
	ctx     context.Context
	discord *sandbox.Server
	path    string
	store   storage.Store
	log     *safeBuffer
	clock   func() time.Time // of the sandbox; nil for the time
	adjust  func(*bot.Config)
	stop    func()
	web     string   // where the bot takes interactions over HTTP
	meant   []string // rules of Discord that the test breaks on purpose
}

// newRig starts a bot against a sandbox of its own.
func newRig(t testing.TB) *rig {
	t.Helper()
	return adjustedRig(t, sandbox.Config{}, nil)
}

// adjustedRig starts a bot against a sandbox of its own. If adjust is not nil, it changes
// the bot's settings.
func adjustedRig(t testing.TB, c sandbox.Config, adjust func(*bot.Config)) *rig {
	t.Helper()
	return rigWith(t, c, func(*rig) func(*bot.Config) { return adjust })
}

// rigWith is [adjustedRig] for settings that depend on the rig.
func rigWith(t testing.TB, c sandbox.Config, adjust func(*rig) func(*bot.Config)) *rig {
	t.Helper()
	r := bareRig(t, c)
	r.adjust = adjust(r)
	r.start()
	return r
}

// bareRig is a rig without a bot. At the end of the test it stops what [rig.stop] stops, and judges.
func bareRig(t testing.TB, c sandbox.Config) *rig {
	t.Helper()
	c.AnswerWithin, c.OpenAPI = patience, os.Getenv("DISCORD_OPENAPI")
	c.SettleWithin = cmp.Or(c.SettleWithin, patience)
	c.Haste = cmp.Or(c.Haste, haste)
	discord, err := sandbox.Start(c)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 9*time.Minute)
	r := &rig{t: t, ctx: ctx, discord: discord, path: filepath.Join(t.TempDir(), "parlour.db"), log: &safeBuffer{}, clock: c.Now}
	t.Cleanup(func() {
		if r.stop != nil {
			r.stop()
		}
		cancel()
		discord.Close()
		r.judge()
		r.keepsTokens()
	})
	return r
}

// keepsTokens fails the test if the bot has logged a token.
func (r *rig) keepsTokens() {
	r.t.Helper()
	for _, token := range append(r.discord.Tokens(), r.discord.Token()) {
		if strings.Contains(r.log.String(), token) {
			r.t.Errorf("the log has a token:\n%s", r.log)
		}
	}
}

// breaks notes that the bot is to break a rule of Discord in this test. The rule is the code
// or the words of Discord's answer.
func (r *rig) breaks(rule string) { r.meant = append(r.meant, rule) }

// judge fails the test if the bot broke a rule that [rig.breaks] does not name, or kept one
// that it names.
func (r *rig) judge() {
	broken := map[string]bool{}
	for _, x := range r.discord.Violations() {
		i := slices.IndexFunc(r.meant, func(rule string) bool { return strings.Contains(x.Wrong, rule) })
		if i >= 0 && x.WrongAnswer == "" {
			broken[r.meant[i]] = true
			continue
		}
		r.t.Errorf("%s %s breaks Discord's rules: %s\n%s", x.Method, x.Path, x.Wrong, x.Request)
		if x.WrongAnswer != "" {
			r.t.Errorf("the sandbox's answer is not Discord's: %s\n%s", x.WrongAnswer, x.Answer)
		}
	}
	for _, rule := range r.meant {
		if !broken[rule] {
			r.t.Errorf("nothing broke %s", rule)
		}
	}
}

// start starts the bot and waits until it is connected.
func (r *rig) start() {
	r.t.Helper()
	r.launch()
	if err := r.discord.AwaitBot(r.soon()); err != nil {
		r.t.Fatalf("the bot does not connect: %v\n%s", err, r.log)
	}
}

// launch starts the bot.
func (r *rig) launch() {
	r.t.Helper()
	store, err := pgtest.Open(r.t, r.path)
	if err != nil {
		r.t.Fatal(err)
	}
	r.store = store
	c := r.config(store, r.log)
	if r.clock != nil {
		c.Clock = r.clock
	}
	if r.adjust != nil {
		r.adjust(&c)
	}
	end := runs(r.t, c, r.log)
	r.stop = func() {
		r.stop = nil // else the cleanup would wait again for a bot that hangs
		if !end() {
			return
		}
		if err := store.Close(); err != nil {
			r.t.Errorf("the store did not close: %v", err)
		}
	}
}

// soon returns a context for one wait, with a deadline after [bot.Patience].
func (r *rig) soon() context.Context {
	ctx, cancel := context.WithTimeout(r.ctx, patience)
	r.t.Cleanup(cancel)
	return ctx
}

// fail plans a fault of Discord.
func (r *rig) fail(f fault.Fault) {
	r.t.Helper()
	if _, err := r.discord.Faults().Fail(f); err != nil {
		r.t.Fatal(err)
	}
}

// faultsHappened waits until all planned faults have happened.
func (r *rig) faultsHappened() {
	r.t.Helper()
	if err := r.discord.Faults().Await(r.soon()); err != nil {
		r.t.Fatalf("not all faults have happened: %v\n%s", err, r.log)
	}
}

// exchanges returns the requests of a method to paths with an ending, in order.
func (r *rig) exchanges(method, end string) (all []discord.Exchange) {
	for _, x := range r.discord.Traffic() {
		if x.Method == method && strings.HasSuffix(x.Path, end) {
			all = append(all, x)
		}
	}
	return all
}

// slash uses a command and returns the answer.
func (r *rig) slash(who, channel, line string) sandbox.Message {
	r.t.Helper()
	return r.answer(r.discord.User(who).Slash(r.ctx, channel, line))
}

// click clicks a button and returns the answer.
func (r *rig) click(who string, on sandbox.Message, button string) sandbox.Message {
	r.t.Helper()
	return r.answer(r.discord.User(who).Click(r.ctx, on.ID, button))
}

// choose picks a value in the only menu that has it, and returns the answer.
func (r *rig) choose(who string, on sandbox.Message, value string) sandbox.Message {
	r.t.Helper()
	return r.answer(r.discord.User(who).Choose(r.ctx, on.ID, "", value))
}

func (r *rig) answer(m *sandbox.Message, err error) sandbox.Message {
	r.t.Helper()
	if err != nil || m == nil {
		r.t.Fatalf("no answer: %v\n%s", err, r.log)
	}
	return *m
}

// await waits until a person sees a public message that satisfies ok.
func (r *rig) await(who, channel string, ok func(sandbox.Message) bool) sandbox.Message {
	r.t.Helper()
	var found sandbox.Message
	_, err := r.discord.User(who).Await(r.soon(), channel, func(all []sandbox.Message) bool {
		for _, m := range all {
			if !m.Ephemeral && ok(m) {
				found = m
				return true
			}
		}
		return false
	})
	if err != nil {
		r.t.Fatalf("%s does not see the awaited message: %v\n%s\n%s", who, err, r.summary(who, channel), r.log)
	}
	return found
}

// summary lists the messages that a person sees in a channel, with their buttons.
func (r *rig) summary(who, channel string) string {
	var lines strings.Builder
	for _, m := range r.discord.User(who).Sees(channel) {
		fmt.Fprintf(&lines, "%s sees %q with %q\n", who, m.Content, labels(m))
	}
	return lines.String()
}

// awaitBoard waits for the board of a ply. The first message of the game has number 0.
func (r *rig) awaitBoard(who, channel string, number int) sandbox.Message {
	r.t.Helper()
	var board sandbox.Message
	_, err := r.discord.User(who).Await(r.soon(), channel, func(all []sandbox.Message) bool {
		boards := public(all)
		if len(boards) > number {
			board = boards[number]
		}
		return len(boards) > number
	})
	if err != nil {
		r.t.Fatalf("board %d did not come: %v\n%s\n%s", number, err, r.summary(who, channel), r.log)
	}
	return board
}

// awaitNext returns the board that comes after another.
func (r *rig) awaitNext(who, channel string, board sandbox.Message) sandbox.Message {
	r.t.Helper()
	return r.await(who, channel, func(m sandbox.Message) bool {
		return m.ID > board.ID && !m.Ephemeral && m.Notice == "" && len(m.Rows) > 0
	})
}

// public returns the messages that everybody sees, without Discord's own notices.
func public(all []sandbox.Message) []sandbox.Message {
	var boards []sandbox.Message
	for _, m := range all {
		if !m.Ephemeral && m.Notice == "" {
			boards = append(boards, m)
		}
	}
	return boards
}

// labels lists the enabled buttons of a message.
func labels(m sandbox.Message) []string {
	var all []string
	for _, row := range m.Rows {
		for _, c := range row {
			if c.Type == 2 && !c.Disabled {
				all = append(all, c.Label)
			}
		}
	}
	return all
}

// opens has ann ask for a game, and returns its table once it has a button.
func (r *rig) opens(channel, play, button string) sandbox.Message {
	r.t.Helper()
	r.slash("ann", channel, "/play "+play)
	return r.await("ben", channel, func(m sandbox.Message) bool { return slices.Contains(labels(m), button) })
}

// challenge has ann challenge ben in a channel and ben accept. It returns the channel of the
// game and the first board.
func (r *rig) challenge(channel, options string) (string, sandbox.Message) {
	r.t.Helper()
	table := r.opens(channel, "game:permute opponent:@ben first:me "+options, "Accept")
	r.click("ben", table, "Accept")
	table = r.await("ben", channel, func(m sandbox.Message) bool { return m.ID == table.ID && len(m.Rows) == 0 })
	if table.Thread != "" {
		channel = table.Thread
	}
	// In a new thread a message that calls the players in comes first, and goes at once.
	return channel, r.await("ben", channel, func(m sandbox.Message) bool { return strings.Contains(m.Content, "here we go") })
}

// safeBuffer is a buffer that goroutines share and can wait for.
type safeBuffer struct {
	mu    sync.Mutex
	b     bytes.Buffer
	grown chan struct{} // closed at the next write; nil while nobody waits
}

var _ io.Writer = (*safeBuffer)(nil)

func (s *safeBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.grown != nil {
		close(s.grown)
		s.grown = nil
	}
	return s.b.Write(p)
}

// await waits until the buffer has a text some number of times. It ends the test after
// [bot.Patience].
func (s *safeBuffer) await(t testing.TB, ctx context.Context, text string, times int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
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
		case <-ctx.Done():
			t.Fatalf("waited for %q to come %d times, it came %d times:\n%s", text, times, n, s.String())
		}
	}
}

func (s *safeBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// Reset empties the buffer.
func (s *safeBuffer) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.b.Reset()
}
