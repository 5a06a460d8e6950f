package bot_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"parlour/bot"
	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/bot/sandbox/fault"
	"parlour/commands"
	"parlour/commands/message"
	"parlour/commands/world"
	"parlour/imaging"
)

// hurried makes a bot defer what is not ready at once.
func hurried(c *bot.Config) { c.DeferAfter = time.Millisecond }

// hurriedIf is hurried, or nothing.
func hurriedIf(is bool) bottest.Adjust {
	if is {
		return hurried
	}
	return func(*bot.Config) {}
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
		{false, "then", "type 4, PATCH @original", "", "", "a thought"},
	} {
		t.Run(fmt.Sprintf("%s, late %v", c.button, c.late), func(t *testing.T) {
			t.Parallel()
			r := bottest.NewToyRig(t, bottest.Toys(), hurriedIf(c.late))
			if c.late {
				r.Late()
			}
			before := len(r.Discord.Traffic())
			r.Toys("ann", c.button, r.Board.ID)
			if sent := r.Requests(before); sent != c.sent {
				t.Errorf("the press is answered by %s, want %s", sent, c.sent)
			}
			if did := r.Toy.Did(); did != c.did {
				t.Errorf("the match was %q, want %q", did, c.did)
			}
			want := c.board
			if want == "" {
				want = r.Board.Content
			}
			if got := r.Sees("cleo", r.Board.ID); got != want {
				t.Errorf("the board is %q, want %q", got, want)
			}
			if got := r.Private("ann"); got != c.private {
				t.Errorf("ann alone sees %q, want %q", got, c.private)
			}
		})
	}
}

// If Discord does not take a public reply, its match is published as ever.
func TestAPublicReplyThatIsRefusedIsPublished(t *testing.T) {
	t.Parallel()
	r := bottest.NewToyRig(t, bottest.Toys())
	r.Plan(fault.Fault{Route: "POST /interactions/{interaction}/{token}/callback", Status: 404, Code: 10062})
	ctx, cancel := context.WithCancel(r.Ctx)
	go func() {
		defer cancel() // there will be no answer to wait for
		_ = r.Discord.Faults().Await(r.Ctx)
	}()
	if m, err := r.Discord.User("ann").Press(ctx, "toy step", r.Board.ID); err == nil {
		t.Errorf("the press is answered with %+v", m)
	}
	r.Idle()
	if did := r.Toy.Did(); did != "published" {
		t.Errorf("the match was %q, want it published", did)
	}
}

// A public reply to a press on a private panel changes the panel, and the match is published
// for the others.
func TestAPublicReplyInAPanelIsPublishedToo(t *testing.T) {
	t.Parallel()
	r := bottest.NewToyRig(t, bottest.Toys())
	panel := r.Toys("ann", "panel", r.Board.ID)
	r.Toys("ann", "step", panel.ID)
	if did := r.Toy.Did(); did != "published" || r.Sees("ann", panel.ID) != "a step by Ann" {
		t.Errorf("the match was %q, and the panel is %q", did, r.Sees("ann", panel.ID))
	}
}

// A panel vanishes once its match is published, which waits for the press to be acknowledged.
// Nothing of that counts towards Discord's limit.
func TestAPanelVanishes(t *testing.T) {
	t.Parallel()
	for _, isLate := range []bool{false, true} {
		r := bottest.NewToyRig(t, bottest.Toys(), hurriedIf(isLate))
		panel := r.Toys("ann", "panel", r.Board.ID)
		if isLate {
			r.Late()
		}
		before, counted := len(r.Discord.Traffic()), r.Discord.Counted()
		var acknowledged string
		r.Toy.Shows = func(context.Context) error {
			acknowledged = r.Requests(before)
			return nil
		}
		r.Toys("ann", "vanish", panel.ID)
		if acknowledged != "type 6" || r.Requests(before) != "type 6, DELETE @original" {
			t.Errorf("late %v: before the publication: %s; in all: %s", isLate, acknowledged, r.Requests(before))
		}
		if left, cost := r.Private("ann"), r.Discord.Counted()-counted; left != "" || cost != 0 || r.Toy.Did() != "published" {
			t.Errorf("late %v: ann sees %q, and it cost %d requests", isLate, left, cost)
		}
	}
}

