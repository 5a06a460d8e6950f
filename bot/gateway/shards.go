package gateway

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/sync/errgroup"

	"parlour/commands/match"
)

// Run keeps a connection for each shard of the plan open until the context is done, and then returns nil.
// It returns an error when no later attempt can succeed.
func Run(ctx context.Context, c Config) error {
	auto := c.Plan.Of == 0
	if auto {
		n, err := recommended(ctx, c)
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
		c.Log.Info("the gateway has shards", "of", c.Plan.Of, "first", c.Plan.First, "last", c.Plan.Last)
	}
	turns := &starts{}
	all, ctx := errgroup.WithContext(ctx)
	for _, s := range mine {
		all.Go(func() error { return newGateway(c, s, turns).run(ctx) })
	}
	err := all.Wait()
	if auto && errors.Is(err, finalErrors[4011]) {
		err = errOutgrown
	}
	return err
}

// A Plan says which shards a process has: those from First to Last, of Of. The zero value is all
// of as many as Discord recommends.
type Plan struct{ First, Last, Of int }

// errPlan says what a plan looks like.
var errPlan = errors.New("shards are auto, a number such as 4, or some of a number such as 0-7/16")

// UnmarshalText reads "auto", "4" for all four shards, "0-7/16" for the first eight of sixteen, and
// "3/16" for one of them.
func (p *Plan) UnmarshalText(text []byte) error {
	s := strings.TrimSpace(string(text))
	if s == "" || strings.EqualFold(s, "auto") {
		*p = Plan{}
		return nil
	}
	some, of, isPart := strings.Cut(s, "/")
	if !isPart {
		of = some
	}
	var read Plan
	var err error
	if read.Of, err = strconv.Atoi(of); err != nil || read.Of < 1 {
		return fmt.Errorf("%w, not %q", errPlan, s)
	}
	if read.Last = read.Of - 1; isPart {
		first, last, isSpan := strings.Cut(some, "-")
		if !isSpan {
			last = first
		}
		var wrong error
		read.First, err = strconv.Atoi(first)
		read.Last, wrong = strconv.Atoi(last)
		if err = errors.Join(err, wrong); err != nil {
			return fmt.Errorf("%w, not %q", errPlan, s)
		}
	}
	if read.First < 0 || read.First > read.Last || read.Last >= read.Of {
		return fmt.Errorf("the numbers of %d shards go from 0 to %d, the lower one first: %q does not fit", read.Of, read.Of-1, s)
	}
	*p = read
	return nil
}

// share returns which part of all shards the process has.
func (p Plan) share() float64 { return float64(p.Last-p.First+1) / float64(max(p.Of, 1)) }
