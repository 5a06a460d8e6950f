package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"parlour/cmd/parlour/setup"
)

// noSettings clears every setting from the environment, so that the tests see their own.
func noSettings(t *testing.T) {
	t.Helper()
	for _, v := range os.Environ() {
		name, _, _ := strings.Cut(v, "=")
		if strings.HasPrefix(name, "PARLOUR_") || strings.HasPrefix(name, "DISCORD_") {
			t.Setenv(name, "") // which puts it back at the end
			os.Unsetenv(name)
		}
	}
}

// settingsFile writes a file of settings and returns its path.
func settingsFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "parlour.toml")
	put(t, path, text)
	return path
}

// parsed returns the command line as the program understands it.
func parsed(t *testing.T, args ...string) cli {
	t.Helper()
	var c cli
	parser, err := c.parser(new(setup.File), io.Discard, io.Discard)
	must(t, err)
	if _, err := parser.Parse(args); err != nil {
		t.Fatalf("parlour %q: %v", args, err)
	}
	return c
}

// wantSettings parses command lines, and checks flags. A line has a command and, behind "=>", flags with their values.
// Lines of the form NAME=VALUE set variables of the environment, and FILE stands for a file of settings.
func wantSettings(t *testing.T, file, lines string) {
	t.Helper()
	for line := range strings.Lines(strings.TrimSpace(strings.ReplaceAll(lines, "FILE", file))) {
		args, want, is := strings.Cut(strings.TrimSpace(line), " => ")
		if !is {
			name, value, set := strings.Cut(args, "=")
			if !set || strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") != "" {
				t.Fatalf("this is no line of settings: %s", line)
			}
			t.Setenv(name, value)
			continue
		}
		parser, err := new(cli).parser(new(setup.File), io.Discard, io.Discard)
		must(t, err)
		got, err := parseArgs(parser, strings.Fields(args))
		must(t, err)
		has := map[string]string{}
		for _, flag := range got.Flags() {
			has[flag.Name] = strings.NewReplacer(" ", ",", "[", "", "]", "").Replace(fmt.Sprint(got.FlagValue(flag)))
		}
		for _, one := range strings.Fields(want) {
			name, value, _ := strings.Cut(one, "=")
			if got, known := has[name]; !known || got != value {
				t.Errorf("with parlour %s the setting %s is %q, want %q", args, name, got, value)
			}
		}
	}
}

// A flag wins over the environment, that over the file, and that over the default. The token of a real bot, its store
// and its shards are not the sandbox's, but the limits are.
func TestWhichSettingWins(t *testing.T) {
	noSettings(t)
	file := settingsFile(t, "max-games = 7\nmax-pair = \"4\"\ntoken = \"of-the-file\"\nweb = \":1\"\ninteractions = true\ngames = [\"magic\", \"permute\"]\nlog = \"json\"\n")
	wantSettings(t, file, `
		run => max-games=50 max-parlour=10 max-tables=10 max-pair=3 max-challenges=20 max-dms-minute=5 max-dms-day=300 store=parlour.db
		sandbox => max-games=50 max-parlour=10 max-tables=10 max-pair=3 max-challenges=20 max-dms-minute=5 max-dms-day=300
		run --config FILE => max-games=7 max-pair=4 max-tables=10 token=of-the-file web=:1 interactions=true games=magic,permute log=json store=parlour.db
		PARLOUR_MAX_GAMES=8
		PARLOUR_MAX_DMS_MINUTE=2
		DISCORD_TOKEN=
		PARLOUR_GAMES=permutu
		PARLOUR_INTERACTIONS=false
		run --config FILE => max-games=8 token=of-the-file games=permutu interactions=false max-dms-minute=2
		run --config FILE --max-games 9 --games slyde => max-games=9 games=slyde
		run --max-parlour=4 --max-tables=3 --max-pair=2 --max-challenges=0 --max-dms-day=7 => max-games=8 max-parlour=4 max-tables=3 max-pair=2 max-challenges=0 max-dms-minute=2 max-dms-day=7
		PARLOUR_CONFIG="FILE"
		health => web=:1
		sandbox => token= max-games=8 max-pair=4
		PARLOUR_MAX_GAMES="08"
		PARLOUR_INTERACTIONS=On
		PARLOUR_WEB=":2"
		PARLOUR_LOG='TEXT'
		PARLOUR_GAMES=
		DISCORD_TOKEN="Bot of-the-variable"
		run => max-games=8 interactions=true log=text games=magic,permute token=Bot,of-the-variable
		PARLOUR_INTERACTIONS=`)
	wantSettings(t, settingsFile(t, "shards = 4\nstore = \"x.db\"\ninteractions = \"no\""), `
		run --config FILE => shards={0,3,4} store=x.db interactions=false
		run --config FILE --store= --max-games= --interactions= --log= --shards= => shards={0,3,4} store=x.db interactions=false max-games=8 log=text
		check --config FILE => store=x.db
		sandbox --config FILE => store= shards=1`)
}

