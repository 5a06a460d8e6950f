package setup

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"parlour/bot/rest"
	"parlour/bot/sandbox"
)

// interrupt is the answer of somebody who presses Ctrl+C.
const interrupt = "^C"

// An exchange is what the program asks, or the end of it, and what a person answers.
type exchange struct{ asks, answer string }

// A person reads what the program says, and answers.
type person struct {
	t      *testing.T
	ctx    context.Context
	leave  context.CancelFunc
	will   []exchange
	typing []byte // what is not read yet of an answer
	said   bytes.Buffer
}

// meet has a person answer at a console.
func meet(t *testing.T, will ...exchange) (*person, *Console) {
	t.Helper()
	p := &person{t: t, will: will}
	p.ctx, p.leave = context.WithCancel(t.Context())
	t.Cleanup(p.leave)
	return p, &Console{Interactive: true, in: p, out: &p.said, hide: func() func() { return func() {} }, secret: func(ctx context.Context) (string, error) {
		line, err := await(ctx, p.answer)
		p.said.WriteString("\n")
		return line, err
	}}
}

// answer answers the last question.
func (p *person) answer() (string, error) {
	if len(p.will) == 0 {
		p.t.Errorf("nobody answers this: %s", p.said.String())
		return "", io.EOF
	}
	next := p.will[0]
	p.will = p.will[1:]
	if asked := p.said.String(); !strings.HasSuffix(asked, next.asks+" ") {
		p.t.Errorf("it asks %q, want %q", asked[max(0, len(asked)-200):], next.asks)
	}
	if next.answer == interrupt {
		p.leave()
		<-p.ctx.Done()
		select {} // as a terminal does, from which nothing comes
	}
	return next.answer, nil
}

// Read implements [io.Reader] with what is typed and shown.
func (p *person) Read(b []byte) (int, error) {
	if len(p.typing) == 0 {
		line, err := p.answer()
		if err != nil {
			return 0, err
		}
		p.typing = []byte(line + "\n")
	}
	n := copy(b, p.typing)
	p.typing = p.typing[n:]
	return n, nil
}

// A place is a folder for the settings, and a Discord.
type place struct {
	t       *testing.T
	discord *sandbox.Server
	file    string
	machine machine
}

// newPlace opens a Discord, and makes a folder.
func newPlace(t *testing.T) *place {
	t.Helper()
	discord, err := sandbox.Start(sandbox.Config{})
	must(t, err)
	t.Cleanup(func() { discord.Close() })
	return &place{t, discord, filepath.Join(t.TempDir(), "parlour.toml"), machine{os: "linux", root: t.TempDir(), called: "./parlour", program: "/opt/parlour"}}
}

// run has setup talk to a person, all of whose answers are wanted.
func (p *place) run(will ...exchange) (said string, next []string, err error) {
	p.t.Helper()
	who, console := meet(p.t, will...)
	next, err = Cmd{API: p.discord.URL()}.run(who.ctx, p.file, console, p.machine)
	if len(who.will) > 0 {
		p.t.Errorf("it never asks %v", who.will)
	}
	if strings.Contains(who.said.String(), p.discord.Token()) {
		p.t.Errorf("it shows the token: %s", who.said.String())
	}
	return who.said.String(), next, err
}

// files returns all files in the folder of the settings, with what they say.
func (p *place) files() map[string]string {
	p.t.Helper()
	all, err := filepath.Glob(filepath.Join(filepath.Dir(p.file), "*")) // hidden ones too
	must(p.t, err)
	found := map[string]string{}
	for _, file := range all {
		text, err := os.ReadFile(file)
		must(p.t, err)
		found[filepath.Base(file)] = string(text)
		info, err := os.Stat(file)
		if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
			p.t.Errorf("%s has the mode %v, %v", file, info.Mode(), err)
		}
	}
	return found
}

