package setup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"parlour"
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
	secret := func(ctx context.Context) (string, error) {
		line, err := await(ctx, p.answer)
		p.said.WriteString("\n")
		return line, err
	}
	return p, &Console{Interactive: true, in: p, out: &p.said, hide: func() func() { return func() {} }, secret: secret}
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
	api     string
	file    string
	machine machine
	fails   string   // the beginning of commands that fail
	hangs   string   // the beginning of commands that do not end
	done    []string // the commands that were run in the last talk
}

// newPlace opens a Discord, and makes a folder.
func newPlace(t *testing.T) *place {
	t.Helper()
	discord, err := sandbox.Start(sandbox.Config{})
	must(t, err)
	t.Cleanup(func() { discord.Close() })
	p := &place{t: t, discord: discord, api: discord.URL(), file: filepath.Join(t.TempDir(), DefaultFile)}
	p.machine = machine{os: "linux", root: t.TempDir(), called: "./parlour", program: "/opt/parlour"}
	p.machine.do = func(_ context.Context, command ...string) error {
		line := strings.Join(command, " ")
		p.done = append(p.done, line)
		if p.hangs != "" && strings.HasPrefix(line, p.hangs) {
			return fmt.Errorf("%s: %w", line, context.DeadlineExceeded)
		}
		if p.fails != "" && strings.HasPrefix(line, p.fails) {
			return errors.New(line + ": exit status 1: Job for parlour.service failed")
		}
		return nil
	}
	return p
}

// manage makes the machine one with systemd, on which somebody may install services.
func (p *place) manage() {
	p.machine.admin = true
	p.machine.program = filepath.Join(p.t.TempDir(), "parlour")
	must(p.t, os.WriteFile(p.machine.program, []byte("the program"), 0o755))
	p.put(p.path("/run/systemd/system/x"), "")
}

// path returns the path of a file of the system, if its name begins with a slash, or else of one beside the settings.
func (p *place) path(name string) string {
	if strings.HasPrefix(name, "/") {
		return p.machine.at(name)
	}
	return filepath.Join(filepath.Dir(p.file), name)
}

// put writes a file.
func (p *place) put(path, text string) {
	p.t.Helper()
	must(p.t, os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o600))
}

// talk has setup talk to a person, all of whose answers are wanted.
func (p *place) talk(will ...exchange) (said string, next []string, err error) {
	p.t.Helper()
	who, console := meet(p.t, will...)
	next, err = Cmd{API: p.api}.run(who.ctx, p.file, console, p.machine)
	if len(who.will) > 0 {
		p.t.Errorf("it never asks %v", who.will)
	}
	if strings.Contains(who.said.String(), p.discord.Token()) {
		p.t.Errorf("it shows the token: %s", who.said.String())
	}
	return who.said.String(), next, err
}

// alone has setup run with a token, or the file of one behind "file=", where nobody can be asked.
func (p *place) alone(from string) (said string, next []string, err error) {
	var out bytes.Buffer
	token := Token{Token: from}
	if file, is := strings.CutPrefix(from, "file="); is {
		token = Token{File: file}
	}
	next, err = Cmd{Token: token, API: p.api}.run(p.t.Context(), p.file, NewConsole(strings.NewReader("y\n"), &out), p.machine)
	return out.String(), next, err
}

