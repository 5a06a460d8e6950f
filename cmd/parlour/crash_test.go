package main

import (
	"bufio"
	"cmp"
	"context"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/bot/sandbox/fault"
	scene "parlour/bot/sandbox/world"
	"parlour/cmd/parlour/setup"
	"parlour/commands/world"
)

// TestMain lets this binary be the program itself, as a process that can be killed.
func TestMain(m *testing.M) {
	if os.Getenv("PARLOUR_BE_MAIN") != "" {
		main()
	}
	if signal.Ignored(os.Interrupt) { // as a shell does in the background; a program inherits it
		signal.Notify(make(chan os.Signal, 1), os.Interrupt)
	}
	bottest.Main(m)
}

// A child is the program in a process of its own.
type child struct {
	t    *testing.T
	cmd  *exec.Cmd
	said chan string // its log, closed at its end
}

// deadline fails the test and kills the process after [patience], unless it is called off
// before. So a test that reads the log to its end waits no longer than that.
func (c *child) deadline(what string) (callOff func() bool) {
	return time.AfterFunc(patience, func() {
		c.t.Errorf("in %v this did not come: %s", patience, what)
		c.cmd.Process.Kill()
	}).Stop
}

// startChild starts the program and waits until it is ready.
func startChild(t *testing.T, discord *sandbox.Server, store string) *child {
	t.Helper()
	c := spawnChild(t, discord.URL(), discord.Token(), store, append(byHTTP(t, discord), "PARLOUR_WAITS="+waits())...)
	c.awaitReady()
	ctx, ended := soon(t, "a bot to which the sandbox sends")
	defer ended()
	must(t, discord.AwaitBot(ctx))
	return c
}

// awaitReady waits until the program is ready.
func (c *child) awaitReady() {
	c.t.Helper()
	c.awaitSaid(isReady)
}

// awaitSaid waits until the program has said something.
func (c *child) awaitSaid(text string) {
	c.t.Helper()
	defer c.deadline("a program that says " + text)()
	var before []string
	for line := range c.said {
		if strings.Contains(line, text) {
			return
		}
		before = append(before, line)
	}
	c.t.Fatalf("the program ended before it said: %s; it said\n%s", text, strings.Join(before, "\n"))
}

// overHTTPToo has the long runs go over HTTP.
var overHTTPToo = flag.Bool("over-http", false, "have interactions of the long runs go over HTTP, in place of the gateway")

// byHTTP returns the settings with which programs take interactions over HTTP, if -over-http says so, and has the
// sandbox send them to an address for that.
func byHTTP(t *testing.T, discord *sandbox.Server) []string {
	t.Helper()
	if !*overHTTPToo {
		return nil
	}
	addr := cmp.Or(os.Getenv("PARLOUR_WEB"), freeAddress(t)) // the first is a meter's
	discord.SendTo("http://" + addr + "/interactions")
	return []string{"PARLOUR_WEB=" + addr, "PARLOUR_INTERACTIONS=true"}
}

// isReady is in the log once the program is ready.
const isReady = "Parlour is ready"

// waits is how long a child takes Discord to wait for an answer. A long run measures, so there it is
// Discord's own time; else a slow machine is to lose nothing by it.
func waits() string {
	if *loadFor+*rushFor+*spoilFor+*proxyFor > 0 {
		return "3s"
	}
	return "20s"
}

// spawnChild starts the program. It finds Discord at the address api.
func spawnChild(t *testing.T, api, token, store string, env ...string) *child {
	t.Helper()
	return spawn(t, exec.Command(os.Args[0], "run"), api, token, store, env...)
}

// spawn is [spawnChild] with the command that starts the program.
func spawn(t *testing.T, cmd *exec.Cmd, api, token, store string, env ...string) *child {
	t.Helper()
	c := &child{t: t, cmd: cmd, said: make(chan string, 1000)}
	c.cmd.Env = slices.Concat(os.Environ(), []string{"PARLOUR_BE_MAIN=1", "DISCORD_TOKEN=" + token, "PARLOUR_API=" + api, "PARLOUR_STORE=" + store}, env)
	log, err := c.cmd.StderrPipe()
	must(t, err)
	must(t, c.cmd.Start())
	t.Cleanup(func() { c.cmd.Process.Kill(); c.cmd.Wait() })
	go func() {
		for lines := bufio.NewScanner(log); lines.Scan(); {
			c.said <- lines.Text()
		}
		close(c.said)
	}()
	return c
}

// end waits for the end of the process and returns its exit code.
func (c *child) end(s os.Signal) int {
	defer c.deadline(fmt.Sprintf("the end of the program after the signal %q", s))()
	c.cmd.Process.Signal(s)
	for range c.said {
	}
	c.cmd.Wait()
	return c.cmd.ProcessState.ExitCode()
}

