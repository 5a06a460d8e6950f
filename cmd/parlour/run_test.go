package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parlour/bot/probe"
	"parlour/bot/sandbox"
	"parlour/bot/web"
	"parlour/games"
	"parlour/games/all"
	"parlour/storage/bolt"
)

// soon returns a context for what must end by itself, and what is called at its end, which ends the context too. After
// twice [patience], the time for one line of a script, the context ends and the test fails. However long the test goes on
// after the end, that is no fault.
func soon(t testing.TB, what string) (ctx context.Context, ended func()) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*patience)
	ended = sync.OnceFunc(func() {
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			t.Errorf("in %v this did not end: %s", 2*patience, what)
		}
		cancel()
	})
	t.Cleanup(ended)
	return ctx, ended
}

// A process may live on long after somebody had to wait for it, as in all long runs. Who waits too long is told.
func TestOnlyAWaitIsJudged(t *testing.T) {
	for over, want := range map[time.Duration]int{0: 0, 2 * patience: 1} {
		synctest.Test(t, func(t *testing.T) {
			counted := &counting{TB: t}
			_, ended := soon(counted, "a wait")
			time.Sleep(over)
			synctest.Wait()
			ended()
			time.Sleep(10 * patience)
			for _, end := range counted.ends {
				end()
			}
			if counted.failures != want {
				t.Errorf("a wait of %v fails %d times, want %d", over, counted.failures, want)
			}
		})
	}
}

// A counting counts the failures of a test, and what is to be called at its end.
type counting struct {
	testing.TB
	failures int
	ends     []func()
}

func (c *counting) Errorf(string, ...any) { c.failures++ }
func (c *counting) Cleanup(end func())    { c.ends = append(c.ends, end) }