// plays carries out a script, and returns what was said last. A text may stand in quotation marks. The lines are
//
//	has FILE TEXT        a file is there
//	fail COMMAND         a command fails from then on
//	hang COMMAND         a command does not end in time from then on
//	? QUESTION → ANSWER  a person is going to be asked this, and to answer that
//	talk                 they talk
//	alone TOKEN          setup runs where nobody can be asked
//	fails TEXT           it ended with this error, and else with none
//	goes on ARGUMENTS    the program goes on so, and else it does not
//	says TEXT            it said that; several times if a number comes first
//	lacks TEXT           it did not say that
//	does COMMANDS        it has run these, and no others
//	holds FILE TEXT      a file is like that, and its owner's alone
//	is MODE FILE TEXT    a file is like that, with another mode
//	gone FILE            there is no such file
//	files NAMES          these are in the folder of the settings, and no others
func (p *place) plays(script string) (said string) {
	t := p.t
	t.Helper()
	var will []exchange
	var next []string
	var err error
	settled := func() {
		t.Helper()
		if err != nil || next != nil {
			t.Errorf("it ends with %v, goes on with %q and says %s", err, next, said)
		}
		next, err, p.done = nil, nil, nil
	}
	fill := func(text string) string {
		if plain, err := strconv.Unquote(text); err == nil {
			text = plain
		}
		return os.Expand(text, func(name string) string {
			filled, known := map[string]string{
				"$": "$", "TOKEN": p.discord.Token(), "API": p.discord.URL(), "FILE": p.file, "ROOT": p.machine.root,
				"HOME": filepath.Dir(p.file), "PROGRAM": p.machine.program, "LINK": rest.Invitation(p.discord.BotID()),
				"UNIT": parlour.Unit, "HEADER": header, "WHOLE": header + "api = \"" + p.api + "\"\ntoken = \"" + p.discord.Token() + "\"\n",
				"SERVICE": strings.Replace(parlour.Settings, "DISCORD_TOKEN=\n", "DISCORD_TOKEN="+p.discord.Token()+"\n", 1) + "PARLOUR_API=" + p.api + "\n",
			}[name]
			if !known {
				t.Fatalf("nothing is called $%s: %s", name, text)
			}
			return filled
		})
	}
	for line := range strings.Lines(script) {
		verb, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		name, text, _ := strings.Cut(rest, " ")
		switch verb {
		case "":
		case "has":
			p.put(p.path(name), fill(text))
		case "fail":
			p.fails = rest
		case "hang":
			p.hangs = rest
		case "?":
			asks, answer, _ := strings.Cut(rest, " →")
			will = append(will, exchange{asks, fill(strings.TrimPrefix(answer, " "))})
		case "talk":
			settled()
			said, next, err = p.talk(will...)
			will = nil
		case "alone":
			settled()
			said, next, err = p.alone(fill(rest))
		case "fails":
			if err == nil || !strings.Contains(err.Error(), fill(rest)) {
				t.Errorf("it ends with %v, want %s", err, fill(rest))
			}
			err = nil
		case "goes":
			if got := "on " + strings.Join(next, " "); got != fill(rest) {
				t.Errorf("it goes %s, want %s", got, fill(rest))
			}
			next = nil
		case "says", "lacks":
			times, counted := strconv.Atoi(name)
			if counted == nil {
				rest = text
			}
			if rest == "" {
				t.Fatalf("a script has to say what is said: %s", line)
			}
			if n := strings.Count(said, fill(rest)); (n > 0) != (verb == "says") || counted == nil && n != times {
				t.Errorf("it says %d times %q: %s", n, fill(rest), said)
			}
		case "does":
			if got := strings.Join(p.done, "; "); got != rest {
				t.Errorf("it runs %q, want %q", got, rest)
			}
		case "holds", "is":
			mode := uint64(0o600)
			if verb == "is" {
				given, bad := strconv.ParseUint(name, 8, 32)
				must(t, bad)
				mode = given
				name, text, _ = strings.Cut(text, " ")
			}
			if got, err := os.ReadFile(p.path(name)); err != nil || string(got) != fill(text) {
				t.Errorf("%s is %q, %v; want %q", name, got, err, fill(text))
			}
			p.wantMode(name, os.FileMode(mode))
		case "gone":
			if exists(p.path(name)) {
				t.Errorf("%s is there", name)
			}
		case "files":
			all, err := os.ReadDir(filepath.Dir(p.file))
			must(t, err)
			var names []string
			for _, f := range all { // hidden ones too
				names = append(names, f.Name())
				p.wantMode(f.Name(), 0o600)
			}
			if got := strings.Join(names, " "); got != rest {
				t.Errorf("in the folder are %s, want %s", got, rest)
			}
		default:
			t.Fatalf("this is no line of a script: %s", line)
		}
	}
	if settled(); will != nil {
		t.Errorf("nobody talks after the questions %v", will)
	}
	return said
}

// wantMode checks the mode of a file.
func (p *place) wantMode(name string, mode os.FileMode) {
	p.t.Helper()
	if info, err := os.Stat(p.path(name)); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != mode {
		p.t.Errorf("%s has the mode %v, %v, want %v", name, info.Mode(), err, mode)
	}
}

const header = "# Settings of Parlour. The token is the bot's password, so keep this file to yourself.\n"

// The whole conversation of somebody who does all right.
func TestSetup(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	said := p.plays(`
		? Token: → "  \tBot $TOKEN "
		? Start Parlour now? [Y/n] →
		talk
		goes on run --config $FILE
		holds parlour.toml $WHOLE
		files parlour.toml`)
	want := strings.NewReplacer("FILE", p.file, "LINK", rest.Invitation(p.discord.BotID())).Replace(`Welcome to Parlour, a bot that hosts board games on Discord.
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
`)
	if said != want {
		t.Errorf("it says\n%s\nwant\n%s", said, want)
	}
}

