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
	"parlour/bot/sandbox"
	"parlour/storage"
)

// A diary is a store that notes when the bot gives a sign of life and when it looks for
// what is due. Each may be made to fail or to wait first.
type diary struct {
	storage.Store
	beat, matches, people func(context.Context) error // nil for nothing

	mu    sync.Mutex
	lines []string
	grown chan struct{} // closed at the next line; nil while nobody waits
}

// What a diary notes.
const (
	beat    = "a sign of life"
	matches = "a look at matches"
	people  = "a look at people"
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

func (d *diary) ChangeUptime(ctx context.Context, change func(*storage.Uptime) error) (storage.Uptime, error) {
	if err := d.note(ctx, beat, d.beat); err != nil {
		return storage.Uptime{}, err
	}
	return d.Store.ChangeUptime(ctx, change)
}

func (d *diary) Due(ctx context.Context, now time.Time, limit int) ([]storage.Head, error) {
	if err := d.note(ctx, matches, d.matches); err != nil {
		return nil, err
	}
	return d.Store.Due(ctx, now, limit)
}

func (d *diary) DuePeople(ctx context.Context, now time.Time, limit int) ([]storage.Person, error) {
	if err := d.note(ctx, people, d.people); err != nil {
		return nil, err
	}
	return d.Store.DuePeople(ctx, now, limit)
}

// await waits until the diary is as wanted, and says what was wanted if it does not
// become so.
func (d *diary) await(r *rig, want string, ok func(lines []string) bool) {
	r.t.Helper()
	ctx := r.soon()
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
			r.t.Fatalf("the diary does not have %s: %q", want, lines)
		}
	}
}

// seen is what stands in the diary now.
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

// diaryRig starts a bot that keeps the diary and looks for what is due on such ticks. Its
// clock goes on by a minute at each look at it, so that each sign of life is written.
func diaryRig(t *testing.T, d *diary, tick string) *rig {
	t.Helper()
	var minutes atomic.Int64
	began := time.Now()
	return adjustedRig(t, sandbox.Config{}, func(c *bot.Config) {
		d.Store = c.Store
		c.Store, c.Tick = d, tick
		c.Now = func() time.Time { return began.Add(time.Duration(minutes.Add(1)) * time.Minute) }
	})
}

const never = "@every 8760h"

// The first thing that a bot does with its store is to note that it is at work again,
// which is before the first look and before anybody is answered; so is the last, unless
// something is still under way.
func TestASignOfLifeComesFirstAndLast(t *testing.T) {
	t.Parallel()
	d := &diary{}
	r := diaryRig(t, d, never)
	d.await(r, "a look at people", func(lines []string) bool { return count(lines, people) > 0 })
	r.stop()
	if first, last := d.lines[0], d.lines[len(d.lines)-1]; first != beat || last != beat || count(d.lines, beat) < 3 {
		t.Errorf("the diary is %q, want a sign of life when the gateway opens, before the look, and at the end", d.lines)
	}
}

// An outage that cannot be noted is not known when time is called, so it is not called.
func TestWithoutASignOfLifeThereIsNoLook(t *testing.T) {
	t.Parallel()
	d := &diary{beat: func(context.Context) error { return errors.New("the disk is full") }}
	r := diaryRig(t, d, "@every 100ms")
	d.await(r, "the signs of life of a start and of two ticks", func(lines []string) bool { return count(lines, beat) >= 2+3+3 })
	r.stop()
	if n := len(d.lines); n != count(d.lines, beat) {
		t.Errorf("the diary is %q, want no look", d.lines)
	}
	r.log.await(t, r.ctx, "cannot note that it is at work", 8)
}

// Many reminders that take long hold up no board.
func TestRemindersHoldUpNoBoard(t *testing.T) {
	t.Parallel()
	gate := make(chan struct{})
	d := &diary{people: waitFor(gate)}
	r := diaryRig(t, d, "@every 100ms")
	d.await(r, "three looks at matches after one at people", func(lines []string) bool {
		first := slices.Index(lines, people)
		return first >= 0 && count(lines[first:], matches) >= 3
	})
	if n := count(d.seen(), people); n > 2 {
		t.Errorf("there are %d looks at people at once, want at most that of the start and that of one tick", n)
	}
	close(gate)
	r.stop()
}

// A long look does not pass for an outage.
func TestALongLookIsNoOutage(t *testing.T) {
	t.Parallel()
	gate := make(chan struct{})
	d := &diary{people: waitFor(gate), matches: waitFor(gate)}
	r := diaryRig(t, d, "@every 100ms")
	d.await(r, "two looks at matches and one at people", func(lines []string) bool { return count(lines, matches) == 2 && count(lines, people) >= 1 })
	signs := count(d.seen(), beat) // from here on there is nothing else
	d.await(r, "three more signs of life", func(lines []string) bool { return count(lines, beat) >= signs+3 })
	close(gate)
	r.stop()
}

// waitFor waits for a gate.
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