// An empty variable is one that is not set, whatever it is of, and so is one of white space or of nothing in quotation
// marks.
//
//test:unwatched
func TestAnEmptyVariableIsNotSet(t *testing.T) {
	noSettings(t)
	for _, args := range []string{"run", "sandbox", "setup", "probe --channel 1", "verify x", "backup x", "restore x", "check", "compact", "health", "migrate", "move-store x y", "engine", "solve magic", "licenses", "version"} {
		want := parsed(t, strings.Fields(args)...)
		for _, empty := range []string{"", " ", "\t", `""`, "''"} {
			for _, node := range append([]*kong.Node{modelOf(t)}, modelOf(t).Children...) {
				for _, flag := range node.Flags {
					for _, name := range flag.Envs {
						t.Setenv(name, empty)
					}
				}
			}
			if got := parsed(t, strings.Fields(args)...); !reflect.DeepEqual(got, want) {
				t.Errorf("with variables of %q parlour %s has the settings %+v, want %+v", empty, args, got, want)
			}
			noSettings(t)
		}
	}
	wantSettings(t, settingsFile(t, "store = \"\"\ntoken = \"\"\ncopies = \"\"\nlog = \"\"\n"), "run --config FILE => store=parlour.db token= copies= log=text")
}

// What is wrong with a variable is one sentence with its name and what would be right.
func TestSentencesOfTheEnvironment(t *testing.T) {
	noSettings(t)
	for setting, want := range map[string]string{
		"PARLOUR_MAX_GAMES=many":                   "PARLOUR_MAX_GAMES: expected a whole number",
		"PARLOUR_MAX_DMS_DAY=1.5":                  "PARLOUR_MAX_DMS_DAY: expected a whole number",
		"PARLOUR_INTERACTIONS=perhaps":             "PARLOUR_INTERACTIONS: expected true or false",
		"PARLOUR_WEB=8080":                         "PARLOUR_WEB: expected an address such as 127.0.0.1:8080, not \"8080\"",
		"PARLOUR_WEB=localhost:99999":              "PARLOUR_WEB: expected an address such as 127.0.0.1:8080",
		"PARLOUR_API=discord.com":                  "PARLOUR_API: expected an address such as http://127.0.0.1:8080/api",
		"PARLOUR_API=ftp://discord.com/api":        "PARLOUR_API: expected an address such as http://127.0.0.1:8080/api",
		"PARLOUR_LOG=xml":                          `PARLOUR_LOG must be one of "text","json" but got "xml"`,
		"PARLOUR_SHARDS=all":                       "PARLOUR_SHARDS: shards are auto",
		"PARLOUR_PUBLIC_KEY=5a6e":                  "PARLOUR_PUBLIC_KEY: a public key is 64 hexadecimal digits",
		"PARLOUR_GAMES=checkers":                   `there is no game "checkers": PARLOUR_GAMES takes some of permute,`,
		"PARLOUR_STORE=mysql://a:a-secret@b/c":     "PARLOUR_STORE: expected a file such as parlour.db, or a PostgreSQL database by its address, postgres://",
		"PARLOUR_STORE=host=b password=a-secret":   "PARLOUR_STORE: expected a file such as parlour.db",
		"PARLOUR_STORE=sqlite:///a-secret.db":      "PARLOUR_STORE: expected a file such as parlour.db",
		"PARLOUR_STORE=postgres://a-secret:b:c":    "PARLOUR_STORE: the address of the database cannot be read: it is postgres://",
		"PARLOUR_STORE=postgres://a:a-secret/@b/c": "and in a password / is %2F, @ is %40 and % is %25",
		"PARLOUR_STORE=postgres://a@b/c?sslmode=a": "PARLOUR_STORE: what stands behind the ? of the database's address cannot be read: it is such as sslmode=verify-full",
		"PARLOUR_STORE=postgres:a:a-secret@b/c":    "PARLOUR_STORE: expected a file such as parlour.db",
		"PARLOUR_STORE=postgres//a:a-secret@b/c":   "PARLOUR_STORE: expected a file such as parlour.db",
		"PARLOUR_STORE=a:a-secret@b/c":             "PARLOUR_STORE: expected a file such as parlour.db",
		"PARLOUR_STORE=sqlite:parlour.db":          "PARLOUR_STORE: expected a file such as parlour.db",
		"PARLOUR_STORE=:memory:":                   "PARLOUR_STORE: expected a file such as parlour.db",
		"PARLOUR_STORE=~/x.db":                     "PARLOUR_STORE: only a shell knows what ~ or a variable stands for: write the name of the folder in full",
		"PARLOUR_STORE=~ann/x.db":                  "PARLOUR_STORE: only a shell knows",
		"PARLOUR_STORE=${HOME}/x.db":               "PARLOUR_STORE: only a shell knows",
		`PARLOUR_COPIES=%APPDATA%\copies`:          "PARLOUR_COPIES: only a shell knows",
		"PARLOUR_STORE=\u202aC:\\x.db":             "PARLOUR_STORE: the name of a file has a mark in it that shows nothing",
		"PARLOUR_STORE=C:\temp\ab.db":              "PARLOUR_STORE: the name of a file has no control characters such as a tab",
		"PARLOUR_COPIES=s3://a-secret/b":           "PARLOUR_COPIES: expected the name of a file, and not an address",
		"PARLOUR_CONFIG=/nowhere/x.toml":           "name another one with --config, or none",
		"DISCORD_TOKEN=123456789012345678":         "DISCORD_TOKEN is not a bot's token, because it is a number, as the application's ID is: press Reset Token",
		"DISCORD_TOKEN=DISCORD_TOKEN=a-secret":     "DISCORD_TOKEN is not a bot's token, because it has '=' in it, which no token has: press Reset Token",
		"DISCORD_TOKEN=a-\u200bsecret":             `because it has '\u200b' in it, which no token has`,
		"DISCORD_TOKEN_FILE=/nowhere/token":        "let DISCORD_TOKEN_FILE name a file that this account can read",
		"DISCORD_TOKEN_FILE=https://nowhere/token": "DISCORD_TOKEN_FILE: expected the name of a file, and not an address",
	} {
		name, value, _ := strings.Cut(setting, "=")
		t.Setenv(name, value)
		wantSentence(t, []string{"run"}, exitUsage, want)
		noSettings(t)
	}
	t.Setenv("DISCORD_TOKEN", "a")
	t.Setenv("DISCORD_TOKEN_FILE", "b")
	wantSentence(t, []string{"run"}, exitUsage, "given twice, by DISCORD_TOKEN and by DISCORD_TOKEN_FILE")
}

