// Package outage keeps the times in which no process was at work: nobody can move then, so all
// clocks get them back.
package outage

import (
	"context"
	"errors"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"parlour/commands/match"
	"parlour/storage"
)

const (
	beatEvery  = 10 * time.Second // between two signs of life
	outageFrom = 30 * time.Second // a silence of this length gives all clocks the time back
)

// TellFrom is the longest outage of which the channels are not told.
const TellFrom = time.Hour

// touchedAtOnce is how many matches are written at once after an outage: a store makes one
// commit of the writes that wait for it.
const touchedAtOnce = 64

// keepOutages is how long an outage is stored: no clock runs for longer.
const keepOutages = 400 * 24 * time.Hour

// Outages keeps the times in which no process was at work.
type Outages struct{ Env *match.Env }

// Beat writes a sign of life and, if there was none for a while, an outage. It is called
// every few seconds as long as people can reach the bot, and first of all at its start:
// nobody can move before that.
func (o *Outages) Beat(ctx context.Context) error {
	up, err := storage.Uptimes.Get(ctx, o.Env.Store, storage.TheUptime)
	if err != nil {
		return err
	}
	now := o.Env.Now()
	if !beats(now, up.Alive) {
		return nil
	}
	_, err = storage.Uptimes.Change(ctx, o.Env.Store, storage.TheUptime, func(up *storage.Uptime) error {
		if !beats(now, up.Alive) { // another process was faster
			return nil
		}
		if gap := now.Sub(up.Alive); !up.Alive.IsZero() && gap >= outageFrom {
			out := storage.Outage{Span: storage.Span{From: up.Alive, To: now}, Told: gap <= TellFrom}
			up.Outages = append(up.Outages, out)
		}
		up.Alive = now
		return nil
	})
	return err
}

// beats reports whether it is time for a sign of life. A last one that is a little in the
// future comes from a process whose clock is ahead, and stays: if two processes set it to
// their own time in turn, each would make an outage of the difference.
func beats(now, last time.Time) bool {
	gap := now.Sub(last)
	return gap >= beatEvery || gap <= -TellFrom
}

// Forget drops outages that no clock depends on any more.
func (o *Outages) Forget(ctx context.Context) error {
	old := o.Env.Now().Add(-keepOutages)
	_, err := storage.Uptimes.Change(ctx, o.Env.Store, storage.TheUptime, func(up *storage.Uptime) error {
		up.Outages = slices.DeleteFunc(slices.Clone(up.Outages), func(o storage.Outage) bool { return o.To.Before(old) })
		return nil
	})
	return err
}

// Tell makes every match due after a long outage, so that those whose clocks ran tell
// their channels. Its cost grows with what is stored, and it is seldom.
func (o *Outages) Tell(ctx context.Context) error {
	untold := func(o storage.Outage) bool { return !o.Told }
	up, err := storage.Uptimes.Get(ctx, o.Env.Store, storage.TheUptime)
	if err != nil || !slices.ContainsFunc(up.Outages, untold) {
		return err
	}
	ids, err := o.Env.Store.Scheduled(ctx)
	if err != nil {
		return err
	}
	var touches errgroup.Group
	touches.SetLimit(touchedAtOnce)
	for _, id := range ids {
		touches.Go(func() error { return o.touch(ctx, id) })
	}
	if err := touches.Wait(); err != nil {
		return err
	}
	_, err = storage.Uptimes.Change(ctx, o.Env.Store, storage.TheUptime, func(now *storage.Uptime) error {
		for i := range now.Outages {
			out := &now.Outages[i]
			out.Told = out.Told || !out.To.After(up.Outages[len(up.Outages)-1].To) // another may have begun meanwhile
		}
		return nil
	})
	return err
}

// touch makes a match due, if it is still there.
func (o *Outages) touch(ctx context.Context, id string) error {
	if err := o.Env.Touch(ctx, id); !errors.Is(err, storage.ErrNotFound) {
		return err
	}
	return nil
}
