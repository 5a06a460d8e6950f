package bot_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/bot"
	"parlour/bot/sandbox"
	"parlour/bot/sandbox/fault"
)

// editRoute is the route of edits of the bot's own messages.
const editRoute = "PATCH /channels/{channel}/messages/{message}"

// While Discord takes no edit of the boards of the past, a game goes on without them. Once it does,
// each of them becomes a line, and the newest board alone has buttons.
func TestOldBoardsBecomeLinesAfterFaults(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]fault.Fault{
		"a server error": {Status: 500}, "a server error after its effect": {Status: 503, After: true},
		"a web page": {Status: 502}, "a cut": {Cut: true}, "a limit": {Status: 429, Wait: time.Millisecond},
		"a limit that lasts": {Status: 429, Wait: 1500 * time.Millisecond}, "a limit of old messages": {Code: 30046, Wait: time.Minute},
		"a time-out": {Wait: time.Hour}, "a time-out after its effect": {Wait: time.Hour, After: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := adjustedTimed(t, func(c *bot.Config) { c.Brief = time.Second })
			thread, _ := r.challenge(r.discord.Channel("games"), "")
			r.settle()
			f.Route, f.Times = editRoute, -1
			id, err := r.discord.Faults().Fail(f)
			if err != nil {
				t.Fatal(err)
			}
			r.moveOn(thread, "ann", "Cd3-d4")
			r.moveOn(thread, "ben", "Cg7-g8")
			r.discord.Faults().Mend(id)
			r.until("no board of the past is left", func() bool {
				if len(r.head("ann").Old) > 0 {
					r.pass(lease)
				}
				return len(r.head("ann").Old) == 0
			})
			all := public(r.discord.User("eve").Sees(thread))
			for i, m := range all {
				if newest := i == len(all)-1; newest != (len(labels(m)) > 0) || newest != (len(m.Attachments) > 0) {
					t.Errorf("message %d of %d has the buttons %q and %d pictures: %q", i+1, len(all), labels(m), len(m.Attachments), m.Content)
				}
			}
			if n := len(all); n != 2 || !strings.HasPrefix(all[0].Content, `1\. Ann`) {
				t.Errorf("eve sees %s", r.summary("eve", thread))
			}
		})
	}
}

// moveOn has somebody move, and returns the board that asks the other.
func (r *timed) moveOn(thread, who, move string) sandbox.Message {
	r.t.Helper()
	if said := r.plays(who, thread, move); confirming(said) == nil {
		r.t.Fatalf("%s is told %q", who, said.Content)
	}
	other := map[string]string{"ann": "ben", "ben": "ann"}[who]
	asks := r.discord.User(other).Mention() + ", your turn. "
	return r.await(other, thread, func(m sandbox.Message) bool {
		return strings.HasPrefix(m.Content, asks) && slices.Contains(labels(m), "More")
	})
}

// An old board of which Discord says that it is gone is tried once, and what is pressed there is
// answered with the game as it is now.
func TestAnOldBoardThatIsGoneIsTriedOnce(t *testing.T) {
	t.Parallel()
	r := newTimed(t)
	thread, _ := r.challenge(r.discord.Channel("games"), "")
	first := r.moveOn(thread, "ann", "Cd3-d4")
	r.settle()
	r.fail(fault.Fault{Route: editRoute, Code: 10008})
	r.moveOn(thread, "ben", "Cg7-g8")
	r.faultsHappened()
	r.until("no board of the past is left", func() bool { return len(r.head("ann").Old) == 0 })
	r.settle()
	if n := len(r.exchanges(http.MethodPatch, "/"+first.ID)); n != 1 {
		t.Errorf("the board was tried %d times, want once", n)
	}
	if got := r.click("ben", first, "Move"); !strings.Contains(got.Content, "The game has moved on.") {
		t.Errorf("what was pressed there is answered with %q", got.Content)
	}
}