// What is wrong with the file is one sentence with the file, the key and what would be right.
func TestSentencesOfTheFile(t *testing.T) {
	noSettings(t)
	for text, want := range map[string]string{
		"stroe = \"x.db\"":                   `"stroe" in FILE is not a setting: choose one of addr, api, `,
		"waits = \"4s\"":                     `"waits" in FILE is not a setting`,
		"config = \"other.toml\"":            `"config" in FILE is not a setting`,
		"[run]\nweb = \":1\"":                `"run" in FILE is not a setting`,
		"max-games = \"many\"":               "max-games in FILE: expected a whole number",
		"max-games = many":                   "max-games in line 1 of FILE: expected a whole number",
		"interactions = yes":                 "interactions in line 1 of FILE: expected true or false, and nothing behind it",
		"games = permute, magic":             `games in line 1 of FILE: expected a list such as ["permute", "magic"]`,
		"token = “a-secret”":                 "token in line 1 of FILE: expected text in quotation marks, as in token = \"…\"",
		"token =":                            "token in line 1 of FILE: expected text in quotation marks",
		"store = \"C:\\Users\\ann\\x.db\"":   `store in line 1 of FILE has a backslash between double quotation marks: put it between single ones, as in store = 'C:\Users\ann\x.db'`,
		"store = \"C:\\temp\\no.db\"":        "store in FILE: the name of a file has no control characters",
		"copies = \"C:\\bots\\no\"":          "copies in FILE: the name of a file has no control characters",
		"token-file = \"C:\\fun\\no\"":       "token-file in FILE: the name of a file has no control characters",
		"store = \"mysql://a:a-secret@b/c\"": "store in FILE: expected a file such as parlour.db, or a PostgreSQL database by its address",
		"MAX_GAMES = 3":                      `"MAX_GAMES" in FILE is not a setting: write max-games`,
		"DISCORD_TOKEN = \"a-secret\"":       `"DISCORD_TOKEN" in FILE is not a setting: write token`,
		"max-games = [3]":                    "max-games in FILE: expected a whole number",
		"max-games = 3.5":                    "max-games in FILE: expected a whole number",
		"interactions = \"perhaps\"":         "interactions in FILE: expected true or false",
		"interactions = 2":                   "interactions in FILE: expected true or false",
		"games = [permute, magic]":           `games in line 1 of FILE: expected a list such as ["permute", "magic"], and nothing behind it`,
		"shards = 0-7/16":                    `shards in line 1 of FILE: expected text in quotation marks, as in shards = "…", and nothing behind it`,
		"token = 'a-secret":                  "token in line 1 of FILE: expected text in quotation marks, as in token = \"…\", and nothing behind it",
		"token = \"a-secret\";":              "token in line 1 of FILE: expected text in quotation marks, as in token = \"…\", and nothing behind it",
		"DISCORD_TOKEN=a-secret":             "DISCORD_TOKEN in line 1 of FILE: expected text in quotation marks, as in token = \"…\"",
		"games = [3]":                        `games in FILE: expected a list such as ["permute", "magic"]`,
		"games = 3":                          `games in FILE: expected a list such as ["permute", "magic"]`,
		"games = [\"checkers\"]":             `there is no game "checkers": games in FILE takes some of permute,`,
		"store = true":                       "store in FILE: expected text in quotation marks",
		"shards = \"all\"":                   "shards in FILE: shards are auto, a number such as 4, or some of a number such as 0-7/16",
		"public-key = \"5a6e\"":              "public-key in FILE: a public key is 64 hexadecimal digits",
		"web = \"9090\"":                     "web in FILE: expected an address such as 127.0.0.1:8080, not \"9090\"",
		"log = \"xml\"":                      `log in FILE must be one of "text","json" but got "xml"`,
		"log-level = \"loud\"":               `log-level in FILE must be one of "debug","info","warn","error" but got "loud"`,
		"token = \"t\"\ntoken-file = \"f\"":  "given twice, by token in FILE and by token-file in FILE",
		"token-file = \"/nowhere/token\"":    "let token-file in FILE name a file that this account can read",
		"\nstore = x.db":                     "store in line 2 of FILE: expected text in quotation marks, as in store = \"…\"",
		"web = \":1\"\nweb = \":2\"":         "web in line 2 of FILE is there for the second time: leave one of them out",
		"token = a-secret.of-mine":           "token in line 1 of FILE: expected text in quotation marks, as in token = \"…\"",
		"token = \"123456789012345678\"":     "token in FILE is not a bot's token, because it is a number",
		"a setting":                          "line 1 of FILE is not TOML: a setting is a line such as store",
		"token = [\"a-secret\"]":             "token in FILE: expected text in quotation marks",
		"api = \"http://127.0.0.1:1\"\ntoken = \"a-secret\"\nstore = \"/dev/\"": "store",
	} {
		path := settingsFile(t, text)
		code, _, stderr := run(t, "run", "--config", path)
		stderr = strings.ReplaceAll(withoutStart(stderr), path, "FILE")
		if code == exitOK || !strings.Contains(stderr, want) || strings.Count(stderr, "\n") != 1 || strings.Contains(stderr, "a-secret") {
			t.Errorf("of %q it says %d, %q; want %q", text, code, stderr, want)
		}
	}
	wantSentence(t, []string{"run", "--config", "/nowhere/parlour.toml"}, exitUsage, "/nowhere/parlour.toml: no such file or directory: name another one with --config, or none")
}