// What people come to setup with, each at a place of their own.
func TestTalks(t *testing.T) {
	t.Parallel()
	for name, script := range map[string]string{
		"a token that is none, or that Discord refuses, is one sentence, and the next one is asked for": `
			? Token: →
			? Token: → two words
			? Token: → wrong
			? Token: → wr€ng
			? Token: → "\"$TOKEN\""
			? Start Parlour now? [Y/n] → no
			talk
			holds parlour.toml $WHOLE
			files parlour.toml
			says 1 "Nothing came. "
			says 2 "That is not a token, because "
			says 1 "\nDiscord refuses this token: press Reset Token"
			says 1 The bot needs a token
			says 1 To start Parlour, type: ./parlour run`,
		"settings that are there are asked about: what they say stays, and the old file is kept": `
			has parlour.toml "# ours\nmax-pair = 4\n"
			? the old file is kept beside it. [Y/n] → n
			talk
			fails is as it was
			holds parlour.toml "# ours\nmax-pair = 4\n"
			files parlour.toml
			? the old file is kept beside it. [Y/n] → y
			? Token: → $TOKEN
			? Start Parlour now? [Y/n] → n
			talk
			says "What was there is kept as $FILE.old.\n"
			holds parlour.toml "# ours\nmax-pair = 4\napi = \"$API\"\ntoken = \"$TOKEN\"\n"
			files parlour.toml parlour.toml.old
			? Keep that token? If not, you can give another one; the old file is then kept beside it. [Y/n] →
			? Start Parlour now? [Y/n] → n
			talk
			says The settings stay as they are
			holds parlour.toml "# ours\nmax-pair = 4\napi = \"$API\"\ntoken = \"$TOKEN\"\n"
			files parlour.toml parlour.toml.old
			has parlour.toml "api = \"$API\" # here\ntoken = \"before\"\n"
			? is then kept beside it. [Y/n] → yes
			? Token: → $TOKEN
			? Start Parlour now? [Y/n] → n
			talk
			holds parlour.toml "api = \"$API\" # here\ntoken = \"$TOKEN\"\n"
			holds parlour.toml.old2 "api = \"$API\" # here\ntoken = \"before\"\n"
			files parlour.toml parlour.toml.old parlour.toml.old2
			has /token "before\n"
			has parlour.toml "token-file = \"$ROOT/token\"\nweb = \":1\"\n"
			? is then kept beside it. [Y/n] → n
			? Token: → $TOKEN
			? Start Parlour now? [Y/n] → n
			talk
			holds parlour.toml "web = \":1\"\napi = \"$API\"\ntoken = \"$TOKEN\"\n"
			files parlour.toml parlour.toml.old parlour.toml.old2 parlour.toml.old3
			has parlour.toml "token = before\n"
			talk
			fails token in line 1 of $FILE: expected text in quotation marks`,
		"somebody who leaves at a question finds everything as it was, until the token is good": `
			has parlour.toml "token = \"before\"\n"
			? [Y/n] → ^C
			talk
			fails setup was left
			? [Y/n] → n
			? Token: → ^C
			talk
			fails setup was left
			? [Y/n] → n
			? Token: → wrong
			? Token: → ^C
			talk
			fails setup was left
			holds parlour.toml "token = \"before\"\n"
			files parlour.toml
			? [Y/n] → n
			? Token: → wrong
			? Token: → $TOKEN
			? Start Parlour now? [Y/n] → ^C
			talk
			says type /play
			holds parlour.toml "token = \"$TOKEN\"\napi = \"$API\"\n"
			files parlour.toml parlour.toml.old`,
		"where nobody can be asked it refuses, unless it has the token, and changes no settings": `
			alone
			fails there is no terminal to ask them in
			alone two words
			fails --token is not a bot's token, because it has more than one word
			alone wrong
			fails Discord refuses this token
			alone file=$FILE/x
			fails --token-file
			files
			alone $TOKEN
			says $LINK
			lacks "?\n"
			holds parlour.toml $WHOLE
			alone $TOKEN
			says $LINK
			holds parlour.toml $WHOLE
			has parlour.toml "token = \"before\"\n"
			alone $TOKEN
			fails name another file with --config
			holds parlour.toml "token = \"before\"\n"`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			newPlace(t).plays(script)
		})
	}
}

