package bot

import (
	"context"
	"fmt"
	"time"

	"parlour/storage/fleet"
)

// leaveWithin is how long a process that ends may take to say so to the others over its store.
const leaveWithin = 2 * time.Second

// join makes this process one of those over its store, until leave is called. When the lease of another has
// ended, what that one had claimed is done at once.
func join(ctx context.Context, b *bot) (leave func(), err error) {
	open := func() bool { return len(b.shards.Open()) > 0 }
	if b.fleet, err = fleet.Join(ctx, b.Store, b.clock, open); err != nil {
		return nil, fmt.Errorf("the database does not say which other bots use it, so check that it runs: %w", err)
	}
	ended := func() {
		if b.ready.Load() {
			b.aside(func(context.Context) { b.check(b.service.Resume) })
		}
	}
	failed := func(err error) { b.Log.Warn("it is not known at present which other bots use the store", "err", err) }
	go b.fleet.Keep(b.work, ended, failed)
	if b.fleet.Share() == 0 {
		b.Log.Info("the other bots use all requests to Discord for now, so this one waits for its share")
		b.fleet.AwaitShare(ctx)
	}
	return func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaveWithin)
		defer cancel()
		if err := b.fleet.Leave(ctx); err != nil {
			b.Log.Warn("the other bots need a while to see that this one has ended", "err", err)
		}
	}, nil
}
