package bot

import (
	"context"

	"github.com/robfig/cron/v3"
)

// nightly is when the night's work is done, as cron has it: when few play, and not on
// the hour, when everybody's work is.
const nightly = "17 4 * * *"

// tickParser reads [Config.Tick] and nightly. Tests replace it, because cron's own knows no
// ticks of less than a second.
var tickParser cron.ScheduleParser = cron.NewParser(cron.Minute | cron.Hour | cron.Dom | cron.Month | cron.Dow | cron.Descriptor)

// wake looks for what is due, now and on every tick. Matches and people have an entry
// each, which skips a tick while its last one runs, so that many reminders hold up no
// board. The sign of life has one too, so that a long look does not pass for an outage.
func (b *bot) wake() *cron.Cron {
	ticks := cron.New(cron.WithParser(tickParser), cron.WithChain(cron.SkipIfStillRunning(cron.DiscardLogger)))
	for _, entry := range []struct {
		when string
		do   func()
	}{
		{b.Tick, func() { b.beat() }},
		{b.Tick, func() { b.lookIfAlive(b.host.Wake) }},
		{b.Tick, func() { b.lookIfAlive(b.host.Remind) }},
		{nightly, b.night},
	} {
		if _, err := ticks.AddFunc(entry.when, entry.do); err != nil {
			b.Log.Error("cannot look regularly for what is due", "tick", entry.when, "err", err)
		}
	}
	ticks.Start()
	b.Busy.Add(1) // so that the first look is under way when the bot says that it is ready
	go func() {
		defer b.Busy.Done()
		b.lookIfAlive(b.host.Resume)
	}()
	return ticks
}

// night does the night's work.
func (b *bot) night() {
	b.try("do the night's work", b.host.Nightly)
	if b.Nightly != nil {
		b.try("do what else is done at night", b.Nightly)
	}
}

// lookIfAlive has the host look for what is due, after a sign of life: an outage is to
// be known before time is called that ran in it. While the gateway is shut there is no
// look, because nobody can move.
func (b *bot) lookIfAlive(at func(context.Context) error) {
	if b.beat() {
		b.try("look for what is due", at)
	}
}

// beat has the host note that it is at work, if it is: without a gateway it hears of no
// move. It reports whether that was noted.
func (b *bot) beat() bool {
	return b.alive.Load() && b.try("note that it is at work", b.host.Beat)
}

// try has the host do something, unless the bot is stopping, and reports whether that
// was done.
func (b *bot) try(what string, do func(context.Context) error) (ok bool) {
	done, ok := b.begin()
	if !ok {
		return false
	}
	defer done()
	defer b.recover("an attempt to " + what)
	ok = false // of a panic
	err := do(b.work)
	if err != nil && b.work.Err() == nil {
		b.Log.Error("cannot "+what, "err", err)
	}
	return err == nil
}
