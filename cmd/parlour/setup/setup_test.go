package setup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// A token that was pasted twice is taken once.
func TestATokenThatWasPastedTwice(t *testing.T) {
	t.Parallel()
	const token = "MTIzNDU2Nzg5MDEyMzQ1Njc4.Gabcde.a-b_cdefghijklmnopqrstuvwxyz"
	for _, text := range []string{token, token + token, token + " " + token, "Bot " + token + token, token + token + "\n"} {
		if got, wrong := clean(text, ""); got != token || wrong != "" {
			t.Errorf("of %q it takes %q and says %q", text, got, wrong)
		}
	}
	for _, text := range []string{token + "x" + token, "aa", token + token[1:]} {
		if got, wrong := clean(text, "http://127.0.0.1"); got != text || wrong != "" {
			t.Errorf("of %q it takes %q and says %q", text, got, wrong)
		}
	}
}

// Without a way to Discord it says so in one sentence, and tries again for a person who wants that.
func TestNoNetwork(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.api = "http://127.0.0.1:1"
	p.plays(`
		? Token: → any
		? Try again? [Y/n] → maybe
		? [Y/n] → Y
		? Try again? [Y/n] → n
		talk
		fails setup was left
		says 3 There is no way to Discord, so check the network
		files`)
}

// A file of settings that is a link stays one.
func TestALinkStays(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.put(p.path("/real.toml"), "")
	if err := os.Symlink(p.path("/real.toml"), p.file); err != nil {
		t.Skip("this machine makes no links:", err)
	}
	p.plays(`
		? [Y/n] →
		? Token: → $TOKEN
		? Start Parlour now? [Y/n] → n
		talk
		holds parlour.toml "api = \"$API\"\ntoken = \"$TOKEN\"\n"
		files parlour.toml parlour.toml.old`)
	if to, err := os.Readlink(p.file); err != nil || to != p.path("/real.toml") {
		t.Errorf("the link leads to %q, %v", to, err)
	}
}

// If the person leaves while Discord is asked, nothing is written.
func TestCtrlCWhileDiscordThinks(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	who, console := meet(t, exchange{"Token:", "any"})
	slow := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		who.leave()
		<-r.Context().Done()
	}))
	defer slow.Close()
	if _, err := (Cmd{API: slow.URL}).run(who.ctx, p.file, console, p.machine); !errors.Is(err, errLeft) {
		t.Errorf("who leaves reads %v", err)
	}
	p.plays("files")
}

// Where nothing can be written it says so, and where would be better.
func TestAFolderThatTakesNothing(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.file = filepath.Join(t.TempDir(), "none", "parlour.toml")
	p.plays("? Token: → $TOKEN\ntalk\nfails start Parlour in a folder that is yours")
}

// Without arguments the program runs once it has a token, and asks for one before.
func TestAlone(t *testing.T) {
	noSettings(t)
	t.Chdir(t.TempDir())
	want := func(when, want string) {
		t.Helper()
		if got := Alone(); !slices.Equal(got, []string{want}) {
			t.Errorf("%s it does %q, want %s", when, got, want)
		}
	}
	want("without settings", "setup")
	for text, does := range map[string]string{"": "setup", "web = \":1\"": "setup", "token = \"t\"": "run", "token-file = \"f\"": "run", "token = t": "run"} {
		must(t, os.WriteFile(DefaultFile, []byte(text), 0o600))
		want("with "+text, does)
	}
	must(t, os.Remove(DefaultFile))
	t.Setenv("DISCORD_TOKEN_FILE", "f")
	want("with a token in the environment", "run")
}

// Where people start programs by a double click it says that.
func TestHowToStart(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		machine machine
		named   bool
		want    string
	}{
		{machine{os: "linux", called: "./parlour"}, false, "To start Parlour, type: ./parlour run\n"},
		{machine{os: "darwin", called: "/Users/ann/my games/parlour"}, false, "To start Parlour, double-click it, or type: \"/Users/ann/my games/parlour\" run\n"},
		{machine{os: "windows", called: `C:\Games\parlour.exe`}, false, `To start Parlour, double-click it, or type: C:\Games\parlour.exe run` + "\n"},
		{machine{os: "windows", called: "parlour"}, true, "To start Parlour, type: parlour run --config '/a/$b.toml'\n"},
	} {
		var out bytes.Buffer
		talk := &talk{Console: &Console{out: &out}, machine: c.machine, named: c.named, draft: &Draft{Path: "/a/$b.toml"}}
		if next := talk.start(t.Context()); next != nil || out.String() != c.want+"\n" {
			t.Errorf("it goes on with %q and says %q, want %q", next, out.String(), c.want)
		}
	}
}

