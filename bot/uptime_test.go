package bot_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
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
	bottest.Buffer
	first map[string]func(context.Context) error // by line, what is called before it is done
}

// The lines of a diary.
const (
	beat    = "uptime"
	matches = "a check of matches"
	people  = "a check of people"
)

func (d *diary) note(ctx context.Context, line string) error {
	fmt.Fprintln(&d.Buffer, line)
	if first := d.first[line]; first != nil {
		return first(ctx)
	}
	return nil
}

func (d *diary) PutRecord(ctx context.Context, r storage.Record) (storage.Record, error) {
	if r.Kind == storage.Uptimes.Name() {
		if err := d.note(ctx, beat); err != nil {
			return storage.Record{}, err
		}
	}
	return d.Store.PutRecord(ctx, r)
}

func (d *diary) Due(ctx context.Context, now time.Time, limit int) ([]storage.Head, error) {
	if err := d.note(ctx, matches); err != nil {
		return nil, err
	}
	return d.Store.Due(ctx, now, limit)
}

func (d *diary) DueRecords(ctx context.Context, kind string, now time.Time, limit int) ([]storage.Record, error) {
	if err := d.note(ctx, people); err != nil {
		return nil, err
	}
	return d.Store.DueRecords(ctx, kind, now, limit)
}

// count returns how many lines say something.
func (d *diary) count(line string) int { return strings.Count(d.String(), line) }

// rig starts a bot that writes the diary and checks on the given ticks. Its clock moves
// by a minute at each reading, so that each note of uptime is written.
func (d *diary) rig(t *testing.T, open func(testing.TB, sandbox.Config, ...bottest.Adjust) *bottest.Rig, tick time.Duration) *bottest.Rig {
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
		r := d.rig(t, open, bottest.Never)
		d.Await(t, people, 1)
		r.Stop()
		if all := d.String(); !strings.HasPrefix(all, beat) || !strings.HasSuffix(all, beat+"\n") || d.count(beat) < 3 {
			t.Errorf("the diary is %q, want uptime when the bot is connected, before the checks, and at the end", all)
		}
	}
}

// If the uptime cannot be noted, the bot checks nothing: it would enforce clocks without
// knowing of an outage.
func TestNoCheckWithoutNotedUptime(t *testing.T) {
	t.Parallel()
	d := &diary{first: map[string]func(context.Context) error{beat: func(context.Context) error { return errors.New("the disk is full") }}}
	r := d.rig(t, bottest.In, 100*time.Millisecond)
	d.Await(t, beat, 2+3+3) // of a start and of two ticks
	r.Stop()
	if d.count(matches)+d.count(people) > 0 {
		t.Errorf("the diary is %q, want no check", &d.Buffer)
	}
	r.Logged("cannot note that it is at work", 8)
}

// A slow check of people delays no check of matches, and so no board. A long check does not count as an outage.
func TestSlowChecks(t *testing.T) {
	t.Parallel()
	for _, long := range []bool{false, true} {
		gate := make(chan struct{})
		wait := func(ctx context.Context) error {
			select {
			case <-gate:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		d := &diary{first: map[string]func(context.Context) error{people: wait}}
		if long {
			d.first[matches] = wait
		}
		r := d.rig(t, bottest.In, 100*time.Millisecond)
		d.Await(t, people, 1)
		if !long {
			d.Await(t, matches, d.count(matches)+3)
			if n := d.count(people); n > 2 {
				t.Errorf("there are %d checks of people at once, want at most those of the start and of one tick", n)
			}
		} else {
			d.Await(t, matches, 2)
			d.Await(t, beat, d.count(beat)+3) // every further line is an uptime
		}
		close(gate)
		r.Stop()
	}
}
