package bot

import (
	"context"
	"fmt"
	"time"

	"github.com/robfig/cron/v3"

	"parlour/commands"
	"parlour/commands/clock"
	"parlour/commands/match"
	"parlour/storage"
)

// nightly is cron's schedule of the night's work: when few people play, and not on the
// hour, when most machines do theirs.
const nightly = "17 4 * * *"

// every is a schedule with a fixed interval, which cron's own would round to seconds.
type every time.Duration

func (d every) Next(t time.Time) time.Time { return t.Add(time.Duration(d)) }

// startTicks checks matches and people, now and on every tick, for what is due. Each
// entry skips a tick while its last run goes on: so reminders delay no board, and a long
// check of matches does not keep the uptime from being noted.
func (b *bot) startTicks() *cron.Cron {
	ticks := cron.New(cron.WithChain(cron.SkipIfStillRunning(cron.DiscardLogger)))
	for _, do := range []func(){
		func() { b.noteUptime() },
		func() { b.check(b.service.Due) },
		func() { b.check(b.service.Remind) },
		func() { b.check(b.calmly(b.service.Lobbies)) },
		func() { b.check(b.calmly(b.service.Months)) },
		func() { b.check(b.calmly(b.service.Puzzles)) },
		func() { b.check(b.calmly(b.service.Leaves)) },
		b.nights(),
		b.counts(),
	} {
		ticks.Schedule(every(b.Tick), cron.FuncJob(do))
	}
	ticks.Start()
	b.Busy.Begin() // before the bot says that it is ready, so that a caller can wait for the first check
	go func() {
		defer b.Busy.Done()
		b.check(b.service.Resume)
	}()
	return ticks
}

// nights returns what does the night's work when it is due by Discord's clock. cron's own plans go by the machine's.
func (b *bot) nights() (tick func()) {
	plan, err := cron.ParseStandard(nightly)
	if err != nil {
		panic(err)
	}
	var next time.Time
	return func() {
		if !b.knowsTime() {
			return
		}
		now := b.Now().In(time.Local)
		due := !next.IsZero() && !now.Before(next)
		if after := plan.Next(now); due || next.IsZero() || after.Before(next) {
			next = after
		}
		if due {
			b.night()
		}
	}
}

// idleAfterCount is how much longer than a count the time until the next one is: counts take a hundredth of the time at most.
const idleAfterCount = 100

// counts returns what counts for the metrics what the store holds, at most once in [Config.CountAgain].
func (b *bot) counts() (tick func()) {
	store, can := b.Store.(storage.Movable)
	var next time.Time
	return func() {
		began := time.Now()
		if !can || b.Web == nil || began.Before(next) {
			return
		}
		b.try("count what the store holds", b.calmly(func(ctx context.Context) error {
			c, err := commands.Count(ctx, b.Now(), store)
			if err == nil {
				b.metrics.census.Store(&c)
			}
			return err
		}))
		next = time.Now().Add(max(b.CountAgain, idleAfterCount*time.Since(began)))
	}
}

// night does the night's work, unless another process over the store has begun that of this night.
func (b *bot) night() {
	first := false
	b.try("begin the night's work", func(ctx context.Context) (err error) {
		first, err = b.fleet.Do(ctx, "night", b.Now().UTC().Format(time.DateOnly))
		return err
	})
	if !first {
		return
	}
	b.try("do the night's work", b.service.Env.ForgetOutages)
	if b.Nightly != nil {
		b.try("do the rest of the night's work", b.Nightly)
	}
}

// check runs a check for what is due, after [bot.noteUptime]: an outage must be noted
// before a clock that ran during it expires. While the gateway is closed nothing is
// checked, because nobody can move, and nothing while the lease of this process is over. While a
// single shard is closed, the matches of its servers are left out.
func (b *bot) check(due func(context.Context) error) {
	during, done := b.fleet.While(b.work)
	defer done()
	if during.Err() == nil && b.noteUptime() {
		b.try("look for what is due", due)
	}
}

// calmly returns what does something that nobody waits for: it ends when the bot begins to stop.
func (b *bot) calmly(do func(context.Context) error) func(context.Context) error {
	return func(ctx context.Context) error {
		ctx, end := context.WithCancel(ctx)
		defer end()
		defer context.AfterFunc(b.calm, end)()
		if err := do(ctx); b.calm.Err() == nil {
			return err
		}
		return nil
	}
}

// noteUptime notes in the store that Parlour is at work, unless the gateway is closed,
// and reports whether it did.
func (b *bot) noteUptime() bool {
	open := b.shards.Open()
	return len(open) > 0 && b.beat(open...)
}

// beat notes in the store that Parlour is at work for some shards, and reports whether it did. It does not while
// nobody knows what time it is.
func (b *bot) beat(shards ...match.Shard) bool {
	return b.knowsTime() && b.try("note that it is at work", func(ctx context.Context) error { return b.service.Env.Beat(ctx, shards...) })
}

// knowsTime reports whether Discord's time is known, so that something may fall due. It asks Discord if need be, such
// as after a machine has slept.
func (b *bot) knowsTime() bool {
	b.asking.Lock()
	defer b.asking.Unlock()
	if !b.clock.Known() && time.Since(b.asked) >= min(b.Tick, 5*time.Second)/2 {
		_ = b.probe(b.work)
		b.asked = time.Now()
	}
	known := b.clock.Known()
	if is := [2]bool{b.clock.Wrong() != 0, !known}; is != b.said {
		b.said = is
		if wrong := b.wrongTime(); wrong != "" {
			b.Log.Warn(wrong, "see", "docs/trouble.md#clock-wrong")
		} else {
			b.Log.Warn("the time is known, and the clock of this machine is right")
		}
	}
	return known
}

// wrongTime says what is wrong with the time, empty for nothing.
func (b *bot) wrongTime() string {
	ahead, way := b.clock.Wrong(), "ahead of"
	if ahead < 0 {
		way = "behind"
	}
	switch {
	case ahead != 0:
		off := clock.FormatLimit(ahead.Abs().Round(time.Minute))
		return fmt.Sprintf("the clock of this machine is %s %s Discord's: set it; Parlour goes by Discord's", off, way)
	case !b.clock.Known():
		return "it is not known what time it is at Discord, so nothing falls due until somebody uses the bot, or for ten minutes: set the clock of this machine"
	}
	return ""
}