// The log warns of a store, and of a file of settings with a secret, that others can read.
func TestReadableFilesAreWarnedOf(t *testing.T) {
	noSettings(t)
	store := filepath.Join(t.TempDir(), "open.db")
	must(t, openedStore(t, store).Close())
	config := []string{"run", "--config"}
	const warning = "others on this machine can read the settings file"
	for _, c := range []struct {
		file, warning string
		secret        bool
		args          []string
	}{
		{store, "chmod 600", true, []string{"run", "--token", "t", "--api", "http://127.0.0.1:1", "--store"}},
		{settingsFile(t, "token = \"t\"\nstore = \"/nowhere/x\""), warning, true, config},
		{settingsFile(t, "store = \"/nowhere/x\""), warning, false, config},
		{settingsFile(t, "store = \"postgres://a:b@127.0.0.1:1/c\""), warning, true, []string{"check", "--config"}},
	} {
		for mode, open := range map[os.FileMode]bool{0o600: false, 0o640: true, 0o604: true} {
			must(t, os.Chmod(c.file, mode))
			_, _, stderr := run(t, append(c.args, c.file)...)
			if strings.Contains(stderr, c.warning) != (c.secret && open) {
				t.Errorf("of %s of mode %o it says %q", c.file, mode, stderr)
			}
		}
	}
}

