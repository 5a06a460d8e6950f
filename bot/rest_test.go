package bot

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"golang.org/x/time/rate"

	"parlour/bot/sandbox"
	"parlour/commands"
)

// The routes that the faults of these tests befall.
const (
	postRoute     = "POST /channels/{channel}/messages"
	patchRoute    = "PATCH /channels/{channel}/messages/{message}"
	callbackFault = "POST /interactions/{interaction}/{token}/callback"
)

// failures are the ways in which a request fails that may be made again.
var failures = []sandbox.Fault{
	{Status: 500}, {Status: 501}, {Status: 502}, {Status: 503}, {Status: 504},
	{Status: 500, HTML: true}, {Status: 503, HTML: true},
	{Status: 500, After: true}, {Status: 502, After: true}, {Status: 504, After: true},
	{Cut: true}, {Cut: true, After: true},
	{Status: 429, Wait: time.Millisecond}, {Status: 429, Wait: time.Millisecond, Global: true}, {Status: 429, Wait: time.Millisecond, HTML: true},
}

// inTurn is how often in turn a failure is tried: twice, but for the one that asks for a
// whole second.
func inTurn(f sandbox.Fault) int {
	if f.Status == 429 && f.HTML {
		return 1
	}
	return 2
}

// quick has what failed tried again at once.
func (d *desk) quick() {
	d.b.limits.backoff = 2
	d.b.limits.all, d.b.limits.slow = rate.NewLimiter(rate.Inf, 1), rate.NewLimiter(rate.Inf, 1)
}

// unhurried has the bot try a request once, however long that takes.
func (d *desk) unhurried() { d.b.Patience, d.b.rest.Client.Timeout = 1000*time.Hour, 0 }

// Whatever befalls it, a message is made, and made once, for boards and for reminders.
func TestAMessageIsMadeOnce(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.quick()
	for i, f := range failures {
		for _, c := range []channel{d.channel, d.patient()} {
			f.Route, f.Times = postRoute, inTurn(f)
			d.fail(f)
			text := fmt.Sprintf("%d of class %d", i, c.class)
			if _, err := c.Post(d.ctx, d.games, text, commands.Message{Content: text}); err != nil {
				t.Errorf("a post after %+v = %v", f, err)
			}
			if n := count(d, text); n != 1 {
				t.Errorf("after %+v there are %d messages, want 1", f, n)
			}
		}
	}
	if err := d.discord.AwaitFaults(d.soon()); err != nil {
		t.Error(err)
	}
}

// count is how many messages in #games say something.
func count(d *desk, text string) (n int) {
	for _, m := range d.discord.User("ann").Sees(d.games) {
		if m.Content == text {
			n++
		}
	}
	return n
}

// A POST that nothing keeps from making something twice is made again only when it had no
// effect for sure.
func TestAPostWithoutANonceIsMadeOnce(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.quick()
	for i, f := range failures {
		f.Route = postRoute
		id := d.fault(f)
		text := fmt.Sprint("x", i)
		_, err := d.Post(d.ctx, d.games, "", commands.Message{Content: text})
		d.discord.Mend(id)
		if limited := f.Status == 429; (err == nil) != limited {
			t.Errorf("a post after %+v = %v", f, err)
		}
		if n := count(d, text); n > 1 || n == 0 && (f.After || f.Status == 429) {
			t.Errorf("after %+v there are %d messages", f, n)
		}
	}
}

func (d *desk) fault(f sandbox.Fault) int {
	d.t.Helper()
	id, err := d.discord.Fail(f)
	if err != nil {
		d.t.Fatal(err)
	}
	return id
}

// What can be done twice without harm is done again after every failure.
func TestHarmlessRequestsAreMadeAgain(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.quick()
	message := d.says(d.games, commands.Message{Content: "a table"})
	ann, guild := d.discord.User("ann").ID(), d.discord.GuildID()
	for route, do := range map[string]func() error{
		patchRoute: func() error { return d.Edit(d.ctx, d.games, message, commands.Message{Content: "x"}) },
		"POST /channels/{channel}/messages/{message}/threads": func() error {
			_, err := d.Thread(d.ctx, d.games, message, "t")
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
			if err := d.discord.AwaitFaults(d.soon()); err != nil {
				t.Error(err)
			}
		}
	}
}

