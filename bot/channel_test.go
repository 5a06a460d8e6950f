package bot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/time/rate"

	"parlour/bot/gateway"
	"parlour/bot/rest"
	"parlour/bot/sandbox"
	"parlour/bot/sandbox/discord"
	"parlour/bot/sandbox/fault"
	rights "parlour/bot/sandbox/world"
	"parlour/commands"
	"parlour/commands/message"
	"parlour/commands/publish"
)

// A desk is a sandbox and a bot without a gateway, with the bot's channels.
type desk struct {
	channel
	t       *testing.T
	ctx     context.Context
	discord *sandbox.Server
	games   string // the id of #games
	now     atomic.Pointer[time.Time]
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{t: t}
	d.setClock(time.Now().Truncate(time.Second)) // Discord's times have microseconds
	var err error
	d.discord, err = sandbox.Start(sandbox.Config{OpenAPI: os.Getenv("DISCORD_OPENAPI"), AnswerWithin: time.Minute, Haste: 1000, Now: d.theirs})
	if err != nil {
		t.Fatal(err)
	}
	var cancel context.CancelFunc
	d.ctx, cancel = context.WithTimeout(t.Context(), 9*time.Minute)
	t.Cleanup(func() {
		cancel()
		d.discord.Close()
		for _, x := range d.discord.Violations() {
			t.Errorf("%s %s breaks Discord's rules: %s%s", x.Method, x.Path, x.Wrong, x.WrongAnswer)
		}
	})
	quick := gateway.UsualTimes()
	quick.First, quick.Spacing, quick.Hello = time.Millisecond, 10*time.Millisecond, quick.Open
	b := newBot(Config{
		Config: quiet(d.theirs), Token: d.discord.Token(), API: d.discord.URL(), Clock: d.theirs,
		Gateway: quick, Look: 100 * time.Millisecond, RegisterAgain: time.Millisecond,
	})
	if b.rest, err = rest.New(b.restConfig()); err != nil {
		t.Fatal(err)
	}
	if err := b.whoAmI(d.ctx); err != nil {
		t.Fatal(err)
	}
	d.channel, d.games = channel{b, rest.Normal}, d.discord.Channel("games")
	return d
}

// quiet is what commands work with that log nothing.
func quiet(now func() time.Time) commands.Config {
	return commands.Config{Config: publish.Config{Log: slog.New(slog.DiscardHandler)}, Now: now}
}

// adjust gives the bot another client of Discord's REST API.
func (d *desk) adjust(change func(*rest.Config)) {
	d.t.Helper()
	c := d.b.restConfig()
	change(&c)
	var err error
	if d.b.rest, err = rest.New(c); err != nil {
		d.t.Fatal(err)
	}
}

// unlimited is a rate of requests that delays none.
const unlimited = float64(rate.Inf)

// quick makes the bot repeat failed requests at once.
func (d *desk) quick() {
	d.adjust(func(c *rest.Config) { c.Backoff, c.PerSecond, c.Pace = 2, unlimited, unlimited })
}

// oneTry makes the bot give up a request after its first failure.
func (d *desk) oneTry() { d.adjust(func(c *rest.Config) { c.Backoff = time.Hour }) }

// unhurried makes the bot send each request at once, only once, and wait for its answer.
func (d *desk) unhurried() {
	d.adjust(func(c *rest.Config) { c.Patience, c.PerSecond = 1000*time.Hour, unlimited })
}

// theirs is the clock of the sandbox.
func (d *desk) theirs() time.Time { return *d.now.Load() }

func (d *desk) setClock(now time.Time) { d.now.Store(&now) }

// says posts a message and returns its id.
func (d *desk) says(channel string, m message.Message) string {
	d.t.Helper()
	id, err := d.Post(d.ctx, channel, fmt.Sprint(len(d.sent("POST", "/messages"))), m)
	if err != nil {
		d.t.Fatal(err)
	}
	return id
}

// thread opens a thread in #games.
func (d *desk) thread() string {
	d.t.Helper()
	id, err := d.Thread(d.ctx, rights.GuildID, d.games, d.says(d.games, message.Message{Content: "a table"}), "a game")
	if err != nil {
		d.t.Fatal(err)
	}
	return id
}

// sent lists the requests of a method whose path has a suffix.
func (d *desk) sent(method, end string) (all []discord.Exchange) {
	for _, x := range d.discord.Traffic() {
		if x.Method == method && strings.HasSuffix(x.Path, end) {
			all = append(all, x)
		}
	}
	return all
}