// The example that the documents have is read, with all that stands behind # too, and names every setting of
// parlour run; what it gives as a default is one.
func TestTheExampleOfSettingsIsRead(t *testing.T) {
	noSettings(t)
	if c := parsed(t, "run", "--config", "../../docs/parlour.toml"); c.Run.Token.File != "/etc/parlour/token" || c.Log.Format != "json" {
		t.Errorf("the example gives %+v", c)
	}
	text, err := os.ReadFile("../../docs/parlour.toml")
	must(t, err)
	whole := regexp.MustCompile(`(?m)^# ([a-z-]+ = )`).ReplaceAllString(string(text), "$1")
	whole = strings.Replace(whole, "token-file =", "# token-file =", 1) // it goes without the other
	path := settingsFile(t, whole)
	if c := parsed(t, "run", "--config", path); c.Run.Token.Token != "…" || !c.Run.Interactions || c.Run.Caps != parsed(t, "run").Run.Caps || c.Run.Budget != parsed(t, "run").Run.Budget {
		t.Errorf("the example gives %+v without its #", c)
	}
	model := modelOf(t)
	for _, flag := range slices.Concat(model.Flags, command(model, "run").Flags) {
		if setup.Settable(flag) && !regexp.MustCompile(`(?m)^(# )?`+flag.Name+` = `).Match(text) {
			t.Errorf("the example lacks %s", flag.Name)
		}
	}
}

// modelOf returns the program's command line as kong knows it.
func modelOf(t *testing.T) *kong.Node {
	t.Helper()
	parser, err := new(cli).parser(new(setup.File), io.Discard, io.Discard)
	must(t, err)
	return parser.Model.Node
}

// command returns a subcommand.
func command(model *kong.Node, name string) *kong.Node {
	return model.Children[slices.IndexFunc(model.Children, func(n *kong.Node) bool { return n.Name == name })]
}

// Each flag that can come from the environment stands in one row of one table, with its name there and its
// default, and the table has no others.
func TestEachSettingStandsInOneTable(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*.md")
	must(t, err)
	told, known := map[string][]string{}, map[string]bool{}
	row := regexp.MustCompile("(?m)^\\| [^|]* \\| `--([a-z-]+)` \\| `([A-Z_]+)` \\| ([^|;]*[^|; ])")
	for _, page := range append(pages, "../../README.md") {
		text, err := os.ReadFile(page)
		must(t, err)
		for _, cells := range row.FindAllStringSubmatch(string(text), -1) {
			if told[cells[1]] != nil {
				t.Errorf("--%s stands in two rows", cells[1])
			}
			told[cells[1]] = cells[2:]
		}
	}
	model := modelOf(t)
	for _, node := range append([]*kong.Node{model}, model.Children...) {
		for _, flag := range node.Flags {
			if flag.Hidden || len(flag.Envs) == 0 {
				continue
			}
			cells := append(told[flag.Name], "", "")
			standard := strings.Trim(cells[1], "`")
			right := standard == flag.Default
			if !flag.HasDefault { // which words tell, but of a truth
				right = flag.IsBool() == (standard == "no") && !strings.ContainsAny(cells[1][:min(1, len(cells[1]))], "`0123456789")
			}
			if right = right || known[flag.Name]; !right || cells[0] != flag.Envs[0] { // another command may have another default
				t.Errorf("of --%s, which is %s in the environment, by default %q, the documents tell %q", flag.Name, flag.Envs[0], flag.Default, told[flag.Name])
			}
			known[flag.Name] = true
		}
	}
	for name := range told {
		if !known[name] {
			t.Errorf("a table has --%s, which cannot come from the environment", name)
		}
	}
}