// A panel whose match cannot be published says what is so.
func TestAPanelStaysIfThePublicationFails(t *testing.T) {
	t.Parallel()
	r := bottest.NewToyRig(t, bottest.Toys())
	panel := r.Toys("ann", "panel", r.Board.ID)
	r.Toy.Shows = func(context.Context) error { return bottest.ErrToy }
	r.Toys("ann", "vanish", panel.ID)
	if got := r.Sees("ann", panel.ID); got != "You played it." {
		t.Errorf("the panel is %q, want the message of the reply", got)
	}
	r.Toy.Shows = func(context.Context) error { panic("boom") }
	panel = r.Toys("ann", "panel", r.Board.ID)
	r.Toys("ann", "vanish", panel.ID)
	if got := r.Sees("ann", panel.ID); got != "You played it." {
		t.Errorf("after a panic the panel is %q, want the message of the reply", got)
	}
}

// A panel whose publication takes long says meanwhile what is so, and vanishes then.
func TestAPanelThatWaitsSaysWhatIsSo(t *testing.T) {
	t.Parallel()
	r := bottest.NewToyRig(t, bottest.Toys(), func(c *bot.Config) { c.Linger = time.Millisecond })
	panel := r.Toys("ann", "panel", r.Board.ID)
	var said string
	r.Toy.Shows = func(ctx context.Context) error {
		all, err := r.Discord.User("ann").Await(r.Soon(), r.Channel, func(all []sandbox.Message) bool {
			return slices.ContainsFunc(all, func(m sandbox.Message) bool { return m.ID == panel.ID && m.Content == "You played it." })
		})
		said = all[len(all)-1].Content
		return err
	}
	r.Toys("ann", "vanish", panel.ID)
	if said != "You played it." || r.Private("ann") != "" {
		t.Errorf("meanwhile the panel is %q, and then ann sees %q", said, r.Private("ann"))
	}
}

// A press on a public message that needs no words leaves the message to its publication. If
// that fails, the asker alone is told.
func TestAVanishingReplyLeavesThePublicMessage(t *testing.T) {
	t.Parallel()
	r := bottest.NewToyRig(t, bottest.Toys())
	before := len(r.Discord.Traffic())
	r.Toys("ann", "vanish", r.Board.ID)
	if sent := r.Requests(before); sent != "type 6" || r.Sees("cleo", r.Board.ID) != r.Board.Content {
		t.Errorf("the press is answered by %s, and the board is %q", sent, r.Sees("cleo", r.Board.ID))
	}
	r.Toy.Shows = func(context.Context) error { return bottest.ErrToy }
	r.Toys("ann", "vanish", r.Board.ID)
	if r.Private("ann") != "You played it." || r.Sees("cleo", r.Board.ID) != r.Board.Content {
		t.Errorf("ann alone sees %q, and the board is %q", r.Private("ann"), r.Sees("cleo", r.Board.ID))
	}
}

// If an event comes twice and its answer is deferred, the match whose publication waits for
// the answer is published whoever answers.
func TestARepeatedPressIsPublished(t *testing.T) {
	t.Parallel()
	r := bottest.NewToyRig(t, bottest.Toys(), hurried)
	panel := r.Toys("ann", "panel", r.Board.ID)
	both := make(chan struct{})
	var n atomic.Int32
	r.Discord.Intercept(func(_ http.ResponseWriter, req *http.Request) bool {
		if strings.HasSuffix(req.URL.Path, "/callback") && n.Add(1) == 2 {
			close(both)
		}
		return false
	})
	r.Toy.Wait = func() { world.Pass(t, both, "both first answers") }
	r.Discord.Faults().RepeatEvents(1)
	r.Toys("ann", "vanish", panel.ID)
	if did := r.Toy.Did(); did != "published, published" || r.Private("ann") != "" {
		t.Errorf("the match was %q, and ann sees %q", did, r.Private("ann"))
	}
}