// A person who may not install a service reads the two commands for somebody who may.
func TestTheCommandsForAnAdministrator(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.manage()
	p.machine.admin = false
	p.plays(`
		? Token: → $TOKEN
		? Start Parlour now? [Y/n] → n
		talk
		says "types:\n  sudo $PROGRAM setup --config $FILE\n  systemctl status parlour\n"
		does`)
	for _, os := range []string{"darwin", "windows"} {
		p.machine.os, p.machine.admin = os, true
		if p.machine.manages() {
			t.Errorf("on %s it offers systemd", os)
		}
	}
}

// A command that fails says what it printed.
func TestWhatACommandPrinted(t *testing.T) {
	t.Parallel()
	if err := do(t.Context(), "go", "no-such-command"); err == nil || !strings.Contains(err.Error(), "go no-such-command: exit status 2: go no-such-command: unknown command") {
		t.Errorf("it says %v", err)
	}
	if err := do(t.Context(), "go", "version"); err != nil {
		t.Error(err)
	}
}

// noSettings clears the settings from the environment.
func noSettings(t *testing.T) {
	for _, name := range []string{"DISCORD_TOKEN", "DISCORD_TOKEN_FILE", "PARLOUR_CONFIG"} {
		t.Setenv(name, "")
	}
}

// must fails the test for an error.
func must(t testing.TB, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

// A person reads in words that the bot runs, and a service's log alone has it.
func TestAPersonReadsThatItRuns(t *testing.T) {
	t.Parallel()
	for _, person := range []bool{true, false} {
		var out, logged bytes.Buffer
		ctx := context.Context(t.Context())
		if person {
			ctx = Attended(ctx, &out)
		}
		Ready(ctx, slog.New(slog.NewTextHandler(&logged, nil)))("https://example.org/invite")
		told := strings.Contains(out.String(), "Parlour is running. Close this window or press Ctrl+C to stop it.\nInvite it: https://example.org/invite\n")
		if told != person || (out.Len() > 0) != person || !strings.Contains(logged.String(), "invite=https://example.org/invite") {
			t.Errorf("before a person, %t, it says %q and logs %q", person, out.String(), logged.String())
		}
	}
}

// After a double click that begins elsewhere, the program's own folder has the settings.
func TestADoubleClickBeginsElsewhere(t *testing.T) {
	noSettings(t)
	home := t.TempDir()
	for _, c := range []struct {
		os, folder, has, env string
		comes                bool
	}{
		{os: "darwin", folder: home, comes: true},
		{os: "linux", folder: home},
		{os: "darwin", folder: home, has: "parlour.toml"},
		{os: "darwin", folder: home, has: "parlour.db"},
		{os: "darwin", folder: home, env: "a-token"},
		{os: "darwin", folder: filepath.Join(home, "none")},
	} {
		elsewhere := t.TempDir()
		t.Chdir(elsewhere)
		t.Setenv("DISCORD_TOKEN", c.env)
		if c.has != "" {
			must(t, os.WriteFile(c.has, nil, 0o600))
		}
		machine{os: c.os, program: filepath.Join(c.folder, "parlour")}.comeHome()
		now, err := os.Stat(".")
		want, _ := os.Stat(home)
		if err != nil || os.SameFile(now, want) != c.comes {
			t.Errorf("%+v: it goes to the folder of the program: %t, %v", c, !c.comes, err)
		}
	}
	if left, err := os.ReadDir(home); err != nil || len(left) > 0 {
		t.Errorf("it leaves %v, %v", left, err)
	}
	var out bytes.Buffer
	talk := &talk{Console: &Console{out: &out}, machine: machine{os: "darwin", called: "./parlour", program: "/Users/ann/my games/parlour"}, draft: &Draft{Path: "/Users/ann/my games/parlour.toml"}}
	if talk.start(t.Context()); out.String() != "To start Parlour, double-click it, or type: \"/Users/ann/my games/parlour\"\n\n" {
		t.Errorf("it says %q", out.String())
	}
}

// A state goes to the socket that the environment names, a file or not.
func TestSend(t *testing.T) {
	names := []string{filepath.Join(t.TempDir(), "manager")}
	if runtime.GOOS == "linux" { // which alone has sockets that are no file
		names = append(names, fmt.Sprintf("@parlour %s %d", t.Name(), os.Getpid()))
	}
	for _, name := range names {
		manager, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: name, Net: "unixgram"})
		if err != nil {
			t.Skipf("no such socket can be made on this system: %v", err)
		}
		defer manager.Close()
		t.Setenv(NotifySocket, name)
		for _, state := range []string{StateReady, StateStopping} {
			must(t, Notify(state))
			if err := manager.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
				t.Fatal(err)
			}
			var got [64]byte
			if n, err := manager.Read(got[:]); err != nil || string(got[:n]) != state {
				t.Errorf("at %s came %q, %v, want %q", name, got[:n], err, state)
			}
		}
	}
}