// has writes a file of settings.
func (p *place) has(text string) {
	p.t.Helper()
	must(p.t, os.WriteFile(p.file, []byte(text), 0o600))
}

// want checks what the file of settings says, with TOKEN for the token and API for Discord's address, and
// which other files there are.
func (p *place) want(text string, others ...string) {
	p.t.Helper()
	text = strings.NewReplacer("TOKEN", p.discord.Token(), "API", p.discord.URL()).Replace(text)
	found := p.files()
	if found["parlour.toml"] != text {
		p.t.Errorf("the settings are %q, want %q", found["parlour.toml"], text)
	}
	delete(found, "parlour.toml")
	if len(found) != len(others) {
		p.t.Errorf("beside them are %q, want %q", found, others)
	}
	for _, name := range others {
		if _, ok := found[name]; !ok {
			p.t.Errorf("beside them are %q, want %s", found, name)
		}
	}
}

const (
	header = "# Settings of Parlour. The token is the bot's password, so keep this file to yourself.\n"
	whole  = header + "api = \"API\"\ntoken = \"TOKEN\"\n"
)

// The whole conversation of somebody who does all right.
func TestSetup(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	said, next, err := p.run(exchange{"Token:", "  \tBot " + p.discord.Token() + " "}, exchange{"Start Parlour now? [Y/n]", ""})
	if err != nil || !slices.Equal(next, []string{"run", "--config", p.file}) {
		t.Errorf("it ends with %v and goes on with %q", err, next)
	}
	p.want(whole)
	want := `Welcome to Parlour, a bot that hosts board games on Discord.
In a few minutes it plays on your server. Ctrl+C leaves; nothing is written before Discord
has accepted a token.

The bot needs a token, which is its password at Discord:
  1. Open https://discord.com/developers/applications
     and press New Application. Give it any name.
  2. On its page Bot, press Reset Token, and copy the token.
  3. Paste it here, once, and press Enter. You will not see it.
     To paste, right-click, or press Ctrl+Shift+V; on a Mac Cmd+V.
Token: 
Asking Discord…
Discord knows this bot as Parlour.

The token is in FILE. Keep that file to yourself.

Start Parlour now? [Y/n] It runs while this window is open, and Ctrl+C stops it.
To start Parlour another time, type: ./parlour run --config FILE

Now, on Discord:
  1. Open this link: LINK
  2. Choose your server, and press Authorize.
  3. In a channel there, type /play.
`
	want = strings.NewReplacer("FILE", p.file, "LINK", rest.Invitation(p.discord.BotID())).Replace(want)
	if said != want {
		t.Errorf("it says\n%s\nwant\n%s", said, want)
	}
}

// A token that is none, or that Discord refuses, is one sentence, and the next one is asked for.
func TestATokenThatIsRefused(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	said, next, err := p.run(exchange{"Token:", ""}, exchange{"Token:", "two words"}, exchange{"Token:", "wrong"}, exchange{"Token:", "wr€ng"},
		exchange{"Token:", `"` + p.discord.Token() + `"`}, exchange{"Start Parlour now? [Y/n]", "no"})
	if err != nil || next != nil {
		t.Errorf("it ends with %v and goes on with %q", err, next)
	}
	p.want(whole)
	for sentence, times := range map[string]int{"Nothing came. ": 1, "That is no token. ": 2, "\nDiscord refuses this token: press Reset Token": 1, "The bot needs a token": 1, "To start Parlour, type: ./parlour run": 1} {
		if strings.Count(said, sentence) != times {
			t.Errorf("it does not say %q %d times: %s", sentence, times, said)
		}
	}
}

