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

	"parlour/bot/sandbox"
	"parlour/commands"
	"parlour/games/all"
	"parlour/storage/bolt"
)

// A hundred messages that can wait are waiting; a board goes out all the same, then as
// many of them as may, and none when the bot ends.
func TestPatience(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	const all, let = 100, 10
	waiting, gate := make(chan bool), make(chan bool)
	patient := channel{d.b, func(ctx context.Context) error {
		waiting <- true
		select {
		case <-gate:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}}
	ctx, end := context.WithCancel(d.ctx)
	defer end()
	results := make(chan error, all)
	for i := range all {
		go func() {
			_, err := patient.Post(ctx, d.games, fmt.Sprint("p", i), commands.Message{Content: "a reminder"})
			results <- err
		}()
	}
	for range all {
		<-waiting
	}
	d.says(d.games, commands.Message{Content: "a board"})
	if n := len(d.sent(http.MethodPost, "/messages")); n != 1 {
		t.Errorf("before any of those that wait may go, %d went out, want the board alone", n)
	}
	for range let {
		gate <- true
		if err := <-results; err != nil {
			t.Error(err)
		}
	}
	end()
	for range all - let {
		if err := <-results; !errors.Is(err, context.Canceled) {
			t.Errorf("one that still waits at the end = %v", err)
		}
	}
	if n := len(d.sent(http.MethodPost, "/messages")); n != 1+let {
		t.Errorf("%d went out, want the board and %d", n, let)
	}
}

// Everything that the patient channel does waits for its turn, once a request.
func TestEveryPatientRequestWaits(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	thread := d.thread()
	message := d.says(thread, commands.Message{Content: "a board"})
	turns := 0
	patient := channel{d.b, func(context.Context) error { turns++; return nil }}
	m := commands.Message{Content: "x"}
	for name, do := range map[string]func() error{
		"Post":   func() error { _, err := patient.Post(d.ctx, d.games, "n", m); return err },
		"Edit":   func() error { return patient.Edit(d.ctx, thread, message, m) },
		"Strip":  func() error { return patient.Strip(d.ctx, thread, message) },
		"Thread": func() error { _, err := patient.Thread(d.ctx, d.games, d.says(d.games, m), "t"); return err },
		"Direct": func() error { _, err := patient.Direct(d.ctx, d.discord.User("ann").ID()); return err },
		"Rouse":  func() error { return patient.Rouse(d.ctx, thread) },
		"Own":    func() error { _, err := patient.Own(d.ctx, thread, time.Now()); return err },
		"Member": func() error {
			_, err := patient.Member(d.ctx, d.discord.GuildID(), d.discord.User("ann").ID())
			return err
		},
	} {
		turns = 0
		if err := do(); err != nil || turns != 1 {
			t.Errorf("%s waited %d times (%v), want once", name, turns, err)
		}
	}
	var methods []string
	for i := range reflect.TypeFor[commands.Channel]().NumMethod() {
		methods = append(methods, reflect.TypeFor[commands.Channel]().Method(i).Name)
	}
	if !slices.Equal(methods, []string{"Direct", "Edit", "Member", "Own", "Post", "Rouse", "Strip", "Thread"}) {
		t.Errorf("a channel has the methods %v, of which some were not tried", methods)
	}
	d.discord.Archive(thread, false)
	if turns = 0; patient.Rouse(d.ctx, thread) != nil || turns != 2 {
		t.Errorf("waking a thread waited %d times, want twice", turns)
	}
}

// A reminder that Discord is slow to take holds up no board in the same channel.
func TestASlowReminderHoldsUpNoBoard(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.b.rest.Client.Timeout = 0 // so that nothing but the test ends a request
	patient := channel{d.b, func(context.Context) error { return nil }}
	ctx, end := context.WithCancel(d.ctx)
	defer end()
	d.fail(sandbox.Fault{Route: "POST /channels/{channel}/messages", Wait: time.Hour})
	result := make(chan error)
	go func() {
		_, err := patient.Post(ctx, d.games, "p", commands.Message{Content: "a reminder"})
		result <- err
	}()
	if err := d.discord.AwaitFaults(d.ctx); err != nil {
		t.Fatal(err)
	}
	d.says(d.games, commands.Message{Content: "a board"})
	end()
	if err := <-result; err == nil {
		t.Error("the reminder went out within the hour")
	}
}

// What Discord asks to wait for is waited out by what can wait too.
func TestPatienceWithARateLimit(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	turns := 0
	patient := channel{d.b, func(context.Context) error { turns++; return nil }}
	d.fail(sandbox.Fault{Route: "POST /channels/{channel}/messages", Status: 429, Wait: time.Millisecond, Times: 2})
	if _, err := patient.Post(d.ctx, d.games, "n", commands.Message{Content: "a reminder"}); err != nil {
		t.Error(err)
	}
	d.fail(sandbox.Fault{Route: "POST /channels/{channel}/messages", Status: 429, Wait: time.Hour})
	_, err := patient.Post(d.ctx, d.games, "m", commands.Message{Content: "a reminder"})
	wantError(t, "a post that is to wait for an hour", err, nil)
	if n := len(d.sent(http.MethodPost, "/messages")); n != 4 {
		t.Errorf("%d posts were tried, want 4", n)
	}
}

// What can wait is paced as the settings say, and goes at once only a few times; what
// cannot wait is not paced.
func TestPace(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	store, err := bolt.Open(filepath.Join(t.TempDir(), "parlour.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	d.b.Games, d.b.Store, d.b.Pace = all.Games(), store, 1.0/3600
	if err := d.b.prepare(); err != nil {
		t.Fatal(err)
	}
	post := func(on commands.Channel, nonce string) error {
		_, err := on.Post(d.ctx, d.games, nonce, commands.Message{Content: "x"}) // in a minute at most
		return err
	}
	for i := range paceBurst {
		if err := post(d.b.host.Patient, fmt.Sprint("p", i)); err != nil {
			t.Error(err)
		}
	}
	for range 2 {
		wantError(t, "what would have to wait for an hour", post(d.b.host.Patient, "q"), nil)
	}
	for i := range 2 * paceBurst {
		if err := post(d.b.host.Channel, fmt.Sprint("c", i)); err != nil {
			t.Error(err)
		}
	}
	if n := len(d.sent(http.MethodPost, "/messages")); n != 3*paceBurst {
		t.Errorf("%d messages went out, want %d", n, 3*paceBurst)
	}
	if usual := (Config{}).withDefaults().Pace; usual < 10 || usual > 30 {
		t.Errorf("what can wait makes %v requests a second, which leaves little of 50 for what cannot or takes long", usual)
	}
}
