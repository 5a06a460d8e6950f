package gateway

import (
	"context"
	"time"

	"golang.org/x/sync/errgroup"

	"parlour/commands/match"
)

// Config is what [Run] needs.
type ShardsConfig struct {
	// Gateway is what all shards have in common. Run sets its shard, and those of its functions
	// that are below with a shard.
	Gateway Config
	Plan    Plan
	Set     *match.ShardSet // Run keeps it up to date

	Opening func(match.Shard) (ready <-chan struct{}) // see [Config]
	Changed func(s match.Shard, open bool)            // a shard is open, or is not any more
}

// Run keeps a connection for each shard of the plan open until the context is done. It returns an
// error when no later attempt can succeed.
func RunShards(ctx context.Context, c ShardsConfig) error {
	if c.Plan.Of == 0 {
		n, err := Recommended(ctx, c.Gateway)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		c.Plan = Plan{Last: n - 1, Of: n}
	}
	var mine []match.Shard
	for i := c.Plan.First; i <= c.Plan.Last; i++ {
		mine = append(mine, match.Shard{Index: i, Of: c.Plan.Of})
	}
	c.Set.Assign(mine)
	if c.Plan.Of > 1 {
		c.Gateway.Log.Info("the gateway has shards", "of", c.Plan.Of, "first", c.Plan.First, "last", c.Plan.Last)
	}
	c.Gateway.Starts, c.Gateway.Share = &Starts{}, c.Plan.share()
	all, ctx := errgroup.WithContext(ctx)
	for _, s := range mine {
		all.Go(func() error { return Run(ctx, c.of(s)) })
	}
	return all.Wait()
}

// of returns the configuration of one shard.
func (c ShardsConfig) of(s match.Shard) Config {
	g := c.Gateway
	g.Shard, g.Of = s.Index, s.Of
	if s.Of > 1 {
		g.Log = g.Log.With("shard", s.String())
	}
	g.Opening = func() <-chan struct{} {
		c.Set.Opening(s)
		return c.Opening(s)
	}
	g.Opened = func() {
		c.Set.Opened(s)
		g.Log.Info("the gateway is open")
		c.Changed(s, true)
	}
	g.Closed = func() {
		c.Set.Closed(s)
		c.Changed(s, false)
	}
	g.Acknowledged = func() { c.Set.Acknowledged(s, time.Now()) }
	return g
}