// A token that was pasted twice is taken once.
func TestATokenThatWasPastedTwice(t *testing.T) {
	t.Parallel()
	const token = "MTIzNDU2Nzg5MDEyMzQ1Njc4.Gabcde.a-b_cdefghijklmnopqrstuvwxyz"
	for _, text := range []string{token, token + token, token + " " + token, "Bot " + token + token, token + token + "\n"} {
		if got, wrong := clean(text); got != token || wrong != "" {
			t.Errorf("of %q it takes %q and says %q", text, got, wrong)
		}
	}
	for _, text := range []string{token + "x" + token, "aa", token + token[1:]} {
		if got, wrong := clean(text); got != text || wrong != "" {
			t.Errorf("of %q it takes %q and says %q", text, got, wrong)
		}
	}
}

// Without a way to Discord it says so in one sentence, and tries again for who wants that.
func TestNoNetwork(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	who, console := meet(t, exchange{"Token:", "any"}, exchange{"Try again? [Y/n]", "maybe"}, exchange{"[Y/n]", "Y"}, exchange{"Try again? [Y/n]", "n"})
	_, err := Cmd{API: "http://127.0.0.1:1"}.run(who.ctx, p.file, console, p.machine)
	if !errors.Is(err, errLeft) || len(who.will) > 0 || strings.Count(who.said.String(), "There is no way to Discord, so check the network") != 3 {
		t.Errorf("it ends with %v: %s", err, who.said.String())
	}
	if found := p.files(); len(found) > 0 {
		t.Errorf("it leaves %q", found)
	}
}

// Settings that are there are asked about. What they say stays, and the old file is kept.
func TestSettingsThatAreThere(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	start, keep, add := exchange{"Start Parlour now? [Y/n]", "n"}, "Keep that token? If not, you can give another one; the old file is then kept beside it. [Y/n]", "the old file is kept beside it. [Y/n]"
	p.has("# ours\nmax-pair = 4\n")
	if _, _, err := p.run(exchange{add, "n"}); err == nil || !strings.Contains(err.Error(), "is as it was") {
		t.Errorf("who wants nothing added reads %v", err)
	}
	p.want("# ours\nmax-pair = 4\n")
	if said, _, err := p.run(exchange{add, "y"}, exchange{"Token:", p.discord.Token()}, start); err != nil || !strings.Contains(said, "What was there is kept as "+p.file+".old.\n") {
		t.Errorf("who wants the token added reads %v, %s", err, said)
	}
	p.want("# ours\nmax-pair = 4\napi = \"API\"\ntoken = \"TOKEN\"\n", "parlour.toml.old")

	if said, _, err := p.run(exchange{keep, ""}, start); err != nil || !strings.Contains(said, "The settings stay as they are") {
		t.Errorf("who keeps the token reads %v, %s", err, said)
	}
	p.want("# ours\nmax-pair = 4\napi = \"API\"\ntoken = \"TOKEN\"\n", "parlour.toml.old")

	p.has("api = \"" + p.discord.URL() + "\" # here\ntoken = \"before\"\n")
	if _, _, err := p.run(exchange{keep, "yes"}, exchange{"Token:", p.discord.Token()}, start); err != nil {
		t.Errorf("who keeps a token that is refused reads %v", err)
	}
	p.want("api = \"API\" # here\ntoken = \"TOKEN\"\n", "parlour.toml.old", "parlour.toml.old2")
	if old := p.files()["parlour.toml.old2"]; !strings.Contains(old, "\"before\"") {
		t.Errorf("what was there is kept as %q", old)
	}

	token := filepath.Join(t.TempDir(), "token")
	must(t, os.WriteFile(token, []byte("before\n"), 0o600))
	p.has("token-file = \"" + filepath.ToSlash(token) + "\"\nweb = \":1\"\n")
	if _, _, err := p.run(exchange{keep, "n"}, exchange{"Token:", p.discord.Token()}, start); err != nil {
		t.Errorf("who replaces a token in a file of its own reads %v", err)
	}
	p.want("web = \":1\"\napi = \"API\"\ntoken = \"TOKEN\"\n", "parlour.toml.old", "parlour.toml.old2", "parlour.toml.old3")

	p.has("token = before\n")
	if _, _, err := p.run(); err == nil || !strings.Contains(err.Error(), "line 1 of "+p.file+" is not TOML") {
		t.Errorf("of settings that cannot be read it says %v", err)
	}
}

