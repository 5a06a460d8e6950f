package fleet

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parlour/storage"
)

var errDown = errors.New("the store is down")

// A world is a store of one record, with its own clock.
type world struct {
	mu      sync.Mutex
	clock   time.Duration // since the beginning
	record  storage.Record
	version uint64
}

var start = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func (w *world) now() time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.clock
}

func (w *world) pass(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.clock += d
}

// A view is the store of a world as one process uses it.
type view struct {
	storage.Store
	*world
	gate func() (before, after error) // called before each call, which fails with before and has no effect, or has its effect and fails with after; may be nil
}

// call makes a call of the store.
func (v *view) call(do func() error) error {
	var before, after error
	if v.gate != nil {
		before, after = v.gate()
	}
	if before != nil {
		return before
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if err := do(); err != nil {
		return err
	}
	return after
}

func (v *view) Record(context.Context, string, string) (r storage.Record, err error) {
	err = v.call(func() error { r = v.record; return nil })
	r.Kind, r.ID = storage.Fleets.Name(), storage.TheFleet
	return r, err
}

func (v *view) PutRecord(_ context.Context, r storage.Record) (storage.Record, error) {
	err := v.call(func() error {
		if r.Version != v.record.Version {
			return storage.ErrConflict
		}
		v.version++
		r.Version = v.version
		v.record = r
		return nil
	})
	return r, err
}

func (v *view) Time(context.Context) (told time.Time, err error) {
	err = v.call(func() error { told = start.Add(v.clock); return nil })
	return told, err
}

// member returns a process that has not joined. Its clock differs from that of the store.
func (w *world) member(off time.Duration) *Member {
	return newMember(&view{world: w}, func() time.Time { return start.Add(off + w.now()) }, nil)
}

// steps has each member look each second for a while.
func (w *world) steps(t *testing.T, d time.Duration, all ...*Member) {
	t.Helper()
	for end := w.now() + d; w.now() < end; w.pass(readEvery) {
		for _, m := range all {
			if _, err := m.Look(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestAloneWritesNothing(t *testing.T) {
	m, err := Join(t.Context(), unshared{}, time.Now, nil)
	if err != nil || m != nil {
		t.Fatalf("Join = %v, %v, want nil for a store that one process has", m, err)
	}
	first, err := m.Do(t.Context(), "night", "today")
	if m.ID() != "" || m.Share() != fifty || m.Others(t.Context(), "x") || !m.Abandoned(t.Context(), "") || !first || err != nil {
		t.Error("a process that is alone does not have all there is")
	}
	if done, err := m.Done(t.Context(), "commands"); done != "" || err != nil {
		t.Errorf("Done = %q, %v, want nothing", done, err)
	}
	during, done := m.While(t.Context())
	defer done()
	m.Held(time.Second)
	if err := m.Leave(t.Context()); err != nil || during.Err() != nil {
		t.Errorf("Leave = %v, and what it does has ended with %v", err, during.Err())
	}
}

type unshared struct{ storage.Store }

// A process that joins while the store is away has nothing until it is back, and then its share.
func TestWhoJoinsWhileTheStoreIsAway(t *testing.T) {
	w := &world{}
	away := &view{world: w, gate: func() (before, after error) { return storage.ErrUnavailable, nil }}
	m, err := Join(t.Context(), away, func() time.Time { return start.Add(w.now()) }, nil)
	if err != nil || m == nil || m.ID() != "" || m.Share() != 0 {
		t.Fatalf("Join = %v, %v, want a process without a lease", m, err)
	}
	away.gate = nil
	if _, err := m.Look(t.Context()); err != nil || m.ID() == "" || m.Share() == 0 {
		t.Errorf("once the store is back it is %q with %v (%v), want a lease and a share", m.ID(), m.Share(), err)
	}
	away.gate = func() (before, after error) { return errDown, nil }
	if m, err := Join(t.Context(), away, time.Now, nil); !errors.Is(err, errDown) {
		t.Errorf("Join = %v, %v, want %v", m, err, errDown)
	}
}

// A play has the members of a fleet do what a script says, a line at a time. Members are there once they are
// mentioned; a line with ":" asks.
//
//	a at OFF                      a's clock differs from that of the store
//	steps D a b …, look a: ENDED  members look each second for a while; one looks, and sees the end of a lease or not
//	pass D                        time passes
//	leaves a, loses a, finds a    a goes; the store is away from it, and is back
//	unreached a                   people cannot reach a
//	holds a D                     Discord refuses a everything for a while
//	begins a, work a: …           a begins something, which goes on or is over
//	notes a, id a: …              its id is the one that was noted, or a new one
//	share a: N                    the requests that it may make in a second
//	others a b: …, abandoned a b: …   whether what b has claimed, whose id was noted, is another's or abandoned, as a sees it
//	does a JOB FOR: …, done a JOB: …
type play struct {
	*world
	t       *testing.T
	members map[string]*Member
	during  map[string]context.Context
	ids     map[string]string
}

// member returns the member with a name.
func (p *play) member(name string) *Member {
	if p.members[name] == nil {
		p.members[name] = p.world.member(0)
	}
	return p.members[name]
}

// duration reads a time such as "10s" or "lease-2s".
func (p *play) duration(text string) time.Duration {
	p.t.Helper()
	rest, lease := strings.CutPrefix(text, "lease")
	d, err := time.ParseDuration(rest)
	if err != nil {
		p.t.Fatal(err)
	}
	if lease {
		d += Lease
	}
	return d
}

func (p *play) line(line string) {
	p.t.Helper()
	said, want, asks := strings.Cut(strings.TrimSpace(line), ":")
	words := append(strings.Fields(said), "", "")
	var got any
	var err error
	ctx := p.t.Context()
	switch verb := words[0]; verb {
	case "":
		return
	case "pass":
		p.pass(p.duration(words[1]))
		return
	case "steps":
		var all []*Member
		for _, name := range words[2 : len(words)-2] {
			all = append(all, p.member(name))
		}
		p.steps(p.t, p.duration(words[1]), all...)
		return
	}
	name, rest := words[1], words[2:]
	if rest[0] == "" && words[1] == "" {
		p.t.Fatalf("%q says of nobody what happens", line)
	}
	if words[1] == "at" {
		p.members[words[0]] = p.world.member(p.duration(rest[0]))
		return
	}
	m := p.member(name)
	owner, noted := p.ids[rest[0]]
	if !noted {
		owner = rest[0]
	}
	switch words[0] {
	case "look":
		got, err = m.Look(ctx)
	case "leaves":
		err = m.Leave(ctx)
	case "loses":
		m.store.(*view).gate = func() (before, after error) { return errDown, nil }
	case "finds":
		m.store.(*view).gate = nil
	case "unreached":
		m.working = func() bool { return false }
	case "holds":
		m.Held(p.duration(rest[0]))
	case "begins":
		during, done := m.While(ctx)
		p.t.Cleanup(done)
		p.during[name] = during
	case "work":
		if got = "goes on"; p.during[name].Err() != nil {
			got = context.Cause(p.during[name])
		}
	case "notes":
		p.ids[name] = m.ID()
	case "id":
		if got = "the same"; m.ID() != p.ids[name] {
			got = "a new one"
		}
	case "share":
		got = fmt.Sprintf("%.1f", m.Share())
	case "others":
		got = m.Others(ctx, owner)
	case "abandoned":
		got = m.Abandoned(ctx, owner)
	case "does":
		got, err = m.Do(ctx, rest[0], rest[1])
	case "done":
		got, err = m.Done(ctx, rest[0])
	default:
		p.t.Fatalf("%q is no line", line)
	}
	if text := strings.TrimSpace(want); err != nil && !(asks && text != "" && strings.HasSuffix(err.Error(), text)) || err == nil && asks && fmt.Sprint(got) != text {
		p.t.Errorf("after %v %s is %v, %v, want%s", p.now(), said, got, err, want)
	}
}

func TestMembers(t *testing.T) {
	for name, script := range map[string]string{
		"shares are even": `
			b at 1h
			c at -1m
			steps 6s a
			share a: 46.0
			steps 6s a b
			share a: 23.0
			share b: 23.0
			steps 6s a b c
			share a: 15.3
			share b: 15.3
			share c: 15.3
			leaves a
			steps 6s b c
			share a: 0.0
			share b: 23.0
			share c: 23.0`,
		// It may make a few requests at once, also after the other one has crashed.
		"a process that begins beside others has something at once": `
			steps 1s a
			look b
			share b: 4.0
			steps lease10s b
			share b: 46.0`,
		// It makes no request after its lease. All that it has begun ends when it looks again,
		// and it comes back under another id.
		"frozen": `
			b at 1h
			steps 6s a b
			notes a
			begins a` + strings.Repeat(`
			others b a: true
			abandoned b a: false
			pass 1s
			look b: false`, 13) + `
			pass 1s
			look b: true
			others b a: false
			abandoned b a: true
			share a: 0.0
			look a
			work a: the lease of this process is over
			steps 6s a b
			id a: a new one
			share a: 23.0
			share b: 23.0`,
		"frozen, and it begins something as it wakes": `
			steps 6s a b
			pass 1m
			begins a
			work a: the lease of this process is over`,
		// For longer than a lease: nobody loses its place.
		"the store is away for all": `
			steps 2s a
			notes a
			begins a
			loses a` + strings.Repeat(`
			pass 1s
			look a: the store is down`, 60) + `
			share a: 0.0
			others a somebody: true
			finds a
			steps 2s a
			id a: the same
			share a: 46.0
			work a: goes on`,
		// It gives up what it has claimed, and keeps its share.
		"people cannot reach a member": `
			steps 6s a b
			notes a
			unreached a
			steps lease-2s a b
			id a: the same
			steps 4s a b
			id a: a new one
			others b a: false
			share a: 23.0
			share b: 23.0`,
		// A 429 for the application holds all within a look, until it is over.
		"held": `
			b at 1h
			c at -1h
			steps 9s a b c
			holds a 5s
			steps 1s a b c` + strings.Repeat(`
			share a: 0.0
			share b: 0.0
			share c: 0.0
			steps 1s a b c`, 4) + `
			pass 1s
			share a: 15.3
			share b: 15.3
			share c: 15.3`,
		// The first process that asks does it.
		"a job for all is done once each time": `
			does a night 1: true
			does b night 1: false
			does c night 2: true
			does d night 1: true
			done e night: 1`,
		// It has joined just now, or is gone.
		"an owner that is not known yet": `
			steps 1s a
			look b
			notes b
			others a b: true
			others a gone: false
			abandoned a gone: true
			abandoned a: false`,
	} {
		t.Run(name, func(t *testing.T) {
			p := &play{&world{}, t, map[string]*Member{}, map[string]context.Context{}, map[string]string{}}
			for line := range strings.Lines(script) {
				p.line(line)
			}
		})
	}
}

// A process that begins when others have all there is, and have died, waits until a lease is over.
func TestAwaitShare(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &world{}
		old, dead, begins := w.member(0), w.member(0), w.member(0)
		w.steps(t, time.Second, old)
		if _, err := dead.Look(t.Context()); err != nil { // it has what is spare, and both die
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var looking sync.WaitGroup
		looking.Go(func() {
			for ctx.Err() == nil {
				if _, err := begins.Look(ctx); err != nil {
					t.Error(err)
				}
				time.Sleep(readEvery)
				w.pass(readEvery)
			}
		})
		began := time.Now()
		time.Sleep(readEvery / 2)
		begins.AwaitShare(ctx)
		if took := time.Since(began); begins.Share() == 0 || took < Lease/2 || took > Lease+2*late {
			t.Errorf("after %v it has %v, want a share when the lease of the dead one is over", took, begins.Share())
		}
		cancel()
		looking.Wait()
		(&Member{store: w.member(0).store, now: time.Now}).AwaitShare(ctx) // which has no lease
	})
}

// A member may be asked anything while it is asked anything else. Two at a time, so that no third makes them wait for
// each other and hides that they do not.
func TestAMemberIsSafe(t *testing.T) {
	w := &world{}
	m := w.member(0)
	w.steps(t, time.Second, m)
	all := []func(){
		func() { _, done := m.While(t.Context()); done() },
		func() { m.Held(0) },
		func() { m.Share() },
		func() { m.ID() },
		func() { m.Others(t.Context(), "x"); m.Abandoned(t.Context(), "x") },
		func() {
			if _, err := m.Do(t.Context(), "night", "today"); err != nil {
				t.Error(err)
			}
		},
		func() {
			w.pass(readEvery)
			if _, err := m.Look(t.Context()); err != nil {
				t.Error(err)
			}
		},
	}
	for _, one := range all {
		for _, other := range all {
			var both sync.WaitGroup
			both.Go(one)
			both.Go(other)
			both.Wait()
		}
	}
	if m.ID() == "" {
		t.Error("it has lost its lease while it looked")
	}
}
