package main

import (
	"bytes"
	"context"
	"net"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/all"
	"parlour/storage/bolt"
)

// run runs the program in this process.
func run(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = Run(soon(t, "parlour "+strings.Join(args, " ")), args, strings.NewReader(""), &out, &errs)
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
	if strings.Count(stderr, "\n") != 1 || strings.Contains(stderr, "goroutine") {
		t.Errorf("parlour %q says %q, want one line", args, stderr)
	}
}

func TestSentences(t *testing.T) {
	t.Setenv("DISCORD_TOKEN", "")
	dir := t.TempDir()
	held := filepath.Join(dir, "held.db")
	store, err := bolt.Open(held)
	must(t, err)
	defer store.Close()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer taken.Close()
	garbage := filepath.Join(dir, "garbage.db")
	put(t, garbage, bytes.Repeat([]byte("no store "), 4000))
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"run"}, 1, "there is no bot token: set DISCORD_TOKEN"},
		{[]string{"run", "--token-file", filepath.Join(dir, "none")}, 1, "let --token-file name a file that this account can read"},
		{[]string{"probe", "--channel", "1", "--token-file", filepath.Join(dir, "none")}, 1, "let --token-file name a file that this account can read"},
		{[]string{"run", "--token", "t", "--token-file", "f"}, 2, "the bot's token is given twice, by --token and by --token-file"},
		{[]string{"probe", "--channel", "1", "--token", "t", "--token-file", "f"}, 2, "the bot's token is given twice, by --token and by --token-file"},
		{[]string{"run", "--token", "t", "--store", held}, 1, held},
		{[]string{"run", "--token", "t", "--store", garbage}, 1, garbage},
		{[]string{"run", "--token", "t", "--store", filepath.Join(dir, "none", "x.db")}, 1, "none"},
		{[]string{"run", "--token", "t", "--store", filepath.Join(dir, "x.db"), "--api", "http://127.0.0.1:1"}, 1, "cannot reach Discord"},
		{[]string{"run", "--token", "t", "--shards", "4-8/8"}, 2, "the numbers of 8 shards go from 0 to 7"},
		{[]string{"run", "--token", "t", "--shards", "all"}, 2, "shards are auto, a number such as 4, or some of a number such as 0-7/16"},
		{[]string{"run", "--token", "t", "--web", ":0", "--interactions", "--shards", "4"}, 2, "leave one of them out"},
		{[]string{"sandbox", "--shards", "0"}, 2, "--shards and --max-concurrency take 1 or more"},
		{[]string{"run", "--token", "t", "--store", filepath.Join(dir, "x.db"), "--web", taken.Addr().String()}, 1, "so choose another address for --web"},
		{[]string{"run", "--token", "t", "--web", "9090"}, 2, "--web takes an address such as 127.0.0.1:8080"},
		{[]string{"run", "--token", "t", "--interactions"}, 2, "interactions over HTTP need an address to come to: give --web one"},
		{[]string{"run", "--token", "t", "--public-key", "5a6e"}, 2, "a public key is 64 hexadecimal digits: copy it from"},
		{[]string{"run", "--token", "t", "--max-games=many"}, 2, "--max-games: expected a valid"},
		{[]string{"sandbox", "--addr", "0.0.0.0:0"}, 1, `--addr, such as 127.0.0.1:8081: the sandbox cannot listen there: "0.0.0.0:0" is not a loopback address`},
		{[]string{"sandbox", "--addr", "8080"}, 1, `--addr, such as 127.0.0.1:8081: the sandbox cannot listen there: "8080" is not host:port`},
		{[]string{"sandbox", "--addr", taken.Addr().String()}, 1, "--addr, such as 127.0.0.1:8081: the sandbox cannot listen there: listen tcp " + taken.Addr().String()},
		{[]string{"sandbox", "--no-bot", "--addr", taken.Addr().String()}, 1, "--addr"},
		{[]string{"sandbox", "--addr", "127.0.0.1:0", "--openapi", garbage}, 1, "is not an OpenAPI document"},
		{[]string{"sandbox", "--addr", "127.0.0.1:0", "--openapi", filepath.Join(dir, "none.json")}, 1, "none.json"},
		{[]string{"sandbox", "--no-bot", "--script", "-"}, 2, "leave out --no-bot"},
		{[]string{"sandbox", "--no-bot", "--store", "x.db"}, 2, "--no-bot leaves Parlour out"},
		{[]string{"sandbox", "--interactions-url", "http://127.0.0.1:1"}, 2, "--interactions-url for a bot of your own, with --no-bot"},
		{[]string{"sandbox", "--no-bot", "--interactions"}, 2, "--interactions is for Parlour"},
		{[]string{"sandbox", "--no-bot", "--interactions-url", "localhost:3000"}, 2, "--interactions-url takes an address such as http://127.0.0.1:3000/interactions"},
		{[]string{"sandbox", "--no-bot", "--addr", "127.0.0.1:0", "--people", filepath.Join(dir, "none.json")}, 1, "none.json"},
		{[]string{"sandbox", "--no-bot", "--addr", "127.0.0.1:0", "--token", "two words"}, 1, "a token is one word"},
		{[]string{"sandbox", "--script", filepath.Join(dir, "none.txt")}, 1, "none.txt"},
		{[]string{"dance"}, 2, "parlour --help"},
		{[]string{}, 2, "parlour --help"},
	} {
		wantSentence(t, c.args, c.code, c.want)
	}
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

func TestHelp(t *testing.T) {
	code, stdout, _ := run(t, "--help")
	if code != 0 || !strings.Contains(stdout, "sandbox") || !strings.Contains(stdout, "run") {
		t.Errorf("parlour --help: exit %d, %q", code, stdout)
	}
}

func TestSandboxIsStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(soon(t, "a sandbox whose bot gets ready"))
	ready := &trigger{on: "Parlour is ready", do: cancel}
	var stdout bytes.Buffer
	if code := Run(ctx, []string{"sandbox", "--addr", "127.0.0.1:0"}, strings.NewReader(""), &stdout, ready); code != 0 {
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
		{[]string{"tryout"}, true, 1},
		{[]string{" "}, true, len(list) - 1},
	} {
		got, err := cli{Games: c.named}.chosen(slices.Clone(list), c.toPeople)
		if err != nil || len(got) != c.want {
			t.Errorf("--games %q, to people %t: %d games, %v; want %d", c.named, c.toPeople, len(got), err, c.want)
		}
	}
}

func TestEngineWithoutAGame(t *testing.T) {
	code, _, stderr := run(t, "engine", "--games", "permute,chess")
	if code != exitUsage || !strings.Contains(stderr, `no game "chess"`) || !strings.Contains(stderr, "permutu") {
		t.Errorf("--games with an unknown game: exit %d, %q", code, stderr)
	}
	var out bytes.Buffer
	Run(soon(t, "the engine"), []string{"engine", "--games", " permute, magic,"}, strings.NewReader("games\nnew permutu seats=1\n"), &out, &out)
	if got := out.String(); !strings.HasPrefix(got, `= ["magic","permute"]`+"\n? ") {
		t.Errorf("with two games the engine says %q", got)
	}
}