// What documents tell to type is there: the subcommand, and each flag.
func TestCommandsOfDocumentsAreThere(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*.md")
	must(t, err)
	model, seen := modelOf(t), 0
	fenced := regexp.MustCompile("(?s)```sh\n(.*?)```")
	typed := regexp.MustCompile(`(?m)(?:^|\s)(?:\./|go run \./cmd/)?parlour ([a-z][a-z-]*)([^\n#]*)`)
	for _, page := range append(pages, "../../README.md", "../../CONTRIBUTING.md") {
		text, err := os.ReadFile(page)
		must(t, err)
		for _, block := range fenced.FindAllStringSubmatch(string(text), -1) {
			for _, line := range typed.FindAllStringSubmatch(block[1], -1) {
				if strings.HasPrefix(line[0], " parlour") { // an argument of another program
					continue
				}
				seen++
				i := slices.IndexFunc(model.Children, func(n *kong.Node) bool { return n.Name == line[1] })
				if i < 0 {
					t.Errorf("%s has %q, and there is no parlour %s", page, line[0], line[1])
					continue
				}
				for word := range strings.FieldsSeq(line[2]) {
					name, isFlag := strings.CutPrefix(word, "--")
					name, _, _ = strings.Cut(name, "=")
					if isFlag && !slices.ContainsFunc(slices.Concat(model.Flags, model.Children[i].Flags), func(f *kong.Flag) bool { return f.Name == name }) {
						t.Errorf("%s has %q, and parlour %s has no --%s", page, line[0], line[1], name)
					}
				}
			}
		}
	}
	if seen < 7 {
		t.Errorf("the documents have %d lines to type only", seen)
	}
}

// The log is written as text or as JSON, from a level on, and begins with the version.
func TestHowTheLogIsWritten(t *testing.T) {
	noSettings(t)
	dead := []string{"run", "--token", "a-secret", "--api", "http://127.0.0.1:1", "--copies", "none", "--store"}
	store := func() string { return filepath.Join(t.TempDir(), "x.db") }
	version = "v1.2.3"
	defer func() { version = "" }()
	_, _, stderr := run(t, append(dead, store(), "--log", "json", "--log-level", "debug")...)
	lines := strings.Split(strings.TrimSpace(stderr), "\n")
	for i, line := range lines[:len(lines)-1] { // the last one is the sentence for the person who started it
		var record map[string]any
		if err := json.Unmarshal([]byte(line), &record); err != nil {
			t.Errorf("line %d is no JSON: %q", i, line)
		}
		if i == 0 && (record["msg"] != "Parlour starts" || record["version"] != "v1.2.3") {
			t.Errorf("the log begins with %q", line)
		}
	}
	if !strings.Contains(stderr, `"level":"DEBUG","msg":"a request to Discord"`) || strings.Contains(stderr, "a-secret") {
		t.Errorf("at debug the log is %s", stderr)
	}
	if _, _, stderr := run(t, append(dead, store())...); !strings.HasPrefix(stderr, "time=") || strings.Contains(stderr, "level=DEBUG") {
		t.Errorf("without a setting the log is %s", stderr)
	}
	if _, _, stderr := run(t, append(dead, store(), "--log-level", "warn")...); strings.Contains(stderr, "level=") {
		t.Errorf("at warn the log is %s", stderr)
	}
	wantSentence(t, []string{"run", "--log", "xml"}, exitUsage, `--log must be one of "text","json" but got "xml"`)
	wantSentence(t, []string{"run", "--log-level", "loud"}, exitUsage, "--log-level must be one of")
}

// The version is the same as a command and as a flag.
func TestVersion(t *testing.T) {
	version = "v1.2.3"
	defer func() { version = "" }()
	code, told, stderr := run(t, "version")
	if code != exitOK || !strings.HasPrefix(told, "parlour v1.2.3, go1.") || stderr != "" {
		t.Errorf("parlour version: %d, %q, %q", code, told, stderr)
	}
	if code, flag, _ := run(t, "--version"); code != exitOK || flag != told {
		t.Errorf("parlour --version: %d, %q, want %q", code, flag, told)
	}
}
