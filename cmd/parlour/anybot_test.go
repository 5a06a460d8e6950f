package main

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/commands/world"
)

// foreign is where the bots on other libraries lie.
const foreign = "../../bot/sandbox/testdata/"

// TestArikawaPlays and TestErisPlays are further opinions of the sandbox, from outside: two
// bots on libraries of other people, each its own program, log in to parlour sandbox --no-bot
// and talk with people whom the control plays.
//
//test:unwatched
func TestArikawaPlays(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tally")
	build := exec.CommandContext(soon(t, "go build of a bot on arikawa"), "go", "build", "-mod=readonly", "-o", file, ".")
	build.Dir = foreign + "arikawa"
	if out, err := build.CombinedOutput(); err != nil {
		lacking(t, "go could not build the bot on arikawa: "+err.Error()+"\n"+string(out))
	}
	lunch(t, exec.Command(file))
}

//test:unwatched
func TestErisPlays(t *testing.T) {
	for _, tool := range []string{"node", "npm"} {
		if _, err := exec.LookPath(tool); err != nil {
			lacking(t, tool+" is not here: install Debian's nodejs and npm to have eris try the sandbox")
		}
	}
	dir := t.TempDir()
	must(t, os.CopyFS(dir, os.DirFS(foreign+"eris")))
	npm := exec.CommandContext(soon(t, "npm ci of eris"), "npm", "ci", "--ignore-scripts", "--omit=optional", "--prefer-offline")
	npm.Dir, npm.WaitDelay = dir, 5*time.Second
	if out, err := npm.CombinedOutput(); err != nil {
		lacking(t, "npm could not install eris: "+err.Error()+"\n"+string(out))
	}
	node := exec.Command("node", "client.js")
	node.Dir = dir
	lunch(t, node)
}

// lacking skips a test for which something cannot be fetched. In CI it fails the test.
func lacking(t *testing.T, what string) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatal(what)
	}
	t.Skip(what)
}

// guests are the people in a sandbox, whom the control plays.
type guests struct {
	t     *testing.T
	alive context.Context // while the bot runs
	url   string          // of the control
}

// lunch runs a bot in a sandbox of its own, and has the whole conversation with it.
func lunch(t *testing.T, bot *exec.Cmd) {
	t.Helper()
	people := filepath.Join(t.TempDir(), "people.json")
	put(t, people, `{"bot": "Tally", "people": [{"name": "mia"}, {"name": "noah"}], "servers": [{"name": "Office", "channels": ["general"], "roles": [{"name": "cooks", "people": ["mia"]}]}]}`)
	token := "MTEwMDAwMDAwMDAwMDAwMDAwMg.tables.abcdefghijklmnopqrstuvwxyz0"
	sandbox, end := openSandbox(t, "--no-bot", "--people", people, "--token", token)
	var said bytes.Buffer
	bot.Env = append(os.Environ(), "SANDBOX="+sandbox, "TOKEN="+token)
	bot.Stdout, bot.Stderr, bot.WaitDelay = &said, &said, 5*time.Second
	stdin, err := bot.StdinPipe()
	if err == nil {
		err = bot.Start()
	}
	must(t, err)
	left := make(chan error, 1)
	alive, died := context.WithCancel(t.Context())
	go func() {
		left <- bot.Wait()
		died()
	}()
	defer func() {
		stdin.Close()
		if err := world.Receive(t, left, "the end of the bot"); err != nil || said.Len() > 0 {
			t.Errorf("the bot ended with %v and said:\n%s", err, said.String())
		}
		end()
	}()
	b := &guests{t, alive, sandbox + "/control"}
	poll := b.poll()
	b.menus(poll)
	b.modal(poll)
	b.elsewhere(poll)
	b.dice()
	b.show()
	b.apps()
	b.wantNoneBroken()
}

// seen is what the control answers.
type seen struct {
	Error    string
	File     string
	Commands []string
	Message  *struct {
		ID, Channel, Author, Content string
		Ephemeral, Edited            bool
		Attachments                  []struct {
			Name, URL, Type string
			Width, Height   int
		}
		Rows [][]struct {
			Label, Placeholder string
			Options            []struct{ Label string }
		}
		Pings []string
	}
	Messages []struct{ ID, Content string }
	Form     *struct {
		ID, Title string
		Inputs    []struct{ Label string }
	}
	Choices []struct{ Name, Value string }
	Pings   []struct{ Text, From string }
	Places  []struct{ Name, Parent string }
	Broken  []json.RawMessage

	API    string
	People []struct{ Name string }
}