func (d *desk) fail(f fault.Fault) {
	d.t.Helper()
	if _, err := d.discord.Faults().Fail(f); err != nil {
		d.t.Fatal(err)
	}
}

// knownErrors are the errors of package publish that a channel may return.
var knownErrors = []error{publish.ErrGone, publish.ErrForbidden, publish.ErrClosed, publish.ErrName, publish.ErrLater, publish.ErrTooFast}

// wantError checks that an error is the wanted one of [knownErrors] and no other. A nil want
// stands for an error that is none of them.
func wantError(t *testing.T, doing string, got, want error) {
	t.Helper()
	if got == nil {
		t.Errorf("%s succeeded, want an error", doing)
	}
	for _, known := range knownErrors {
		if errors.Is(got, known) != (known == want) {
			t.Errorf("%s = %v, want %v", doing, got, want)
		}
	}
	if got != nil && (strings.Contains(got.Error(), "a-fake-token-of-the-sandbox") || strings.Contains(got.Error(), "://")) {
		t.Errorf("%s = %v, which has a token or an address", doing, got)
	}
}

// Each of Discord's error codes becomes the error that the publisher knows.
func TestDiscordCodesBecomeErrors(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for code, want := range map[int]error{
		10003: publish.ErrGone, 10004: publish.ErrGone, 10007: publish.ErrGone, 10008: publish.ErrGone, 10013: publish.ErrGone,
		40003: publish.ErrTooFast, 50007: publish.ErrClosed, 50278: publish.ErrClosed,
		50001: publish.ErrForbidden, 50013: publish.ErrForbidden, 50083: publish.ErrForbidden, 160005: publish.ErrForbidden,
	} {
		refusals := 1
		if code == codeUnknownMessage { // after the first, the message is posted once more
			refusals = 2
		}
		d.fail(fault.Fault{Route: "POST /channels/{channel}/messages", Code: code, Status: http.StatusForbidden, Times: refusals})
		_, err := d.Post(d.ctx, d.games, "n", message.Message{Content: "x"})
		wantError(t, fmt.Sprintf("a post that is answered with %d", code), err, want)
	}
	d.oneTry()
	d.fail(fault.Fault{Route: "POST /channels/{channel}/messages", Status: 503})
	_, err := d.Post(d.ctx, d.games, "n", message.Message{Content: "x"})
	wantError(t, "a post that is answered with 503", err, nil)
}

// Rouse unarchives a thread, so that its messages can be edited, and changes nothing else.
func TestRouse(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	thread := d.thread()
	posted := d.says(thread, message.Message{Content: "a board"})
	edit := func() error { return d.Edit(d.ctx, thread, posted, message.Message{Content: "another"}) }
	changed := func(want int) {
		t.Helper()
		if got := len(d.sent(http.MethodPatch, "/channels/"+thread)); got != want {
			t.Errorf("the thread was changed %d times, want %d", got, want)
		}
	}
	for _, channel := range []string{thread, d.games, d.discord.User("ann").DM()} {
		if err := d.Rouse(d.ctx, channel); err != nil {
			t.Errorf("Rouse of a channel that is not archived = %v", err)
		}
	}
	changed(0)
	d.discord.Stage().Archive(thread, false)
	wantError(t, "an edit in an archived thread", edit(), publish.ErrForbidden)
	if err := errors.Join(d.Rouse(d.ctx, thread), edit()); err != nil {
		t.Errorf("an edit after Rouse = %v", err)
	}
	changed(1)
	d.discord.Stage().Archive(thread, true)
	wantError(t, "Rouse of a locked thread", d.Rouse(d.ctx, thread), publish.ErrForbidden)
	changed(1)
}

