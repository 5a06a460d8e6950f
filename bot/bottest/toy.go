package bottest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"parlour/bot"
	"parlour/bot/sandbox"
	"parlour/commands"
	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/commands/world"
)

// A Toy answers the buttons "toy NAME" as a test says, and publishes a match that does not
// exist. All else is the bot's. While the bot runs, its fields change in [Toy.Change].
type Toy struct {
	bot.Host
	Buttons map[string]ToyButton
	Shows   func(context.Context) error // publishes [ToyMatch]; nil does nothing
	Wait    func()                      // is called before a reply; nil waits for nothing

	mu   sync.Mutex
	done []string // "published", "delivered"
}

// A ToyButton is what a button of a toy does.
type ToyButton struct {
	Kind  commands.Kind
	Reply func(commands.Request) commands.Reply
}

// Private returns a button whose answer is for the asker alone.
func Private(reply func(commands.Request) commands.Reply) ToyButton {
	return ToyButton{commands.Private, reply}
}

// Update returns a button whose answer takes the place of a panel.
func Update(reply func(commands.Request) commands.Reply) ToyButton {
	return ToyButton{commands.Update, reply}
}

// ToyMatch is the match that a toy publishes.
var ToyMatch = match.Unshown{ID: "toy"}

// ErrToy is the failure of a toy's publication.
var ErrToy = errors.New("the toy is broken")

// Change changes the toy, which the bot may read meanwhile.
func (t *Toy) Change(change func(*Toy)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	change(t)
}

func (t *Toy) button(r commands.Request) (ToyButton, bool) {
	name, is := strings.CutPrefix(r.Button, "toy ")
	t.mu.Lock()
	defer t.mu.Unlock()
	b, known := t.Buttons[name]
	return b, is && known
}

// now returns what is called before a reply, and what publishes.
func (t *Toy) now() (wait func(), shows func(context.Context) error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.Wait, t.Shows
}

func (t *Toy) Kind(r commands.Request) commands.Kind {
	if b, is := t.button(r); is {
		return b.Kind
	}
	return t.Host.Kind(r)
}

func (t *Toy) Handle(ctx context.Context, r commands.Request) commands.Reply {
	b, is := t.button(r)
	if !is {
		return t.Host.Handle(ctx, r)
	}
	if wait, _ := t.now(); wait != nil {
		wait()
	}
	return b.Reply(r)
}

func (t *Toy) Publish(ctx context.Context, c match.Unshown) (err error) {
	if c.ID != ToyMatch.ID {
		return t.Host.Publish(ctx, c)
	}
	if c.Delivered {
		t.note("delivered")
		return nil
	}
	what := "published"
	if _, shows := t.now(); shows != nil {
		if err = shows(ctx); err != nil {
			what = "not published"
		}
	}
	t.note(what)
	return err
}

// note notes what was done.
func (t *Toy) note(what string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.done = append(t.done, what)
}

// Did returns what was done since the last call.
func (t *Toy) Did() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	done := strings.Join(t.done, ", ")
	t.done = nil
	return done
}

// Toys are buttons that each do one thing.
func Toys() map[string]ToyButton {
	says := func(words string) func(commands.Request) commands.Reply {
		return func(commands.Request) commands.Reply { return commands.Reply{Message: message.Message{Content: words}} }
	}
	step := func(r commands.Request) commands.Reply {
		m := message.Message{Content: "a step by " + r.By.Name,
			Rows: [][]message.Control{{{ID: "toy step", Label: "Step"}}}}
		return commands.Reply{Message: m, Public: true, Shows: &ToyMatch}
	}
	vanish := func(r commands.Request) commands.Reply {
		reply := says("You played it.")(r)
		reply.Vanish, reply.Due = true, []match.Unshown{ToyMatch}
		return reply
	}
	then := func(r commands.Request) commands.Reply {
		reply := says("I'm thinking.")(r)
		reply.Then = func(context.Context) commands.Reply { // which says nothing at first
			return commands.Reply{Then: func(context.Context) commands.Reply { return says("a thought")(r) }}
		}
		return reply
	}
	list := func(r commands.Request) commands.Reply {
		reply := says("a list")(r)
		reply.Message.Sections = []message.Section{{Says: "of games", Button: message.Control{ID: "toy panel", Label: "Open"}}}
		return reply
	}
	return map[string]ToyButton{
		"list": Private(list), "leaf": Update(list), "panel": Private(says("a panel")), "hand": Update(says("a hand")), "then": Update(then),
		"step": Update(step), "show": Private(step), "vanish": Update(vanish),
	}
}

