package bot

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"parlour/bot/sandbox/fault"
	rights "parlour/bot/sandbox/world"
	"parlour/commands/message"
)

// The routes for which these tests plan faults.
const (
	postRoute  = "POST /channels/{channel}/messages"
	patchRoute = "PATCH /channels/{channel}/messages/{message}"
)

// failures are the faults after which a request may be repeated, one of each kind.
var failures = []fault.Fault{
	{Status: 500}, {Status: 503, HTML: true}, {Status: 502, After: true}, {Cut: true}, {Cut: true, After: true},
	{Status: 429, Wait: time.Millisecond}, {Status: 429, Wait: time.Millisecond, Global: true}, {Status: 429, Wait: time.Second, HTML: true},
}

// inTurn returns how often a fault comes in a row: twice, or once if it asks for a pause of
// a whole second.
func inTurn(f fault.Fault) int {
	if f.Status == 429 && f.HTML {
		return 1
	}
	return 2
}

// After each failure a message is posted exactly once, for boards and for reminders.
func TestAMessageIsMadeOnce(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.quick()
	for i, f := range failures {
		for _, c := range []channel{d.channel, d.patient()} {
			f.Route, f.Times = postRoute, inTurn(f)
			d.fail(f)
			text := fmt.Sprintf("%d of priority %d", i, c.priority)
			if _, err := c.Post(d.ctx, d.games, text, message.Message{Content: text}); err != nil {
				t.Errorf("a post after %+v = %v", f, err)
			}
			if n := count(d, text); n != 1 {
				t.Errorf("after %+v there are %d messages, want 1", f, n)
			}
		}
	}
	if err := d.discord.Faults().Await(d.soon()); err != nil {
		t.Error(err)
	}
}

// count returns how many messages in #games have a text.
func count(d *desk, text string) (n int) {
	for _, m := range d.discord.User("ann").Sees(d.games) {
		if m.Content == text {
			n++
		}
	}
	return n
}

// A POST without a nonce is repeated only if the first one certainly had no effect.
func TestAPostWithoutANonceIsMadeOnce(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.quick()
	for i, f := range failures {
		f.Route = postRoute
		id := d.fault(f)
		text := fmt.Sprint("x", i)
		_, err := d.Post(d.ctx, d.games, "", message.Message{Content: text})
		d.discord.Faults().Mend(id)
		if limited := f.Status == 429; (err == nil) != limited {
			t.Errorf("a post after %+v = %v", f, err)
		}
		if n := count(d, text); n > 1 || n == 0 && (f.After || f.Status == 429) {
			t.Errorf("after %+v there are %d messages", f, n)
		}
	}
}

// fault plans a fault and returns its id.
func (d *desk) fault(f fault.Fault) int {
	d.t.Helper()
	id, err := d.discord.Faults().Fail(f)
	if err != nil {
		d.t.Fatal(err)
	}
	return id
}

// An idempotent request is repeated after every failure.
func TestIdempotentRequestsAreRetried(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.quick()
	posted := d.says(d.games, message.Message{Content: "a table"})
	ann, guild := d.discord.User("ann").ID(), d.discord.GuildID()
	for route, do := range map[string]func() error{
		patchRoute: func() error { return d.Edit(d.ctx, d.games, posted, message.Message{Content: "x"}) },
		"POST /channels/{channel}/messages/{message}/threads": func() error {
			_, err := d.Thread(d.ctx, rights.GuildID, d.games, posted, "t")
			return err
		},
		"POST /users/@me/channels":           func() error { _, err := d.Direct(d.ctx, ann); return err },
		"GET /channels/{channel}":            func() error { return d.Rouse(d.ctx, d.games) },
		"GET /channels/{channel}/messages":   func() error { _, err := d.Own(d.ctx, d.games, time.Now()); return err },
		"GET /guilds/{guild}/members/{user}": func() error { _, err := d.Member(d.ctx, guild, ann); return err },
		"GET /users/@me":                     func() error { return d.b.whoAmI(d.ctx) },
		"GET /applications/@me":              func() error { return d.b.whoAmI(d.ctx) },
	} {
		for _, f := range failures {
			f.Route, f.Times = route, inTurn(f)
			d.fail(f)
			if err := do(); err != nil {
				t.Errorf("%s after %+v = %v", route, f, err)
			}
			if err := d.discord.Faults().Await(d.soon()); err != nil {
				t.Error(err)
			}
		}
	}
}

// Strip makes one try to remove the buttons of an old message. Its failure delays no edit of
// a board in the channel.
func TestStripTriesOnce(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.quick()
	old := d.says(d.games, message.Message{Content: "an old board"})
	board := d.says(d.games, message.Message{Content: "a board"})
	for _, f := range []fault.Fault{{Status: 500}, {Cut: true}, {Code: 30046, Wait: time.Hour}} {
		before := len(d.sent(http.MethodPatch, "/"+old))
		f.Route = patchRoute
		d.fail(f)
		wantError(t, fmt.Sprintf("Strip after %+v", f), d.Strip(d.ctx, d.games, old), nil)
		if n := len(d.sent(http.MethodPatch, "/"+old)) - before; n != 1 {
			t.Errorf("Strip after %+v was tried %d times, want once", f, n)
		}
		if err := d.Edit(d.ctx, d.games, board, message.Message{Content: "now"}); err != nil {
			t.Errorf("an edit of the board after %+v = %v", f, err)
		}
	}
}

// An edit of an old message waits for Discord's limit of such edits.
func TestEditOfAnOldMessageIsRetried(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.quick()
	table := d.says(d.games, message.Message{Content: "a table"})
	d.fail(fault.Fault{Route: patchRoute, Code: 30046, Wait: time.Millisecond, Times: 3})
	if err := d.Edit(d.ctx, d.games, table, message.Message{Content: "now"}); err != nil || count(d, "now") != 1 {
		t.Errorf("an edit = %v, want one edit after the limit", err)
	}
}