// Buttons of an old message are taken off once or not at all: a refusal is not waited
// out, and holds up no edit of a board in the channel.
func TestStrippingIsBestEffort(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.quick()
	old := d.says(d.games, commands.Message{Content: "an old board"})
	board := d.says(d.games, commands.Message{Content: "a board"})
	for _, f := range []sandbox.Fault{{Status: 500}, {Cut: true}, {Code: 30046, Wait: time.Hour}} {
		before := len(d.sent(http.MethodPatch, "/"+old))
		f.Route = patchRoute
		d.fail(f)
		wantError(t, fmt.Sprintf("Strip after %+v", f), d.Strip(d.ctx, d.games, old), nil)
		if n := len(d.sent(http.MethodPatch, "/"+old)) - before; n != 1 {
			t.Errorf("Strip after %+v was tried %d times, want once", f, n)
		}
		if err := d.Edit(d.ctx, d.games, board, commands.Message{Content: "now"}); err != nil {
			t.Errorf("an edit of the board after %+v = %v", f, err)
		}
	}
}

// The limit of edits of old messages is waited out by an edit that matters.
func TestAnEditOfAnOldMessageWaits(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.quick()
	table := d.says(d.games, commands.Message{Content: "a table"})
	d.fail(sandbox.Fault{Route: patchRoute, Code: 30046, Wait: time.Millisecond, Times: 3})
	if err := d.Edit(d.ctx, d.games, table, commands.Message{Content: "now"}); err != nil || count(d, "now") != 1 {
		t.Errorf("an edit = %v, want that it is waited for", err)
	}
}

// A limit of all holds everything but answers, one of a route that route alone, and the
// network's own everything.
func TestWhatALimitHolds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		fault sandbox.Fault
		held  []string // buckets
	}{
		{"a route", sandbox.Fault{Status: 429, Wait: time.Hour}, []string{"post"}},
		{"all", sandbox.Fault{Status: 429, Wait: time.Hour, Global: true}, []string{"post", "edit", "reminder"}},
		{"the network", sandbox.Fault{Status: 429, Wait: time.Hour, HTML: true}, []string{"post", "edit", "reminder"}},
		{"an old message", sandbox.Fault{Code: 30046, Wait: time.Hour}, nil},
		{"a bad day", sandbox.Fault{Status: 503, HTML: true}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			d.b.limits.backoff = time.Hour
			c.fault.Route = postRoute
			d.fail(c.fault)
			_, err := d.Post(d.ctx, d.games, "n", commands.Message{Content: "x"})
			wantError(t, "the post", err, nil)
			for name, r := range map[string]route{
				"post": {bucket: "post " + d.games}, "edit": {bucket: "edit " + d.games},
				"reminder": {bucket: "post elsewhere", class: forReminder}, "answer": {bucket: "callback 1", class: forAnswer},
			} {
				held := d.b.limits.holds(r) > 50*time.Minute
				if held != slices.Contains(c.held, name) {
					t.Errorf("%s is held: %v", name, held)
				}
				if err := d.b.limits.wait(d.ctx, r); (err != nil) != held {
					t.Errorf("%s waits with the outcome %v", name, err)
				}
			}
		})
	}
}

// An ordinary answer that says that no more of its kind are taken for now is heeded.
func TestTheLastOfABucket(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.discord.Limit(postRoute, 3, time.Hour)
	for i := range 3 {
		d.says(d.games, commands.Message{Content: fmt.Sprint(i)})
	}
	_, err := d.Post(d.ctx, d.games, "n", commands.Message{Content: "x"})
	wantError(t, "the fourth post", err, nil)
	if n := len(d.sent(http.MethodPost, "/messages")); n != 3 {
		t.Errorf("%d posts went out, want 3: the fourth is known to be refused", n)
	}
	lounge := d.discord.Channel("lounge")
	if _, err := d.Post(d.ctx, lounge, "n", commands.Message{Content: "x"}); err != nil {
		t.Errorf("a post elsewhere = %v", err)
	}
}