// must fails the test for an error.
func must(t testing.TB, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

// put writes a file that is its owner's alone.
func put[T string | []byte](t testing.TB, path string, text T) {
	t.Helper()
	must(t, os.WriteFile(path, []byte(text), 0o600))
}

// run runs the program in this process.
func run(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	ctx, ended := soon(t, "parlour "+strings.Join(args, " "))
	defer ended()
	var out, errs bytes.Buffer
	code = Run(ctx, args, strings.NewReader(""), &out, &errs)
	return code, out.String(), errs.String()
}

// withoutStart returns what a run wrote to stderr without the first line of a bot's log.
func withoutStart(stderr string) string {
	first, rest, _ := strings.Cut(stderr, "\n")
	if strings.Contains(first, `msg="Parlour starts"`) {
		return rest
	}
	return stderr
}

// wantSentence checks that a run fails with one sentence.
func wantSentence(t *testing.T, args []string, wantCode int, want string) {
	t.Helper()
	code, stdout, stderr := run(t, args...)
	stderr = withoutStart(stderr)
	if code != wantCode || stdout != "" || !strings.Contains(stderr, want) {
		t.Errorf("parlour %q: exit %d, %q, %q; want %d and %q", args, code, stdout, stderr, wantCode, want)
	}
	if strings.Count(stderr, "\n") != 1 || strings.Contains(stderr, "goroutine") || strings.Contains(stderr, "a-secret") {
		t.Errorf("parlour %q says %q, want one line without a secret", args, stderr)
	}
}

// wantSentences does so by lines: an exit code, the arguments, in which a tilde is a space, and what the sentence has.
// Of the pairs each first text stands for the second.
func wantSentences(t *testing.T, lines string, pairs ...string) {
	t.Helper()
	for line := range strings.Lines(strings.TrimSpace(strings.NewReplacer(pairs...).Replace(lines))) {
		args, want, told := strings.Cut(strings.TrimSpace(line), " => ")
		if !told {
			t.Fatalf("a line says which sentence comes: %s", line)
		}
		all := strings.Fields(args)
		for i := range all {
			all[i] = strings.ReplaceAll(all[i], "~", " ")
		}
		wantSentence(t, all[1:], int(all[0][0]-'0'), want)
	}
}

func TestSentences(t *testing.T) {
	t.Setenv("DISCORD_TOKEN", "")
	t.Setenv("PARLOUR_API", "http://127.0.0.1:1") // where any word may be a token
	dir := t.TempDir()
	store, err := bolt.Open(filepath.Join(dir, "held.db"))
	must(t, err)
	defer store.Close()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer taken.Close()
	put(t, filepath.Join(dir, "garbage.db"), bytes.Repeat([]byte("no store "), 4000))
	wantSentences(t, `
2 run => there is no bot token: set DISCORD_TOKEN
2 run --token-file DIR/none => let --token-file name a file that this account can read
2 probe --channel 1 --token-file DIR/none => let --token-file name a file that this account can read
2 run --token t --token-file f => the bot's token is given twice, by --token and by --token-file
2 probe --channel 1 --token t --token-file f => the bot's token is given twice, by --token and by --token-file
1 run --token t --store DIR/held.db => held.db
1 run --token t --store DIR/garbage.db => garbage.db
1 run --token t --store DIR/none/x.db => none
1 run --token t --store DIR/x.db --api http://127.0.0.1:1 => cannot reach Discord
2 run --token two~words => --token is not a bot's token, because it has more than one word: press Reset Token
2 run --token t --store mysql://a-secret@x/y => --store: expected a file such as parlour.db, or a PostgreSQL database by its address, postgres://
2 run --token t --store host=x~password=a-secret => --store: expected a file such as parlour.db
2 run --token t --store postgres://a-secret:b:c => --store: the address of the database cannot be read: it is postgres://
2 run --token t --store file:///a-secret => --store: expected a file such as parlour.db
1 run --token t --store DIR/none/a=b.db => make the folder first
2 sandbox --store mysql://a-secret@x/y => --store: expected a file such as parlour.db
2 migrate --store mysql://a-secret@x/y => --store: expected a file such as parlour.db
2 check --store mysql://a-secret@x/y => --store: expected a file such as parlour.db
2 move-store mysql://a-secret@x/y x => <from>: expected a file such as parlour.db
2 move-store x user=y => <to>: expected a file such as parlour.db
2 backup s3://a-secret/x => <file>: expected the name of a file, and not an address
2 run --token t --shards 4-8/8 => the numbers of 8 shards go from 0 to 7
2 run --token t --shards all => shards are auto, a number such as 4, or some of a number such as 0-7/16
2 run --token t --web :0 --interactions --shards 4 => leave one of them out
2 sandbox --shards 0 => --shards and --max-concurrency take 1 or more
1 run --token t --store DIR/x.db --web TAKEN => so choose another address for --web
2 run --token t --web 9090 => --web: expected an address such as 127.0.0.1:8080
2 health --web 9090 => --web: expected an address such as 127.0.0.1:8080
2 probe --channel 1 --api discord.com => --api: expected an address such as http://127.0.0.1:8080/api
2 setup --api discord.com => --api: expected an address such as http://127.0.0.1:8080/api
2 run --token t --store DIR/none/a=b@c:d.db --api x => --api: expected
1 run --token t --store DIR/none/a=b@c:d.db => make the folder first
1 run --token t --store DIR/new/ => is a directory: name a file in it
2 run --token t --interactions => interactions over HTTP need an address to come to: give --web one
2 run --token t --public-key 5a6e => a public key is 64 hexadecimal digits: copy it from
2 run --token t --max-games=many => --max-games: expected a valid
1 sandbox --addr 0.0.0.0:0 => --addr, such as 127.0.0.1:8081: the sandbox cannot listen there: "0.0.0.0:0" is not a loopback address
1 sandbox --addr 8080 => --addr, such as 127.0.0.1:8081: the sandbox cannot listen there: "8080" is not host:port
1 sandbox --addr TAKEN => --addr, such as 127.0.0.1:8081: the sandbox cannot listen there: listen tcp TAKEN
1 sandbox --no-bot --addr TAKEN => --addr
1 sandbox --addr 127.0.0.1:0 --openapi DIR/garbage.db => is not an OpenAPI document
1 sandbox --addr 127.0.0.1:0 --openapi DIR/none.json => none.json
2 sandbox --no-bot --script - => leave out --no-bot
2 sandbox --no-bot --store x.db => --no-bot leaves Parlour out
2 sandbox --interactions-url http://127.0.0.1:1 => --interactions-url for a bot of your own, with --no-bot
2 sandbox --no-bot --interactions => --interactions is for Parlour
2 sandbox --no-bot --interactions-url localhost:3000 => --interactions-url takes an address such as http://127.0.0.1:3000/interactions
1 sandbox --no-bot --addr 127.0.0.1:0 --people DIR/none.json => none.json
1 sandbox --no-bot --addr 127.0.0.1:0 --token two~words => a token is one word
1 sandbox --script DIR/none.txt => none.txt
2 dance => parlour --help
2  => parlour --help
`, "DIR", dir, "TAKEN", taken.Addr().String())
}

func TestTokenIsNeverPrinted(t *testing.T) {
	t.Setenv("DISCORD_TOKEN", "a-secret")
	wantSentence(t, []string{"run", "--store", filepath.Join(t.TempDir(), "x.db"), "--api", "http://127.0.0.1:1"}, 1, "cannot reach Discord")
	for _, args := range [][]string{{"run", "--help"}, {"run", "--store", t.TempDir()}, {"run", "a-secret"}, {"a-secret"}} {
		if _, stdout, stderr := run(t, args...); strings.Contains(stdout+stderr, "a-secret") {
			t.Errorf("parlour %q prints the token: %s%s", args, stdout, stderr)
		}
	}
}

// A token that Discord refuses is a mistake in the settings, which only a person can mend.
func TestRefusedToken(t *testing.T) {
	noSettings(t)
	s, err := sandbox.Start(sandbox.Config{})
	must(t, err)
	defer s.Close()
	args := []string{"run", "--copies", "none", "--api", s.URL(), "--store", filepath.Join(t.TempDir(), "x.db")}
	file := filepath.Join(t.TempDir(), "token")
	put(t, file, "a-secret\n")
	wantSentence(t, append(args, "--token", "a-secret"), exitUsage, "Discord refuses the bot's token: press Reset Token on your application's Bot page, and copy what it shows to --token, or let parlour setup ask for it")
	wantSentence(t, append(args, "--token-file", file), exitUsage, "what it shows into the file that --token-file names")
	wantSentence(t, append(args, "--config", settingsFile(t, "token = \"a-secret\"")), exitUsage, "what it shows to token in ")
	if code, _, stderr := run(t, "setup", "--api", s.URL(), "--token", "a-secret", "--config", filepath.Join(t.TempDir(), "x.toml")); code != exitUsage || !strings.Contains(stderr, "Discord refuses this token") {
		t.Errorf("setup ends with %d, %q", code, stderr)
	}
	t.Setenv("DISCORD_TOKEN", "a-secret")
	wantSentence(t, args, exitUsage, "what it shows to DISCORD_TOKEN")
}

// Where a later start would be refused as this one, by a key too, the exit code says that only a person can help. A
// number of shards that Discord chooses is asked for anew.
func TestTheGatewayRefusesForGood(t *testing.T) {
	t.Parallel()
	s, err := sandbox.Start(sandbox.Config{Haste: scriptHaste})
	must(t, err)
	defer s.Close()
	for _, c := range []struct {
		close int // 0 for none
		flags string
		code  int
		want  string
	}{
		{4011, "--shards auto", exitFailed, "start it again, and it asks Discord how many it needs"},
		{4011, "--shards 1", exitUsage, "start it with --shards auto, or with more of them"},
		{4010, "--shards 1", exitUsage, "start the bot with --shards auto"},
		{4012, "", exitUsage, "install a newer Parlour"},
		{4014, "", exitUsage, "install a newer Parlour"},
		{0, "--web 127.0.0.1:0 --interactions --public-key " + strings.Repeat("5a", 32), exitUsage, "--public-key is not the key of this application, which is " + s.PublicKey()},
	} {
		if c.close != 0 {
			must(t, s.Faults().RefuseHello(c.close, 1))
		}
		args := []string{"run", "--copies", "none", "--token", s.Token(), "--api", s.URL(), "--store", filepath.Join(t.TempDir(), "x.db")}
		code, _, stderr := run(t, append(args, strings.Fields(c.flags)...)...)
		if _, end, _ := strings.Cut(stderr, "parlour: "); code != c.code || !strings.Contains(end, c.want) {
			t.Errorf("closed with %d the bot with %s ends with %d, %q; want %d and %q", c.close, c.flags, code, stderr, c.code, c.want)
		}
	}
}

func TestSandboxIsStopped(t *testing.T) {
	ctx, cancel := soon(t, "a sandbox whose bot gets ready")
	store := filepath.Join(t.TempDir(), "parlour.db")
	var stdout bytes.Buffer
	ready := &trigger{on: "Parlour is ready", do: func() { // by hand, too
		if code, said, errs := run(t, "stats", "--store", store); code != exitOK || !strings.Contains(said, "playing") {
			t.Errorf("beside a sandbox parlour stats ends with %d, %q, %q", code, said, errs)
		}
		wantDone(t, "is a copy", "backup", store+".copy", "--store", store)
		wantDone(t, "is whole", "check", "--store", store)
		cancel()
	}}
	if code := Run(ctx, []string{"sandbox", "--addr", "127.0.0.1:0", "--store", store}, strings.NewReader(""), &stdout, ready); code != 0 {
		t.Errorf("the sandbox ended with %d: %s", code, ready.said.String())
	}
	if !strings.Contains(stdout.String(), "/?as=ann") {
		t.Errorf("the sandbox says %q, want where to go", stdout.String())
	}
	if strings.Contains(ready.said.String(), "discord.com") { // which has no such application
		t.Errorf("the sandbox invites its bot to the real Discord: %s", ready.said.String())
	}
}

// A trigger calls do once, when it is first written a text with on.
type trigger struct {
	on   string
	do   func()
	said bytes.Buffer
}

func (w *trigger) Write(p []byte) (int, error) {
	w.said.Write(p)
	if w.do != nil && strings.Contains(w.said.String(), w.on) {
		w.do()
		w.do = nil
	}
	return len(p), nil
}

// Health and metrics are served on loopback, unless the address names a host.
func TestTheListenerIsOnLoopback(t *testing.T) {
	for addr, loopback := range map[string]bool{":0": true, "127.0.0.1:0": true, "0.0.0.0:0": false} {
		l, err := listen(addr)
		must(t, err)
		l.Close()
		if got := l.Addr().(*net.TCPAddr).IP.IsLoopback(); got != loopback {
			t.Errorf("--web %s listens at %v", addr, l.Addr())
		}
	}
	if l, err := listen(""); l != nil || err != nil {
		t.Errorf("without an address it listens at %v, %v", l, err)
	}
}

// A tryout is an experiment of ours.
type tryout struct{ games.Game }

func (g tryout) Info() games.Info {
	info := g.Game.Info()
	info.Name, info.Title, info.Experiment = "tryout", "Tryout"+games.ExperimentMark, true
	return info
}

// People are offered an experiment only by a bot whose --games names it. Programs always have it.
func TestExperimentsAreOfferedByName(t *testing.T) {
	list := all.Games()
	list = append(slices.DeleteFunc(list, func(g games.Game) bool { return g.Info().Experiment }), tryout{list[0]})
	for _, c := range []struct {
		named    []string
		toPeople bool
		want     int
	}{
		{nil, true, len(list) - 1},
		{nil, false, len(list)},
		{[]string{"permute", "tryout"}, true, 2},
		{[]string{"Tryout "}, true, 1},
		{[]string{" "}, true, len(list) - 1},
	} {
		got, err := cli{Games: c.named}.chosen(slices.Clone(list), c.toPeople)
		if err != nil || len(got) != c.want {
			t.Errorf("--games %q, to people %t: %d games, %v; want %d", c.named, c.toPeople, len(got), err, c.want)
		}
	}
}

func TestEngineWithoutAGame(t *testing.T) {
	code, _, stderr := run(t, "engine", "--games", "permute,checkers")
	if code != exitUsage || !strings.Contains(stderr, `no game "checkers"`) || !strings.Contains(stderr, "permutu") {
		t.Errorf("--games with an unknown game: exit %d, %q", code, stderr)
	}
	var out bytes.Buffer
	ctx, ended := soon(t, "the engine")
	defer ended()
	Run(ctx, []string{"engine", "--games", " permute, magic,"}, strings.NewReader("games\nnew permutu seats=1\n"), &out, &out)
	if got := out.String(); !strings.HasPrefix(got, `= ["magic","permute"]`+"\n? ") {
		t.Errorf("with two games the engine says %q", got)
	}
}

func TestSolveRefuses(t *testing.T) {
	wantSentences(t, `
2 solve permute => must be one of "magic" but got "permute"
2 solve => <game>
2 solve magic --workers=-5 => --workers takes a number from 1, not -5
1 solve magic --table DIR => is not a file: name another one
1 solve magic --table DIR/none/table => there is no place for the table
`, "DIR", t.TempDir())
}

// The table is written whole or not at all, and work that fails leaves the file before.
func TestKeep(t *testing.T) {
	file := filepath.Join(t.TempDir(), "table")
	failed := errors.New("no")
	for _, c := range []struct {
		table string
		err   error
		want  string
	}{{"first", nil, "first"}, {"half", failed, "first"}, {"second", nil, "second"}} {
		if err := keep(file, func() ([]byte, error) { return []byte(c.table), c.err }); !errors.Is(err, c.err) {
			t.Errorf("keep of %q = %v", c.table, err)
		}
		got, err := os.ReadFile(file)
		left, _ := os.ReadDir(filepath.Dir(file))
		if err != nil || string(got) != c.want || len(left) != 1 {
			t.Errorf("after %q there is %q in one of %d files (%v), want %q in one", c.table, got, len(left), err, c.want)
		}
	}
}

// The exit code says whether a bot is well or, with --live, whether its process runs.
func TestHealth(t *testing.T) {
	t.Parallel()
	status := http.StatusOK
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/livez" {
			return
		}
		if r.URL.Path != "/healthz" {
			t.Errorf("%s was asked for", r.URL.Path)
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte(`{"well":true}`))
	}))
	defer server.Close()
	addr := strings.TrimPrefix(server.URL, "http://")
	_, port, _ := strings.Cut(addr, ":")
	for _, at := range []string{addr, ":" + port, "0.0.0.0:" + port} {
		if code, stdout, stderr := run(t, "health", "--web", at); code != exitOK || stdout != `{"well":true}` || stderr != "" {
			t.Errorf("of a bot at %s that is well: %d, %q, %q", at, code, stdout, stderr)
		}
	}
	status = http.StatusServiceUnavailable
	if code, stdout, stderr := run(t, "health", "--web", addr); code != exitFailed || stdout != `{"well":true}` || stderr != "parlour: the bot is not well.\n" {
		t.Errorf("of a bot that is not well: %d, %q, %q", code, stdout, stderr)
	}
	if code, _, stderr := run(t, "health", "--live", "--web", addr); code != exitOK || stderr != "" {
		t.Errorf("of a process that runs: %d, %q", code, stderr)
	}
	silent, err := net.Listen("tcp", "127.0.0.1:0") // which accepts, and answers nothing
	must(t, err)
	defer silent.Close()
	late, cancel := context.WithDeadline(t.Context(), time.Now())
	defer cancel()
	if err := web.Ask(late, silent.Addr().String(), "livez", io.Discard); err == nil || !strings.Contains(err.Error(), "gives no answer") {
		t.Errorf("of a bot that is silent: %v", err)
	}
	const nobody = "127.0.0.1:1" // an address that is closed may be somebody else's at once
	wantSentence(t, []string{"health", "--web", nobody}, exitFailed, "no bot answers at "+nobody+": start the bot with --web "+nobody+", and name the same address here.")
}

