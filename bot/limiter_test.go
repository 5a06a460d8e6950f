package bot

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"reflect"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/time/rate"

	"parlour/bot/sandbox"
	"parlour/commands"
	"parlour/games/all"
	"parlour/storage/bolt"
)

// seldom is a rate at which nothing goes but what may go at once.
const seldom = rate.Limit(1.0 / 3600)

// patient is the desk's channel for what can wait.
func (d *desk) patient() channel { return channel{d.b, forReminder} }

// In every second there is room for Discord's 50, and boards have most of it.
func TestFiftyASecond(t *testing.T) {
	t.Parallel()
	l := newLimiter(Config{}.withDefaults().Pace)
	began := time.Now()
	n := 0
	for ; l.all.AllowN(began, 1); n++ {
	}
	if !l.all.AllowN(began.Add(time.Second), perSecond-n) { // more than burst is never let
		for ; l.all.AllowN(began.Add(time.Second), 1); n++ {
		}
	}
	if most := float64(l.all.Limit()) + float64(l.all.Burst()); most > 50 || n > 50 {
		t.Errorf("in a second go %v, at once %d, want at most 50", most, n)
	}
	if slow := float64(l.slow.Limit()); slow < 10 || slow > 30 {
		t.Errorf("reminders make %v requests a second, which leaves little of 50 for boards, or takes long", slow)
	}
}

// Nothing goes faster than the limit of all, but for answers: a thousand of them go at
// once while boards wait for an hour.
func TestTheLimitOfAll(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.b.limits.all = rate.NewLimiter(seldom, burst)
	for i := range burst {
		if _, err := d.Post(d.ctx, d.games, fmt.Sprint("b", i), commands.Message{Content: "a board"}); err != nil {
			t.Error(err)
		}
	}
	d.b.Patience = time.Millisecond
	for name, c := range map[string]channel{"board": d.channel, "reminder": d.patient()} {
		_, err := c.Post(d.ctx, d.games, name, commands.Message{Content: name})
		wantError(t, "a "+name+" over the limit", err, nil)
	}
	if n := len(d.sent(http.MethodPost, "/messages")); n != burst {
		t.Errorf("%d messages went out, want %d", n, burst)
	}
	for range 1000 {
		if err := d.b.limits.wait(d.ctx, route{class: forAnswer}); err != nil {
			t.Fatalf("an answer waits for the limit of all: %v", err)
		}
	}
}

