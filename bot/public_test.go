package bot_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"parlour/bot"
	"parlour/bot/sandbox"
	"parlour/bot/sandbox/fault"
	"parlour/commands"
	"parlour/commands/message"
	"parlour/imaging"
)

// A toyRig is a rig with a toy, and a public board to press.
type toyRig struct {
	*rig
	toy     *toy
	busy    bot.Work
	channel string
	board   sandbox.Message
}

// newToyRig starts the bot of a toy with its usual buttons, and a game whose board is to be pressed.
// adjust may be nil.
func newToyRig(t *testing.T, adjust func(*bot.Config)) *toyRig {
	t.Helper()
	if adjust == nil {
		adjust = func(*bot.Config) {}
	}
	return newButtonRig(t, toys(), adjust)
}

// newButtonRig is newToyRig with other buttons.
func newButtonRig(t *testing.T, buttons map[string]toyButton, adjust func(*bot.Config)) *toyRig {
	t.Helper()
	r := &toyRig{toy: &toy{buttons: buttons}}
	r.rig = adjustedRig(t, sandbox.Config{SettleWithin: time.Millisecond}, func(c *bot.Config) {
		r.toy.with(c)
		c.Busy, c.Linger = &r.busy, patience
		adjust(c)
	})
	r.channel, r.board = r.challenge(r.discord.Channel("games"), "")
	return r
}

// press presses a toy's button on a message, and waits until the bot has nothing left to do.
func (r *toyRig) press(who, button, on string) *sandbox.Message {
	r.t.Helper()
	m, err := r.discord.User(who).Press(r.ctx, "toy "+button, on)
	if err != nil {
		r.t.Fatalf("%s pressed %q: %v\n%s", who, button, err, r.log)
	}
	bot.Finish(r.t, r.busy.Wait, "the bot's work after "+button)
	return m
}

// seen returns the text of a message as somebody sees it, "" if they see it no more.
func (r *toyRig) seen(who, channel, id string) string {
	for _, m := range r.discord.User(who).Sees(channel) {
		if m.ID == id {
			return m.Content
		}
	}
	return ""
}

// private returns the texts of the ephemeral messages that somebody sees in the thread.
func (r *toyRig) private(who string) string {
	var all []string
	for _, m := range r.discord.User(who).Sees(r.channel) {
		if m.Ephemeral {
			all = append(all, m.Content)
		}
	}
	return strings.Join(all, ", ")
}