// TestProbeCannotBegin probes a sandbox without what the probe needs.
func TestProbeCannotBegin(t *testing.T) {
	s, err := sandbox.Start(sandbox.Config{})
	must(t, err)
	defer s.Close()
	for _, c := range []struct {
		token, channel string
		code           int
		says           string
	}{
		{s.Token(), "1", exitFailed, "404, 10003"},
		{"another.fake.token", s.Channel("games"), exitUsage, "copy what it shows to DISCORD_TOKEN"},
		{"", s.Channel("games"), exitUsage, "token"},
		{s.Token(), "", exitUsage, "--channel"},
	} {
		t.Setenv("DISCORD_TOKEN", c.token)
		args := []string{"probe", "--api", s.URL()}
		if c.channel != "" {
			args = append(args, "--channel", c.channel)
		}
		var out, told bytes.Buffer
		code := Run(t.Context(), args, strings.NewReader(""), &out, &told)
		if code != c.code || !strings.Contains(told.String(), c.says) || c.token != "" && strings.Contains(told.String(), c.token) {
			t.Errorf("exit code %d, want %d with %q: %s", code, c.code, c.says, told.String())
		}
	}
}

// TestProbeExitCodes prints reports with and without a difference.
func TestProbeExitCodes(t *testing.T) {
	for code, row := range map[int]probe.Row{
		exitOK:     {Rule: "A rule.", Sandbox: "200", Discord: "200"},
		exitDiffer: {Rule: "A rule.", Sandbox: "200", Discord: "400, 50035"},
	} {
		var out, told bytes.Buffer
		err := tell(probe.Report{Rows: []probe.Row{row}}, "a.fake.token", &out)
		if got := codeOf(&told, err); got != code || told.Len() > 0 || !strings.Contains(out.String(), row.Discord) {
			t.Errorf("exit code %d, want %d; it says %q and\n%s", got, code, told.String(), out.String())
		}
	}
}