// Reminders are paced within the limit of all, as the settings say; boards are not.
func TestPace(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	store, err := bolt.Open(filepath.Join(t.TempDir(), "parlour.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	d.b.Games, d.b.Store, d.b.Pace = all.Games(), store, float64(seldom)
	if err := d.b.prepare(d.ctx); err != nil {
		t.Fatal(err)
	}
	post := func(on commands.Channel, nonce string) error {
		_, err := on.Post(d.ctx, d.games, nonce, commands.Message{Content: "x"}) // in a minute at most
		return err
	}
	for i := range burst {
		if err := post(d.b.host.Patient, fmt.Sprint("p", i)); err != nil {
			t.Error(err)
		}
	}
	for range 2 {
		wantError(t, "what would have to wait for an hour", post(d.b.host.Patient, "q"), nil)
	}
	for i := range 2 * burst {
		if err := post(d.b.host.Channel, fmt.Sprint("c", i)); err != nil {
			t.Error(err)
		}
	}
	if n := len(d.sent(http.MethodPost, "/messages")); n != 3*burst {
		t.Errorf("%d messages went out, want %d", n, 3*burst)
	}
}

// Boards that come after a hundred reminders go before them all, as fast as they may; the
// reminders follow, and none goes when the bot ends.
func TestBoardsGoBeforeReminders(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter(20)
		l.slow = rate.NewLimiter(rate.Inf, 1)
		for l.all.Allow() { // what may go at once is gone
		}
		ctx, end := context.WithCancel(t.Context())
		went := make(chan class, 1000)
		var waiting sync.WaitGroup
		start := func(n int, c class) {
			for range n {
				waiting.Go(func() {
					if l.wait(ctx, route{class: c}) == nil {
						went <- c
					}
				})
			}
			synctest.Wait()
		}
		start(100, forReminder)
		start(perSecond, forBoard)
		time.Sleep(time.Second) // of the bubble's own time
		for range perSecond {
			if c := <-went; c != forBoard {
				t.Fatalf("one of class %d goes before all boards have gone", c)
			}
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if n := len(went); n < perSecond/2 || n > perSecond+burst {
			t.Errorf("in a second without boards %d reminders went, want about %d", n, perSecond)
		}
		end()
		waiting.Wait()
		if n := len(went); n > perSecond+burst {
			t.Errorf("%d reminders went, more than there was time for", n)
		}
	})
}

// Everything that a channel does waits for its turn, once a request, in its class.
func TestEveryRequestWaits(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	thread := d.thread()
	message := d.says(thread, commands.Message{Content: "a board"})
	table := d.says(d.games, commands.Message{Content: "a table"})
	m := commands.Message{Content: "x"}
	requests := map[string]func(channel) error{
		"Post":   func(c channel) error { _, err := c.Post(d.ctx, d.games, "n", m); return err },
		"Edit":   func(c channel) error { return c.Edit(d.ctx, thread, message, m) },
		"Strip":  func(c channel) error { return c.Strip(d.ctx, thread, message) },
		"Thread": func(c channel) error { _, err := c.Thread(d.ctx, d.games, table, "t"); return err },
		"Direct": func(c channel) error { _, err := c.Direct(d.ctx, d.discord.User("ann").ID()); return err },
		"Rouse":  func(c channel) error { return c.Rouse(d.ctx, thread) },
		"Own":    func(c channel) error { _, err := c.Own(d.ctx, thread, time.Now()); return err },
		"Member": func(c channel) error {
			_, err := c.Member(d.ctx, d.discord.GuildID(), d.discord.User("ann").ID())
			return err
		},
	}
	taken := func(l *rate.Limiter) int { return 100 - int(l.Tokens()+0.5) }
	for name, do := range requests {
		for _, c := range []struct {
			channel
			slow int
		}{{d.channel, 0}, {d.patient(), 1}} {
			d.b.limits.all, d.b.limits.slow = rate.NewLimiter(seldom, 100), rate.NewLimiter(seldom, 100)
			if err := do(c.channel); err != nil {
				t.Errorf("%s = %v", name, err)
			}
			if all, slow := taken(d.b.limits.all), taken(d.b.limits.slow); all != 1 || slow != c.slow {
				t.Errorf("%s in class %d waited %d times by the limit of all and %d by that of reminders, want once and %d", name, c.class, all, slow, c.slow)
			}
		}
	}
	var methods []string
	for i := range reflect.TypeFor[commands.Channel]().NumMethod() {
		methods = append(methods, reflect.TypeFor[commands.Channel]().Method(i).Name)
	}
	if !slices.Equal(methods, []string{"Direct", "Edit", "Member", "Own", "Post", "Rouse", "Strip", "Thread"}) {
		t.Errorf("a channel has the methods %v, of which some were not tried", methods)
	}
}

// A reminder that Discord is slow to take holds up no board in the same channel.
func TestASlowReminderHoldsUpNoBoard(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	ctx, end := context.WithCancel(d.ctx)
	defer end()
	d.b.Patience = time.Hour // so that nothing but the test ends a request
	d.b.rest.Client.Timeout = 0
	d.fail(sandbox.Fault{Route: "POST /channels/{channel}/messages", Wait: time.Hour})
	result := make(chan error)
	go func() {
		_, err := d.patient().Post(ctx, d.games, "p", commands.Message{Content: "a reminder"})
		result <- err
	}()
	if err := d.discord.AwaitFaults(d.soon()); err != nil {
		t.Fatal(err)
	}
	d.says(d.games, commands.Message{Content: "a board"})
	end()
	if err := Receive(t, result, "the end of the reminder"); !errors.Is(err, context.Canceled) {
		t.Errorf("the reminder = %v, want that its context is done", err)
	}
}

// Holds are kept only while they last.
func TestHoldsAreForgotten(t *testing.T) {
	t.Parallel()
	l := newLimiter(20)
	for i := range 1000 {
		l.hold(fmt.Sprint(i), -time.Second)
	}
	l.hold("a", time.Hour)
	l.hold("a", time.Minute) // which is no longer than what there is
	if len(l.held) != 1 || time.Until(l.held["a"]) < 59*time.Minute {
		t.Errorf("the limiter keeps %d holds, of a for %v, want one of an hour", len(l.held), time.Until(l.held["a"]))
	}
}