// Without a manager nothing happens, and a socket that is not there is a sentence.
func TestNoManager(t *testing.T) {
	t.Setenv(NotifySocket, "")
	must(t, Notify(StateReady))
	t.Setenv(NotifySocket, filepath.Join(t.TempDir(), "none"))
	if err := Notify(StateReady); err == nil || !strings.Contains(err.Error(), "NOTIFY_SOCKET names no socket of a service manager") {
		t.Errorf("Notify = %v, want a sentence about NOTIFY_SOCKET", err)
	}
}

// draft reads a draft of a text.
func draft(t *testing.T, text string) *Draft {
	t.Helper()
	path := filepath.Join(t.TempDir(), "parlour.toml")
	must(t, os.WriteFile(path, []byte(text), 0o600))
	d, err := ReadDraft(path)
	must(t, err)
	return d
}

// A new token changes its line and leaves all others to the letter.
func TestDraftKeepsWhatElseTheFileSays(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                       "token = \"new\"\n",
		"web = \":1\" # ours":                    "web = \":1\" # ours\ntoken = \"new\"\n",
		"# A\n\ntoken = \"old\"\nmax-pair = 4\n": "# A\n\ntoken = \"new\"\nmax-pair = 4\n",
		"# token = \"x\"\ntoken-file = \"f\"\ngames = [\n\t\"magic\", # first\n]\n": "# token = \"x\"\ngames = [\n\t\"magic\", # first\n]\ntoken = \"new\"\n",
		"\"token\"='old'\r\nweb = \":1\"\r\n":                                       "token = \"new\"\nweb = \":1\"\r\n",
		"\ufefftoken = \"old\"\n":                                                   "token = \"new\"\n",
		"  token=\"\"\"old\"\"\"":                                                   "token = \"new\"\n",
	} {
		d := draft(t, text)
		if got, err := d.With(map[string]string{"token": "new"}, "token-file"); err != nil || got != want {
			t.Errorf("of %q it makes %q, %v; want %q", text, got, err, want)
		}
	}
	d := draft(t, "store = \"\"\"\ntoken = \"\"\"\n")
	if got, err := d.With(map[string]string{"token": "new"}); err == nil || !strings.Contains(err.Error(), "move it away") {
		t.Errorf("of a setting of several lines it makes %q, %v", got, err)
	}
}

// A file that is not there is a new one, and one that cannot be read is a sentence without what it says.
func TestDraftsThatCannotBeRead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "parlour.toml")
	if d, err := ReadDraft(path); err != nil || !d.New || d.Get("token") != "" {
		t.Errorf("of no file it says %+v, %v", d, err)
	}
	must(t, os.WriteFile(path, []byte("token = a-secret.of-mine"), 0o600))
	if _, err := ReadDraft(path); err == nil || !strings.Contains(err.Error(), "token in line 1 of "+path+": expected text in quotation marks, as in token = \"…\"") || strings.Contains(err.Error(), "a-secret") {
		t.Errorf("of a file that is no TOML it says %v", err)
	}
	if _, err := ReadDraft(dir); err == nil || !strings.Contains(err.Error(), "name another one with --config") {
		t.Errorf("of a folder it says %v", err)
	}
}

// A setting is a variable of the environment in the same words.
func TestSettingsAsVariables(t *testing.T) {
	t.Parallel()
	draft := draft(t, "web = \":1\"\nmax-pair = 4\ninteractions = true\ngames = [\"magic\", \"slyde\"]\nstrange = [1]\n")
	if names := draft.Names(); !slices.Equal(names, []string{"games", "interactions", "max-pair", "strange", "web"}) {
		t.Errorf("the settings are %q", names)
	}
	for name, want := range map[string]string{"web": ":1", "max-pair": "4", "interactions": "true", "games": "magic,slyde", "strange": "", "none": ""} {
		if got, ok := draft.Variable(name); got != want || ok != (want != "") {
			t.Errorf("%s is %q, %t; want %q", name, got, ok, want)
		}
	}
}