// A context that ends ends every wait: for an answer that hangs, for a limit, for a turn,
// and between two tries.
func TestContextsStop(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		fault sandbox.Fault
		waits func(*desk)
	}{
		{"an answer that hangs", sandbox.Fault{Wait: 24 * time.Hour}, func(*desk) {}},
		{"a limit", sandbox.Fault{Status: 429, Wait: 24 * time.Hour}, func(*desk) {}},
		{"between two tries", sandbox.Fault{Status: 500}, func(d *desk) { d.b.limits.backoff = 24 * time.Hour }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			d.unhurried()
			c.waits(d)
			c.fault.Route = postRoute
			d.fail(c.fault)
			ctx, end := context.WithCancel(context.Background())
			defer end()
			result := make(chan error)
			go func() {
				_, err := d.Post(ctx, d.games, "n", commands.Message{Content: "x"})
				result <- err
			}()
			if err := d.discord.AwaitFaults(d.soon()); err != nil {
				t.Fatal(err)
			}
			end()
			if err := Receive(t, result, "the end of the post"); err == nil {
				t.Error("the post went well")
			}
		})
	}
}

// An answer that hangs is given up, and the request made again.
func TestAHangIsFollowedByAnotherTry(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.b.Patience = 3 * time.Second // of which a try may take one
	d.quick()
	d.fail(sandbox.Fault{Route: postRoute, Wait: time.Hour})
	if _, err := d.Post(d.ctx, d.games, "n", commands.Message{Content: "x"}); err != nil {
		t.Error(err)
	}
}

// discordgo keeps no bucket of ours, which it would never free, and in which one request
// holds up the next.
func TestDiscordgoKeepsNoBuckets(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.says(d.games, commands.Message{Content: "x"})
	d.thread()
	buckets := fmt.Sprintf("%+v", d.b.rest.Ratelimiter)
	if want := fmt.Sprintf("%+v", discordgo.NewRatelimiter()); len(buckets) > len(want)+20 {
		t.Errorf("after some requests discordgo keeps %s", buckets)
	}
	if d.b.rest.MaxRestRetries != 0 || d.b.rest.ShouldRetryOnRateLimit || d.b.rest.Debug || d.b.rest.LogLevel >= 0 {
		t.Error("discordgo retries or talks by itself")
	}
}

// broken is a Discord that answers nothing but 503, and when it was asked.
type broken struct{ at []time.Time }

func (b *broken) RoundTrip(r *http.Request) (*http.Response, error) {
	b.at = append(b.at, time.Now())
	return &http.Response{StatusCode: 503, Header: http.Header{}, Body: http.NoBody, Request: r}, nil
}

// Between tries there are growing pauses up to a bound, not the same each time, and the
// patience has an end.
func TestPausesGrow(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		seen := map[time.Duration]bool{}
		for range 2 {
			discord, began := &broken{}, time.Now()
			b := &bot{Config: Config{Token: "t", Log: slog.New(slog.DiscardHandler)}.withDefaults(), limits: newLimiter(20)}
			b.rest, _ = newSession(b.Token, "")
			b.rest.Client = &http.Client{Transport: door{by: discord}}
			wantError(t, "a request on a bad day", b.raw(t.Context(), route{method: "GET", path: "x", bucket: "x"}, "", nil, nil), nil)
			if took := time.Since(began); took > b.Patience || took < b.Patience/2 {
				t.Errorf("a request was tried for %v, want up to %v", took, b.Patience)
			}
			for i, want := 1, b.limits.backoff; i < len(discord.at); i, want = i+1, min(2*want, longestBackoff) {
				pause := discord.at[i].Sub(discord.at[i-1])
				if seen[pause] = true; pause < want/2 || pause > want {
					t.Errorf("pause %d is %v, want %v to %v", i, pause, want/2, want)
				}
			}
		}
		if len(seen) < 10 {
			t.Errorf("the pauses are %v, want no two alike", seen)
		}
	})
}

// Headers that say when to come again are not left to discordgo, which would wait.
func TestHeadersOfLimitsAreTaken(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.discord.Intercept(func(w http.ResponseWriter, r *http.Request) bool {
		for _, name := range []string{"Global", "Remaining", "Reset-After", "Reset", "Bucket"} {
			w.Header().Set("X-RateLimit-"+name, "0")
		}
		w.Header().Set("Date", "?")
		w.Write([]byte("{}"))
		return true
	})
	if _, err := d.Post(d.ctx, d.games, "n", commands.Message{Content: "x"}); err != nil {
		t.Error(err)
	}
}

// What has no status and what has one that will stay.
func TestWhatPasses(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]bool{0: true, 200: true, 400: false, 401: false, 403: false, 404: false, 408: true, 429: true, 500: true, 502: true, 524: true} {
		if got := (heard{status: status}).passing(); got != want {
			t.Errorf("%d passes: %v, want %v", status, got, want)
		}
	}
}