// startSandbox starts a sandbox whose limits of requests pass at once, and checks at the end that
// no request broke Discord's rules.
func startSandbox(t *testing.T) (*sandbox.Server, context.Context) {
	t.Helper()
	return sandboxWith(t, sandbox.Config{AnswerWithin: time.Minute, Haste: scriptHaste})
}

// sandboxWith is [startSandbox] with a configuration.
func sandboxWith(t *testing.T, c sandbox.Config) (*sandbox.Server, context.Context) {
	t.Helper()
	c.SettleWithin = cmp.Or(c.SettleWithin, time.Minute)
	discord, err := sandbox.Start(c)
	must(t, err)
	t.Cleanup(func() {
		discord.Close()
		for _, x := range discord.Violations() {
			t.Errorf("%s %s breaks Discord's rules: %s%s", x.Method, x.Path, x.Wrong, x.WrongAnswer)
		}
	})
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(cancel)
	return discord, ctx
}

// awaitCopy waits until the daily copy is whole that a bot makes beside its work. It was begun today or, around
// midnight, yesterday.
func awaitCopy(t *testing.T, store string) {
	t.Helper()
	day := func(at time.Time) string { return "parlour-" + at.Format(time.DateOnly) + ".db" }
	ctx, ended := soon(t, "the copy of the day")
	defer ended()
	for {
		got, now := names(t, store+".copies"), time.Now()
		if len(got) == 1 && (got[0] == day(now) || got[0] == day(now.AddDate(0, 0, -1))) {
			return
		}
		if !world.Rests(ctx, time.Millisecond) {
			t.Fatalf("the folder of daily copies has %q, want %q", got, day(now))
		}
	}
}

// A stand is a sandbox in which ann and ben play a game in the channel itself, and the program over some store.
type stand struct {
	t       *testing.T
	ctx     context.Context
	discord *sandbox.Server
	store   string
	bot     *child
	channel string
}

// newStand starts the program over a store, a file of its own if none is named, and has the game begin.
func newStand(t *testing.T, store string) *stand {
	t.Helper()
	s := &stand{t: t, store: cmp.Or(store, filepath.Join(t.TempDir(), "parlour.db"))}
	s.discord, s.ctx = startSandbox(t)
	s.bot = startChild(t, s.discord, s.store)
	if store == "" {
		awaitCopy(t, s.store)
	}
	s.challenge()
	return s
}

// challenge has ann and ben begin a game in the channel itself, without a thread.
func (s *stand) challenge() {
	s.t.Helper()
	s.channel = s.discord.Channel("games")
	s.discord.Stage().Deny(s.channel, scene.CreatePublicThreads)
	_, err := s.discord.User("ann").Slash(s.ctx, s.channel, "/play game:permute opponent:@ben first:me")
	must(s.t, err)
	_, err = s.discord.User("ben").Click(s.ctx, s.boards(1)[0].ID, "Accept")
	must(s.t, err)
	s.boards(2)
}

// seen returns the public messages, as an onlooker sees them.
func (s *stand) seen() []sandbox.Message {
	return bottest.Public(s.discord.User("cleo").Sees(s.channel))
}

// boards waits for a number of public messages.
func (s *stand) boards(n int) []sandbox.Message {
	s.t.Helper()
	all, err := s.discord.User("cleo").Await(s.ctx, s.channel, func(all []sandbox.Message) bool { return len(bottest.Public(all)) >= n })
	if err != nil {
		s.t.Fatalf("there are %d public messages, want %d: %v", len(s.seen()), n, err)
	}
	return bottest.Public(all)
}

// line waits until a board of the past has become its line.
func (s *stand) line(line string) {
	s.t.Helper()
	_, err := s.discord.User("cleo").Await(s.ctx, s.channel, func(all []sandbox.Message) bool {
		return slices.ContainsFunc(all, func(m sandbox.Message) bool { return m.Content == line })
	})
	if err != nil {
		s.t.Fatalf("waited for the line %q in vain: %v", line, err)
	}
}

// says has a person use a command, confirms a move that it previews, and returns the answer. It
// is empty if the panel goes away, as it does once the move is shown.
func (s *stand) says(who, line string) string {
	s.t.Helper()
	m, err := s.discord.User(who).Slash(s.ctx, s.channel, line)
	if err == nil && m != nil && slices.Contains(bottest.Labels(*m), "Confirm") {
		m, err = s.discord.User(who).Click(s.ctx, m.ID, "Confirm")
	}
	must(s.t, err)
	if m == nil {
		return ""
	}
	return bottest.Said(*m)
}

// moves has a person type a move, which is played and shown as one of some public messages.
func (s *stand) moves(who, move string, boards int) {
	s.t.Helper()
	must(s.t, playTyped(s.ctx, s.discord.User(who), s.channel, "/move move:"+move))
	s.boards(boards)
}

