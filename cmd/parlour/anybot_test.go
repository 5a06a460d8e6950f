package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"parlour/bot/sandbox/tooltest"
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
	ctx, built := soon(t, "go build of a bot on arikawa")
	build := exec.CommandContext(ctx, "go", "build", "-mod=readonly", "-o", file, ".")
	build.Dir = foreign + "arikawa"
	if out, err := build.CombinedOutput(); err != nil {
		tooltest.Lacking(t, "go could not build the bot on arikawa: "+err.Error()+"\n"+string(out))
	}
	built()
	converse(t, exec.Command(file), meal)
}

//test:unwatched
func TestErisPlays(t *testing.T) {
	ctx, installed := soon(t, "npm ci of eris")
	dir := tooltest.Npm(ctx, t, foreign+"eris", "eris", "--omit=optional")
	installed()
	node := exec.Command("node", "client.js")
	node.Dir = dir
	converse(t, node, meal)
}

// guests are the people in a sandbox, whom the control plays.
type guests struct {
	t     *testing.T
	alive context.Context // while the bot runs
	url   string          // of the control
}

// ask asks the control, by GET where there is no body.
func (b *guests) ask(path, body string) (answer string, ok bool) {
	b.t.Helper()
	method := http.MethodPost
	if body == "" {
		method = http.MethodGet
	}
	if !strings.HasPrefix(path, "http:") {
		path = b.url + path
	}
	r, err := http.NewRequestWithContext(b.alive, method, path, strings.NewReader(body))
	must(b.t, err)
	got, err := (&http.Client{Timeout: patience}).Do(r)
	must(b.t, err)
	defer got.Body.Close()
	text, err := io.ReadAll(got.Body)
	must(b.t, err)
	return string(text), got.StatusCode == http.StatusOK
}

// plays asks the control line by line. Below a line stands after "= " what its answer has, in this order between
// "…", and after "- " what it lacks. A line after "! " is refused. A name before " := " is from then on, as $name,
// that of the message or the form of the answer, whose file is $file. One after "~ " is repeated until it is answered,
// which may take long on a slow machine.
func (b *guests) plays(script string) {
	b.t.Helper()
	asked, answer, names := "", "", map[string]string{}
	for line := range strings.Lines(script) {
		line = os.Expand(strings.TrimSpace(line), func(name string) string {
			if names[name] == "" {
				b.t.Fatalf("nothing is named %q: %s", name, line)
			}
			return names[name]
		})
		mark, text, _ := strings.Cut(line, " ")
		switch mark {
		case "":
		case "=", "-":
			rest, has := answer, true
			for part := range strings.SplitSeq(text, " … ") {
				_, after, found := strings.Cut(rest, part)
				rest, has = after, has && found
			}
			if has != (mark == "=") {
				b.t.Fatalf("%s is answered with %s, and that this has %s is %t", asked, answer, text, has)
			}
		default:
			name, request, named := strings.Cut(line, " := ")
			if !named {
				request = strings.TrimLeft(line, "!~ ")
			}
			path, body, _ := strings.Cut(request, " ")
			text, ok := b.ask(path, body)
			for late := time.Now().Add(patience); mark == "~" && !ok && time.Now().Before(late); {
				text, ok = b.ask(path, body)
			}
			if asked, answer = request, text; ok == (mark == "!") {
				b.t.Fatalf("%s is answered with %s", request, text)
			}
			var got struct {
				Message struct {
					ID          string
					Attachments []struct{ URL string }
				}
				Form struct{ ID string }
			}
			if named {
				must(b.t, json.Unmarshal([]byte(text), &got))
				names[name] = got.Message.ID + got.Form.ID
				for _, file := range got.Message.Attachments {
					names["file"] = file.URL
				}
			}
		}
	}
}