// Rouse returns the reason why a thread stays archived.
func TestRouseFails(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.oneTry()
	thread := d.thread()
	for _, c := range []struct {
		name  string
		fault fault.Fault
		want  error
	}{
		{"locked meanwhile", fault.Fault{Route: "PATCH /channels/{channel}", Code: 50083}, publish.ErrForbidden},
		{"deleted meanwhile", fault.Fault{Route: "PATCH /channels/{channel}", Code: 10003}, publish.ErrGone},
		{"a failing PATCH", fault.Fault{Route: "PATCH /channels/{channel}", Status: 500}, nil},
		{"a failing GET", fault.Fault{Route: "GET /channels/{channel}", Status: 502}, nil},
	} {
		d.discord.Stage().Archive(thread, false)
		d.fail(c.fault)
		wantError(t, c.name, d.Rouse(d.ctx, thread), c.want)
	}
	// A moderator can lock a thread that is not archived.
	d.discord.Stage().Allow(d.games, rights.ManageThreads)
	d.discord.Stage().Archive(thread, true)
	if err := d.do(d.ctx, rest.Request{Method: http.MethodPatch, Path: "channels/" + thread, Bucket: "rouse", Body: []byte(`{"archived":false}`)}, nil); err != nil {
		t.Fatal(err)
	}
	wantError(t, "Rouse of a locked thread that is not archived", d.Rouse(d.ctx, thread), publish.ErrForbidden)
	d.discord.Stage().Deny(d.games, rights.ViewChannel)
	wantError(t, "Rouse of a hidden channel", d.Rouse(d.ctx, thread), publish.ErrForbidden)
	d.discord.Stage().DeleteChannel(thread)
	wantError(t, "Rouse of a deleted channel", d.Rouse(d.ctx, thread), publish.ErrGone)
}

