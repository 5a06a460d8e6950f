package main

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"parlour/bot/bottest"
	"parlour/cmd/parlour/setup"
	"parlour/commands/world"
)

// Before a person, a bot that runs says so in words, which the log of parlour run with arguments alone does not.
func TestAloneItSaysThatItRuns(t *testing.T) {
	noSettings(t)
	t.Chdir(t.TempDir())
	base, end := openSandbox(t, "--no-bot", "--token", "a-word")
	defer end()
	put(t, setup.DefaultFile, "token = \"a-word\"\napi = \""+base+"\"\ncopies = \"none\"\n")
	person, program := bottest.Terminal(t)
	ctx, leave := soon(t, "a bot that runs")
	ended := make(chan int, 1)
	go func() { ended <- Run(ctx, nil, program, program, io.Discard) }()
	var said []byte
	for b := make([]byte, 1000); !bytes.Contains(said, []byte("Invite it: https://discord.com/oauth2/")); {
		n, err := person.Read(b)
		must(t, err)
		said = append(said, b[:n]...)
	}
	var stderr bytes.Buffer
	if code := Run(t.Context(), nil, program, program, &stderr); code != exitFailed || !strings.Contains(stderr.String(), "parlour: Parlour runs already in another window: ") {
		t.Errorf("in a second window it ends with %d, %s", code, stderr.String())
	}
	leave()
	if code := world.Receive(t, ended, "the end of the bot"); code != exitOK || !bytes.Contains(said, []byte("Parlour is running.")) {
		t.Errorf("it ends with %d and says %s", code, said)
	}
}

// Without arguments, in a terminal, the program asks for a token until it has one, and runs from then on.
func TestAloneInATerminal(t *testing.T) {
	noSettings(t)
	t.Chdir(t.TempDir())
	person, program := bottest.Terminal(t)
	var stderr bytes.Buffer
	ctx, leave := soon(t, "a question")
	ended := make(chan int, 1)
	go func() { ended <- Run(ctx, nil, program, program, &stderr) }()
	var said []byte
	for b := make([]byte, 1000); !bytes.HasSuffix(said, []byte("Token: ")); {
		n, err := person.Read(b)
		must(t, err)
		said = append(said, b[:n]...)
	}
	leave()
	if code := world.Receive(t, ended, "the end of setup"); code != exitFailed || !strings.Contains(stderr.String(), "setup was left before its end") {
		t.Errorf("setup ends with %d, %s", code, stderr.String())
	}
	put(t, setup.DefaultFile, "token = \"t\"\napi = \"http://127.0.0.1:1\"\ncopies = \"none\"\n")
	stderr.Reset()
	if code := Run(t.Context(), nil, program, program, &stderr); code != exitFailed || !strings.Contains(stderr.String(), "cannot reach Discord") {
		t.Errorf("with a token it ends with %d, %s", code, stderr.String())
	}
}
