package commands_test

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"parlour/commands"
	"parlour/commands/publish"
	"parlour/commands/world"
	"parlour/storage"
	"parlour/storage/fleet"
	"parlour/storage/storetest"
)

// joins is ann's server, to which Parlour was added this moment.
func (w *talk) joins() commands.Joined {
	return commands.Joined{Guild: "11000000000000000010", Name: "Ann's *place*", Lang: "de", At: w.Now(), System: "lounge", By: "ann"}
}

// wantHello checks how many hellos are in the system channel, and how many ann got directly.
func (w *talk) wantHello(t *testing.T, when string, here, direct int) {
	t.Helper()
	if len(w.Posts) != here || len(w.DMs) != direct {
		t.Errorf("%s: %d hellos in the channel and %d directly, want %d and %d\n%s", when, len(w.Posts), len(w.DMs), here, direct, &w.out)
	}
}

// A server is greeted in its system channel, however often Discord says that Parlour was added, and after a
// restart too. The message pings nobody.
func TestAServerIsGreetedOnce(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	w.service.Greet(w.joins())
	w.wantHello(t, "after joining", 1, 0)
	got := w.Posts[0]
	const want = "Hello, I'm Parlour. I host board games, one move at a time.\n" +
		"`/play` starts a game. `/rules` explains each one. `/help` has the rest.\n" +
		"`/privacy` shows what I keep about you. I forget you if you ask.\n" +
		"Do you manage this server? `/doctor` checks that I can do all I need."
	if m := got.Versions[0]; got.Channel != "lounge" || m.Content != want || len(m.Pings) > 0 {
		t.Errorf("#%s says %q, want\n%s", got.Channel, m.Content, want)
	}
	for _, command := range []string{"play", "rules", "help", "privacy", "doctor"} {
		if !strings.Contains(fmt.Sprint(w.service.Definitions()), "{"+command+" ") {
			t.Errorf("the hello names /%s, which is no command", command)
		}
	}
	w.Pass(2 * world.NonceLives) // so that no nonce hides a second one
	w.service.Greet(w.joins())
	w.store.Close()
	w.open(t)
	w.service.Greet(w.joins())
	w.wantHello(t, "after a restart", 1, 0)
	if s, err := storage.Servers.Get(t.Context(), w.store, w.joins().Guild); err != nil || !s.Greeted {
		t.Errorf("the store has %+v, %v", s, err)
	}
}

// A server that Parlour has been in for longer is not greeted, and nothing is kept of it.
func TestAServerOfLongAgoIsNotGreeted(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	for _, at := range []time.Time{w.Now().Add(-time.Hour), w.Now().Add(-time.Hour * 24 * 400), {}} {
		j := w.joins()
		j.At = at
		w.service.Greet(j)
	}
	w.service.Greet(commands.Joined{At: w.Now(), System: "lounge", By: "ann"})
	w.wantHello(t, "long after joining", 0, 0)
	if s, err := storage.Servers.Get(t.Context(), w.store, w.joins().Guild); err != nil || s.Greeted {
		t.Errorf("the store has %+v, %v", s, err)
	}
	w.Pass(-time.Minute) // this clock is behind that of Discord
	j := w.joins()
	j.At = w.Now().Add(time.Minute)
	w.service.Greet(j)
	w.wantHello(t, "by a slow clock", 1, 0)
}

// Without a system channel in which Parlour may write, the person who added it gets the hello.
func TestWhoAddedParlourGetsTheHello(t *testing.T) {
	t.Parallel()
	for name, prepare := range map[string]func(*talk, *commands.Joined){
		"forbidden": func(w *talk, _ *commands.Joined) { w.Locked["lounge"] = true },
		"gone":      func(w *talk, _ *commands.Joined) { w.Gone["lounge"] = true },
		"none":      func(_ *talk, j *commands.Joined) { j.System = "" },
	} {
		w := newTalk(t)
		j := w.joins()
		prepare(w, &j)
		w.service.Greet(j)
		w.Pass(2 * world.NonceLives)
		w.service.Greet(w.joins())
		w.wantHello(t, name, 0, 1)
		if m := w.DMs[0]; m.Channel != "dm-ann" || !strings.Contains(m.Versions[0].Content, "\nI've just joined Ann's \\*place\\*.\n") || !strings.HasSuffix(m.Versions[0].Content, "\nUse `/doctor` there to check that I can do all I need.") {
			t.Errorf("%s: %s says %q", name, m.Channel, m.Versions[0].Content)
		}
	}
}