// ask asks the control. An empty body is a GET, with the pairs as its query.
func (b *guests) ask(path string, body map[string]any, query ...string) (out seen) {
	b.t.Helper()
	method, text, values := "GET", []byte(nil), url.Values{}
	for i := 0; i+1 < len(query); i += 2 {
		values.Set(query[i], query[i+1])
	}
	if body != nil {
		method = "POST"
		text, _ = json.Marshal(body)
	}
	r, err := http.NewRequestWithContext(b.alive, method, b.url+path+"?"+values.Encode(), bytes.NewReader(text))
	must(b.t, err)
	got, err := (&http.Client{Timeout: patience}).Do(r)
	must(b.t, err)
	defer got.Body.Close()
	if err := json.NewDecoder(got.Body).Decode(&out); err != nil {
		b.t.Fatalf("%s: %s, %v", path, got.Status, err)
	}
	return out
}

// gets asks the control for something that is not refused.
func (b *guests) gets(path string, body map[string]any, query ...string) seen {
	b.t.Helper()
	got := b.ask(path, body, query...)
	if got.Error != "" {
		b.t.Fatalf("%s %v %v: %s", path, body, query, got.Error)
	}
	return got
}

// reads asks the control for something that has a message as its answer, and checks the text.
func (b *guests) reads(want, path string, body map[string]any, query ...string) seen {
	b.t.Helper()
	got := b.ask(path, body, query...)
	if got.Message == nil || got.Message.Content != want {
		b.t.Fatalf("%s %v %v: %+v %+v, want %q", path, body, query, got, got.Message, want)
	}
	return got
}

// poll has a command completed and used, and returns the id of the poll.
func (b *guests) poll() (id string) {
	t := b.t
	if got := b.ask("/ready", nil, "seconds", "60"); !slices.Equal(got.Commands, []string{"dice sides", "menus", "poll", "secret", "show"}) {
		t.Fatalf("the bot has the commands %q (%s)", got.Commands, got.Error)
	}
	got := b.ask("/mia/complete", map[string]any{"in": "#general", "line": "/poll topic:lu"})
	if len(got.Choices) != 2 || got.Choices[0].Name != "The lunch" || got.Choices[1].Value != "lupins" {
		t.Errorf("lu is completed to %+v (%s)", got.Choices, got.Error)
	}
	poll := b.reads("Noah, lunch?", "/mia/slash", map[string]any{"in": "#general", "line": "/poll topic:lunch with:@noah"}).Message
	if len(poll.Attachments) != 1 || poll.Attachments[0].Name != "plate.png" || poll.Attachments[0].Type != "image/png" || poll.Attachments[0].Width != 1 {
		t.Errorf("the poll has the files %+v", poll.Attachments)
	}
	if len(poll.Rows) != 3 || len(poll.Rows[0]) != 5 || poll.Rows[0][3].Label != "Send me" || len(poll.Rows[1][0].Options) != 3 || poll.Rows[2][0].Placeholder != "Whom" {
		t.Errorf("the poll has the components %+v", poll.Rows)
	}
	only := b.reads("Only you read this.", "/mia/wait", nil, "in", "#general", "text", "Only")
	if got := b.ask("/noah/sees", nil, "in", "#general"); !only.Message.Ephemeral || len(got.Messages) != 1 {
		t.Errorf("noah sees %+v, want the poll alone", got.Messages)
	}
	yes := b.reads("Noah, lunch? Noah says yes.", "/noah/click", map[string]any{"message": poll.ID, "button": "Yes"})
	if yes.Message.ID != poll.ID || len(yes.Message.Rows) != 3 {
		t.Errorf("the update of the poll is %+v", yes.Message)
	}
	return poll.ID
}

// menus picks in each menu of the poll.
func (b *guests) menus(poll string) {
	got := b.reads("You can at 13:00 and 12:00.", "/noah/pick", map[string]any{"message": poll, "menu": "When", "values": []string{"One", "12:00"}})
	if !got.Message.Ephemeral {
		b.t.Error("the answer to a pick is for all")
	}
	got = b.ask("/noah/pick", map[string]any{"message": poll, "menu": "When", "values": []string{"Noon", "One", "Two"}})
	if !strings.Contains(got.Error, "Pick 1 to 2 values") {
		b.t.Errorf("three picks of two: %+v", got)
	}
	got = b.ask("/mia/pick", map[string]any{"message": poll, "menu": "Whom", "values": []string{"noah"}})
	if got.Message == nil || !slices.Equal(got.Message.Pings, []string{"noah"}) {
		b.t.Errorf("the pick of a person: %+v", got)
	}
	if got = b.ask("/noah/pings", nil); len(got.Pings) != 1 || got.Pings[0].Text != "What do you say, @Noah?" || got.Pings[0].From != "Tally (#general)" {
		b.t.Errorf("noah's phone shows %+v", got.Pings)
	}
}

