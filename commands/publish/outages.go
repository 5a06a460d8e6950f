package publish

import (
	"context"
	"slices"
	"strconv"
	"time"

	"golang.org/x/sync/errgroup"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/commands/message/personal"
	"parlour/games"
	"parlour/storage"
)

const (
	beatEvery  = 10 * time.Second // between two signs of life
	outageFrom = 30 * time.Second // a silence of this length gives all clocks the time back
	tellFrom   = time.Hour        // an outage of more than this is told in the channels
)

// touchedAtOnce is how many matches are written at once after an outage: a store makes one
// commit of the writes that wait for it.
const touchedAtOnce = 64

// keepOutages is how long an outage is stored: no clock runs for longer.
const keepOutages = 400 * 24 * time.Hour

// Outages keeps the times in which no process was at work.
type Outages struct{ env *match.Env }

// Beat writes a sign of life and, if there was none for a while, an outage. It is called
// every few seconds as long as people can reach the bot, and first of all at its start:
// nobody can move before that.
func (o *Outages) Beat(ctx context.Context) error {
	up, err := storage.Uptimes.Get(ctx, o.env.Store, storage.TheUptime)
	if err != nil {
		return err
	}
	now := o.env.Now()
	if !beats(now, up.Alive) {
		return nil
	}
	_, err = storage.Uptimes.Change(ctx, o.env.Store, storage.TheUptime, func(up *storage.Uptime) error {
		if !beats(now, up.Alive) { // another process was faster
			return nil
		}
		if gap := now.Sub(up.Alive); !up.Alive.IsZero() && gap >= outageFrom {
			out := storage.Outage{Span: storage.Span{From: up.Alive, To: now}, Told: gap <= tellFrom}
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
	return gap >= beatEvery || gap <= -tellFrom
}

// Forget drops outages that no clock depends on any more.
func (o *Outages) Forget(ctx context.Context) error {
	old := o.env.Now().Add(-keepOutages)
	_, err := storage.Uptimes.Change(ctx, o.env.Store, storage.TheUptime, func(up *storage.Uptime) error {
		up.Outages = slices.DeleteFunc(slices.Clone(up.Outages), func(o storage.Outage) bool { return o.To.Before(old) })
		return nil
	})
	return err
}

// tell makes every match due after a long outage, so that those whose clocks ran tell
// their channels. Its cost grows with what is stored, and it is seldom.
func (o *Outages) tell(ctx context.Context) error {
	untold := func(o storage.Outage) bool { return !o.Told }
	up, err := storage.Uptimes.Get(ctx, o.env.Store, storage.TheUptime)
	if err != nil || !slices.ContainsFunc(up.Outages, untold) {
		return err
	}
	ids, err := o.env.Store.Scheduled(ctx)
	if err != nil {
		return err
	}
	var touches errgroup.Group
	touches.SetLimit(touchedAtOnce)
	for _, id := range ids {
		touches.Go(func() error { return ignore(o.env.Touch(ctx, id), storage.ErrNotFound) })
	}
	if err := touches.Wait(); err != nil {
		return err
	}
	_, err = storage.Uptimes.Change(ctx, o.env.Store, storage.TheUptime, func(now *storage.Uptime) error {
		for i := range now.Outages {
			out := &now.Outages[i]
			out.Told = out.Told || !out.To.After(up.Outages[len(up.Outages)-1].To) // another may have begun meanwhile
		}
		return nil
	})
	return err
}

// announceOutage tells the channel of a match of the long outages in which its clocks ran and
// which it was not told of. A nonce keeps it from being told twice.
func (p *Publisher) announceOutage(ctx context.Context, m *publication) error {
	if m.Phase != storage.Playing || m.TurnTime == 0 && m.TotalTime == 0 {
		return nil
	}
	outages, err := p.Env.Outages(ctx)
	if err != nil {
		return err
	}
	var lost time.Duration
	var last time.Time
	for _, o := range outages {
		ran := slices.ContainsFunc(m.People(), func(s games.Seat) bool { return m.RanBefore(s, o.To) })
		if ran && o.To.Sub(o.From) > tellFrom && o.To.After(m.OutageTold) {
			lost, last = lost+o.To.Sub(o.From), o.To
		}
	}
	if lost == 0 {
		return nil
	}
	msg := message.Message{Content: personal.OutageLine(p.Writer, m.Match, lost)}
	_, err = p.postOnce(ctx, m, m.Channel, m.ID+"-o"+strconv.FormatInt(last.Unix(), 36), msg, func(Posted) bool { return false })
	if err == nil || refused(err) {
		m.OutageTold = last
		return nil
	}
	return err
}