// A person who takes no direct messages gets no hello, then or later, and is sent none again.
func TestClosedDirectMessagesEndTheHello(t *testing.T) {
	t.Parallel()
	for name, prepare := range map[string]func(*talk){
		"refused":     func(w *talk) { w.refuse["ann"] = publish.ErrClosed },
		"not opened":  func(w *talk) { w.closed["ann"] = publish.ErrClosed },
		"nobody":      func(*talk) {},
		"over budget": func(w *talk) { w.with(func(c *commands.Config) { c.Budget = commands.Budget{Day: 1} }) },
	} {
		w := newTalk(t)
		prepare(w)
		j := w.joins()
		j.System = ""
		switch name {
		case "nobody":
			j.By = ""
		case "over budget":
			other := j
			other.Guild, other.By = "1", "ben"
			w.service.Greet(other)
			w.DMs = nil
		}
		w.service.Greet(j)
		clear(w.refuse)
		clear(w.closed)
		w.service.Greet(j)
		w.wantHello(t, name, 0, 0)
		own, err := storage.People.Get(t.Context(), w.store, "ann")
		if noted := name == "refused" || name == "not opened"; err != nil || own.NoDirect != noted {
			t.Errorf("%s: the store has %+v, %v", name, own, err)
		}
	}
}

// Of two processes that hear of a server at once, one greets it.
func TestOfTwoProcessesOneGreets(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	other := w.service
	w.over(world.Once(w.store, false, func(a world.Access) bool { return a.Record.Kind == storage.Servers.Name() }, func() {
		other.Greet(w.joins())
		w.Pass(2 * world.NonceLives)
	}))
	w.service.Greet(w.joins())
	w.wantHello(t, "after both", 1, 0)
}

// A failure between the claim and the end of the message leaves at most one message.
func TestAFailureGreetsAtMostOnce(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]int{"nothing was sent": 0, "the answer is lost": 1} {
		w := newTalk(t)
		if w.lost = want == 1; !w.lost {
			w.fails = io.ErrUnexpectedEOF
		}
		w.service.Greet(w.joins())
		w.fails = nil
		w.Pass(2 * world.NonceLives)
		w.service.Greet(w.joins())
		w.wantHello(t, name, want, 0)
	}
}

// While the store is out of reach the hello waits, for an hour at most.
func TestTheHelloWaitsForTheStore(t *testing.T) {
	t.Parallel()
	for back, want := range map[time.Duration]int{time.Minute: 1, 2 * time.Hour: 0} {
		w := newTalk(t)
		begin := w.Now()
		disk, fuse := full(w, 0)
		w.with(func(c *commands.Config) {
			c.Store = disk
			c.Wait = func(_ context.Context, d time.Duration) error {
				if w.Pass(d); w.Now().Sub(begin) >= back {
					fuse.PutOut()
				}
				return nil
			}
		})
		w.service.Greet(w.joins())
		w.wantHello(t, fmt.Sprintf("the store is back after %v", back), want, 0)
	}
	w := newTalk(t)
	ctx, stop := context.WithCancel(t.Context())
	w.with(func(c *commands.Config) {
		c.Store, _ = full(w, 0)
		c.Aside = func(do func(context.Context)) { do(ctx) }
		c.Wait = func(ctx context.Context, _ time.Duration) error { stop(); return ctx.Err() }
	})
	w.service.Greet(w.joins())
	w.wantHello(t, "the bot ends meanwhile", 0, 0)
	w.with(func(c *commands.Config) { c.Store, c.Aside = w.store, nil })
	w.service.Greet(w.joins())
	w.wantHello(t, "after the next start", 1, 0)
}

// A process whose lease is over says nothing until it has another one.
func TestNoHelloWithoutALease(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	now := w.Now
	member, err := fleet.Join(t.Context(), storetest.Shared{Store: w.store, Clock: now}, now, nil)
	if err != nil {
		t.Fatal(err)
	}
	waits := 0
	w.with(func(c *commands.Config) {
		c.Fleet = member
		c.Wait = func(ctx context.Context, _ time.Duration) error {
			waits++
			w.wantHello(t, "while the lease is over", 0, 0)
			_, err := member.Look(ctx)
			return err
		}
	})
	w.Pass(time.Minute)
	w.service.Greet(w.joins())
	if w.wantHello(t, "with a new lease", 1, 0); waits != 1 {
		t.Errorf("it has waited %d times, want once", waits)
	}
}
