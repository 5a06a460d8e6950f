package sandbox

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"

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
	for line := range strings.Lines(script) {
		line = strings.TrimSpace(os.Expand(line, b.id))
		words := strings.Fields(line + " .")
		switch words[0] {
		case ".":
			continue
		case "deny":
			b.s.Stage().Deny(world.GamesID, world.PermissionNames[words[1]])
			continue
		case "allow":
			b.s.Stage().Allow(world.GamesID, world.PermissionNames[words[1]])
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
	fixed := map[string]string{"games": world.GamesID, "lounge": world.LoungeID, "guild": world.GuildID, "app": world.AppID, "bot": world.BotID}
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
