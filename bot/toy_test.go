package bot_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"parlour/bot"
	"parlour/commands"
	"parlour/commands/match"
	"parlour/commands/message"
)

// A toy answers the buttons "toy NAME" as a test says, and publishes matches that do not
// exist. All else is the bot's.
type toy struct {
	bot.Host
	buttons map[string]toyButton
	publish func(context.Context) error // publishes the match "toy"; nil does nothing
	wait    func()                      // is called before a reply; nil waits for nothing

	mu   sync.Mutex
	done []string // "published", "delivered"
}

// A toyButton is what a button of a toy does.
type toyButton struct {
	kind  commands.Kind
	reply func(commands.Request) commands.Reply
}

// toyMatch is the match that a toy publishes.
var toyMatch = match.Unshown{ID: "toy"}

// with makes the bot of a configuration play with the toy.
func (t *toy) with(c *bot.Config) {
	c.Wrap = func(h bot.Host) bot.Host { t.Host = h; return t }
}

func (t *toy) button(r commands.Request) (toyButton, bool) {
	name, is := strings.CutPrefix(r.Button, "toy ")
	b, known := t.buttons[name]
	return b, is && known
}

func (t *toy) Kind(r commands.Request) commands.Kind {
	if b, is := t.button(r); is {
		return b.kind
	}
	return t.Host.Kind(r)
}

func (t *toy) Handle(ctx context.Context, r commands.Request) commands.Reply {
	if b, is := t.button(r); is {
		if t.wait != nil {
			t.wait()
		}
		return b.reply(r)
	}
	return t.Host.Handle(ctx, r)
}

func (t *toy) Publish(ctx context.Context, c match.Unshown) error {
	if c != toyMatch {
		return t.Host.Publish(ctx, c)
	}
	var err error
	if t.publish != nil {
		err = t.publish(ctx)
	}
	t.note("published", err)
	return err
}

func (t *toy) Delivered(ctx context.Context, c match.Unshown) error {
	if c != toyMatch {
		return t.Host.Delivered(ctx, c)
	}
	t.note("delivered", nil)
	return nil
}

// note notes what was done.
func (t *toy) note(what string, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err != nil {
		what = "not " + what
	}
	t.done = append(t.done, what)
}

// did returns what was done since the last call.
func (t *toy) did() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	done := strings.Join(t.done, ", ")
	t.done = nil
	return done
}

// errToy is the failure of a toy's publication.
var errToy = errors.New("the toy is broken")

// text returns a message.
func text(words string, args ...any) message.Message {
	return message.Message{Content: fmt.Sprintf(words, args...)}
}

// toys are buttons that each do one thing.
func toys() map[string]toyButton {
	private := func(m message.Message) func(commands.Request) commands.Reply {
		return func(commands.Request) commands.Reply { return commands.Reply{Message: m} }
	}
	step := func(r commands.Request) commands.Reply {
		m := text("a step by %s", r.By.Name)
		m.Rows = [][]message.Control{{{ID: "toy step", Label: "Step"}}}
		return commands.Reply{Message: m, Public: true, Shows: &toyMatch}
	}
	vanish := func(commands.Request) commands.Reply {
		return commands.Reply{Message: text("You played it."), Vanish: true, Due: []match.Unshown{toyMatch}}
	}
	return map[string]toyButton{
		"panel":  {commands.Private, private(text("a panel"))},
		"hand":   {commands.Update, private(text("a hand"))},
		"step":   {commands.Update, step},
		"show":   {commands.Private, step},
		"vanish": {commands.Update, vanish},
	}
}

// posts posts a message as the bot does, without the bot, and returns its id.
func (r *rig) posts(channel string, body map[string]any) string {
	r.t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		r.t.Fatal(err)
	}
	post, err := http.NewRequestWithContext(r.ctx, http.MethodPost, r.discord.URL()+"/api/v9/channels/"+channel+"/messages", bytes.NewReader(text))
	if err != nil {
		r.t.Fatal(err)
	}
	post.Header.Set("Authorization", "Bot "+r.discord.Token())
	post.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(post)
	if err != nil {
		r.t.Fatal(err)
	}
	defer answer.Body.Close()
	var made struct{ ID string }
	if err := json.NewDecoder(answer.Body).Decode(&made); err != nil || made.ID == "" {
		r.t.Fatalf("%v is not posted: %s, %v", body, answer.Status, err)
	}
	return made.ID
}
