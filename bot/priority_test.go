package bot

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"parlour/bot/rest"
	"parlour/bot/sandbox/fault"
	rights "parlour/bot/sandbox/world"
	"parlour/commands/message"
	"parlour/commands/publish"
	"parlour/commands/world"
	"parlour/games/all"
	"parlour/storage/bolt"
)

// seldom is a rate so low that only the first burst of requests goes out.
const seldom = 1.0 / 3600

// burst is the number of requests that package rest sends at once.
const burst = 3

// patient returns the desk's channel for reminders.
func (d *desk) patient() channel { return channel{d.b, rest.Low} }

// [Config.Pace] limits reminders, and not boards. Its default leaves boards most of
// Discord's 50 requests a second.
func TestRemindersArePaced(t *testing.T) {
	t.Parallel()
	if pace := (Config{}).withDefaults().Pace; pace < 10 || pace > 30 {
		t.Errorf("the default pace is %v requests a second, want 10 to 30", pace)
	}
	d := newDesk(t)
	store, err := bolt.Open(filepath.Join(t.TempDir(), "parlour.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	d.b.Games, d.b.Store, d.b.Pace = all.Games(), store, seldom
	if err := d.b.prepare(d.ctx); err != nil {
		t.Fatal(err)
	}
	post := func(on publish.Channel, nonce string) error {
		_, err := on.Post(d.ctx, d.games, nonce, message.Message{Content: "x"}) // waits at most world.Patience
		return err
	}
	for i := range burst {
		if err := post(d.b.service.Patient, fmt.Sprint("p", i)); err != nil {
			t.Error(err)
		}
	}
	for range 2 {
		wantError(t, "a reminder that would wait for an hour", post(d.b.service.Patient, "q"), nil)
	}
	for i := range 2 * burst {
		if err := post(d.b.service.Channel, fmt.Sprint("c", i)); err != nil {
			t.Error(err)
		}
	}
	if n := len(d.sent(http.MethodPost, "/messages")); n != 3*burst {
		t.Errorf("%d messages went out, want %d", n, 3*burst)
	}
}

// Every method of a channel makes requests with the channel's priority: one, but for Invite, which
// posts, edits and deletes.
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
	var tried []rest.Priority
	d.adjust(func(c *rest.Config) {
		c.Tried = func(r rest.Request, _ int, _ time.Duration) { tried = append(tried, r.Priority) }
	})
	for name, do := range requests {
		for _, c := range []channel{d.channel, d.patient()} {
			tried = nil
			if err := do(c); err != nil {
				t.Errorf("%s = %v", name, err)
			}
			want := []rest.Priority{c.priority}
			if name == "Invite" {
				want = slices.Repeat(want, 3)
			}
			if !slices.Equal(tried, want) {
				t.Errorf("%s in a channel of priority %d made requests of priorities %v, want %v", name, c.priority, tried, want)
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

// A reminder that Discord answers slowly delays no board in the same channel.
func TestSlowReminderDelaysNoBoard(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	ctx, end := context.WithCancel(d.ctx)
	defer end()
	d.unhurried() // so that only the test ends a request
	d.fail(fault.Fault{Route: "POST /channels/{channel}/messages", Wait: time.Hour})
	result := make(chan error)
	go func() {
		_, err := d.patient().Post(ctx, d.games, "p", message.Message{Content: "a reminder"})
		result <- err
	}()
	if err := d.discord.Faults().Await(d.soon()); err != nil {
		t.Fatal(err)
	}
	d.says(d.games, message.Message{Content: "a board"})
	end()
	if err := world.Receive(t, result, "the end of the reminder"); !errors.Is(err, context.Canceled) {
		t.Errorf("the reminder = %v, want context.Canceled", err)
	}
}