// The process is killed between the commit of a move and its message. The next process
// shows the board, once.
func TestKilledBetweenCommitAndMessage(t *testing.T) {
	t.Parallel()
	for name, reach := range map[string]bool{"the message was not made": false, "the message was made": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStand(t, "")
			_, err := s.discord.Faults().Fail(fault.Fault{Route: "POST /channels/{channel}/messages", Wait: time.Hour, After: reach})
			must(t, err)
			answered := make(chan struct{})
			asking, giveUp := context.WithCancel(s.ctx)
			go func() {
				defer close(answered)
				playTyped(asking, s.discord.User("ann"), s.channel, "/move move:Cd3-d4")
			}()
			must(t, s.discord.Faults().Await(s.ctx))
			if reach {
				s.boards(3)
			}
			s.bot.end(syscall.SIGKILL) // the move is committed, and its message under way
			giveUp()
			world.Receive(t, answered, "the end of a move that is given up")

			bot := startChild(t, s.discord, s.store)
			s.boards(3)
			s.line("**Permute.** Ann moves first. Ann plays Orange, Ben plays Yellow.")
			s.moves("ben", "swap", 4)
			s.line(`**Permute.** 1\. Ann ↻ d3, keeps d4`)
			if code := bot.end(syscall.SIGTERM); code != 0 {
				t.Errorf("after SIGTERM the exit code is %d, want 0", code)
			}
			var lines []string
			all := s.seen()
			for _, m := range all[1 : len(all)-1] {
				lines = append(lines, m.Content)
			}
			if want := []string{"**Permute.** Ann moves first. Ann plays Orange, Ben plays Yellow.", `**Permute.** 1\. Ann ↻ d3, keeps d4`}; !slices.Equal(lines, want) {
				t.Errorf("before the newest board there are %q, want the board of the move once, which is its line: %q", lines, want)
			}
		})
	}
}

// After SIGTERM a move that is under way is still answered and shown.
func TestSIGTERMFinishesMoves(t *testing.T) {
	t.Parallel()
	s := newStand(t, "")
	var once atomic.Bool
	finishing := make(chan struct{})
	s.discord.Intercept(func(_ http.ResponseWriter, r *http.Request) bool {
		if r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/messages") && once.CompareAndSwap(false, true) {
			s.bot.cmd.Process.Signal(syscall.SIGTERM)
			defer s.bot.deadline("the log's line that the program finishes what is under way")()
			for line := range s.bot.said {
				if strings.Contains(line, "finishes what is under way") {
					break
				}
			}
			close(finishing)
		}
		return false
	})
	if said := s.says("ann", "/move move:Cd3-d4"); said != "" {
		t.Errorf("the move is answered with %q", said)
	}
	world.Receive(t, finishing, "the begin of the end")
	if code := s.bot.end(syscall.Signal(0)); code != 0 {
		t.Errorf("the exit code is %d, want 0", code)
	}
	if all := s.seen(); len(all) != 3 || !slices.Equal(all[2].Pings, []string{"ben"}) {
		t.Errorf("there are %d public messages, want the board of the move too", len(all))
	}
}

// A service manager is told what the bot waits for, when it is ready and when it ends. While Discord refuses the list
// of commands, it is told that and not that the bot is ready.
func TestTheServiceManagerIsTold(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	manager, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: filepath.Join(dir, "manager"), Net: "unixgram"})
	must(t, err)
	defer manager.Close()
	must(t, manager.SetReadDeadline(time.Now().Add(patience)))
	discord, _ := startSandbox(t)
	for _, last := range [][]string{
		{"STATUS=Parlour is ready", setup.StateReady},
		{"STATUS=Discord refuses the list of commands, so people have the old ones or none ("},
	} {
		c := spawnChild(t, discord.URL(), discord.Token(), filepath.Join(dir, "parlour.db"), setup.NotifySocket+"="+manager.LocalAddr().String(), "PARLOUR_COPIES=none")
		told := func(all ...string) {
			t.Helper()
			for _, want := range all {
				var got [1000]byte
				if n, err := manager.Read(got[:]); err != nil || !strings.HasPrefix(string(got[:n]), want) {
					t.Errorf("the manager was told %q, %v, want %q", got[:n], err, want)
				}
			}
		}
		told("STATUS=Parlour waits for the store of all games", "STATUS=Parlour waits for Discord")
		told(last...)
		if code := c.end(syscall.SIGTERM); code != exitOK {
			t.Errorf("the bot ended with %d", code)
		}
		told(setup.StateStopping)
		_, err := discord.Faults().Fail(fault.Fault{Route: "PUT /applications/{app}/commands", Code: 50240, Times: -1})
		must(t, err)
	}
}
