package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A bot in any language finds its Discord, and its people are those of a file.
func TestASandboxForAnyBot(t *testing.T) {
	file := filepath.Join(t.TempDir(), "people.json")
	if err := os.WriteFile(file, []byte(`{"bot": "Tally", "people": [{"name": "mia"}, {"name": "noah"}], "servers": [{"name": "Office", "channels": ["general"]}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(soon(t, "a sandbox without a bot"))
	defer cancel()
	var told struct {
		API    string
		People []struct{ Name string }
	}
	var bot struct{ Username string }
	out := &trigger{on: "to be Noah.\n"}
	out.do = func() {
		defer cancel()
		base := regexp.MustCompile(`http://[^/]+`).FindString(out.said.String())
		getJSON(ctx, t, base+"/control", "", &told)
		getJSON(ctx, t, told.API+"/v10/users/@me", "Bot a-word", &bot)
	}
	if code := Run(ctx, []string{"sandbox", "--no-bot", "--addr", "127.0.0.1:0", "--token", "a-word", "--people", file}, strings.NewReader(""), out, os.Stderr); code != 0 {
		t.Errorf("the sandbox ended with %d", code)
	}
	if len(told.People) != 2 || told.People[0].Name != "mia" || bot.Username != "Tally" {
		t.Errorf("the control tells of %+v, and the bot is %q", told, bot.Username)
	}
	if strings.Contains(out.said.String(), "a-word") {
		t.Errorf("the token that was given is printed: %s", out.said.String())
	}
}

// The control plays with Parlour as with any bot.
func TestAProgramPlaysByTheControl(t *testing.T) {
	ctx, cancel := context.WithCancel(soon(t, "a sandbox that a program plays on"))
	defer cancel()
	base := make(chan string, 1)
	out := &trigger{on: "to be Ben.\n"}
	out.do = func() { base <- regexp.MustCompile(`http://[^/]+`).FindString(out.said.String()) }
	ended := make(chan int)
	go func() {
		ended <- Run(ctx, []string{"sandbox", "--addr", "127.0.0.1:0"}, strings.NewReader(""), out, os.Stderr)
	}()
	url := <-base + "/control"
	getJSON(ctx, t, url+"/ready?seconds=60", "", &struct{}{})
	postJSON(ctx, t, url+"/ann/slash", `{"in": "#games", "line": "/play game:magic opponent:@ben first:me"}`)
	var challenge, turn answered
	getJSON(ctx, t, url+"/ben/wait?in=%23games&seconds=60", "", &challenge)
	postJSON(ctx, t, url+"/ben/click", fmt.Sprintf(`{"message": %q, "button": "Accept"}`, challenge.Message.ID))
	getJSON(ctx, t, url+"/ann/wait?text=here+we+go&seconds=60", "", &turn)
	getJSON(ctx, t, url+"/broken", "", &turn)
	if len(turn.Broken) > 0 {
		t.Errorf("the requests %s broke a rule", turn.Broken)
	}
	cancel()
	if code := <-ended; code != 0 {
		t.Errorf("the sandbox ended with %d", code)
	}
}

// answered is an answer of the control.
type answered struct {
	Error   string
	Message struct{ ID, Content string }
	Broken  []json.RawMessage
}

func getJSON(ctx context.Context, t *testing.T, url, authorization string, v any) {
	t.Helper()
	r, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		t.Error(err)
		return
	}
	if authorization != "" {
		r.Header.Set("Authorization", authorization)
	}
	read(t, r, v)
}

func postJSON(ctx context.Context, t *testing.T, url, body string) (out answered) {
	t.Helper()
	r, err := http.NewRequestWithContext(ctx, "POST", url, strings.NewReader(body))
	if err != nil {
		t.Error(err)
		return
	}
	read(t, r, &out)
	return out
}

// read sends a request and reads the JSON of its answer, which is no refusal.
func read(t *testing.T, r *http.Request, v any) {
	t.Helper()
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Error(err)
		return
	}
	defer got.Body.Close()
	var text bytes.Buffer
	if _, err = text.ReadFrom(got.Body); err == nil {
		err = json.Unmarshal(text.Bytes(), v)
	}
	if err != nil || got.StatusCode != http.StatusOK {
		t.Errorf("%s %s: %s, %s, %v", r.Method, r.URL, got.Status, text.String(), err)
	}
}

func TestSandboxFlagsThatDoNotFit(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"sandbox", "--no-bot", "--script", "-"}, 2, "goes without --no-bot"},
		{[]string{"sandbox", "--no-bot", "--store", "x.db"}, 2, "with --no-bot there is none"},
		{[]string{"sandbox", "--no-bot", "--addr", "127.0.0.1:0", "--people", filepath.Join(dir, "none.json")}, 1, "none.json"},
		{[]string{"sandbox", "--no-bot", "--addr", "127.0.0.1:0", "--token", "two words"}, 1, "a token is one word"},
	} {
		wantSentence(t, c.args, c.code, c.want)
	}
}