// A ToyRig is a rig with a toy, and a public board to press.
type ToyRig struct {
	*Rig
	Toy     *Toy
	Channel string
	Board   sandbox.Message
}

// NewToyRig starts the bot of a toy, and a game whose board is to be pressed.
func NewToyRig(t testing.TB, buttons map[string]ToyButton, adjust ...Adjust) *ToyRig {
	t.Helper()
	r := &ToyRig{Toy: &Toy{Buttons: buttons}}
	r.Rig = In(t, sandbox.Config{SettleWithin: time.Millisecond}, append([]Adjust{func(c *bot.Config) {
		c.Wrap = func(h bot.Host) bot.Host { r.Toy.Host = h; return r.Toy }
	}}, adjust...)...)
	r.Channel, r.Board = r.Challenge(r.Discord.Channel("games"), "")
	r.Idle()
	return r
}

// Toys presses a toy's button on a message, and waits until the bot has nothing left to do.
func (r *ToyRig) Toys(who, button, on string) *sandbox.Message {
	r.Helper()
	m, err := r.Discord.User(who).Press(r.Ctx, "toy "+button, on)
	if err != nil {
		r.Fatalf("%s pressed %q: %v\n%s", who, button, err, r.Said)
	}
	r.Idle()
	return m
}

// Confirm returns the id of the button that plays the move of some steps on the board as it was at first.
func (r *ToyRig) Confirm(steps ...string) string {
	r.Helper()
	b, err := message.ParseButton(r.Board.Rows[0][0].CustomID)
	if err != nil {
		r.Fatal(err)
	}
	b.Verb, b.Steps = message.VerbConfirm, steps
	return b.String()
}

// Sees returns the text of a message as somebody sees it, "" if they see it no more.
func (r *ToyRig) Sees(who, id string) string {
	for _, m := range r.Discord.User(who).Sees(r.Channel) {
		if m.ID == id {
			return m.Content
		}
	}
	return ""
}

// Private returns the texts of the ephemeral messages that somebody sees in the thread.
func (r *ToyRig) Private(who string) string {
	var all []string
	for _, m := range r.Alone(who, r.Channel) {
		all = append(all, m.Content)
	}
	return strings.Join(all, ", ")
}

// Requests lists the bot's requests since a number of exchanges, in short: a callback by its
// type, the others by method and where they go.
func (r *ToyRig) Requests(since int) string {
	var all []string
	for _, x := range r.Discord.Traffic()[since:] {
		var body struct{ Type int }
		_ = json.Unmarshal(x.Request, &body)
		switch {
		case x.Method == "GATEWAY":
		case strings.HasSuffix(x.Path, "/callback"):
			all = append(all, fmt.Sprint("type ", body.Type))
		case strings.HasSuffix(x.Path, "/@original"):
			all = append(all, x.Method+" @original")
		case strings.Contains(x.Path, "/webhooks/"):
			all = append(all, "follow-up")
		default:
			all = append(all, x.Method+" "+x.Path)
		}
	}
	return strings.Join(all, ", ")
}

// Late makes the bot defer every answer to a toy's button, because the reply waits for the
// first answer. The bot's DeferAfter has to be short.
func (r *ToyRig) Late() {
	called := make(chan struct{}, 100)
	r.Discord.Intercept(func(_ http.ResponseWriter, req *http.Request) bool {
		if strings.HasSuffix(req.URL.Path, "/callback") {
			called <- struct{}{}
		}
		return false
	})
	r.Toy.Change(func(t *Toy) { t.Wait = func() { world.Pass(r, called, "the first answer") } })
}