// meal is the conversation: a poll with a completion, buttons, menus and a form; a thread and direct messages; a
// subcommand; options that name a file, a role, a channel and a person, and menus of these; and commands on a message
// and on a person.
const meal = `
/ready?seconds=60
= "commands":["dice sides","menus","poll","secret","show"]
/mia/complete {"in":"#general","line":"/poll topic:lu"}
= [{"name":"The lunch","value":"lunch"},{"name":"The lupins","value":"lupins"}]
poll := /mia/slash {"in":"#general","line":"/poll topic:lunch with:@noah"}
= "content":"Noah, lunch?" … "name":"plate.png" … "type":"image/png","width":1
= "label":"Yes" … "label":"Write" … "label":"Talk" … "label":"Send me" … "label":"Done"
= "placeholder":"When" … "label":"Noon" … "label":"One" … "label":"Two" … "placeholder":"Whom"
/mia/wait?in=%23general&text=Only
= "content":"Only you read this." … "ephemeral":true
/noah/sees?in=%23general
= "content":"Noah, lunch?"
- Only you
/noah/click {"message":"$poll","button":"Yes"}
= "id":"$poll" … "content":"Noah, lunch? Noah says yes." … "label":"Done" … "placeholder":"Whom"

/noah/pick {"message":"$poll","menu":"When","values":["One","12:00"]}
= "content":"You can at 13:00 and 12:00." … "ephemeral":true
! /noah/pick {"message":"$poll","menu":"When","values":["Noon","One","Two"]}
= Pick 1 to 2 values
/mia/pick {"message":"$poll","menu":"Whom","values":["noah"]}
= "pings":["noah"]
/noah/pings
= What do you say, @Noah?
= Tally (#general)
- },{

wish := /noah/click {"message":"$poll","button":"Write"}
= "Your wish" … "What"
! /noah/submit {"form":"$wish","fields":{"What":"x"}}
= must be 2 or more in length
/noah/submit {"form":"$wish","fields":{"What":"soup"}}
= "content":"Noah wishes for soup."

/mia/click {"message":"$poll","button":"Talk"}
/mia/wait?in=%23Lunch&text=And+eat
= "edited":true … "pings":["mia"]
/noah/say {"in":"#Lunch","text":"Soup!"}
= "content":"Soup!"
/noah/click {"message":"$poll","button":"Send me"}
= "content":"Look into your messages."
plate := /noah/wait?in=dm
= "content":"Your plate" … "height":1
$file
/mia/click {"message":"$poll","button":"Done"}
/mia/wait?gone=$poll&seconds=60

/noah/slash {"in":"dm","line":"/dice sides count:6"}
= "content":"A die of 6 sides" … "ephemeral":true
/noah/slash {"in":"#general","line":"/dice sides count:20 loud:true"}
= "content":"A die of 20 sides" … "ephemeral":false
! /noah/slash {"in":"#general","line":"/dice sides count:21"}
= 20 or less

/mia/upload {"name":"soup.png","data":"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="}
/mia/slash {"in":"#general","line":"/show picture:soup.png role:@cooks where:#general any:@noah"}
= "content":"soup.png of 1 by 1, cooks, #general, Noah"
menus := /mia/slash {"in":"#general","line":"/menus"}
= "content":"Pick"
/noah/pick {"message":"$menus","menu":"Role","values":["cooks"]}
= "content":"You pick 1100000000000000400."
/noah/pick {"message":"$menus","menu":"Any","values":["noah"]}
= "content":"You pick 1100000000000000101."
/noah/pick {"message":"$menus","menu":"Any","values":["@cooks"]}
= "content":"You pick 1100000000000000400."
/noah/pick {"message":"$menus","menu":"Where","values":["#general"]}
= "content":"You pick 1100000000000000011."
/mia/slash {"in":"#general","line":"/secret"}
/mia/wait?in=%23Secret&text=Between
= "content":"Between us"
! /noah/sees?in=%23Secret
= that noah sees

soup := /noah/say {"in":"#general","text":"More soup!"}
/mia/use {"message":"$soup","command":"Quote"}
= "content":"Noah wrote: More soup!"
/mia/use {"in":"#general","whom":"noah","command":"Greet"}
= "content":"Hello, Noah!"
/broken
= {"broken":[]}
`

// converse runs a bot in a sandbox of its own, and has a whole conversation with it.
func converse(t *testing.T, bot *exec.Cmd, script string) {
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
	(&guests{t, alive, sandbox + "/control"}).plays(script)
}

// openSandbox runs parlour sandbox, and returns its address once it greets. end stops it, checks that
// it ends well, and returns what it has printed.
func openSandbox(t *testing.T, args ...string) (base string, end func() string) {
	t.Helper()
	ctx, cancel := soon(t, "parlour sandbox "+strings.Join(args, " "))
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
	b.plays("?\n= \"name\":\"mia\" … \"name\":\"noah\"")
	r, err := http.NewRequestWithContext(t.Context(), "GET", base+"/api/v10/users/@me", nil)
	must(t, err)
	r.Header.Set("Authorization", "Bot a-word")
	got, err := (&http.Client{Timeout: patience}).Do(r)
	must(t, err)
	defer got.Body.Close()
	if text, err := io.ReadAll(got.Body); err != nil || !strings.Contains(string(text), `"username":"Tally"`) {
		t.Errorf("asked for the bot, the API answers %s, %s, %v", got.Status, text, err)
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

// The control plays with Parlour as with any bot, over the gateway and over HTTP.
func TestAProgramPlaysByTheControl(t *testing.T) {
	for _, args := range [][]string{nil, {"--interactions"}} {
		base, end := openSandbox(t, args...)
		(&guests{t, t.Context(), base + "/control"}).plays(`
			/ready?seconds=60
			~ /ann/slash {"in":"#games","line":"/play game:magic opponent:@ben first:me"}
			table := /ben/wait?in=%23games&seconds=60
			~ /ben/click {"message":"$table","button":"Accept"}
			/ann/wait?text=here+we+go&seconds=60
			/broken
			= {"broken":[]}`)
		end()
	}
}