// requests lists the bot's requests since a number of exchanges, in short: a callback by its
// type, the others by method and where they go.
func (r *toyRig) requests(since int) string {
	var all []string
	for _, x := range r.discord.Traffic()[since:] {
		var body struct{ Type int }
		_ = json.Unmarshal(x.Request, &body)
		switch {
		case x.Method == "GATEWAY":
		case strings.HasSuffix(x.Path, "/callback"):
			all = append(all, "type "+string(rune('0'+body.Type)))
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

// late makes the bot defer every answer to a toy's button, because the reply waits for the
// first answer. The bot's DeferAfter has to be short.
func (r *toyRig) late() {
	called := make(chan struct{}, 100)
	r.discord.Intercept(func(_ http.ResponseWriter, req *http.Request) bool {
		if strings.HasSuffix(req.URL.Path, "/callback") {
			called <- struct{}{}
		}
		return false
	})
	r.toy.wait = func() { bot.Pass(r.t, called, "the first answer") }
}

// hurried makes a bot defer what is not ready at once.
func hurried(c *bot.Config) { c.DeferAfter = time.Millisecond }

// hurriedIf is hurried, or nothing.
func hurriedIf(is bool) func(*bot.Config) {
	if is {
		return hurried
	}
	return nil
}

// A public reply takes the place of the board that was pressed, at once or late, and its match
// needs no other publication. What is private goes to the asker alone, with the board as it
// was.
func TestAPublicReplyChangesTheBoard(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		late                              bool
		button, sent, did, board, private string
	}{
		{false, "step", "type 7", "delivered", "a step by Ann", ""},
		{true, "step", "type 6, PATCH @original", "delivered", "a step by Ann", ""},
		{false, "show", "type 7", "delivered", "a step by Ann", ""},
		{true, "show", "type 5, PATCH @original", "published", "", "a step by Ann"},
		{false, "hand", "type 4", "", "", "a hand"},
		{true, "hand", "type 6, follow-up", "", "", "a hand"},
		{true, "panel", "type 5, PATCH @original", "", "", "a panel"},
	} {
		t.Run(fmt.Sprintf("%s, late %v", c.button, c.late), func(t *testing.T) {
			t.Parallel()
			r := newToyRig(t, hurriedIf(c.late))
			if c.late {
				r.late()
			}
			before := len(r.discord.Traffic())
			r.press("ann", c.button, r.board.ID)
			if sent := r.requests(before); sent != c.sent {
				t.Errorf("the press is answered by %s, want %s", sent, c.sent)
			}
			if did := r.toy.did(); did != c.did {
				t.Errorf("the match was %q, want %q", did, c.did)
			}
			want := c.board
			if want == "" {
				want = r.board.Content
			}
			if got := r.seen("cleo", r.channel, r.board.ID); got != want {
				t.Errorf("the board is %q, want %q", got, want)
			}
			if got := r.private("ann"); got != c.private {
				t.Errorf("ann alone sees %q, want %q", got, c.private)
			}
		})
	}
}

// If Discord does not take a public reply, its match is published as ever.
func TestAPublicReplyThatIsRefusedIsPublished(t *testing.T) {
	t.Parallel()
	r := newToyRig(t, nil)
	r.fail(fault.Fault{Route: "POST /interactions/{interaction}/{token}/callback", Status: 404, Code: 10062})
	ctx, cancel := context.WithCancel(r.ctx)
	go func() {
		defer cancel() // there will be no answer to wait for
		_ = r.discord.Faults().Await(r.ctx)
	}()
	if m, err := r.discord.User("ann").Press(ctx, "toy step", r.board.ID); err == nil {
		t.Errorf("the press is answered with %+v", m)
	}
	bot.Finish(t, r.busy.Wait, "the bot's work after a press")
	if did := r.toy.did(); did != "published" {
		t.Errorf("the match was %q, want it published", did)
	}
}

// A public reply to a press on a private panel changes the panel, and the match is published
// for the others.
func TestAPublicReplyInAPanelIsPublishedToo(t *testing.T) {
	t.Parallel()
	r := newToyRig(t, nil)
	panel := r.press("ann", "panel", r.board.ID)
	r.press("ann", "step", panel.ID)
	if did := r.toy.did(); did != "published" || r.seen("ann", r.channel, panel.ID) != "a step by Ann" {
		t.Errorf("the match was %q, and the panel is %q", did, r.seen("ann", r.channel, panel.ID))
	}
}

// A panel vanishes once its match is published, which waits for the press to be acknowledged.
// Nothing of that counts towards Discord's limit.
func TestAPanelVanishes(t *testing.T) {
	t.Parallel()
	for _, isLate := range []bool{false, true} {
		r := newToyRig(t, hurriedIf(isLate))
		panel := r.press("ann", "panel", r.board.ID)
		if isLate {
			r.late()
		}
		before, counted := len(r.discord.Traffic()), r.discord.Counted()
		var acknowledged string
		r.toy.publish = func(context.Context) error {
			acknowledged = r.requests(before)
			return nil
		}
		r.press("ann", "vanish", panel.ID)
		if acknowledged != "type 6" || r.requests(before) != "type 6, DELETE @original" {
			t.Errorf("late %v: before the publication: %s; in all: %s", isLate, acknowledged, r.requests(before))
		}
		if left, cost := r.private("ann"), r.discord.Counted()-counted; left != "" || cost != 0 || r.toy.did() != "published" {
			t.Errorf("late %v: ann sees %q, and it cost %d requests", isLate, left, cost)
		}
	}
}

// A panel whose match cannot be published says what is so.
func TestAPanelStaysIfThePublicationFails(t *testing.T) {
	t.Parallel()
	r := newToyRig(t, nil)
	panel := r.press("ann", "panel", r.board.ID)
	r.toy.publish = func(context.Context) error { return errToy }
	r.press("ann", "vanish", panel.ID)
	if got := r.seen("ann", r.channel, panel.ID); got != "You played it." {
		t.Errorf("the panel is %q, want the message of the reply", got)
	}
	r.toy.publish = func(context.Context) error { panic("boom") }
	panel = r.press("ann", "panel", r.board.ID)
	r.press("ann", "vanish", panel.ID)
	if got := r.seen("ann", r.channel, panel.ID); got != "You played it." {
		t.Errorf("after a panic the panel is %q, want the message of the reply", got)
	}
}

// A panel whose publication takes long says meanwhile what is so, and vanishes then.
func TestAPanelThatWaitsSaysWhatIsSo(t *testing.T) {
	t.Parallel()
	r := newToyRig(t, func(c *bot.Config) { c.Linger = time.Millisecond })
	panel := r.press("ann", "panel", r.board.ID)
	var said string
	r.toy.publish = func(ctx context.Context) error {
		all, err := r.discord.User("ann").Await(r.soon(), r.channel, func(all []sandbox.Message) bool {
			return slices.ContainsFunc(all, func(m sandbox.Message) bool { return m.ID == panel.ID && m.Content == "You played it." })
		})
		said = all[len(all)-1].Content
		return err
	}
	r.press("ann", "vanish", panel.ID)
	if said != "You played it." || r.private("ann") != "" {
		t.Errorf("meanwhile the panel is %q, and then ann sees %q", said, r.private("ann"))
	}
}

// A press on a public message that needs no words leaves the message to its publication. If
// that fails, the asker alone is told.
func TestAVanishingReplyLeavesThePublicMessage(t *testing.T) {
	t.Parallel()
	r := newToyRig(t, nil)
	before := len(r.discord.Traffic())
	r.press("ann", "vanish", r.board.ID)
	if sent := r.requests(before); sent != "type 6" || r.seen("cleo", r.channel, r.board.ID) != r.board.Content {
		t.Errorf("the press is answered by %s, and the board is %q", sent, r.seen("cleo", r.channel, r.board.ID))
	}
	r.toy.publish = func(context.Context) error { return errToy }
	r.press("ann", "vanish", r.board.ID)
	if r.private("ann") != "You played it." || r.seen("cleo", r.channel, r.board.ID) != r.board.Content {
		t.Errorf("ann alone sees %q, and the board is %q", r.private("ann"), r.seen("cleo", r.channel, r.board.ID))
	}
}

// If an event comes twice and its answer is deferred, the match whose publication waits for
// the answer is published whoever answers.
func TestARepeatedPressIsPublished(t *testing.T) {
	t.Parallel()
	r := newToyRig(t, hurried)
	panel := r.press("ann", "panel", r.board.ID)
	both := make(chan struct{})
	var n atomic.Int32
	r.discord.Intercept(func(_ http.ResponseWriter, req *http.Request) bool {
		if strings.HasSuffix(req.URL.Path, "/callback") && n.Add(1) == 2 {
			close(both)
		}
		return false
	})
	r.toy.wait = func() { bot.Pass(t, both, "both first answers") }
	r.discord.Faults().RepeatEvents(1)
	r.press("ann", "vanish", panel.ID)
	if did := r.toy.did(); did != "published, published" || r.private("ann") != "" {
		t.Errorf("the match was %q, and ann sees %q", did, r.private("ann"))
	}
}

// A board that was pressed in the last 15 minutes is edited by the token of the press. After
// a restart, or if Discord does not take the token, it is an ordinary edit.
func TestAPressedBoardIsEditedForNothing(t *testing.T) {
	t.Parallel()
	const ordinary, uncounted = "PATCH /channels/{channel}/messages/{message}", "PATCH /webhooks/{app}/{token}/messages/{message}"
	for name, c := range map[string]struct {
		before func(*toyRig)
		cost   int
	}{
		"at once":           {func(*toyRig) {}, 1},
		"after a restart":   {func(r *toyRig) { r.stop(); r.start() }, 2},
		"with a dead token": {func(r *toyRig) { r.fail(fault.Fault{Route: uncounted, Status: 401, Code: 50027}) }, 2},
		"with a lost token": {func(r *toyRig) { r.fail(fault.Fault{Route: uncounted, Status: 404, Code: 10015}) }, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newToyRig(t, nil)
			r.press("ann", "step", r.board.ID)
			c.before(r)
			before := r.discord.Counted()
			confirm := strings.Replace(r.board.Rows[0][0].CustomID, ":move", ":confirm:d3:C-d4", 1)
			if _, err := r.discord.User("ann").Press(r.ctx, confirm, r.slash("ann", r.channel, "/move move:Cd3-d4").ID); err != nil {
				t.Fatal(err)
			}
			r.awaitBoard("ben", r.channel, 1)
			bot.Finish(t, r.busy.Wait, "the bot's work after a move")
			cost := 0
			for _, x := range r.discord.Traffic() {
				if x.Method == http.MethodPatch && strings.Contains(x.Path, "/channels/"+r.channel+"/messages/"+r.board.ID) {
					cost++
				}
			}
			if all := r.discord.Counted() - before; name != "after a restart" && all != c.cost || cost != c.cost-1 {
				t.Errorf("the move cost %d requests, %d of them for the old board, want %d in all", all, cost, c.cost)
			}
			if old := r.discord.User("ben").Sees(r.channel); len(labels(old[0])) > 0 {
				t.Errorf("the old board has the buttons %q", labels(old[0]))
			}
		})
	}
}

// If a reply cannot be drawn for a panic, what it changed is published all the same, and the
// asker alone is told that something broke.
func TestAPanicInADrawingLosesNoPublication(t *testing.T) {
	t.Parallel()
	r := newToyRig(t, func(c *bot.Config) {
		c.Draw = func(d imaging.Drawing) ([]byte, error) {
			if d.Preview == "boom" {
				panic("boom")
			}
			return imaging.Draw(d)
		}
	})
	for _, button := range []string{"step", "vanish"} {
		b := r.toy.buttons[button]
		reply := b.reply
		b.reply = func(r commands.Request) commands.Reply {
			broken := reply(r)
			broken.Message.Picture = &message.Picture{Drawing: message.Drawing{Preview: "boom"}}
			return broken
		}
		r.toy.buttons[button] = b
		r.press("ann", button, r.board.ID)
		if did := r.toy.did(); did != "published" || r.seen("cleo", r.channel, r.board.ID) != r.board.Content {
			t.Errorf("after a panic %s was %q, and the board is %q", button, did, r.seen("cleo", r.channel, r.board.ID))
		}
	}
	if got := r.private("ann"); strings.Count(got, "Something broke.") != 2 {
		t.Errorf("ann alone sees %q, want that something broke, twice", got)
	}
}