// modal opens a form, has a text refused that is too short, and submits it.
func (b *guests) modal(poll string) {
	form := b.ask("/noah/click", map[string]any{"message": poll, "button": "Write"}).Form
	if form == nil || form.Title != "Your wish" || len(form.Inputs) != 1 || form.Inputs[0].Label != "What" {
		b.t.Fatalf("the form is %+v", form)
	}
	got := b.ask("/noah/submit", map[string]any{"form": form.ID, "fields": map[string]string{"What": "x"}})
	if !strings.Contains(got.Error, "must be 2 or more in length") {
		b.t.Errorf("a text that is too short: %+v", got)
	}
	b.reads("Noah wishes for soup.", "/noah/submit", map[string]any{"form": form.ID, "fields": map[string]string{"What": "soup"}})
}

// elsewhere opens a thread and a direct message, and has the poll deleted in the end.
func (b *guests) elsewhere(poll string) {
	t := b.t
	b.ask("/mia/click", map[string]any{"message": poll, "button": "Talk"})
	talk := b.ask("/mia/wait", nil, "in", "#Lunch", "text", "And eat").Message
	if talk == nil || !talk.Edited || !slices.Equal(talk.Pings, []string{"mia"}) {
		t.Errorf("in the thread mia reads %+v", talk)
	}
	b.reads("Soup!", "/noah/say", map[string]any{"in": "#Lunch", "text": "Soup!"})
	b.reads("Look into your messages.", "/noah/click", map[string]any{"message": poll, "button": "Send me"})
	if plate := b.reads("Your plate", "/noah/wait", nil, "in", "dm").Message; len(plate.Attachments) != 1 || plate.Attachments[0].Height != 1 {
		t.Errorf("noah gets %+v", plate)
	} else if r, err := http.Get(plate.Attachments[0].URL); err != nil || r.StatusCode != http.StatusOK {
		t.Errorf("the file of noah's message: %v, %v", r, err)
	} else {
		r.Body.Close()
	}
	b.ask("/mia/click", map[string]any{"message": poll, "button": "Done"})
	if got := b.ask("/mia/wait", nil, "gone", poll, "seconds", "60"); got.Error != "" {
		t.Errorf("the poll is there still: %s", got.Error)
	}
}

// dice uses a subcommand with a number and a truth, answered for one and for all.
func (b *guests) dice() {
	if got := b.reads("A die of 6 sides", "/noah/slash", map[string]any{"in": "dm", "line": "/dice sides count:6"}); !got.Message.Ephemeral {
		b.t.Error("the die is for all")
	}
	if got := b.reads("A die of 20 sides", "/noah/slash", map[string]any{"in": "#general", "line": "/dice sides count:20 loud:true"}); got.Message.Ephemeral {
		b.t.Error("the loud die is for noah alone")
	}
	if got := b.ask("/noah/slash", map[string]any{"in": "#general", "line": "/dice sides count:21"}); !strings.Contains(got.Error, "20 or less") {
		b.t.Errorf("a die of 21 sides: %+v", got)
	}
}

// show uses options that name a file, a role, a channel and a person, and picks in menus of
// roles, of people and roles, and of channels.
func (b *guests) show() {
	const role, channel, noah = "1100000000000000400", "1100000000000000011", "1100000000000000101"
	pixel := "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
	if got := b.ask("/mia/upload", map[string]any{"name": "soup.png", "data": pixel}); got.File == "" {
		b.t.Fatalf("the upload: %+v", got)
	}
	b.reads("soup.png of 1 by 1, cooks, #general, Noah", "/mia/slash", map[string]any{"in": "#general", "line": "/show picture:soup.png role:@cooks where:#general any:@noah"})
	menus := b.reads("Pick", "/mia/slash", map[string]any{"in": "#general", "line": "/menus"}).Message
	for _, pick := range [][3]string{{"Role", "cooks", role}, {"Any", "noah", noah}, {"Any", "@cooks", role}, {"Where", "#general", channel}} {
		b.reads("You pick "+pick[2]+".", "/noah/pick", map[string]any{"message": menus.ID, "menu": pick[0], "values": []string{pick[1]}})
	}
	b.ask("/mia/slash", map[string]any{"in": "#general", "line": "/secret"})
	b.reads("Between us", "/mia/wait", nil, "in", "#Secret", "text", "Between")
	if got := b.ask("/noah/sees", nil, "in", "#Secret"); !strings.Contains(got.Error, "that noah sees") {
		b.t.Errorf("noah looks into the private thread: %+v", got)
	}
}

// apps uses a command on a message, and one on a person.
func (b *guests) apps() {
	soup := b.reads("More soup!", "/noah/say", map[string]any{"in": "#general", "text": "More soup!"}).Message
	b.reads("Noah wrote: More soup!", "/mia/use", map[string]any{"message": soup.ID, "command": "Quote"})
	b.reads("Hello, Noah!", "/mia/use", map[string]any{"in": "#general", "whom": "noah", "command": "Greet"})
}

// wantNoneBroken checks that nothing which the bot sent broke a rule.
func (b *guests) wantNoneBroken() {
	for _, x := range b.ask("/broken", nil).Broken {
		b.t.Errorf("this broke a rule: %s", x)
	}
}
