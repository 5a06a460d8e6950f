package bot_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"parlour/bot"
	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/storage"
)

// A diary is a store that records when the bot notes its uptime and checks what is due. Each
// call may be made to fail or to wait first.
type diary struct {
	storage.Store
	beat, matches, people func(context.Context) error // called first; may be nil

	mu    sync.Mutex
	lines []string
	grown chan struct{} // closed at the next line; nil while nobody waits
}

// The lines of a diary.
const (
	beat    = "uptime"
	matches = "a check of matches"
	people  = "a check of people"
)

func (d *diary) note(ctx context.Context, line string, first func(context.Context) error) error {
	d.mu.Lock()
	d.lines = append(d.lines, line)
	if d.grown != nil {
		close(d.grown)
		d.grown = nil
	}
	d.mu.Unlock()
	if first == nil {
		return nil
	}
	return first(ctx)
}

func (d *diary) PutRecord(ctx context.Context, r storage.Record) (storage.Record, error) {
	if r.Kind == storage.Uptimes.Name() {
		if err := d.note(ctx, beat, d.beat); err != nil {
			return storage.Record{}, err
		}
	}
	return d.Store.PutRecord(ctx, r)
}

func (d *diary) Due(ctx context.Context, now time.Time, limit int) ([]storage.Head, error) {
	if err := d.note(ctx, matches, d.matches); err != nil {
		return nil, err
	}
	return d.Store.Due(ctx, now, limit)
}

func (d *diary) DueRecords(ctx context.Context, kind string, now time.Time, limit int) ([]storage.Record, error) {
	if err := d.note(ctx, people, d.people); err != nil {
		return nil, err
	}
	return d.Store.DueRecords(ctx, kind, now, limit)
}

// await waits until the lines of the diary satisfy ok, and names the wanted lines if they do
// not.
func (d *diary) await(r *bottest.Rig, want string, ok func(lines []string) bool) {
	r.Helper()
	ctx := r.Soon()
	for {
		d.mu.Lock()
		lines := slices.Clone(d.lines)
		if d.grown == nil {
			d.grown = make(chan struct{})
		}
		grown := d.grown
		d.mu.Unlock()
		if ok(lines) {
			return
		}
		select {
		case <-grown:
		case <-ctx.Done():
			r.Fatalf("the diary does not have %s: %q", want, lines)
		}
	}
}

// seen returns the lines of the diary.
func (d *diary) seen() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.lines)
}

func count(lines []string, line string) (n int) {
	for _, l := range lines {
		if l == line {
			n++
		}
	}
	return n
}

// diaryRig starts a bot that writes the diary and checks on the given ticks. Its clock moves
// by a minute at each reading, so that each note of uptime is written.
func diaryRig(t *testing.T, open func(testing.TB, sandbox.Config, ...bottest.Adjust) *bottest.Rig, d *diary, tick time.Duration) *bottest.Rig {
	t.Helper()
	var minutes atomic.Int64
	began := time.Now()
	return open(t, sandbox.Config{}, func(c *bot.Config) {
		d.Store = c.Store
		c.Store, c.Tick = d, tick
		c.Now = func() time.Time { return began.Add(time.Duration(minutes.Add(1)) * time.Minute) }
	})
}

// A bot notes its uptime before it checks anything or answers anybody, and again as its last
// write at the end, over the gateway and over HTTP.
func TestUptimeIsNotedFirstAndLast(t *testing.T) {
	t.Parallel()
	for _, open := range []func(testing.TB, sandbox.Config, ...bottest.Adjust) *bottest.Rig{bottest.In, bottest.OverHTTP} {
		d := &diary{}
		r := diaryRig(t, open, d, bottest.Never)
		d.await(r, "a check of people", func(lines []string) bool { return count(lines, people) > 0 })
		r.Stop()
		if first, last := d.lines[0], d.lines[len(d.lines)-1]; first != beat || last != beat || count(d.lines, beat) < 3 {
			t.Errorf("the diary is %q, want uptime when the bot is connected, before the checks, and at the end", d.lines)
		}
	}
}

// If the uptime cannot be noted, the bot checks nothing: it would enforce clocks without
// knowing of an outage.
func TestNoCheckWithoutNotedUptime(t *testing.T) {
	t.Parallel()
	d := &diary{beat: func(context.Context) error { return errors.New("the disk is full") }}
	r := diaryRig(t, bottest.In, d, 100*time.Millisecond)
	d.await(r, "the uptimes of a start and of two ticks", func(lines []string) bool { return count(lines, beat) >= 2+3+3 })
	r.Stop()
	if n := len(d.lines); n != count(d.lines, beat) {
		t.Errorf("the diary is %q, want no check", d.lines)
	}
	r.Logged("cannot note that it is at work", 8)
}

// A slow check of people delays no check of matches, and so no board.
func TestSlowRemindersDelayNoMatch(t *testing.T) {
	t.Parallel()
	gate := make(chan struct{})
	d := &diary{people: waitFor(gate)}
	r := diaryRig(t, bottest.In, d, 100*time.Millisecond)
	d.await(r, "three checks of matches after one of people", func(lines []string) bool {
		first := slices.Index(lines, people)
		return first >= 0 && count(lines[first:], matches) >= 3
	})
	if n := count(d.seen(), people); n > 2 {
		t.Errorf("there are %d checks of people at once, want at most those of the start and of one tick", n)
	}
	close(gate)
	r.Stop()
}

// A long check does not count as an outage.
func TestLongCheckIsNoOutage(t *testing.T) {
	t.Parallel()
	gate := make(chan struct{})
	d := &diary{people: waitFor(gate), matches: waitFor(gate)}
	r := diaryRig(t, bottest.In, d, 100*time.Millisecond)
	d.await(r, "two checks of matches and one of people", func(lines []string) bool { return count(lines, matches) == 2 && count(lines, people) >= 1 })
	noted := count(d.seen(), beat) // every further line is an uptime
	d.await(r, "three more uptimes", func(lines []string) bool { return count(lines, beat) >= noted+3 })
	close(gate)
	r.Stop()
}

// waitFor returns a function that waits at a gate.
func waitFor(gate chan struct{}) func(context.Context) error {
	return func(ctx context.Context) error {
		select {
		case <-gate:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
