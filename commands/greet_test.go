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
	"parlour/storage"
	"parlour/storage/fleet"
	"parlour/storage/storetest"
)

// joins is ann's server, to which Parlour was added this moment.
func (w *world) joins() commands.Joined {
	return commands.Joined{Guild: "11000000000000000010", Name: "Ann's *place*", Lang: "de", At: w.now, System: "lounge", By: "ann"}
}

// wantHello checks how many hellos are in the system channel, and how many ann got directly.
func (w *world) wantHello(t *testing.T, when string, here, direct int) {
	t.Helper()
	if len(w.public) != here || len(w.direct) != direct {
		t.Errorf("%s: %d hellos in the channel and %d directly, want %d and %d\n%s", when, len(w.public), len(w.direct), here, direct, &w.out)
	}
}

// A server is greeted in its system channel, however often Discord says that Parlour was added, and after a
// restart too. The message pings nobody.
func TestAServerIsGreetedOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.service.Greet(w.joins())
	w.wantHello(t, "after joining", 1, 0)
	got := w.public[0]
	const want = "Hello, I'm Parlour. I host board games, one move at a time.\n" +
		"`/play` starts a game. `/rules` explains each one. `/help` has the rest.\n" +
		"`/privacy` shows what I keep about you. I forget you if you ask.\n" +
		"Do you manage this server? `/doctor` checks that I can do all I need."
	if m := got.versions[0]; got.channel != "lounge" || m.Content != want || len(m.Pings) > 0 {
		t.Errorf("#%s says %q, want\n%s", got.channel, m.Content, want)
	}
	for _, command := range []string{"play", "rules", "help", "privacy", "doctor"} {
		if !strings.Contains(fmt.Sprint(w.service.Definitions()), "{"+command+" ") {
			t.Errorf("the hello names /%s, which is no command", command)
		}
	}
	w.now = w.now.Add(2 * nonceLives) // so that no nonce hides a second one
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
	w := newWorld(t)
	for _, at := range []time.Time{w.now.Add(-time.Hour), w.now.Add(-time.Hour * 24 * 400), {}} {
		j := w.joins()
		j.At = at
		w.service.Greet(j)
	}
	w.service.Greet(commands.Joined{At: w.now, System: "lounge", By: "ann"})
	w.wantHello(t, "long after joining", 0, 0)
	if s, err := storage.Servers.Get(t.Context(), w.store, w.joins().Guild); err != nil || s.Greeted {
		t.Errorf("the store has %+v, %v", s, err)
	}
	w.now = w.now.Add(-time.Minute) // this clock is behind that of Discord
	j := w.joins()
	j.At = w.now.Add(time.Minute)
	w.service.Greet(j)
	w.wantHello(t, "by a slow clock", 1, 0)
}

// Without a system channel in which Parlour may write, the person who added it gets the hello.
func TestWhoAddedParlourGetsTheHello(t *testing.T) {
	t.Parallel()
	for name, prepare := range map[string]func(*world, *commands.Joined){
		"forbidden": func(w *world, _ *commands.Joined) { w.locked["lounge"] = true },
		"gone":      func(w *world, _ *commands.Joined) { w.gone["lounge"] = true },
		"none":      func(_ *world, j *commands.Joined) { j.System = "" },
	} {
		w := newWorld(t)
		j := w.joins()
		prepare(w, &j)
		w.service.Greet(j)
		w.now = w.now.Add(2 * nonceLives)
		w.service.Greet(w.joins())
		w.wantHello(t, name, 0, 1)
		if m := w.direct[0]; m.channel != "dm-ann" || !strings.Contains(m.versions[0].Content, "\nI've just joined Ann's \\*place\\*.\n") || !strings.HasSuffix(m.versions[0].Content, "\nUse `/doctor` there to check that I can do all I need.") {
			t.Errorf("%s: %s says %q", name, m.channel, m.versions[0].Content)
		}
	}
}

// A person who takes no direct messages gets no hello, then or later, and is sent none again.
func TestClosedDirectMessagesEndTheHello(t *testing.T) {
	t.Parallel()
	for name, prepare := range map[string]func(*world){
		"refused":     func(w *world) { w.refuse["ann"] = publish.ErrClosed },
		"not opened":  func(w *world) { w.closed["ann"] = publish.ErrClosed },
		"nobody":      func(*world) {},
		"over budget": func(w *world) { w.with(func(c *commands.Config) { c.Budget = commands.Budget{Day: 1} }) },
	} {
		w := newWorld(t)
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
			w.direct = nil
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

// amid is a store that does something once, right after the record of a server was read.
type amid struct {
	storage.Store
	do func()
}

func (s *amid) Record(ctx context.Context, kind, id string) (storage.Record, error) {
	r, err := s.Store.Record(ctx, kind, id)
	if do := s.do; kind == storage.Servers.Name() && do != nil {
		s.do = nil
		do()
	}
	return r, err
}

// Of two processes that hear of a server at once, one greets it.
func TestOfTwoProcessesOneGreets(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	other := w.service
	w.with(func(c *commands.Config) {
		c.Store = &amid{w.store, func() {
			other.Greet(w.joins())
			w.now = w.now.Add(2 * nonceLives)
		}}
	})
	w.service.Greet(w.joins())
	w.wantHello(t, "after both", 1, 0)
}

// A failure between the claim and the end of the message leaves at most one message.
func TestAFailureGreetsAtMostOnce(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]int{"nothing was sent": 0, "the answer is lost": 1} {
		w := newWorld(t)
		if w.lost = want == 1; !w.lost {
			w.fails = io.ErrUnexpectedEOF
		}
		w.service.Greet(w.joins())
		w.fails = nil
		w.now = w.now.Add(2 * nonceLives)
		w.service.Greet(w.joins())
		w.wantHello(t, name, want, 0)
	}
}

// While the store is out of reach the hello waits, for an hour at most.
func TestTheHelloWaitsForTheStore(t *testing.T) {
	t.Parallel()
	for back, want := range map[time.Duration]int{time.Minute: 1, 2 * time.Hour: 0} {
		w := newWorld(t)
		begin, disk := w.now, full(w, 0)
		w.with(func(c *commands.Config) {
			c.Store = disk
			c.Wait = func(_ context.Context, d time.Duration) error {
				if w.now = w.now.Add(d); w.now.Sub(begin) >= back {
					disk.left = 100
				}
				return nil
			}
		})
		w.service.Greet(w.joins())
		w.wantHello(t, fmt.Sprintf("the store is back after %v", back), want, 0)
	}
	w := newWorld(t)
	ctx, stop := context.WithCancel(t.Context())
	w.with(func(c *commands.Config) {
		c.Store, c.Aside = full(w, 0), func(do func(context.Context)) { do(ctx) }
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
	w := newWorld(t)
	now := func() time.Time { return w.now }
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
	w.now = w.now.Add(time.Minute)
	w.service.Greet(w.joins())
	if w.wantHello(t, "with a new lease", 1, 0); waits != 1 {
		t.Errorf("it has waited %d times, want once", waits)
	}
}
