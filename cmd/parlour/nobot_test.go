package main

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"parlour/commands/world"
)

// openSandbox runs parlour sandbox, and returns its address once it greets. end stops it, checks that
// it ends well, and returns what it has printed.
func openSandbox(t *testing.T, args ...string) (base string, end func() string) {
	t.Helper()
	ctx, cancel := context.WithCancel(soon(t, "parlour sandbox "+strings.Join(args, " ")))
	greeted, ended := make(chan string, 1), make(chan int, 1)
	out := &trigger{on: "/?as="}
	out.do = func() { greeted <- regexp.MustCompile(`http://[^/]+`).FindString(out.said.String()) }
	go func() {
		ended <- Run(ctx, append([]string{"sandbox", "--addr", "127.0.0.1:0"}, args...), strings.NewReader(""), out, os.Stderr)
	}()
	return world.Receive(t, greeted, "the greeting of a sandbox"), func() string {
		t.Helper()
		cancel()
		if code := world.Receive(t, ended, "the end of the sandbox"); code != 0 {
			t.Errorf("the sandbox ended with %d", code)
		}
		return out.said.String()
	}
}

// A bot in any language finds its Discord, and its people are those of a file.
func TestASandboxForAnyBot(t *testing.T) {
	file := filepath.Join(t.TempDir(), "people.json")
	put(t, file, `{"bot": "Tally", "people": [{"name": "mia"}, {"name": "noah"}], "servers": [{"name": "Office", "channels": ["general"]}]}`)
	base, end := openSandbox(t, "--no-bot", "--token", "a-word", "--people", file)
	b := &guests{t, t.Context(), base + "/control"}
	told := b.gets("", nil)
	if len(told.People) != 2 || told.People[0].Name != "mia" {
		t.Errorf("the control tells of %+v", told)
	}
	if name := botName(t, told.API, "a-word"); name != "Tally" {
		t.Errorf("the bot is %q", name)
	}
	if said := end(); strings.Contains(said, "a-word") {
		t.Errorf("the token that was given is printed: %s", said)
	}
}

// A bot of somebody else's gets interactions over HTTP, signed with the key that the sandbox prints.
func TestASandboxForABotOverHTTP(t *testing.T) {
	pinged := make(chan http.Header, 1000)
	bot := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case pinged <- r.Header:
		default:
		}
		w.WriteHeader(http.StatusUnauthorized) // as to a wrong signature
	}))
	defer bot.Close()
	_, end := openSandbox(t, "--no-bot", "--interactions-url", bot.URL+"/here")
	if got := world.Receive(t, pinged, "a PING"); len(got.Get("X-Signature-Ed25519")) != 128 || got.Get("X-Signature-Timestamp") == "" {
		t.Errorf("the PING has the headers %v", got)
	}
	if said := end(); !regexp.MustCompile(`public key is [0-9a-f]{64}\.`).MatchString(said) || !strings.Contains(said, "Interactions go to "+bot.URL+"/here, and none to the gateway.") {
		t.Errorf("the sandbox says %s", said)
	}
}

// botName asks Discord's API for the name of the bot.
func botName(t *testing.T, api, token string) string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), "GET", api+"/v10/users/@me", nil)
	must(t, err)
	r.Header.Set("Authorization", "Bot "+token)
	got, err := (&http.Client{Timeout: patience}).Do(r)
	must(t, err)
	defer got.Body.Close()
	var bot struct{ Username string }
	if err := json.NewDecoder(got.Body).Decode(&bot); err != nil || got.StatusCode != http.StatusOK {
		t.Errorf("asked for the bot, the API answers %s, %v", got.Status, err)
	}
	return bot.Username
}

// insists has a person act until the bot answers in time, which it may not do on a slow machine.
func (b *guests) insists(path string, body map[string]any) {
	b.t.Helper()
	for late := time.Now().Add(patience); b.ask(path, body).Error != ""; {
		if time.Now().After(late) {
			b.t.Fatalf("in %v this was not answered: %s %v", patience, path, body)
		}
	}
}

// The control plays with Parlour as with any bot, over the gateway and over HTTP.
func TestAProgramPlaysByTheControl(t *testing.T) {
	for _, args := range [][]string{nil, {"--interactions"}} {
		playByControl(t, args...)
	}
}

// playByControl has a program play with Parlour in a sandbox.
func playByControl(t *testing.T, args ...string) {
	t.Helper()
	base, end := openSandbox(t, args...)
	b := &guests{t, t.Context(), base + "/control"}
	b.gets("/ready", nil, "seconds", "60")
	b.insists("/ann/slash", map[string]any{"in": "#games", "line": "/play game:magic opponent:@ben first:me"})
	challenge := b.gets("/ben/wait", nil, "in", "#games", "seconds", "60").Message
	b.insists("/ben/click", map[string]any{"message": challenge.ID, "button": "Accept"})
	b.gets("/ann/wait", nil, "text", "here we go", "seconds", "60")
	b.wantNoneBroken()
	end()
}