// What people come to setup with where systemd runs.
func TestServices(t *testing.T) {
	t.Parallel()
	for name, script := range map[string]string{
		"with an archive it puts the program, its unit and its settings where a package would": `
			? Token: → $TOKEN
			? Shall Parlour be a service, which starts with this machine and needs no window? [Y/n] →
			talk
			says Parlour runs, and starts with this machine
			says type /play.
			holds /etc/parlour/parlour.env $SERVICE
			is 755 /usr/bin/parlour the program
			is 644 /etc/systemd/system/parlour.service $UNIT
			does systemctl daemon-reload; systemctl enable parlour; systemctl restart parlour
			files
			has /etc/systemd/system/parlour.service # ours
			? Token: → $TOKEN
			? needs no window? [Y/n] → y
			talk
			gone /etc/parlour/parlour.env.old
			is 644 /etc/systemd/system/parlour.service # ours`,
		"with a package it gives the service its token, and leaves what the package has brought": `
			has /usr/lib/systemd/system/parlour.service $UNIT
			has /etc/parlour/parlour.env "# ours\nDISCORD_TOKEN=before\n DISCORD_TOKEN_FILE=/f\nPARLOUR_GAMES=magic"
			has parlour.toml "token = \"$TOKEN\"\n"
			? [Y/n] → y
			? needs no window? [Y/n] → y
			talk
			says its settings from before are kept as $ROOT/etc/parlour/parlour.env.old
			holds /etc/parlour/parlour.env "# ours\nDISCORD_TOKEN=$TOKEN\n# DISCORD_TOKEN_FILE=/f\nPARLOUR_GAMES=magic\nPARLOUR_API=$API\n"
			holds /etc/parlour/parlour.env.old "# ours\nDISCORD_TOKEN=before\n DISCORD_TOKEN_FILE=/f\nPARLOUR_GAMES=magic"
			does systemctl enable parlour; systemctl restart parlour
			gone /usr/bin/parlour
			gone /etc/systemd/system/parlour.service`,
		"a service that does not start is a sentence that says where to look": `
			fail systemctl restart
			? Token: → $TOKEN
			? needs no window? [Y/n] → y
			talk
			fails journalctl -u parlour says why: systemctl restart parlour: exit status 1`,
		"a service that is not ready in time is left to systemd, and a person is told where to look": `
			hang systemctl restart
			? Token: → $TOKEN
			? needs no window? [Y/n] → y
			talk
			says Parlour is not ready yet, and tries on: systemctl status parlour says what it waits for.
			lacks Parlour runs,`,
		"a person who wants no service gets the file of settings, and if they leave at that question, nothing": `
			? Token: → $TOKEN
			? needs no window? [Y/n] → ^C
			talk
			fails setup was left
			files
			? Token: → $TOKEN
			? needs no window? [Y/n] → n
			? Start Parlour now? [Y/n] → y
			talk
			goes on run --config $FILE
			lacks sudo
			does
			gone /etc/parlour/parlour.env
			holds parlour.toml $WHOLE
			files parlour.toml`,
		"it is told how the service gets the games that are beside the settings, and has what these say": `
			has /usr/lib/systemd/system/parlour.service $UNIT
			has /etc/parlour/parlour.env "DISCORD_TOKEN=\nPARLOUR_MAX_PAIR=9\n"
			has parlour.toml "token = \"$TOKEN\"\nstore = \"my~games.db\"\nmax-pair = 4\ngames = [\"magic\", \"slyde\"]\ncopies = \"/c\"\nmax-dms-day = 7\nlog = \"a b$$\"\naddr = \":1\"\n"
			has my~games.db
			? [Y/n] → y
			? needs no window? [Y/n] → y
			talk
			says The service does not have the games in $HOME/my~games.db. If Parlour still runs in a window
			says "sudo systemctl stop parlour\n  sudo parlour restore --store $ROOT/var/lib/parlour/parlour.db \"$HOME/my~games.db\"\n  sudo chown --reference=$ROOT/var/lib/parlour $ROOT/var/lib/parlour/parlour.db\n  sudo systemctl start parlour\n"
			says "The service does without these settings of $FILE: addr, copies.\n"
			holds /etc/parlour/parlour.env "DISCORD_TOKEN=$TOKEN\nPARLOUR_MAX_PAIR=9\nPARLOUR_API=$API\nPARLOUR_GAMES=magic,slyde\nPARLOUR_LOG=\"a b\\$$\"\nPARLOUR_MAX_DMS_DAY=7\n"
			has /etc/parlour/parlour.env
			has parlour.toml "token = \"$TOKEN\"\nstore = \"postgres://ann@example.org/parlour\"\ncopies = \"none\"\n"
			has parlour.db
			? [Y/n] → y
			? needs no window? [Y/n] → y
			talk
			lacks restore
			lacks does without
			holds /etc/parlour/parlour.env "DISCORD_TOKEN=$TOKEN\nPARLOUR_API=$API\nPARLOUR_COPIES=none\nPARLOUR_STORE=postgres://ann@example.org/parlour\n"`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPlace(t)
			p.manage()
			p.plays(script)
		})
	}
}