// Own returns the bot's own messages in a channel, newest first, with the ids of their
// buttons and menus. It leaves out messages from before the given time, with a minute's
// allowance for clocks that differ.
func TestOwnMessages(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	since := d.now.Load().Add(time.Hour)
	own := func(channel string) []publish.Posted {
		t.Helper()
		found, err := d.Own(d.ctx, channel, since)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	dm := d.discord.User("ann").DM()
	for _, channel := range []string{dm, d.games} {
		since = since.Add(time.Hour) // ids only grow
		d.setClock(since.Add(-time.Minute - time.Millisecond))
		d.says(channel, message.Message{Content: "before"})
		d.setClock(since.Add(-time.Minute))
		first := d.says(channel, message.Message{Content: "a minute before, perhaps not"})
		d.setClock(since.Add(time.Second))
		if _, err := d.discord.User("ann").Say(channel, "not the bot's"); err != nil {
			t.Fatal(err)
		}
		second := d.says(channel, message.Message{Content: "after", Rows: [][]message.Control{
			{{ID: "a", Label: "A"}, {ID: "b", Label: "B", Disabled: true}},
			{{ID: "c", Label: "C", Options: []message.MenuOption{{Label: "D", Value: "d"}}}},
		}})
		want := []publish.Posted{
			{ID: second, Content: "after", Buttons: []string{"a", "b", "c"}}, {ID: first, Content: "a minute before, perhaps not"},
		}
		if got := own(channel); !reflect.DeepEqual(got, want) {
			t.Errorf("Own = %+v, want %+v", got, want)
		}
	}
	chat := func(n int) {
		t.Helper()
		for range n {
			if _, err := d.discord.User("ann").Say(d.games, "chatter"); err != nil {
				t.Fatal(err)
			}
		}
	}
	chat(page - 1)
	if got := own(d.games); len(got) != 2 {
		t.Errorf("Own in two pages of messages = %+v, want both", got)
	}
	chat((pages - 1) * page)
	if got := own(d.games); len(got) != 1 || got[0].Content != "after" {
		t.Errorf("Own in the newest %d messages = %+v, want one", pages*page, got)
	}
	d.discord.Stage().Deny(d.games, rights.ReadMessageHistory)
	if got := own(d.games); len(got) != 0 {
		t.Errorf("Own without the right to read messages = %+v, want none", got)
	}
}

// Own returns the reason why the bot cannot read a channel.
func TestOwnMessagesFail(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.oneTry()
	own := func() error { _, err := d.Own(d.ctx, d.games, time.Now()); return err }
	d.fail(fault.Fault{Route: "GET /channels/{channel}/messages", Status: 500})
	wantError(t, "Own after a server error", own(), nil)
	d.discord.Stage().Deny(d.games, rights.ViewChannel)
	wantError(t, "Own of a hidden channel", own(), publish.ErrForbidden)
	d.discord.Stage().DeleteChannel(d.games)
	wantError(t, "Own of a deleted channel", own(), publish.ErrGone)
}

// Member tells apart a person who has left, an unknown person, and a server that the bot is
// not in.
func TestMember(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	ann, guild := d.discord.User("ann").ID(), d.discord.GuildID()
	is := func(person string, want bool) {
		t.Helper()
		if got, err := d.Member(d.ctx, guild, person); got != want || err != nil {
			t.Errorf("Member = %v, %v, want %v", got, err, want)
		}
	}
	fails := func(doing, guild string, want error) {
		t.Helper()
		got, err := d.Member(d.ctx, guild, ann)
		wantError(t, doing, err, want)
		if got {
			t.Errorf("%s = true, want false", doing)
		}
	}
	is(ann, true)
	d.discord.Stage().Leave("ann", true)
	is(ann, false)
	d.discord.Stage().Leave("ann", false)
	is(ann, true)
	is("1", false)
	d.oneTry()
	fails("Member of no server", "1", publish.ErrGone)
	d.fail(fault.Fault{Route: "GET /guilds/{guild}/members/{user}", Status: 503})
	fails("Member after a server error", guild, nil)
	d.fail(fault.Fault{Route: "GET /guilds/{guild}/members/{user}", Code: 50013})
	fails("Member without the right", guild, publish.ErrForbidden)
	d.discord.Stage().RemoveBot()
	fails("Member of a server that the bot was removed from", guild, publish.ErrGone)
	d.discord.Stage().InviteBot()
	is(ann, true)
}

// A message that becomes bare loses its picture, and one that does not keeps it. No edit
// mentions anybody.
func TestABareEditTakesThePictureAway(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	ann := d.discord.User("ann")
	board := message.Message{Content: ann.Mention(), Pings: []string{ann.ID()}, File: &message.File{Name: "board.txt", Data: []byte("x")}}
	id := d.says(d.games, board)
	for _, c := range []struct {
		m    message.Message
		want int
	}{
		{message.Message{Content: ann.Mention() + " has bid", Pings: []string{ann.ID()}}, 1},
		{message.Message{Content: "1\\. Ann has bid", Bare: true}, 0},
		{board, 1},
	} {
		if err := d.Edit(d.ctx, d.games, id, c.m); err != nil {
			t.Fatal(err)
		}
		if got := ann.Sees(d.games)[0]; len(got.Attachments) != c.want || got.Content != c.m.Content || len(got.Rows) > 0 {
			t.Errorf("after an edit to %q the message is %+v, want %d files", c.m.Content, got, c.want)
		}
	}
	for _, x := range d.sent(http.MethodPatch, "/"+id) {
		if !strings.Contains(string(x.Request), `"allowed_mentions":{"parse":[],"users":[]}`) {
			t.Errorf("an edit may mention people: %s", x.Request)
		}
	}
	if n := len(ann.Notifications()); n != 1 {
		t.Errorf("ann was notified %d times, want once", n)
	}
}

// A silent message notifies nobody, even if it names somebody.
func TestASilentPostNotifiesNobody(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	ann := d.discord.User("ann")
	d.says(d.games, message.Message{Content: ann.Mention(), Pings: []string{ann.ID()}, Silent: true})
	if got := ann.Sees(d.games)[0]; !got.Silent || len(ann.Notifications()) > 0 {
		t.Errorf("ann sees %+v and was notified %d times", got, len(ann.Notifications()))
	}
}

// A message is deleted once; one that is gone counts as deleted. A notice cannot be deleted.
func TestDelete(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	thread := d.thread()
	id := d.says(thread, message.Message{Content: "a reminder"})
	for range 2 {
		if err := d.Delete(d.ctx, thread, id); err != nil {
			t.Errorf("Delete = %v", err)
		}
	}
	if err := d.Rename(d.ctx, thread, "another name"); err != nil {
		t.Fatal(err)
	}
	left := d.discord.User("ann").Sees(thread)
	if len(left) != 1 || left[0].Notice == "" {
		t.Fatalf("the thread has %+v, want the notice of a rename alone", left)
	}
	wantError(t, "Delete of a notice", d.Delete(d.ctx, thread, left[0].ID), publish.ErrForbidden)
	if own, err := d.Own(d.ctx, thread, time.Time{}); err != nil || len(own) > 0 {
		t.Errorf("Own = %v, %v, want no notices", own, err)
	}
	d.discord.Stage().DeleteChannel(thread)
	if err := d.Delete(d.ctx, thread, id); err != nil {
		t.Errorf("Delete in a thread that is gone = %v", err)
	}
}

// A rename wakes a thread. A name that the server forbids, and a third one in ten minutes,
// have errors of their own; the third is not waited for.
func TestRename(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.unhurried()
	thread := d.thread()
	name := func() string {
		var found struct{ Name string }
		if err := d.do(d.ctx, rest.Request{Method: http.MethodGet, Path: "channels/" + thread, Bucket: "read"}, &found); err != nil {
			t.Fatal(err)
		}
		return found.Name
	}
	d.discord.Stage().Archive(thread, false)
	if err := d.Rename(d.ctx, thread, "first"); err != nil || name() != "first" {
		t.Errorf("Rename = %v, and the thread is called %q", err, name())
	}
	d.fail(fault.Fault{Route: "PATCH /channels/{channel}", Status: 400, Code: 200001})
	wantError(t, "a forbidden name", d.Rename(d.ctx, thread, "rude"), publish.ErrName)
	if err := d.Rename(d.ctx, thread, "second"); err != nil {
		t.Errorf("a second Rename = %v", err)
	}
	for range 2 { // the second is not even sent
		wantError(t, "a third name", d.Rename(d.ctx, thread, "third"), publish.ErrLater)
	}
	if n := len(d.sent(http.MethodPatch, "/channels/"+thread)); n != 4 || name() != "second" {
		t.Errorf("%d renames were sent, want 4; the thread is called %q", n, name())
	}
	if err := d.Rouse(d.ctx, thread); err != nil {
		t.Errorf("after that, Rouse = %v", err)
	}
	ctx, cancel := context.WithCancel(d.ctx)
	cancel()
	wantError(t, "a rename that is cut off", d.Rename(ctx, thread, "third"), nil)
}

// The machine's clock is wrong by hours. The bot finds its own message all the same, by its id, and
// leaves out one from before the moment that the machine's clock names.
func TestOwnMessagesByASkewedClock(t *testing.T) {
	t.Parallel()
	for _, skew := range []time.Duration{3 * time.Hour, -3 * time.Hour} {
		d := newDesk(t)
		d.b.Now = func() time.Time { return d.theirs().Add(skew) }
		d.says(d.games, message.Message{Content: "long ago"})
		d.setClock(d.theirs().Add(time.Hour))
		since := d.b.Now()
		made := d.says(d.games, message.Message{Content: "now"})
		d.setClock(d.theirs().Add(time.Hour))
		own, err := d.Own(d.ctx, d.games, since)
		if err != nil || len(own) != 1 || own[0].ID != made {
			t.Errorf("with the clock ahead by %v Own = %+v (%v), want the message %s", skew, own, err, made)
		}
	}
}

// A message whose nonce Discord remembers, and which somebody has deleted since, is posted once
// more, and no more often. It does not look as if its channel were gone.
func TestAMessageThatWasDeletedIsPostedOnceMore(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	post := func() string {
		t.Helper()
		id, err := d.Post(d.ctx, d.games, "b88yvxpngg0k-1", message.Message{Content: "a board"})
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	first := post()
	d.discord.Stage().DeleteMessage(first)
	second := post()
	if again := post(); second == first || again != second || count(d, "a board") != 1 {
		t.Errorf("the posts are %s, %s and %s, with %d messages, want a second one once", first, second, again, count(d, "a board"))
	}
}

// patient returns the desk's channel for reminders.
func (d *desk) patient() channel { return channel{d.b, rest.Low} }

// Reminders go out at the pace, boards before them, and what is tidied when there is room. The default pace
// leaves boards most of Discord's 50 requests a second.
func TestRemindersArePaced(t *testing.T) {
	t.Parallel()
	if pace := (Config{}).withDefaults().Pace; pace < 10 || pace > 30 {
		t.Errorf("the default pace is %v requests a second, want 10 to 30", pace)
	}
	d, _ := serviceDesk(t)
	s := d.b.service
	if got := []any{s.Channel, s.Patient.(countedChannel).Channel, s.Idle, d.b.restConfig().Pace}; !slices.Equal(got, []any{channel{d.b, rest.Normal}, channel{d.b, rest.Low}, channel{d.b, rest.Last}, d.b.Pace}) {
		t.Errorf("the channels and the pace are %+v", got)
	}
}

// Every method of a channel makes requests with the channel's priority: one, but for Invite, which
// posts, edits and deletes. They are made again after any failure, which makes nothing twice; Strip alone
// is tried once.
func TestChannelRequestsHaveItsPriority(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	thread := d.thread()
	posted := d.says(thread, message.Message{Content: "a board"})
	table := d.says(d.games, message.Message{Content: "a table"})
	deleted := d.says(thread, message.Message{Content: "a reminder"})
	m := message.Message{Content: "x"}
	requests := map[string]func(channel) error{
		"Post":   func(c channel) error { _, err := c.Post(d.ctx, d.games, "n", m); return err },
		"Edit":   func(c channel) error { return c.Edit(d.ctx, thread, posted, m) },
		"Strip":  func(c channel) error { return c.Strip(d.ctx, thread, posted) },
		"Thread": func(c channel) error { _, err := c.Thread(d.ctx, rights.GuildID, d.games, table, "t"); return err },
		"Direct": func(c channel) error { _, err := c.Direct(d.ctx, d.discord.User("ann").ID()); return err },
		"Rouse":  func(c channel) error { return c.Rouse(d.ctx, thread) },
		"Own":    func(c channel) error { _, err := c.Own(d.ctx, thread, time.Now()); return err },
		"Delete": func(c channel) error { return c.Delete(d.ctx, thread, deleted) },
		"Rename": func(c channel) error { return c.Rename(d.ctx, thread, fmt.Sprint("a name ", c.priority)) },
		"Invite": func(c channel) error {
			_, err := c.Invite(d.ctx, thread, fmt.Sprint("i", c.priority), []string{d.discord.User("ann").ID()})
			return err
		},
		"Member": func(c channel) error {
			_, err := c.Member(d.ctx, d.discord.GuildID(), d.discord.User("ann").ID())
			return err
		},
	}
	var tried []rest.Request
	d.adjust(func(c *rest.Config) {
		c.Tried = func(r rest.Request, _ int, _ time.Duration) { tried = append(tried, r) }
	})
	for name, do := range requests {
		for _, c := range []channel{d.channel, d.patient()} {
			tried = nil
			if err := do(c); err != nil {
				t.Errorf("%s = %v", name, err)
			}
			if want := map[string]int{"Invite": 3}[name]; len(tried) != max(want, 1) {
				t.Errorf("%s made the requests %+v", name, tried)
			}
			for _, r := range tried {
				if r.Priority != c.priority || r.Method == http.MethodPost && !r.Idempotent || r.Once != (name == "Strip") {
					t.Errorf("%s in a channel of priority %d makes the request %+v", name, c.priority, r)
				}
			}
		}
	}
	var methods []string
	for i := range reflect.TypeFor[publish.Channel]().NumMethod() {
		methods = append(methods, reflect.TypeFor[publish.Channel]().Method(i).Name)
	}
	if !slices.Equal(methods, []string{"Delete", "Direct", "Edit", "Invite", "Member", "Own", "Post", "Rename", "Rouse", "Strip", "Thread"}) {
		t.Errorf("a channel has the methods %v, some of which this test does not call", methods)
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

// A message whose first try arrived, though its answer was lost, is there once.
func TestAMessageIsMadeOnce(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.quick()
	for i, f := range []fault.Fault{{Status: 500, After: true}, {Cut: true}, {Cut: true, After: true}} {
		f.Route, f.Times = "POST /channels/{channel}/messages", 2
		d.fail(f)
		text := fmt.Sprint("message ", i)
		if _, err := d.Post(d.ctx, d.games, text, message.Message{Content: text}); err != nil || count(d, text) != 1 {
			t.Errorf("after %+v a post = %v, and there are %d messages, want 1", f, err, count(d, text))
		}
	}
}

// Where the bot is a guest it has only the tokens of what was pressed. One that Discord does not know any more
// is forgotten, and without one it can do nothing.
func TestAGuestActsByTokens(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	g, m := guest{d.b}, message.Message{Content: "x"}
	edits := map[string]func() error{
		"Edit":  func() error { return g.Edit(d.ctx, "group", "5", m) },
		"Strip": func() error { return g.Strip(d.ctx, "group", "5") },
		"Post":  func() error { _, err := g.Post(d.ctx, "group", "", m); return err },
	}
	for name, do := range edits {
		for _, put := range []bool{true, false} { // what was put is forgotten then
			if put {
				d.b.tokens.Put("5", token{Text: "dead", At: d.b.Now()})
			}
			wantError(t, name+" of a guest", do(), publish.ErrForbidden)
		}
	}
	for name, err := range map[string]error{
		"Rename": g.Rename(d.ctx, "group", "a name"), "Rouse": g.Rouse(d.ctx, "group"),
		"Direct": func() error { _, err := g.Direct(d.ctx, "ann"); return err }(),
	} {
		wantError(t, name+" of a guest", err, publish.ErrForbidden)
	}
}