// A file of settings that is a link stays one.
func TestALinkStays(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	real := filepath.Join(t.TempDir(), "real.toml")
	must(t, os.WriteFile(real, nil, 0o600))
	if err := os.Symlink(real, p.file); err != nil {
		t.Skip("this machine makes no links:", err)
	}
	if _, _, err := p.run(exchange{"[Y/n]", ""}, exchange{"Token:", p.discord.Token()}, exchange{"Start Parlour now? [Y/n]", "n"}); err != nil {
		t.Error(err)
	}
	if to, err := os.Readlink(p.file); err != nil || to != real {
		t.Errorf("the link leads to %q, %v", to, err)
	}
	p.want("api = \"API\"\ntoken = \"TOKEN\"\n", "parlour.toml.old")
}

// If the person leaves at a question, everything stays as it was, until the token is good.
func TestCtrlC(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	all := []exchange{{"[Y/n]", "n"}, {"Token:", "wrong"}, {"Token:", p.discord.Token()}}
	const before = "token = \"before\"\n"
	for n := range all {
		p.has(before)
		will := slices.Clone(all[:n+1])
		will[n].answer = interrupt
		if _, _, err := p.run(will...); !errors.Is(err, errLeft) {
			t.Errorf("who leaves at question %d reads %v", n, err)
		}
		p.want(before)
	}
	will := append(all, exchange{"Start Parlour now? [Y/n]", interrupt})
	said, next, err := p.run(will...)
	if err != nil || next != nil || !strings.Contains(said, "type /play") {
		t.Errorf("who leaves at the last question reads %v, %q, %s", err, next, said)
	}
	p.want("token = \"TOKEN\"\napi = \"API\"\n", "parlour.toml.old")
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
	if found := p.files(); len(found) > 0 {
		t.Errorf("who leaves leaves %q", found)
	}
}

// Where nobody can be asked it refuses, unless it has the token. It changes no settings that are there.
func TestNoTerminal(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	tell := func(token Token) (string, error) {
		var out bytes.Buffer
		next, err := Cmd{Token: token, API: p.discord.URL()}.run(t.Context(), p.file, NewConsole(strings.NewReader("y\n"), &out), p.machine)
		if next != nil {
			t.Errorf("it goes on with %q", next)
		}
		return out.String(), err
	}
	for token, want := range map[Token]string{
		{}:                                 "there is no terminal to ask them in",
		{Token: "two words"}:               "That is no token",
		{Token: "wrong"}:                   "Discord refuses this token",
		{File: filepath.Join(p.file, "x")}: "--token-file",
	} {
		if _, err := tell(token); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("with %+v it says %v, want %q", token, err, want)
		}
	}
	if found := p.files(); len(found) > 0 {
		t.Errorf("it leaves %q", found)
	}
	for range 2 { // the second time there is nothing to do
		if said, err := tell(Token{Token: p.discord.Token()}); err != nil || !strings.Contains(said, rest.Invitation(p.discord.BotID())) || strings.Contains(said, "?\n") {
			t.Errorf("with the token it says %v, %s", err, said)
		}
		p.want(whole)
	}
	p.has("token = \"before\"\n")
	if _, err := tell(Token{Token: p.discord.Token()}); err == nil || !strings.Contains(err.Error(), "name another file with --config") {
		t.Errorf("over other settings it says %v", err)
	}
	p.want("token = \"before\"\n")
}

// Where nothing can be written it says so, and where would be better.
func TestAFolderThatTakesNothing(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.file = filepath.Join(t.TempDir(), "none", "parlour.toml")
	if _, _, err := p.run(exchange{"Token:", p.discord.Token()}); err == nil || !strings.Contains(err.Error(), "start Parlour in a folder that is yours") {
		t.Errorf("it says %v", err)
	}
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
