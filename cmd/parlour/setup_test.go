package main

import (
	"strings"
	"testing"

	"parlour/cmd/parlour/setup"
)

// From nothing but the program and a token to a bot that runs: what parlour setup writes, parlour run finds.
func TestFromSetupToABotThatRuns(t *testing.T) {
	noSettings(t)
	t.Chdir(t.TempDir())
	base, end := openSandbox(t, "--no-bot", "--token", "a-word")
	code, stdout, stderr := run(t, "setup", "--token", "a-word", "--api", base)
	if code != exitOK || stderr != "" || !strings.Contains(stdout, "The token is in ") || strings.Contains(stdout, "a-word") {
		t.Fatalf("parlour setup: %d, %s%s", code, stdout, stderr)
	}
	if c := parsed(t, "run"); c.Run.Token.Token != "a-word" || c.Run.API != base || setup.Exposed(setup.DefaultFile) {
		t.Errorf("parlour run has the settings %+v", c.Run)
	}
	ctx, cancel := soon(t, "a bot that gets ready")
	said := &trigger{on: "Parlour is ready", do: cancel}
	if code := Run(ctx, []string{"run"}, strings.NewReader(""), said, said); code != exitOK {
		t.Errorf("parlour run: %d, %s", code, said.said.String())
	}
	link := stdout[strings.Index(stdout, "https://discord.com/oauth2/"):]
	link, _, _ = strings.Cut(link, "\n")
	if !strings.Contains(said.said.String(), `invite="`+link+`"`) {
		t.Errorf("parlour run prints another link than %s: %s", link, said.said.String())
	}
	end()
}

// The file of settings is that of the folder, unless another one is named. Setup reads it by itself, so that
// it can tell of a wrong one.
func TestTheFileOfSettingsOfTheFolder(t *testing.T) {
	noSettings(t)
	named := settingsFile(t, "max-games = 8")
	t.Chdir(t.TempDir())
	wantSettings(t, "", "run => max-games=50")
	put(t, setup.DefaultFile, "max-games = 7\nstore = \"x.db\"")
	wantSettings(t, named, `
		run => max-games=7 store=x.db
		backup x => store=x.db
		run --config FILE => max-games=8 store=parlour.db`)
	put(t, setup.DefaultFile, "max-games = x")
	wantSentence(t, []string{"run"}, exitUsage, "max-games in line 1 of parlour.toml: expected a whole number")
	parsed(t, "setup")
	wantSentence(t, []string{"setup"}, exitFailed, "setup asks questions, and there is no terminal to ask them in")
	wantSentence(t, []string{"setup", "--token", "a", "--token-file", "b"}, exitUsage, "given twice, by --token and by --token-file")
	if code, told, _ := run(t, "--help"); code != exitOK || !strings.Contains(told, "setup") {
		t.Errorf("parlour --help: %d, %s", code, told)
	}
}

// Without arguments and without a terminal it runs if it has a token, and says what there is if not. Help is help.
func TestAloneWithoutATerminal(t *testing.T) {
	noSettings(t)
	t.Chdir(t.TempDir())
	wantSentence(t, nil, exitUsage, "parlour --help lists what there is")
	put(t, setup.DefaultFile, "token = \"t\"\napi = \"http://127.0.0.1:1\"\ncopies = \"none\"\n")
	if code, _, stderr := run(t); code != exitFailed || !strings.Contains(stderr, "cannot reach Discord") {
		t.Errorf("with a token it ends with %d, %s", code, stderr)
	}
	if code, told, _ := run(t, "help"); code != exitOK || !strings.Contains(told, "Host games on Discord.") {
		t.Errorf("parlour help: %d, %s", code, told)
	}
	if code, told, _ := run(t, "help", "run"); code != exitOK || !strings.Contains(told, "--shards") {
		t.Errorf("parlour help run: %d, %s", code, told)
	}
}
