package main

import (
	"bufio"
	"cmp"
	"context"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/exec"
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
	"parlour/commands/world"
)

// TestMain lets this binary be the program itself, as a process that can be killed.
func TestMain(m *testing.M) {
	if os.Getenv("PARLOUR_BE_MAIN") != "" {
		main()
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
	must(t, discord.AwaitBot(soon(t, "a bot to which the sandbox sends")))
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
	for line := range c.said {
		if strings.Contains(line, text) {
			return
		}
	}
	c.t.Fatalf("the program ended before it said: %s", text)
}

// overHTTPToo has the long runs go over HTTP.
var overHTTPToo = flag.Bool("over-http", false, "have interactions of the long runs go over HTTP, in place of the gateway")

// byHTTP returns the settings with which programs take interactions over HTTP, if -over-http says so, and has the sandbox
// send them to an address for that.
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
	c := &child{t: t, cmd: exec.Command(os.Args[0], "run"), said: make(chan string, 1000)}
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
	c.SettleWithin, c.OpenAPI = cmp.Or(c.SettleWithin, time.Minute), os.Getenv("DISCORD_OPENAPI")
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

// challenge has ann and ben begin a game in the channel itself, without a thread.
func challenge(t *testing.T, ctx context.Context, discord *sandbox.Server) (channel string) {
	t.Helper()
	channel = discord.Channel("games")
	discord.Stage().Deny(channel, scene.CreatePublicThreads)
	ann, ben := discord.User("ann"), discord.User("ben")
	if _, err := ann.Slash(ctx, channel, "/play game:permute opponent:@ben first:me"); err != nil {
		t.Fatal(err)
	}
	table := awaitBoards(t, ctx, discord, channel, 1)[0]
	if _, err := ben.Click(ctx, table.ID, "Accept"); err != nil {
		t.Fatal(err)
	}
	awaitBoards(t, ctx, discord, channel, 2)
	return channel
}

// awaitBoards waits for a number of public messages, as an onlooker sees them.
func awaitBoards(t *testing.T, ctx context.Context, discord *sandbox.Server, channel string, n int) []sandbox.Message {
	t.Helper()
	all, err := discord.User("cleo").Await(ctx, channel, func(all []sandbox.Message) bool { return len(bottest.Public(all)) >= n })
	if err != nil {
		t.Fatalf("there are %d public messages, want %d: %v", len(bottest.Public(discord.User("cleo").Sees(channel))), n, err)
	}
	return bottest.Public(all)
}

// awaitLine waits until a board of the past has become its line.
func awaitLine(t *testing.T, ctx context.Context, discord *sandbox.Server, channel, line string) {
	t.Helper()
	_, err := discord.User("cleo").Await(ctx, channel, func(all []sandbox.Message) bool {
		return slices.ContainsFunc(all, func(m sandbox.Message) bool { return m.Content == line })
	})
	if err != nil {
		t.Fatalf("waited for the line %q in vain: %v", line, err)
	}
}

// The process is killed between the commit of a move and its message. The next process
// shows the board, once.
func TestKilledBetweenCommitAndMessage(t *testing.T) {
	t.Parallel()
	for name, reach := range map[string]bool{"the message was not made": false, "the message was made": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			discord, ctx := startSandbox(t)
			store := filepath.Join(t.TempDir(), "parlour.db")
			bot := startChild(t, discord, store)
			channel := challenge(t, ctx, discord)

			if _, err := discord.Faults().Fail(fault.Fault{Route: "POST /channels/{channel}/messages", Wait: time.Hour, After: reach}); err != nil {
				t.Fatal(err)
			}
			answered := make(chan struct{})
			asking, giveUp := context.WithCancel(ctx)
			go func() {
				defer close(answered)
				playTyped(asking, discord.User("ann"), channel, "/move move:Cd3-d4")
			}()
			must(t, discord.Faults().Await(ctx))
			if reach {
				awaitBoards(t, ctx, discord, channel, 3)
			}
			bot.end(syscall.SIGKILL) // the move is committed, and its message under way
			giveUp()
			world.Receive(t, answered, "the end of a move that is given up")

			bot = startChild(t, discord, store)
			awaitBoards(t, ctx, discord, channel, 3)
			awaitLine(t, ctx, discord, channel, "Ann moves first.")
			must(t, playTyped(ctx, discord.User("ben"), channel, "/move move:swap"))
			awaitBoards(t, ctx, discord, channel, 4)
			awaitLine(t, ctx, discord, channel, `1\. Ann ↻ d3, keeps d4`)
			if code := bot.end(syscall.SIGTERM); code != 0 {
				t.Errorf("after SIGTERM the exit code is %d, want 0", code)
			}
			var lines []string
			all := bottest.Public(discord.User("cleo").Sees(channel))
			for _, m := range all[1 : len(all)-1] {
				lines = append(lines, m.Content)
			}
			if want := []string{"Ann moves first.", `1\. Ann ↻ d3, keeps d4`}; !slices.Equal(lines, want) {
				t.Errorf("before the newest board there are %q, want the board of the move once, which is its line: %q", lines, want)
			}
		})
	}
}

// After SIGTERM a move that is under way is still answered and shown.
func TestSIGTERMFinishesMoves(t *testing.T) {
	t.Parallel()
	discord, ctx := startSandbox(t)
	bot := startChild(t, discord, filepath.Join(t.TempDir(), "parlour.db"))
	channel := challenge(t, ctx, discord)
	var once atomic.Bool
	finishing := make(chan struct{})
	discord.Intercept(func(_ http.ResponseWriter, r *http.Request) bool {
		if r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/messages") && once.CompareAndSwap(false, true) {
			bot.cmd.Process.Signal(syscall.SIGTERM)
			defer bot.deadline("the log's line that the program finishes what is under way")()
			for line := range bot.said {
				if strings.Contains(line, "finishes what is under way") {
					break
				}
			}
			close(finishing)
		}
		return false
	})
	if err := playTyped(ctx, discord.User("ann"), channel, "/move move:Cd3-d4"); err != nil {
		t.Error(err)
	}
	world.Receive(t, finishing, "the begin of the end")
	if code := bot.end(syscall.Signal(0)); code != 0 {
		t.Errorf("the exit code is %d, want 0", code)
	}
	all := bottest.Public(discord.User("cleo").Sees(channel))
	if len(all) != 3 || !slices.Equal(all[2].Pings, []string{"ben"}) {
		t.Errorf("there are %d public messages, want the board of the move too", len(all))
	}
}