// A board that was pressed in the last 15 minutes is edited by the token of the press. After
// a restart, or if Discord does not take the token, it is an ordinary edit.
func TestAPressedBoardIsEditedForNothing(t *testing.T) {
	t.Parallel()
	const ordinary, uncounted = "PATCH /channels/{channel}/messages/{message}", "PATCH /webhooks/{app}/{token}/messages/{message}"
	for name, c := range map[string]struct {
		before func(*bottest.ToyRig)
		cost   int
	}{
		"at once":           {func(*bottest.ToyRig) {}, 1},
		"after a restart":   {func(r *bottest.ToyRig) { r.Stop(); r.Start() }, 2},
		"with a dead token": {func(r *bottest.ToyRig) { r.Plan(fault.Fault{Route: uncounted, Status: 401, Code: 50027}) }, 2},
		"with a lost token": {func(r *bottest.ToyRig) { r.Plan(fault.Fault{Route: uncounted, Status: 404, Code: 10015}) }, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := bottest.NewToyRig(t, bottest.Toys())
			r.Toys("ann", "step", r.Board.ID)
			c.before(r)
			before := r.Discord.Counted()
			confirm := strings.Replace(r.Board.Rows[0][0].CustomID, ":move", ":confirm:d3:C-d4", 1)
			if _, err := r.Discord.User("ann").Press(r.Ctx, confirm, r.Slash("ann", r.Channel, "/move move:Cd3-d4").ID); err != nil {
				t.Fatal(err)
			}
			r.AwaitBoard("ben", r.Channel, 1)
			r.Idle()
			cost := 0
			for _, x := range r.Discord.Traffic() {
				if x.Method == http.MethodPatch && strings.Contains(x.Path, "/channels/"+r.Channel+"/messages/"+r.Board.ID) {
					cost++
				}
			}
			if all := r.Discord.Counted() - before; name != "after a restart" && all != c.cost || cost != c.cost-1 {
				t.Errorf("the move cost %d requests, %d of them for the old board, want %d in all", all, cost, c.cost)
			}
			if old := r.Discord.User("ben").Sees(r.Channel); len(bottest.Labels(old[0])) > 0 {
				t.Errorf("the old board has the buttons %q", bottest.Labels(old[0]))
			}
		})
	}
}

// If a reply cannot be drawn for a panic, what it changed is published all the same, and the
// asker alone is told that something broke.
func TestAPanicInADrawingLosesNoPublication(t *testing.T) {
	t.Parallel()
	r := bottest.NewToyRig(t, bottest.Toys(), func(c *bot.Config) {
		c.Draw = func(d imaging.Drawing) ([]byte, error) {
			if d.Preview == "boom" {
				panic("boom")
			}
			return imaging.Draw(d)
		}
	})
	for _, button := range []string{"step", "vanish"} {
		b := r.Toy.Buttons[button]
		reply := b.Reply
		b.Reply = func(r commands.Request) commands.Reply {
			broken := reply(r)
			broken.Message.Picture = &message.Picture{Drawing: message.Drawing{Preview: "boom"}}
			return broken
		}
		r.Toy.Buttons[button] = b
		r.Toys("ann", button, r.Board.ID)
		if did := r.Toy.Did(); did != "published" || r.Sees("cleo", r.Board.ID) != r.Board.Content {
			t.Errorf("after a panic %s was %q, and the board is %q", button, did, r.Sees("cleo", r.Board.ID))
		}
	}
	if got := r.Private("ann"); strings.Count(got, "Something broke.") != 2 {
		t.Errorf("ann alone sees %q, want that something broke, twice", got)
	}
}

// A message goes away while somebody presses it: a panel, one that is to vanish anyway, or a board.
// The answer is a message of its own.
func TestAPressOnAPanelThatIsGoneIsAnswered(t *testing.T) {
	t.Parallel()
	const callback = "POST /interactions/{interaction}/{token}/callback"
	for _, c := range []struct {
		button      string
		late        bool
		route, sent string
		answer      string
	}{
		{"hand", false, callback, "type 7, type 4", "a hand"},
		{"hand", true, "PATCH /webhooks/{app}/{token}/messages/{message}", "type 6, PATCH @original, follow-up", "a hand"},
		{"vanish", false, callback, "type 6, type 4", "You played it."},
		{"step", false, callback, "type 7, type 4", "a step by Ann"},
	} {
		t.Run(fmt.Sprint(c.button, ", late ", c.late), func(t *testing.T) {
			t.Parallel()
			r := bottest.NewToyRig(t, bottest.Toys(), hurriedIf(c.late))
			on, seen := r.Board.ID, ""
			if c.button != "step" {
				panel := r.Slash("ann", r.Channel, "/help")
				on, seen = panel.ID, panel.Content+", "
			}
			if c.late {
				r.Late()
			}
			r.Plan(fault.Fault{Route: c.route, Status: 404, Code: 10008})
			before := len(r.Discord.Traffic())
			r.Toys("ann", c.button, on)
			if got := r.Private("ann"); got != seen+c.answer {
				t.Errorf("ann sees %q, want %q: what the sandbox keeps, and the answer", got, seen+c.answer)
			}
			if sent := r.Requests(before); sent != c.sent {
				t.Errorf("the press is answered by %s, want %s", sent, c.sent)
			}
		})
	}
}
