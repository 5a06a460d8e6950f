package sandbox

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"

	"github.com/gorilla/websocket"

	"parlour/bot/sandbox/world"
)

// step is a line of a script: a request of the bot's, what it is refused with if it is, a part of the
// answer, and what it is for; the id in the answer may get a name.
//
//	m = POST /channels/$games/messages {"content":"x"}
//	PATCH /channels/$games/messages/$m {"content":"y"} → 50083 # an edit of a message that sleeps
//	GET /channels/$th ~ "archived":true
var step = regexp.MustCompile(`^(?:(\w+) = )?([A-Z]+) (\S+)(?: ([{\[].*?[}\]]))?(?: → (\d+))?(?: ~ (.*?))?(?: # .*)?$`)

// run makes the requests of a script, one a line, and changes the world between them: "deny" and
// "allow" a permission in #games, "archive" and "lock" a thread. Variables are the ids of what has a
// name: $games, $ann, $ann_dm, and what a line before has named.
func (b *bot) run(script string) {
	b.t.Helper()
	for line := range strings.Lines(strings.NewReplacer(",\n", ",", "[\n", "[").Replace(script)) {
		line = strings.TrimSpace(os.Expand(line, b.id))
		words := strings.Fields(line + " .")
		switch words[0] {
		case ".":
			continue
		case "deny":
			b.s.Stage().Deny(games, world.PermissionNames[words[1]])
			continue
		case "allow":
			b.s.Stage().Allow(games, world.PermissionNames[words[1]])
			continue
		case "archive", "lock":
			b.s.Stage().Archive(words[1], words[0] == "lock")
			continue
		}
		m := step.FindStringSubmatch(line)
		if m == nil {
			b.t.Fatalf("a script has no such line: %s", line)
		}
		status, raw := b.send(m[2], m[3], "application/json", payload(m[4]))
		var is struct{ ID string }
		if code := b.code(status, raw, nil); m[5] == "" && code != 0 || m[5] != "" && m[5] != codeOf(code) {
			b.t.Errorf("%s: code %d: %s", line, code, raw)
		}
		if !strings.Contains(string(raw), m[6]) {
			b.t.Errorf("%s: the answer has no such part: %s", line, raw)
		}
		if m[1] != "" && json.Unmarshal(raw, &is) == nil {
			b.names(m[1], is.ID)
		}
	}
}

func codeOf(code int) string { raw, _ := json.Marshal(code); return string(raw) }

// names gives an id a name in scripts.
func (b *bot) names(name, id string) {
	if b.ids == nil {
		b.ids = map[string]string{}
	}
	b.ids[name] = id
}

// id is the id of what has a name in scripts.
func (b *bot) id(name string) string {
	fixed := map[string]string{"games": games, "lounge": lounge, "guild": world.GuildID, "app": world.AppID, "bot": world.BotID}
	person, direct := strings.CutSuffix(name, "_dm")
	switch {
	case b.ids[name] != "":
		return b.ids[name]
	case fixed[name] != "":
		return fixed[name]
	case direct:
		return b.s.User(person).DM()
	}
	return b.s.User(name).ID()
}

// button is a row of one button in the JSON of a test: <Label custom_id>.
var button = regexp.MustCompile(`<([A-Za-z]+) (\w+)>`)

// payload is JSON of a test. Nothing is no body.
func payload(v any) []byte {
	text, written := v.(string)
	switch {
	case v == nil || written && text == "":
		return nil
	case !written:
		raw, _ := json.Marshal(v)
		return raw
	}
	return []byte(button.ReplaceAllString(text, `{"type":1,"components":[{"type":2,"style":1,"label":"$1","custom_id":"$2"}]}`))
}

// slash has a person use a command, which must be answered, and returns what they see of that.
func (b *bot) slash(who, channel, line string) *Message {
	b.t.Helper()
	return b.seen(b.s.User(who).Slash(within(b.t), channel, line))
}

// click is [bot.slash] for a button.
func (b *bot) click(who, message, label string) *Message {
	b.t.Helper()
	return b.seen(b.s.User(who).Click(within(b.t), message, label))
}

func (b *bot) seen(m *Message, err error) *Message {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
	return m
}

// talk speaks with the gateway by a script, one thing a line. "do" is a developer's action, and "read"
// and "close" are what the bot reads next.
func (b *bot) talk(script string) {
	b.t.Helper()
	for line := range strings.Lines(script) {
		do, what, _ := strings.Cut(strings.TrimSpace(line), " ")
		what, _, _ = strings.Cut(what, " # ")
		words := append(strings.Fields(what), "", "", "")
		n, _ := strconv.Atoi(words[0])
		switch do {
		case "dial":
			b.dial()
		case "identify":
			b.identify()
		case "hello": // and read nothing
			b.write(opIdentify, obj{"token": b.s.Token(), "intents": 0})
		case "resume":
			b.resume(n)
		case "send":
			b.mu.Lock()
			_ = b.conn.WriteMessage(websocket.TextMessage, []byte(strings.ReplaceAll(what, "TOKEN", b.s.Token())))
			b.mu.Unlock()
		case "read":
			if seq, _ := strconv.Atoi(words[1]); words[0] != "op" {
				b.want(words[0], seq)
			} else {
				b.wantOp(seq, words[2])
			}
		case "close":
			wantNextClose(b.t, b, n)
		case "happen":
			happen(b.s, what)
		case "cut":
			b.s.Faults().Disconnect(n)
		case "mend":
			b.s.Faults().Mend()
		case "do":
			if err := b.s.Provoke([]byte(`{"do":"gateway","what":` + what + `}`)); err != nil {
				b.t.Errorf("%s: %v", line, err)
			}
		case "":
		default:
			b.t.Fatalf("a talk has no such line: %s", line)
		}
	}
}

// limited makes requests of a script, each with its status and, if it tells of a limit, how many are
// left of how many.
func (b *bot) limited(script string) {
	b.t.Helper()
	for line := range strings.Lines(script) {
		if line = strings.TrimSpace(os.Expand(line, b.id)); line == "" {
			continue
		}
		asked, want, _ := strings.Cut(line, " = ")
		want, _, _ = strings.Cut(want, " # ")
		words := strings.SplitN(asked, " ", 3)
		r := say(b.t, b.s, words[0], words[1], strings.Join(words[2:], ""))
		got := fmt.Sprint(r.StatusCode)
		if of := r.Header.Get("X-RateLimit-Limit"); of != "" {
			got += ", " + r.Header.Get("X-RateLimit-Remaining") + " of " + of
		}
		if got != want {
			b.t.Errorf("%s: %s", line, got)
		}
	}
}
